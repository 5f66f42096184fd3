import Codecs

/// What a client says about itself when it asks for the launching information.
struct LaunchingClient {
    static let fieldBytesMax = 512
    private static let echoed = [
        "displayLanguage", "deviceLanguage", "userId", "osCode", "clientVersion", "sdkVersion", "uuid", "deviceKey", "deviceModel",
        "osVersion", "deviceCountryCode", "usimCountryCode",
    ]

    let clientVersion: String
    let storeCode: String
    let deviceLanguage: String
    let deviceKey: String
    let userId: String
    /// Its own words, returned to it as `request`.
    let echo: JSON

    init(_ parameters: Parameters) throws(Failure) {
        var echo = JSONObject()
        for name in Self.echoed {
            let missing = name == "userId" ? "0" : name == "usimCountryCode" ? "ZZ" : ""
            echo[name] = .string(try parameters.optionalText(name, bytesMax: Self.fieldBytesMax) ?? missing)
        }
        clientVersion = echo["clientVersion"]?.stringValue ?? ""
        deviceLanguage = echo["deviceLanguage"]?.stringValue ?? ""
        deviceKey = echo["deviceKey"]?.stringValue ?? ""
        userId = echo["userId"]?.stringValue ?? ""
        storeCode = try parameters.optionalText("storeCode", bytesMax: 32) ?? StoreSettings.sandbox
        self.echo = .object(echo)
    }
}
