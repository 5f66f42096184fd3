import Linux
import Messages
import Wire

/// Purchases that a crash, a shutdown or a lost answer left in the middle are driven to their end: after login, before a
/// purchase, and before the not-consumed list is answered (vendor page "Purchase", Retry Transaction Flow).
extension Client {
    /// How many payments are remembered as told; the oldest is forgotten first.
    static let toldMax = 1_024

    func reprocessPurchases() {
        anyBuyer { [self] buyer in
            guard let buyer else { return }
            reprocess(as: buyer) { [self] _ in takeUpOffers(buyer) }
        }
    }

    /// Asks all stores.
    /// - Parameter wanted: the store that `then` waits for, and whose failure counts; nil: all of them.
    func reprocess(as buyer: Buyer, of wanted: String? = nil, then: @escaping (StoreRound) -> Void) {
        let round = StoreRound(self, wanted, then)
        send(.purchaseOpen, [:], as: buyer) { [self] reply in
            guard reply.resultCode == 0 else {
                return round.end(ServiceErrors.clientError(for: .purchaseOpen, reply, domain: Client.purchaseDomain))
            }
            var stores = [SandboxStore.code]
            for code in lock.locked({ host.iap.stores.keys.sorted() }) { stores.append(code) }
            var payments: [StoreOrder] = []
            for json in reply.body["payments"]?.arrayValue ?? [] {
                guard let payment = StoreOrder.read(json) else { continue }
                payments.append(payment)
                if !stores.contains(payment.storeCode) { stores.append(payment.storeCode) }
            }
            round.begin(stores.count)
            for code in stores {
                let store = storeAdapter(code, for: buyer)
                if store == nil {
                    // What is granted is in the lists, and the store hears of it another time.
                    let isShort = payments.contains { sameText($0.storeCode, code) && !$0.isGranted }
                    round.asked(code, isShort ? noStore(code) : nil)
                } else if let store {
                    drive(payments[...], store, buyer, round, nil)
                }
            }
        }
    }

    /// One after the other: a store is asked about one order at a time, and at last what it has to tell by itself.
    private func drive(
        _ payments: ArraySlice<StoreOrder>, _ store: any StoreAdapter, _ buyer: Buyer, _ round: StoreRound, _ failure: GamebaseError?
    ) {
        var payments = payments
        while let payment = payments.popFirst() {
            // The purchase that is at the checkout right now is not an unfinished one.
            if !sameText(payment.storeCode, store.storeCode) || runningCheckout?.order.paymentSeq == payment.paymentSeq { continue }
            if payment.isGranted {
                finish(payment, paymentSeq: payment.paymentSeq, store, buyer)
                continue
            }
            let rest = payments
            return store.poll(payment) { [self] outcome in
                drive(outcome, payment, store, buyer) { [self] advance in
                    drive(rest, store, buyer, round, tell(advance, store, buyer, round) ?? failure)
                }
            }
        }
        takeUpOpenOrders(store, buyer, round, failure)
    }

    /// Tells the game of a payment whose call ended long ago: nothing else would.
    /// - Returns: why nothing could be found out, or nothing be made of what was, if so.
    private func tell(_ advance: Advance, _ store: any StoreAdapter, _ buyer: Buyer, _ round: StoreRound?) -> GamebaseError? {
        switch advance {
        case .settled(let receipt?, _): tellUpdated(receipt, buyer, .reprocessed, round)
        case .settledLate(let receipt): tellUpdated(receipt, buyer, .settled, round)
        case .refused(let error): return error
        case .unclear(let failure): return Client.unasked(store.storeCode, failure)
        default: break
        }
        return nil
    }

    static func unasked(_ storeCode: String, _ failure: StoreFailure) -> GamebaseError {
        IAPErrors.gamebase(IAPErrors.error(
            max(failure.code, IAPCode.networkNotAvailable), "the store \(storeCode) could not be asked: \(failure.message)", underlying: failure.error))
    }

    /// True for the first who has a payment to tell of, in this run.
    func isFirstNews(of paymentSeq: String) -> Bool {
        lock.locked {
            if state.paymentsTold.contains(where: { sameText($0, paymentSeq) }) { return false }
            if state.paymentsTold.count >= Client.toldMax { state.paymentsTold.removeFirst() }
            state.paymentsTold.append(paymentSeq)
            return true
        }
    }

    // MARK: What a store tells by itself

