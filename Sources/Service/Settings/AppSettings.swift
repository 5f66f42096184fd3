import Wire

/// The app as it is registered: id, kind, secret of its game servers, default language, where it is installed from.
struct AppSettings: Equatable {
    static let sandbox = "SANDBOX"
    /// The display languages of the SDK ("Display Language" page).
    static let languages = ["de", "en", "es", "fi", "fr", "id", "it", "ja", "ko", "pt", "ru", "th", "vi", "ms", "zh-CN", "zh-TW"]

    /// nil: the id that the first client brings.
    var appId: String?
    var name = ""
    var typeCode = sandbox
    /// nil: a sandbox app whose game server requests need no key.
    var secretKey: String?
    /// What game servers send as X-NHN-TCIAP-AppKey; nil: as with `secretKey`.
    var iapAppKey: String?
    var defaultLanguage = "en"
    var installUrl = ""
    var installDetailUrl = ""

    init() {}

    init(_ json: JSON, at path: String) throws(SettingsError) {
        let object = try SettingsObject(
            json, at: path, keys: ["appId", "name", "typeCode", "secretKey", "iapAppKey", "defaultLanguage", "installUrl", "installDetailUrl"])
        appId = try object.identifier("appId")
        name = try object.text("name", max: 255) ?? ""
        typeCode = try object.oneOf("typeCode", [Self.sandbox, "REAL"]) ?? Self.sandbox
        secretKey = try object.identifier("secretKey", max: 255)
        iapAppKey = try object.identifier("iapAppKey", max: 255)
        defaultLanguage = try object.oneOf("defaultLanguage", Self.languages) ?? "en"
        installUrl = try object.url("installUrl") ?? ""
        installDetailUrl = try object.url("installDetailUrl") ?? ""
    }

    var isSandbox: Bool { typeCode == Self.sandbox }

    var json: JSON {
        [
            "appId": .optional(appId), "name": .string(name), "typeCode": .string(typeCode), "secretKey": .optional(secretKey),
            "iapAppKey": .optional(iapAppKey),
            "defaultLanguage": .string(defaultLanguage), "installUrl": .string(installUrl), "installDetailUrl": .string(installDetailUrl),
        ]
    }
}
