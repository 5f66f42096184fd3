#if !hasFeature(Embedded)
import Codecs
import Messages
import Storage

/// Members by day and part.
extension Figures {
    private struct State {
        var choice: PartChoice
        var members: [MemberDays] = []
        var spans: DaySpans
        var before7 = SumsBefore(), before30 = SumsBefore()
    }

    /// How far the days before the range are read, value by value.
    private struct SumsBefore {
        /// The last one that was read.
        var value: String?
        var isRead = false

        /// Each may have a row for each of the days.
        static let rowsInTurn: Int64 = 3_000, valuesMax: Int64 = 64
    }

    func dividedMembers(_ range: FigureRange) -> SlicedWork {
        SlicedWork(State(choice: PartChoice(range), spans: DaySpans(range))) { (state) throws(Failure) in
            guard let parts = try parts(&state.choice, .active, range) else { return nil }
            if state.members.isEmpty {
                state.members = [MemberDays](repeating: MemberDays(range.length), count: parts.size)
                state.spans.expect(4, as: state.choice.spans)
            }
            if let days = state.spans.next {
                var rows = try read(.joined, parts, days, range) { state.members[$0].joined[$1] += $2 }
                rows += try read(.active, parts, days, range) { state.members[$0].active[$1] += $2 }
                rows += try read(.seen7, parts, days, range) { state.members[$0].seen7[$1] += $2 }
                rows += try read(.seen30, parts, days, range) { state.members[$0].seen30[$1] += $2 }
                state.spans.advance(rows)
                return nil
            }
            // What is kept as changes begins with the sum of all days before.
            if !state.before7.isRead || !state.before30.isRead {
                for row in try sums(.seen7, &state.before7, parts, range) {
                    state.members[parts.place(of: row.text(0))].seen7[0] += row.integer(1)
                }
                for row in try sums(.seen30, &state.before30, parts, range) {
                    state.members[parts.place(of: row.text(0))].seen30[0] += row.integer(1)
                }
                return nil
            }
            var answer = range.heading("members", settings)
            answer["parts"] = .array(
                state.members.enumerated().map { place, days in
                    var days = days
                    days.seen7.accumulate(from: 0)
                    days.seen30.accumulate(from: 0)
                    return ["value": parts.name(place), "figures": .object(days.json)]
                })
            return .success(.object(answer))
        }
    }

    /// The next values, each with the sum of its days before the range.
    private func sums(
        _ measure: Measure, _ before: inout SumsBefore, _ parts: FigureParts, _ range: FigureRange
    ) throws(Failure) -> [Row] {
        if before.isRead { return [] }
        let key: [Value] = [.text(measure.rawValue), .text(parts.dimension)]
        let first = try query("SELECT MIN(day) FROM figures WHERE measure = ? AND dimension = ?", key).first?.integerOrNil(0)
        let length = max(1, min(SumsBefore.valuesMax, SumsBefore.rowsInTurn / max(1, range.from - (first ?? range.from))))
        let rows = try query(
            """
            SELECT value, SUM(amount) FROM figures
            WHERE measure = ? AND dimension = ? AND value \(before.value == nil ? ">=" : ">") ? AND day < ?
            GROUP BY value ORDER BY value LIMIT ?
            """, key + [.text(before.value ?? ""), .integer(range.from), .integer(length)])
        before = SumsBefore(value: rows.last?.text(0), isRead: rows.count < length)
        return rows
    }
}
#endif
