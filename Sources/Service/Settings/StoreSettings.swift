import Messages
import Wire

/// A store that the app sells in.
struct StoreSettings: Equatable, SettingsTable {
    static let sandbox = "SANDBOX"

    static let verifications = ["EMBEDDED", "SERVER"]

    var storeCode = ""
    var storeAppId = ""
    /// SERVER: receipts wait, paid, until a server with the store's keys has looked at them.
    var verification = "EMBEDDED"

    mutating func fields(_ fields: inout SettingsFields) {
        fields.identifier("storeCode", &storeCode, max: Limit.storeCodeBytes, isRequired: true)
        fields.text("storeAppId", &storeAppId, max: 255)
        fields.oneOf("verification", &verification, Self.verifications)
        if storeCode == Self.sandbox, verification != "EMBEDDED" {
            fields.refuse("verification", "must be EMBEDDED for the SANDBOX store, which checks its own receipts")
        }
    }
}
