import Codecs

/// What a coupon gives: an item, and how many of it.
public struct CouponBenefit: Sendable, Equatable {
    public var itemId: String
    public var amount: Int64
    var rest = JSONObject()

    init?(json: JSON) {
        guard var reader = ValueReader(json) else { return nil }
        itemId = reader.requiredText("itemId")
        amount = reader.requiredInteger("amount")
        if reader.isWrong { return nil }
        rest = reader.rest
    }

    var json: JSON {
        var object: JSONObject = ["itemId": .string(itemId), "amount": .integer(amount)]
        object.keep(rest)
        return .object(object)
    }
}

/// A coupon that was used.
public struct Coupon: Sendable, Equatable {
    public var title: String
    public var benefits: [CouponBenefit]
    public var rest = JSONObject()

    @export(interface) public init?(json: JSON) {
        guard var reader = ValueReader(json) else { return nil }
        title = reader.requiredText("title")
        benefits = reader.values("benefits", CouponBenefit.init(json:))
        if reader.isWrong { return nil }
        rest = reader.rest
    }

    @export(interface) public var json: JSON {
        var object = JSONObject()
        object["title"] = .string(title)
        object["benefits"] = .array(benefits.map { $0.json })
        object.keep(rest)
        return .object(object)
    }
}
