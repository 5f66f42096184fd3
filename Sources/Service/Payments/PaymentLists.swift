import Codecs
import Linux
import Messages
import Storage

/// A member's payments: still open, not consumed, active, restored. A list is whole or an error, never silently shorter.
extension Payments {
    /// Rows that are read at once.
    static let pageRows = 1000
    /// A list that is longer is refused, and the refusal says so.
    static let paymentsListedMax = 100_000

    /// -> {payments, orders}
    func openPayments(_ request: Request) throws(Failure) -> Reply {
        let session = try members.authenticated(request, admitting: .bannedToo)
        return .success(try whatIsOpen(for: session.userId) ?? ["payments": [], "orders": []])
    }

    /// {payments: [{paymentSeq, orderKey, state, storeCode, gamebaseProductId, marketItemId, price, currency, …}]} that are not over, or
    /// over but not finished at the store, and {orders} that SANDBOX sold outside the game; nil when there is neither.
    func whatIsOpen(for userId: String) throws(Failure) -> JSON? {
        let open = try payments("user_id = ? AND \(Payment.isOpen)", [.text(userId)])
        let orders = try sandboxStore.openSandboxOrders(of: userId)
        if open.isEmpty, orders.isEmpty { return nil }
        for payment in open
        where payment.storeTransactionId == nil && (payment.state == PaymentState.approved || payment.state == PaymentState.paid) {
            payment.storeTransactionId = try claim(of: payment.paymentSeq)?.transactionId
        }
        return ["payments": .array(open.map { $0.openJSON }), "orders": .array(orders)]
    }

    /// {storeCode, allStores} -> consumable purchases that were not consumed, with every period of a subscription that was paid.
    func notConsumed(_ request: Request) throws(Failure) -> Reply {
        let session = try members.authenticated(request)
        try subscriptions.bookRenewals(of: session.userId)
        return try receipts(unconsumedPayments(of: session.userId), Parameters(request.parameters))
    }

    /// {storeCode, allStores} -> subscriptions that run, with their newest period.
    func activated(_ request: Request) throws(Failure) -> Reply {
        let session = try members.authenticated(request)
        try subscriptions.bookRenewals(of: session.userId)
        let parameters = Parameters(request.parameters)
        let storeCode = try Self.storeCode(parameters)
        var receipts: [JSON] = []
        for (subscription, payment) in try runningSubscriptions(of: session.userId)
        where storeCode == nil || payment.storeCode == storeCode {
            receipts.append(payment.receiptJSON(subscription))
        }
        return .success(["receipts": .array(receipts)])
    }

    /// {storeCode} -> all subscription purchases that were not refunded, those that are over too. It only reads: nothing comes back to life.
    func restore(_ request: Request) throws(Failure) -> Reply {
        let session = try members.authenticated(request)
        try subscriptions.bookRenewals(of: session.userId)
        let payments = try payments(
            "user_id = ? AND \(Payment.isPeriod) AND state IN (?, ?)",
            [.text(session.userId), .integer(PaymentState.unconsumed), .integer(PaymentState.consumed)])
        return try receipts(payments.reversed(), Parameters(request.parameters))
    }

    func unconsumedPayments(of userId: String) throws(Failure) -> [Payment] {
        try payments("user_id = ? AND \(Payment.isHeld)", [.text(userId)])
    }

    /// Ended ones are out, whether they expired, wait on hold, are paused or were revoked; those in grace are in.
    func runningSubscriptions(of userId: String, andOnHold: Bool = false) throws(Failure) -> [(Subscription, Payment)] {
        var running: [(Subscription, Payment)] = []
        for subscription in try subscriptions.subscriptions(
            "user_id = ? AND \(Subscription.isRunning) ORDER BY original_payment_id", [.text(userId)])
        where subscription.isListed || (andOnHold && subscription.status == Subscription.Status.onHold) {
            running.append((subscription, try subscriptions.newestPayment(of: subscription)))
        }
        return running
    }

    /// All payments that fit, oldest first, page by page.
    func payments(_ condition: String, _ values: [Value], after first: String = "") throws(Failure) -> [Payment] {
        var payments: [Payment] = []
        var last = first
        while true {
            let rows = try query(
                "SELECT \(Payment.columns) FROM payments WHERE \(condition) AND payment_seq > ? ORDER BY payment_seq LIMIT \(Self.pageRows)",
                values + [.text(last)])
            for row in rows { payments.append(Payment(row)) }
            guard rows.count == Self.pageRows, let end = payments.last else { return payments }
            try refuseEndless(payments.count)
            last = end.paymentSeq
        }
    }

    func refuseEndless(_ count: Int) throws(Failure) {
        guard count < core.listedMax else {
            throw Failure.refused(ResultCode.internalError, "the list has more than \(core.listedMax) entries and is not given in part")
        }
    }

    func receipt(of payment: Payment) throws(Failure) -> JSON {
        payment.receiptJSON(payment.isSubscription ? try subscriptions.subscription(of: payment) : nil)
    }

    private func receipts(_ payments: [Payment], _ parameters: Parameters) throws(Failure) -> Reply {
        let storeCode = try Self.storeCode(parameters)
        var receipts: [JSON] = []
        for payment in payments where storeCode == nil || payment.storeCode == storeCode {
            receipts.append(try receipt(of: payment))
        }
        return .success(["receipts": .array(receipts)])
    }

    /// nil: all stores.
    private static func storeCode(_ parameters: Parameters) throws(Failure) -> String? {
        if try parameters.bool("allStores", default: false) { return nil }
        return try parameters.optionalText("storeCode", bytesMax: 32)
    }
}

extension Payment {
    fileprivate var openJSON: JSON {
        [
            "paymentSeq": .string(paymentSeq), "orderKey": .string(orderKey), "orderNumber": .string(paymentSeq),
            "state": .string(PaymentState.name(state)), "storeCode": .string(storeCode), "gamebaseProductId": .string(gamebaseProductId),
            "marketItemId": .string(marketItemId), "price": .string(price), "currency": .string(currency),
            "productType": .string(productType), "isAuthorized": .bool(state == PaymentState.approved),
            "storeTransactionId": .optional(storeTransactionId),
        ]
    }
}
