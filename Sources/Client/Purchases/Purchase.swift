import Linux
import Messages
import Wire

public enum ProductReference: Sendable {
    case gamebaseProductId(String)
    case itemSeq(Int64)
    case marketItemId(String)

    fileprivate var parameter: (key: String, value: JSON) {
        switch self {
        case .gamebaseProductId(let id): return ("gamebaseProductId", .string(id))
        case .itemSeq(let number): return ("itemSeq", .integer(number))
        case .marketItemId(let id): return ("marketItemId", .string(id))
        }
    }
}

/// What a purchase call asks for.
final class PurchaseWish {
    enum Stage {
        /// Another purchase is in the way, or no player.
        case refused
        case begun
        /// The offer was carried on elsewhere.
        case takenElsewhere
        /// The payment is kept, and with it that its offer is over.
        case reserved
    }

    let product: ProductReference
    let payload: String?
    let window: UInt
    let surface: PurchaseSurface
    /// The offer of the store's own window that it carries on.
    let offerId: String?
    /// How far it came. Guarded by the client's lock.
    var stage = Stage.refused

    init(_ product: ProductReference, _ surface: PurchaseSurface, payload: String? = nil, window: UInt = 0, offerId: String? = nil) {
        self.product = product
        self.payload = payload
        self.window = window
        self.surface = surface
        self.offerId = offerId
    }
}

/// One purchase: reserve, check out, report, finish. Each step is durable at the service before the next begins, so a
/// process that dies anywhere leaves a payment that `reprocess` drives on, and never two.
extension Client {
    static let purchaseDomain: StaticString = "TCGB.Gamebase.TCGBPurchase"

    @export(interface) public func requestPurchase(
        _ product: ProductReference, payload: String?, window: UInt, completion: @escaping (PurchasableReceipt?, GamebaseError?) -> Void
    ) {
        purchase(PurchaseWish(product, .gamebase, payload: payload, window: window), completion)
    }

    func purchase(_ wish: PurchaseWish, _ completion: @escaping (PurchasableReceipt?, GamebaseError?) -> Void) {
        let completion: (PurchasableReceipt?, GamebaseError?) -> Void = { [self] receipt, error in
            if let receipt, !isCurrent(receipt.userId, wish.surface) {
                completion(nil, playerChanged(wish.surface))
            } else {
                completion(receipt, error)
            }
            carryOnOffers()
        }
        guard let call: OpenCall<PurchasableReceipt> = openPurchase(
            wish.surface, timeoutMilliseconds: Client.purchaseTimeoutMilliseconds, completion
        ) else { return }
        if let refusal = begin(wish, call) {
            call.fail(refusal)
            return
        }
        // The window that an offer comes from is the sandbox's.
        let storeCode = wish.offerId == nil ? storeCode : SandboxStore.code
        withBuyer(wish.surface, for: call) { [self] buyer in
            guard let store = storeAdapter(storeCode, for: buyer) else {
                call.fail(noStore(storeCode))
                return
            }
            reprocess(as: buyer, of: storeCode) { [self] _ in reserve(wish, store, buyer, call) }
        }
    }

    /// Whoever plays now bought nothing. Not 7 itself: its domain says that nothing was paid, and the payer's list will hold the payment.
    private func playerChanged(_ surface: PurchaseSurface) -> GamebaseError {
        let error = Checkout.unknown(StoreFailure(code: IAPCode.userInvalid, message: "its player does not play now"))
        return surface == .gamebase ? error : IAPErrors.lower(error)
    }

    func noStore(_ storeCode: String) -> GamebaseError {
        GamebaseError(
            GamebaseError.Code.purchaseNotSupportedMarket,
            "no store adapter is registered for the store code \(storeCode); register one with TCGBStoreAdapter_register",
            domain: "\(Client.purchaseDomain)", underlying: IAPErrors.error(IAPCode.storeNotAvailable, "no store adapter for \(storeCode)"))
    }

    private func begin(_ wish: PurchaseWish, _ call: OpenCall<PurchasableReceipt>) -> GamebaseError? {
        lock.locked {
            if isPurchaseRunning {
                return GamebaseError(
                    GamebaseError.Code.purchaseNotFinishedPreviousPurchasing,
                    "a purchase is running; wait for its completion", domain: "\(Client.purchaseDomain)")
            }
            state.purchaseCall = call.identifier
            state.checkout = nil
            wish.stage = .begun
            return nil
        }
    }

    /// With the lock held. Nobody has to say that a purchase ended: it ends with its call, whoever closes that, and whenever.
    var isPurchaseRunning: Bool { state.purchaseCall.map { calls.isOpen($0) } ?? false }

