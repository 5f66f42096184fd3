#if !hasFeature(Embedded)
import Linux
import Messages
import Storage
import Wire

/// Of those who joined on a day, how many played so many days later.
extension Figures {
    private struct Cohorts {
        let part: FigurePart
        var joined: [Int64], left: [Int64]
        var stays: [[Int64]]

        init(_ part: FigurePart, _ range: FigureRange, _ agesMax: Int64) {
            self.part = part
            joined = [Int64](repeating: 0, count: range.length)
            left = joined
            stays = (range.from...range.to).map { [Int64](repeating: 0, count: Int(min(range.today - $0, agesMax)) + 1) }
        }

        func json(_ range: FigureRange) -> JSON {
            .array(
                (0..<range.length).map { place in
                    [
                        "day": .string(FigureRange.text(range.from + Int64(place))), "new": .integer(joined[place]),
                        "joinedAndWithdrawn": .integer(left[place]), "active": .numbers(stays[place]),
                    ]
                })
        }
    }

    private struct State {
        var cohorts: [Cohorts] = []
        var turn = 0
        var place = 0
    }

    func retention(_ range: FigureRange) -> SlicedWork {
        let agesMax = range.dimension == nil ? Self.agesMax : Self.dividedAgesMax
        return SlicedWork(State()) { (state) throws(Failure) in
            if state.cohorts.isEmpty { state.cohorts = try parts(.joined, range).map { Cohorts($0, range, agesMax) } }
            if state.place < state.cohorts.count {
                if let days = range.days(inTurn: state.turn) {
                    try fill(&state.cohorts[state.place], range, days)
                    state.turn += 1
                } else {
                    (state.place, state.turn) = (state.place + 1, 0)
                }
                return nil
            }
            var answer = range.heading("retention", settings)
            if range.dimension == nil {
                answer["cohorts"] = state.cohorts[0].json(range)
            } else {
                answer["parts"] = .array(state.cohorts.map { ["value": $0.part.value ?? .null, "cohorts": $0.json(range)] })
            }
            return .success(.object(answer))
        }
    }

    private func fill(_ cohorts: inout Cohorts, _ range: FigureRange, _ days: ClosedRange<Int64>) throws(Failure) {
        let part = cohorts.part
        try read(.joined, part, days, range, &cohorts.joined)
        if range.dimension == nil { try read(.left, part, days, range, &cohorts.left) }
        let rows = try query(
            """
            SELECT day, number, SUM(amount) FROM figures
            WHERE measure = 'stay' AND dimension = ? AND day BETWEEN ? AND ? \(part.condition) GROUP BY day, number
            """, [part.dimension, .integer(days.lowerBound), .integer(days.upperBound)] + part.values)
        for row in rows {
            let (place, age) = (Int(row.integer(0) - range.from), Int(row.integer(1)))
            // What a clock that was ahead has counted has no place yet.
            if age < cohorts.stays[place].count { cohorts.stays[place][age] = row.integer(2) }
        }
    }
}
#endif
