import Codecs
import Linux
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

/// How the SANDBOX store ends the orders that begin from now on, and how its subscriptions go on.
struct SandboxStoreSettings: Equatable, SettingsTable {
    /// NOT_ALLOWED and LIMIT are declined for those reasons, UNAVAILABLE begins nothing, LOSE_ANSWER takes the money and does not say so.
    static let outcomes = ["APPROVE", "DECLINE", "CANCEL", "PENDING", "NOT_ALLOWED", "LIMIT", "UNAVAILABLE", "LOSE_ANSWER"]
    static let delayMillisecondsMax: Int64 = 86_400_000
    static let renewalsMaxMax: Int64 = 1000
    static let unknownItemsMax = 1000

    var outcome = "APPROVE"
    /// Until the outcome shows; before that an order is pending.
    var delayMilliseconds: Int64 = 0
    /// A subscription ends after that many, as those of real sandboxes do.
    var renewalsMax: Int64 = 12
    /// How long a subscription goes on unpaid after a failed renewal, and how long it then waits on hold; 0: not at all.
    var gracePeriodMilliseconds: Int64 = 3 * 86_400_000
    var accountHoldMilliseconds: Int64 = 30 * 86_400_000
    /// Products of the catalogue that this store has never heard of.
    var unknownMarketItemIds: [String] = []

    mutating func fields(_ fields: inout SettingsFields) {
        let periods = 0...Product.subscriptionPeriodMillisecondsMax
        fields.oneOf("outcome", &outcome, Self.outcomes)
        fields.integer("delayMilliseconds", &delayMilliseconds, in: 0...Self.delayMillisecondsMax)
        fields.integer("renewalsMax", &renewalsMax, in: 0...Self.renewalsMaxMax)
        fields.integer("gracePeriodMilliseconds", &gracePeriodMilliseconds, in: periods)
        fields.integer("accountHoldMilliseconds", &accountHoldMilliseconds, in: periods)
        fields.texts("unknownMarketItemIds", &unknownMarketItemIds, max: Self.unknownItemsMax) { _ in nil }
    }
}
