import Wire

/// A payment that was verified. `paymentSeq` and `purchaseToken` together are what a game server verifies and consumes.
public struct PurchasableReceipt: Sendable, Equatable {
    /// May be missing when a payment is taken up again: the game server's payment transaction call has it.
    public var gamebaseProductId: String?
    /// The price as an exact decimal; nil when the store does not tell.
    public var priceString: String?
    public var currency: String?
    public var paymentSeq: String
    public var purchaseToken: String?
    public var marketItemId: String?
    public var productType: String?
    /// The buyer: nobody else gets the item.
    public var userId: String?
    /// The store's own number of the payment; changes with every renewal.
    public var paymentId: String?
    /// Epoch milliseconds at which a subscription ends; 0 for anything else.
    public var expiryTime: Int64
    /// Epoch milliseconds of the payment.
    public var purchaseTime: Int64
    /// What the game gave to the purchase call.
    public var payload: String?
    /// The store's number of a subscription's first payment, if the store tells.
    public var originalPaymentId: String?
    /// The number of older calls; -1 when there is none.
    public var itemSeq: Int64
    public var sandboxPayment: Bool
    public var promotionPayment: Bool
    public var storeCode: String?
    public var rest = JSONObject()

    /// The SDKs' form of the price: rounded to a float, -1 when unknown.
    @export(interface) public var price: Float { priceString.map(DecimalText.float) ?? -1 }

    @export(interface) public init(paymentSeq: String, purchaseToken: String?, gamebaseProductId: String?, priceString: String?, currency: String?) {
        self.paymentSeq = paymentSeq
        self.purchaseToken = purchaseToken
        self.gamebaseProductId = gamebaseProductId
        self.priceString = priceString
        self.currency = currency
        expiryTime = 0
        purchaseTime = 0
        itemSeq = -1
        sandboxPayment = false
        promotionPayment = false
    }

    /// Reads `isTestPurchase` and `isPromotion`, as the SDKs write them, or the names of the Objective-C properties.
    @export(interface) public init?(json: JSON) {
        guard var reader = ValueReader(json) else { return nil }
        gamebaseProductId = reader.text("gamebaseProductId")
        priceString = reader.price()
        currency = reader.text("currency")
        paymentSeq = reader.requiredText("paymentSeq")
        purchaseToken = reader.text("purchaseToken")
        marketItemId = reader.text("marketItemId")
        productType = reader.text("productType")
        userId = reader.text("userId")
        paymentId = reader.text("paymentId")
        expiryTime = reader.integer("expiryTime") ?? 0
        purchaseTime = reader.integer("purchaseTime") ?? 0
        payload = reader.text("payload")
        originalPaymentId = reader.text("originalPaymentId")
        itemSeq = reader.integer("itemSeq") ?? -1
        let sandboxProperty = reader.flag("sandboxPayment")
        sandboxPayment = reader.flag("isTestPurchase") ?? sandboxProperty ?? false
        let promotionProperty = reader.flag("promotionPayment")
        promotionPayment = reader.flag("isPromotion") ?? promotionProperty ?? false
        storeCode = reader.text("storeCode")
        if reader.isWrong { return nil }
        rest = reader.rest
    }

    @export(interface) public var json: JSON {
        var object = JSONObject()
        object.set("gamebaseProductId", gamebaseProductId)
        object.setPrice(priceString)
        object.set("currency", currency)
        object.set("paymentSeq", paymentSeq)
        object.set("purchaseToken", purchaseToken)
        object.set("marketItemId", marketItemId)
        object.set("productType", productType)
        object.set("userId", userId)
        object.set("paymentId", paymentId)
        object["expiryTime"] = .integer(expiryTime)
        object["purchaseTime"] = .integer(purchaseTime)
        object.set("payload", payload)
        object.set("originalPaymentId", originalPaymentId)
        object["itemSeq"] = .integer(itemSeq)
        object["isTestPurchase"] = .bool(sandboxPayment)
        object["isPromotion"] = .bool(promotionPayment)
        object.set("storeCode", storeCode)
        object.keep(rest)
        return .object(object)
    }
}
