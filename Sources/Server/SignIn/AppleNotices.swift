import Codecs
import Linux
import Messages
import Published

/// What Apple tells of its players on its own ("Processing changes for Sign in with Apple accounts"): a token that Apple has signed. Nobody
/// needs a key to send one, so nothing of it is believed before.
struct AppleNotice {
    static let idPCode = "appleid"
    /// Apple sends again what was not taken; what is older tells nothing that still matters.
    static let ageSecondsMax: Int64 = 24 * 3_600
    /// Such a token has about a thousand.
    static let bytesMax = 64 << 10
    static let noToken = "payload: must be a token that Apple has signed"

    enum Kind: String {
        case consentRevoked = "consent-revoked"
        case accountDeleted = "account-delete"
        case other

        var told: String { self == .consentRevoked ? "CONSENT_REVOKED" : "ACCOUNT_DELETED" }
    }

    let kind: Kind
    let subject: String
    /// The same for every delivery of this notice; nil for one without a name.
    let changeId: String?

    /// - Returns: nil when the token is no notice for this app.
    init?(_ claims: JSON, _ idP: AskedIdP, nowSeconds: Int64) {
        let tolerance = IdTokenCheck.clockToleranceSeconds
        guard let issuer = claims["iss"]?.stringValue, idP.issuers.contains(issuer), let audience = claims["aud"]?.stringValue,
            idP.audiences.contains(audience), let issued = IdTokenCheck.date(claims["iat"]), issued <= nowSeconds + tolerance,
            issued >= nowSeconds - Self.ageSecondsMax
        else { return nil }
        if let expires = claims["exp"], (IdTokenCheck.date(expires) ?? 0) <= nowSeconds - tolerance { return nil }
        // JSON in a text.
        guard let text = claims["events"]?.stringValue, let event = try? JSON.parse(text), let type = event["type"]?.stringValue,
            let subject = event["sub"]?.stringValue, !subject.isEmpty, subject.utf8.count <= IdTokenCheck.subjectBytesMax
        else { return nil }
        kind = Kind(rawValue: type) ?? .other
        self.subject = subject
        changeId = claims["jti"]?.stringValue.map { Hex.encode(SHA256.hash(Array("Apple notice \($0)".utf8))) }
    }
}

extension Front {
    /// The app whose players Apple's notice is about; nil for every other call.
    static func appOfAppleNotice(_ head: HTTPHead) -> String? {
        let parts = head.path.split(separator: "/", omittingEmptySubsequences: false)
        guard head.method == "POST", parts.count == 8, parts[1] == "tcgb-gateway", parts[2] == "v1.3", parts[3] == "apps",
            parts[5...] == ["webhooks", "apple", "notifications"]
        else { return nil }
        return PercentEncoding.decode(String(parts[4]))
    }

    /// - Parameter end: takes what was found of the signature, and the code of the interface and what it says; nil: the app does not ask
    ///   Apple.
    func takeAppleNotice(_ app: App, _ body: String, _ end: @escaping (Door.Found, (Int32, String)?) -> Void) {
        signIn.provider(AppleNotice.idPCode, app) { [self] found in
            switch found {
            case .none: end(.nothing, nil)
            case .wrong(let reason): end(.nothing, (ResultCode.remoteSystemError, reason))
            case .provider(let provider):
                guard let payload = (try? JSON.parse(body))?["payload"]?.stringValue, let token = SignedToken(payload) else {
                    return end(.wrong, (ResultCode.parameterInvalid, AppleNotice.noToken))
                }
                provider.checkSignature(token, provider.idP.addresses.keys) { [self] failure in
                    take(token, failure, provider, app, end)
                }
            }
        }
    }

    private func take(
        _ token: SignedToken, _ failure: SignInVerdict?, _ provider: IdentityProvider, _ app: App,
        _ end: @escaping (Door.Found, (Int32, String)?) -> Void
    ) {
        switch failure {
        case .none: break
        case .unreachable(let reason): return end(.nothing, (ResultCode.remoteSystemError, reason))
        default: return end(.wrong, (ResultCode.parameterInvalid, "payload: Apple has not signed it"))
        }
        guard let notice = AppleNotice(token.claims, provider.idP, nowSeconds: provider.nowSeconds) else {
            return end(.wrong, (ResultCode.parameterInvalid, "payload: is no notice for this app"))
        }
        if notice.kind == .other { return end(.right, (ResultCode.success, "SUCCESS")) }
        let told: JSON = [
            "idPCode": .string(AppleNotice.idPCode), "authKey": .string(notice.subject), "kind": .string(notice.kind.told),
        ]
        // Delivered again it must not end what the player began since.
        loop.carry(.carrierIdPNotice, told, changeId: notice.changeId, to: app.home) {
            end(.right, ($0.resultCode, $0.isSuccess ? "SUCCESS" : $0.message))
        }
    }
}
