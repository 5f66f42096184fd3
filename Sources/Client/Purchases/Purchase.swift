import Linux
import Service
import Wire

public enum ProductReference: Sendable {
    case gamebaseProductId(String)
    case itemSeq(Int64)

    fileprivate var parameter: (key: String, value: JSON) {
        switch self {
        case .gamebaseProductId(let id): return ("gamebaseProductId", .string(id))
        case .itemSeq(let number): return ("itemSeq", .integer(number))
        }
    }
}

/// One purchase: reserve, check out, report, finish. Each step is durable at the service before the next begins, so a
/// process that dies anywhere leaves a payment that `reprocessPurchases` drives on, and never two.
extension Client {
    static let purchaseDomain: StaticString = "TCGB.Gamebase.TCGBPurchase"
    static let iapDomain = "com.nhncloud.iap"

    @export(interface) public func requestPurchase(
        _ product: ProductReference, payload: String?, completion: @escaping (PurchasableReceipt?, GamebaseError?) -> Void
    ) {
        guard let call: OpenCall<PurchasableReceipt> = open(
            Client.purchaseDomain, needs: .loggedIn, timeoutMilliseconds: Client.purchaseTimeoutMilliseconds, completion
        ) else { return }
        if let refusal = begin(call) {
            call.fail(refusal)
            return
        }
        guard let store = storeAdapter(storeCode) else {
            call.fail(GamebaseError(
                GamebaseError.Code.purchaseNotSupportedMarket, "no store adapter is registered for the store code \(storeCode)",
                domain: "\(Client.purchaseDomain)"))
            return
        }
        reprocess { [self] _ in reserve(product, payload, store, call) }
    }

    private func begin(_ call: OpenCall<PurchasableReceipt>) -> GamebaseError? {
        lock.locked {
            if isPurchaseRunning {
                return GamebaseError(
                    GamebaseError.Code.purchaseNotFinishedPreviousPurchasing,
                    "a purchase is running; wait for its completion", domain: "\(Client.purchaseDomain)")
            }
            state.purchaseCall = call.identifier
            state.purchasePaymentSeq = nil
            return nil
        }
    }

    /// With the lock held. Nobody has to say that a purchase ended: it ends with its call, whoever closes that, and whenever.
    private var isPurchaseRunning: Bool { state.purchaseCall.map { calls.isOpen($0) } ?? false }

    /// The payment at the store's checkout now; reprocessing leaves it alone.
    var paymentAtCheckout: String? { lock.locked { isPurchaseRunning ? state.purchasePaymentSeq : nil } }

    private func reserve(
        _ product: ProductReference, _ payload: String?, _ store: any StoreAdapter, _ call: OpenCall<PurchasableReceipt>
    ) {
        guard call.isOpen else { return }
        var parameters: JSONObject = [
            "requestId": .string(Hex.encode(platform.random.bytes(16))), "storeCode": .string(store.storeCode),
            "payload": payload.map { .string($0) } ?? .null,
        ]
        let (key, value) = product.parameter
        parameters[key] = value
        send("purchase.reserve", .object(parameters)) { [self] reply in
            guard call.isOpen else { return }
            guard reply.resultCode == 0 else {
                call.fail(ServiceErrors.clientError(for: "purchase.reserve", reply, domain: Client.purchaseDomain))
                return
            }
            guard let order = StoreOrder(reply.body) else {
                call.fail(GamebaseError(
                    GamebaseError.Code.serverInvalidResponse, "the service's answer is not a reservation", domain: "\(Client.purchaseDomain)"))
                return
            }
            lock.locked { if state.purchaseCall == call.identifier { state.purchasePaymentSeq = order.paymentSeq } }
            store.begin(order) { self.checkedOut($0, order, store, call) }
        }
    }

