import Linux
import Wire

enum ProductType {
    static let consumable = "CONSUMABLE"
    static let autoRenewable = "AUTO_RENEWABLE"
    static let consumableAutoRenewable = "CONSUMABLE_AUTO_RENEWABLE"
    static let all = [consumable, autoRenewable, consumableAutoRenewable]

    static func isConsumable(_ type: String) -> Bool { type == consumable || type == consumableAutoRenewable }
    static func isSubscription(_ type: String) -> Bool { type == autoRenewable || type == consumableAutoRenewable }
}

/// A product of the catalogue. The price is exact decimal text; the float that the SDK shows is derived from it.
struct Product: Equatable {
    static let itemSeqFirst: Int64 = 1001
    static let subscriptionPeriodMillisecondsDefault: Int64 = 30 * 86_400_000
    static let subscriptionPeriodMillisecondsMax: Int64 = 3660 * 86_400_000

    var gamebaseProductId: String
    var itemName: String
    var productType: String
    var storeCode: String
    var marketItemId: String
    var price: String
    var currency: String
    var localizedPrice: String
    var localizedTitle: String
    var localizedDescription: String
    var isActive: Bool
    /// 0 until the catalogue gives one.
    var itemSeq: Int64
    var subscriptionPeriodMilliseconds: Int64
    /// A member has one subscription of a group at a time.
    var subscriptionGroup: String

    init(_ json: JSON, at path: String) throws(SettingsError) {
        let object = try SettingsObject(json, at: path, keys: [
            "gamebaseProductId", "itemName", "productType", "storeCode", "marketItemId", "price", "currency", "localizedPrice",
            "localizedTitle", "localizedDescription", "active", "itemSeq", "subscriptionPeriodMilliseconds", "subscriptionGroup",
        ])
        gamebaseProductId = try object.requiredText("gamebaseProductId")
        itemName = try object.text("itemName", max: 255) ?? gamebaseProductId
        guard let type = try object.oneOf("productType", ProductType.all) else { throw object.wrong("productType", "is missing") }
        productType = type
        storeCode = try object.identifier("storeCode", max: 32) ?? StoreSettings.sandbox
        marketItemId = try object.text("marketItemId", max: 255) ?? gamebaseProductId
        price = try Self.price(object)
        currency = try Self.currency(object)
        localizedPrice = try object.text("localizedPrice", max: 255) ?? "\(currency) \(price)"
        localizedTitle = try object.text("localizedTitle") ?? itemName
        localizedDescription = try object.text("localizedDescription") ?? ""
        isActive = try object.bool("active") ?? true
        itemSeq = try object.integer("itemSeq", in: 1...Int64(Int32.max)) ?? 0
        subscriptionPeriodMilliseconds = try Self.period(object, type)
        subscriptionGroup = try object.text("subscriptionGroup", max: 255) ?? gamebaseProductId
    }

    static func price(_ object: SettingsObject, _ key: String = "price") throws(SettingsError) -> String {
        guard let value = object.part(key)?.json else { throw object.wrong(key, "is missing") }
        guard let text = value.stringValue else {
            throw object.wrong(key, "must be a decimal string such as \"1.99\", is \(value.kindName)")
        }
        guard DecimalText.isValid(text) else {
            throw object.wrong(key, "must be a decimal string such as \"1.99\", is \"\(text)\"")
        }
        return text
    }

    static func currency(_ object: SettingsObject) throws(SettingsError) -> String {
        guard let text = try object.text("currency") else { throw object.wrong("currency", "is missing") }
        guard text.utf8.count == 3, text.utf8.allSatisfy({ $0 >= UInt8(ascii: "A") && $0 <= UInt8(ascii: "Z") }) else {
            throw object.wrong("currency", "must be three capital letters (ISO 4217) such as \"USD\", is \"\(text)\"")
        }
        return text
    }

    private static func period(_ object: SettingsObject, _ type: String) throws(SettingsError) -> Int64 {
        let given = try object.integer("subscriptionPeriodMilliseconds", in: 1...subscriptionPeriodMillisecondsMax)
        if given != nil, !ProductType.isSubscription(type) {
            throw object.wrong("subscriptionPeriodMilliseconds", "is for subscriptions, and this product is \(type)")
        }
        return ProductType.isSubscription(type) ? given ?? subscriptionPeriodMillisecondsDefault : 0
    }

    var json: JSON {
        var object: JSONObject = [
            "gamebaseProductId": .string(gamebaseProductId), "itemName": .string(itemName), "productType": .string(productType),
            "storeCode": .string(storeCode), "marketItemId": .string(marketItemId), "price": .string(price), "currency": .string(currency),
            "localizedPrice": .string(localizedPrice), "localizedTitle": .string(localizedTitle),
            "localizedDescription": .string(localizedDescription), "active": .bool(isActive), "itemSeq": .integer(itemSeq),
        ]
        if ProductType.isSubscription(productType) {
            object["subscriptionPeriodMilliseconds"] = .integer(subscriptionPeriodMilliseconds)
            object["subscriptionGroup"] = .string(subscriptionGroup)
        }
        return .object(object)
    }
}

extension Product {
    /// Reads a whole catalogue: ids unique within a store, item numbers unique, missing numbers given in order.
    static func catalogue(_ json: JSON, at path: String) throws(SettingsError) -> [Product] {
        var products = try SettingsObject.list(json, at: path, max: ConsoleSettings.productsMax, Product.init)
        var places: [String: Int] = [:]
        var numbers: [Int64: Int] = [:]
        for (index, product) in products.enumerated() {
            let name = "\(product.storeCode)/\(product.gamebaseProductId)"
            if let earlier = places[name] {
                throw SettingsError("\(path)[\(index)].gamebaseProductId", "\"\(product.gamebaseProductId)\" is that of \(path)[\(earlier)] already")
            }
            places[name] = index
            if product.itemSeq == 0 { continue }
            if let earlier = numbers[product.itemSeq] {
                throw SettingsError("\(path)[\(index)].itemSeq", "\(product.itemSeq) is that of \(path)[\(earlier)] already")
            }
            numbers[product.itemSeq] = index
        }
        var next = itemSeqFirst
        for index in products.indices where products[index].itemSeq == 0 {
            while numbers[next] != nil { next += 1 }
            products[index].itemSeq = next
            numbers[next] = index
        }
        return products
    }
}
