import Codecs
import Linux
import Messages

/// Purchases that a crash, a shutdown or a lost answer left in the middle are resumed: after login, before a purchase, and before the
/// not-consumed list is answered (vendor page "Purchase", Retry Transaction Flow).
extension ClientPurchases {
    func reprocessPurchases() {
        anyBuyer { [self] buyer in
            guard let buyer else { return }
            reprocess(as: buyer) { [self] _ in fetchOffers(buyer) }
        }
    }

    /// Asks all stores.
    /// - Parameter wanted: the store that `then` waits for, and whose failure counts; nil: all of them.
    func reprocess(as buyer: Buyer, of wanted: String? = nil, then: @escaping (StoreRound) -> Void) {
        client.send(.purchaseOpen, [:], as: buyer) { [self] reply in
            guard reply.resultCode == 0 else {
                let error = ServiceErrors.clientError(for: .purchaseOpen, reply, domain: ClientPurchases.purchaseDomain)
                return StoreRound(client, wanted, then).end(error)
            }
            reprocess(reply.body, as: buyer, of: wanted, then: then)
        }
    }

    /// - Parameter open: the service's answer to what is open.
    func reprocess(_ open: JSON, as buyer: Buyer, of wanted: String?, then: @escaping (StoreRound) -> Void) {
        let round = StoreRound(client, wanted, then)
        var stores = [SandboxStoreAdapter.code]
        for code in lock.locked({ ascending(Array(host.iap.stores.keys)) }) { stores.append(code) }
        var payments: [StoreOrder] = []
        for json in open["payments"]?.arrayValue ?? [] {
            guard let payment = StoreOrder.read(json) else { continue }
            payments.append(payment)
            if !stores.contains(payment.storeCode) { stores.append(payment.storeCode) }
        }
        round.begin(stores.count)
        for code in stores {
            let own = payments.filter { sameText($0.storeCode, code) }
            if let store = storeAdapter(code, for: buyer, openOrders: open["orders"]) {
                StoreRecovery(client, store, buyer, round, own).run()
            } else {
                // What is granted is in the lists, and the store hears of it another time.
                round.asked(code, own.contains { !$0.isGranted } ? noStore(code) : nil)
            }
        }
    }

    static func unasked(_ storeCode: String, _ failure: StoreFailure) -> GamebaseError {
        let code = max(failure.code, IAPCode.networkNotAvailable)
        return IAPErrors.gamebase(
            IAPErrors.error(
                code, "the store \(storeCode) could not be asked: \(failure.message)", underlying: failure.error))
    }
}

/// One store's part of a round: its payments that are not over, one after the other, and at last what it tells by itself.
final class StoreRecovery {
    private let client: Client
    private let store: any StoreAdapter
    private let buyer: Buyer
    private let round: StoreRound
    private var payments: ArraySlice<StoreOrder>
    /// Why one could not be resumed.
    private var failure: GamebaseError?

    init(_ client: Client, _ store: any StoreAdapter, _ buyer: Buyer, _ round: StoreRound, _ payments: [StoreOrder]) {
        self.client = client
        self.store = store
        self.buyer = buyer
        self.round = round
        self.payments = payments[...]
    }

    func run() {
        while let payment = payments.popFirst() {
            // The purchase that is at the checkout right now is not an unfinished one.
            if client.purchases.runningCheckout?.order.paymentSeq == payment.paymentSeq { continue }
            let settlement = Settlement(client, payment, store, buyer)
            if payment.isGranted {
                settlement.finish(paymentSeq: payment.paymentSeq)
                continue
            }
            return store.poll(payment) { [self] outcome in
                settlement.resume(outcome) { [self] progress in
                    failure = settlement.tell(progress, round) ?? failure
                    run()
                }
            }
        }
        bookOpen()
    }

    /// What the store has open and no reservation of ours began, or was refunded since.
    private func bookOpen() {
        store.open { [self] result in
            switch result {
            case .success(let transactions):
                StoreBooking(client, store, buyer, transactions ?? [], in: round) { [self] in
                    round.asked(store.storeCode, $1 ?? failure)
                }.run()
            case .failure(let reason): round.asked(store.storeCode, failure ?? ClientPurchases.unasked(store.storeCode, reason))
            }
        }
    }
}
