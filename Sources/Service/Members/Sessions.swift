import Codecs
import Linux
import Messages
import Storage

/// Sessions: random tokens, stored as their SHA-256, valid for a limited time.
extension Members {
    /// 15 days, as the SDK's header says of its access token.
    static let sessionMilliseconds: Int64 = 15 * 86_400_000
    /// A member's older sessions end when it has more.
    static let sessionsPerMemberMax: Int64 = 16
    /// At a server they end when log-ins by an identity have opened so many: not each of these looks for them.
    static let sessionsBeforeLook: Int64 = 24

    struct Session {
        var tokenHash: String
        var userId: String
        var idPCode: String
        var expiresDate: Int64
        /// The session that this one replaces, until this one is first used.
        var predecessorHash: String?
        /// Set when a fresh token was given for this one; from then on this one only logs in again.
        var successorHash: String?
        #if !hasFeature(Embedded)
        /// Until then a stream or a poll may be open that was granted to this session.
        var heardUntil: Int64 = 0
        #endif
        var valid: String
        var registeredDate: Int64
        var lastLoginDate: Int64?
        #if !hasFeature(Embedded)
        /// What was read with it (`SessionReading`).
        var played: Figures.MemberRow?
        var mappings: [StoredMember.Mapping]?
        #endif
    }

    enum Admission {
        /// Members in good standing.
        case active
        /// Banned ones too: what was paid before the ban must still arrive.
        case bannedToo
        /// Everyone whose session it is, withdrawn ones too.
        case anyone
    }

    /// The session of a request's access token; refuses strangers, expired tokens and closed members.
    func authenticated(
        _ request: Request, admitting admission: Admission = .active, reading: SessionReading = .standing
    ) throws(Failure) -> Session {
        guard let token = request.accessToken, !token.isEmpty else {
            throw Failure.refused(ResultCode.notAuthenticated, "\(request.name.text) needs a login")
        }
        let found = try session(token: token, reading)
        guard var session = found, session.expiresDate > now, session.successorHash == nil else { throw try refusal(of: found) }
        if let given = try Parameters(request.parameters).optionalText("userId"), given != session.userId {
            throw Failure.refused(ResultCode.userIdWrong, "userId: the access token is that of another member")
        }
        if admission != .anyone { try refuseClosed(session, admission) }
        if session.predecessorHash != nil { try endPredecessor(&session) }
        return session
    }

    /// Before a decision about the member or its identities: nobody else decides about them until the transaction ends, and the session is
    /// still there behind the lock.
    func authenticatedAlone(_ request: Request, admitting admission: Admission = .active) throws(Failure) -> Session {
        let session = try authenticated(request, admitting: admission)
        guard core.isShared else { return session }
        try core.lock(member: session.userId)
        return try authenticated(request, admitting: admission)
    }

    /// Nobody else decides about the member until the transaction ends. One that was closed while the lock was waited for is refused: the
    /// session was read before, and to read it again would take each request of a group a trip of its own.
    func lockOpen(_ session: Session) throws(Failure) {
        guard let valid = try core.lock(member: session.userId), valid != session.valid else { return }
        var behind = session
        behind.valid = valid
        try refuseClosed(behind, .active)
    }

    static let sessionWrongText = "the access token is unknown or expired; log in again"

    static func sessionWrong(_ text: String = Members.sessionWrongText, _ reason: JSON = [:]) -> Failure {
        Failure.refused(ResultCode.accessTokenInvalid, text, body: reason).ofWrongProof
    }

    private func refuseClosed(_ session: Session, _ admission: Admission) throws(Failure) {
        let valid = try settled(session.userId, session.valid)
        if admission == .bannedToo, valid == MemberState.banned { return }
        try refuseClosed(
            session.userId, settled: valid, bannedCode: ResultCode.memberBanned, deletedCode: ResultCode.memberDeleted)
    }

