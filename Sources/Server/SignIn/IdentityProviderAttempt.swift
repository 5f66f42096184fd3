import Codecs
import Linux

/// An operator's test of a provider. Documents are fetched anew and not kept; a secret goes nowhere but where a sign-in sends it.
extension IdentityProvider {
    typealias Steps = ([AttemptStep]) -> Void

    func attempt(_ answer: @escaping Steps) {
        let steps: [AttemptStep] = [
            .good("settings", "the provider is enabled, and this server queries it by \(idP.interface)"), credentialStep,
        ]
        if idP.interface == "STEAM" { return attemptOfSteam(steps, answer) }
        guard idP.isDiscovered else {
            return attemptKeys(steps + Self.steps(idP.addresses), idP.addresses) { [self] in attemptToken($0, answer) }
        }
        ask(OutgoingCall(url: idP.documentUrl, form: nil)) { [self] found in
            guard found.status == 200, let json = found.json, json.objectValue != nil else {
                return answer(steps + [.bad("document", told(idP.documentUrl, found))])
            }
            attempt(json, steps + [.good("document", "\(idP.documentUrl) was read")], answer)
        }
    }

    private func attempt(_ document: JSON, _ steps: [AttemptStep], _ answer: @escaping Steps) {
        let isOwn = document["issuer"]?.stringValue == idP.issuer
        let place = place(document)
        guard case .known(let addresses) = place else {
            let wrong: [AttemptStep] =
                isOwn ? [.good("issuer", idP.issuer), .bad("addresses", place.reason)] : [.bad("issuer", place.reason)]
            return answer(steps + wrong)
        }
        let more = [.good("issuer", idP.issuer)] + Self.steps(addresses) + [methodStep(addresses)]
        attemptKeys(steps + more, addresses, answer)
    }

    private func told(_ url: String, _ found: OutgoingAnswer) -> String {
        "\(url.prefix(Self.toldBytesMax)) \(found.status == 200 ? "answered with no JSON object" : found.told)"
    }

    // MARK: What is not asked

    /// Where a player is sent, and where this server asks for tokens.
    private static func steps(_ addresses: AskedIdP.Addresses) -> [AttemptStep] {
        [("authorizationUrl", addresses.authorization), ("tokenUrl", addresses.token)].map { name, url in
            if url.isEmpty { return .bad(name, "neither the settings nor the provider name it") }
            guard let place = OutgoingPlace(url) else { return .bad(name, "is no address of a web server") }
            let told = String(url.prefix(toldBytesMax))
            return place.isSecure || place.isThisMachine ? .good(name, told) : .bad(name, "must be https: \(told)")
        }
    }

    private var credentialStep: AttemptStep {
        let name = "credentials"
        if idP.interface == "APPLE" {
            let lacks = [("privateKey", idP.privateKey), ("keyId", idP.keyId), ("teamId", idP.teamId)].filter { $0.1.isEmpty }.map { $0.0 }
            if !lacks.isEmpty { return .bad(name, "\(lacks.joined(separator: ", ")): missing, so that no code can be redeemed") }
            let isKey = SigningKey(pem: idP.privateKey) != nil && !clientSecret().isEmpty
            return isKey ? .good(name, "the private key signs") : .bad(name, "privateKey: is no .p8 key that signs by ES256")
        }
        if !idP.clientSecret.isEmpty { return .good(name, "clientId and clientSecret are there") }
        if idP.isDiscovered { return .good(name, "clientId is there; without a clientSecret the client is a public one") }
        return .bad(name, "clientSecret: is missing")
    }

    private func methodStep(_ addresses: AskedIdP.Addresses) -> AttemptStep {
        let takes = addresses.methods.joined(separator: ", ").prefix(Self.toldBytesMax)
        let hasSecret = !clientSecret().isEmpty
        let ways = ClientProof.ways(idP, hasSecret: hasSecret, addresses.methods).map { $0.rawValue }
        if ways.isEmpty {
            let known = ClientProof.allCases.map { $0.rawValue }.joined(separator: ", ")
            return .bad("clientMethod", "the provider authenticates clients by \(takes); this server supports \(known)")
        }
        // Many providers that take public clients do not name it.
        let isUnnamed = !hasSecret && !addresses.methods.contains(ClientProof.none.rawValue)
        let rest = isUnnamed ? ", which the provider does not name" : ""
        return .good("clientMethod", "this server uses \(ways.joined(separator: ", "))\(rest); the provider takes \(takes)")
    }

    // MARK: Questions

    private func attemptKeys(_ steps: [AttemptStep], _ addresses: AskedIdP.Addresses, _ answer: @escaping Steps) {
        guard idP.hasIdTokens else { return answer(steps) }
        let url = addresses.keys
        guard !url.isEmpty else { return answer(steps + [.bad("keys", "the provider does not say where its keys are")]) }
        ask(OutgoingCall(url: url, form: nil)) { [self] found in
            guard found.status == 200, let json = found.json, json.objectValue != nil else {
                return answer(steps + [.bad("keys", told(url, found))])
            }
            let (count, usable) = (json["keys"]?.arrayValue?.count ?? 0, VerificationKey.keys(json).count)
            let message = "\(url.prefix(Self.toldBytesMax)) has \(count) keys; \(usable) of them can be used"
            answer(steps + [usable > 0 ? .good("keys", message) : .bad("keys", message)])
        }
    }

    /// Whether anything answers where tokens are asked for; of a question without a code any status will do.
    private func attemptToken(_ steps: [AttemptStep], _ answer: @escaping Steps) {
        let url = idP.addresses.token
        if url.isEmpty { return answer(steps) }
        ask(OutgoingCall(url: url, form: nil)) { found in
            let message = "\(url.prefix(Self.toldBytesMax)) \(found.told)"
            answer(steps + [found.status > 0 ? .good("answer", message) : .bad("answer", message)])
        }
    }

    /// A ticket that is none: Steam looks at the key before it looks at the ticket.
    private static let noTicket = "00"

    private func attemptOfSteam(_ steps: [AttemptStep], _ answer: @escaping Steps) {
        ask(callOfSteam(Self.noTicket, idP.addresses)) { found in
            let step: AttemptStep
            switch found.status {
            case 200 where found.json?["response"]?.objectValue != nil: step = .good("key", "Steam accepts the key")
            case 200: step = .bad("key", "the answer cannot be read; userUrl may lead somewhere else")
            case 401, 403: step = .bad("key", "Steam does not accept the key in clientSecret for the app in clientId: it \(found.told)")
            default: step = .bad("key", "Steam \(found.told)")
            }
            answer(steps + [step])
        }
    }
}
