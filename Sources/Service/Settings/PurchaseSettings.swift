import Codecs
import Linux

/// Whether and how much players may buy.
struct PurchaseSettings: Equatable, SettingsTable {
    static let limitsMax = 64

    struct Limit: Equatable, SettingsTable {
        var currency = ""
        var amount = ""

        mutating func fields(_ fields: inout SettingsFields) {
            fields.currency("currency", &currency)
            fields.price("amount", &amount)
        }
    }

    var isAllowed = true
    /// What a member may spend in a calendar month (UTC), by currency; a currency without a limit has none.
    var monthlyLimits: [Limit] = []

    mutating func fields(_ fields: inout SettingsFields) {
        fields.bool("allowed", &isAllowed)
        fields.list("monthlyLimits", &monthlyLimits, max: Self.limitsMax)
        for (index, limit) in monthlyLimits.enumerated()
        where monthlyLimits.prefix(index).contains(where: { $0.currency == limit.currency }) {
            fields.refuse("monthlyLimits[\(index)].currency", "\(limit.currency) is there already")
        }
    }
}

extension ConsoleSettings {
    /// Whether this store's receipts wait for a server that has the store's keys.
    func verifiesLater(_ storeCode: String) -> Bool {
        for store in stores where store.storeCode == storeCode { return store.verification == "SERVER" }
        return false
    }

    /// Whether gamebased asks this store itself.
    func asksStore(_ storeCode: String) -> Bool {
        for store in stores where store.storeCode == storeCode { return store.verification == "STORE" }
        return false
    }

    func product(marketItemId: String, storeCode: String) -> Product? {
        products.first { $0.storeCode == storeCode && $0.marketItemId == marketItemId }
    }
}
