import Codecs
import Linux
import Messages

/// Books what a store tells by itself, one transaction after the other: an order of ours is resumed, any other transaction adopted.
final class StoreBooking {
    private let client: Client
    private let store: any StoreAdapter
    private let buyer: Buyer
    private let isRestored: Bool
    private let round: StoreRound?
    private var transactions: ArraySlice<StoreTransaction>
    private var receipts: [PurchasableReceipt] = []
    private var failure: GamebaseError?
    /// Of the transaction that is booked now.
    private var handover = Handover()
    private let then: ([PurchasableReceipt], GamebaseError?) -> Void

    /// - Parameter isRestored: the game asked what its account bought: also what another player of that account has is an answer then.
    /// - Parameter then: gets the receipts, and why one could not be booked.
    init(
        _ client: Client, _ store: any StoreAdapter, _ buyer: Buyer, _ transactions: [StoreTransaction], isRestored: Bool = false,
        in round: StoreRound? = nil, _ then: @escaping ([PurchasableReceipt], GamebaseError?) -> Void
    ) {
        self.client = client
        self.store = store
        self.buyer = buyer
        self.transactions = transactions[...]
        self.isRestored = isRestored
        self.round = round
        self.then = then
    }

    func run() {
        while let transaction = transactions.popFirst() {
            handover = Handover()
            if begin(transaction), !handover.isSecond() { return }
        }
        then(receipts, failure)
    }

    private func next(_ receipt: PurchasableReceipt?, _ error: GamebaseError?) {
        if let receipt { receipts.append(receipt) }
        failure = error ?? failure
        if handover.isSecond() { run() }
    }

    /// - Returns: whether `next` will be called.
    private func begin(_ transaction: StoreTransaction) -> Bool {
        let outcome = transaction.outcome
        var order = ownOrder(transaction)
        if let checkout = order.flatMap({ client.purchases.runningCheckout(of: $0) }) {
            checkout.told(outcome)
            return false
        }
        // The service knows it by the store's number, or not at all.
        if case .reversed = outcome, order == nil { order = StoreOrder(orderKey: "", paymentSeq: "") }
        switch outcome {
        case .unreachable(let reason):
            failure = ClientPurchases.unasked(store.storeCode, reason)
            return false
        case .paid where order == nil || isRestored: adopt(transaction)
        default:
            guard let order else { return false }
            resume(transaction, Settlement(client, order, store, buyer))
        }
        return true
    }

    /// The keys of our own orders are the store's code and the payment's number.
    private func ownOrder(_ transaction: StoreTransaction) -> StoreOrder? {
        guard let key = transaction.orderKey(at: store.storeCode), let number = StoreOrder.number(key, at: store.storeCode) else {
            return nil
        }
        return StoreOrder(orderKey: key, paymentSeq: "\(number)")
    }

    private func resume(_ transaction: StoreTransaction, _ settlement: Settlement) {
        settlement.resume(transaction.outcome) { [self] progress in
            // The number is another member's, or was given out by a journal that is gone: only money is of interest then.
            if case .refused(let error) = progress, error.code == GamebaseError.Code.invalidParameter {
                guard case .paid = transaction.outcome else { return next(nil, nil) }
                return adopt(transaction)
            }
            let failure = settlement.tell(progress, round)
            switch progress {
            case .granted(let receipt), .grantedLate(let receipt): next(receipt, nil)
            default: next(nil, failure)
            }
        }
    }

    /// No reservation of ours began it: it becomes a payment of its own.
    private func adopt(_ transaction: StoreTransaction) {
        let kind = isRestored ? "RESTORE" : transaction.kind
        var parameters = transaction.members
        parameters["storeCode"] = .string(store.storeCode)
        parameters["kind"] = .string(kind)
        let orderKey = transaction.orderKey(at: store.storeCode)
        parameters.set("orderKey", orderKey)
        client.send(.purchaseAdopt, .object(parameters), as: buyer) { [self] reply in
            guard reply.resultCode == 0 else {
                // A store's account may have several players here: what another one paid waits for that one.
                if reply.body["detailCode"]?.int64Value == IAPCode.userInvalid, kind != "RESTORE" { return next(nil, nil) }
                return next(nil, ServiceErrors.clientError(for: .purchaseAdopt, reply, domain: ClientPurchases.purchaseDomain))
            }
            guard let receipt = reply.body["receipt"].flatMap({ buyer.receipt($0) }) else { return next(nil, nil) }
            if reply.body["isNew"]?.boolValue == true {
                client.purchases.tellUpdated(receipt, buyer, kind == "RENEWAL" ? .renewal : .reprocessed, round)
            }
            if !store.isFinishedByGrant {
                let order = StoreOrder(
                    orderKey: orderKey ?? transaction.members["storeTransactionId"]?.stringValue ?? "", paymentSeq: receipt.paymentSeq)
                Settlement(client, order, store, buyer).finish(paymentSeq: receipt.paymentSeq)
            }
            next(receipt, nil)
        }
    }
}
