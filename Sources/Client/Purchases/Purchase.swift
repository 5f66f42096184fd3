import Codecs
import Linux
import Messages

public enum ProductReference: Sendable {
    case gamebaseProductId(String)
    case itemSeq(Int64)
    case marketItemId(String)

    var parameter: (key: String, value: JSON) {
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

/// One purchase: reserve, check out, settle. Each step is durable at the service before the next begins, so a process that dies anywhere
/// leaves a payment that `reprocess` resumes, and never two. What SANDBOX takes at once is all three in one transaction.
extension ClientPurchases {
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
        guard
            let call: OpenCall<PurchasableReceipt> = openPurchase(
                wish.surface, timeoutMilliseconds: Client.purchaseTimeoutMilliseconds, completion
            )
        else { return }
        if let refusal = begin(wish, call) {
            call.fail(refusal)
            return
        }
        // The window that an offer comes from is the sandbox's.
        let storeCode = wish.offerId == nil ? storeCode : SandboxStoreAdapter.code
        withBuyer(wish.surface, for: call) { [self] buyer in
            guard let store = storeAdapter(storeCode, for: buyer) else {
                call.fail(noStore(storeCode))
                return
            }
            PurchaseReservation(client: client, wish: wish, store: store, buyer: buyer, call: call).begin()
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
            domain: "\(ClientPurchases.purchaseDomain)",
            underlying: IAPErrors.error(IAPCode.storeNotAvailable, "no store adapter for \(storeCode)"))
    }

    private func begin(_ wish: PurchaseWish, _ call: OpenCall<PurchasableReceipt>) -> GamebaseError? {
        lock.locked {
            if isPurchaseRunning {
                return GamebaseError(
                    GamebaseError.Code.purchaseNotFinishedPreviousPurchasing,
                    "a purchase is running; wait for its completion", domain: "\(ClientPurchases.purchaseDomain)")
            }
            own.purchaseCall = call.identifier
            own.checkout = nil
            wish.stage = .begun
            return nil
        }
    }

    /// Of the purchase that runs, if it is still the call's.
    func keep(_ checkout: Checkout, for call: CallIdentifier) {
        lock.locked { if own.purchaseCall == call { own.checkout = checkout } }
    }

    /// With the lock held. Nobody has to say that a purchase ended: it ends with its call, whoever closes that, and whenever.
    var isPurchaseRunning: Bool { own.purchaseCall.map { calls.isOpen($0) } ?? false }

    /// The purchase at the store's checkout now; reprocessing leaves its payment alone.
    var runningCheckout: Checkout? { lock.locked { isPurchaseRunning ? own.checkout : nil } }

    /// The same, if it is this order's.
    func runningCheckout(of order: StoreOrder) -> Checkout? {
        runningCheckout.flatMap { sameText($0.order.orderKey, order.orderKey) ? $0 : nil }
    }
}
