#if !hasFeature(Embedded)
import Codecs
import Messages
import Storage

/// Subscriptions by day. How many there are is kept for now, and those of days before follow from what changed since.
extension Figures {
    private static let changes: [Measure] = [.subscribed, .resumed, .renewed, .lapsed]

    fileprivate struct Part {
        let value: String
        /// In the order of `changes`.
        var days: [[Int64]]
        var active: Int64 = 0
        /// By how much `active` changed behind the range.
        var later: Int64 = 0

        init(_ value: String, _ length: Int) {
            self.value = value
            days = [[Int64]](repeating: [Int64](repeating: 0, count: length), count: Figures.changes.count)
        }

        mutating func add(_ other: Part) {
            for kind in days.indices {
                for day in days[kind].indices { days[kind][day] += other.days[kind][day] }
            }
            (active, later) = (active + other.active, later + other.later)
        }

        var figures: JSON {
            var active = [Int64](repeating: self.active - later, count: days[0].count)
            for day in active.indices.dropFirst().reversed() {
                active[day - 1] = active[day] - days[0][day] - days[1][day] + days[3][day]
            }
            return [
                "active": .numbers(active), "new": .numbers(days[0]), "resumed": .numbers(days[1]), "renewed": .numbers(days[2]),
                "lapsed": .numbers(days[3]),
            ]
        }
    }

    private struct State {
        var parts: [Part] = []
        /// The day that is read next.
        var next: Int64
    }

    /// - Parameter place: in `Segment.ofSubscriptions`.
    func subscriptions(_ range: FigureRange, by place: Int?, _ parameters: Parameters) throws(Failure) -> SlicedWork {
        let isOfTests = try parameters.bool("tests", default: settings.app.isSandbox)
        return SlicedWork(State(next: range.from)) { (state) throws(Failure) in
            // How many there are now is read with the newest days: what is entered between two turns is in neither.
            let first = try firstChange(from: state.next) ?? range.today
            let isLast = first + FigureRange.daysInTurn > range.today
            let days = first...(isLast ? Int64.max : first + FigureRange.daysInTurn - 1)
            for (kind, measure) in Self.changes.enumerated() {
                for row in try rows(measure, days, isOfTests) {
                    let part = state.parts.part(row.text(0), by: place, range)
                    let (day, amount) = (row.integer(1), row.integer(2))
                    if day <= range.to {
                        state.parts[part].days[kind][Int(day - range.from)] += amount
                    } else if measure != .renewed {
                        state.parts[part].later += measure == .lapsed ? -amount : amount
                    }
                }
            }
            state.next = first + FigureRange.daysInTurn
            if !isLast { return nil }
            for row in try rows(.subscribers, Self.dayOfNow...Self.dayOfNow, isOfTests) {
                let part = state.parts.part(row.text(0), by: place, range)
                state.parts[part].active += row.integer(2)
            }
            var answer = range.heading("subscriptions", settings)
            if place == nil {
                answer["figures"] = (state.parts.first ?? Part("", range.length)).figures
            } else {
                answer["parts"] = .array(
                    state.parts.named(Part(Segment.others, range.length), { $0.value }, { $0.active }) { $0.add($1) }.map {
                        ["value": $0.value == Segment.others ? .null : .string($0.value), "figures": $0.figures]
                    })
            }
            return .success(.object(answer))
        }
    }

    /// Days without changes take no turns, however long ago the range is.
    private func firstChange(from day: Int64) throws(Failure) -> Int64? {
        var first: Int64?
        for measure in Self.changes {
            let found = try query(
                "SELECT MIN(day) FROM figures WHERE measure = ? AND dimension = '' AND day >= ?", [.text(measure.rawValue), .integer(day)]
            ).first?.integerOrNil(0)
            if let found { first = min(first ?? found, found) }
        }
        return first
    }

    private func rows(_ measure: Measure, _ days: ClosedRange<Int64>, _ isOfTests: Bool) throws(Failure) -> [Row] {
        try query(
            """
            SELECT value, day, SUM(amount) FROM figures WHERE measure = ? AND dimension = '' AND day BETWEEN ? AND ? AND number <= ?
            GROUP BY value, day
            """, [.text(measure.rawValue), .integer(days.lowerBound), .integer(days.upperBound), .integer(isOfTests ? 1 : 0)])
    }
}

extension [Figures.Part] {
    /// The place of the part that a stored value counts for.
    fileprivate mutating func part(_ value: String, by place: Int?, _ range: FigureRange) -> Int {
        let name = place.map { Figures.field($0, of: value) } ?? ""
        return self.place(where: { $0.value == name }, else: Figures.Part(name, range.length))
    }
}
#endif
