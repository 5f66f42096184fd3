#if !hasFeature(Embedded)
import Codecs
import Messages
import Storage

/// How long members are connected, by where they come from and where they are in the game. Each server reports of each five minutes who
/// was connected for how many of them; the service knows the rest.
extension Figures {
    /// {minute, part, users: [{userId, minutes}]} of a server. Parts come in order; one that was counted is not counted again.
    func notePlayTime(_ parameters: Parameters, server: Int64, now minute: Int64) throws(Failure) {
        let begin = serviceMinute(try parameters.integer("minute", in: 0...Self.serverMax))
        let part = try parameters.integer("part", in: 0...Int64(Limit.reportsOfPlayTime - 1))
        var minutes: [String: Int64] = [:], users: [String] = []
        for entry in try parameters.objects("users", countMax: Limit.playersInReport) {
            let (userId, count) = (try entry.text("userId", bytesMax: 64), try entry.integer("minutes", in: 1...Self.minutesKept))
            if minutes.updateValue(count, forKey: userId) == nil { users.append(userId) }
        }
        guard (minute - Self.minutesKept...minute).contains(begin), try isNext(part, of: server, begin, before: minute) else { return }
        let day = settings.zoneMinute(begin) / Self.dayMinutes
        var sums = MergedSums()
        for asked in IdList.parts(users) {
            let rows = try query(
                "SELECT user_id, segment FROM members WHERE user_id IN \(IdList.places) AND segment IS NOT NULL", asked)
            for row in rows {
                let (count, segment) = (minutes[row.text(0)] ?? 0, Segment(stored: row.text(1)))
                for (dimension, value) in segment.parts {
                    sums.add(FigureKey(measure: .playTime, dimension: dimension, value: value, day: day), count)
                }
            }
        }
        for sum in sums.all { core.figures.add(sum.key, sum.amount) }
    }

    /// How many parts of a server's report were counted stands among the figures while the report may come again.
    private func isNext(_ part: Int64, of server: Int64, _ begin: Int64, before minute: Int64) throws(Failure) -> Bool {
        try run(
            "DELETE FROM figures WHERE measure = ? AND dimension = '' AND day < ?",
            [.text(Measure.playTimeParts.rawValue), .integer(minute - 2 * Self.minutesKept)])
        let key = FigureKey(measure: .playTimeParts, number: server, day: begin).values
        try run(
            """
            INSERT INTO figures (measure, dimension, value, number, unit, day, amount) VALUES (?, ?, ?, ?, ?, ?, 0)
            ON CONFLICT (measure, dimension, value, number, unit, day) DO NOTHING
            """, key)
        return try runCounted(
            """
            UPDATE figures SET amount = amount + 1
            WHERE measure = ? AND dimension = ? AND value = ? AND number = ? AND unit = ? AND day = ? AND amount = ?
            """, key + [.integer(part)]) > 0
    }

    // MARK: The report

    private struct Part {
        var minutes: [Int64], active: [Int64]
    }

    private struct State {
        var choice: PartChoice
        var times: [Part] = []
        var spans: DaySpans
    }

    /// Play time by day and part.
    func dividedPlayTime(_ range: FigureRange) -> SlicedWork {
        SlicedWork(State(choice: PartChoice(range), spans: DaySpans(range))) { (state) throws(Failure) in
            guard let parts = try parts(&state.choice, .playTime, range) else { return nil }
            if state.times.isEmpty {
                let none = [Int64](repeating: 0, count: range.length)
                state.times = [Part](repeating: Part(minutes: none, active: none), count: parts.size)
                state.spans.expect(2, as: state.choice.spans)
            }
            if let days = state.spans.next {
                var rows = try read(.playTime, parts, days, range) { state.times[$0].minutes[$1] += $2 }
                rows += try read(.active, parts, days, range) { state.times[$0].active[$1] += $2 }
                state.spans.advance(rows)
                if state.spans.next != nil { return nil }
            }
            let elapsed = settings.zoneMinute(minute(of: now)) + 1
            let counted = CountedMinutes(range.from * Self.dayMinutes, try firstPlayTime(elapsed)..<elapsed)
            var answer = range.heading("concurrent", settings)
            answer["parts"] = .array(
                state.times.enumerated().map { place, one in
                    [
                        "value": parts.name(place),
                        "figures": [
                            "playMinutes": counted.known(one.minutes, Self.dayMinutes),
                            "average": counted.means(one.minutes, Self.dayMinutes),
                            "active": .numbers(one.active),
                        ],
                    ]
                })
            return .success(.object(answer))
        }
    }

    /// The minute from which on each is divided, in the app's zone. An earlier version counted players and did not divide them: then the
    /// first day of parts is not whole.
    private func firstPlayTime(_ elapsed: Int64) throws(Failure) -> Int64 {
        let rows = try query(
            "SELECT MIN(day) FROM figures WHERE measure = ? AND dimension = ?",
            [.text(Measure.playTime.rawValue), .text("\(Segment.dimensions[0])")])
        guard let day = rows.first?.integerOrNil(0) else { return elapsed }
        let first = try firstHour(elapsed)
        return min(elapsed, first < day * Self.dayMinutes ? (day + 1) * Self.dayMinutes : first)
    }
}
#endif
