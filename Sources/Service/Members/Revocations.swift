import Codecs
import Linux
import Messages
import Storage

/// A player took an identity provider's consent back there, and the provider told us ("IdP Revoked" of the event page; Apple's
/// consent-revoked). It is told to the member's clients now and at each login, until the identity is removed, the member has withdrawn, or a
/// fresh sign-in with the provider showed that the player consents again.
extension Members {
    /// {idPCode, authKey}: the notification names the player as the provider does.
    func revokeIdP(_ request: Request) throws(Failure) -> Reply {
        let parameters = Parameters(request.parameters)
        let code = try parameters.text("idPCode", bytesMax: 64)
        guard code != IdPSettings.guest else { throw parameters.wrong("idPCode", "a guest has no provider") }
        let authKey = try parameters.text("authKey", bytesMax: Credential.tokenBytesMax)
        guard let userId = try owner(of: code, Credential.authKey(authKey)) else {
            throw Failure.refused(ResultCode.memberMissing, "authKey: no member has this \(code) account")
        }
        try revoke(code, of: userId, date: now)
        return .success()
    }

    private func revoke(_ code: String, of userId: String, date: Int64) throws(Failure) {
        try run(
            """
            INSERT INTO idp_revocations (user_id, idp_code, revoked_date) VALUES (?, ?, ?)
            ON CONFLICT (user_id, idp_code) DO UPDATE SET revoked_date = excluded.revoked_date
            """, [.text(userId), .text(code), .integer(date)])
        var told = try revocation(code, of: userId).objectValue ?? [:]
        // By it a carrier passes over those who have signed in since: what holds for them is in the answer to that.
        told["date"] = .integer(date)
        raise(.idPRevoked, userId: userId, .object(told))
    }

    private func revocation(_ code: String, of userId: String) throws(Failure) -> JSON {
        let list = try mappings(of: userId).map { JSON.string($0.idPCode) }
        return ["idPType": .string(code), "authMappingList": .array(list)]
    }

    /// Why a session is refused that was one: with `idPRevoked`, the event's data, when its provider has taken its consent back since.
    func refusal(of session: Session?, _ text: String = Members.sessionWrongText) throws(Failure) -> Failure {
        #if !hasFeature(Embedded)
        if let session, session.expiresDate <= now {
            let rows = try query(
                "SELECT 1 FROM idp_revocations WHERE user_id = ? AND idp_code = ? AND revoked_date >= ?",
                [.text(session.userId), .text(session.idPCode), .integer(session.expiresDate)])
            if !rows.isEmpty { return Self.sessionWrong(text, ["idPRevoked": try revocation(session.idPCode, of: session.userId)]) }
        }
        #endif
        return Self.sessionWrong(text)
    }

    #if !hasFeature(Embedded)
    /// {idPCode, authKey, kind: CONSENT_REVOKED | ACCOUNT_DELETED} -> {isKnown}: what a provider has told, and signed. The member's
    /// sessions by this provider end; with the account the member goes. Told again it changes nothing more.
    func noticeOfIdP(_ request: Request) throws(Failure) -> Reply {
        let parameters = Parameters(request.parameters)
        let code = try parameters.text("idPCode", bytesMax: 64)
        let authKey = Credential.authKey(try parameters.text("authKey", bytesMax: Credential.tokenBytesMax))
        let kind = try parameters.oneOf("kind", ["CONSENT_REVOKED", "ACCOUNT_DELETED"])
        guard let userId = try owner(of: code, authKey) else { return .success(["isKnown": false]) }
        try core.lock(member: userId)
        // The account may have been taken off the member, or given to another, while this waited: then it is another member that is meant.
        guard try owner(of: code, authKey) == userId else { throw Failure.overtaken("the account went to another member") }
        // One date for both: `refusal` compares them.
        let date = now
        try revoke(code, of: userId, date: date)
        if kind == "ACCOUNT_DELETED" {
            try withdraw(userId, WithdrawalType.gameServer, date: date, by: code)
            try closeBans(of: userId)
        } else {
            try expireSessions(of: userId, idPCode: code, date: date)
        }
        return .success(["isKnown": true])
    }

    /// {idPCode} -> {idP}: the provider's settings, its keys as they are kept: sealed; null for one that nobody asks.
    func askedIdP(_ request: Request) throws(Failure) -> Reply {
        let code = try Parameters(request.parameters).text("idPCode", bytesMax: 64)
        let idP = settings.idPs.first { $0.code == code && $0.isEnabled && $0.isAsked }
        return .success(["idP": idP?.json ?? .null])
    }
    #endif

    /// A login's answer, with the providers that the client has to be told of.
    func login(_ member: StoredMember, idPCode: String, token: String, subCode: String? = nil) -> Reply {
        var reply = authToken(member, idPCode: idPCode, token: token, subCode: subCode)
        let revoked = KeyOrder.texts(member.mappings.filter { $0.isRevoked }.map { $0.idPCode })
        if !revoked.isEmpty, var body = reply.body.objectValue {
            body["revokedIdPs"] = .array(revoked.map { .string($0) })
            reply.body = .object(body)
        }
        return reply
    }

    /// - Parameter code: nil for all of the member's.
    func forgetRevocations(of userId: String, _ code: String? = nil) throws(Failure) {
        if let code {
            try run("DELETE FROM idp_revocations WHERE user_id = ? AND idp_code = ?", [.text(userId), .text(code)])
        } else {
            try run("DELETE FROM idp_revocations WHERE user_id = ?", [.text(userId)])
        }
    }
}
