import Linux
import Wire

// Products and payments under the names of NHN Cloud IAP: the same values, whose JSON has other keys.

private typealias Names = [(ours: StaticString, theirs: StaticString)]

private let itemNames: Names = [
    ("marketItemId", "productIdentifier"), ("itemSeq", "productSeq"), ("itemName", "productName"), ("marketId", "storeCode"),
    ("isActive", "active"),
]

private let receiptNames: Names = [
    ("userId", "userID"), ("marketItemId", "productIdentifier"), ("itemSeq", "productSeq"), ("purchaseToken", "accessToken"),
    ("paymentId", "transactionIdentifier"), ("originalPaymentId", "originalTransactionIdentifier"), ("purchaseTime", "purchaseTimeMillis"),
    ("expiryTime", "expiryTimeMillis"), ("isPromotion", "storePayment"), ("isTestPurchase", "sandboxPayment"),
]

/// What the values carry for Gamebase's own calls and NHN Cloud IAP does not know.
private let unknownThere: [StaticString] = [
    "gamebaseProductId", "isKnownToStore", "subscriptionStatus", "referenceStatus", "promotionPayment",
]

/// With the names, the numbers and the members that NHN Cloud IAP has.
private func theirs(_ json: JSON, _ names: Names) -> JSON {
    guard var object = renamed(json, names, toTheirs: true)?.objectValue else { return .null }
    for key in unknownThere { object["\(key)"] = nil }
    if let type = object["productType"] { object["productType"] = .integer(Int64(iapProductType(type.stringValue))) }
    return .object(object)
}

/// Reads the product type as the number that it is there, or as the text that it is in Gamebase and in what earlier versions wrote.
private func ours(_ json: JSON, _ names: Names) -> JSONObject? {
    guard var object = renamed(json, names, toTheirs: false)?.objectValue else { return nil }
    if let number = object["productType"]?.int64Value {
        guard let known = Int32(exactly: number), 0...3 ~= known else { return nil }
        object["productType"] = .string(productTypeNames[Int(known)])
    }
    return object
}

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
    @export(interface) public func iapForm() -> JSON { theirs(json, itemNames) }

    @export(interface) public static func from(iapJSON: JSON) -> PurchasableItem? {
        guard let id = iapJSON["productIdentifier"]?.stringValue, var object = ours(iapJSON, itemNames)
        else { return nil }
        if object["gamebaseProductId"] == nil { object["gamebaseProductId"] = .string(id) }
        return PurchasableItem(json: .object(object))
    }

    /// The price, rounded; -1 when unknown.
    @export(interface) public var doublePrice: Double { priceString.flatMap { NumberText.double($0) } ?? -1 }
}

extension PurchasableReceipt {
    @export(interface) public func iapForm() -> JSON { theirs(json, receiptNames) }

    @export(interface) public static func from(iapJSON: JSON) -> PurchasableReceipt? {
        ours(iapJSON, receiptNames).flatMap { PurchasableReceipt(json: .object($0)) }
    }

    @export(interface) public var doublePrice: Double { priceString.flatMap { NumberText.double($0) } ?? -1 }
}

/// By their numbers (NHNCloudProductType).
private let productTypeNames = ["UNKNOWN", "CONSUMABLE", "AUTO_RENEWABLE", "CONSUMABLE_AUTO_RENEWABLE"]

/// The number of a product type (NHNCloudProductType).
@export(interface) public func iapProductType(_ type: String?) -> Int32 {
    for number in productTypeNames.indices where type == productTypeNames[number] { return Int32(number) }
    return 0
}
