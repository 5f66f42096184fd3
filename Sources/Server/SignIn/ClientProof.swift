import Codecs
import Linux

/// How this server says to a provider which client it is (RFC 6749, section 2.3; OpenID Connect Core, section 9).
enum ClientProof: String, CaseIterable {
    case basic = "client_secret_basic"
    case post = "client_secret_post"
    /// A public client: PKCE alone holds question and answer together.
    case none

    /// In the order in which they are tried: a client is registered for one of those that its provider takes, and the standard's default
    /// comes first.
    static func ways(_ idP: AskedIdP, hasSecret: Bool, _ supported: [String]) -> [ClientProof] {
        guard hasSecret else { return [.none] }
        if idP.isDiscovered { return [basic, post].filter { supported.contains($0.rawValue) } }
        return idP.interface == "X" ? [.basic] : [.post]
    }

    func put(into call: inout OutgoingCall, _ idP: AskedIdP, _ secret: String) {
        switch self {
        case .basic:
            let pair = PercentEncoding.encode(idP.clientId) + ":" + PercentEncoding.encode(secret)
            call.fields.append("Authorization: Basic " + Base64.encode(Array(pair.utf8)))
            // X wants to see it there too.
            if idP.isDiscovered { return }
        case .post: call.form?.append((name: "client_secret", value: secret))
        case .none: break
        }
        if call.form?.contains(where: { $0.name == "client_id" }) == false { call.form?.append((name: "client_id", value: idP.clientId)) }
    }
}

extension IdentityProvider {
    /// Asks as the client that the settings name. A provider that does not know the client by one way is asked by the next: it looks who
    /// asks before it looks at the code.
    func ask(
        as call: OutgoingCall, _ addresses: AskedIdP.Addresses, _ answer: @escaping (OutgoingAnswer, SignInVerdict?) -> Void
    ) {
        let secret = clientSecret()
        let ways = ClientProof.ways(idP, hasSecret: !secret.isEmpty, addresses.methods)
        let takes = addresses.methods.joined(separator: ", ").prefix(Self.toldBytesMax)
        guard !ways.isEmpty else {
            let known = ClientProof.allCases.map { $0.rawValue }.joined(separator: ", ")
            return answer(OutgoingAnswer(), .refused("the provider authenticates clients by \(takes); this server supports \(known)"))
        }
        ask(as: call, secret, ways[...]) { found, tried in
            guard Self.knowsNoClient(found) else { return answer(found, nil) }
            let supported = takes.isEmpty ? "" : "; it takes \(takes)"
            answer(found, .refused("the provider does not know the client: invalid_client by \(tried)\(supported)"))
        }
    }

    private func ask(
        as call: OutgoingCall, _ secret: String, _ ways: ArraySlice<ClientProof>, tried: String = "",
        _ answer: @escaping (OutgoingAnswer, String) -> Void
    ) {
        guard let way = ways.first else { return answer(OutgoingAnswer(), tried) }
        var asked = call
        way.put(into: &asked, idP, secret)
        let tried = tried.isEmpty ? way.rawValue : tried + ", " + way.rawValue
        ask(asked) { [self] found in
            if ways.count > 1, Self.knowsNoClient(found) { return ask(as: call, secret, ways.dropFirst(), tried: tried, answer) }
            answer(found, tried)
        }
    }

    private static func knowsNoClient(_ found: OutgoingAnswer) -> Bool {
        (found.status == 400 || found.status == 401) && found.json?["error"]?.stringValue == "invalid_client"
    }

    private static let appleSecretSeconds: Int64 = 300

    /// Apple's is a token that the .p8 key signs.
    func clientSecret() -> String {
        guard idP.interface == "APPLE", let key = SigningKey(pem: idP.privateKey) else { return idP.clientSecret }
        let claims: JSONObject = [
            "iss": .string(idP.teamId), "iat": .integer(nowSeconds), "exp": .integer(nowSeconds + Self.appleSecretSeconds),
            "aud": .string(idP.issuer), "sub": .string(idP.clientId),
        ]
        return key.token(["kid": .string(idP.keyId)], claims) ?? ""
    }
}
