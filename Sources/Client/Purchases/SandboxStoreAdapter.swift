import Codecs
import Linux
import Messages

/// The store `SANDBOX`: plays an outside store out of the embedded service, which keeps its orders in tables of their own. What the service
/// knows of them it is not asked for as a store. No money moves; every receipt says so.
final class SandboxStoreAdapter: StoreAdapter, @unchecked Sendable {
    static let code = "SANDBOX"
    let storeCode = SandboxStoreAdapter.code
    let capturesLast = false
    let abandonsApproved = false
    let isFinishedByGrant = true
    /// Only if the service runs in this process. The network may lose the answer of a service elsewhere, and a lost reservation costs the
    /// player nothing, unlike a lost purchase.
    let isBegunByReservation: Bool
    private let client: Client
    private let buyer: Buyer
    private let openOrders: JSON?

    /// - Parameter openOrders: what was bought outside the game, as the service said with what else is open.
    init(client: Client, buyer: Buyer, openOrders: JSON?) {
        self.client = client
        self.buyer = buyer
        self.openOrders = openOrders
        isBegunByReservation = !client.isRemote
    }

    /// The service's list of products says which of them the store knows.
    func products(_ marketItemIds: [String], _ answer: @escaping (Result<[JSON]?, StoreFailure>) -> Void) { answer(.success(nil)) }

    func begin(_ order: StoreOrder, window: UInt, _ answer: @escaping (StoreOutcome) -> Void) {
        client.send(
            .storeBegin,
            [
                "orderKey": .string(order.orderKey), "marketItemId": order.reservation["marketItemId"] ?? .null,
                "price": order.reservation["price"] ?? .null, "currency": order.reservation["currency"] ?? .null,
            ], as: buyer
        ) { reply in
            // Refused with a reason is different from an answer that was lost.
            if let code = reply.body["detailCode"]?.int64Value, reply.resultCode != 0 {
                answer(.refused(StoreFailure(code: code, message: reply.message)))
            } else {
                answer(SandboxStoreAdapter.outcome(reply))
            }
        }
    }

    func poll(_ order: StoreOrder, _ answer: @escaping (StoreOutcome) -> Void) {
        client.send(.storePoll, ["orderKey": .string(order.orderKey)], as: buyer) { answer(SandboxStoreAdapter.outcome($0)) }
    }

    func capture(_ order: StoreOrder, _ answer: @escaping (StoreOutcome) -> Void) { poll(order, answer) }

    /// The service finishes the order when it hears that the payment is finished.
    func finish(_ order: StoreOrder, _ answer: @escaping (Bool) -> Void) { answer(true) }

    /// Only what was paid outside the game: the orders of our own payments are asked for one by one.
    func open(_ answer: @escaping (Result<[StoreTransaction]?, StoreFailure>) -> Void) {
        answer(.success((openOrders?.arrayValue ?? []).compactMap { StoreTransaction.read($0) }))
    }

    /// The service restores from the store's orders by itself.
    func restore(_ answer: @escaping (Result<[StoreTransaction]?, StoreFailure>) -> Void) { answer(.success(nil)) }

    private static func outcome(_ reply: Reply) -> StoreOutcome {
        guard reply.resultCode == 0 else { return .unreachable(.unreachable(reply.message)) }
        switch reply.body["status"]?.stringValue {
        case "PENDING": return .pending(pollAfterMilliseconds: reply.body["delayMilliseconds"]?.int64Value ?? -1)
        case "CANCELLED": return .ended(StoreFailure(code: IAPCode.paymentCancelled, message: "cancelled in the store"))
        case "DECLINED":
            let code = reply.body["detailCode"]?.int64Value ?? IAPCode.paymentFailed
            return .ended(StoreFailure(code: code, message: "the store declined the payment"))
        default:
            return StoreTransaction.read(reply.body)?.outcome
                ?? .unreachable(StoreFailure(code: IAPCode.responseInvalid, message: "the store's answer names no transaction"))
        }
    }
}
