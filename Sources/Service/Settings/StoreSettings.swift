import Codecs
import Messages

/// A store that the app sells in.
struct StoreSettings: Equatable, SettingsTable {
    static let sandbox = "SANDBOX"

    static let verifications = ["EMBEDDED", "SERVER", "STORE"]
    static let interfaces = ["CHECKOUT", "STEAM"]
    static let keyBytesMax = 2_048

    var storeCode = ""
    var storeAppId = ""
    /// SERVER: receipts wait, paid, until a server with the store's keys has looked at them. STORE: gamebased asks the store itself, and
    /// believes nobody else.
    var verification = "EMBEDDED"
    /// What is spoken with a store that is asked.
    var interface = "CHECKOUT"
    /// Empty: where the interface is published.
    var apiUrl = ""
    /// gamebased gives them here sealed, and alone can open them.
    var apiKey: String?
    var webhookSecret: String?
    /// Where the player comes back to from the checkout's page.
    var returnUrl = ""

    mutating func fields(_ fields: inout SettingsFields) {
        fields.identifier("storeCode", &storeCode, max: Limit.storeCodeBytes, isRequired: true)
        fields.text("storeAppId", &storeAppId, max: 255)
        fields.oneOf("verification", &verification, Self.verifications)
        fields.oneOf("interface", &interface, Self.interfaces)
        fields.url("apiUrl", &apiUrl)
        fields.identifier("apiKey", &apiKey, max: Self.keyBytesMax)
        fields.identifier("webhookSecret", &webhookSecret, max: Self.keyBytesMax)
        fields.url("returnUrl", &returnUrl)
        if storeCode == Self.sandbox, verification != "EMBEDDED" {
            fields.refuse("verification", "must be EMBEDDED for the SANDBOX store, which checks its own receipts")
        }
    }
}
