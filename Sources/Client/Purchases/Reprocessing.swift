import Linux
import Service
import Wire

/// Purchases that a crash, a shutdown or a lost answer left in the middle are driven to their end: after login, before a
/// purchase, and before the not-consumed list is answered (vendor page "Purchase", Retry Transaction Flow).
extension Client {
    func reprocessPurchases() { reprocess { _ in } }

    /// - Parameter then: gets nil when every open payment was asked about, else why one could not be.
    func reprocess(then: @escaping (GamebaseError?) -> Void) {
        send("purchase.open", [:]) { [self] reply in
            guard reply.resultCode == 0 else {
                then(ServiceErrors.clientError(for: "purchase.open", reply, domain: Client.purchaseDomain))
                return
            }
            // The purchase that is at the checkout right now is not an unfinished one.
            let running = paymentAtCheckout
            let payments = (reply.body["payments"]?.arrayValue ?? []).compactMap(OpenPayment.init).filter { $0.paymentSeq != running }
            drive(payments[...], nil, then)
        }
    }

    private struct OpenPayment {
        let paymentSeq: String
        let orderKey: String
        let storeCode: String
        let isGranted: Bool

        init?(_ json: JSON) {
            guard let paymentSeq = json["paymentSeq"]?.stringValue, let orderKey = json["orderKey"]?.stringValue,
                let storeCode = json["storeCode"]?.stringValue, let state = json["state"]?.stringValue
            else { return nil }
            self.paymentSeq = paymentSeq
            self.orderKey = orderKey
            self.storeCode = storeCode
            isGranted = state == "UNCONSUMED" || state == "CONSUMED"
        }
    }

    /// One after the other: a store is asked about one order at a time.
    private func drive(_ payments: ArraySlice<OpenPayment>, _ failure: GamebaseError?, _ then: @escaping (GamebaseError?) -> Void) {
        guard let payment = payments.first else {
            then(failure)
            return
        }
        let rest = payments.dropFirst()
        guard let store = storeAdapter(payment.storeCode) else {
            drive(rest, failure, then)
            return
        }
        if payment.isGranted {
            finish(paymentSeq: payment.paymentSeq, orderKey: payment.orderKey, store)
            drive(rest, failure, then)
            return
        }
        store.poll(payment.orderKey) { [self] outcome in
            switch outcome {
            case .pending: drive(rest, failure, then)
            case .unreachable(let reason):
                drive(rest, GamebaseError(
                    GamebaseError.Code.socketError, "the store \(payment.storeCode) could not be asked: \(reason)",
                    domain: "\(Client.purchaseDomain)"), then)
            default:
                report(outcome, paymentSeq: payment.paymentSeq, orderKey: payment.orderKey, store) { receipt, _ in
                    // Its call ended long ago: nothing else tells the game.
                    if let receipt { self.raise(EventCategory.purchaseUpdated, receipt.json) }
                    self.drive(rest, failure, then)
                }
            }
        }
    }
}
