import Codecs
import Linux

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

    /// Where the provider is asked, or why that cannot be said now.
    enum Place {
        case known(AskedIdP.Addresses)
        case unknown(String)

        var reason: String {
            guard case .unknown(let reason) = self else { return "" }
            return reason
        }
    }

    /// Where the provider is asked: by the settings, else as it says itself.
    func addresses(_ answer: @escaping (Place) -> Void) {
        guard idP.isDiscovered else { return answer(.known(idP.addresses)) }
        documents.get(idP.documentUrl) { [self] found in
            switch found {
            case .failure(let missing): answer(.unknown("\(idP.documentUrl) \(missing.reason)"))
            case .success(let json): answer(place(json))
            }
        }
    }

    /// - Parameter json: the provider's document.
    func place(_ json: JSON) -> Place {
        // What somebody else says of himself is no word of this issuer. Both are compared as they are written (section 4.3).
        guard let said = json["issuer"]?.stringValue, said == idP.issuer else {
            let said = json["issuer"]?.stringValue?.prefix(Self.toldBytesMax) ?? ""
            return .unknown("\(idP.documentUrl) is of the issuer \"\(said)\", and the settings name \"\(idP.issuer)\"")
        }
        var known = idP.addresses
        var wrong: String?
        func fill(_ path: WritableKeyPath<AskedIdP.Addresses, String>, _ name: String, isAsked: Bool = true) {
            guard known[keyPath: path].isEmpty, let url = json[name]?.stringValue, !url.isEmpty else { return }
            // The page is opened by the player's browser, and not by this server.
            if isAsked, let reason = documents.reach.refusal(url, in: idP.issuer) {
                wrong = "\(name) of \(idP.documentUrl), \(url.prefix(Self.toldBytesMax)), \(reason)"
                return
            }
            known[keyPath: path] = url
        }
        fill(\.authorization, "authorization_endpoint", isAsked: false)
        fill(\.token, "token_endpoint")
        fill(\.keys, "jwks_uri")
        fill(\.device, "device_authorization_endpoint")
        fill(\.user, "userinfo_endpoint")
        if let wrong { return .unknown(wrong) }
        guard known.authorization.isEmpty || Self.isPage(known.authorization, of: idP.issuer) else {
            return .unknown("authorization_endpoint of \(idP.documentUrl) must be https")
        }
        known.methods = Self.texts(json["token_endpoint_auth_methods_supported"]) ?? [AskedIdP.methodOfStandard]
        known.algorithms = Self.texts(json["id_token_signing_alg_values_supported"])
        return .known(known)
    }

    static let toldBytesMax = 256
    private static let textsMax = 64

    private static func texts(_ json: JSON?) -> [String]? {
        guard let list = json?.arrayValue else { return nil }
        return list.prefix(textsMax).compactMap { $0.stringValue }
    }

    private static func isPage(_ url: String, of issuer: String) -> Bool {
        guard let page = OutgoingPlace(url), let issuer = OutgoingPlace(issuer) else { return false }
        return page.isSecure || page.isThisMachine && issuer.isThisMachine
    }

    // MARK: Id tokens

    func check(idToken text: String, nonce: String?, _ addresses: AskedIdP.Addresses, _ answer: @escaping (SignInVerdict) -> Void) {
        guard let token = SignedToken(text) else { return answer(.refused("the id token cannot be read")) }
        if idP.interface == "LINE", token.algorithm == "HS256" {
            guard token.isSigned(bySecret: idP.clientSecret) else { return answer(.refused("the id token's signature is wrong")) }
            return answer(subject(token.claims, nonce))
        }
        if let algorithms = addresses.algorithms, !algorithms.contains(token.algorithm) {
            let list = algorithms.joined(separator: ", ").prefix(Self.toldBytesMax)
            return answer(
                .refused("the id token's algorithm \"\(token.algorithm.prefix(16))\" is not one that the provider announces: \(list)"))
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
        guard let algorithm = SignatureAlgorithm(rawValue: token.algorithm) else {
            let list = SignatureAlgorithm.allCases.map { $0.rawValue }.joined(separator: ", ")
            return answer(.refused("the id token's algorithm \"\(token.algorithm.prefix(16))\" proves nothing; \(list) do"))
        }
        guard !url.isEmpty else { return answer(.unreachable("the provider does not say where its keys are")) }
        documents.get(url) { [self] found in
            switch found {
            case .failure(let missing): answer(.unreachable("the provider's keys: \(url) \(missing.reason)"))
            case .success(let set) where Self.fit(token, algorithm, set) == .signed: answer(nil)
            case .success:
                // Another key may have taken the place of one that is known, with its name or with a new one.
                documents.renew(url) { renewed in
                    switch renewed {
                    // Keys from before say nothing of a new one.
                    case .failure(let missing): answer(.unreachable("the provider's keys: \(url) \(missing.reason)"))
                    case .success(let set): answer(Self.verdict(Self.fit(token, algorithm, set)))
                    }
                }
            }
        }
    }

    private enum Fit { case signed, wrong, noKey }

    private static func verdict(_ fit: Fit) -> SignInVerdict? {
        switch fit {
        case .signed: nil
        case .wrong: .refused("the id token's signature is wrong")
        case .noKey: .refused("no key of the provider has signed the id token")
        }
    }

    /// A token that names its key is held to the keys of that name, and to those without one; a token that names none, to all. Only keys
    /// for the token's algorithm count.
    private static func fit(_ token: SignedToken, _ algorithm: SignatureAlgorithm, _ set: JSON?) -> Fit {
        let keys = VerificationKey.keys(set).filter {
            $0.fits(algorithm) && (token.keyId == nil || $0.id == nil || $0.id == token.keyId)
        }
        if keys.contains(where: { token.isSigned(by: $0, algorithm) }) { return .signed }
        return token.keyId != nil && keys.contains { $0.id == token.keyId } ? .wrong : .noKey
    }
}
