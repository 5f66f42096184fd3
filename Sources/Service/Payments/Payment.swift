import Codecs
import Linux
import Storage

/// States of a payment, in the order in which they may follow; the closed ones are final. The names are those of the IAP console.
enum PaymentState {
    static let reserved: Int64 = 10
    /// The store decides later (a parent is asked, a slow way of paying).
    static let storePending: Int64 = 12
    /// Authorised by the buyer, not captured: stores that take the money last are asked for it after this.
    static let approved: Int64 = 15
    static let paid: Int64 = 20
    static let verified: Int64 = 30
    /// Granted: in the not-consumed list, or an active subscription.
    static let unconsumed: Int64 = 40
    static let consumed: Int64 = 50
    static let cancelled: Int64 = 90
    static let declined: Int64 = 91
    static let refunded: Int64 = 92

    static let all = [
        reserved, storePending, approved, paid, verified, unconsumed, consumed, cancelled, declined, refunded,
    ]

    static func name(_ state: Int64) -> String {
        switch state {
        case reserved: "RESERVED"
        case storePending: "STORE_PENDING"
        case approved: "APPROVED"
        case paid: "PAID"
        case verified: "VERIFIED"
        case unconsumed: "UNCONSUMED"
        case consumed: "CONSUMED"
        case cancelled: "CANCELLED"
        case declined: "DECLINED"
        case refunded: "REFUNDED"
        default: "UNKNOWN"
        }
    }

    static func isGranted(_ state: Int64) -> Bool { state == unconsumed || state == consumed }
    static func isClosedUnpaid(_ state: Int64) -> Bool { state == cancelled || state == declined }
}

/// A payment. What was sold for how much is fixed when it is reserved; a change of the catalogue does not touch it.
/// A class because it is handed through many functions and has many texts, and read anew for every request.
final class Payment {
    static let columns = """
        payment_seq, order_key, user_id, state, store_finished, store_code, gamebase_product_id, item_seq, market_item_id, product_type, \
        price, currency, subscription_period, payload, is_sandbox, store_transaction_id, receipt, purchase_token, original_payment_id, \
        purchase_date, expiry_date, consume_transaction_id, consume_answer, reserved_date, is_promotion, detail_code
        """

    /// Not over, or over but not finished at the store. These five are conditions of partial indexes.
    static let isOpen = "store_finished = 0 AND state < \(PaymentState.cancelled)"
    /// Between the reservation and the grant.
    static let isUnderWay =
        "state IN (\(PaymentState.storePending), \(PaymentState.approved), \(PaymentState.paid), \(PaymentState.verified))"
    /// Granted and neither consumed nor a period that only runs out. In the words of an index that is shipped.
    static let isHeld = "state + 0 = \(PaymentState.unconsumed) AND product_type <> '\(ProductType.autoRenewable)'"
    /// Nobody has paid for it, as far as was heard.
    static let isUnpaid = "state IN (\(PaymentState.reserved), \(PaymentState.cancelled), \(PaymentState.declined))"
    /// Begun at a store outside, and nothing was heard. In the words of an index that is shipped.
    static let isBegunElsewhere = "state = \(PaymentState.reserved) AND store_code <> '\(StoreSettings.sandbox)'"
    static let isPeriod = "expiry_date IS NOT NULL"

    var paymentSeq: String
    var orderKey: String
    var userId: String
    var state: Int64
    var isStoreFinished: Bool
    var storeCode: String
    var gamebaseProductId: String
    var itemSeq: Int64
    var marketItemId: String
    var productType: String
    var price: String
    var currency: String
    var subscriptionPeriod: Int64
    var payload: String?
    /// An embedded service has nobody to vouch for a receipt, so this is always set here.
    var isSandbox = true
    var storeTransactionId: String?
    var storeReceipt: String?
    var purchaseToken: String?
    var originalPaymentId: String?
    var purchaseDate: Int64?
    var expiryDate: Int64?
    var consumeTransactionId: String?
    var consumeAnswer: String?
    var reservedDate: Int64
    /// Begun outside the game: in the store's window, by a code.
    var isPromotion = false
    /// Why it was closed unpaid, as an NHN Cloud IAP code.
    var detailCode: Int64?

    /// A payment of this product, as the catalogue has it now.
    init(of product: Product, _ paymentSeq: String, userId: String, payload: String?, date: Int64) {
        self.paymentSeq = paymentSeq
        orderKey = "\(product.storeCode)-\(paymentSeq)"
        self.userId = userId
        state = PaymentState.reserved
        isStoreFinished = false
        storeCode = product.storeCode
        gamebaseProductId = product.gamebaseProductId
        itemSeq = product.itemSeq
        marketItemId = product.marketItemId
        productType = product.productType
        price = product.price
        currency = product.currency
        subscriptionPeriod = product.subscriptionPeriodMilliseconds
        self.payload = payload
        reservedDate = date
    }

    /// The same under a number and order of its own.
    init(_ other: Payment, as paymentSeq: String, orderKey: String, date: Int64) {
        self.paymentSeq = paymentSeq
        self.orderKey = orderKey
        userId = other.userId
        state = PaymentState.reserved
        isStoreFinished = false
        storeCode = other.storeCode
        gamebaseProductId = other.gamebaseProductId
        itemSeq = other.itemSeq
        marketItemId = other.marketItemId
        productType = other.productType
        price = other.price
        currency = other.currency
        subscriptionPeriod = other.subscriptionPeriod
        payload = other.payload
        originalPaymentId = other.originalPaymentId
        isPromotion = other.isPromotion
        reservedDate = date
    }

