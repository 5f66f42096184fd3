#if !hasFeature(Embedded)
import Codecs
import Linux
import Messages
import Storage

/// What whoever carries events asks before it opens a stream or a poll, and again when the answer may have changed.
extension Members {
    /// No stream lasts longer than half of this.
    static let hearingMilliseconds: Int64 = 2 * 3_600_000

    /// {} -> {userId, leftMilliseconds, begunDate?}: the member of the access token, and the time until the session expires or the
    /// member's standing changes; the caller asks again then. `begunDate` is left out when a wrong clock dated the session. A banned or
    /// withdrawn member is refused as in every request of a player, with the ban's details.
    func whoseSession(_ request: Request) throws(Failure) -> Reply {
        guard let token = request.accessToken else { throw Self.sessionWrong() }
        let found = try session(token: token)
        guard let session = found, session.expiresDate > now, session.successorHash == nil else { throw try refusal(of: found) }
        let valid = try settled(session.userId, session.valid)
        try refuseClosed(
            session.userId, settled: valid, bannedCode: ResultCode.memberBanned, deletedCode: ResultCode.memberDeleted)
        let until = min(session.expiresDate, try nextStanding(of: session.userId, valid))
        try noteHearing(session)
        let begun = session.expiresDate &- Self.sessionMilliseconds
        return .success([
            "userId": .string(session.userId), "leftMilliseconds": .integer(max(1, until &- now)),
            "begunDate": begun > now ? .null : .integer(begun),
        ])
    }

    /// When a withdrawal that waits or a suspended ban comes due.
    private func nextStanding(of userId: String, _ valid: String) throws(Failure) -> Int64 {
        guard valid == MemberState.withdrawing || valid == MemberState.graceBanned else { return Int64.max }
        let rows = try query(
            """
            SELECT m.grace_period_date, g.grace_period_date FROM members m LEFT JOIN grace_bans g ON g.user_id = m.user_id
            WHERE m.user_id = ?
            """, [.text(userId)])
        guard let row = rows.first else { return Int64.max }
        return min(row.integerOrNil(0) ?? Int64.max, row.integerOrNil(1) ?? Int64.max)
    }

    /// Now and then, so that polls do not write each time.
    private func noteHearing(_ session: Session) throws(Failure) {
        guard session.heardUntil < now &+ Self.hearingMilliseconds / 2 else { return }
        try claim(
            "UPDATE sessions SET heard_until = ? WHERE token_hash = ? AND successor_hash IS NULL AND COALESCE(heard_until, 0) = ?",
            [.integer(now &+ Self.hearingMilliseconds), .text(session.tokenHash), .integer(session.heardUntil)])
    }
}
#endif
