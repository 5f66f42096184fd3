import Codecs
import Linux

/// Sign-ins that the server carries through: authorization code with PKCE (RFC 6749, RFC 7636), and the device flow (RFC 8628).
extension IdentityProvider {
    struct Flow {
        let verifier: String
        let nonce: String
        let state: String
        let redirect: String
    }

    /// - Returns: the page on which the player signs in.
    func page(_ addresses: AskedIdP.Addresses, _ flow: Flow) -> String {
        let challenge = Base64URL.encode(SHA256.hash(Array(flow.verifier.utf8)))
        var query = [("response_type", "code"), ("client_id", idP.clientId), ("redirect_uri", flow.redirect), ("state", flow.state)]
        if !idP.scope.isEmpty { query.append(("scope", idP.scope)) }
        if idP.hasIdTokens { query.append(("nonce", flow.nonce)) }
        query += [("code_challenge", challenge), ("code_challenge_method", "S256")]
        // With a scope Apple sends the player back by a form alone.
        if idP.interface == "APPLE", !idP.scope.isEmpty { query.append(("response_mode", "form_post")) }
        return WebAddress.appending(query.map { (name: $0.0, value: $0.1) }, to: addresses.authorization)
    }

    /// The player's id for the code that came back.
    /// - Parameter flow: nil for a code that the provider's own software gave to the game.
    func redeem(code: String, _ flow: Flow?, _ addresses: AskedIdP.Addresses, _ answer: @escaping (SignInVerdict) -> Void) {
        var form = [(name: "grant_type", value: "authorization_code"), (name: "code", value: code)]
        if let flow { form += [(name: "redirect_uri", value: flow.redirect), (name: "code_verifier", value: flow.verifier)] }
        askForTokens(form, addresses) { [self] found, refusal in
            guard found.status == 200, let json = found.json else { return answer(refusal ?? Self.refusal(found)) }
            identify(json, nonce: flow?.nonce, addresses, answer)
        }
    }

    /// - Parameter answer: with the verdict when the client could not say who it is.
    private func askForTokens(
        _ form: [(name: String, value: String)], _ addresses: AskedIdP.Addresses,
        _ answer: @escaping (OutgoingAnswer, SignInVerdict?) -> Void
    ) {
        guard !addresses.token.isEmpty else {
            return answer(OutgoingAnswer(), .unreachable("the provider's document names no token endpoint"))
        }
        // A code is good once: whether a lost question was heard nobody knows.
        ask(as: OutgoingCall(url: addresses.token, form: form, isRepeatable: false), addresses, answer)
    }

    private static func refusal(_ found: OutgoingAnswer) -> SignInVerdict {
        if found.isTemporary { return .unreachable("the provider \(found.told)") }
        let said = found.json?["error"]?.stringValue ?? "status \(found.status)"
        return .refused("the provider refused: \(said.prefix(64))")
    }

    /// Who the player is, by what the token endpoint gave.
    private func identify(_ json: JSON, nonce: String?, _ addresses: AskedIdP.Addresses, _ answer: @escaping (SignInVerdict) -> Void) {
        if idP.hasIdTokens, let token = json["id_token"]?.stringValue {
            return check(idToken: token, nonce: nonce, addresses, answer)
        }
        guard let access = json["access_token"]?.stringValue else { return answer(.refused("the provider gave no id token")) }
        switch idP.interface {
        case "X": userOfX(access, addresses, answer)
        case "FACEBOOK": userOfFacebook(access, addresses, answer)
        case "OIDC" where !addresses.user.isEmpty: userOfOpenID(access, addresses, answer)
        default: answer(.refused("the provider gave no id token; is openid in scope?"))
        }
    }

    // MARK: Without a browser

    struct DeviceCode {
        let deviceCode: String
        let userCode: String
        let page: String
        let wholePage: String?
        let expiresSeconds: Int64
        let intervalSeconds: Int64
    }

    static let deviceSecondsMax: Int64 = 1_800
    static let intervalSeconds: Int64 = 5
    static let intervalSecondsMax: Int64 = 60

    /// - Parameter answer: nil and why, when the provider gave no code.
    func beginDevice(_ addresses: AskedIdP.Addresses, _ answer: @escaping (DeviceCode?, SignInVerdict) -> Void) {
        let form = [(name: "client_id", value: idP.clientId), (name: "scope", value: idP.scope)]
        let call = OutgoingCall(url: addresses.device, form: form)
        let read: (OutgoingAnswer, SignInVerdict?) -> Void = { found, refusal in
            guard found.status == 200, let json = found.json, let code = json["device_code"]?.stringValue,
                let userCode = json["user_code"]?.stringValue,
                // Google's name of it is older than the standard's.
                let page = (json["verification_uri"] ?? json["verification_url"])?.stringValue, WebAddress.isWeb(page)
            else { return answer(nil, refusal ?? Self.refusal(found)) }
            let expires = min(max(json["expires_in"]?.int64Value ?? Self.deviceSecondsMax, 1), Self.deviceSecondsMax)
            let interval = min(max(json["interval"]?.int64Value ?? Self.intervalSeconds, 1), Self.intervalSecondsMax)
            answer(
                DeviceCode(
                    deviceCode: code, userCode: userCode, page: page, wholePage: json["verification_uri_complete"]?.stringValue,
                    expiresSeconds: expires, intervalSeconds: interval), .expired)
        }
        // A client with a secret says who it is here too (RFC 8628, section 3.1); those that have no document do not want it.
        if idP.interface == "OIDC" { ask(as: call, addresses, read) } else { ask(call) { read($0, nil) } }
    }

    func pollDevice(_ deviceCode: String, _ addresses: AskedIdP.Addresses, _ answer: @escaping (SignInVerdict) -> Void) {
        let form = [
            (name: "grant_type", value: "urn:ietf:params:oauth:grant-type:device_code"), (name: "device_code", value: deviceCode),
        ]
        askForTokens(form, addresses) { [self] found, refusal in
            if let refusal { return answer(refusal) }
            if found.status == 200, let json = found.json { return identify(json, nonce: nil, addresses, answer) }
            switch found.json?["error"]?.stringValue {
            case "authorization_pending": answer(.pending(moreSeconds: 0))
            // Google says it with status 429.
            case "slow_down", "rate_limit_exceeded": answer(.pending(moreSeconds: Self.intervalSeconds))
            case "access_denied": answer(.denied)
            case "expired_token": answer(.expired)
            default: answer(Self.refusal(found))
            }
        }
    }
}
