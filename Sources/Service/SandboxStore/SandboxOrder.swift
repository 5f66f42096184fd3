import Codecs
import Linux
import Messages
import Storage

/// An order in the SANDBOX store's books.
final class SandboxOrder {
    static let pending = "PENDING"
    static let paid = "PAID"
    static let declined = "DECLINED"
    static let cancelled = "CANCELLED"
    static let unknown = "UNKNOWN"
    static let refunded = "REFUNDED"
    static let chargeback = "CHARGEBACK"
    /// Bought outside the game.
    static let promotion = "PROMOTION"

    static let columns = """
        order_key, user_id, market_item_id, price, currency, outcome, begun_date, ready_date, store_transaction_id, receipt, finished, \
        kind, detail_code
        """

    /// What the buyer has not finished and may still have to; the condition of a partial index, as the next four.
    static let isOpen = "finished = 0 AND outcome IN ('\(paid)', '\(pending)')"
    /// Of those what was bought outside the game.
    static let isOpenOutside = "kind IS NOT NULL AND \(isOpen)"
    /// Decided, and may not show yet.
    static let isDelayed = "finished = 0 AND ready_date > begun_date"
    static let isUnpaid = "outcome IN ('\(declined)', '\(cancelled)')"
    static let isUndecided = "finished = 0 AND outcome = '\(pending)'"

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
    var isFinished: Bool
    /// nil: begun by the game.
    var kind: String?
    /// Why the store says no, as an NHN Cloud IAP code; nil for no particular reason.
    var detailCode: Int64?

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
        kind = row.textOrNil(11)
        detailCode = row.integerOrNil(12)
    }

    static func status(forOutcome outcome: String) -> String {
        switch outcome {
        case "APPROVE", "LOSE_ANSWER": paid
        case "DECLINE", "NOT_ALLOWED", "LIMIT": declined
        case "CANCEL": cancelled
        default: pending
        }
    }

    static func detailCode(forOutcome outcome: String) -> Int64? {
        switch outcome {
        case "NOT_ALLOWED": return IAPCode.paymentNotAvailable
        case "LIMIT": return IAPCode.purchaseLimitExceeded
        default: return nil
        }
    }

    /// A clock that went back behind the order's beginning cannot say how long it still takes: then it is over. So it is when the end lies
    /// further ahead than any delay: it was decided by a clock that has gone back since.
    func status(at time: Int64) -> String {
        begunDate <= time && time < readyDate && readyDate &- begunDate <= SandboxStoreSettings.delayMillisecondsMax
            ? Self.pending : outcome
    }

    /// Whether the store took the money, given back since or not.
    func hasCaptured(at time: Int64) -> Bool {
        let status = status(at: time)
        return status == Self.paid || reversal != nil
    }

    /// How the money went back.
    var reversal: String? { outcome == Self.refunded || outcome == Self.chargeback ? outcome : nil }

    /// `delayMilliseconds` is how long until the outcome shows; -1: the console decides, nobody knows when.
    func json(at time: Int64) -> JSON {
        let status = status(at: time)
        let delay = status != Self.pending ? 0 : outcome != Self.pending ? readyDate - time : -1
        var object: JSONObject = [
            "orderKey": .string(orderKey), "status": .string(status), "delayMilliseconds": .integer(delay),
            "marketItemId": .string(marketItemId), "finished": .bool(isFinished),
        ]
        if let kind { object["kind"] = .string(kind) }
        if let detailCode, status == Self.declined { object["detailCode"] = .integer(detailCode) }
        if hasCaptured(at: time) {
            object["price"] = .string(price)
            object["currency"] = .string(currency)
            object["purchaseTime"] = .integer(readyDate)
            object["storeTransactionId"] = .string(storeTransactionId)
            object["receipt"] = .string(receipt)
        }
        return .object(object)
    }
}
