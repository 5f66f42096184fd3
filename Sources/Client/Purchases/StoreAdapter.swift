import Wire

/// What the library asks of a store. The order key is ours, never used twice, and finds the order again after a restart.
protocol StoreAdapter: AnyObject, Sendable {
    var storeCode: String { get }
    /// Opens the checkout. Called when the reservation is durable.
    func begin(_ order: StoreOrder, _ answer: @escaping (StoreOutcome) -> Void)
    /// Asks what became of an order.
    func poll(_ orderKey: String, _ answer: @escaping (StoreOutcome) -> Void)
    /// Tells the store that the purchase is safe with us. May be repeated.
    func finish(_ orderKey: String, _ answer: @escaping (Bool) -> Void)
}

struct StoreOrder: Sendable {
    let orderKey: String
    let paymentSeq: String
    let marketItemId: String
    let price: String
    let currency: String
}

enum StoreOutcome: Sendable {
    case paid(transactionId: String, receipt: String)
    /// The player can still pay; ask again after the delay. A negative delay: the store decides elsewhere, some time.
    case pending(pollAfterMilliseconds: Int64)
    case declined
    case cancelled
    /// The store has never heard of the order.
    case unknown
    /// The store could not be asked; nothing is known.
    case unreachable(String)
}
