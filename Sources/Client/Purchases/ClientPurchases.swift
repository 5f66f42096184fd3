/// Buying, by either surface: products, purchases, what is open, promotions, stores.
public struct ClientPurchases: ClientCapability {
    let client: Client

    /// Guarded by the client's lock.
    struct Part {
        /// The last purchase's call: the purchase runs as long as the call is open.
        var purchaseCall: CallIdentifier?
        /// It, once it is reserved.
        var checkout: Checkout?
        /// The last NHN Cloud call of each kind.
        var iapCalls = [CallIdentifier](repeating: 0, count: PurchaseCall.count)
        let orders = OrderLine()
        var paymentsTold = PaymentsTold()
        var offers = OfferLine()
        /// The request of a consumption whose answer is not there yet, by paymentSeq.
        var consumptions: [String: String] = [:]
        /// The player that NHN Cloud calls speak for, when that one did not log in with Gamebase.
        var iapUser: Buyer?
    }

    /// Guarded by `lock`.
    @inline(__always) var own: Part {
        _read { yield client.state.purchases }
        nonmutating _modify { yield &client.state.purchases }
    }
}

/// The numbers of payments that the game heard of in this run, each once. The oldest is forgotten first.
struct PaymentsTold {
    static let countMax = 1_024

    private var numbers: Set<String> = []
    private var oldestFirst: [String] = []

    /// - Returns: true for the first who has the payment to tell of.
    mutating func insert(_ paymentSeq: String) -> Bool {
        guard numbers.insert(paymentSeq).inserted else { return false }
        if oldestFirst.count >= Self.countMax { numbers.remove(oldestFirst.removeFirst()) }
        oldestFirst.append(paymentSeq)
        return true
    }

    mutating func forget(_ paymentSeq: String) {
        guard numbers.remove(paymentSeq) != nil else { return }
        oldestFirst.removeAll { $0 == paymentSeq }
    }
}
