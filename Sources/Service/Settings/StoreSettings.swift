import Wire

/// A store that the app sells in.
struct StoreSettings: Equatable {
    static let sandbox = "SANDBOX"

    var storeCode: String
    var storeAppId = ""

    init(_ json: JSON, at path: String) throws(SettingsError) {
        let object = try SettingsObject(json, at: path, keys: ["storeCode", "storeAppId"])
        guard let code = try object.identifier("storeCode", max: 32) else { throw object.wrong("storeCode", "is missing") }
        storeCode = code
        storeAppId = try object.text("storeAppId", max: 255) ?? ""
    }

    var json: JSON { ["storeCode": .string(storeCode), "storeAppId": .string(storeAppId)] }
}

/// How the SANDBOX store ends the orders that begin from now on.
struct SandboxStoreSettings: Equatable {
    static let outcomes = ["APPROVE", "DECLINE", "CANCEL", "PENDING"]
    static let delayMillisecondsMax: Int64 = 86_400_000

    var outcome = "APPROVE"
    /// Until the outcome shows; before that an order is pending.
    var delayMilliseconds: Int64 = 0

    init() {}

    init(_ json: JSON, at path: String) throws(SettingsError) {
        let object = try SettingsObject(json, at: path, keys: ["outcome", "delayMilliseconds"])
        outcome = try object.oneOf("outcome", Self.outcomes) ?? "APPROVE"
        delayMilliseconds = try object.integer("delayMilliseconds", in: 0...Self.delayMillisecondsMax) ?? 0
    }

    var json: JSON { ["outcome": .string(outcome), "delayMilliseconds": .integer(delayMilliseconds)] }
}
