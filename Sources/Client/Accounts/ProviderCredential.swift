import Codecs
import Linux
import Messages

/// What an identity provider gave for a player, read from the JSON object with the SDK's credential keys.
struct ProviderCredential {
    static let providerNameKey = "provider_name"
    static let accessTokenKey = "access_token"
    static let accessTokenSecretKey = "access_token_secret"
    static let authorizationCodeKey = "authorization_code"
    static let gamebaseTokenKey = "gamebase_access_token"
    static let subCodeKey = "sub_code"
    static let profileKey = "profile"

    var provider: String
    var accessToken: String?
    var accessTokenSecret: String?
    var authorizationCode: String?
    /// A session of the member, in place of the provider's own token.
    var gamebaseToken: String?
    var subCode: String?
    var ignoresLoggedIn = false
    /// What the service gave for an account that it has proven itself; no token of the provider's.
    var isOfService = false
    /// What the provider says of the player, in its own words. It stays in this process.
    var profile: JSONObject?

    /// It needs `provider_name` and one of `access_token`, `authorization_code` and, for a login, `gamebase_access_token`.
    /// - Parameter provider: whose adapter made it, which may then leave the name out; nil for a credential of the game.
    /// - Parameter api: decides between 3202, for a login, and 3304, for a mapping.
    static func read(_ object: JSONObject, provider: String?, api: RequestName) -> Result<ProviderCredential, GamebaseError> {
        let isMapping = api == .addMapping
        let code = isMapping ? GamebaseError.Code.authAddMappingInvalidIdPInfo : GamebaseError.Code.authIdPLoginInvalidIdPInfo
        func wrong(_ message: String) -> Result<ProviderCredential, GamebaseError> {
            .failure(GamebaseError(code, "credential: \(message)", domain: "\(Client.gamebaseDomain)"))
        }
        for key in [providerNameKey, accessTokenKey, accessTokenSecretKey, authorizationCodeKey, gamebaseTokenKey, subCodeKey] {
            if let value = object[key], !value.isNull, value.stringValue == nil { return wrong("\(key) must be text") }
        }
        if let value = object[profileKey], !value.isNull, value.objectValue == nil { return wrong("\(profileKey) must be a JSON object") }
        func text(_ key: String) -> String? {
            guard let text = object[key]?.stringValue, !text.isEmpty else { return nil }
            return text
        }
        guard let name = text(providerNameKey) ?? provider else { return wrong("\(providerNameKey) is missing") }
        if let provider, name != provider { return wrong("\(providerNameKey) is \(name), asked was \(provider)") }
        var credential = ProviderCredential(provider: name)
        credential.accessToken = text(accessTokenKey)
        credential.accessTokenSecret = text(accessTokenSecretKey)
        credential.authorizationCode = text(authorizationCodeKey)
        credential.gamebaseToken = isMapping ? nil : text(gamebaseTokenKey)
        credential.subCode = text(subCodeKey)
        credential.profile = object[profileKey]?.objectValue
        credential.ignoresLoggedIn = ClientAccounts.ignoresLoggedIn(object)
        let hasToken = credential.accessToken != nil || credential.authorizationCode != nil
        guard hasToken || credential.gamebaseToken != nil else {
            return wrong("needs \(accessTokenKey) or \(authorizationCodeKey)\(isMapping ? "" : " or \(gamebaseTokenKey)")")
        }
        if name == ClientAccounts.guestProvider, !isMapping, credential.gamebaseToken == nil {
            return wrong("a guest has no credential; log in with loginWithType")
        }
        return .success(credential)
    }

    /// As the service reads it.
    var idPInfo: JSON {
        var info: JSONObject = ["idPCode": .string(provider)]
        if let accessToken { info["accessToken"] = .string(accessToken) }
        if let accessTokenSecret { info["accessTokenSecret"] = .string(accessTokenSecret) }
        if let authorizationCode { info["authorizationCode"] = .string(authorizationCode) }
        if let subCode { info["subCode"] = .string(subCode) }
        return .object(info)
    }
}
