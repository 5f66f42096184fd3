#if !hasFeature(Embedded)
import Codecs
import Linux
import Messages
import Storage

/// Payments by day, in exact decimals: what stores took, and what they gave back.
extension Figures {
    private struct Currency {
        let name: String
        var paid: [MoneySum], refunded: [MoneySum]
        var payments: [Int64], refunds: [Int64]
        /// Of members who paid for the first time on the day.
        var paidByNew: [MoneySum]

        init(_ name: String, _ count: Int) {
            self.name = name
            (paid, payments) = ([MoneySum](repeating: MoneySum(), count: count), [Int64](repeating: 0, count: count))
            (refunded, refunds, paidByNew) = (paid, payments, paid)
        }

        mutating func add(_ other: Currency) {
            for day in paid.indices {
                paid[day].add(other.paid[day])
                refunded[day].add(other.refunded[day])
                paidByNew[day].add(other.paidByNew[day])
                payments[day] += other.payments[day]
                refunds[day] += other.refunds[day]
            }
        }

        var json: JSON {
            [
                "currency": .string(name), "amounts": .array(paid.map { .optional($0.text) }), "payments": .numbers(payments),
                "refundedAmounts": .array(refunded.map { .optional($0.text) }), "refunds": .numbers(refunds),
                "newPayerAmounts": .array(paidByNew.map { .optional($0.text) }),
            ]
        }
    }

    private struct Part {
        let value: String
        var currencies: [Currency] = []
        var payments: Int64 = 0
        /// By day; of parts by which payers are not divided there are none.
        var players: [String: [Int64]] = [:]
        /// Those that the others stand for.
        var together: Set<String> = []

        mutating func add(_ other: Part) {
            for currency in other.currencies {
                let place = currencies.place(where: { $0.name == currency.name }, else: Currency(currency.name, currency.paid.count))
                currencies[place].add(currency)
            }
            payments += other.payments
            together.insert(other.value)
        }

        /// Its currencies, and their sums in one where the settings have rates.
        func fill(_ answer: inout JSONObject, _ conversion: ConversionSettings?) {
            answer["currencies"] = .array(currencies.map { $0.json })
            if let conversion, !currencies.isEmpty { answer["converted"] = converted(conversion) }
        }

        private func converted(_ conversion: ConversionSettings) -> JSON {
            let count = currencies.first?.paid.count ?? 0
            let paid = conversion.sums(currencies.map { ($0.name, $0.paid) }, count: count)
            let refunded = conversion.sums(currencies.map { ($0.name, $0.refunded) }, count: count)
            let byNew = conversion.sums(currencies.map { ($0.name, $0.paidByNew) }, count: count)
            let known = currencies.filter { conversion.trillionths(of: $0.name) != nil }
            func added(_ counts: (Currency) -> [Int64]) -> JSON {
                .numbers((0..<count).map { place in known.reduce(0) { $0 + counts($1)[place] } })
            }
            return [
                "currency": .string(conversion.currency), "amounts": .array(paid.texts.map { .optional($0) }),
                "payments": added { $0.payments }, "refundedAmounts": .array(refunded.texts.map { .optional($0) }),
                "refunds": added { $0.refunds }, "newPayerAmounts": .array(byNew.texts.map { .optional($0) }),
                "without": .array(paid.without.map { .string($0) }),
            ]
        }
    }

    private struct State {
        var parts: [Part] = []
        var turn = 0
        var turnOfPlayers = 0
        var areChosen = false
    }

    /// How a payment and its payer are divided.
    private struct Division {
        /// In the values of amounts, `Segment.ofPayments`; nil: those of a dimension are each a part.
        let field: Int?
        /// In the values of payers, `Segment.ofPayer`.
        let fieldOfPayer: Int?
        /// By which members are divided.
        let dimension: Int?
        /// That of amounts and payers.
        let name: String
        let isWhole: Bool

        init(_ by: String?) {
            isWhole = by == nil
            field = by.flatMap { Segment.ofPayments.firstIndex(of: $0) }
            fieldOfPayer = by.flatMap { Segment.ofPayers.firstIndex(of: $0) }
            name = field == nil ? by ?? "" : ""
            // A product and a store are of the payment: its payer may have others.
            let isOfMembers = field == nil || fieldOfPayer != nil
            dimension = isOfMembers ? Segment.all.firstIndex { "\($0)" == by } : nil
        }

        func part(_ value: String) -> String {
            isWhole ? "" : field.map { Figures.field($0, of: value) } ?? value
        }

        func partOfPayer(_ value: String) -> String {
            fieldOfPayer.map { Figures.field($0, of: value) } ?? value
        }
    }

    /// - Parameter place: in `divisions(of:)`.
    func money(_ range: FigureRange, by place: Int?, _ parameters: Parameters) throws(Failure) -> SlicedWork {
        let isOfTests = try parameters.bool("tests", default: settings.app.isSandbox)
        let division = Division(place.map { Self.divisions(of: "money")[$0] })
        return SlicedWork(State()) { (state) throws(Failure) in
            if let days = range.days(inTurn: state.turn) {
                try fill(&state.parts, .paid, days, range, division, isOfTests)
                try fill(&state.parts, .refunded, days, range, division, isOfTests)
                try fill(&state.parts, .paidByNew, days, range, division, isOfTests)
                state.turn += 1
                return nil
            }
            var answer = range.heading("money", settings)
            let conversion = settings.figures.conversion
            if place == nil {
                (state.parts.first ?? Part(value: "")).fill(&answer, conversion)
                try addPlayers(&answer, range)
            } else {
                if !state.areChosen {
                    state.parts = state.parts.named(Part(value: Segment.others), { $0.value }, { $0.payments }) { $0.add($1) }
                }
                state.areChosen = true
                if division.dimension != nil, let days = range.days(inTurn: state.turnOfPlayers) {
                    try addPlayers(&state.parts, days, range, division)
                    state.turnOfPlayers += 1
                    return nil
                }
                answer["parts"] = .array(
                    state.parts.map { part in
                        var json: JSONObject = ["value": part.value == Segment.others ? .null : .string(part.value)]
                        part.fill(&json, conversion)
                        for (name, days) in part.players { json[name] = .numbers(days) }
                        return .object(json)
                    })
            }
            return .success(.object(answer))
        }
    }