    init(_ row: Row) {
        paymentSeq = row.text(0)
        orderKey = row.text(1)
        userId = row.text(2)
        state = row.integer(3)
        isStoreFinished = row.integer(4) != 0
        storeCode = row.text(5)
        gamebaseProductId = row.text(6)
        itemSeq = row.integer(7)
        marketItemId = row.text(8)
        productType = row.text(9)
        price = row.text(10)
        currency = row.text(11)
        subscriptionPeriod = row.integer(12)
        payload = row.textOrNil(13)
        isSandbox = row.integer(14) != 0
        storeTransactionId = row.textOrNil(15)
        storeReceipt = row.textOrNil(16)
        purchaseToken = row.textOrNil(17)
        originalPaymentId = row.textOrNil(18)
        purchaseDate = row.integerOrNil(19)
        expiryDate = row.integerOrNil(20)
        consumeTransactionId = row.textOrNil(21)
        consumeAnswer = row.textOrNil(22)
        reservedDate = row.integer(23)
        isPromotion = row.integer(24) != 0
        detailCode = row.integerOrNil(25)
    }

    var isConsumable: Bool { ProductType.isConsumable(productType) }

    /// The price as a JSON number with exactly its own digits.
    var priceNumber: JSON { Self.number(price) }

    static func number(_ price: String) -> JSON {
        if let whole = Int64(price) { .integer(whole) } else { .decimal(price) }
    }
}

extension Payments {
    func payment(_ paymentSeq: String) throws(Failure) -> Payment? {
        let rows = try query("SELECT \(Payment.columns) FROM payments WHERE payment_seq = ?", [.text(paymentSeq)])
        guard let row = rows.first else { return nil }
        return Payment(row)
    }

    /// Writes a new payment. It is a test where no money is: at the SANDBOX store, and in an app that is for development.
    func insert(_ payment: Payment, _ key: RequestKey) throws(Failure) {
        payment.isSandbox = settings.app.isSandbox || payment.storeCode == StoreSettings.sandbox
        try run(
            """
            INSERT INTO payments (payment_seq, order_key, user_id, request_id, state, store_finished, store_code, gamebase_product_id,
                item_seq, market_item_id, product_type, price, currency, subscription_period, payload, is_sandbox, reserved_date, is_promotion)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .text(payment.paymentSeq), .text(payment.orderKey), .text(payment.userId), .text(key.text(payment.paymentSeq)),
                .integer(payment.state),
                .integer(payment.isStoreFinished ? 1 : 0), .text(payment.storeCode), .text(payment.gamebaseProductId),
                .integer(payment.itemSeq), .text(payment.marketItemId), .text(payment.productType), .text(payment.price),
                .text(payment.currency), .integer(payment.subscriptionPeriod), Value(payment.payload),
                .integer(payment.isSandbox ? 1 : 0), .integer(payment.reservedDate), .integer(payment.isPromotion ? 1 : 0),
            ])
    }

    /// A payment of this member; the payments of others do not exist for it. One that began outside the game is named by its store.
    func ownPayment(_ parameters: Parameters, of userId: String) throws(Failure) -> Payment {
        let isNamedByStore = parameters.value("paymentSeq") == nil && parameters.value("storeCode") != nil
        let key = isNamedByStore ? "storeTransactionId" : "paymentSeq"
        let name = try parameters.text(key, bytesMax: 256)
        let found =
            isNamedByStore
            ? try payment(ofStoreTransaction: name, storeCode: parameters.text("storeCode", bytesMax: 32), claimedBy: userId)
            : try payment(name)
        guard let found, found.userId == userId else { throw parameters.wrong(key, "this member has no payment \"\(name)\"") }
        return found
    }
}

extension Payment {
    /// With the keys of the SDK's TCGBPurchasableReceipt in both of its spellings of the test and promotion flags.
    /// - Parameter subscription: whose period this is; in grace the newest period lasts longer than was paid.
    func receiptJSON(_ subscription: Subscription?) -> JSON {
        var expiryTime = expiryDate ?? 0
        if let subscription, subscription.paymentSeq == paymentSeq, subscription.isListed { expiryTime = subscription.expiryDate }
        var object: JSONObject = [
            "gamebaseProductId": .string(gamebaseProductId), "price": priceNumber, "priceString": .string(price),
            "currency": .string(currency), "paymentSeq": .string(paymentSeq), "purchaseToken": .optional(purchaseToken),
            "marketItemId": .string(marketItemId), "productType": .string(productType), "userId": .string(userId),
            "paymentId": .optional(storeTransactionId), "originalPaymentId": .optional(originalPaymentId),
            "purchaseTime": .integer(purchaseDate ?? 0), "expiryTime": .integer(expiryTime), "payload": .optional(payload),
            "itemSeq": .integer(itemSeq), "productSeq": .integer(itemSeq), "isTestPurchase": .bool(isSandbox),
            "sandboxPayment": .bool(isSandbox), "isPromotion": .bool(isPromotion), "promotionPayment": .bool(isPromotion),
            "storeCode": .string(storeCode),
        ]
        if let subscription {
            object["subscriptionStatus"] = .string(subscription.status)
            object["referenceStatus"] = .string(subscription.referenceStatus)
        }
        return .object(object)
    }

    var isSubscription: Bool { ProductType.isSubscription(productType) }
}
