import Wire

/// A product that can be bought.
public struct PurchasableItem: Sendable, Equatable {
    public var gamebaseProductId: String
    /// The price as an exact decimal, such as "0.99" or "1100"; nil when the store does not tell.
    public var priceString: String?
    public var currency: String?
    public var itemName: String?
    /// The store's code.
    public var marketId: String?
    public var marketItemId: String?
    /// `UNKNOWN`, `CONSUMABLE`, `AUTO_RENEWABLE` or `CONSUMABLE_AUTO_RENEWABLE`.
    public var productType: String?
    public var localizedPrice: String?
    public var localizedTitle: String?
    public var localizedDescription: String?
    public var isActive: Bool
    /// The number of older calls; -1 when there is none.
    public var itemSeq: Int64
    public var rest = JSONObject()

    /// The SDKs' form of the price: rounded to a float, -1 when unknown.
    @export(interface) public var price: Float { priceString.map(DecimalText.float) ?? -1 }

    @export(interface) public init(gamebaseProductId: String, priceString: String?, currency: String?, itemName: String? = nil, marketId: String? = nil,
                marketItemId: String? = nil, productType: String? = nil, localizedPrice: String? = nil, localizedTitle: String? = nil,
                localizedDescription: String? = nil, isActive: Bool = true, itemSeq: Int64 = -1) {
        self.gamebaseProductId = gamebaseProductId
        self.priceString = priceString
        self.currency = currency
        self.itemName = itemName
        self.marketId = marketId
        self.marketItemId = marketItemId
        self.productType = productType
        self.localizedPrice = localizedPrice
        self.localizedTitle = localizedTitle
        self.localizedDescription = localizedDescription
        self.isActive = isActive
        self.itemSeq = itemSeq
    }

    /// Reads `isActive`, as the SDKs write it, or `active`, as the Objective-C property is called.
    @export(interface) public init?(json: JSON) {
        guard var reader = ValueReader(json) else { return nil }
        gamebaseProductId = reader.requiredText("gamebaseProductId")
        priceString = reader.price()
        currency = reader.text("currency")
        itemName = reader.text("itemName")
        marketId = reader.text("marketId")
        marketItemId = reader.text("marketItemId")
        productType = reader.text("productType")
        localizedPrice = reader.text("localizedPrice")
        localizedTitle = reader.text("localizedTitle")
        localizedDescription = reader.text("localizedDescription")
        let property = reader.flag("active")
        isActive = reader.flag("isActive") ?? property ?? true
        itemSeq = reader.integer("itemSeq") ?? -1
        if reader.isWrong { return nil }
        rest = reader.rest
    }

    @export(interface) public var json: JSON {
        var object = JSONObject()
        object.set("gamebaseProductId", gamebaseProductId)
        object.setPrice(priceString)
        object.set("currency", currency)
        object.set("itemName", itemName)
        object.set("marketId", marketId)
        object.set("marketItemId", marketItemId)
        object.set("productType", productType)
        object.set("localizedPrice", localizedPrice)
        object.set("localizedTitle", localizedTitle)
        object.set("localizedDescription", localizedDescription)
        object["isActive"] = .bool(isActive)
        object["itemSeq"] = .integer(itemSeq)
        object.keep(rest)
        return .object(object)
    }
}
