import Codecs
import Linux
import Messages

/// What the library asks of a store. The order key is ours, never used twice, and finds the order again after a restart.
/// Every answer comes exactly once, on any thread.
protocol StoreAdapter: AnyObject, Sendable {
    var storeCode: String { get }
    /// The store takes the money when it is told to, not when the player approves.
    var capturesLast: Bool { get }
    /// What an earlier run left approved is called off.
    var abandonsApproved: Bool { get }
    /// The service tells the store by itself, in the transaction that grants.
    var isFinishedByGrant: Bool { get }
    /// The service asks the store by itself, in the transaction that reserves, and says so by a receipt; else `begin` is called.
    var isBegunByReservation: Bool { get }
    /// What the store knows of these products; nil when the console's word is enough.
    func products(_ marketItemIds: [String], _ answer: @escaping (Result<[JSON]?, StoreFailure>) -> Void)
    /// Opens the checkout. Called when the reservation is durable.
    /// - Parameter window: the host's, passed through.
    func begin(_ order: StoreOrder, window: UInt, _ answer: @escaping (StoreOutcome) -> Void)
    /// Asks what became of an order.
    func poll(_ order: StoreOrder, _ answer: @escaping (StoreOutcome) -> Void)
    /// Takes the money of an approved order.
    func capture(_ order: StoreOrder, _ answer: @escaping (StoreOutcome) -> Void)
    /// Tells the store that the purchase is safe with us. May be repeated.
    func finish(_ order: StoreOrder, _ answer: @escaping (Bool) -> Void)
    /// Everything at the store that is not finished; nil when the store keeps no such list.
    func open(_ answer: @escaping (Result<[StoreTransaction]?, StoreFailure>) -> Void)
    /// What the store's account bought; nil when the store cannot tell.
    func restore(_ answer: @escaping (Result<[StoreTransaction]?, StoreFailure>) -> Void)
}

/// An object, like what follows: they go through many closures, and each by-value member is code in every one.
final class StoreOrder: Sendable {
    let orderKey: String
    let paymentSeq: String
    /// What was reserved: marketItemId, price, currency, productType; of an open payment also storeCode and state.
    let reservation: JSON

    /// A reservation, or one of the open payments.
    static func read(_ json: JSON) -> StoreOrder? {
        guard let orderKey = json["orderKey"]?.stringValue, let paymentSeq = json["paymentSeq"]?.stringValue else { return nil }
        return StoreOrder(orderKey: orderKey, paymentSeq: paymentSeq, json)
    }

    init(orderKey: String, paymentSeq: String, _ reservation: JSON = .null) {
        self.orderKey = orderKey
        self.paymentSeq = paymentSeq
        self.reservation = reservation
    }

    var storeCode: String { reservation["storeCode"]?.stringValue ?? "" }
    var isGranted: Bool {
        let state = reservation["state"]?.stringValue
        return state == "UNCONSUMED" || state == "CONSUMED"
    }

    /// The number in a key that has the store's code before it, as our own keys have.
    static func number(_ orderKey: String, at storeCode: String) -> Int64? {
        let prefix = storeCode + "-"
        return TextParts.rest(of: orderKey, behind: prefix).flatMap { Int64($0) }
    }
}

/// What a store can say where the codes of NHN Cloud have no word of their own (TCGBStoreRefusal): the nearest of those, and Gamebase's.
struct StoreRefusal {
    let code: Int64
    let gamebaseCode: Int64

    static func known(_ number: Int64) -> StoreRefusal? {
        typealias Code = GamebaseError.Code
        switch number {
        case 1001: return StoreRefusal(code: IAPCode.storeNotAvailable, gamebaseCode: Code.purchaseNotInitialized)
        case 1004: return StoreRefusal(code: IAPCode.paymentFailed, gamebaseCode: Code.purchaseNotEnoughCash)
        case 1010: return StoreRefusal(code: IAPCode.paymentNotAvailable, gamebaseCode: Code.notSupported)
        case 1099: return StoreRefusal(code: IAPCode.unknown, gamebaseCode: Code.purchaseUnknownError)
        default: return nil
        }
    }
}

/// Why a store could not be asked, in the codes of the NHN Cloud SDK.
final class StoreFailure: Error, Sendable {
    let code: Int64
    let message: String
    /// The store's own number, when it is none of the SDK's: that failure is 0 then.
    let cause: GamebaseError?
    /// What Gamebase's calls say instead of what they usually say of the code.
    let gamebaseCode: Int64?

    init(code: Int64, message: String) {
        let refusal = StoreRefusal.known(code)
        gamebaseCode = refusal?.gamebaseCode
        let code = refusal?.code ?? code
        let isKnown = IAPCode.unknown...IAPCode.purchaseLimitExceeded ~= code || IAPCode.networkNotAvailable...107 ~= code
        self.code = isKnown ? code : IAPCode.unknown
        self.message = message
        cause = isKnown ? nil : GamebaseError(code, message, domain: "TCGB.Gamebase.TCGBStoreAdapter")
    }

    /// A store that fails to begin with it has refused the order.
    var isRefusal: Bool { gamebaseCode != nil || code > IAPCode.unknown && code < IAPCode.networkNotAvailable }

    /// As the purchase layer's error.
    var error: GamebaseError { IAPErrors.error(code, message, underlying: cause) }

    static func unreachable(_ message: String) -> StoreFailure { StoreFailure(code: IAPCode.networkNotAvailable, message: message) }
}

enum StoreOutcome: Sendable {
    case paid(StoreTransaction)
    /// The player has agreed, and no money was taken.
    case approved
    /// The player can still pay; ask again after the delay. A negative delay: the store decides elsewhere, some time.
    case pending(pollAfterMilliseconds: Int64)
    /// Over without money: cancelled by the player (9), or declined with a code that says why.
    case ended(StoreFailure)
    /// The money went back.
    case reversed(StoreTransaction)
    /// The store has never heard of the order.
    case unknown
    /// The order never began: the store refused to hear of it.
    case refused(StoreFailure)
    /// The store could not be asked; nothing is known.
    case unreachable(StoreFailure)
}
