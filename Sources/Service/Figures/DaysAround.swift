/// Which of the six days before a day, and of the six after it, a member played on. Each day is counted by the six before it: out of these
/// counts follows how often the members of any seven days played in them (`Figures.frequency`). A game's own process does not count it.
struct DaysAround: Hashable {
    #if !hasFeature(Embedded)
    static let length: Int64 = 6

    /// Bit n: n + 1 days before, or after.
    var before: Int64 = 0
    var after: Int64 = 0

    /// What a day adds to the counts: its own, and those of later days, which it is one of the days before of.
    var changes: [(later: Int64, week: Int64, amount: Int64)] {
        var changes: [(later: Int64, week: Int64, amount: Int64)] = [(0, before, 1)]
        for later in 1...Self.length where after >> (later - 1) & 1 == 1 {
            // Bit n of a later day's week: of the days between, and of those before this one.
            var week = (before << later) & (1 << Self.length - 1)
            for between in 1..<later where after >> (between - 1) & 1 == 1 { week |= 1 << (later - between - 1) }
            changes.append((later, week, -1))
            changes.append((later, week | 1 << (later - 1), 1))
        }
        return changes
    }
    #endif
}
