import Wire

/// One identity provider of the app, by its SDK code.
struct IdPSettings: Equatable {
    static let guest = "guest"
    static let codes = [
        guest, "appleid", "iosgamecenter", "facebook", "google", "twitter", "line", "naver", "payco", "hangame", "weibo", "kakaogame",
        "steam", "epicgames",
    ]

    var code: String
    var isEnabled = true
    var clientId = ""
    var additional = ""
    var callbackUrl = ""

    static func list(_ json: JSON, at path: String) throws(SettingsError) -> [IdPSettings] {
        let object = try SettingsObject(json, at: path, keys: codes)
        var list: [IdPSettings] = []
        for code in codes {
            guard let part = object.part(code) else { continue }
            list.append(try IdPSettings(code, part.json, at: part.path))
        }
        return list
    }

    private init(_ code: String, _ json: JSON, at path: String) throws(SettingsError) {
        let object = try SettingsObject(json, at: path, keys: ["enabled", "clientId", "additional", "callbackUrl"])
        self.code = code
        isEnabled = try object.bool("enabled") ?? true
        clientId = try object.text("clientId") ?? ""
        additional = try object.text("additional") ?? ""
        callbackUrl = try object.url("callbackUrl") ?? ""
    }

    static func json(_ list: [IdPSettings]) -> JSON {
        var object = JSONObject()
        for idP in list {
            object[idP.code] = [
                "enabled": .bool(idP.isEnabled), "clientId": .string(idP.clientId), "additional": .string(idP.additional),
                "callbackUrl": .string(idP.callbackUrl),
            ]
        }
        return .object(object)
    }

    /// What clients may know of the enabled providers.
    static func launchingJSON(_ list: [IdPSettings]) -> JSON {
        var object = JSONObject()
        for idP in list where idP.isEnabled {
            object[idP.code] = [
                "clientId": .string(idP.clientId), "additional": .string(idP.additional), "callbackUrl": .string(idP.callbackUrl),
            ]
        }
        return .object(object)
    }
}
