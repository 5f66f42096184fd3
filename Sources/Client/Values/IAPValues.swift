import Linux
import Wire

// Products and payments under the names of NHN Cloud IAP: the same values, whose JSON has other keys.

private typealias Names = [(ours: StaticString, theirs: StaticString)]

private let itemNames: Names = [
    ("marketItemId", "productIdentifier"), ("itemSeq", "productSeq"), ("itemName", "productName"), ("marketId", "storeCode"), ("isActive", "active"),
]

private let receiptNames: Names = [
    ("userId", "userID"), ("marketItemId", "productIdentifier"), ("itemSeq", "productSeq"), ("purchaseToken", "accessToken"),
    ("paymentId", "transactionIdentifier"), ("originalPaymentId", "originalTransactionIdentifier"), ("purchaseTime", "purchaseTimeMillis"),
    ("expiryTime", "expiryTimeMillis"), ("isPromotion", "storePayment"), ("isTestPurchase", "sandboxPayment"),
]

private func renamed(_ json: JSON, _ names: Names, toTheirs: Bool) -> JSON? {
    guard let object = json.objectValue else { return nil }
    var result = JSONObject()
    for (key, value) in object.members {
        var name = key
        for (ours, theirs) in names where sameText(key, "\(toTheirs ? ours : theirs)") { name = "\(toTheirs ? theirs : ours)" }
        result[name] = value
    }
    return .object(result)
}

extension PurchasableItem {
    @export(interface) public var iapJSON: JSON { renamed(json, itemNames, toTheirs: true) ?? .null }

    @export(interface) public static func from(iapJSON: JSON) -> PurchasableItem? {
        guard let id = iapJSON["productIdentifier"]?.stringValue, var object = renamed(iapJSON, itemNames, toTheirs: false)?.objectValue
        else { return nil }
        if object["gamebaseProductId"] == nil { object["gamebaseProductId"] = .string(id) }
        return PurchasableItem(json: .object(object))
    }

    /// The price, rounded; -1 when unknown.
    @export(interface) public var doublePrice: Double { priceString.flatMap { NumberText.double($0) } ?? -1 }
}

extension PurchasableReceipt {
    @export(interface) public var iapJSON: JSON { renamed(json, receiptNames, toTheirs: true) ?? .null }

    @export(interface) public static func from(iapJSON: JSON) -> PurchasableReceipt? {
        renamed(iapJSON, receiptNames, toTheirs: false).flatMap { PurchasableReceipt(json: $0) }
    }

    @export(interface) public var doublePrice: Double { priceString.flatMap { NumberText.double($0) } ?? -1 }
}

/// The number of a product type (NHNCloudProductType).
@export(interface) public func iapProductType(_ type: String?) -> Int32 {
    switch type {
    case "CONSUMABLE": 1
    case "AUTO_RENEWABLE": 2
    case "CONSUMABLE_AUTO_RENEWABLE": 3
    default: 0
    }
}
