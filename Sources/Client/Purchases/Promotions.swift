import Codecs
import Linux
import Messages

/// Purchases that the player begins in the store's own window. Held until there is a player to buy for, and no other purchase runs.
extension ClientPurchases {
    @export(interface) public func setPromotionHandler(_ handler: ((PurchasableReceipt?, GamebaseError?) -> Void)?) {
        lock.locked { host.iap.promotionHandler = handler }
    }

    /// What is waiting in the shop window for this player.
    func fetchOffers(_ buyer: Buyer) {
        client.send(.storePromotions, [:], as: buyer) { [self] reply in
            for json in reply.body["promotions"]?.arrayValue ?? [] {
                guard let offerId = json["offerId"]?.stringValue, let marketItemId = json["marketItemId"]?.stringValue else { continue }
                receive(StoreOffer(offerId, marketItemId, buyer))
            }
        }
    }

    /// The service says that something changed for a player.
    func storeChanged(_ event: ServerEvent) {
        anyBuyer { [self] buyer in
            guard let buyer else { return }
            switch event.kind {
            // The list says whom an offer is for.
            case .storePurchase: fetchOffers(buyer)
            case .storeOrderChanged: reprocess(as: buyer) { _ in }
            default: purchaseChanged(event, buyer)
            }
        }
    }

    private func receive(_ offer: StoreOffer) {
        let (isNew, asks): (Bool, Bool) = lock.locked {
            guard state.phase == .started, own.offers.take(offer) else { return (false, false) }
            return (true, host.iap.delegate?.shouldAdd != nil && !own.offers.isAgreed(offer))
        }
        guard isNew else { return }
        guard asks else { return lineUp(offer) }
        client.send(.purchaseItems, ["storeCode": .string(SandboxStoreAdapter.code)], as: offer.buyer) { [self] reply in
            guard reply.resultCode == 0 else { return letGo(offer, reply.message) }
            let items = (reply.body["items"]?.arrayValue ?? []).compactMap(PurchasableItem.init(json:))
            guard let item = items.first(where: { $0[.marketItemId] == offer.marketItemId }) else { return drop(offer) }
            runLoop.ask { [self] in ask(offer, item) }
        }
    }

    /// Inside the run loop.
    private func ask(_ offer: StoreOffer, _ item: PurchasableItem) {
        guard isCurrent(offer.buyer.userID, offer.surface) else { return letGoToOthers(offer) }
        let shouldAdd = lock.locked { host.iap.delegate?.shouldAdd }
        guard let answer = shouldAdd.map({ $0(item) }) ?? true else { return letGo(offer, "the game could not be asked") }
        if !answer { return drop(offer) }
        lock.locked { own.offers.agree(to: offer) }
        lineUp(offer)
    }

    private func drop(_ offer: StoreOffer) {
        close(offer) { [self] in endUntold(offer) }
    }

    /// It stays open at the service, and the game hears nothing of it until it is fetched again.
    private func letGo(_ offer: StoreOffer, _ reason: String) {
        client.log(.debug, "the promotion \(offer.offerId) waits for another time: \(reason)")
        lock.locked { own.offers.letGo(offer) }
        carryOnOffers()
    }

    /// It may be for whoever plays.
    private func letGoToOthers(_ offer: StoreOffer) {
        letGo(offer, "its player does not play now")
        anyBuyer { [self] buyer in if let buyer { fetchOffers(buyer) } }
    }

    /// - Parameter then: runs when this has closed it: an offer that was taken elsewhere is told there, and one that could not be closed stays.
    private func close(_ offer: StoreOffer, _ then: @escaping () -> Void) {
        // As the player is known now: the session that heard of the offer may have ended.
        buyer(offer.surface) { [self] result in
            guard case .success(let buyer) = result, sameText(buyer.userID, offer.buyer.userID) else { return letGoToOthers(offer) }
            client.send(.storeTakePromotion, ["offerId": .string(offer.offerId)], as: buyer) { [self] reply in
                guard reply.resultCode == 0 else { return letGo(offer, reply.message) }
                if reply.body["wasOpen"]?.boolValue == false { endUntold(offer) } else { then() }
            }
        }
    }

    private func endUntold(_ offer: StoreOffer) {
        lock.locked { own.offers.end(offer) }
        carryOnOffers()
    }

    // MARK: One after the other

    private func lineUp(_ offer: StoreOffer) {
        lock.locked { own.offers.lineUp(offer) }
        carryOnOffers()
    }

    /// Behind what waits in the run loop already: what a game buys in the completion of its login comes first.
    func carryOnOffers() {
        guard lock.locked({ state.phase == .started && own.offers.areWaiting }) else { return }
        runLoop.post { [self] in
            let next = lock.locked { state.phase == .started && !isPurchaseRunning ? own.offers.next() : nil }
            guard let next else { return }
            if isCurrent(next.buyer.userID, next.surface) { carryOn(next) } else { letGoToOthers(next) }
        }
    }

    /// The window of the payment comes now.
    private func carryOn(_ offer: StoreOffer) {
        let wish = PurchaseWish(.marketItemId(offer.marketItemId), offer.surface, offerId: offer.offerId)
        purchase(wish) { [self] receipt, error in
            let (stage, phase) = lock.locked { (wish.stage, state.phase) }
            switch stage {
            case .reserved: return end(offer, receipt, error)
            case .takenElsewhere: return endUntold(offer)
            case _ where phase != .started: return letGo(offer, "the library is shut down")
            case _ where !isCurrent(offer.buyer.userID, offer.surface): return letGoToOthers(offer)
            case .refused
            where error?.code == GamebaseError.Code.purchaseNotFinishedPreviousPurchasing || error?.code == IAPCode.alreadyInProgress:
                lock.locked { own.offers.putBack(offer) }
                return carryOnOffers()
            case .refused: return letGo(offer, error?.message ?? "")
            // What is told as failed is over, and that it is over is durable before it is told.
            case .begun:
                close(offer) { [self] in
                    runLoop.post { [self] in end(offer, nil, error) }
                }
            }
        }
    }

    /// Inside the run loop. Gamebase tells of the outcome by the event and the older handler, NHN Cloud by the delegate.
    private func end(_ offer: StoreOffer, _ receipt: PurchasableReceipt?, _ error: GamebaseError?) {
        lock.locked { own.offers.end(offer) }
        tellListeners(offer.marketItemId, receipt, error, isPromotion: true)
        if let receipt { raiseUpdated(receipt, offer.buyer, .promotion) }
        carryOnOffers()
    }
}
