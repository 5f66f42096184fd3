import Linux
import Wire

/// What asking a provider about a player came to.
enum SignInVerdict {
    /// The player's id there.
    case proven(String)
    /// Nothing comes of asking again.
    case refused(String)
    /// Nobody knows; it may go better later.
    case unreachable(String)
    /// The player has not said yes at the other device; to be asked again after so many seconds more than before.
    case pending(moreSeconds: Int64)
    case denied
    case expired
}

/// One identity provider of one app, asked over HTTP. Every answer comes once, on the loop.
final class IdentityProvider {
    let idP: AskedIdP
    let documents: ProviderDocuments
    let clock: any Clock
    let ask: ProviderDocuments.Ask

    init(_ idP: AskedIdP, _ documents: ProviderDocuments, _ clock: any Clock, _ ask: @escaping ProviderDocuments.Ask) {
        self.idP = idP
        self.documents = documents
        self.clock = clock
        self.ask = ask
    }

    var nowSeconds: Int64 { clock.epochMilliseconds() / 1000 }

    /// Where the provider is asked: by the settings, else as it says itself.
    /// - Parameter answer: nil when that cannot be found out now.
    func addresses(_ answer: @escaping (AskedIdP.Addresses?) -> Void) {
        var known = idP.addresses
        guard idP.isDiscovered else { return answer(known) }
        let issuer = idP.issuer
        documents.get(issuer + AskedIdP.discovery) { json in
            // What somebody else says of himself is no word of this issuer.
            guard let json, json["issuer"]?.stringValue == issuer else { return answer(nil) }
            func fill(_ path: WritableKeyPath<AskedIdP.Addresses, String>, _ name: String) {
                guard known[keyPath: path].isEmpty, let url = json[name]?.stringValue, AskedStore.isSafe(url) else { return }
                known[keyPath: path] = url
            }
            fill(\.authorization, "authorization_endpoint")
            fill(\.token, "token_endpoint")
            fill(\.keys, "jwks_uri")
            fill(\.device, "device_authorization_endpoint")
            answer(known)
        }
    }

    static let notFound = SignInVerdict.unreachable("the provider does not say where it is asked")

    // MARK: Id tokens

    func check(idToken text: String, nonce: String?, _ addresses: AskedIdP.Addresses, _ answer: @escaping (SignInVerdict) -> Void) {
        guard let token = SignedToken(text) else { return answer(.refused("the id token cannot be read")) }
        if idP.interface == "LINE", token.algorithm == "HS256" {
            guard token.isSigned(bySecret: idP.clientSecret) else { return answer(.refused("the id token's signature is wrong")) }
            return answer(subject(token.claims, nonce))
        }
        checkSignature(token, addresses.keys) { [self] failure in answer(failure ?? subject(token.claims, nonce)) }
    }

    private func subject(_ claims: JSON, _ nonce: String?) -> SignInVerdict {
        let check = IdTokenCheck(issuers: idP.issuers, audiences: idP.audiences, nonce: nonce, nowSeconds: nowSeconds)
        switch check.subject(claims) {
        case .success(let subject): return .proven(subject)
        case .failure(let wrong): return .refused("the id token is refused: \(wrong.reason)")
        }
    }

    /// - Parameter answer: nil when one of the provider's keys has signed it.
    func checkSignature(_ token: SignedToken, _ url: String, _ answer: @escaping (SignInVerdict?) -> Void) {
        guard token.algorithm == "RS256" || token.algorithm == "ES256" else {
            return answer(.refused("the id token's algorithm \"\(token.algorithm.prefix(16))\" proves nothing"))
        }
        guard !url.isEmpty else { return answer(Self.notFound) }
        let missing = SignInVerdict.unreachable("the provider's keys cannot be fetched")
        documents.get(url) { [self] set in
            guard set != nil else { return answer(missing) }
            if let verdict = Self.judged(token, set) { return answer(verdict.refusal) }
            // A key that is not known may be new.
            documents.renew(url) {
                answer(Self.judged(token, $0).map { $0.refusal } ?? .refused("no key of the provider has signed the id token"))
            }
        }
    }

    private struct Judged { let refusal: SignInVerdict? }

    /// - Returns: nil when the set has no key for this token.
    private static func judged(_ token: SignedToken, _ set: JSON?) -> Judged? {
        let keys = VerificationKey.keys(set).filter {
            $0.kind.algorithm == token.algorithm && (token.keyId == nil || $0.id == token.keyId)
        }
        if keys.contains(where: { token.isSigned(by: $0) }) { return Judged(refusal: nil) }
        // Who names no key may mean a new one.
        if keys.isEmpty || token.keyId == nil { return nil }
        return Judged(refusal: .refused("the id token's signature is wrong"))
    }
}