    /// The purchase at the store's checkout now; reprocessing leaves its payment alone.
    var runningCheckout: Checkout? { lock.locked { isPurchaseRunning ? state.checkout : nil } }

    private func reserve(_ wish: PurchaseWish, _ store: any StoreAdapter, _ buyer: Buyer, _ call: OpenCall<PurchasableReceipt>) {
        guard call.isOpen else { return }
        var parameters: JSONObject = [
            "requestId": .string(Hex.encode(platform.random.bytes(16))), "storeCode": .string(store.storeCode),
        ]
        parameters.set("payload", wish.payload)
        parameters.set("offerId", wish.offerId)
        let (key, value) = wish.product.parameter
        parameters[key] = value
        send(.purchaseReserve, .object(parameters), as: buyer) { [self] reply in
            if reply.resultCode == 0 { lock.locked { wish.stage = .reserved } }
            if reply.body["isOfferClosed"]?.boolValue == true { lock.locked { wish.stage = .takenElsewhere } }
            guard call.isOpen else { return }
            guard reply.resultCode == 0 else {
                call.fail(ServiceErrors.clientError(for: .purchaseReserve, reply, domain: Client.purchaseDomain))
                return
            }
            guard let order = StoreOrder.read(reply.body) else {
                call.fail(GamebaseError(
                    GamebaseError.Code.serverInvalidResponse, "the service's answer is not a reservation", domain: "\(Client.purchaseDomain)"))
                return
            }
            let checkout = Checkout(client: self, order: order, store: store, buyer: buyer, call: call)
            lock.locked { if state.purchaseCall == call.identifier { state.checkout = checkout } }
            checkout.begin(window: wish.window)
        }
    }
}

/// A purchase whose call waits: the player is at the store's checkout.
final class Checkout: @unchecked Sendable {
    let order: StoreOrder
    private let client: Client
    private let store: any StoreAdapter
    private let buyer: Buyer
    private let call: OpenCall<PurchasableReceipt>
    /// Touched by the steps of its order only, which come one after the other.
    var hasCaptured = false
    /// Why begin was not answered. Guarded by the client's lock.
    private var beginFailure: StoreFailure?

    init(client: Client, order: StoreOrder, store: any StoreAdapter, buyer: Buyer, call: OpenCall<PurchasableReceipt>) {
        self.client = client
        self.order = order
        self.store = store
        self.buyer = buyer
        self.call = call
    }

    func begin(window: UInt) {
        store.begin(order, window: window) { [self] outcome in
            // A lost answer is no answer: the store is asked whether the order came about.
            guard case .unreachable(let failure) = outcome else { return told(outcome) }
            client.lock.locked { beginFailure = failure }
            ask()
        }
    }

    private func ask() {
        guard call.isOpen else { return }
        store.poll(order) { self.told($0) }
    }

    /// The store has said something: by answering, or by an event.
    func told(_ outcome: StoreOutcome) {
        guard call.isOpen else { return }
        client.drive(outcome, order, store, buyer) { self.advanced($0) }
    }

    private func advanced(_ advance: Client.Advance) {
        switch advance {
        case .settled(let receipt?, _), .settledLate(let receipt):
            _ = client.isFirstNews(of: receipt.paymentSeq)
            call.succeed(receipt)
        case .settled(_, let error): call.finish(nil, error)
        // What the service cannot read stays open at it.
        case .refused(let error): call.fail(error.code == GamebaseError.Code.invalidParameter ? Checkout.unknown(.unreachable(error.message)) : error)
        case .waits(let delay) where delay >= 0:
            guard call.isOpen else { return }
            let scheduled = client.reactor?.schedule(afterMilliseconds: delay) { self.ask() }
            if scheduled == nil { call.fail(Checkout.unknown(.unreachable("the wait for the store could not be scheduled"))) }
        case .waits:
            call.fail(GamebaseError(
                GamebaseError.Code.purchasePending, "the store decides later; the item will be in the not-consumed list",
                domain: "\(Client.purchaseDomain)"))
        case .unheard: call.fail(Checkout.unknown(client.lock.locked { beginFailure } ?? .unreachable("the store does not know the order")))
        case .unclear(let failure): call.fail(Checkout.unknown(failure))
        }
    }

    static func unknown(_ failure: StoreFailure) -> GamebaseError {
        let code = failure.code == IAPCode.requestTimeout ? failure.code : IAPCode.networkNotAvailable
        return IAPErrors.gamebase(IAPErrors.error(
            code, "the outcome of the purchase is unknown (\(failure.message)); ask for the not-consumed list",
            underlying: failure.error))
    }
}
