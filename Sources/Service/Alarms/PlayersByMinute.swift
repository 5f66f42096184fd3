#if !hasFeature(Embedded)
import Storage

extension Alarms {
    /// How many players were connected in each minute, to all servers; where nothing is written nobody was. Only the minutes of the last
    /// hour are kept as such (`Figures.minutesKept`), so no rule looks further back.
    func playersByMinute(from: Int64, to: Int64) throws(Failure) -> [Int64] {
        guard from <= to else { return [] }
        var counts = [Int64](repeating: 0, count: Int(to - from + 1))
        let rows = try query(
            "SELECT minute, SUM(players) FROM player_minutes WHERE minute BETWEEN ? AND ? GROUP BY minute",
            [.integer(from), .integer(to)])
        for row in rows { counts[Int(row.integer(0) - from)] = row.integer(1) }
        return counts
    }
}
#endif
