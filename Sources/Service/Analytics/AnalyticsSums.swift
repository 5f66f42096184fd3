import Codecs
import Linux
import Storage

/// What a batch of events adds to the sums, gathered first, so that each row is written once and not once an event.
struct AnalyticsSums {
    struct Level {
        let userId: String
        var level: Int64
        var date: Int64
        var channelId: String?
        var characterId: String?
        var classId: String?
        #if hasFeature(Embedded)
        /// The levels that it says it reached, as they came.
        var reached: [Int64] = []
        #else
        /// What it says of its levels, as it came.
        var told: [(level: Int64, event: AnalyticsEvents.Event)] = []
        #endif
    }

    /// Its events come as they happened.
    let journal: String?
    private(set) var levels: [Level] = []
    private(set) var levelUps: [Int64: Int64] = [:]
    private(set) var days: [Int64: Set<String>] = [:]
    private(set) var types: [String: Int64] = [:]
    /// Where a member's level is.
    private(set) var places: [String: Int] = [:]

    init(journal: String?) { self.journal = journal }

    mutating func add(_ event: AnalyticsEvents.Event) {
        types[event.type, default: 0] += 1
        if let day = event.day { days[day, default: []].insert(event.userId) }
        guard let level = event.data["userLevel"]?.int64Value else { return }
        let place = places[event.userId] ?? levels.count
        if place == levels.count {
            places[event.userId] = place
            levels.append(Level(userId: event.userId, level: level, date: .min))
        }
        if event.type == AnalyticsEvents.levelUp {
            levelUps[level, default: 0] += 1
            #if hasFeature(Embedded)
            levels[place].reached.append(level)
            #endif
        }
        #if !hasFeature(Embedded)
        levels[place].told.append((level, event))
        #endif
        // The newest level wins, in whatever order the events of several journals arrive.
        guard journal != nil || event.date >= levels[place].date else { return }
        levels[place].level = level
        levels[place].date = max(event.date, levels[place].date)
        levels[place].channelId = event.data["channelId"]?.stringValue ?? levels[place].channelId
        levels[place].characterId = event.data["characterId"]?.stringValue ?? levels[place].characterId
        levels[place].classId = event.data["classId"]?.stringValue ?? levels[place].classId
    }
}

extension Analytics {
    /// So long before today a metric may have been made that still counts its player as active on its day.
    static let eventDaysPast: Int64 = 92
    /// What the journals of one member say they lost, as far as it is believed: a full journal.
    static let lossesOfMemberMax: Int64 = 1_200_000
    /// Likewise of a journal of the game's own process.
    static let lossesMax: Int64 = 1_000_000_000
    static let journalsOfMemberMax = 32
    /// A member counts among those who reached a level for so many levels: the report names fewer levels than there may be, and one member
    /// must not choose them.
    static let namedLevelsOfMemberMax: Int64 = 400
    /// How often a level was told is counted of those that are nearer to 0: it stays, and a player may tell another level with each metric.
    static let levelsMost: UInt64 = 100_000

    /// In the order of their keys: two services that write the same rows in different orders would wait for each other.
    func add(_ sums: AnalyticsSums) throws(Failure) {
        for type in KeyOrder.texts(sums.types.keys) { try count(type, sums.types[type] ?? 0) }
        for day in KeyOrder.numbers(sums.days.keys) {
            for userId in KeyOrder.texts(sums.days[day] ?? []) { try figures.notePlayed(userId, day: day) }
        }
        var first: [Int64: Int64] = [:]
        for userId in KeyOrder.texts(sums.places.keys) {
            try note(sums.levels[sums.places[userId] ?? 0], of: sums.journal) { first[$0, default: 0] += 1 }
        }
        for level in KeyOrder.numbers(sums.levelUps.keys) where level.magnitude < Self.levelsMost {
            try tally(
                """
                INSERT INTO level_ups (user_level, level_ups) VALUES (?, ?)
                ON CONFLICT (user_level) DO UPDATE SET level_ups = level_ups.level_ups + excluded.level_ups
                """, [.integer(level)], sums.levelUps[level] ?? 0)
        }
        for level in KeyOrder.numbers(first.keys) where level.magnitude < Self.levelsMost {
            try tally(
                """
                INSERT INTO level_ups (user_level, level_ups, players) VALUES (?, 0, ?)
                ON CONFLICT (user_level) DO UPDATE SET players = level_ups.players + excluded.players
                """, [.integer(level)], first[level] ?? 0)
        }
    }

