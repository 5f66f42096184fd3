#if !hasFeature(Embedded)
import Codecs
import Linux
import Messages
import Storage

/// Members who joined together, and what they have paid since.
struct WorthCohort {
    private(set) var joined: Int64 = 0
    private(set) var payers: Int64 = 0
    /// By place in `worthDays`, and what came later.
    private var currencies: [(name: String, sums: [MoneySum])] = []

    static let none = [MoneySum](repeating: MoneySum(), count: Figures.worthDays.count + 1)

    mutating func add(_ row: Row) {
        let amount = row.integer(4)
        switch row.text(0) {
        case "joined": joined += amount
        case "converts": payers += amount
        case let measure:
            guard let (name, price) = FigureKey.money(row.text(3)) else { return }
            let place = currencies.place(where: { $0.name == name }, else: (name, Self.none))
            var sum = MoneySum()
            sum.add(price, times: amount)
            let bucket = min(max(0, Int(row.integer(2))), Figures.worthDays.count)
            if measure == "worth" {
                currencies[place].sums[bucket].add(sum)
            } else {
                currencies[place].sums[bucket].take(sum)
            }
        }
    }

    /// Up to each of the days, and up to now.
    var upTo: [(currency: String, sums: [MoneySum])] {
        currencies.map { name, sums in
            var sum = MoneySum()
            return (
                name,
                sums.map { (one) -> MoneySum in
                    sum.add(one)
                    return sum
                }
            )
        }
    }
}

/// What members are worth: by the day on which they joined what they have paid since, and how long they took to pay first.
extension Figures {
    private struct State {
        var cohorts: [WorthCohort]
        var spans: DaySpans
    }

    func worth(_ range: FigureRange) -> SlicedWork {
        SlicedWork(
            State(cohorts: [WorthCohort](repeating: WorthCohort(), count: range.length), spans: DaySpans(range))
        ) { (state) throws(Failure) in
            if let days = state.spans.next {
                let rows = try readWorth(days)
                for row in rows { state.cohorts[Int(row.integer(1) - range.from)].add(row) }
                state.spans.advance(rows.count)
                return nil
            }
            var answer = range.heading("value", settings)
            let conversion = settings.figures.conversion
            answer["cohorts"] = .array(
                state.cohorts.enumerated().map { place, cohort in
                    let day = range.from + Int64(place)
                    var json = amounts(cohort.upTo, conversion) { day + Self.worthDays[$0] <= range.today }
                    json["day"] = .string(FigureRange.text(day))
                    (json["new"], json["payers"]) = (.integer(cohort.joined), .integer(cohort.payers))
                    return .object(json)
                })
            return .success(.object(answer))
        }
    }

    /// What to add to cohorts, each with the day on which they joined (1) and the value of a dimension (5).
    func readWorth(_ days: ClosedRange<Int64>, by dimension: String = "") throws(Failure) -> [Row] {
        try query(
            """
            SELECT measure, day, number, unit, SUM(amount), value FROM figures
            WHERE measure IN ('joined', 'converts', 'worth', 'worthBack') AND dimension = ? AND day BETWEEN ? AND ?
            GROUP BY measure, day, number, unit, value ORDER BY measure, day, number, unit
            """, [.text(dimension), .integer(days.lowerBound), .integer(days.upperBound)])
    }

    /// What was paid, by currency and in one of them.
    /// - Parameter hasCome: whether the day of a place in `worthDays` has come.
    func amounts(
        _ until: [(currency: String, sums: [MoneySum])], _ conversion: ConversionSettings?, _ hasCome: (Int) -> Bool
    ) -> JSONObject {
        func json(_ currency: String, _ texts: [String?]) -> JSONObject {
            var after = JSONObject()
            for (place, days) in Self.worthDays.enumerated() { after["\(days)"] = hasCome(place) ? .optional(texts[place]) : .null }
            return ["currency": .string(currency), "after": .object(after), "until": .optional(texts[Self.worthDays.count])]
        }
        var answer: JSONObject = ["currencies": .array(until.map { .object(json($0.currency, $0.sums.map { $0.text })) })]
        if let conversion {
            let sums = conversion.sums(until, count: Self.worthDays.count + 1)
            var converted = json(conversion.currency, sums.texts)
            converted["without"] = .array(sums.without.map { .string($0) })
            answer["converted"] = .object(converted)
        }
        return answer
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
        let named = rows.prefix(FigureParts.namedMax)
        answer["products"] = isKnown ? .array(named.map { ["product": .string($0.text(0)), "payers": .integer($0.integer(1))] }) : .null
        answer["otherProducts"] = isKnown ? .integer(rows.dropFirst(named.count).reduce(0) { $0 + $1.integer(1) }) : .null
    }
}
#endif
