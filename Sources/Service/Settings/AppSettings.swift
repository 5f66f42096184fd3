import Codecs

/// The app as it is registered: id, kind, secret of its game servers, default language, where it is installed from.
struct AppSettings: Equatable, SettingsTable {
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

    mutating func fields(_ fields: inout SettingsFields) {
        fields.identifier("appId", &appId)
        fields.text("name", &name, max: 255)
        fields.oneOf("typeCode", &typeCode, [Self.sandbox, "REAL"])
        fields.identifier("secretKey", &secretKey, max: 255)
        fields.identifier("iapAppKey", &iapAppKey, max: 255)
        fields.oneOf("defaultLanguage", &defaultLanguage, Self.languages)
        fields.url("installUrl", &installUrl)
        fields.url("installDetailUrl", &installDetailUrl)
    }

    var isSandbox: Bool { typeCode == Self.sandbox }
}
