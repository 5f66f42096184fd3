import Codecs
import Linux

/// What the provider's own software gave to the game, asked about. A token that was given to another client proves nothing here: whoever
/// has another game's players could sign in as them.
extension IdentityProvider {
    struct Credential {
        var accessToken = ""
        var authorizationCode = ""
    }

    /// Whether it is good once: the provider's answer cannot be had again.
    func redeems(_ credential: Credential) -> Bool {
        let token = credential.accessToken
        if token.isEmpty { return idP.interface != "STEAM" && !credential.authorizationCode.isEmpty }
        return idP.interface == "APPLE" && !SignedToken.isLike(token)
    }

    func verify(_ credential: Credential, _ answer: @escaping (SignInVerdict) -> Void) {
        let token = credential.accessToken
        // It goes into addresses and fields of a head.
        guard (token + credential.authorizationCode).utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f }) else {
            return answer(.refused("a token has visible ASCII characters alone"))
        }
        addresses { [self] place in
            guard case .known(let addresses) = place else { return answer(.unreachable(place.reason)) }
            if idP.interface == "STEAM" { return playerOfSteam(token, addresses, answer) }
            if idP.hasIdTokens, SignedToken.isLike(token) { return check(idToken: token, nonce: nil, addresses, answer) }
            if token.isEmpty, !credential.authorizationCode.isEmpty {
                return redeem(code: credential.authorizationCode, nil, addresses, answer)
            }
            switch idP.interface {
            case "FACEBOOK": userOfFacebook(token, addresses, answer)
            case "LINE": userOfLINE(token, addresses, answer)
            // The mobile backend's field for Apple's code has that name.
            case "APPLE" where !token.isEmpty: redeem(code: token, nil, addresses, answer)
            default:
                answer(.refused("an access token of \(idP.code) does not say which game it was given to; give an id token or a code"))
            }
        }
    }

    // MARK: Facebook: Graph API, "Debugging and error handling" and "Securing Graph API calls"

    func userOfFacebook(_ token: String, _ addresses: AskedIdP.Addresses, _ answer: @escaping (SignInVerdict) -> Void) {
        let app = "\(idP.clientId)|\(idP.clientSecret)"
        let debug = [(name: "input_token", value: token), (name: "access_token", value: app)]
        ask(OutgoingCall(url: WebAddress.appending(debug, to: addresses.user + "/debug_token"), form: nil)) { [self] found in
            guard found.status == 200, let data = found.json?["data"] else { return answer(Self.unread(found)) }
            let expires = data["expires_at"]?.int64Value ?? 0
            guard data["is_valid"]?.boolValue == true, let user = data["user_id"]?.stringValue, !user.isEmpty,
                idP.audiences.contains(data["app_id"]?.stringValue ?? ""), expires == 0 || expires > nowSeconds
            else { return answer(.refused("the provider says that the token is not good for this game")) }
            meOfFacebook(token, user, addresses, answer)
        }
    }

    /// The same token used as this app: with a proof that only who has the app's secret can make.
    private func meOfFacebook(
        _ token: String, _ user: String, _ addresses: AskedIdP.Addresses, _ answer: @escaping (SignInVerdict) -> Void
    ) {
        let proof = Hex.encode(HMACSHA256.authenticate(Array(token.utf8), key: Array(idP.clientSecret.utf8)))
        let query = [(name: "fields", value: "id"), (name: "access_token", value: token), (name: "appsecret_proof", value: proof)]
        ask(OutgoingCall(url: WebAddress.appending(query, to: addresses.user + "/me"), form: nil)) { found in
            guard found.status == 200, let id = found.json?["id"]?.stringValue else { return answer(Self.unread(found)) }
            answer(id == user ? .proven(id) : .refused("the provider names two players for one token"))
        }
    }

    // MARK: LINE Login v2.1: "Verify access token validity" and "Get user profile"

    private func userOfLINE(_ token: String, _ addresses: AskedIdP.Addresses, _ answer: @escaping (SignInVerdict) -> Void) {
        let query = [(name: "access_token", value: token)]
        ask(OutgoingCall(url: WebAddress.appending(query, to: addresses.user + "/oauth2/v2.1/verify"), form: nil)) { [self] found in
            guard found.status == 200, let json = found.json else { return answer(Self.unread(found)) }
            guard idP.audiences.contains(json["client_id"]?.stringValue ?? ""), (json["expires_in"]?.int64Value ?? 0) > 0 else {
                return answer(.refused("the provider says that the token is not good for this game"))
            }
            let call = OutgoingCall(url: addresses.user + "/v2/profile", form: nil, fields: ["Authorization: Bearer " + token])
            ask(call) { answer(Self.named($0, $0.json?["userId"])) }
        }
    }

    // MARK: X: "GET /2/users/me". The token is one that this server was given for its own client.

    func userOfX(_ token: String, _ addresses: AskedIdP.Addresses, _ answer: @escaping (SignInVerdict) -> Void) {
        ask(OutgoingCall(url: addresses.user, form: nil, fields: ["Authorization: Bearer " + token])) {
            answer(Self.named($0, $0.json?["data"]?["id"]))
        }
    }

    // MARK: Others: OpenID Connect Core, section 5.3. The token is one that this server was given for its own client.

    func userOfOpenID(_ token: String, _ addresses: AskedIdP.Addresses, _ answer: @escaping (SignInVerdict) -> Void) {
        ask(OutgoingCall(url: addresses.user, form: nil, fields: ["Authorization: Bearer " + token])) {
            answer(Self.named($0, $0.json?["sub"]))
        }
    }

    // MARK: Steam: ISteamUserAuth/AuthenticateUserTicket

    /// For whom the game asks Steam for a ticket; another's ticket is refused there.
    static let steamIdentity = "gamebase"

    private func playerOfSteam(_ ticket: String, _ addresses: AskedIdP.Addresses, _ answer: @escaping (SignInVerdict) -> Void) {
        guard !ticket.isEmpty, ticket.allSatisfy({ $0.isASCII && $0.isHexDigit }) else {
            return answer(.refused("a Steam ticket is given in hexadecimal digits"))
        }
        ask(callOfSteam(ticket, addresses)) { found in
            let params = found.json?["response"]?["params"]
            guard found.status == 200, params?["result"]?.stringValue == "OK" else {
                return answer(found.status == 200 ? .refused("Steam refused the ticket") : Self.unread(found))
            }
            if params?["publisherbanned"]?.boolValue == true { return answer(.refused("Steam says that the publisher banned the player")) }
            answer(Self.named(found, params?["steamid"]))
        }
    }

    func callOfSteam(_ ticket: String, _ addresses: AskedIdP.Addresses) -> OutgoingCall {
        let query = [
            (name: "key", value: idP.clientSecret), (name: "appid", value: idP.clientId), (name: "ticket", value: ticket),
            (name: "identity", value: idP.scope.isEmpty ? Self.steamIdentity : idP.scope),
        ]
        return OutgoingCall(url: WebAddress.appending(query, to: addresses.user), form: nil)
    }

    private static func named(_ found: OutgoingAnswer, _ id: JSON?) -> SignInVerdict {
        guard found.status == 200, let id = id?.stringValue, !id.isEmpty, id.utf8.count <= IdTokenCheck.subjectBytesMax else {
            return unread(found)
        }
        return .proven(id)
    }

    private static func unread(_ found: OutgoingAnswer) -> SignInVerdict {
        found.isTemporary || found.status == 200
            ? .unreachable("the provider \(found.told)") : .refused("the provider refused the token")
    }
}
