#if !hasFeature(Embedded)
import Codecs
import Linux
import Messages
import Storage

/// Levels by day: how many were reached, how long that took, and how far players have come.
extension Figures {
    fileprivate struct Level {
        /// Of players who have come so far at any time; who are there now; who came in the range, by time.
        var reached: Int64 = 0
        var players: Int64 = 0
        var times = [Int64](repeating: 0, count: Figures.levelTimes.count + 1)
        var seconds: Int64 = 0

        var levelUps: Int64 { times.reduce(0, +) }
        var meanSeconds: JSON { levelUps == 0 ? .null : .integer(seconds / levelUps) }
    }

    private struct State {
        var days: [Int64]
        var levels: [Int64: Level] = [:]
        var spans: DaySpans
    }

    func levels(_ range: FigureRange) -> SlicedWork {
        SlicedWork(State(days: [Int64](repeating: 0, count: range.length), spans: DaySpans(range))) { (state) throws(Failure) in
            if let days = state.spans.next {
                state.spans.advance(try addLevelUps(days, range, &state))
                return nil
            }
            try addStanding(&state.levels)
            let known = try firstDayOfLevels(range)
            var answer = range.heading("levels", settings)
            answer["figures"] = [
                "levelUps": .known(state.days, since: known, range), "unbelieved": .known(try unbelieved(range), since: known, range),
            ]
            let others = state.levels.removeValue(forKey: Self.otherLevels) ?? Level()
            answer["levels"] = .array(
                state.levels.keys.sorted().map { number in
                    let level = state.levels[number] ?? Level()
                    return [
                        "level": .integer(number), "reached": .integer(level.reached), "players": .integer(level.players),
                        "levelUps": .integer(level.levelUps), "meanSeconds": level.meanSeconds, "times": .numbers(level.times),
                    ]
                })
            answer["others"] = [
                "levelUps": .integer(others.levelUps), "meanSeconds": others.meanSeconds, "times": .numbers(others.times),
            ]
            return .success(.object(answer))
        }
    }

    /// A day has a sum for each level and each of `levelTimes`: thousands where many levels are counted.
    /// - Returns: how many rows there were.
    private func addLevelUps(_ days: ClosedRange<Int64>, _ range: FigureRange, _ state: inout State) throws(Failure) -> Int {
        let between: [Value] = [.integer(days.lowerBound), .integer(days.upperBound)]
        let ups = try query(
            """
            SELECT day, number, value, amount FROM figures WHERE measure = 'leveled' AND dimension = '' AND day BETWEEN ? AND ?
            """, between)
        for row in ups {
            guard let time = Int(row.text(2)), time >= 0, time <= Self.levelTimes.count else { continue }
            state.levels[counted(row.integer(1)), default: Level()].times[time] += row.integer(3)
            state.days[Int(row.integer(0) - range.from)] += row.integer(3)
        }
        let seconds = try query(
            """
            SELECT number, SUM(amount) FROM figures WHERE measure = 'levelSeconds' AND dimension = '' AND day BETWEEN ? AND ?
            GROUP BY number
            """, between)
        for row in seconds { state.levels[counted(row.integer(0)), default: Level()].seconds += row.integer(1) }
        return ups.count + seconds.count
    }

    /// Who has reached each level, and who is there now. Only of levels that are counted each: of the others there may be millions.
    private func addStanding(_ levels: inout [Int64: Level]) throws(Failure) {
        let last: [Value] = [.integer(settings.figures.levelsMax)]
        for row in try query(
            "SELECT user_level, players FROM level_ups WHERE user_level BETWEEN 0 AND ? AND players > 0", last)
        { levels[row.integer(0), default: Level()].reached = row.integer(1) }
        for row in try query("SELECT user_level, users FROM level_users WHERE user_level BETWEEN 0 AND ? AND users > 0", last) {
            levels[row.integer(0), default: Level()].players = row.integer(1)
        }
    }

    private func unbelieved(_ range: FigureRange) throws(Failure) -> [Int64] {
        var sums = [Int64](repeating: 0, count: range.length)
        try read(.levelDoubted, range.from...range.to, range, &sums)
        return sums
    }

    /// A store of an earlier version has not counted the days before.
    func firstDayOfLevels(_ range: FigureRange) throws(Failure) -> Int64 { try firstDay(of: .levelsSince, range) }

    /// - Parameter since: a measure that an upgrade has set on the first day that is counted.
    func firstDay(of since: Measure, _ range: FigureRange) throws(Failure) -> Int64 {
        let rows = try query("SELECT MAX(day) FROM figures WHERE measure = ? AND dimension = ''", [.text(since.rawValue)])
        return rows.first?.integerOrNil(0) ?? range.from
    }
}

extension JSON {
    /// By day; null for days that were not counted.
    static func known(_ days: [Int64], since first: Int64, _ range: FigureRange) -> JSON {
        .array(days.enumerated().map { range.from + Int64($0) < first ? .null : .integer($1) })
    }
}
#endif
