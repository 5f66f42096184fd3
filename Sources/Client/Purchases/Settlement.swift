import Codecs
import Linux
import Messages

/// One order, from what its store says to what the service makes of it: stored first, then captured, stored, then finished. A checkout has
/// one, and recovery has one for each order that it finds.
final class Settlement: @unchecked Sendable {
    /// Where the order stands after a step.
    enum Progress {
        case granted(PurchasableReceipt)
        /// Granted, after the game was told that the store, or the service, decides later.
        case grantedLate(PurchasableReceipt)
        /// Over, and nothing is granted.
        case closed(GamebaseError)
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

    let order: StoreOrder
    let store: any StoreAdapter
    let buyer: Buyer
    let client: Client

    // Touched by the steps of the order only, which come one after the other.
    private var then: ((Progress) -> Void)?
    private var captures = 0
    /// The checkout of this run has captured.
    private var hasCaptured = false
    /// How the store said no.
    private var refusal: StoreFailure?

    init(_ client: Client, _ order: StoreOrder, _ store: any StoreAdapter, _ buyer: Buyer) {
        self.client = client
        self.order = order
        self.store = store
        self.buyer = buyer
    }

    /// Takes the order as far as it goes.
    func resume(_ outcome: StoreOutcome, _ then: @escaping (Progress) -> Void) {
        let line = client.lock.locked { client.purchases.own.orders }
        let isAccepted = line.enter(order.orderKey) { [self] leave in
            captures = 0
            self.then = {
                leave()
                then($0)
            }
            advance(outcome)
        }
        if !isAccepted { then(.unclear(.unreachable("\(OrderLine.waitingMax) steps of orders wait; drain the run loop"))) }
    }

    private func end(_ progress: Progress) {
        let then = then
        // The next in the line sets its own.
        self.then = nil
        then?(progress)
    }

    private func advance(_ outcome: StoreOutcome) {
        refusal = nil
        switch outcome {
        case .paid(let transaction): report("PAID", transaction)
        case .approved where captures == 0 && store.capturesLast && !isFirstCapture(): ask()
        case .approved: approve()
        case .pending(let delay) where delay >= 0: end(.waits(milliseconds: delay))
        case .pending: report("PENDING")
        case .ended(let failure), .refused(let failure):
            refusal = failure
            report(failure.code == IAPCode.paymentCancelled ? "CANCELLED" : "DECLINED")
        case .reversed(let transaction): report(transaction.status == "REFUNDED" ? "REFUNDED" : "REVOKED", transaction)
        case .unknown: report("UNKNOWN")
        case .unreachable(let failure): end(.unclear(failure))
        }
    }

    // MARK: Stores that take the money last

    /// True once: for the checkout of this run, which has captured nothing yet.
    private func isFirstCapture() -> Bool {
        guard let own = client.purchases.runningCheckout(of: order)?.settlement, !own.hasCaptured else { return false }
        own.hasCaptured = true
        return true
    }

    /// What approved the order may be older than a capture: an event that came late, a poll that another step overtook.
    private func ask() {
        store.poll(order) { [self] outcome in
            guard case .approved = outcome else { return advance(outcome) }
            guard store.abandonsApproved, client.purchases.runningCheckout(of: order) == nil else { return approve() }
            advance(.ended(StoreFailure(code: IAPCode.paymentCancelled, message: "the player did not come back to the game")))
        }
    }

    /// That the player approved is durable before the money is taken.
    private func approve() {
        guard store.capturesLast else { return end(.waits(milliseconds: StoreTransaction.pollMillisecondsDefault)) }
        guard captures < Settlement.capturesMax else {
            return end(.unclear(.unreachable("the store does not say whether it took the money")))
        }
        send("APPROVED") { [self] progress in
            // Anything else: it was settled meanwhile, or could not be stored.
            if case .waits = progress { capture() } else { finish(progress) }
        }
    }

    /// What a capture without a clear answer did is asked before the next.
    private func capture() {
        captures += 1
        store.capture(order) { [self] outcome in
            switch outcome {
            case .paid, .ended, .reversed: advance(outcome)
            default: store.poll(order) { self.advance($0) }
            }
        }
    }

    // MARK: The service

    /// Tells the service what the store says, and the store that we know.
    private func report(_ status: StaticString, _ transaction: StoreTransaction? = nil) {
        send(status, transaction) { [self] in finish($0) }
    }

    private func send(_ status: StaticString, _ transaction: StoreTransaction? = nil, _ then: @escaping (Progress) -> Void) {
        var parameters = transaction?.members ?? JSONObject()
        if let refusal { parameters["detailCode"] = .integer(refusal.code) }
        if !order.paymentSeq.isEmpty { parameters["paymentSeq"] = .string(order.paymentSeq) }
        parameters["storeCode"] = .string(store.storeCode)
        parameters["status"] = .string("\(status)")
        // With the metric of the sale, which the service writes: the level that the player has now.
        if parameters["storeTransactionId"] != nil, buyer.isPlayer { parameters["userData"] = client.analytics.reportedUserData }
        let isUnheard = parameters["status"] == "UNKNOWN"
        client.send(.purchaseReport, .object(parameters), as: buyer) { [self] in then(progress($0, isUnheard: isUnheard)) }
    }

    private func finish(_ progress: Progress) {
        end(refusal.map { Settlement.said($0, progress) } ?? progress)
        switch progress {
        case .granted(let receipt), .grantedLate(let receipt): if !store.isFinishedByGrant { finish(paymentSeq: receipt.paymentSeq) }
        default: break
        }
    }

    /// Tells the store, until it has confirmed.
    func finish(paymentSeq: String) {
        store.finish(order) { [self] finished in
            guard finished else { return }
            client.send(.purchaseFinished, ["paymentSeq": .string(paymentSeq)], as: buyer) { _ in }
        }
    }
}