    #if !hasFeature(Embedded)
    private func note(
        _ told: [(level: Int64, event: AnalyticsEvents.Event)], of journal: String?, at place: inout LevelPlace, _ top: inout Int64?,
        _ count: inout Int64, _ named: (Int64) -> Void
    ) {
        for (level, event) in told {
            place.take(event, of: journal)
            guard event.type == AnalyticsEvents.levelUp, level > top ?? .min, count < Self.namedLevelsOfMemberMax else { continue }
            named(level)
            figures.noteLevel(level, event, at: place)
            (top, count) = (level, count + 1)
        }
    }
    #endif

    /// - Parameter named: called with each level that the member has reached for the first time.
    private func note(_ level: AnalyticsSums.Level, of journal: String?, _ named: (Int64) -> Void) throws(Failure) {
        try core.lock(member: level.userId)
        let old = try query(
            """
            SELECT user_level, channel_id, character_id, class_id, event_date, journal, top_level, named_levels FROM user_levels
            WHERE user_id = ?
            """, [.text(level.userId)]
        ).first
        var (top, count) = (old?.integerOrNil(6), old?.integer(7) ?? 0)
        #if hasFeature(Embedded)
        for reached in level.reached where reached > top ?? .min && count < Self.namedLevelsOfMemberMax {
            named(reached)
            (top, count) = (reached, count + 1)
        }
        #else
        var place = LevelPlace(old, now)
        note(level.told, of: journal, at: &place, &top, &count, named)
        #endif
        // A date ahead of now was kept by an earlier version.
        let before = old.map { min($0.integer(4), now) } ?? .min
        let isNewest = level.date >= before || journal != nil && journal == old?.textOrNil(5)
        if !isNewest, top == old?.integerOrNil(6) { return }
        let newest = isNewest ? level : nil
        try claim(
            """
            INSERT INTO user_levels (user_id, user_level, channel_id, character_id, class_id, event_date, journal, top_level, named_levels)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (user_id) DO UPDATE SET user_level = excluded.user_level,
                channel_id = COALESCE(excluded.channel_id, user_levels.channel_id),
                character_id = COALESCE(excluded.character_id, user_levels.character_id),
                class_id = COALESCE(excluded.class_id, user_levels.class_id), event_date = excluded.event_date,
                journal = excluded.journal, top_level = excluded.top_level, named_levels = excluded.named_levels
            """,
            [
                .text(level.userId), .integer(newest?.level ?? old?.integer(0) ?? level.level), Value(newest?.channelId),
                Value(newest?.characterId), Value(newest?.classId), .integer(max(newest?.date ?? before, before)),
                Value(isNewest ? journal : old?.textOrNil(5)), Value(top), .integer(count),
            ])
        guard let newest else { return }
        #if !hasFeature(Embedded)
        try figures.noteInGame(level.userId, level: newest.level, place)
        #endif
        try countLevel(newest.level, insteadOf: old?.integer(0))
        try countGroups(
            PlayerGroups(channel: newest.channelId, character: newest.characterId, playerClass: newest.classId),
            insteadOf: PlayerGroups(channel: old?.textOrNil(1), character: old?.textOrNil(2), playerClass: old?.textOrNil(3)))
    }

