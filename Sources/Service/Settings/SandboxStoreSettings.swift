import Linux
import Wire

/// How the SANDBOX store ends the orders that begin from now on, and how its subscriptions go on.
struct SandboxStoreSettings: Equatable {
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

    init() {}

    init(_ json: JSON, at path: String) throws(SettingsError) {
        let object = try SettingsObject(json, at: path, keys: [
            "outcome", "delayMilliseconds", "renewalsMax", "gracePeriodMilliseconds", "accountHoldMilliseconds", "unknownMarketItemIds",
        ])
        outcome = try object.oneOf("outcome", Self.outcomes) ?? outcome
        delayMilliseconds = try object.integer("delayMilliseconds", in: 0...Self.delayMillisecondsMax) ?? 0
        renewalsMax = try object.integer("renewalsMax", in: 0...Self.renewalsMaxMax) ?? renewalsMax
        let periods = 0...Product.subscriptionPeriodMillisecondsMax
        gracePeriodMilliseconds = try object.integer("gracePeriodMilliseconds", in: periods) ?? gracePeriodMilliseconds
        accountHoldMilliseconds = try object.integer("accountHoldMilliseconds", in: periods) ?? accountHoldMilliseconds
        unknownMarketItemIds = try object.list("unknownMarketItemIds", max: Self.unknownItemsMax) { (json, path) throws(SettingsError) in
            guard let text = json.stringValue else { throw SettingsError(path, "must be text, is \(json.kindName)") }
            return text
        } ?? []
    }

    var json: JSON {
        [
            "outcome": .string(outcome), "delayMilliseconds": .integer(delayMilliseconds), "renewalsMax": .integer(renewalsMax),
            "gracePeriodMilliseconds": .integer(gracePeriodMilliseconds), "accountHoldMilliseconds": .integer(accountHoldMilliseconds),
            "unknownMarketItemIds": .array(unknownMarketItemIds.map { .string($0) }),
        ]
    }
}
