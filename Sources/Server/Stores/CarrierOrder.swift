import Codecs
import Messages

/// An order as the service knows it (`carrier.storeReport`).
struct CarrierOrder {
    let orderKey: String
    let state: String
    let marketItemId: String
    let itemSeq: Int64
    let title: String
    let price: String
    let currency: String
    let reservedDate: Int64
    /// The same without what the console moved the service's clock forward: for dates that the store is given.
    let clockDate: Int64
    /// What the store calls it, once that is known.
    let storeTransactionId: String?
    let receipt: String?
    let detailCode: Int64?
    let userId: String
    /// How often it was to be given back; each time is a question of its own.
    let refundTries: Int64
    /// What the order's subscription is now, as the console is told.
    let subscription: JSON?

    init?(_ json: JSON?) {
        guard let json, let orderKey = json["orderKey"]?.stringValue, let state = json["state"]?.stringValue,
            let price = json["price"]?.stringValue, let currency = json["currency"]?.stringValue
        else { return nil }
        self.orderKey = orderKey
        self.state = state
        self.price = price
        self.currency = currency
        marketItemId = json["marketItemId"]?.stringValue ?? ""
        itemSeq = json["itemSeq"]?.int64Value ?? 0
        title = json["title"]?.stringValue ?? marketItemId
        reservedDate = json["reservedDate"]?.int64Value ?? 0
        clockDate = json["clockDate"]?.int64Value ?? reservedDate
        storeTransactionId = json["storeTransactionId"]?.stringValue
        receipt = json["receipt"]?.stringValue
        detailCode = json["detailCode"]?.int64Value
        userId = json["userId"]?.stringValue ?? ""
        refundTries = json["refundTries"]?.int64Value ?? 0
        subscription = json["subscription"]
    }

    /// For stores whose orders are numbers: that behind the store's code.
    var number: String { orderKey.split(separator: "-").last.map { String($0) } ?? "" }

    var isOpen: Bool { state == "RESERVED" || state == "STORE_PENDING" || state == "APPROVED" }

    /// What its player is told, in the words of TCGBStoreAdapter.h.
    var told: JSONObject {
        var told: JSONObject = ["status": .string(status), "orderKey": .string(orderKey)]
        told.set("storeTransactionId", storeTransactionId)
        if status == "PAID" { told.set("receipt", receipt) }
        if status == "FAILED", let detailCode { told["detailCode"] = .integer(detailCode) }
        if status == "INIT" { told["pollAfterMilliseconds"] = .integer(Self.pollMilliseconds) }
        return told
    }

    static let pollMilliseconds: Int64 = 1_500

    private var status: String {
        switch state {
        case "RESERVED", "APPROVED": "INIT"
        case "STORE_PENDING": "PENDING"
        case "CANCELLED": "DENIED"
        case "DECLINED": "FAILED"
        case "REFUNDED": "REFUNDED"
        default: "PAID"
        }
    }
}

/// What a store has said of an order.
struct StoreWord {
    enum Status: String {
        case started = "INIT"
        case pending = "PENDING"
        case approved = "APPROVED"
        case paid = "PAID"
        case denied = "DENIED"
        case failed = "FAILED"
        case refunded = "REFUNDED"
        case charged = "REVOKED"
        /// The store has never heard of it.
        case unknown = "UNKNOWN"
    }

    var status: Status
    var orderKey: String
    var transactionId: String?
    /// What the store's people find the payment by.
    var receipt: String?
    var price: String?
    var currency: String?
    /// A page for the player.
    var url: String?
    /// Why it failed, for the operator.
    var reason: String?
    /// The buyer and the product that the store names: the member that the order was begun for, or the buyer's account at the store.
    var userId: String?
    var account: String?
    var product: String?
    var itemSeq: Int64?

    var hasMoney: Bool { status == .paid || status == .refunded || status == .charged }

    init(_ status: Status, _ orderKey: String) {
        self.status = status
        self.orderKey = orderKey
    }

    /// The parameters of `carrier.storeReport`.
    func report(_ storeCode: String) -> JSON {
        var object: JSONObject = [
            "storeCode": .string(storeCode), "status": .string(status.rawValue), "orderKey": .string(orderKey),
        ]
        object.set("storeTransactionId", transactionId)
        object.set("price", price)
        object.set("currency", currency)
        object.set("storeErrorCode", reason)
        object.set("userId", userId)
        object.set("account", account)
        object.set("product", product)
        if let itemSeq, itemSeq >= 0 { object["itemSeq"] = .integer(itemSeq) }
        if transactionId != nil { object["receipt"] = .string(receipt ?? transactionId ?? "") }
        return .object(object)
    }
}

/// How an order was asked about.
enum StoreAnswer {
    case word(StoreWord)
    /// Nothing is known: ask again later.
    case unreachable(String)
    /// It is no order of this game's.
    case strange
}
