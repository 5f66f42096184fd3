import Codecs
import Linux
import Messages

/// Log-ins that are sent again after a lost answer and keep no row of it: a guest's, and one by a token. The token that such a log-in gives
/// is made of the secret that it brings and of its `Idempotency-Key`, so the second try finds the session that the first one opened. Who
/// knows both has read the request, and could log in by it.
///
/// In a game's own process no answer is lost.
extension Members {
    #if hasFeature(Embedded)
    @inline(__always) func namedSession(_ secret: String, _ request: Request) throws(Failure) -> (token: String?, again: StoredMember?) {
        (nil, nil)
    }
    @inline(__always) func nameOfSuccessor(_ token: String, _ request: Request) -> String? { nil }
    #else
    /// Of a guest: the token of its session, and the member if it is open. No token when it cannot be opened any more.
    func namedSession(_ secret: String, _ request: Request) throws(Failure) -> (token: String?, again: StoredMember?) {
        guard let token = Self.sessionToken(secret, request) else { return (nil, nil) }
        guard let session = try session(token: token, .identities) else { return (token, nil) }
        guard session.expiresDate > now, session.successorHash == nil, session.valid == MemberState.normal else { return (nil, nil) }
        var member = try member(of: session)
        // As the first answer said: it has not logged in before.
        if session.lastLoginDate == session.registeredDate { member?.lastLoginDate = nil }
        return (token, member)
    }

    /// Of a log-in by a token.
    func nameOfSuccessor(_ token: String, _ request: Request) -> String? { Self.sessionToken(token, request) }

    static func sessionToken(_ secret: String, _ request: Request) -> String? {
        guard let id = request.changeId else { return nil }
        return Base64URL.encode(HMACSHA256Key(Array(secret.utf8)).authenticate(Array("session \(id)".utf8)))
    }

    /// What a guest's log-in is looked for by, so that a database that reads ahead knows it too.
    static func sessionToken(ofGuest request: Request) -> String? {
        guard request.name == .idPLogin, isNamed(request), let secret = request.parameters["idPInfo"]?["accessToken"]?.stringValue
        else { return nil }
        return sessionToken(secret, request)
    }

    /// Whether a log-in is one of these.
    static func isNamed(_ request: Request) -> Bool {
        switch request.name {
        case .tokenLogin: true
        case .idPLogin: request.parameters["idPInfo"]?["idPCode"]?.stringValue == IdPSettings.guest
        default: false
        }
    }
    #endif
}
