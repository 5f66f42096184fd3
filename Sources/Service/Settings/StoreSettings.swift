import Wire

/// A store that the app sells in.
struct StoreSettings: Equatable {
    static let sandbox = "SANDBOX"

    static let verifications = ["EMBEDDED", "SERVER"]

    var storeCode: String
    var storeAppId = ""
    /// SERVER: receipts wait, paid, until a server with the store's keys has looked at them.
    var verification = "EMBEDDED"

    init(_ json: JSON, at path: String) throws(SettingsError) {
        let object = try SettingsObject(json, at: path, keys: ["storeCode", "storeAppId", "verification"])
        guard let code = try object.identifier("storeCode", max: 32) else { throw object.wrong("storeCode", "is missing") }
        storeCode = code
        storeAppId = try object.text("storeAppId", max: 255) ?? ""
        verification = try object.oneOf("verification", Self.verifications) ?? "EMBEDDED"
        if code == Self.sandbox, verification != "EMBEDDED" {
            throw object.wrong("verification", "must be EMBEDDED for the SANDBOX store, which checks its own receipts")
        }
    }

    var json: JSON {
        ["storeCode": .string(storeCode), "storeAppId": .string(storeAppId), "verification": .string(verification)]
    }
}