    /// The member has withdrawn: it is at no level any more, and in no group. What was counted of the past stays.
    func forgetLevel(of userId: String) throws(Failure) {
        let user = Value.text(userId)
        #if !hasFeature(Embedded)
        try forgetDevices(of: user)
        #endif
        guard
            let old = try query("SELECT user_level, channel_id, character_id, class_id FROM user_levels WHERE user_id = ?", [user]).first
        else { return }
        try claim("DELETE FROM user_levels WHERE user_id = ?", [user])
        try countLevel(nil, insteadOf: old.integer(0))
        try leaveGroups(PlayerGroups(channel: old.textOrNil(1), character: old.textOrNil(2), playerClass: old.textOrNil(3)))
    }

    /// {name, dropped, damaged}: what a client's journal lost since it was made. It only grows; an older number is a late one. Over a
    /// network a member is believed as much as one device can lose, of so many journals as one can have; who said more is counted apart.
    func note(losses journal: Parameters, _ sent: AnalyticsEvents.Batch) throws(Failure) {
        var dropped = min(try journal.integer("dropped", in: 0...Int64.max), Self.lossesMax)
        var damaged = min(try journal.integer("damaged", in: 0...Int64.max), Self.lossesMax)
        if dropped == 0, damaged == 0 { return }
        let name = Value.text(try journal.text("name", bytesMax: Self.journalNameBytesMax))
        let row = try query("SELECT dropped, damaged FROM event_losses WHERE journal = ?", [name]).first
        let before = (dropped: row?.integer(0) ?? 0, damaged: row?.integer(1) ?? 0)
        guard dropped >= before.dropped, damaged >= before.damaged else { return }
        #if !hasFeature(Embedded)
        if !sent.isOwnProcess {
            let left = try lossesLeft(sent.userId, isNew: row == nil)
            let believed = (before.dropped + min(dropped - before.dropped, left), before.damaged + min(damaged - before.damaged, left))
            if believed != (dropped, damaged) { try noteUnbelieved(sent.userId) }
            (dropped, damaged) = believed
        }
        #endif
        if (dropped, damaged) == before { return }
        try claim(
            """
            INSERT INTO event_losses (journal, dropped, damaged, reported_date, user_id) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (journal) DO UPDATE SET dropped = excluded.dropped, damaged = excluded.damaged,
                reported_date = excluded.reported_date
            WHERE event_losses.dropped = ? AND event_losses.damaged = ?
            """,
            [
                name, .integer(dropped), .integer(damaged), .integer(now), .text(sent.userId), .integer(before.dropped),
                .integer(before.damaged),
            ])
        try count(EventTotal.dropped, dropped - before.dropped)
        try count(EventTotal.damaged, damaged - before.damaged)
    }

    #if !hasFeature(Embedded)
    private func lossesLeft(_ userId: String, isNew: Bool) throws(Failure) -> Int64 {
        let rows = try query(
            "SELECT dropped, damaged FROM event_losses WHERE user_id = ? LIMIT \(Self.journalsOfMemberMax)", [.text(userId)])
        if isNew, rows.count >= Self.journalsOfMemberMax { return 0 }
        let lost = rows.reduce((dropped: Int64(0), damaged: Int64(0))) { ($0.dropped &+ $1.integer(0), $0.damaged &+ $1.integer(1)) }
        return max(0, Self.lossesOfMemberMax - max(lost.dropped, lost.damaged))
    }

    /// Once for each member.
    private func noteUnbelieved(_ userId: String) throws(Failure) {
        let mark = Value.text(Self.unbelieved + ServiceCore.fingerprint(userId))
        if try !query("SELECT journal FROM event_losses WHERE journal = ?", [mark]).isEmpty { return }
        try claim(
            "INSERT INTO event_losses (journal, dropped, damaged, reported_date, user_id) VALUES (?, 0, 0, ?, ?)",
            [mark, .integer(now), .text(userId)])
        try count(EventTotal.unbelieved, 1)
    }

    /// Begins the name of no journal.
    private static let unbelieved = "unbelieved "
    #endif
}
