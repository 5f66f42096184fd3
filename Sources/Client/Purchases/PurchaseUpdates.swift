import Codecs
import Linux
import Messages

/// Why a payment came without the completion of a purchase call.
enum PurchaseUpdate {
    /// The player began it in the store's own window.
    case promotion
    /// The store took the money for a further period of a subscription.
    case renewal
    /// The store, or the service, was to decide later, and has.
    case settled
    /// It was interrupted, or its outcome unknown; or it began elsewhere.
    case reprocessed

    var name: StaticString {
        switch self {
        case .promotion: "PROMOTION"
        case .renewal: "RENEWAL"
        case .settled: "SETTLED"
        case .reprocessed: "REPROCESSED"
        }
    }
}

/// One rule for all of them: Gamebase tells of each payment once in a run, by the event, and of promotions by the older handler too. NHN
/// Cloud's delegate hears of promotions and of what was settled later; the rest is in its lists alone.
extension ClientPurchases {
    /// True for the first who has a payment to tell of, in this run.
    func isFirstNews(of paymentSeq: String) -> Bool { lock.locked { own.paymentsTold.insert(paymentSeq) } }

    /// The service says that a payment became another by itself.
    func purchaseChanged(_ event: ServerEvent, _ buyer: Buyer) {
        let update: PurchaseUpdate
        switch event.body["cause"]?.stringValue {
        case "GRANTED": update = .settled
        case "RENEWED", "RECOVERED": update = .renewal
        default: return
        }
        guard let user = event.userId, sameText(user, buyer.memberId), let json = event.body["receipt"], let receipt = buyer.receipt(json)
        else { return }
        tellUpdated(receipt, buyer, update)
    }

    func tellUpdated(_ receipt: PurchasableReceipt, _ buyer: Buyer, _ reason: PurchaseUpdate, _ round: StoreRound? = nil) {
        // Whoever plays meanwhile bought nothing; the payer's own lists tell the payer.
        guard isCurrent(buyer.userID, buyer.isPlayer ? .gamebase : .nhnCloud), isFirstNews(of: receipt.paymentSeq) else { return }
        round?.add(receipt)
        let update = receipt.promotionPayment ? .promotion : reason
        raiseUpdated(receipt, buyer, update)
        guard update == .promotion || update == .settled else { return }
        runLoop.post { [self] in
            guard isCurrent(buyer.userID, buyer.isPlayer ? .gamebase : .nhnCloud) else { return }
            tellListeners(receipt.marketItemId ?? "", receipt, nil, isPromotion: update == .promotion)
        }
    }

    func raiseUpdated(_ receipt: PurchasableReceipt, _ buyer: Buyer, _ update: PurchaseUpdate) {
        guard buyer.isPlayer, case .object(var data) = receipt.json else { return }
        data["updateKind"] = .string("\(update.name)")
        // Its player may have left while it waited, and somebody else play.
        client.raise(
            EventMessage.Category.purchaseUpdated, .object(data),
            isDue: { [self] in
                if isCurrent(buyer.userID, .gamebase) { return true }
                lock.locked { own.paymentsTold.forget(receipt.paymentSeq) }
                return false
            })
    }

    /// Inside the run loop: NHN Cloud's delegate, and the older handler.
    func tellListeners(_ name: String, _ receipt: PurchasableReceipt?, _ error: GamebaseError?, isPromotion: Bool) {
        if lock.locked({ state.isIAPInitialized }) { tellDelegate(name, receipt, error.map { IAPErrors.lower($0) }) }
        // Looked up behind the delegate, which may have taken it away.
        if isPromotion { lock.locked { host.iap.promotionHandler }?(receipt, error) }
    }
}
