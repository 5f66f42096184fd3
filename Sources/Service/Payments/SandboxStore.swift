import Linux
import Storage
import Wire

/// The SANDBOX store: it plays an outside store, with orders of its own that survive everything. Its outcome is decided when an order
/// begins, from the console settings, and shows after the delay.
extension Service {
    /// {orderKey, marketItemId, price, currency}; the same order key again is the same order.
    func sandboxBegin(_ request: Request) throws(Failure) -> Reply {
        let session = try authenticated(request)
        let parameters = Parameters(request.parameters)
        let orderKey = try parameters.text("orderKey", bytesMax: 128)
        if let order = try sandboxOrder(orderKey) {
            guard order.userId == session.userId else { throw parameters.wrong("orderKey", "is used by another buyer") }
            return .success(order.json(at: now))
        }
        let price = try parameters.text("price", bytesMax: 32)
        guard DecimalText.isValid(price) else { throw parameters.wrong("price", "must be decimal text such as \"1.99\"") }
        let order = newSandboxOrder(
            orderKey, session.userId, marketItemId: try parameters.text("marketItemId"), price: price,
            currency: try parameters.text("currency", bytesMax: 8))
        try insert(order)
        return .success(order.json(at: now))
    }

    func sandboxPoll(_ request: Request) throws(Failure) -> Reply {
        let session = try authenticated(request, admitting: .bannedToo)
        let orderKey = try Parameters(request.parameters).text("orderKey", bytesMax: 128)
        guard let order = try sandboxOrder(orderKey), order.userId == session.userId else {
            return .success(["orderKey": .string(orderKey), "status": .string(SandboxOrder.unknown), "delayMilliseconds": 0])
        }
        return .success(order.json(at: now))
    }

    /// The buyer's side has recorded the purchase. Again is fine.
    func sandboxFinish(_ request: Request) throws(Failure) -> Reply {
        let session = try authenticated(request, admitting: .bannedToo)
        let parameters = Parameters(request.parameters)
        let orderKey = try parameters.text("orderKey", bytesMax: 128)
        guard let order = try sandboxOrder(orderKey), order.userId == session.userId else {
            throw parameters.wrong("orderKey", "this buyer has no order \"\(orderKey)\"")
        }
        guard order.status(at: now) != SandboxOrder.pending else { throw parameters.wrong("orderKey", "the order is still pending") }
        if !order.isFinished { try run("UPDATE sandbox_orders SET finished = 1 WHERE order_key = ?", [.text(orderKey)]) }
        return .success(order.json(at: now))
    }

    /// -> {orders}: the buyer's orders that are not finished.
    func sandboxOpen(_ request: Request) throws(Failure) -> Reply {
        let session = try authenticated(request, admitting: .bannedToo)
        let rows = try query(
            """
            SELECT \(SandboxOrder.columns) FROM sandbox_orders WHERE user_id = ? AND finished = 0 AND outcome IN (?, ?)
            ORDER BY begun_date, order_key LIMIT \(Self.paymentsListedMax)
            """, [.text(session.userId), .text(SandboxOrder.paid), .text(SandboxOrder.pending)])
        let date = now
        return .success(["orders": .array(rows.map { SandboxOrder($0).json(at: date) })])
    }

    /// {orderKey, outcome: APPROVE | DECLINE | CANCEL}: the console ends an order that is pending.
    func settleSandboxOrder(_ request: Request) throws(Failure) -> Reply {
        let parameters = Parameters(request.parameters)
        let orderKey = try parameters.text("orderKey", bytesMax: 128)
        let outcome = try parameters.oneOf("outcome", ["APPROVE", "DECLINE", "CANCEL"])
        guard let order = try sandboxOrder(orderKey) else { throw parameters.wrong("orderKey", "there is no order \"\(orderKey)\"") }
        guard order.status(at: now) == SandboxOrder.pending else {
            throw parameters.wrong("orderKey", "the order is \(order.status(at: now)) already")
        }
        try setOutcome(SandboxOrder.status(forOutcome: outcome), of: order)
        return .success()
    }

    /// A pending order never captures anything after this.
    func callOff(_ order: SandboxOrder) throws(Failure) {
        if order.status(at: now) == SandboxOrder.pending { try setOutcome(SandboxOrder.cancelled, of: order) }
    }

    private func setOutcome(_ outcome: String, of order: SandboxOrder) throws(Failure) {
        try run(
            "UPDATE sandbox_orders SET outcome = ?, ready_date = ? WHERE order_key = ?",
            [.text(outcome), .integer(now), .text(order.orderKey)])
    }

    func sandboxOrder(_ orderKey: String) throws(Failure) -> SandboxOrder? {
        let rows = try query("SELECT \(SandboxOrder.columns) FROM sandbox_orders WHERE order_key = ?", [.text(orderKey)])
        return rows.first.map { SandboxOrder($0) }
    }

    private func newSandboxOrder(
        _ orderKey: String, _ userId: String, marketItemId: String, price: String, currency: String
    ) -> SandboxOrder {
        SandboxOrder(
            orderKey: orderKey, userId: userId, marketItemId: marketItemId, price: price, currency: currency,
            outcome: SandboxOrder.status(forOutcome: settings.sandboxStore.outcome), begunDate: now,
            readyDate: now &+ settings.sandboxStore.delayMilliseconds, storeTransactionId: "SANDBOX-" + newCode(characters: 20))
    }

    private func insert(_ order: SandboxOrder) throws(Failure) {
        try run(
            """
            INSERT INTO sandbox_orders (order_key, user_id, market_item_id, price, currency, outcome, begun_date, ready_date,
                store_transaction_id, receipt, finished) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)
            """,
            [
                .text(order.orderKey), .text(order.userId), .text(order.marketItemId), .text(order.price), .text(order.currency),
                .text(order.outcome), .integer(order.begunDate), .integer(order.readyDate), .text(order.storeTransactionId),
                .text(order.receipt),
            ])
    }
}
