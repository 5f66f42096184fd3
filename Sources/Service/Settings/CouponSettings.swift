import Codecs
import Linux
import Messages

/// A coupon ("Coupon" of the console guide): what whoever types its code gets.
struct CouponSettings: Equatable, SettingsTable {
    static let countMax = 1_000
    static let benefitsMax = 32
    /// Each member may use it once.
    static let keyword = "KEYWORD"
    /// One member may use it, once.
    static let serial = "SERIAL"

    var code = ""
    var title = ""
    var type = keyword
    var benefits: [CouponBenefitSettings] = []
    /// As they were written, and what they mean.
    var startDate: String?
    var endDate: String?
    var startMilliseconds: Int64?
    var endMilliseconds: Int64?
    /// Of all stores when it is empty.
    var storeCode: String?
    /// Uses by all members together; nil: any number.
    var usesMax: Int64?
    /// The operator has ended it before its time.
    var isExpired = false

    mutating func fields(_ fields: inout SettingsFields) {
        fields.requiredText("couponCode", &code, max: Limit.couponCodeBytes)
        fields.requiredText("title", &title)
        fields.oneOf("type", &type, [Self.keyword, Self.serial])
        fields.list("benefits", &benefits, max: Self.benefitsMax)
        fields.date("startDate", &startDate, &startMilliseconds)
        fields.date("endDate", &endDate, &endMilliseconds)
        fields.identifier("storeCode", &storeCode, max: Limit.storeCodeBytes)
        fields.integer("usesMax", &usesMax, in: 1...Int64(Int32.max))
        fields.bool("expired", &isExpired)
        if let start = startMilliseconds, let end = endMilliseconds, end <= start { fields.refuse("endDate", "must be after startDate") }
    }

    /// What a game server gives the player.
    var json: JSONObject { ["title": .string(title), "benefits": .array(benefits.map { $0.given })] }
}

/// An item, and how many of it.
struct CouponBenefitSettings: Equatable, SettingsTable {
    var itemId = ""
    var amount: Int64 = 1

    mutating func fields(_ fields: inout SettingsFields) {
        fields.requiredText("itemId", &itemId)
        fields.integer("amount", &amount, in: 1...Int64(Int32.max))
    }

    var given: JSON { ["itemId": .string(itemId), "amount": .integer(amount)] }
}