    private func checkedOut(
        _ outcome: StoreOutcome, _ order: StoreOrder, _ store: any StoreAdapter, _ call: OpenCall<PurchasableReceipt>
    ) {
        guard call.isOpen else { return }
        switch outcome {
        case .pending(let delay) where delay >= 0:
            let scheduled = reactor?.schedule(afterMilliseconds: delay) { [self] in
                store.poll(order.orderKey) { self.checkedOut($0, order, store, call) }
            }
            if scheduled == nil { call.fail(endedWithout("the wait for the store could not be scheduled")) }
        case .pending:
            call.fail(GamebaseError(
                GamebaseError.Code.purchasePending, "the store decides later; the item will be in the not-consumed list",
                domain: "\(Client.purchaseDomain)"))
        case .unreachable(let reason): call.fail(endedWithout(reason))
        default: report(outcome, paymentSeq: order.paymentSeq, orderKey: order.orderKey, store) { call.finish($0, $1) }
        }
    }

    /// Not a failure of the payment: nobody knows. The next reprocessing finds out.
    private func endedWithout(_ reason: String) -> GamebaseError {
        GamebaseError(
            GamebaseError.Code.socketError, "the outcome of the purchase is unknown (\(reason)); ask for the not-consumed list",
            domain: "\(Client.purchaseDomain)")
    }

    /// Tells the service what the store decided, and the store that we know. Answers with the receipt of a paid purchase.
    func report(
        _ outcome: StoreOutcome, paymentSeq: String, orderKey: String, _ store: any StoreAdapter,
        _ answer: @escaping (PurchasableReceipt?, GamebaseError?) -> Void
    ) {
        var parameters: JSONObject = ["paymentSeq": .string(paymentSeq), "status": .string(outcome.status)]
        if case .paid(let transaction, let receipt) = outcome {
            parameters["userData"] = reportedUserData
            parameters["storeTransactionId"] = .string(transaction)
            parameters["receipt"] = .string(receipt)
        }
        send("purchase.report", .object(parameters)) { [self] reply in
            guard reply.resultCode == 0 else {
                answer(nil, ServiceErrors.clientError(for: "purchase.report", reply, domain: Client.purchaseDomain))
                return
            }
            if let error = outcome.failure {
                answer(nil, error)
                return
            }
            guard let json = reply.body["receipt"], let receipt = PurchasableReceipt(json: json) else {
                answer(nil, GamebaseError(
                    GamebaseError.Code.serverInvalidResponse, "the service's answer is not a receipt", domain: "\(Client.purchaseDomain)"))
                return
            }
            answer(receipt, nil)
            finish(paymentSeq: paymentSeq, orderKey: orderKey, store)
        }
    }

    func finish(paymentSeq: String, orderKey: String, _ store: any StoreAdapter) {
        store.finish(orderKey) { [self] finished in
            guard finished else { return }
            send("purchase.finished", ["paymentSeq": .string(paymentSeq)]) { _ in }
        }
    }
}

extension StoreOrder {
    fileprivate init?(_ reservation: JSON) {
        guard let orderKey = reservation["orderKey"]?.stringValue, let paymentSeq = reservation["paymentSeq"]?.stringValue,
            let marketItemId = reservation["marketItemId"]?.stringValue, let price = reservation["price"]?.stringValue,
            let currency = reservation["currency"]?.stringValue
        else { return nil }
        self.init(orderKey: orderKey, paymentSeq: paymentSeq, marketItemId: marketItemId, price: price, currency: currency)
    }
}

extension StoreOutcome {
    /// How the service calls it.
    fileprivate var status: String {
        switch self {
        case .paid: return "PAID"
        case .pending: return "PENDING"
        case .declined: return "DECLINED"
        case .cancelled: return "CANCELLED"
        case .unknown, .unreachable: return "UNKNOWN"
        }
    }

    /// The SDK's error; the layer below it is the NHN Cloud IAP error of the same meaning (9 cancelled, 10 payment failed).
    fileprivate var failure: GamebaseError? {
        let domain = "\(Client.purchaseDomain)"
        switch self {
        case .paid: return nil
        case .cancelled, .unknown:
            return GamebaseError(
                GamebaseError.Code.purchaseUserCanceled, domain: domain,
                underlying: GamebaseError(9, "cancelled in the store", domain: Client.iapDomain))
        default:
            return GamebaseError(
                GamebaseError.Code.purchaseExternalLibraryError, "the store declined the payment", domain: domain,
                underlying: GamebaseError(10, "the store declined the payment", domain: Client.iapDomain))
        }
    }
}
