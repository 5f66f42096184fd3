import Linux
import Messages
import Storage
import Wire

/// Members who come, play and go. Each counts once a day: its days are in a row of its own, which is written on condition of what was read.
extension Figures {
    /// There is a member more, who plays today.
    func noteJoined(_ userId: String, provider: String) throws(Failure) {
        let today = settings.day(of: now)
        let joined = JoinedMember(day: today, segment: Segment(core.memberSaid, provider: provider, settings))
        try insert(userId, PlayedDays(newest: today), joined: joined)
        add(.joined, of: joined.segment, day: today)
        sum(today, before: nil, after: nil, joined, joined.segment)
    }

    func noteLogin(_ userId: String, provider: String, isNew: Bool) throws(Failure) {
        let today = settings.day(of: now)
        add(.logins, number: core.number, day: today)
        if !isNew { try notePlayed(userId, day: today, provider: provider) }
    }

    /// A member was seen today.
    func notePlayed(_ userId: String) throws(Failure) { try notePlayed(userId, day: settings.day(of: now)) }

    /// On a day that may be long over: a device says so late.
    func notePlayed(_ userId: String, day: Int64, provider: String? = nil) throws(Failure) {
        var found = try member(userId)
        if found == nil { found = try unknown(userId) }
        guard var member = found else { return }
        let old = member.days
        let (before, after) = (old.last(before: day), old.first(after: day))
        guard member.days.insert(day) else { return }
        if let provider { member.segment = Segment(core.memberSaid, provider: provider, settings) }
        try claim(
            """
            UPDATE member_figures SET newest_day = ?, recent_days = ?, earlier_days = ?, segment = ?
            WHERE user_id = ? AND newest_day = ? AND recent_days = ? AND earlier_days = ?
            """, member.days.values + [.text(member.segment.stored), .text(userId)] + old.values)
        sum(day, before: before, after: after, member.joined, member.segment)
    }

    private func sum(_ day: Int64, before: Int64?, after: Int64?, _ joined: JoinedMember, _ segment: Segment) {
        add(.active, of: segment, day: day)
        for (measure, window) in [(Measure.seen7, Int64(7)), (.seen30, 30)] {
            guard let gain = PlayedDays.gain(day, before: before, after: after, window: window) else { continue }
            add(measure, of: segment, day: gain.first)
            add(measure, of: segment, day: gain.end, -1)
        }
        add(.gap, number: Self.gap(day, before, joined), day: day)
        if let after {
            add(.gap, number: Self.gap(after, before, joined), day: after, -1)
            add(.gap, number: Self.gap(after, day, joined), day: after)
        }
        addStay(joined, on: day)
    }

    /// Days since the one before; 0 for the first of all.
    private static func gap(_ day: Int64, _ before: Int64?, _ joined: JoinedMember) -> Int64 {
        if let before { return min(day - before, gapMax) }
        return day <= joined.day ? 0 : gapMax
    }

    /// The member goes. What was counted of the past stays.
    func noteWithdrawn(_ userId: String) throws(Failure) {
        guard let member = try member(userId) else { return }
        let today = settings.day(of: now)
        try claim("DELETE FROM member_figures WHERE user_id = ?", [.text(userId)])
        add(.withdrawn, day: today)
        if member.joined.day == today { add(.left, day: today) }
    }

    struct MemberRow {
        var days: PlayedDays
        let joined: JoinedMember
        var segment: Segment
        let firstPaidDay: Int64?
        let lastPaidDay: Int64?
    }

    func member(_ userId: String) throws(Failure) -> MemberRow? {
        let rows = try query(
            """
            SELECT newest_day, recent_days, earlier_days, joined_day, joined_segment, segment, first_paid_day, last_paid_day
            FROM member_figures WHERE user_id = ?
            """, [.text(userId)])
        guard let row = rows.first else { return nil }
        return MemberRow(
            days: PlayedDays(newest: row.integer(0), recent: row.integer(1), earlier: row.integer(2)),
            joined: JoinedMember(day: row.integer(3), segment: Segment(stored: row.text(4))), segment: Segment(stored: row.text(5)),
            firstPaidDay: row.integerOrNil(6), lastPaidDay: row.integerOrNil(7))
    }

    /// One that came another way than by a log-in: it has played on the day on which it was made.
    private func unknown(_ userId: String) throws(Failure) -> MemberRow? {
        let rows = try query("SELECT registered_date FROM members WHERE user_id = ? AND valid <> 'D'", [.text(userId)])
        guard let date = rows.first?.integer(0) else { return nil }
        let row = MemberRow(
            days: PlayedDays(newest: settings.day(of: date)), joined: JoinedMember(day: settings.day(of: date), segment: .unknown),
            segment: .unknown, firstPaidDay: nil, lastPaidDay: nil)
        try insert(userId, row.days, joined: row.joined)
        return row
    }

    private func insert(_ userId: String, _ days: PlayedDays, joined: JoinedMember) throws(Failure) {
        let segment = Value.text(joined.segment.stored)
        try claim(
            """
            INSERT INTO member_figures (user_id, newest_day, recent_days, earlier_days, joined_day, joined_segment, segment)
            VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (user_id) DO NOTHING
            """, [.text(userId)] + days.values + [.integer(joined.day), segment, segment])
    }
}

extension PlayedDays {
    fileprivate var values: [Value] { [.integer(newest), .integer(recent), .integer(earlier)] }
}
