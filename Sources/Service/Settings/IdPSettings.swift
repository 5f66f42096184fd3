import Wire

/// One identity provider of the app, by its SDK code.
struct IdPSettings: Equatable, SettingsTable {
    static let guest = "guest"
    static let codes = [
        guest, "appleid", "iosgamecenter", "facebook", "google", "twitter", "line", "naver", "payco", "hangame", "weibo", "kakaogame",
        "steam", "epicgames", "oidc",
    ]
    static let unasked = "NONE"
    static let interfaces = [unasked, "OIDC", "GOOGLE", "APPLE", "LINE", "FACEBOOK", "X", "STEAM"]
    static let audiencesMax = 16

    var code = ""
    var isEnabled = true
    var clientId = ""
    var additional = ""
    var callbackUrl = ""
    /// What gamebased speaks with the provider, which it asks about every player; nobody else is believed then.
    var interface = unasked
    /// gamebased gives them here sealed, and alone can open them.
    var clientSecret: String?
    var privateKey = ""
    var keyId = ""
    var teamId = ""
    var scope = ""
    var audiences: [String] = []
    /// Empty: where the provider is published, or says itself.
    var issuer = ""
    var authorizationUrl = ""
    var tokenUrl = ""
    var keysUrl = ""
    var userUrl = ""
    var deviceUrl = ""

    var isAsked: Bool { interface != Self.unasked }

    mutating func fields(_ fields: inout SettingsFields) {
        fields.bool("enabled", &isEnabled)
        fields.text("clientId", &clientId, told: .same)
        fields.text("additional", &additional, told: .same)
        fields.url("callbackUrl", &callbackUrl, told: .same)
        fields.oneOf("interface", &interface, Self.interfaces)
        fields.identifier("clientSecret", &clientSecret, max: StoreSettings.keyBytesMax)
        fields.text("privateKey", &privateKey)
        fields.text("keyId", &keyId, max: 255)
        fields.text("teamId", &teamId, max: 255)
        fields.text("scope", &scope, max: 255)
        fields.texts("audiences", &audiences, max: Self.audiencesMax) { $0.isEmpty ? "must not be empty" : nil }
        fields.url("issuer", &issuer)
        fields.url("authorizationUrl", &authorizationUrl)
        fields.url("tokenUrl", &tokenUrl)
        fields.url("keysUrl", &keysUrl)
        fields.url("userUrl", &userUrl)
        fields.url("deviceUrl", &deviceUrl)
    }

    /// What clients may know of the enabled providers.
    static func launchingJSON(_ list: [IdPSettings]) -> JSON {
        var object = JSONObject()
        for idP in list where idP.isEnabled { object[idP.code] = .object(idP.told) }
        return .object(object)
    }
}

extension SettingsFields {
    mutating func idPs(_ key: String, _ value: inout [IdPSettings]) {
        var saved = JSONObject()
        for idP in value { saved[idP.code] = idP.json }
        guard let part = object(for: key, .object(saved))?.part(key) else { return }
        read { () throws(SettingsError) in
            let object = try SettingsObject(part.json, at: part.path, keys: IdPSettings.codes)
            for code in IdPSettings.codes {
                guard let part = object.part(code) else { continue }
                var idP = try IdPSettings(part.json, at: part.path)
                idP.code = code
                value.append(idP)
            }
        }
    }
}
