import Codecs
import Linux
import Messages
import Storage

/// The SANDBOX store: it plays an outside store, with orders of its own that survive everything. Its outcome is decided when an order
/// begins, from the console settings, and shows after the delay.
struct SandboxStore: Capability {
    let core: ServiceCore

    /// {orderKey, marketItemId, price, currency} of a reservation; the same order key again is the same order.
    func sandboxBegin(_ request: Request) throws(Failure) -> Reply {
        let session = try members.authenticated(request)
        let parameters = Parameters(request.parameters)
        let orderKey = try parameters.text("orderKey", bytesMax: 128)
        try payments.refuseUnproven(StoreSettings.sandbox)
        if let order = try sandboxOrder(orderKey) {
            guard order.userId == session.userId else { throw parameters.wrong("orderKey", "is used by another buyer") }
            return .success(order.json(at: now))
        }
        try refuseUnlessReserved(orderKey, parameters)
        let price = try parameters.text("price", bytesMax: 32)
        guard DecimalText.isValid(price) else { throw parameters.wrong("price", "must be decimal text such as \"1.99\"") }
        let outcome = settings.sandboxStore.outcome
        guard outcome != "UNAVAILABLE" else {
            throw Failure.refused(
                ResultCode.storeNotAvailable, "the SANDBOX store is out of reach ($.sandboxStore.outcome)",
                body: ["detailCode": .integer(IAPCode.storeNotAvailable)])
        }
        let marketItemId = try parameters.text("marketItemId")
        if settings.sandboxStore.unknownMarketItemIds.contains(marketItemId) {
            throw Failure.refused(
                ResultCode.productUnknown, "the SANDBOX store does not know \"\(marketItemId)\" ($.sandboxStore.unknownMarketItemIds)",
                body: ["detailCode": .integer(IAPCode.productNotAvailable)])
        }
        let order = newSandboxOrder(
            orderKey, session.userId, marketItemId: marketItemId, price: price,
            currency: try parameters.text("currency", bytesMax: 8), outcome: outcome, delay: settings.sandboxStore.delayMilliseconds)
        order.detailCode = SandboxOrder.detailCode(forOutcome: outcome)
        guard outcome != "LOSE_ANSWER" else {
            keepWhenRefused(.sandboxOrder) { [self] () throws(Failure) in try insert(order) }
            throw Failure.refused(ResultCode.timeout, "the SANDBOX store's answer was lost ($.sandboxStore.outcome)")
        }
        try insert(order)
        return .success(order.json(at: now))
    }

    /// Makes the order of a payment that the store takes at once. Payment and order are in one database, so one transaction writes both.
    /// - Returns: nil if the store takes time or refuses: then the client asks it, after the reservation is durable.
    func paidAtOnce(_ payment: Payment) throws(Failure) -> SandboxOrder? {
        let store = settings.sandboxStore
        let isAsked = settings.asksStore(payment.storeCode) || settings.verifiesLater(payment.storeCode)
        guard payment.storeCode == StoreSettings.sandbox, !isAsked, store.outcome == "APPROVE", store.delayMilliseconds == 0,
            !store.unknownMarketItemIds.contains(payment.marketItemId)
        else { return nil }
        let order = newSandboxOrder(
            payment.orderKey, payment.userId, marketItemId: payment.marketItemId, price: payment.price, currency: payment.currency,
            outcome: store.outcome, delay: 0)
        order.isFinished = true
        payment.isStoreFinished = true
        try insert(order)
        return order
    }

    /// An order that comes late may find its reservation given up or swept away, as under a clock that was ahead for a while: nobody would
    /// be granted what is paid.
    private func refuseUnlessReserved(_ orderKey: String, _ parameters: Parameters) throws(Failure) {
        let rows = try query(
            "SELECT payment_seq, state FROM payments WHERE order_key = ? AND store_code = ?",
            [.text(orderKey), .text(StoreSettings.sandbox)])
        guard let row = rows.first else { throw parameters.wrong("orderKey", "belongs to no reservation; reserve first") }
        guard PaymentState.isClosedUnpaid(row.integer(1)) else { return }
        throw Failure.refused(
            ResultCode.paymentStateInvalid, "orderKey: payment \(row.text(0)) is \(PaymentState.name(row.integer(1))); reserve another",
            body: ["detailCode": .integer(IAPCode.purchaseStatusInvalid)])
    }

    func sandboxPoll(_ request: Request) throws(Failure) -> Reply {
        let session = try members.authenticated(request, admitting: .bannedToo)
        let orderKey = try Parameters(request.parameters).text("orderKey", bytesMax: 128)
        guard let order = try sandboxOrder(orderKey), order.userId == session.userId else {
            return .success(["orderKey": .string(orderKey), "status": .string(SandboxOrder.unknown), "delayMilliseconds": 0])
        }
        return .success(order.json(at: now))
    }

