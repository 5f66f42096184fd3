/// The days on which a member played, of the last 126 up to the newest of them, each a bit. Out of them follows what a further day changes
/// in figures that count each member once, in whatever order the days become known: a metric may come weeks after it was made.
struct PlayedDays: Equatable {
    /// Longer than a metric may be late (`Analytics.eventDaysPast`).
    static let kept: Int64 = 2 * bits
    /// Of one number, which stays positive in every database.
    static let bits: Int64 = 63
    private static let mask = Int64.max

    private(set) var newest: Int64
    /// Bit n: the day n days before the newest.
    private(set) var recent: Int64
    /// Bit n: the day 63 + n days before it.
    private(set) var earlier: Int64

    init(newest: Int64, recent: Int64 = 1, earlier: Int64 = 0) {
        (self.newest, self.recent, self.earlier) = (newest, recent, earlier)
    }

    func contains(_ day: Int64) -> Bool {
        let back = newest - day
        if back < 0 || back >= Self.kept { return false }
        return (back < Self.bits ? recent >> back : earlier >> (back - Self.bits)) & 1 == 1
    }

    /// The newest that is before a day; nil: none that is still known.
    func last(before day: Int64) -> Int64? {
        var place = min(day - 1, newest)
        while newest - place < Self.kept {
            if contains(place) { return place }
            place -= 1
        }
        return nil
    }

    /// The oldest that is after a day.
    func first(after day: Int64) -> Int64? {
        var place = max(day + 1, newest - Self.kept + 1)
        while place <= newest {
            if contains(place) { return place }
            place += 1
        }
        return nil
    }

    /// - Returns: false for one that is there already, or too long ago to tell.
    mutating func insert(_ day: Int64) -> Bool {
        if day > newest {
            let shift = day - newest
            newest = day
            if shift >= Self.kept {
                (recent, earlier) = (1, 0)
            } else if shift >= Self.bits {
                (recent, earlier) = (1, (recent << (shift - Self.bits)) & Self.mask)
            } else {
                earlier = (earlier << shift | recent >> (Self.bits - shift)) & Self.mask
                recent = (recent << shift) & Self.mask | 1
            }
            return true
        }
        let back = newest - day
        if back >= Self.kept || contains(day) { return false }
        if back < Self.bits { recent |= 1 << back } else { earlier |= 1 << (back - Self.bits) }
        return true
    }

    func around(_ day: Int64) -> DaysAround {
        #if hasFeature(Embedded)
        DaysAround()
        #else
        var around = DaysAround()
        for days in 1...DaysAround.length {
            if contains(day - days) { around.before |= 1 << (days - 1) }
            if contains(day + days) { around.after |= 1 << (days - 1) }
        }
        return around
        #endif
    }

    /// The days from which on a window of so many days, which ends with a day, has the member because it played on `day`, and had not
    /// before: the first of them, and the first that has it no more. nil: each of these windows has it already.
    static func gain(_ day: Int64, before: Int64?, after: Int64?, window: Int64) -> (first: Int64, end: Int64)? {
        let first = max(day, before.map { $0 + window } ?? day)
        let end = min(day + window, after ?? day + window)
        return first < end ? (first, end) : nil
    }
}

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
