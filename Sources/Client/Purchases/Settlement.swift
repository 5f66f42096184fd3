import Linux
import Messages
import Wire

/// From what a store says of an order to what the service makes of it: stored first, then captured, stored, then finished.
extension Client {
    /// Where an order stands after a step.
    enum Advance {
        case settled(PurchasableReceipt?, GamebaseError?)
        /// Paid, after the game was told that the store, or the service, decides later.
        case settledLate(PurchasableReceipt)
        /// The service did not take what the store said.
        case refused(GamebaseError)
        /// Ask again after the delay; a negative one: the store, or the service, decides some time.
        case waits(milliseconds: Int64)
        /// The store has never heard of the order. It may still be on its way there; the service closes it when it is old.
        case unheard
        /// Nobody knows. Not a failure of the payment: the next reprocessing finds out.
        case unclear(StoreFailure)
    }

    /// How often an approved order is captured before the rest is left to a later run.
    static let capturesMax = 3

    /// Takes the order as far as it goes. Steps of one order come one after the other.
    func drive(
        _ outcome: StoreOutcome, _ order: StoreOrder, _ store: any StoreAdapter, _ buyer: Buyer, _ done: @escaping (Advance) -> Void
    ) {
        let line = lock.locked { state.orders }
        let accepted = line.enter(order.orderKey) { [self] leave in
            advance(outcome, order, store, buyer, captures: 0) { result in
                leave()
                done(result)
            }
        }
        if !accepted { done(.unclear(.unreachable("\(OrderLine.waitingMax) steps of orders wait; drain the run loop"))) }
    }

    private func advance(
        _ outcome: StoreOutcome, _ order: StoreOrder, _ store: any StoreAdapter, _ buyer: Buyer, captures: Int,
        _ done: @escaping (Advance) -> Void
    ) {
        switch outcome {
        case .paid(let transaction): report("PAID", transaction.members, order, store, buyer, done)
        case .approved where captures == 0 && store.capturesLast && !isFirstCapture(of: order): resume(order, store, buyer, done)
        case .approved: capture(order, store, buyer, captures, done)
        case .pending(let delay) where delay >= 0: done(.waits(milliseconds: delay))
        case .pending: report("PENDING", JSONObject(), order, store, buyer, done)
        case .ended(let failure), .refused(let failure):
            var members = JSONObject()
            members["detailCode"] = .integer(failure.code)
            report(failure.code == IAPCode.paymentCancelled ? "CANCELLED" : "DECLINED", members, order, store, buyer) { result in
                // The service may know better: then there is a receipt, or nobody knows.
                switch result {
                case .settled(nil, let error?), .refused(let error):
                    if error.code == GamebaseError.Code.invalidParameter { return done(result) }
                    let said = IAPErrors.error(failure.code, failure.message, underlying: failure.cause ?? error.underlying)
                    done(.settled(nil, IAPErrors.gamebase(said, as: failure.gamebaseCode)))
                default: done(result)
                }
            }
        case .reversed(let transaction): report(transaction.status == "REFUNDED" ? "REFUNDED" : "REVOKED", transaction.members, order, store, buyer, done)
        case .unknown: report("UNKNOWN", JSONObject(), order, store, buyer, done)
        case .unreachable(let failure): done(.unclear(failure))
        }
    }

    /// True once: for the checkout of this run, which has captured nothing yet.
    private func isFirstCapture(of order: StoreOrder) -> Bool {
        guard let checkout = runningCheckout, sameText(checkout.order.orderKey, order.orderKey), !checkout.hasCaptured else { return false }
        checkout.hasCaptured = true
        return true
    }

    /// What approved an order may be older than a capture: an event that came late, a poll that another step overtook. So the store is asked.
    private func resume(_ order: StoreOrder, _ store: any StoreAdapter, _ buyer: Buyer, _ done: @escaping (Advance) -> Void) {
        store.poll(order) { [self] outcome in
            guard case .approved = outcome else { return advance(outcome, order, store, buyer, captures: 0, done) }
            let isLeft = runningCheckout.map { !sameText($0.order.orderKey, order.orderKey) } ?? true
            guard store.abandonsApproved, isLeft else { return capture(order, store, buyer, 0, done) }
            let failure = StoreFailure(code: IAPCode.paymentCancelled, message: "the player did not come back to the game")
            advance(.ended(failure), order, store, buyer, captures: 0, done)
        }
    }

