import Codecs
import Linux
import Messages

/// From a wish to a payment that is stored, and on to the store's checkout, unless the service has settled it by then.
final class PurchaseReservation {
    private let client: Client
    private let wish: PurchaseWish
    private let store: any StoreAdapter
    private let buyer: Buyer
    private let call: OpenCall<PurchasableReceipt>
    /// Of every try: a request that arrives twice is one payment.
    private let requestId: String

    init(client: Client, wish: PurchaseWish, store: any StoreAdapter, buyer: Buyer, call: OpenCall<PurchasableReceipt>) {
        self.client = client
        self.wish = wish
        self.store = store
        self.buyer = buyer
        self.call = call
        requestId = Hex.encode(client.platform.random.bytes(16))
    }

    /// What was interrupted is resumed first. A store of the host's may have something open that the service has not heard of; without one
    /// the service knows, and reserves in the same trip unless something is.
    func begin() {
        guard client.purchases.hasStores else { return reserve(unlessOpen: true) }
        client.purchases.reprocess(as: buyer, of: store.storeCode) { [self] _ in reserve() }
    }

    private func reserve(unlessOpen: Bool = false) {
        guard call.isOpen else { return }
        var parameters: JSONObject = ["requestId": .string(requestId), "storeCode": .string(store.storeCode)]
        parameters.set("payload", wish.payload)
        parameters.set("offerId", wish.offerId)
        let (key, value) = wish.product.parameter
        parameters[key] = value
        if unlessOpen { parameters["unlessOpen"] = true }
        if store.isBegunByReservation {
            parameters["atOnce"] = true
            if buyer.isPlayer { parameters["userData"] = client.analytics.reportedUserData }
        }
        client.send(.purchaseReserve, .object(parameters), as: buyer) { [self] in answered($0) }
    }

    private func answered(_ reply: Reply) {
        if reply.resultCode == 0, reply.body["payments"] != nil {
            return client.purchases.reprocess(reply.body, as: buyer, of: store.storeCode) { [self] _ in reserve() }
        }
        if reply.resultCode == 0 { client.lock.locked { wish.stage = .reserved } }
        if reply.body["isOfferClosed"]?.boolValue == true { client.lock.locked { wish.stage = .takenElsewhere } }
        guard call.isOpen else { return tellLate(reply) }
        guard reply.resultCode == 0 else {
            if store.isBegunByReservation, PurchaseReservation.mayHaveBought.contains(reply.resultCode) {
                return call.fail(Checkout.unknown(.unreachable(reply.message)))
            }
            return call.fail(ServiceErrors.clientError(for: .purchaseReserve, reply, domain: ClientPurchases.purchaseDomain))
        }
        guard let order = StoreOrder.read(reply.body) else {
            return call.fail(
                GamebaseError(
                    GamebaseError.Code.serverInvalidResponse, "the service's answer is not a reservation",
                    domain: "\(ClientPurchases.purchaseDomain)"))
        }
        checkOut(order, reply)
    }

    /// Tells the game of a purchase whose call has ended. The payment is granted already, so no later list would find it open and tell.
    private func tellLate(_ reply: Reply) {
        guard reply.body["receipt"] != nil, let order = StoreOrder.read(reply.body) else { return }
        let settlement = Settlement(client, order, store, buyer)
        _ = settlement.tell(settlement.progress(reply, isUnheard: false), nil)
    }

    /// With these codes the service may have kept the purchase or not.
    private static let mayHaveBought = [ResultCode.storageFailed, ResultCode.timeout, ResultCode.serviceStopped]

    private func checkOut(_ order: StoreOrder, _ reply: Reply) {
        let checkout = Checkout(client: client, settlement: Settlement(client, order, store, buyer), call: call)
        client.purchases.keep(checkout, for: call.identifier)
        if reply.body["receipt"] != nil { checkout.settled(reply) } else { checkout.begin(window: wish.window) }
    }
}
