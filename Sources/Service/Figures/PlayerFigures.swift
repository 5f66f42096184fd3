import Codecs
import Linux
import Messages
import Storage

/// Members who come, play and go. Each counts once a day: its days are in its row, which is written on condition of what was read.
extension Figures {
    /// There is a member more, who plays today.
    /// - Returns: what its row has in `MemberRow.columnsAtFirst`.
    func noteJoined(provider: String) -> [Value] {
        let today = settings.day(of: now)
        #if hasFeature(Embedded)
        let joined = JoinedMember(day: today, segment: .unknown)
        #else
        let joined = JoinedMember(day: today, segment: Segment(core.memberSaid, provider: provider, settings))
        #endif
        core.figures.add(
            PlayedDay(
                day: today, before: nil, after: nil, week: DaysAround(), isFirst: true, joined: joined, segment: joined.segment))
        return MemberRow.valuesAtFirst(joined.day, joined.segment.stored)
    }

    func noteLogin(_ userId: String, provider: String, isNew: Bool, _ known: MemberRow?) throws(Failure) {
        let today = settings.day(of: now)
        add(.logins, day: today)
        if !isNew { try notePlayed(userId, day: today, provider: provider, known) }
    }

    /// A member was seen today.
    func notePlayed(_ userId: String, _ known: MemberRow? = nil) throws(Failure) {
        try notePlayed(userId, day: settings.day(of: now), known)
    }

    /// On a day that may be long over: a device says so late.
    /// - Parameter known: the member's row, as this transaction has read it.
    func notePlayed(_ userId: String, day: Int64, provider: String? = nil, _ known: MemberRow? = nil) throws(Failure) {
        var found = known
        if found == nil { found = try member(userId) }
        if found == nil { found = try unknown(userId) }
        guard var member = found else { return }
        let read = member.days
        // One so far ahead was seen by a clock that was wrong, and nothing else is known any more: beside it today would be too long ago.
        let old = read.newest - settings.day(of: now) < PlayedDays.kept ? read : nil
        if let old { member.days = old } else { member.days = PlayedDays(newest: day) }
        guard old == nil || member.days.insert(day) else { return }
        let (before, after) = (old?.last(before: day), old?.first(after: day))
        #if !hasFeature(Embedded)
        if let provider {
            let segment = member.segment
            member.segment = Segment(core.memberSaid, provider: provider, settings).staying(where: segment)
            // Members that an upgrade found are counted in no part yet.
            let parts = member.segmentAsRead.isEmpty ? [] : segment.parts
            if let old { noteMoved(from: parts, to: member.segment.parts, newest: old.newest, on: max(day, old.newest + 1)) }
        }
        #endif
        try claim(
            """
            UPDATE members SET newest_day = ?, recent_days = ?, earlier_days = ?, segment = ?
            WHERE user_id = ? AND newest_day = ? AND recent_days = ? AND earlier_days = ? AND segment = ?
            """,
            member.days.values + [.text(member.segment.stored), .text(userId)] + read.values + [.text(member.segmentAsRead)])
        core.figures.add(
            PlayedDay(
                day: day, before: before, after: after, week: old?.around(day) ?? DaysAround(), isFirst: false, joined: member.joined,
                segment: member.segment))
    }

    #if !hasFeature(Embedded)
    /// A member has told where it is in the game. It is counted there from its next day on; where nothing was known, from today.
    func noteInGame(_ userId: String, level: Int64, _ place: LevelPlace) throws(Failure) {
        guard let member = try member(userId) else { return }
        let (number, segment) = (counted(level), member.segment)
        let places = Self.levelGroups.map { $0.named($0.value(place) ?? "", settings.figures) }
        let moved = segment.moved(to: [number == Self.otherLevels ? Segment.others : "\(number)"] + places)
        if moved == segment { return }
        try claim(
            "UPDATE members SET segment = ? WHERE user_id = ? AND segment = ?",
            [.text(moved.stored), .text(userId), .text(member.segmentAsRead)])
        let known = segment.knownInGame, told = moved.knownInGame
        let new = told.filter { one in !known.contains { $0.dimension == one.dimension } }
        let today = settings.day(of: now), newest = member.days.newest, next = max(today, newest + 1)
        for (dimension, value) in new where newest == today {
            if member.joined.day == today { add(.joined, by: dimension, value: value, day: today) }
            add(.active, by: dimension, value: value, day: today)
        }
        noteMoved(from: [], to: new, newest: newest, on: newest == today ? today : next)
        noteMoved(from: known, to: told.filter { one in known.contains { $0.dimension == one.dimension } }, newest: newest, on: next)
    }

    /// Of the last 7 and 30 days each member counts where it is on the last of them. A member that moves takes along the windows that its
    /// days so far would have it in.
    /// - Parameters:
    ///   - newest: the last day on which it played before.
    ///   - day: from which on it counts there.
    private func noteMoved(from old: [Segment.Place], to new: [Segment.Place], newest: Int64, on day: Int64) {
        func add(_ places: [Segment.Place], without others: [Segment.Place], _ amount: Int64) {
            for (dimension, value) in places where !others.contains(where: { $0 == (dimension, value) }) {
                for (measure, window) in PlayedDay.windows where day < newest + window {
                    self.add(measure, by: dimension, value: value, day: day, amount)
                    self.add(measure, by: dimension, value: value, day: newest + window, -amount)
                }
            }
        }
        add(old, without: new, -1)
        add(new, without: old, 1)
    }
    #endif

