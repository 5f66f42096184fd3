import Codecs
import Documents
import Linux
import Messages
import Storage

/// Sessions: a random token, kept as its digest, that lives from the last access on (section 2.6 of the reference).
extension Users {
    /// The life is written anew at most so often; it is so much longer than it says.
    static let sessionStepMilliseconds: Int64 = 60_000
    static let tokenLength = 25

    private var sessionMilliseconds: Int64 { settings.ncmb.sessionHours * 3_600_000 }

    /// - Returns: the token; the one that the user had means nothing any more.
    func openSession(of userId: String) throws(Failure) -> String {
        let token = core.newCode(characters: Self.tokenLength, of: Objects.idCharacters)
        try closeSession(of: userId)
        try core.noteFirstSweep()
        try run(
            "INSERT INTO user_sessions (token_hash, user_id, expires_date) VALUES (?, ?, ?)",
            [.text(ServiceCore.fingerprint(token)), .text(userId), .integer(now &+ sessionMilliseconds &+ Self.sessionStepMilliseconds)])
        return token
    }

    /// With the user locked or its row claimed: a log-in that was let in by what is over now comes before this, or finds it.
    func closeSession(of userId: String) throws(Failure) {
        let open = try query("SELECT token_hash FROM user_sessions WHERE user_id = ?", [.text(userId)])
        try run("DELETE FROM user_sessions WHERE user_id = ?", [.text(userId)])
        if !open.isEmpty { core.rightsChanged(.user(userId)) }
    }

    /// Only the session of this token: the user may have another by now.
    func closeSession(ofToken token: String) throws(Failure) {
        let hash = Value.text(ServiceCore.fingerprint(token))
        guard let userId = try query("SELECT user_id FROM user_sessions WHERE token_hash = ?", [hash]).first?.text(0) else { return }
        try run("DELETE FROM user_sessions WHERE token_hash = ?", [hash])
        core.rightsChanged(.user(userId))
    }

    /// Nobody else decides until the transaction ends whether the user is there, and what lets it in.
    func lock(user userId: String) throws(Failure) { try objects.lock(ObjectClass.user, userId) }

    /// Whose token it is; nil for one that is unknown or expired.
    func user(ofToken token: String) throws(Failure) -> String? {
        let hash = Value.text(ServiceCore.fingerprint(token))
        guard let row = try query("SELECT user_id, expires_date FROM user_sessions WHERE token_hash = ?", [hash]).first,
            row.integer(1) > now
        else { return nil }
        core.noteSession()
        if row.integer(1) <= now &+ sessionMilliseconds {
            try run(
                "UPDATE user_sessions SET expires_date = ? WHERE token_hash = ?",
                [.integer(now &+ sessionMilliseconds &+ Self.sessionStepMilliseconds), hash])
        }
        return row.text(0)
    }

    /// For telling callers apart.
    func callerName(_ request: Request) throws(Failure) -> String {
        guard request.origin == .client, let token = request.accessToken, !token.isEmpty else { return "" }
        return try user(ofToken: token) ?? ""
    }

    /// Who asks. A token that means nothing is refused, so that nobody takes an empty answer for the truth.
    func caller(_ request: Request) throws(Failure) -> Caller {
        if request.origin != .client { return .console }
        guard let token = request.accessToken, !token.isEmpty else { return .nobody }
        guard let userId = try user(ofToken: token) else { throw Failure.refused(.headerWrong).ofWrongProof }
        core.asker.userId = userId
        return .user(userId)
    }
}
