#if !hasFeature(Embedded)
import Linux
import Messages
import Storage
import Wire

/// What members are worth: by the day on which they joined what they have paid since, and how long they took to pay first.
extension Figures {
    private struct Cohort {
        var joined: Int64 = 0
        var payers: Int64 = 0
        /// By place in `worthDays`, and what came later.
        var currencies: [(name: String, sums: [MoneySum])] = []
    }

    private struct State {
        var cohorts: [Cohort]
        var turn = 0
    }

    func worth(_ range: FigureRange) -> SlicedWork {
        SlicedWork(State(cohorts: [Cohort](repeating: Cohort(), count: range.length))) { (state) throws(Failure) in
            if let days = range.days(inTurn: state.turn) {
                try fill(&state.cohorts, days, range)
                state.turn += 1
                return nil
            }
            var answer = range.heading("value", settings)
            let conversion = settings.figures.conversion
            answer["cohorts"] = .array(state.cohorts.enumerated().map { json($1, day: range.from + Int64($0), range, conversion) })
            return .success(.object(answer))
        }
    }

    private func fill(_ cohorts: inout [Cohort], _ days: ClosedRange<Int64>, _ range: FigureRange) throws(Failure) {
        let rows = try query(
            """
            SELECT measure, day, number, unit, SUM(amount) FROM figures
            WHERE measure IN ('joined', 'converts', 'worth', 'worthBack') AND dimension = '' AND day BETWEEN ? AND ?
            GROUP BY measure, day, number, unit ORDER BY measure, day, number, unit
            """, [.integer(days.lowerBound), .integer(days.upperBound)])
        for row in rows {
            let day = Int(row.integer(1) - range.from), amount = row.integer(4)
            switch row.text(0) {
            case "joined": cohorts[day].joined += amount
            case "converts": cohorts[day].payers += amount
            case let measure:
                guard let (name, price) = FigureKey.money(row.text(3)) else { continue }
                let none = [MoneySum](repeating: MoneySum(), count: Self.worthDays.count + 1)
                let place = cohorts[day].currencies.place(where: { $0.name == name }, else: (name, none))
                var sum = MoneySum()
                sum.add(price, times: amount)
                let bucket = min(max(0, Int(row.integer(2))), Self.worthDays.count)
                if measure == "worth" {
                    cohorts[day].currencies[place].sums[bucket].add(sum)
                } else {
                    cohorts[day].currencies[place].sums[bucket].take(sum)
                }
            }
        }
    }

    private func json(_ cohort: Cohort, day: Int64, _ range: FigureRange, _ conversion: ConversionSettings?) -> JSON {
        // Up to each of the days, and up to now.
        let until = cohort.currencies.map { name, sums in
            var sum = MoneySum()
            return (
                currency: name,
                sums: sums.map { (one) -> MoneySum in
                    sum.add(one)
                    return sum
                }
            )
        }
        func json(_ currency: String, _ texts: [String?]) -> JSONObject {
            var after = JSONObject()
            for (days, text) in zip(Self.worthDays, texts) {
                // The day has not come.
                after["\(days)"] = day + days > range.today ? .null : .optional(text)
            }
            return ["currency": .string(currency), "after": .object(after), "until": .optional(texts[Self.worthDays.count])]
        }
        var answer: JSONObject = [
            "day": .string(FigureRange.text(day)), "new": .integer(cohort.joined), "payers": .integer(cohort.payers),
            "currencies": .array(until.map { .object(json($0.currency, $0.sums.map { $0.text })) }),
        ]
        if let conversion {
            let sums = conversion.sums(until, count: Self.worthDays.count + 1)
            var converted = json(conversion.currency, sums.texts)
            converted["without"] = .array(sums.without.map { .string($0) })
            answer["converted"] = .object(converted)
        }
        return .object(answer)
    }

    func delays(_ range: FigureRange) -> SlicedWork {
        SlicedWork(0) { (_) throws(Failure) in
            var counts = [Int64](repeating: 0, count: Int(Self.delayMax) + 1)
            for row in try query(
                """
                SELECT number, SUM(amount) FROM figures WHERE measure = 'delay' AND dimension = '' AND day BETWEEN ? AND ?
                GROUP BY number
                """, [.integer(range.from), .integer(range.to)])
            { counts[Int(min(max(0, row.integer(0)), Self.delayMax))] += row.integer(1) }
            var answer = range.heading("firstPurchase", settings)
            answer["later"] = .integer(counts.removeLast())
            answer["delays"] = .numbers(counts)
            try addFirstProducts(&answer, range, payers: counts.reduce(answer["later"]?.int64Value ?? 0, +))
            return .success(.object(answer))
        }
    }

    /// What was bought first, the product of most members first. Of days that an earlier version counted it is not known.
    private func addFirstProducts(_ answer: inout JSONObject, _ range: FigureRange, payers: Int64) throws(Failure) {
        let rows = try query(
            """
            SELECT value, SUM(amount) FROM figures WHERE measure = 'firstProduct' AND dimension = '' AND day BETWEEN ? AND ?
            GROUP BY value ORDER BY 2 DESC, 1
            """, [.integer(range.from), .integer(range.to)])
        let isKnown = rows.reduce(0) { $0 + $1.integer(1) } == payers
        let named = rows.prefix(Self.partsMax)
        answer["products"] = isKnown ? .array(named.map { ["product": .string($0.text(0)), "payers": .integer($0.integer(1))] }) : .null
        answer["otherProducts"] = isKnown ? .integer(rows.dropFirst(named.count).reduce(0) { $0 + $1.integer(1) }) : .null
    }
}
#endif
