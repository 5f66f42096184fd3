import Codecs
import Linux
import Messages
import Storage

/// Members, or those of a part, by day.
struct MemberDays {
    var joined: [Int64], active: [Int64], seen7: [Int64], seen30: [Int64]

    init(_ count: Int) {
        let none = [Int64](repeating: 0, count: count)
        (joined, active, seen7, seen30) = (none, none, none, none)
    }

    var json: JSONObject {
        ["new": .numbers(joined), "active": .numbers(active), "active7": .numbers(seen7), "active30": .numbers(seen30)]
    }
}

/// Members by day: who joined, played, came back and went.
extension Figures {
    private struct State {
        var members: MemberDays
        var turn = 0
    }

    func members(_ range: FigureRange) -> SlicedWork {
        SlicedWork(State(members: MemberDays(range.length))) { (state) throws(Failure) in
            if let days = range.days(inTurn: state.turn) {
                try read(.joined, days, range, &state.members.joined)
                try read(.active, days, range, &state.members.active)
                try read(.seen7, days, range, &state.members.seen7)
                try read(.seen30, days, range, &state.members.seen30)
                state.turn += 1
                return nil
            }
            state.members.seen7.accumulate(from: try sum(.seen7, before: range.from))
            state.members.seen30.accumulate(from: try sum(.seen30, before: range.from))
            var figures = state.members.json
            try addWhole(&figures, range)
            var answer = range.heading("members", settings)
            answer["figures"] = .object(figures)
            return .success(.object(answer))
        }
    }

    /// Longer away than this, a member who comes back is one who returns; away for this long, it has lapsed.
    private static let awayDays: Int64 = 8

    /// What is not divided.
    private func addWhole(_ figures: inout JSONObject, _ range: FigureRange) throws(Failure) {
        let none = [Int64](repeating: 0, count: range.length), days = range.from...range.to
        for (name, measure) in [
            ("withdrawn", Measure.withdrawn), ("joinedAndWithdrawn", .left), ("sessions", .logins), ("payers", .payers),
        ] {
            var sums = none
            try read(measure, days, range, &sums)
            figures[name] = .numbers(sums)
        }
        #if !hasFeature(Embedded)
        var anew = none
        try read(.joinedAnew, days, range, &anew)
        figures["newOnNewDevices"] = .known(anew, since: try firstDay(of: .joinedAnewSince, range), range)
        #endif
        var (returning, lapsed, total) = (none, none, none)
        for row in try query(
            """
            SELECT day, SUM(amount) FROM figures
            WHERE measure = 'gap' AND dimension = '' AND day BETWEEN ? AND ? AND number > ? GROUP BY day
            """, [.integer(range.from), .integer(range.to), .integer(Self.awayDays)])
        { returning[Int(row.integer(0) - range.from)] = row.integer(1) }
        // Those who played eight days before, without those who have played since.
        for row in try query(
            """
            SELECT day, amount FROM figures WHERE measure = 'active' AND dimension = '' AND day BETWEEN ? AND ?
            """, [.integer(range.from - Self.awayDays), .integer(range.to - Self.awayDays)])
        { lapsed[Int(row.integer(0) + Self.awayDays - range.from)] += row.integer(1) }
        for row in try query(
            """
            SELECT day - number, SUM(amount) FROM figures
            WHERE measure = 'gap' AND dimension = '' AND day BETWEEN ? AND ? AND number BETWEEN 1 AND ? GROUP BY day - number
            """, [.integer(range.from - Self.awayDays), .integer(range.to), .integer(Self.awayDays - 1)])
        {
            let place = row.integer(0) + Self.awayDays - range.from
            if place >= 0, place < Int64(range.length) { lapsed[Int(place)] -= row.integer(1) }
        }
        try read(.joined, days, range, &total)
        total.accumulate(from: try sum(.joined, before: range.from))
        figures["returning"] = .numbers(returning)
        figures["lapsed"] = .numbers(lapsed)
        figures["total"] = .numbers(total)
    }
}

extension JSON {
    static func numbers(_ numbers: [Int64]) -> JSON { .array(numbers.map { .integer($0) }) }
}

extension [Int64] {
    /// Out of changes by day, what is so on each day.
    mutating func accumulate(from start: Int64) {
        var sum = start
        for place in indices {
            sum += self[place]
            self[place] = sum
        }
    }
}
