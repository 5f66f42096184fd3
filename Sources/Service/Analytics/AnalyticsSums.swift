import Linux
import Storage
import Wire

/// What a batch of events adds to the sums, gathered first, so that each row is written once and not once an event.
struct AnalyticsSums {
    struct Level {
        let userId: String
        var level: Int64
        var date: Int64
        var channelId: String?
        var characterId: String?
        var classId: String?
    }

    private(set) var levels: [Level] = []
    private(set) var levelUps: [Int64: Int64] = [:]
    private(set) var days: [Int64: Set<String>] = [:]
    private(set) var types: [String: Int64] = [:]
    /// Where a member's level is.
    private(set) var places: [String: Int] = [:]

    mutating func add(_ event: AnalyticsEvents.Event) {
        types[event.type, default: 0] += 1
        days[event.date / CalendarDay.dayMilliseconds, default: []].insert(event.userId)
        guard let level = event.data["userLevel"]?.int64Value else { return }
        if event.type == AnalyticsEvents.levelUp { levelUps[level, default: 0] += 1 }
        let new = Level(
            userId: event.userId, level: level, date: event.date, channelId: event.data["channelId"]?.stringValue,
            characterId: event.data["characterId"]?.stringValue, classId: event.data["classId"]?.stringValue)
        guard let place = places[event.userId] else {
            places[event.userId] = levels.count
            return levels.append(new)
        }
        // The newest level wins, in whatever order the events arrive.
        guard new.date >= levels[place].date else { return }
        levels[place].level = new.level
        levels[place].date = new.date
        levels[place].channelId = new.channelId ?? levels[place].channelId
        levels[place].characterId = new.characterId ?? levels[place].characterId
        levels[place].classId = new.classId ?? levels[place].classId
    }
}

extension Analytics {
    /// How far a client's clock may be off, backwards for events that waited long, before its day is not believed.
    static let eventDaysPast: Int64 = 92
    static let eventDaysAhead: Int64 = 1
    /// Of a journal, as far as it is believed: no few clients can bring the sum of all to its end.
    static let lossesMax: Int64 = 1_000_000_000

    /// In the order of their keys: two services that write the same rows in different orders would wait for each other.
    func add(_ sums: AnalyticsSums) throws(Failure) {
        let today = now / CalendarDay.dayMilliseconds
        for type in KeyOrder.texts(sums.types.keys) { try count(type, sums.types[type] ?? 0) }
        for day in KeyOrder.numbers(sums.days.keys) where day >= today - Self.eventDaysPast && day <= today + Self.eventDaysAhead {
            for userId in KeyOrder.texts(sums.days[day] ?? []) { try noteActive(userId, day: day) }
        }
        for level in KeyOrder.numbers(sums.levelUps.keys) {
            try tally(
                """
                INSERT INTO level_ups (user_level, level_ups) VALUES (?, ?)
                ON CONFLICT (user_level) DO UPDATE SET level_ups = level_ups.level_ups + excluded.level_ups
                """, [.integer(level)], sums.levelUps[level] ?? 0)
        }
        for userId in KeyOrder.texts(sums.places.keys) { try note(sums.levels[sums.places[userId] ?? 0]) }
    }

    /// A member was seen today.
    /// - Parameter isNew: nobody has seen it before.
    func noteActive(_ userId: String, isNew: Bool = false) throws(Failure) {
        try noteActive(userId, day: now / CalendarDay.dayMilliseconds, isNew: isNew)
    }

    private func noteActive(_ userId: String, day: Int64, isNew: Bool = false) throws(Failure) {
        let seen: [Value] = [.integer(day), .text(userId)]
        let insert = "INSERT INTO active_users (day, user_id) VALUES (?, ?) ON CONFLICT (day, user_id) DO NOTHING"
        if core.isShared {
            // What was read before saves waiting for a count.
            if !isNew, try !query("SELECT day FROM active_users WHERE day = ? AND user_id = ?", seen).isEmpty { return }
            try claim(insert, seen)
        } else if try runCounted(insert, seen) == 0 {
            return
        }
        try countActive(day: day)
    }

    private func note(_ level: AnalyticsSums.Level) throws(Failure) {
        try core.lock(member: level.userId)
        let old = try query(
            "SELECT user_level, channel_id, character_id, class_id, event_date FROM user_levels WHERE user_id = ?", [.text(level.userId)]
        ).first
        if let old, level.date < old.integer(4) { return }
        try claim(
            """
            INSERT INTO user_levels (user_id, user_level, channel_id, character_id, class_id, event_date) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (user_id) DO UPDATE SET user_level = excluded.user_level,
                channel_id = COALESCE(excluded.channel_id, user_levels.channel_id),
                character_id = COALESCE(excluded.character_id, user_levels.character_id),
                class_id = COALESCE(excluded.class_id, user_levels.class_id), event_date = excluded.event_date
            WHERE excluded.event_date >= user_levels.event_date
            """,
            [
                .text(level.userId), .integer(level.level), Value(level.channelId), Value(level.characterId), Value(level.classId),
                .integer(level.date),
            ])
        try countLevel(level.level, insteadOf: old?.integer(0))
        try countGroups(
            PlayerGroups(channel: level.channelId, character: level.characterId, playerClass: level.classId),
            insteadOf: PlayerGroups(channel: old?.textOrNil(1), character: old?.textOrNil(2), playerClass: old?.textOrNil(3)))
    }

    /// {name, dropped, damaged}: what a client's journal lost since it was made. It only grows; an older number is a late one.
    func note(losses journal: Parameters) throws(Failure) {
        let dropped = min(try journal.integer("dropped", in: 0...Int64.max), Self.lossesMax)
        let damaged = min(try journal.integer("damaged", in: 0...Int64.max), Self.lossesMax)
        if dropped == 0, damaged == 0 { return }
        let name = Value.text(try journal.text("name", bytesMax: 64))
        let row = try query("SELECT dropped, damaged FROM event_losses WHERE journal = ?", [name]).first
        let before = (dropped: row?.integer(0) ?? 0, damaged: row?.integer(1) ?? 0)
        guard dropped >= before.dropped, damaged >= before.damaged else { return }
        try claim(
            """
            INSERT INTO event_losses (journal, dropped, damaged, reported_date) VALUES (?, ?, ?, ?)
            ON CONFLICT (journal) DO UPDATE SET dropped = excluded.dropped, damaged = excluded.damaged, reported_date = excluded.reported_date
            WHERE event_losses.dropped = ? AND event_losses.damaged = ?
            """,
            [name, .integer(dropped), .integer(damaged), .integer(now), .integer(before.dropped), .integer(before.damaged)])
        try count(EventTotal.dropped, dropped - before.dropped)
        try count(EventTotal.damaged, damaged - before.damaged)
    }
}