    /// What a store has open and no reservation of ours began, or was refunded since.
    private func takeUpOpenOrders(_ store: any StoreAdapter, _ buyer: Buyer, _ round: StoreRound, _ failure: GamebaseError?) {
        store.open { [self] result in
            switch result {
            case .success(let transactions):
                takeUp((transactions ?? [])[...], store, buyer, in: round, []) { round.asked(store.storeCode, $1 ?? failure) }
            case .failure(let reason): round.asked(store.storeCode, failure ?? Client.unasked(store.storeCode, reason))
            }
        }
    }

    /// Takes up transactions, one after the other.
    /// - Parameter isRestored: the game asked what its account bought: also what another player of that account has is an answer then.
    /// - Parameter then: gets the receipts, and why one could not be taken up.
    func takeUp(
        _ transactions: ArraySlice<StoreTransaction>, _ store: any StoreAdapter, _ buyer: Buyer, isRestored: Bool = false,
        in round: StoreRound? = nil, _ receipts: [PurchasableReceipt], _ failure: GamebaseError? = nil,
        _ then: @escaping ([PurchasableReceipt], GamebaseError?) -> Void
    ) {
        var (rest, failure) = (transactions, failure)
        while let transaction = rest.popFirst() {
            let outcome = transaction.outcome
            var order = ownOrder(transaction, store)
            if let order, let checkout = runningCheckout, sameText(checkout.order.orderKey, order.orderKey) {
                checkout.told(outcome)
                continue
            }
            // The service knows it by the store's number, or not at all.
            if case .reversed = outcome, order == nil { order = StoreOrder(orderKey: "", paymentSeq: "") }
            let (left, earlier) = (rest, failure)
            let next: (PurchasableReceipt?, GamebaseError?) -> Void = { [self] receipt, error in
                var receipts = receipts
                if let receipt { receipts.append(receipt) }
                takeUp(left, store, buyer, isRestored: isRestored, in: round, receipts, error ?? earlier, then)
            }
            switch outcome {
            case .unreachable(let reason): failure = Client.unasked(store.storeCode, reason)
            case .paid where order == nil || isRestored:
                return adopt(transaction, isRestored ? "RESTORE" : transaction.kind, store, buyer, round, next)
            default:
                guard let order else { continue }
                return drive(outcome, order, store, buyer) { [self] advance in
                    // The number is another member's, or was given out by a journal that is gone: only money is of interest then.
                    if case .refused(let error) = advance, error.code == GamebaseError.Code.invalidParameter {
                        guard case .paid = outcome else { return next(nil, nil) }
                        return adopt(transaction, transaction.kind, store, buyer, round, next)
                    }
                    let failure = tell(advance, store, buyer, round)
                    switch advance {
                    case .settled(let receipt, _): next(receipt, nil)
                    case .settledLate(let receipt): next(receipt, nil)
                    default: next(nil, failure)
                    }
                }
            }
        }
        then(receipts, failure)
    }

    /// The keys of our own orders are the store's code and the payment's number.
    private func ownOrder(_ transaction: StoreTransaction, _ store: any StoreAdapter) -> StoreOrder? {
        guard let key = transaction.orderKey(at: store.storeCode), let number = StoreOrder.number(key, at: store.storeCode) else { return nil }
        return StoreOrder(orderKey: key, paymentSeq: "\(number)")
    }

    private func adopt(
        _ transaction: StoreTransaction, _ kind: String, _ store: any StoreAdapter, _ buyer: Buyer, _ round: StoreRound?,
        _ then: @escaping (PurchasableReceipt?, GamebaseError?) -> Void
    ) {
        var parameters = transaction.members
        parameters["storeCode"] = .string(store.storeCode)
        parameters["kind"] = .string(kind)
        let orderKey = transaction.orderKey(at: store.storeCode)
        parameters.set("orderKey", orderKey)
        send(.purchaseAdopt, .object(parameters), as: buyer) { [self] reply in
            guard reply.resultCode == 0 else {
                // A store's account may have several players here: what another one paid waits for that one.
                if reply.body["detailCode"]?.int64Value == IAPCode.userInvalid, kind != "RESTORE" { return then(nil, nil) }
                return then(nil, ServiceErrors.clientError(for: .purchaseAdopt, reply, domain: Client.purchaseDomain))
            }
            guard let json = reply.body["receipt"], let receipt = receipt(json, of: buyer) else { return then(nil, nil) }
            if reply.body["isNew"]?.boolValue == true { tellUpdated(receipt, buyer, kind == "RENEWAL" ? .renewal : .reprocessed, round) }
            let order = StoreOrder(
                orderKey: orderKey ?? transaction.members["storeTransactionId"]?.stringValue ?? "", paymentSeq: receipt.paymentSeq)
            finish(order, paymentSeq: receipt.paymentSeq, store, buyer)
            then(receipt, nil)
        }
    }
}
