import Codecs
import Linux
import Messages
import Storage

extension Schema {
    /// `heard_until`: until then a stream or a poll of this session may be open.
    static let heardSessions = ["ALTER TABLE sessions ADD COLUMN heard_until BIGINT"]
    /// How many sessions of a member there are at most (`Members.SessionCount`).
    static let countedSessions = ["ALTER TABLE members ADD COLUMN open_sessions BIGINT"]
    static let resetKeys = ["CREATE INDEX one_time_keys_by_user ON one_time_keys (user_id, kind) WHERE user_id IS NOT NULL"]
}

/// Every end of a session. Nothing else deletes one before its time or makes it another's, so that whoever hears events by it is asked
/// again (`Tests/suites/rights.py`).
extension Members {
    /// One session, whoever's it is. What one heard that only logs in again ended when it was replaced.
    func endSession(_ hash: String) throws(Failure) {
        #if !hasFeature(Embedded)
        let active = try query("SELECT user_id FROM sessions WHERE token_hash = ? AND successor_hash IS NULL", [.text(hash)]).first
        if let active { core.rightsChanged(.member(active.text(0))) }
        #endif
        try run("DELETE FROM sessions WHERE token_hash = ?", [.text(hash)])
    }

    /// The new one was used. A change of the log-in leaves the old one as it was until then.
    func endPredecessor(_ predecessor: String, of session: Session) throws(Failure) {
        try endSession(predecessor)
        try run("UPDATE sessions SET predecessor_hash = NULL WHERE token_hash = ?", [.text(session.tokenHash)])
    }

    func endSessions(of userId: String) throws(Failure) {
        try run("DELETE FROM sessions WHERE user_id = ?", [.text(userId)])
        core.rightsChanged(.member(userId))
    }

    /// Those that came in by a provider.
    func endSessions(of userId: String, idPCode: String, except tokenHash: String?) throws(Failure) {
        let ended = try runCounted(
            "DELETE FROM sessions WHERE user_id = ? AND idp_code = ? AND token_hash <> ?",
            [.text(userId), .text(idPCode), .text(tokenHash ?? "")])
        guard ended > 0 else { return }
        raise(.memberChanged, userId: userId)
        core.rightsChanged(.member(userId))
    }

    #if !hasFeature(Embedded)
    /// Those that came in by a provider that has told us why they end. They are refused as expired ones, and stay as long as those do: by
    /// them a refusal says the reason to a client that no event has reached.
    func expireSessions(of userId: String, idPCode: String, date: Int64) throws(Failure) {
        let date = Value.integer(date)
        let ended = try runCounted(
            "UPDATE sessions SET expires_date = ? WHERE user_id = ? AND idp_code = ? AND expires_date > ?",
            [date, .text(userId), .text(idPCode), date])
        guard ended > 0 else { return }
        raise(.memberChanged, userId: userId)
        core.rightsChanged(.member(userId))
    }
    #endif

    /// So that there is room for one more.
    func endOldSessions(of userId: String) throws(Failure) {
        #if hasFeature(Embedded)
        let old = try query(
            """
            SELECT token_hash FROM sessions WHERE user_id = ? ORDER BY issued_date DESC
            LIMIT \(Self.sessionsPerMemberMax) OFFSET \(Self.sessionsPerMemberMax - 1)
            """, [.text(userId)])
        #else
        let old = try query("\(Self.oldSessions) WHERE user_id = ? \(Self.olderThanMay)", [.text(userId)])
        #endif
        try end(old)
    }

    #if !hasFeature(Embedded)
    /// Those of the member who has an identity: by what a log-in brings, because a read that waits for the member's id costs PostgreSQL a
    /// round trip.
    func endOldSessions(ofIdentity idPCode: String, _ authKey: String) throws(Failure) {
        try end(
            try query(
                """
                \(Self.oldSessions) WHERE user_id = (SELECT a.user_id FROM mappings a WHERE a.idp_code = ? AND a.auth_key = ?)
                \(Self.olderThanMay)
                """, [.text(idPCode), .text(authKey)]))
    }

    private static let oldSessions = "SELECT token_hash, heard_until, user_id FROM sessions"
    private static let olderThanMay = """
        ORDER BY issued_date DESC LIMIT \(sessionsPerMemberMax) OFFSET \(sessionsPerMemberMax - 1)
        """
    #endif

    private func end(_ old: [Row]) throws(Failure) {
        #if hasFeature(Embedded)
        for row in old { try run("DELETE FROM sessions WHERE token_hash = ?", [row.values[0]]) }
        #else
        let heard = old.filter { $0.integerOrNil(1) ?? 0 > now }
        for row in heard { try run("DELETE FROM sessions WHERE token_hash = ?", [row.values[0]]) }
        if let userId = heard.first?.text(2) { core.rightsChanged(.member(userId)) }
        // One by which a stream is opened at this moment stays until the next login.
        for row in old where row.integerOrNil(1) ?? 0 <= now {
            try run("DELETE FROM sessions WHERE token_hash = ? AND COALESCE(heard_until, 0) <= ?", [row.values[0], .integer(now)])
        }
        #endif
    }

    /// From now on the session only logs in again. Most that do so are of a game that was away, and hear nothing: only if a stream or a
    /// poll may be open whoever carries events is bothered. One that is opened at this moment is seen by this claim, or sees what it did.
    /// So is a provider's word that ends the sessions by it: the successor would outlive them.
    func setSuccessor(_ hash: String, of old: Session) throws(Failure) {
        #if hasFeature(Embedded)
        try claim(
            "UPDATE sessions SET successor_hash = ?, predecessor_hash = NULL WHERE token_hash = ? AND COALESCE(successor_hash, '') = ?",
            [.text(hash), .text(old.tokenHash), .text(old.successorHash ?? "")])
        #else
        try claim(
            """
            UPDATE sessions SET successor_hash = ?, predecessor_hash = NULL WHERE token_hash = ? AND COALESCE(successor_hash, '') = ?
            AND COALESCE(heard_until, 0) = ? AND expires_date = ?
            """,
            [.text(hash), .text(old.tokenHash), .text(old.successorHash ?? ""), .integer(old.heardUntil), .integer(old.expiresDate)])
        if old.heardUntil > now { core.rightsChanged(.member(old.userId)) }
        #endif
    }
}
