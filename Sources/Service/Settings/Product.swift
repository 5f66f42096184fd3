import Codecs
import Linux
import Messages

enum ProductType {
    static let consumable = "CONSUMABLE"
    static let autoRenewable = "AUTO_RENEWABLE"
    static let consumableAutoRenewable = "CONSUMABLE_AUTO_RENEWABLE"
    static let all = [consumable, autoRenewable, consumableAutoRenewable]

    static func isConsumable(_ type: String) -> Bool { type == consumable || type == consumableAutoRenewable }
    static func isSubscription(_ type: String) -> Bool { type == autoRenewable || type == consumableAutoRenewable }
}

/// A product of the catalogue. The price is exact decimal text; the float that the SDK shows is derived from it.
struct Product: Equatable, SettingsTable {
    static let itemSeqFirst: Int64 = 1001
    static let subscriptionPeriodMillisecondsDefault: Int64 = 30 * 86_400_000
    static let subscriptionPeriodMillisecondsMax: Int64 = 3660 * 86_400_000

    var gamebaseProductId = ""
    var itemName = ""
    var productType = ""
    var storeCode = StoreSettings.sandbox
    var marketItemId = ""
    var price = ""
    var currency = ""
    var localizedPrice = ""
    var localizedTitle = ""
    var localizedDescription = ""
    var badge = ""
    var isActive = true
    /// 0 until the catalogue gives one.
    var itemSeq: Int64 = 0
    var subscriptionPeriodMilliseconds: Int64 = 0
    /// A member has one subscription of a group at a time.
    var subscriptionGroup = ""

    mutating func fields(_ fields: inout SettingsFields) {
        fields.requiredText("gamebaseProductId", &gamebaseProductId, told: .same)
        fields.text("itemName", &itemName, max: 255, else: gamebaseProductId, told: .same)
        fields.oneOf("productType", &productType, ProductType.all, isRequired: true, told: .same)
        fields.identifier("storeCode", &storeCode, max: Limit.storeCodeBytes, told: .key("marketId"))
        fields.text("marketItemId", &marketItemId, max: 255, else: gamebaseProductId, told: .same)
        fields.price("price", &price, told: .key("priceString"))
        fields.currency("currency", &currency, told: .same)
        fields.text("localizedPrice", &localizedPrice, max: 255, else: "\(currency) \(price)", told: .same)
        fields.text("localizedTitle", &localizedTitle, else: itemName, told: .same)
        fields.text("localizedDescription", &localizedDescription, told: .same)
        fields.text("badge", &badge, max: 255, told: .same)
        fields.bool("active", &isActive, told: .key("isActive"))
        fields.integer("itemSeq", &itemSeq, in: 1...Int64(Int32.max), told: .same)
        let isSubscription = ProductType.isSubscription(productType)
        fields.integer(
            "subscriptionPeriodMilliseconds", &subscriptionPeriodMilliseconds, in: 1...Self.subscriptionPeriodMillisecondsMax,
            else: isSubscription ? Self.subscriptionPeriodMillisecondsDefault : 0, isSaved: isSubscription)
        if !isSubscription, fields.isGiven("subscriptionPeriodMilliseconds") {
            fields.refuse("subscriptionPeriodMilliseconds", "is for subscriptions, and this product is \(productType)")
        }
        fields.text("subscriptionGroup", &subscriptionGroup, max: 255, else: gamebaseProductId, isSaved: isSubscription)
    }
}

extension SettingsFields {
    @inline(never)
    mutating func products(_ key: String, _ value: inout [Product]) {
        guard let part = object(for: key, .array(value.map { $0.json }))?.part(key) else { return }
        read { () throws(SettingsError) in value = try Product.catalogue(part.json, at: part.path) }
    }

    @inline(never)
    mutating func price(_ key: String, _ value: inout String, told: Told = .no) {
        guard let object = object(for: key, isRequired: true, told: told, .string(value)) else { return }
        read { () throws(SettingsError) in
            guard let given = object.part(key)?.json else { return }
            guard let text = given.stringValue else {
                throw object.wrong(key, "must be a decimal string such as \"1.99\", is \(given.kindName)")
            }
            guard DecimalText.isValid(text) else {
                throw object.wrong(key, "must be a decimal string such as \"1.99\", is \"\(text)\"")
            }
            value = text
        }
    }

    @inline(never)
    mutating func currency(_ key: String, _ value: inout String, told: Told = .no) {
        guard let object = object(for: key, isRequired: true, told: told, .string(value)) else { return }
        read { () throws(SettingsError) in
            guard let text = try object.text(key) else { return }
            guard CurrencyCode.isValid(text) else {
                throw object.wrong(key, "must be three capital letters (ISO 4217) such as \"USD\", is \"\(text)\"")
            }
            value = text
        }
    }
}

/// As ISO 4217 writes it. Whoever compares amounts compares these byte by byte.
enum CurrencyCode {
    @inline(never)
    static func isValid(_ text: String) -> Bool {
        text.utf8.count == 3 && text.utf8.allSatisfy({ $0 >= UInt8(ascii: "A") && $0 <= UInt8(ascii: "Z") })
    }
}

extension Product {
    /// Reads a whole catalogue: ids unique within a store, item numbers unique, missing numbers given in order.
    static func catalogue(_ json: JSON, at path: String) throws(SettingsError) -> [Product] {
        var products: [Product] = []
        for (json, path) in try SettingsObject.elements(json, at: path, max: ConsoleSettings.productsMax) {
            products.append(try Product(json, at: path))
        }
        var places: [String: Int] = [:]
        var numbers: [Int64: Int] = [:]
        for (index, product) in products.enumerated() {
            let name = "\(product.storeCode)/\(product.gamebaseProductId)"
            if let earlier = places[name] {
                throw SettingsError(
                    "\(path)[\(index)].gamebaseProductId", "\"\(product.gamebaseProductId)\" is that of \(path)[\(earlier)] already")
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
