import Codecs
import Messages

/// An identity provider as the settings have it, its keys opened, with the addresses that it has published.
struct AskedIdP {
    struct Addresses {
        var authorization = ""
        var token = ""
        var keys = ""
        /// Who the player is, where no id token says so; of Steam where tickets are asked about.
        var user = ""
        var device = ""
        /// How the token endpoint wants to know who asks (RFC 8414): what the provider says, else what its interface is known for.
        var methods: [String] = []
        /// By which algorithms id tokens are signed; nil: the provider does not say.
        var algorithms: [String]?
    }

    let app: String
    let code: String
    let interface: String
    let issuer: String
    let clientId: String
    /// Further clients of the same game, whose tokens are as good.
    let audiences: [String]
    let clientSecret: String
    let privateKey: String
    let keyId: String
    let teamId: String
    let scope: String
    /// Of this server, when the provider sends players back to it; empty: straight to the game.
    let callbackUrl: String
    var addresses: Addresses

    static let none = "NONE"
    static let discovery = "/.well-known/openid-configuration"
    /// What a provider means that does not say how it wants to know its clients (OpenID Connect Discovery, section 3).
    static let methodOfStandard = "client_secret_basic"

    init(_ json: JSON, app: String, code: String, _ secrets: Secrets, _ reach: OutgoingReach) throws(AskedStore.Wrong) {
        let text = { (name: String) in json[name]?.stringValue ?? "" }
        func opened(_ member: String) throws(AskedStore.Wrong) -> String {
            if text(member).isEmpty { return "" }
            let place = Secrets.place(idP: code, of: app, member)
            guard let plain = secrets.open(text(member), of: member, for: place, in: json, Secrets.addressesOfIdP) else {
                throw .message("\(member): cannot be opened with the secrets key that this server has")
            }
            return plain
        }
        self.app = app
        self.code = code
        interface = text("interface")
        let published = Self.published[interface] ?? ("", "", Addresses())
        issuer = text("issuer").isEmpty ? published.issuer : text("issuer")
        clientId = text("clientId")
        audiences = [text("clientId")] + (json["audiences"]?.arrayValue ?? []).compactMap { $0.stringValue }
        clientSecret = try opened("clientSecret")
        privateKey = try opened("privateKey")
        keyId = text("keyId")
        teamId = text("teamId")
        scope = text("scope").isEmpty ? published.scope : text("scope")
        callbackUrl = text("callbackUrl")
        addresses = published.addresses
        let rows: [(String, WritableKeyPath<Addresses, String>)] = [
            ("authorizationUrl", \.authorization), ("tokenUrl", \.token), ("keysUrl", \.keys), ("userUrl", \.user), ("deviceUrl", \.device),
        ]
        for (name, path) in rows where !text(name).isEmpty {
            addresses[keyPath: path] = text(name)
        }
        for url in [issuer, addresses.token, addresses.keys, addresses.user, addresses.device] where !url.isEmpty {
            if let wrong = reach.refusal(ofSettings: url) { throw .message("\(url): \(wrong)") }
        }
        guard !clientId.isEmpty else { throw .message("clientId: is missing") }
    }

    /// The provider by which people sign in to the console. It is of no app, and its secret is not sealed.
    init(ofPeopleAt issuer: String, clientId: String, clientSecret: String, callbackUrl: String) {
        (app, code, interface, self.issuer) = ("", "people", "OIDC", issuer)
        (self.clientId, audiences, self.clientSecret) = (clientId, [clientId], clientSecret)
        (privateKey, keyId, teamId, scope) = ("", "", "", "openid")
        self.callbackUrl = callbackUrl
        addresses = Addresses()
    }

    /// Whether id tokens say who a player is.
    var hasIdTokens: Bool { interface != "X" && interface != "STEAM" }
    /// Whether where to ask is asked first (OpenID Connect Discovery).
    var isDiscovered: Bool { interface == "OIDC" || interface == "GOOGLE" }
    /// Where an issuer says what it is: a "/" at its end is not doubled (OpenID Connect Discovery, section 4).
    var documentUrl: String { (issuer.hasSuffix("/") ? String(issuer.dropLast()) : issuer) + Self.discovery }
    /// Google's tokens name it in two ways.
    var issuers: [String] { interface == "GOOGLE" && issuer == "https://accounts.google.com" ? [issuer, "accounts.google.com"] : [issuer] }

    /// Where each provider says that it is asked. Any of them can be set.
    private static let published: [String: (issuer: String, scope: String, addresses: Addresses)] = [
        "OIDC": ("", "openid", Addresses()),
        "GOOGLE": ("https://accounts.google.com", "openid", Addresses()),
        "APPLE": (
            "https://appleid.apple.com", "",
            Addresses(
                authorization: "https://appleid.apple.com/auth/authorize", token: "https://appleid.apple.com/auth/token",
                keys: "https://appleid.apple.com/auth/keys")
        ),
        "LINE": (
            "https://access.line.me", "openid",
            Addresses(
                authorization: "https://access.line.me/oauth2/v2.1/authorize", token: "https://api.line.me/oauth2/v2.1/token",
                keys: "https://api.line.me/oauth2/v2.1/certs", user: "https://api.line.me")
        ),
        "FACEBOOK": (
            "https://www.facebook.com", "openid",
            Addresses(
                authorization: "https://www.facebook.com/v21.0/dialog/oauth", token: "https://graph.facebook.com/v21.0/oauth/access_token",
                keys: "https://limited.facebook.com/.well-known/oauth/openid/jwks/", user: "https://graph.facebook.com/v21.0")
        ),
        "X": (
            "", "users.read tweet.read",
            Addresses(
                authorization: "https://x.com/i/oauth2/authorize", token: "https://api.x.com/2/oauth2/token",
                user: "https://api.x.com/2/users/me")
        ),
        "STEAM": ("", "", Addresses(user: "https://partner.steam-api.com/ISteamUserAuth/AuthenticateUserTicket/v1/")),
    ]
}
