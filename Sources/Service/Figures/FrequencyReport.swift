#if !hasFeature(Embedded)
import Codecs
import Linux
import Messages
import Storage

/// How often the members of seven days played in them. Each day has counts by the six days before it (`DaysAround`). Who played on a day
/// and again on a later one is taken out of the count of the earlier, so that each member is in one count.
extension Figures {
    private static let weeks = 1 << Int(DaysAround.length)
    private static let window = Int(DaysAround.length) + 1

    private struct Day {
        var active: Int64 = 0
        var weeks = [Int64](repeating: 0, count: Figures.weeks)

        /// A store of an earlier version has not counted all members so, nor has a game's own process.
        var isCounted: Bool { weeks.reduce(0, +) == active }
    }

    private struct State {
        /// The first is six days before the range.
        var days: [Day]
        var read = 0
    }

    func frequency(_ range: FigureRange) -> SlicedWork {
        let first = range.from - DaysAround.length
        return SlicedWork(State(days: [Day](repeating: Day(), count: Int(range.to - first) + 1))) { (state) throws(Failure) in
            guard state.read < state.days.count else {
                var answer = range.heading("frequency", settings)
                answer["figures"] = .object(Self.frequencies(state.days))
                return .success(.object(answer))
            }
            let end = min(state.read + Int(FigureRange.daysInTurn), state.days.count)
            let rows = try query(
                """
                SELECT measure, day, number, SUM(amount) FROM figures
                WHERE measure IN ('active', 'week') AND dimension = '' AND day BETWEEN ? AND ? GROUP BY measure, day, number
                """, [.integer(first + Int64(state.read)), .integer(first + Int64(end) - 1)])
            for row in rows {
                let place = Int(row.integer(1) - first), week = row.integer(2)
                if row.text(0) == "active" {
                    state.days[place].active += row.integer(3)
                } else if week >= 0, week < Self.weeks {
                    state.days[place].weeks[Int(week)] += row.integer(3)
                }
            }
            state.read = end
            return nil
        }
    }

    private static func frequencies(_ days: [Day]) -> JSONObject {
        let windows = (0...days.count - window).map { days[$0..<$0 + window] }
        let patterns = windows.map { window in window.allSatisfy { $0.isCounted } ? Self.patterns(of: Array(window)) : nil }
        var figures = JSONObject()
        func add(_ name: String, _ counts: ClosedRange<Int>, _ measure: (Int) -> Int) {
            for count in counts {
                figures["\(name)\(count)"] = .array(
                    patterns.map { members in
                        members.map { .integer($0.enumerated().reduce(0) { $0 + (measure($1.offset) == count ? $1.element : 0) }) } ?? .null
                    })
            }
        }
        add("visits", 1...window) { $0.nonzeroBitCount }
        add("consecutive", 0...window) { $0 == 0 ? -1 : (~$0).trailingZeroBitCount }
        add("longest", 1...window) { longest(in: $0) }
        return figures
    }

    /// Members by the days of a window on which they played. Bit n of a pattern: n days before the last.
    private static func patterns(of days: [Day]) -> [Int64] {
        var members = [Int64](repeating: 0, count: 1 << window)
        for (back, day) in days.reversed().enumerated() {
            let inWindow = 1 << (window - 1 - back) - 1
            for (week, count) in day.weeks.enumerated() where count != 0 {
                let earlier = (week & inWindow) << (back + 1)
                members[earlier | 1 << back] += count
                if earlier != 0 { members[earlier] -= count }
            }
        }
        return members
    }

    private static func longest(in pattern: Int) -> Int {
        var (left, days) = (pattern, 0)
        while left != 0 { (left, days) = (left & left << 1, days + 1) }
        return days
    }
}
#endif
