import Codecs
import Linux

/// A payment that was verified. `paymentSeq` and `purchaseToken` together are what a game server verifies and consumes.
/// Kept as its JSON; what is not understood in it is kept too.
public struct PurchasableReceipt: Sendable, Equatable {
    private var members: JSONObject

    private static let form = JSONForm(members: [
        ("gamebaseProductId", .text), ("", .price), ("currency", .text), ("paymentSeq", .requiredText), ("purchaseToken", .text),
        ("marketItemId", .text), ("productType", .text), ("userId", .text), ("paymentId", .text), ("expiryTime", .number(0)),
        ("purchaseTime", .number(0)), ("payload", .text), ("originalPaymentId", .text), ("itemSeq", .number(-1)),
        ("isTestPurchase", .flag(false, "sandboxPayment")), ("isPromotion", .flag(false, "promotionPayment")), ("storeCode", .text),
    ])

    /// Reads `isTestPurchase` and `isPromotion`, as the SDKs write them, or the names of the Objective-C properties.
    @export(interface) public init?(json: JSON) {
        guard let members = PurchasableReceipt.form.read(json) else { return nil }
        self.members = members
    }

    @export(interface) public var json: JSON { .object(members) }

    /// May be missing when a payment is resumed: the game server's payment transaction call has it.
    @export(interface) public var gamebaseProductId: String? { members.text("gamebaseProductId") }
    /// The price as an exact decimal; nil when the store does not tell.
    @export(interface) public var priceString: String? { members.text("priceString") }
    @export(interface) public var currency: String? { members.text("currency") }
    @export(interface) public var paymentSeq: String { members.text("paymentSeq") ?? "" }
    @export(interface) public var purchaseToken: String? { members.text("purchaseToken") }
    @export(interface) public var marketItemId: String? { members.text("marketItemId") }
    @export(interface) public var productType: String? { members.text("productType") }
    /// The buyer: nobody else gets the item.
    @export(interface) public var userId: String? {
        get { members.text("userId") }
        set { members.set("userId", newValue) }
    }
    /// The store's own number of the payment; changes with every renewal.
    @export(interface) public var paymentId: String? { members.text("paymentId") }
    /// Epoch milliseconds at which a subscription ends; 0 for anything else.
    @export(interface) public var expiryTime: Int64 { members.number("expiryTime") }
    /// Epoch milliseconds of the payment.
    @export(interface) public var purchaseTime: Int64 { members.number("purchaseTime") }
    /// What the game gave to the purchase call.
    @export(interface) public var payload: String? { members.text("payload") }
    /// The store's number of a subscription's first payment, if the store tells.
    @export(interface) public var originalPaymentId: String? { members.text("originalPaymentId") }
    /// The number of older calls; -1 when there is none.
    @export(interface) public var itemSeq: Int64 { members.number("itemSeq") }
    @export(interface) public var sandboxPayment: Bool { members.flag("isTestPurchase") }
    @export(interface) public var promotionPayment: Bool { members.flag("isPromotion") }
    @export(interface) public var storeCode: String? { members.text("storeCode") }

    /// In an event's data: why the payment came without the completion of a purchase call.
    @export(interface) public var updateKind: String? { members.text("updateKind") }

    /// The SDKs' form of the price: rounded to a float, -1 when unknown.
    @export(interface) public var price: Float { priceString.map(DecimalText.float) ?? -1 }
}

/// What a list of payments covers.
public struct PurchasableConfiguration: Sendable, Equatable {
    /// True: the payments of every store; false: of the current store only.
    public var allStores: Bool

    @export(interface) public init(allStores: Bool = false) { self.allStores = allStores }
}
