import Codecs
import Messages

/// What a request says of its player, proven before the service hears of it.
extension SignInDesk {
    enum Proven {
        /// As it came, with what was proven; the service believes nothing else of a provider that is asked.
        case request(Request)
        case refusal(Reply)
    }

    /// Whether the request may name a player's account at a provider.
    static func names(_ request: Request) -> Bool { !claims(request).isEmpty }

    /// One account that a request says is its player's.
    struct Claim {
        let code: String
        let credential: IdentityProvider.Credential
        /// What the id must be, where the request names it.
        let id: String?
    }

    static let guest = "guest"
    /// The mobile backend's names of providers.
    static let ofMobileBackend = ["google": "google", "apple": "appleid", "facebook": "facebook", "twitter": "twitter"]

    static func claims(_ request: Request) -> [Claim] {
        let text = { (json: JSON?, name: String) in json?[name]?.stringValue ?? "" }
        switch request.name {
        case .idPLogin, .addMapping:
            let idP = request.parameters["idPInfo"]
            let code = text(idP, "idPCode")
            if code.isEmpty || code == guest { return [] }
            let given = IdentityProvider.Credential(
                accessToken: text(idP, "accessToken"), authorizationCode: text(idP, "authorizationCode"))
            return [Claim(code: code, credential: given, id: nil)]
        case .objectsCreate, .objectsUpdate:
            guard text(request.parameters, "className") == "user",
                let links = request.parameters["fields"]?["authData"]?.objectValue
            else { return [] }
            return ofMobileBackend.compactMap { name, code in
                guard let link = links[name], link.objectValue != nil else { return nil }
                let token = text(link, "access_token")
                return Claim(code: code, credential: IdentityProvider.Credential(accessToken: token), id: text(link, "id"))
            }
        default: return []
        }
    }

    func prove(_ request: Request, _ app: App, _ answer: @escaping (Proven) -> Void) {
        prove(Self.claims(request)[...], request, app, answer)
    }

    private func prove(_ claims: ArraySlice<Claim>, _ request: Request, _ app: App, _ answer: @escaping (Proven) -> Void) {
        guard let claim = claims.first else { return answer(.request(request)) }
        let goOn: (String?) -> Void = { [self] subject in
            var request = request
            if let subject {
                var proven = request.proven.objectValue ?? [:]
                proven[claim.code] = .string(subject)
                request.proven = .object(proven)
            }
            prove(claims.dropFirst(), request, app, answer)
        }
        provider(claim.code, app) { [self] found in
            switch found {
            case .wrong(let reason): answer(.refusal(.failure(ResultCode.remoteSystemError, reason)))
            case .none: goOn(nil)
            case .provider(let provider):
                verify(claim, provider, app, request.changeId) { [self] verdict in
                    switch verdict {
                    case .proven(let subject) where claim.id == nil || claim.id == subject: return goOn(subject)
                    case .refused(let reason), .unreachable(let reason): note(app, claim.code, reason)
                    default: break
                    }
                    // The mobile backend has one error for all of it, which the service gives.
                    claim.id == nil ? answer(.refusal(Self.reply(verdict))) : goOn(nil)
                }
            }
        }
    }

    private func verify(
        _ claim: Claim, _ provider: IdentityProvider, _ app: App, _ changeId: String?, _ answer: @escaping (SignInVerdict) -> Void
    ) {
        let token = claim.credential.accessToken
        guard token.hasPrefix(SignInTicket.proofPrefix) else {
            guard let changeId, provider.redeems(claim.credential) else { return provider.verify(claim.credential, bounded(answer)) }
            // The provider takes a code once. Who sends the same request again has lost the answer; another request has no part of it.
            let key = [app.id, claim.code, changeId, token, claim.credential.authorizationCode].joined(separator: "\n")
            return once(key, { provider.verify(claim.credential, $0) }, answer)
        }
        let proof = tickets(app).open(.proof, String(token.dropFirst(SignInTicket.proofPrefix.count)), now: now)
        guard let proof, proof["idP"]?.stringValue == claim.code, let subject = proof["subject"]?.stringValue else {
            return answer(.refused("accessToken: the sign-in has expired; begin again"))
        }
        answer(.proven(subject))
    }
}