    /// That the player approved is durable before the money is taken; what a capture without a clear answer did is asked before the next.
    private func capture(
        _ order: StoreOrder, _ store: any StoreAdapter, _ buyer: Buyer, _ captures: Int, _ done: @escaping (Advance) -> Void
    ) {
        guard store.capturesLast else { return done(.waits(milliseconds: StoreTransaction.pollMillisecondsDefault)) }
        guard captures < Client.capturesMax else { return done(.unclear(.unreachable("the store does not say whether it took the money"))) }
        report("APPROVED", JSONObject(), order, store, buyer) { [self] result in
            // Anything else: it was settled meanwhile, or could not be stored.
            guard case .waits = result else { return done(result) }
            store.capture(order) { [self] outcome in
                switch outcome {
                case .paid, .ended, .reversed: advance(outcome, order, store, buyer, captures: captures + 1, done)
                default: store.poll(order) { self.advance($0, order, store, buyer, captures: captures + 1, done) }
                }
            }
        }
    }

    /// Tells the service what the store says, and the store that we know.
    private func report(
        _ status: StaticString, _ members: JSONObject, _ order: StoreOrder, _ store: any StoreAdapter, _ buyer: Buyer,
        _ done: @escaping (Advance) -> Void
    ) {
        var parameters = members
        if !order.paymentSeq.isEmpty { parameters["paymentSeq"] = .string(order.paymentSeq) }
        parameters["storeCode"] = .string(store.storeCode)
        parameters["status"] = .string("\(status)")
        // With the metric of the sale, which the service writes: the level that the player has now.
        if members["storeTransactionId"] != nil, buyer.isPlayer { parameters["userData"] = reportedUserData }
        let isUnheard = parameters["status"] == "UNKNOWN"
        send(.purchaseReport, .object(parameters), as: buyer) { [self] reply in
            guard reply.resultCode == 0 else {
                let error = ServiceErrors.clientError(for: .purchaseReport, reply, domain: Client.purchaseDomain)
                if reply.body["detailCode"] != nil || error.code == GamebaseError.Code.invalidParameter { return done(.refused(error)) }
                // Not what the service found wrong, but what kept it from storing: the order stays open, and may still become a payment.
                let code = reply.resultCode == ResultCode.timeout ? IAPCode.requestTimeout : IAPCode.networkNotAvailable
                return done(.unclear(StoreFailure(code: code, message: reply.message)))
            }
            if let json = reply.body["receipt"], !json.isNull {
                guard let receipt = receipt(json, of: buyer) else { return done(.settled(nil, notAReceipt)) }
                done(reply.body["wasPending"]?.boolValue == true ? .settledLate(receipt) : .settled(receipt, nil))
                return finish(order, paymentSeq: receipt.paymentSeq, store, buyer)
            }
            switch reply.body["state"]?.stringValue {
            // Also when it is closed for that: who was told that it failed must not be charged by a store that hears of it after all.
            case "RESERVED" where isUnheard, "STORE_PENDING" where isUnheard, "APPROVED" where isUnheard, "CANCELLED" where isUnheard: done(.unheard)
            case "CANCELLED", "DECLINED", "REFUNDED": done(.settled(nil, closed(reply)))
            default: done(.waits(milliseconds: -1))
            }
        }
    }

    private func closed(_ reply: Reply) -> GamebaseError {
        let state = reply.body["state"]?.stringValue ?? ""
        let usual = state == "CANCELLED" ? IAPCode.paymentCancelled : state == "DECLINED" ? IAPCode.paymentFailed : IAPCode.purchaseStatusInvalid
        return IAPErrors.gamebase(IAPErrors.error(reply.body["detailCode"]?.int64Value ?? usual, "the payment is \(state)"))
    }

    var notAReceipt: GamebaseError {
        GamebaseError(
            GamebaseError.Code.serverInvalidResponse, "the service's answer is not a receipt", domain: "\(Client.purchaseDomain)")
    }

    func finish(_ order: StoreOrder, paymentSeq: String, _ store: any StoreAdapter, _ buyer: Buyer) {
        store.finish(order) { [self] finished in
            guard finished else { return }
            send(.purchaseFinished, ["paymentSeq": .string(paymentSeq)], as: buyer) { _ in }
        }
    }

    /// A receipt as the game sees it: a player without a Gamebase login has the name that the game gave.
    func receipt(_ json: JSON, of buyer: Buyer) -> PurchasableReceipt? {
        guard var receipt = PurchasableReceipt(json: json) else { return nil }
        if !buyer.isPlayer { receipt.userId = buyer.userID }
        return receipt
    }

    func receipts(_ body: JSON, _ key: StaticString, of buyer: Buyer) -> [PurchasableReceipt] {
        var receipts: [PurchasableReceipt] = []
        for json in body["\(key)"]?.arrayValue ?? [] {
            if let receipt = receipt(json, of: buyer) { receipts.append(receipt) }
        }
        return receipts
    }
}