    /// The member goes. What was counted of the past stays.
    /// - Parameter date: when it went: a withdrawal that waited counts on the day on which it came due, whoever met it later.
    func noteWithdrawn(_ userId: String, at date: Int64) throws(Failure) {
        guard let member = try member(userId) else { return }
        let day = settings.day(of: date)
        try claim(
            "UPDATE members SET \(Self.ofMemberGone) WHERE user_id = ? AND newest_day IS NOT NULL", [.text(userId)])
        add(.withdrawn, day: day)
        guard member.joined.day == day else { return }
        add(.left, day: day)
        #if !hasFeature(Embedded)
        for (dimension, value) in member.joined.segment.values.enumerated() { add(.left, by: dimension, value: value, day: day) }
        #endif
    }

    /// Read with each log-in, and of most nothing but the days is needed: what a segment is made of is looked at on demand.
    struct MemberRow {
        var days: PlayedDays
        private let joinedDay: Int64
        /// What is written is on condition of it.
        let segmentAsRead: String
        let firstPaidDay: Int64?
        let lastPaidDay: Int64?

        #if hasFeature(Embedded)
        var joined: JoinedMember { JoinedMember(day: joinedDay, segment: .unknown) }
        var segment: Segment { .unknown }
        #else
        private let joinedSegment: String
        private var changedSegment: Segment?
        var joined: JoinedMember { JoinedMember(day: joinedDay, segment: Segment(stored: joinedSegment)) }
        var segment: Segment {
            get { changedSegment ?? Segment(stored: segmentAsRead) }
            set { changedSegment = newValue }
        }
        #endif

        #if !hasFeature(Embedded)
        /// Of `members m`.
        static let columns = """
            m.newest_day, m.recent_days, m.earlier_days, m.joined_day, m.joined_segment, m.segment, m.first_paid_day, m.last_paid_day
            """
        static let columnCount = 8
        #endif

        /// One that came another way than by a log-in.
        init(joined day: Int64) {
            (days, joinedDay) = (PlayedDays(newest: day), day)
            (firstPaidDay, lastPaidDay) = (nil, nil)
            segmentAsRead = Segment.unknown.stored
            #if !hasFeature(Embedded)
            joinedSegment = segmentAsRead
            #endif
        }

        static let columnsAtFirst = "newest_day, recent_days, earlier_days, joined_day, joined_segment, segment"
        static func valuesAtFirst(_ day: Int64, _ segment: String) -> [Value] {
            PlayedDays(newest: day).values + [.integer(day), .text(segment), .text(segment)]
        }

        /// - Parameter first: where its columns begin; nil when nothing is counted of the member.
        init?(_ row: Row, at first: Int = 0) {
            if row.isNull(first) { return nil }
            days = PlayedDays(newest: row.integer(first), recent: row.integer(first + 1), earlier: row.integer(first + 2))
            (joinedDay, segmentAsRead) = (row.integer(first + 3), row.text(first + 5))
            #if !hasFeature(Embedded)
            joinedSegment = row.text(first + 4)
            #endif
            (firstPaidDay, lastPaidDay) = (row.integerOrNil(first + 6), row.integerOrNil(first + 7))
        }
    }

    /// The day on which it joined stays, as its date does (`addWorthOfGone`).
    static let ofMemberGone = """
        newest_day = NULL, recent_days = NULL, earlier_days = NULL, joined_segment = NULL, segment = NULL, first_paid_day = NULL, \
        last_paid_day = NULL
        """

    func member(_ userId: String) throws(Failure) -> MemberRow? {
        let rows = try query(
            """
            SELECT newest_day, recent_days, earlier_days, joined_day, joined_segment, segment, first_paid_day, last_paid_day
            FROM members WHERE user_id = ?
            """, [.text(userId)])
        return rows.first.flatMap { MemberRow($0) }
    }

    /// One that came another way than by a log-in: it has played on the day on which it was made.
    private func unknown(_ userId: String) throws(Failure) -> MemberRow? {
        let rows = try query("SELECT registered_date FROM members WHERE user_id = ? AND valid <> 'D'", [.text(userId)])
        guard let date = rows.first?.integer(0) else { return nil }
        let row = MemberRow(joined: settings.day(of: date))
        try claim(
            """
            UPDATE members SET newest_day = ?, recent_days = ?, earlier_days = ?, joined_day = ?, joined_segment = ?, segment = ?
            WHERE user_id = ? AND newest_day IS NULL
            """, MemberRow.valuesAtFirst(row.joined.day, row.segmentAsRead) + [.text(userId)])
        return row
    }
}

extension PlayedDays {
    fileprivate var values: [Value] { [.integer(newest), .integer(recent), .integer(earlier)] }
}
