import Codecs
import Linux
import Messages
import Storage

/// A metric may be sent long after its player has left the device, in the session of the next player there. A device sends its key with
/// each log-in and each batch. A batch may report of every member who logged in with the same key; the service keeps the key's digest.
extension Analytics {
    /// A device that a member did not log in on for longer reports nothing more of it: its day would not be counted either.
    static let metricsKeyDays = eventDaysPast
    static let metricsKeysOfMemberMax: Int64 = 32
    static let metricsKeyBytesMin = 32
    static let metricsKeyBytesMax = 64

    /// Of whom a batch may report something.
    struct Reporter {
        var registeredDate: Int64
        /// It has withdrawn, or its device has become another member's: nothing of it is kept any more.
        var isGone: Bool
    }

    /// For the device's own process, which may know members that this store does not: of another service's time.
    func reporter(_ userId: String) throws(Failure) -> Reporter {
        let row = try query("SELECT registered_date, valid FROM members WHERE user_id = ?", [.text(userId)]).first
        return Reporter(registeredDate: row?.integer(0) ?? 0, isGone: MemberState.isGone(row?.text(1) ?? ""))
    }

    #if !hasFeature(Embedded)
    /// Those of the named members of whom the asker may report something.
    func reporters(
        of userIds: [String], _ session: Members.Session, _ request: Request
    ) throws(Failure) -> [String: Reporter] {
        var found = [session.userId: Reporter(registeredDate: session.registeredDate, isGone: false)]
        let others = KeyOrder.texts(Set(userIds.filter { $0 != session.userId }))
        if others.isEmpty { return found }
        if request.isOwnProcess {
            for userId in others { found[userId] = try reporter(userId) }
            return found
        }
        guard let hash = Self.keyHash(request.parameters) else { return found }
        let since = now &- Self.metricsKeyDays * CalendarDay.dayMilliseconds
        let known = try inSteps(others, "SELECT user_id FROM metrics_keys WHERE key_hash = ? AND seen_date >= ?", [hash, .integer(since)])
            .map { $0.text(0) }
        for row in try inSteps(known, "SELECT user_id, registered_date, valid FROM members WHERE 1 = 1", []) {
            found[row.text(0)] = Reporter(registeredDate: row.integer(1), isGone: MemberState.isGone(row.text(2)))
        }
        return found
    }

    /// Those of them that are gone by now. The others stay until the transaction ends: another service that erases one of them waits, and
    /// then finds what is kept here.
    func gone(of userIds: [String]) throws(Failure) -> Set<String> {
        let end = core.isShared ? " ORDER BY user_id FOR UPDATE" : ""
        let rows = try inSteps(KeyOrder.texts(Set(userIds)), "SELECT user_id, valid FROM members WHERE 1 = 1", [], end)
        return Set(rows.filter { MemberState.isGone($0.text(1)) }.map { $0.text(0) })
    }

    private func inSteps(_ userIds: [String], _ sql: String, _ values: [Value], _ end: String = "") throws(Failure) -> [Row] {
        var rows: [Row] = []
        for ids in IdList.parts(userIds) { rows += try query("\(sql) AND user_id IN \(IdList.places)\(end)", values + ids) }
        return rows
    }

    /// Whether no member has logged in with the key of a device, as far as keys are kept. A device that says no key is not known to be new.
    func isNewDevice(_ member: JSON?) throws(Failure) -> Bool {
        guard let hash = Self.keyHash(member) else { return false }
        let since = now &- Self.metricsKeyDays * CalendarDay.dayMilliseconds
        return try query(
            "SELECT 1 FROM metrics_keys WHERE key_hash = ? AND seen_date >= ? LIMIT 1", [hash, .integer(since)]
        ).isEmpty
    }

    /// No member's id.
    private static let nobody = ""

    /// The member's devices report nothing more of it. That somebody has logged in on them stays as long as it would have, without whom: a
    /// player who withdraws and joins again has no new device.
    func forgetDevices(of user: Value) throws(Failure) {
        for row in try query("SELECT key_hash, seen_date FROM metrics_keys WHERE user_id = ?", [user]) {
            try run(
                """
                INSERT INTO metrics_keys (user_id, key_hash, seen_date) VALUES (?, ?, ?)
                ON CONFLICT (user_id, key_hash) DO UPDATE SET seen_date =
                    CASE WHEN excluded.seen_date > metrics_keys.seen_date THEN excluded.seen_date ELSE metrics_keys.seen_date END
                """, [.text(Self.nobody), row.values[0], row.values[1]])
        }
        try run("DELETE FROM metrics_keys WHERE user_id = ?", [user])
    }

    /// What is no key is none: no log-in depends on it.
    private static func keyHash(_ given: JSON?) -> Value? {
        guard let key = given?["metricsKey"]?.stringValue, (metricsKeyBytesMin...metricsKeyBytesMax).contains(key.utf8.count) else {
            return nil
        }
        return .text(ServiceCore.fingerprint(key))
    }
    #endif

    /// With a log-in over a network: from now on the device may report of the member.
    func noteMetricsKey(_ request: Request, of userId: String) throws(Failure) {
        #if !hasFeature(Embedded)
        guard !request.isOwnProcess, let hash = Self.keyHash(request.parameters["member"]) else { return }
        let user = Value.text(userId)
        let rows = try query("SELECT key_hash FROM metrics_keys WHERE user_id = ? ORDER BY seen_date", [user])
        if rows.count >= Self.metricsKeysOfMemberMax, !rows.contains(where: { $0.values[0] == hash }), let oldest = rows.first {
            try run("DELETE FROM metrics_keys WHERE user_id = ? AND key_hash = ?", [user, oldest.values[0]])
        }
        try run(
            """
            INSERT INTO metrics_keys (user_id, key_hash, seen_date) VALUES (?, ?, ?)
            ON CONFLICT (user_id, key_hash) DO UPDATE SET seen_date = excluded.seen_date
            """, [user, hash, .integer(now)])
        #endif
    }
}