    func session(token: String, _ reading: SessionReading = .standing) throws(Failure) -> Session? {
        let hash = ServiceCore.fingerprint(token)
        let rows = try query(reading.sql, [.text(hash)])
        guard let row = rows.first else { return nil }
        if row.integer(2) > now { core.noteSession() }
        #if hasFeature(Embedded)
        let session: Session
        #else
        var session: Session
        #endif
        session = Session(
            tokenHash: hash, userId: row.text(0), idPCode: row.text(1), expiresDate: row.integer(2), predecessorHash: row.textOrNil(3),
            successorHash: row.textOrNil(4), valid: row.text(5), registeredDate: row.integer(6), lastLoginDate: row.integerOrNil(7))
        #if !hasFeature(Embedded)
        session.heardUntil = row.integerOrNil(8) ?? 0
        let first = SessionReading.columnCount
        if reading != .standing { session.played = Figures.MemberRow(row, at: first) }
        if reading == .identities { session.mappings = Self.mappings(rows, at: first + Figures.MemberRow.columnCount) }
        #endif
        return session
    }

    /// - Returns: the token of a new session.
    /// - Parameter predecessor: the session that ends when the new one is first used.
    func openSession(userId: String, idPCode: String, replacing predecessor: String? = nil) throws(Failure) -> String {
        try endOldSessions(of: userId)
        return try insertSession(userId: userId, idPCode: idPCode, replacing: predecessor)
    }

    /// Of a member that has just signed in.
    /// - Parameter named: its token; nil: a new one.
    func openSession(of member: StoredMember, by idPCode: String, authKey: String, named token: String? = nil) throws(Failure) -> String {
        #if hasFeature(Embedded)
        if !member.isNew { try endOldSessions(of: member.userId) }
        return try insertSession(userId: member.userId, idPCode: idPCode, replacing: nil, isNew: member.isNew)
        #else
        if !member.isNew, member.sessions == .lookedAt { try endOldSessions(ofIdentity: idPCode, authKey) }
        let opened = try insertSession(
            userId: member.userId, idPCode: idPCode, replacing: nil, isNew: member.isNew, member.played, named: token)
        if !member.isNew { try claimIdentity(idPCode, authKey, of: member.userId) }
        return opened
        #endif
    }

    #if !hasFeature(Embedded)
    /// Behind the change of the member's row by a log-in: the identity is the member's still. Another server takes it away, and ends its
    /// sessions, with that row locked, so it ends this session as well, or was done before and this log-in begins anew.
    func claimIdentity(_ idPCode: String, _ authKey: String, of userId: String) throws(Failure) {
        guard core.isShared else { return }
        try claim(
            "UPDATE mappings SET registered_date = registered_date WHERE idp_code = ? AND auth_key = ? AND user_id = ?",
            [.text(idPCode), .text(authKey), .text(userId)])
    }
    #endif

    /// - Parameter named: the token of the new one; nil: a new one.
    func replaceSession(_ old: Session, named: String? = nil) throws(Failure) -> String {
        // A successor that nobody used was never received.
        if let unused = old.successorHash { try endSession(unused) }
        // `setSuccessor` forgets its name.
        if let earlier = old.predecessorHash { try endSession(earlier) }
        #if hasFeature(Embedded)
        let token = try insertSession(userId: old.userId, idPCode: old.idPCode, replacing: old.tokenHash)
        #else
        let token = try insertSession(
            userId: old.userId, idPCode: old.idPCode, replacing: old.tokenHash, old.played, named: named)
        #endif
        try setSuccessor(ServiceCore.fingerprint(token), of: old)
        return token
    }

    private func endPredecessor(_ session: inout Session) throws(Failure) {
        guard let predecessor = session.predecessorHash else { return }
        let ended = session
        try endPredecessor(predecessor, of: ended)
        keepWhenRefused(.session) { [self] () throws(Failure) in try endPredecessor(predecessor, of: ended) }
        session.predecessorHash = nil
    }

    private func insertSession(
        userId: String, idPCode: String, replacing predecessor: String?, isNew: Bool = false, _ known: Figures.MemberRow? = nil,
        named: String? = nil
    ) throws(Failure) -> String {
        let token = named ?? newSecret()
        let date = now
        try figures.noteLogin(userId, provider: idPCode, isNew: isNew, known)
        try run(
            """
            INSERT INTO sessions (token_hash, user_id, idp_code, issued_date, expires_date, predecessor_hash)
            VALUES (?, ?, ?, ?, ?, ?)
            """,
            [
                .text(ServiceCore.fingerprint(token)), .text(userId), .text(idPCode), .integer(date),
                .integer(date &+ Self.sessionMilliseconds),
                Value(predecessor),
            ])
        return token
    }
}
