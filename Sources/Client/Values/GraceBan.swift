import Codecs

/// A ban that is suspended until a date.
public struct GraceBan: Sendable, Equatable {
    /// Epoch milliseconds.
    public var gracePeriodDate: Int64
    /// As the console's user wrote it; URL-encoded in the JSON form.
    public var message: String
    /// What was paid since the ban was suspended.
    public var paymentStatus: GraceBanPayments?
    /// What has to be paid until the date to be free of it.
    public var releaseRuleCondition: GraceBanPayments?
    public var rest = JSONObject()

    @export(interface) public init?(json: JSON) {
        guard var reader = ValueReader(json) else { return nil }
        gracePeriodDate = reader.requiredInteger("gracePeriodDate")
        let encoded = reader.text("message") ?? ""
        message = PercentEncoding.decode(encoded) ?? encoded
        paymentStatus = reader.value("paymentStatus", GraceBanPayments.init(json:))
        releaseRuleCondition = reader.value("releaseRuleCondition", GraceBanPayments.init(json:))
        if reader.isWrong { return nil }
        rest = reader.rest
    }

    @export(interface) public var json: JSON {
        var object = JSONObject()
        object["gracePeriodDate"] = .integer(gracePeriodDate)
        object["message"] = .string(PercentEncoding.encode(message))
        if let paymentStatus { object["paymentStatus"] = paymentStatus.json }
        if let releaseRuleCondition { object["releaseRuleCondition"] = releaseRuleCondition.json }
        object.keep(rest)
        return .object(object)
    }
}

/// An amount and a number of payments.
public struct GraceBanPayments: Sendable, Equatable {
    /// A decimal number, as it was written.
    public var amountText: String
    public var count: Int64
    public var currency: String
    /// `AND` or `OR`, of a rule.
    public var conditionType: String?
    public var rest = JSONObject()

    @export(interface) public init?(json: JSON) {
        guard var reader = ValueReader(json) else { return nil }
        amountText = reader.number("amount") ?? "0"
        count = reader.integer("count") ?? 0
        currency = reader.requiredText("currency")
        conditionType = reader.text("conditionType")
        if reader.isWrong { return nil }
        rest = reader.rest
    }

    @export(interface) public var amount: Double { JSON.decimal(amountText).doubleValue ?? 0 }

    @export(interface) public var json: JSON {
        var object = JSONObject()
        if let whole = Int64(amountText) { object["amount"] = .integer(whole) } else { object["amount"] = .decimal(amountText) }
        object["count"] = .integer(count)
        object.set("currency", currency)
        object.set("conditionType", conditionType)
        object.keep(rest)
        return .object(object)
    }
}
