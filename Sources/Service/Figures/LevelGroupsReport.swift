#if !hasFeature(Embedded)
import Codecs
import Linux
import Messages
import Storage

/// Levels by the channel or the class in which they were reached: those that the settings name, and the others together.
extension Figures {
    private struct Part {
        /// nil: the others.
        let value: String?
        var days: [Int64]
        var reached: [Int64: Int64] = [:]

        var size: Int64 { days.reduce(0, +) }
        /// Of what the settings do not name only what there is.
        var isShown: Bool { !(value ?? "").isEmpty || size > 0 || !reached.isEmpty }
    }

    private struct DividedState {
        var found: [Part] = []
        /// What the answer names, and the values that are read.
        var parts: [Part] = []
        var values: [(stored: String, part: Int)] = []
        var turn = 0
    }

    func levels(_ range: FigureRange, of group: LevelGroup) -> SlicedWork {
        SlicedWork(DividedState()) { (state) throws(Failure) in
            if let days = range.days(inTurn: state.turn) {
                try addDays(group, days, range, &state.found)
                state.turn += 1
                return nil
            }
            if state.parts.isEmpty { choose(group, range, &state) }
            if !state.values.isEmpty {
                var rows = 0
                while rows < DaySpans.rowsInTurn, let (stored, part) = state.values.popLast() {
                    rows += try addReached(group, stored, &state.parts[part])
                }
                return nil
            }
            let known = try firstDayOfLevels(range)
            var answer = range.heading("levels", settings)
            answer["parts"] = .array(
                state.parts.filter { $0.isShown }.map { part in
                    [
                        "value": part.value.map { .string($0) } ?? .null,
                        "figures": ["levelUps": .known(part.days, since: known, range)],
                        "levels": .array(
                            part.reached.keys.sorted().map { ["level": .integer($0), "reached": .integer(part.reached[$0] ?? 0)] }),
                    ]
                })
            return .success(.object(answer))
        }
    }

    private func addDays(_ group: LevelGroup, _ days: ClosedRange<Int64>, _ range: FigureRange, _ found: inout [Part]) throws(Failure) {
        let rows = try query(
            """
            SELECT value, day, SUM(amount) FROM figures WHERE measure = ? AND dimension = '' AND day BETWEEN ? AND ?
            GROUP BY value, day
            """, [.text(group.leveled.rawValue), .integer(days.lowerBound), .integer(days.upperBound)])
        for row in rows {
            let place = found.place(
                where: { $0.value == row.text(0) }, else: Part(value: row.text(0), days: [Int64](repeating: 0, count: range.length)))
            found[place].days[Int(row.integer(1) - range.from)] += row.integer(2)
        }
    }

    /// Those that the settings name, what was not said, and the largest of earlier settings; the others become one.
    private func choose(_ group: LevelGroup, _ range: FigureRange, _ state: inout DividedState) {
        let none = [Int64](repeating: 0, count: range.length)
        let known = group.known(settings.figures)
        var all = state.found
        for name in known + ["", Segment.others] { _ = all.place(where: { $0.value == name }, else: Part(value: name, days: none)) }
        let sorted = all.largestFirst(all.count) { $0.size }
        var named = sorted.filter { part in part.value == "" || known.contains { $0 == part.value } }
        for part in sorted where named.count < FigureParts.namedMax && part.value != Segment.others {
            _ = named.place(where: { $0.value == part.value }, else: part)
        }
        state.parts = named.largestFirst(named.count) { $0.size } + [Part(value: nil, days: none)]
        let others = state.parts.count - 1
        for part in all {
            let place = state.parts.firstIndex { $0.value == part.value } ?? others
            if place == others { for day in none.indices { state.parts[others].days[day] += part.days[day] } }
            state.values.append((part.value ?? "", place))
        }
    }

    /// - Returns: how many rows there were.
    private func addReached(_ group: LevelGroup, _ value: String, _ part: inout Part) throws(Failure) -> Int {
        let rows = try query(
            "SELECT number, SUM(amount) FROM figures WHERE measure = ? AND dimension = '' AND value = ? GROUP BY number",
            [.text(group.reached.rawValue), .text(value)])
        for row in rows where counted(row.integer(0)) != Self.otherLevels { part.reached[row.integer(0), default: 0] += row.integer(1) }
        return rows.count
    }
}
#endif
