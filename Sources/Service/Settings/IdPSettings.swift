import Codecs

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
    static let textKeys = ["clientSecret", "privateKey", "keyId", "teamId", "scope"]
    static let urlKeys = ["issuer", "authorizationUrl", "tokenUrl", "keysUrl", "userUrl", "deviceUrl"]

    var code = ""
    var isEnabled = true
    var clientId = ""
    var additional = ""
    var callbackUrl = ""
    /// What gamebased speaks with the provider, which it asks about every player; nobody else is believed then.
    var interface = unasked
    /// In the order of `textKeys`. gamebased gives the secrets among them here sealed, and alone can open them.
    var texts = [String](repeating: "", count: textKeys.count)
    /// In the order of `urlKeys`; empty: where the provider is published, or says itself.
    var urls = [String](repeating: "", count: urlKeys.count)
    var audiences: [String] = []

    var isAsked: Bool { interface != Self.unasked }

    mutating func fields(_ fields: inout SettingsFields) {
        fields.bool("enabled", &isEnabled)
        fields.text("clientId", &clientId, told: .same)
        fields.text("additional", &additional, told: .same)
        fields.url("callbackUrl", &callbackUrl, told: .same)
        fields.oneOf("interface", &interface, Self.interfaces)
        for (place, key) in Self.textKeys.enumerated() { fields.text(key, &texts[place]) }
        for (place, key) in Self.urlKeys.enumerated() { fields.url(key, &urls[place]) }
        fields.texts("audiences", &audiences, max: Self.audiencesMax) { $0.isEmpty ? "must not be empty" : nil }
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