    private func addPlayers(_ answer: inout JSONObject, _ range: FigureRange) throws(Failure) {
        for (name, measure) in [("payers", Measure.payers), ("newPayers", .newPayers), ("active", .active)] {
            var sums = [Int64](repeating: 0, count: range.length)
            try read(measure, range.from...range.to, range, &sums)
            answer[name] = .numbers(sums)
        }
    }

    /// Payers of each part, and of a part of members those who were active.
    private func addPlayers(
        _ parts: inout [Part], _ days: ClosedRange<Int64>, _ range: FigureRange, _ division: Division
    ) throws(Failure) {
        let none = [Int64](repeating: 0, count: range.length)
        for (name, measure) in [("payers", Measure.payers), ("newPayers", .newPayers), ("active", .active)] {
            for place in parts.indices where parts[place].players[name] == nil { parts[place].players[name] = none }
            let isOfMembers = measure == .active
            let dimension = isOfMembers ? division.dimension.map { "\(Segment.all[$0])" } ?? "" : division.name
            let rows = try query(
                """
                SELECT value, day, SUM(amount) FROM figures WHERE measure = ? AND dimension = ? AND day BETWEEN ? AND ?
                GROUP BY value, day
                """, [.text(measure.rawValue), .text(dimension), .integer(days.lowerBound), .integer(days.upperBound)])
            for row in rows {
                let value = isOfMembers ? row.text(0) : division.partOfPayer(row.text(0))
                guard let place = parts.firstIndex(where: { $0.value == value || $0.together.contains(value) }) else { continue }
                parts[place].players[name]?[Int(row.integer(1) - range.from)] += row.integer(2)
            }
        }
    }

    private func fill(
        _ parts: inout [Part], _ measure: Measure, _ days: ClosedRange<Int64>, _ range: FigureRange, _ division: Division,
        _ isOfTests: Bool
    ) throws(Failure) {
        let rows = try query(
            """
            SELECT value, unit, day, amount FROM figures WHERE measure = ? AND dimension = ? AND day BETWEEN ? AND ? AND number <= ?
            ORDER BY day, value, unit
            """,
            [
                .text(measure.rawValue), .text(division.name), .integer(days.lowerBound), .integer(days.upperBound),
                .integer(isOfTests ? 1 : 0),
            ])
        for row in rows {
            guard let (name, amount) = FigureKey.money(row.text(1)) else { continue }
            let value = division.part(row.text(0))
            let part = parts.place(where: { $0.value == value }, else: Part(value: value))
            let currency = parts[part].currencies.place(where: { $0.name == name }, else: Currency(name, range.length))
            let (day, times) = (Int(row.integer(2) - range.from), row.integer(3))
            switch measure {
            case .paid:
                parts[part].payments += times
                parts[part].currencies[currency].paid[day].add(amount, times: times)
                parts[part].currencies[currency].payments[day] += times
            case .paidByNew: parts[part].currencies[currency].paidByNew[day].add(amount, times: times)
            default:
                parts[part].currencies[currency].refunded[day].add(amount, times: times)
                parts[part].currencies[currency].refunds[day] += times
            }
        }
    }

    /// A part of a value of payments, by its place in `Segment.ofPayments`.
    static func field(_ place: Int, of value: String) -> String {
        let fields = value.utf8.split(separator: 0x1f, omittingEmptySubsequences: false)
        return place < fields.count ? String(decoding: fields[place], as: UTF8.self) : ""
    }
}

extension FigureKey {
    /// The currency and the amount of a unit.
    static func money(_ unit: String) -> (currency: String, amount: String)? {
        let parts = unit.utf8.split(separator: UInt8(ascii: " "))
        return parts.count == 2 ? (String(decoding: parts[0], as: UTF8.self), String(decoding: parts[1], as: UTF8.self)) : nil
    }
}

extension Array {
    /// Where the one is that is looked for; it is made when there is none.
    mutating func place(where isIt: (Element) -> Bool, else new: @autoclosure () -> Element) -> Int {
        if let place = firstIndex(where: isIt) { return place }
        append(new())
        return count - 1
    }

    func largestFirst(_ most: Int, _ size: (Element) -> Int64) -> [Element] {
        var sorted: [Element] = []
        for element in self {
            let place = sorted.firstIndex { size($0) < size(element) } ?? sorted.count
            sorted.insert(element, at: place)
        }
        return [Element](sorted.prefix(most))
    }

    /// The largest parts, and behind them what all others are together, where there are any.
    /// - Parameter others: without anything yet.
    func named(
        _ others: Element, _ value: (Element) -> String, _ size: (Element) -> Int64, _ add: (inout Element, Element) -> Void
    ) -> [Element] {
        let sorted = filter { value($0) != Segment.others }.largestFirst(count, size)
        let rest = sorted.dropFirst(FigureParts.namedMax) + filter { value($0) == Segment.others }
        var all = others
        for part in rest { add(&all, part) }
        return sorted.prefix(FigureParts.namedMax) + (rest.isEmpty ? [] : [all])
    }
}
#endif
