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
            answer["cohorts"] = .array(state.cohorts.enumerated().map { json($1, day: range.from + Int64($0), range) })
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

    private func json(_ cohort: Cohort, day: Int64, _ range: FigureRange) -> JSON {
        [
            "day": .string(FigureRange.text(day)), "new": .integer(cohort.joined), "payers": .integer(cohort.payers),
            "currencies": .array(
                cohort.currencies.map { currency in
                    var after = JSONObject(), sum = MoneySum()
                    for (place, days) in Self.worthDays.enumerated() {
                        sum.add(currency.sums[place])
                        // The day has not come.
                        after["\(days)"] = day + days > range.today ? .null : .optional(sum.text)
                    }
                    sum.add(currency.sums[Self.worthDays.count])
                    return ["currency": .string(currency.name), "after": .object(after), "until": .optional(sum.text)]
                }),
        ]
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
            return .success(.object(answer))
        }
    }
}
#endif
