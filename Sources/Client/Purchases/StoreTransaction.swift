import Linux
import Wire

/// What a store says of one order or payment: the answer of an adapter, read.
struct StoreTransaction: Sendable {
    /// What the service is told of it: the members of `purchase.report` that describe the payment.
    private(set) var members = JSONObject()
    let status: String
    private let orderKey: String?
    private let orderNumber: String?
    let kind: String
    let url: String?
    private let pollAfterMilliseconds: Int64
    private let detailCode: Int64?
    private let message: String

    static let pollMillisecondsDefault: Int64 = 5_000
    static let pollMillisecondsMin: Int64 = 10
    static let pollMillisecondsMax: Int64 = 3_600_000

    /// nil for what is no transaction, or a payment without the id that makes it one.
    init?(_ json: JSON) {
        guard var reader = ValueReader(json) else { return nil }
        let status = reader.requiredText("status")
        self.status = status
        orderKey = reader.text("orderKey")
        // Stores whose orders are numbers write them as numbers, or as texts where numbers lose digits.
        orderNumber = json["orderNumber"]?.stringValue ?? json["orderNumber"]?.int64Value.map { "\($0)" }
        kind = reader.text("kind") ?? "FOREIGN"
        url = reader.text("url")
        message = reader.text("message") ?? ""
        detailCode = reader.integer("detailCode")
        pollAfterMilliseconds = min(
            max(reader.integer("pollAfterMilliseconds") ?? Self.pollMillisecondsDefault, Self.pollMillisecondsMin), Self.pollMillisecondsMax)
        for key in ["storeTransactionId", "receipt", "marketItemId", "price", "currency", "originalTransactionId", "storeErrorCode"] as [StaticString] {
            members.set("\(key)", reader.text("\(key)"))
        }
        for key in ["purchaseTime", "expiryTime"] as [StaticString] {
            if let time = reader.integer("\(key)") { members["\(key)"] = .integer(time) }
        }
        if reader.isWrong { return nil }
        if let detailCode { members["detailCode"] = .integer(detailCode) }
        if status == "PAID" {
            guard let transaction = members["storeTransactionId"] else { return nil }
            if members["receipt"] == nil { members["receipt"] = transaction }
        }
    }

    /// The key of the order at a store: our own orders have the store's code and the payment's number.
    func orderKey(at storeCode: String) -> String? { orderKey ?? orderNumber.map { "\(storeCode)-\($0)" } }

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
        default: return .unreachable(StoreFailure(code: IAPCode.responseInvalid, message: "the store's answer has the status \(status)"))
        }
    }

    private func text(_ otherwise: StaticString) -> String { message.isEmpty ? "\(otherwise)" : message }
}
