import Service
import Wire

/// The store `SANDBOX`: plays an outside store out of the embedded service, which keeps its orders in tables of their own.
/// No money moves; every receipt says so.
final class SandboxStore: StoreAdapter, @unchecked Sendable {
    static let code = "SANDBOX"
    let storeCode = SandboxStore.code
    private let client: Client

    init(client: Client) { self.client = client }

    func begin(_ order: StoreOrder, _ answer: @escaping (StoreOutcome) -> Void) {
        client.send("store.begin", [
            "orderKey": .string(order.orderKey), "marketItemId": .string(order.marketItemId),
            "price": .string(order.price), "currency": .string(order.currency),
        ]) { answer(SandboxStore.outcome($0)) }
    }

    func poll(_ orderKey: String, _ answer: @escaping (StoreOutcome) -> Void) {
        client.send("store.poll", ["orderKey": .string(orderKey)]) { answer(SandboxStore.outcome($0)) }
    }

    func finish(_ orderKey: String, _ answer: @escaping (Bool) -> Void) {
        client.send("store.finish", ["orderKey": .string(orderKey)]) { answer($0.resultCode == 0) }
    }

    private static func outcome(_ reply: Reply) -> StoreOutcome {
        guard reply.resultCode == 0 else { return .unreachable(reply.message) }
        switch reply.body["status"]?.stringValue {
        case "PAID":
            guard let transaction = reply.body["storeTransactionId"]?.stringValue, let receipt = reply.body["receipt"]?.stringValue else {
                return .unreachable("the store's answer names no transaction")
            }
            return .paid(transactionId: transaction, receipt: receipt)
        case "PENDING": return .pending(pollAfterMilliseconds: reply.body["delayMilliseconds"]?.int64Value ?? -1)
        case "DECLINED": return .declined
        case "CANCELLED": return .cancelled
        case "UNKNOWN": return .unknown
        default: return .unreachable("the store's answer has no status")
        }
    }
}
