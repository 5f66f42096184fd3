import Linux
import Storage
import Wire

/// An order in the SANDBOX store's books.
struct SandboxOrder {
    static let pending = "PENDING"
    static let paid = "PAID"
    static let declined = "DECLINED"
    static let cancelled = "CANCELLED"
    static let unknown = "UNKNOWN"

    static let columns = """
        order_key, user_id, market_item_id, price, currency, outcome, begun_date, ready_date, store_transaction_id, receipt, finished
        """

    let orderKey: String
    let userId: String
    let marketItemId: String
    let price: String
    let currency: String
    /// What shows once `readyDate` has come.
    let outcome: String
    let begunDate: Int64
    let readyDate: Int64
    let storeTransactionId: String
    let receipt: String
    let isFinished: Bool

    init(
        orderKey: String, userId: String, marketItemId: String, price: String, currency: String, outcome: String, begunDate: Int64,
        readyDate: Int64, storeTransactionId: String
    ) {
        self.orderKey = orderKey
        self.userId = userId
        self.marketItemId = marketItemId
        self.price = price
        self.currency = currency
        self.outcome = outcome
        self.begunDate = begunDate
        self.readyDate = readyDate
        self.storeTransactionId = storeTransactionId
        isFinished = false
        let receipt: JSON = [
            "store": "SANDBOX", "orderKey": .string(orderKey), "storeTransactionId": .string(storeTransactionId),
            "marketItemId": .string(marketItemId), "price": .string(price), "currency": .string(currency),
        ]
        self.receipt = receipt.text()
    }

    init(_ row: Row) {
        orderKey = row.text(0)
        userId = row.text(1)
        marketItemId = row.text(2)
        price = row.text(3)
        currency = row.text(4)
        outcome = row.text(5)
        begunDate = row.integer(6)
        readyDate = row.integer(7)
        storeTransactionId = row.text(8)
        receipt = row.text(9)
        isFinished = row.integer(10) != 0
    }

    static func status(forOutcome outcome: String) -> String {
        switch outcome {
        case "APPROVE": paid
        case "DECLINE": declined
        case "CANCEL": cancelled
        default: pending
        }
    }

    func status(at time: Int64) -> String { time < readyDate ? Self.pending : outcome }

    /// `delayMilliseconds` is how long until the outcome shows; -1: the console decides, nobody knows when.
    func json(at time: Int64) -> JSON {
        let status = status(at: time)
        let delay = status != Self.pending ? 0 : outcome != Self.pending ? readyDate - time : -1
        var object: JSONObject = [
            "orderKey": .string(orderKey), "status": .string(status), "delayMilliseconds": .integer(delay),
            "marketItemId": .string(marketItemId), "finished": .bool(isFinished),
        ]
        if status == Self.paid {
            object["storeTransactionId"] = .string(storeTransactionId)
            object["receipt"] = .string(receipt)
        }
        return .object(object)
    }

    /// What keeps this order from being the one that was reserved; nil when it is.
    func difference(from payment: Payment) -> String? {
        if userId != payment.userId { return "the store's order is another buyer's" }
        if marketItemId != payment.marketItemId { return "the store's order is for \"\(marketItemId)\", reserved was \"\(payment.marketItemId)\"" }
        if price != payment.price || currency != payment.currency {
            return "the store took \(price) \(currency), reserved was \(payment.price) \(payment.currency)"
        }
        return nil
    }
}
