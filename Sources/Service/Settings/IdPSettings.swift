import Wire

/// One identity provider of the app, by its SDK code.
struct IdPSettings: Equatable, SettingsTable {
    static let guest = "guest"
    static let codes = [
        guest, "appleid", "iosgamecenter", "facebook", "google", "twitter", "line", "naver", "payco", "hangame", "weibo", "kakaogame",
        "steam", "epicgames",
    ]

    var code = ""
    var isEnabled = true
    var clientId = ""
    var additional = ""
    var callbackUrl = ""

    mutating func fields(_ fields: inout SettingsFields) {
        fields.bool("enabled", &isEnabled)
        fields.text("clientId", &clientId, told: .same)
        fields.text("additional", &additional, told: .same)
        fields.url("callbackUrl", &callbackUrl, told: .same)
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
