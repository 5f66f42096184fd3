import Codecs
import Linux

// Products and payments under the names of NHN Cloud IAP: the same values, whose JSON has other keys.

/// The members that NHN Cloud IAP calls otherwise, and those that it calls as Gamebase does. It has no others.
private typealias Names = (renamed: [(ours: StaticString, theirs: StaticString)], same: [StaticString])

private let itemNames: Names = (
    [
        ("marketItemId", "productIdentifier"), ("itemSeq", "productSeq"), ("itemName", "productName"), ("marketId", "storeCode"),
        ("isActive", "active"),
    ],
    ["productType", "price", "priceString", "currency", "localizedPrice", "localizedTitle", "localizedDescription"]
)

private let receiptNames: Names = (
    [
        ("userId", "userID"), ("marketItemId", "productIdentifier"), ("itemSeq", "productSeq"), ("purchaseToken", "accessToken"),
        ("paymentId", "transactionIdentifier"), ("originalPaymentId", "originalTransactionIdentifier"),
        ("purchaseTime", "purchaseTimeMillis"), ("expiryTime", "expiryTimeMillis"), ("isPromotion", "storePayment"),
        ("isTestPurchase", "sandboxPayment"),
    ],
    ["storeCode", "productType", "price", "priceString", "currency", "paymentSeq", "payload"]
)

/// With the names, the numbers and the members that NHN Cloud IAP has, and no others: what is new in Gamebase is not known there.
private func theirs(_ json: JSON, _ names: Names) -> JSON {
    guard let object = json.objectValue else { return .null }
    var result = JSONObject()
    for (key, value) in object.members {
        if let name = names.renamed.first(where: { sameText(key, "\($0.ours)") }) {
            result["\(name.theirs)"] = value
        } else if names.same.contains(where: { sameText(key, "\($0)") }) {
            result[key] = value
        }
    }
    if let type = result["productType"] { result["productType"] = .integer(Int64(iapProductType(type.stringValue))) }
    return .object(result)
}

/// Reads the product type as the number that it is there, or as the text that it is in Gamebase and in what earlier versions wrote.
private func ours(_ json: JSON, _ names: Names) -> JSONObject? {
    guard let given = json.objectValue else { return nil }
    var object = JSONObject()
    for (key, value) in given.members {
        object[names.renamed.first { sameText(key, "\($0.theirs)") }.map { "\($0.ours)" } ?? key] = value
    }
    if let number = object["productType"]?.int64Value {
        guard let known = Int32(exactly: number), 0...3 ~= known else { return nil }
        object["productType"] = .string(productTypeNames[Int(known)])
    }
    return object
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
