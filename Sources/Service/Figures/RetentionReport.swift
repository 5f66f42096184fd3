#if !hasFeature(Embedded)
import Codecs
import Linux
import Messages
import Storage

/// Of those who joined on a day, how many played so many days later.
extension Figures {
    private struct Cohorts {
        var joined: [Int64], left: [Int64]
        var stays: [[Int64]]

        init(_ range: FigureRange, _ agesMax: Int64) {
            joined = [Int64](repeating: 0, count: range.length)
            left = joined
            stays = (range.from...range.to).map { [Int64](repeating: 0, count: Int(min(range.today - $0, agesMax)) + 1) }
        }

        /// - Parameter isKnown: of each day, whether it was counted who left.
        func json(_ range: FigureRange, _ isKnown: [Bool]) -> JSON {
            .array(
                (0..<range.length).map { place in
                    [
                        "day": .string(FigureRange.text(range.from + Int64(place))), "new": .integer(joined[place]),
                        "joinedAndWithdrawn": isKnown[place] ? .integer(left[place]) : .null, "active": .numbers(stays[place]),
                    ]
                })
        }
    }

    private struct State {
        var choice: PartChoice
        var cohorts: [Cohorts] = []
        /// Of all parts together, those that joined and withdrew on the day.
        var left: [Int64]
        var spans: DaySpans

        /// An earlier version did not divide them.
        var isKnown: [Bool] { left.enumerated().map { place, all in cohorts.reduce(0) { $0 + $1.left[place] } == all } }
    }

    func retention(_ range: FigureRange) -> SlicedWork {
        let agesMax = range.dimension == nil ? Self.agesMax : Self.dividedAgesMax
        let none = [Int64](repeating: 0, count: range.length)
        return SlicedWork(State(choice: PartChoice(range), left: none, spans: DaySpans(range))) { (state) throws(Failure) in
            guard let parts = try parts(&state.choice, .joined, range) else { return nil }
            if state.cohorts.isEmpty { state.cohorts = [Cohorts](repeating: Cohorts(range, agesMax), count: parts.size) }
            if let days = state.spans.next {
                state.spans.advance(try fill(&state.cohorts, parts, range, days))
                try read(.left, days, range, &state.left)
                return nil
            }
            var answer = range.heading("retention", settings)
            if range.dimension == nil {
                answer["cohorts"] = state.cohorts[0].json(range, state.isKnown)
            } else {
                let isKnown = state.isKnown
                answer["parts"] = .array(
                    state.cohorts.enumerated().map { ["value": parts.name($0), "cohorts": $1.json(range, isKnown)] })
            }
            return .success(.object(answer))
        }
    }

    /// - Returns: how many rows there were.
    private func fill(
        _ cohorts: inout [Cohorts], _ parts: FigureParts, _ range: FigureRange, _ days: ClosedRange<Int64>
    ) throws(Failure) -> Int {
        var count = try read(.joined, parts, days, range) { cohorts[$0].joined[$1] += $2 }
        count += try read(.left, parts, days, range) { cohorts[$0].left[$1] += $2 }
        let rows = try query(
            """
            SELECT day, number, value, amount FROM figures WHERE measure = 'stay' AND dimension = ? AND day BETWEEN ? AND ?
            """, [.text(parts.dimension), .integer(days.lowerBound), .integer(days.upperBound)])
        for row in rows {
            let (part, place, age) = (parts.place(of: row.text(2)), Int(row.integer(0) - range.from), Int(row.integer(1)))
            // What a clock that was ahead has counted has no place yet.
            if age < cohorts[part].stays[place].count { cohorts[part].stays[place][age] += row.integer(3) }
        }
        count += rows.count
        return count
    }
}
#endif
