import Linux
import Wire

/// Whether and how much players may buy.
struct PurchaseSettings: Equatable {
    static let limitsMax = 64

    struct Limit: Equatable {
        var currency: String
        var amount: String
    }

    var isAllowed = true
    /// What a member may spend in a calendar month (UTC), by currency; a currency without a limit has none.
    var monthlyLimits: [Limit] = []

    init() {}

    init(_ json: JSON, at path: String) throws(SettingsError) {
        let object = try SettingsObject(json, at: path, keys: ["allowed", "monthlyLimits"])
        isAllowed = try object.bool("allowed") ?? true
        monthlyLimits = try object.list("monthlyLimits", max: Self.limitsMax) { (json, path) throws(SettingsError) in
            let object = try SettingsObject(json, at: path, keys: ["currency", "amount"])
            return Limit(currency: try Product.currency(object), amount: try Product.price(object, "amount"))
        } ?? []
        for (index, limit) in monthlyLimits.enumerated() where monthlyLimits.prefix(index).contains(where: { $0.currency == limit.currency }) {
            throw SettingsError("\(path).monthlyLimits[\(index)].currency", "\(limit.currency) is there already")
        }
    }

    var json: JSON {
        [
            "allowed": .bool(isAllowed),
            "monthlyLimits": .array(monthlyLimits.map { ["currency": .string($0.currency), "amount": .string($0.amount)] }),
        ]
    }
}

extension ConsoleSettings {
    /// Whether this store's receipts wait for a server that has the store's keys.
    func verifiesLater(_ storeCode: String) -> Bool {
        for store in stores where store.storeCode == storeCode { return store.verification == "SERVER" }
        return false
    }

    func product(marketItemId: String, storeCode: String) -> Product? {
        products.first { $0.storeCode == storeCode && $0.marketItemId == marketItemId }
    }
}