    /// The grant is recorded: the store may forget the order.
    func finishOrder(of payment: Payment) throws(Failure) {
        try run("UPDATE sandbox_orders SET finished = 1 WHERE order_key = ?", [.text(payment.orderKey)])
        payment.isStoreFinished = true
    }

    /// What the member bought outside the game and no payment was made of yet.
    func openSandboxOrders(of userId: String) throws(Failure) -> [JSON] {
        let date = now
        var open: [JSON] = []
        for order in try sandboxOrders("user_id = ? AND \(SandboxOrder.isOpenOutside)", [.text(userId)]) {
            open.append(order.json(at: date))
        }
        return open
    }

    /// All that fit, whatever their number, in the order of their keys.
    func sandboxOrders(_ condition: String, _ values: [Value]) throws(Failure) -> [SandboxOrder] {
        var orders: [SandboxOrder] = []
        var last = ""
        while true {
            let rows = try query(
                """
                SELECT \(SandboxOrder.columns) FROM sandbox_orders WHERE \(condition) AND order_key > ?
                ORDER BY order_key LIMIT \(Payments.pageRows)
                """, values + [.text(last)])
            for row in rows { orders.append(SandboxOrder(row)) }
            guard rows.count == Payments.pageRows, let end = orders.last else { return orders }
            try payments.refuseEndless(orders.count)
            last = end.orderKey
        }
    }

    /// A pending order never captures anything after this.
    func callOff(_ order: SandboxOrder) throws(Failure) {
        if order.status(at: now) == SandboxOrder.pending { try setOutcome(SandboxOrder.cancelled, of: order) }
    }

    func setOutcome(_ outcome: String, of order: SandboxOrder) throws(Failure) {
        try claim(
            "UPDATE sandbox_orders SET outcome = ?, ready_date = ? WHERE order_key = ? AND outcome = ?",
            [.text(outcome), .integer(now), .text(order.orderKey), .text(order.outcome)])
    }

    func sandboxOrder(_ orderKey: String) throws(Failure) -> SandboxOrder? {
        let rows = try query("SELECT \(SandboxOrder.columns) FROM sandbox_orders WHERE order_key = ?", [.text(orderKey)])
        return rows.first.map { SandboxOrder($0) }
    }

    func sandboxOrder(ofTransaction transactionId: String) throws(Failure) -> SandboxOrder? {
        let rows = try query(
            "SELECT \(SandboxOrder.columns) FROM sandbox_orders WHERE store_transaction_id = ?", [.text(transactionId)])
        return rows.first.map { SandboxOrder($0) }
    }

    /// The order of a SANDBOX payment; other stores keep their own books.
    func sandboxOrder(of payment: Payment) throws(Failure) -> SandboxOrder? {
        guard payment.storeCode == StoreSettings.sandbox else { return nil }
        return try sandboxOrder(payment.orderKey)
    }

    func newSandboxOrder(
        _ orderKey: String, _ userId: String, marketItemId: String, price: String, currency: String, outcome: String, delay: Int64
    ) -> SandboxOrder {
        SandboxOrder(
            orderKey: orderKey, userId: userId, marketItemId: marketItemId, price: price, currency: currency,
            outcome: SandboxOrder.status(forOutcome: outcome), begunDate: now, readyDate: now &+ delay,
            storeTransactionId: "SANDBOX-" + newCode(characters: 20))
    }

    func insert(_ order: SandboxOrder) throws(Failure) {
        try run(
            """
            INSERT INTO sandbox_orders (order_key, user_id, market_item_id, price, currency, outcome, begun_date, ready_date,
                store_transaction_id, receipt, kind, detail_code, finished) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .text(order.orderKey), .text(order.userId), .text(order.marketItemId), .text(order.price), .text(order.currency),
                .text(order.outcome), .integer(order.begunDate), .integer(order.readyDate), .text(order.storeTransactionId),
                .text(order.receipt), Value(order.kind), order.detailCode.map { .integer($0) } ?? .null,
                .integer(order.isFinished ? 1 : 0),
            ])
    }
}

extension SandboxStore {
    static func requests(_ table: inout RequestTable) {
        table.row(.storePromotions, "userId", SandboxStore.storeOffers)
        table.row(.storeTakePromotion, "userId offerId", SandboxStore.takeOffer)
        table.row(.storeBegin, "userId orderKey marketItemId price currency", SandboxStore.sandboxBegin)
        table.row(.consoleStartPromotion, "gamebaseProductId marketItemId itemSeq userId paid", SandboxStore.startPromotion)
    }
}
