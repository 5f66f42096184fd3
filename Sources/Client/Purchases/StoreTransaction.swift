import Codecs
import Linux
import Messages

/// What a store says of one order or payment: the answer of an adapter, read.
final class StoreTransaction: Sendable {
    private let json: JSON
    let status: String

    static let pollMillisecondsDefault: Int64 = 5_000
    static let pollMillisecondsMin: Int64 = 10
    static let pollMillisecondsMax: Int64 = 3_600_000

    private static let texts = [
        "storeTransactionId", "receipt", "marketItemId", "price", "currency", "originalTransactionId", "storeErrorCode", "orderKey", "kind",
        "url",
        "message",
    ]
    private static let numbers = ["purchaseTime", "expiryTime", "detailCode", "pollAfterMilliseconds"]

    private init(_ json: JSON, _ status: String) {
        self.json = json
        self.status = status
    }

    /// nil for what is no transaction, has a member of a wrong type, or is a payment without the id that makes it one.
    static func read(_ json: JSON) -> StoreTransaction? {
        guard var reader = ValueReader(json) else { return nil }
        let status = reader.requiredText("status")
        for key in texts { _ = reader.text(key) }
        for key in numbers { _ = reader.integer(key) }
        if reader.isWrong || status == "PAID" && json["storeTransactionId"]?.stringValue == nil { return nil }
        return StoreTransaction(json, status)
    }

    /// In a list: it keeps the others from nothing.
    static let unreadable = StoreTransaction(.null, "")
    /// In place of what a list has too much.
    static let tooMany = StoreTransaction(.null, "LIST_TOO_LONG")

    /// What the service is told of it: the members of `purchase.report` that describe the payment.
    var members: JSONObject {
        var members = JSONObject()
        for key in StoreTransaction.texts.prefix(7) + StoreTransaction.numbers.prefix(3) {
            if let value = json[key], !value.isNull { members[key] = value }
        }
        if let transaction = members["storeTransactionId"], members["receipt"] == nil { members["receipt"] = transaction }
        return members
    }

    private var message: String { json["message"]?.stringValue ?? "" }
    private var detailCode: Int64? { json["detailCode"]?.int64Value }
    var url: String? { json["url"]?.stringValue }
    var kind: String { json["kind"]?.stringValue ?? "FOREIGN" }
    private var pollAfterMilliseconds: Int64 {
        min(
            max(json["pollAfterMilliseconds"]?.int64Value ?? Self.pollMillisecondsDefault, Self.pollMillisecondsMin),
            Self.pollMillisecondsMax)
    }

    /// The key of the order at a store: our own orders have the store's code and the payment's number.
    func orderKey(at storeCode: String) -> String? {
        if let key = json["orderKey"]?.stringValue { return key }
        // Stores whose orders are numbers write them as numbers, or as texts where numbers lose digits.
        let number = json["orderNumber"]
        return (number?.stringValue ?? number?.int64Value.map { "\($0)" }).map { "\(storeCode)-\($0)" }
    }

    var outcome: StoreOutcome {
        switch status {
        case "PAID": return .paid(self)
        case "APPROVED": return .approved
        case "INIT": return .pending(pollAfterMilliseconds: pollAfterMilliseconds)
        case "PENDING": return .pending(pollAfterMilliseconds: -1)
        case "DENIED": return .ended(StoreFailure(code: IAPCode.paymentCancelled, message: text("cancelled in the store")))
        case "FAILED":
            return .ended(StoreFailure(code: detailCode ?? IAPCode.paymentFailed, message: text("the store declined the payment")))
        case "REFUNDED", "REVOKED", "CHARGEBACK": return .reversed(self)
        case "UNKNOWN": return .unknown
        default:
            return .unreachable(
                StoreFailure(code: IAPCode.responseInvalid, message: "the store's answer cannot be read (status \"\(status)\")"))
        }
    }

    private func text(_ otherwise: StaticString) -> String { message.isEmpty ? "\(otherwise)" : message }
}
