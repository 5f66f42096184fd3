import Linux
import Service
import Wire

/// Purchases that the player begins in the store's own window. Held until there is a player to buy for.
extension Client {
    @export(interface) public func setPromotionHandler(_ handler: ((PurchasableReceipt?, GamebaseError?) -> Void)?) {
        lock.locked { host.iap.promotionHandler = handler }
    }

    /// What is waiting in the shop window for this player.
    func takeUpOffers(_ buyer: Buyer) {
        send("store.promotions", [:], as: buyer) { [self] reply in
            for offer in reply.body["promotions"]?.arrayValue ?? [] { takeUp(offer: offer, buyer) }
        }
    }

    /// The service says that something changed for a player.
    func storeChanged(_ event: ServerEvent) {
        let kind = event.kind
        let change = event.body
        anyBuyer { [self] buyer in
            guard let buyer else { return }
            switch kind {
            // The list says whom an offer is for.
            case "storePurchase": takeUpOffers(buyer)
            case "storeOrderChanged": reprocess(as: buyer) { _ in }
            default:
                let cause = change["cause"]?.stringValue
                guard cause == "GRANTED" || cause == "RENEWED", buyer.isPlayer, event.userId == buyer.userID,
                    let json = change["receipt"], let receipt = receipt(json, of: buyer)
                else { return }
                tellUpdated(receipt, buyer)
            }
        }
    }

    private func takeUp(offer: JSON, _ buyer: Buyer) {
        guard let offerId = offer["offerId"]?.stringValue, let marketItemId = offer["marketItemId"]?.stringValue else { return }
        let isNew: Bool = lock.locked {
            guard state.phase == .started, state.offersSeen.count < Client.toldMax else { return false }
            return state.offersSeen.insert(offerId).inserted
        }
        guard isNew else { return }
        let asks = lock.locked { host.iap.delegate?.shouldAdd != nil }
        guard asks else { return carryOn(offerId, marketItemId, buyer) }
        send("purchase.items", ["storeCode": .string(SandboxStore.code)], as: buyer) { [self] reply in
            let items = (reply.body["items"]?.arrayValue ?? []).compactMap(PurchasableItem.init(json:))
            guard let item = items.first(where: { $0.marketItemId == marketItemId }) else { return drop(offerId, buyer) }
            runLoop.post { [self] in
                let shouldAdd = lock.locked { host.iap.delegate?.shouldAdd }
                if shouldAdd?(item) ?? true { carryOn(offerId, marketItemId, buyer) } else { drop(offerId, buyer) }
            }
        }
    }

    private func drop(_ offerId: String, _ buyer: Buyer) {
        send("store.takePromotion", ["offerId": .string(offerId)], as: buyer) { _ in }
    }

    /// The window of the payment comes now. Gamebase tells of the outcome by the event and the older handler, NHN Cloud by the delegate.
    private func carryOn(_ offerId: String, _ marketItemId: String, _ buyer: Buyer) {
        let surface: PurchaseSurface = buyer.isPlayer ? .gamebase : .nhnCloud
        let wish = PurchaseWish(.marketItemId(marketItemId), surface, offerId: offerId)
        purchase(wish) { [self] receipt, error in
            let (handler, isInitialized) = lock.locked { (host.iap.promotionHandler, state.isIAPInitialized) }
            if isInitialized { tellDelegate(marketItemId, receipt, error.map { IAPErrors.lower($0) }) }
            handler?(receipt, error)
            if let receipt, buyer.isPlayer { raise(EventCategory.purchaseUpdated, receipt.json) }
            // Another purchase was in the way: the offer is still there.
            if error?.code == GamebaseError.Code.purchaseNotFinishedPreviousPurchasing || error?.code == IAPCode.alreadyInProgress {
                lock.locked { _ = state.offersSeen.remove(offerId) }
            }
        }
    }
}
