import Linux
import Service
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

    /// - Parameter then: gets nil when every open payment was asked about, else why one could not be.
    func reprocess(as buyer: Buyer, then: @escaping (GamebaseError?) -> Void) {
        send("purchase.open", [:], as: buyer) { [self] reply in
            guard reply.resultCode == 0 else {
                then(ServiceErrors.clientError(for: "purchase.open", reply, domain: Client.purchaseDomain))
                return
            }
            // The purchase that is at the checkout right now is not an unfinished one.
            let running = runningCheckout?.order.paymentSeq
            let payments = (reply.body["payments"]?.arrayValue ?? []).compactMap(OpenPayment.init).filter { $0.order.paymentSeq != running }
            drive(payments[...], buyer, nil) { [self] failure in takeUpOpenOrders(buyer, failure, then) }
        }
    }

    private struct OpenPayment {
        let order: StoreOrder
        let storeCode: String
        let isGranted: Bool

        init?(_ json: JSON) {
            guard let order = StoreOrder.read(json), let storeCode = json["storeCode"]?.stringValue, let state = json["state"]?.stringValue
            else { return nil }
            self.order = order
            self.storeCode = storeCode
            isGranted = state == "UNCONSUMED" || state == "CONSUMED"
        }
    }

    /// One after the other: a store is asked about one order at a time.
    private func drive(
        _ payments: ArraySlice<OpenPayment>, _ buyer: Buyer, _ failure: GamebaseError?, _ then: @escaping (GamebaseError?) -> Void
    ) {
        guard let payment = payments.first else {
            then(failure)
            return
        }
        let rest = payments.dropFirst()
        guard let store = storeAdapter(payment.storeCode, for: buyer) else { return drive(rest, buyer, failure, then) }
        if payment.isGranted {
            finish(payment.order, paymentSeq: payment.order.paymentSeq, store, buyer)
            return drive(rest, buyer, failure, then)
        }
        store.poll(payment.order) { [self] outcome in
            drive(outcome, payment.order, store, buyer) { [self] advance in
                drive(rest, buyer, tell(advance, store, buyer) ?? failure, then)
            }
        }
    }

    /// Tells the game of a payment whose call ended long ago: nothing else would.
    /// - Returns: why nothing could be found out, if so.
    private func tell(_ advance: Advance, _ store: any StoreAdapter, _ buyer: Buyer) -> GamebaseError? {
        switch advance {
        case .settled(let receipt?, _): tellUpdated(receipt, buyer)
        case .unclear(let failure):
            return IAPErrors.gamebase(IAPErrors.error(
                IAPCode.networkNotAvailable, "the store \(store.storeCode) could not be asked: \(failure.message)",
                underlying: failure.error))
        default: break
        }
        return nil
    }

    func tellUpdated(_ receipt: PurchasableReceipt, _ buyer: Buyer) {
        // Whoever plays meanwhile bought nothing; the payer's own lists tell the payer.
        guard buyer.isPlayer, session.map({ sameText($0.userId, buyer.userID) }) == true, isFirstNews(of: receipt.paymentSeq) else { return }
        raise(EventCategory.purchaseUpdated, receipt.json)
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

    /// What the current store has open and no reservation of ours began, or was refunded since.
    private func takeUpOpenOrders(_ buyer: Buyer, _ failure: GamebaseError?, _ then: @escaping (GamebaseError?) -> Void) {
        guard let store = storeAdapter(storeCode, for: buyer) else { return then(failure) }
        store.open { [self] result in
            switch result {
            case .success(let transactions):
                takeUp((transactions ?? [])[...], store, buyer, []) { then($1 ?? failure) }
            case .failure(let reason):
                then(failure ?? IAPErrors.gamebase(IAPErrors.error(reason.code, "the store \(store.storeCode) could not be asked: \(reason.message)")))
            }
        }
    }

    /// Takes up transactions, one after the other.
    /// - Parameter kind: of those that do not say it.
    /// - Parameter then: gets the receipts, and why one could not be taken up.
    func takeUp(
        _ transactions: ArraySlice<StoreTransaction>, _ store: any StoreAdapter, _ buyer: Buyer, as kind: StaticString? = nil,
        _ receipts: [PurchasableReceipt], _ failure: GamebaseError? = nil, _ then: @escaping ([PurchasableReceipt], GamebaseError?) -> Void
    ) {
        guard let transaction = transactions.first else { return then(receipts, failure) }
        let next: (PurchasableReceipt?, GamebaseError?) -> Void = { [self] receipt, error in
            var receipts = receipts
            if let receipt { receipts.append(receipt) }
            takeUp(transactions.dropFirst(), store, buyer, as: kind, receipts, error ?? failure, then)
        }
        if let order = ownOrder(transaction, store) {
            if let checkout = runningCheckout, sameText(checkout.order.orderKey, order.orderKey) {
                checkout.told(transaction.outcome)
                return next(nil, nil)
            }
            return drive(transaction.outcome, order, store, buyer) { [self] advance in
                let failure = tell(advance, store, buyer)
                if case .settled(let receipt, _) = advance { next(receipt, nil) } else { next(nil, failure) }
            }
        }
        guard case .paid = transaction.outcome else { return next(nil, nil) }
        adopt(transaction, kind.map { "\($0)" } ?? transaction.kind, store, buyer, next)
    }

    /// The keys of our own orders are the store's code and the payment's number.
    private func ownOrder(_ transaction: StoreTransaction, _ store: any StoreAdapter) -> StoreOrder? {
        let prefix = store.storeCode + "-"
        guard let key = transaction.orderKey(at: store.storeCode), key.hasPrefix(prefix) else { return nil }
        let paymentSeq = String(key.dropFirst(prefix.count))
        return Int64(paymentSeq) == nil ? nil : StoreOrder(orderKey: key, paymentSeq: paymentSeq)
    }

    private func adopt(
        _ transaction: StoreTransaction, _ kind: String, _ store: any StoreAdapter, _ buyer: Buyer,
        _ then: @escaping (PurchasableReceipt?, GamebaseError?) -> Void
    ) {
        var parameters = transaction.members
        parameters["storeCode"] = .string(store.storeCode)
        parameters["kind"] = .string(kind)
        let orderKey = transaction.orderKey(at: store.storeCode)
        parameters.set("orderKey", orderKey)
        send("purchase.adopt", .object(parameters), as: buyer) { [self] reply in
            guard reply.resultCode == 0 else {
                // A store's account may have several players here: what another one paid waits for that one.
                if reply.body["detailCode"]?.int64Value == IAPCode.userInvalid, kind != "RESTORE" { return then(nil, nil) }
                return then(nil, ServiceErrors.clientError(for: "purchase.adopt", reply, domain: Client.purchaseDomain))
            }
            guard let json = reply.body["receipt"], let receipt = receipt(json, of: buyer) else { return then(nil, nil) }
            if reply.body["isNew"]?.boolValue == true { tellUpdated(receipt, buyer) }
            let order = StoreOrder(
                orderKey: orderKey ?? transaction.members["storeTransactionId"]?.stringValue ?? "", paymentSeq: receipt.paymentSeq)
            finish(order, paymentSeq: receipt.paymentSeq, store, buyer)
            then(receipt, nil)
        }
    }
}
