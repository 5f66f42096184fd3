import Linux
import Storage
import Wire

/// A member's payments: still open, not consumed, active, restored. Each list is bounded, oldest first, so that what is left out
/// comes up when the first ones are done.
extension Service {
    static let paymentsListedMax = 1000

    /// -> {payments: [{paymentSeq, orderKey, state, storeCode, gamebaseProductId, marketItemId, price, currency}]} that are not over,
    /// or over but not finished at the store.
    func openPayments(_ request: Request) throws(Failure) -> Reply {
        let session = try authenticated(request, admitting: .bannedToo)
        let rows = try query(
            """
            SELECT \(Payment.columns) FROM payments WHERE user_id = ? AND state < ? AND store_finished = 0
            ORDER BY payment_seq LIMIT \(Self.paymentsListedMax)
            """, [.text(session.userId), .integer(PaymentState.cancelled)])
        var payments: [JSON] = []
        for row in rows {
            let payment = Payment(row)
            payments.append([
                "paymentSeq": .string(payment.paymentSeq), "orderKey": .string(payment.orderKey),
                "state": .string(PaymentState.name(payment.state)), "storeCode": .string(payment.storeCode),
                "gamebaseProductId": .string(payment.gamebaseProductId), "marketItemId": .string(payment.marketItemId),
                "price": .string(payment.price), "currency": .string(payment.currency),
            ])
        }
        return .success(["payments": .array(payments)])
    }

    /// {storeCode, allStores} -> consumable purchases that were not consumed.
    func notConsumed(_ request: Request) throws(Failure) -> Reply {
        let session = try authenticated(request)
        let payments = try unconsumedPayments(of: session.userId)
        return try Self.receipts(payments, Parameters(request.parameters))
    }

    /// {storeCode, allStores} -> subscriptions that run.
    func activated(_ request: Request) throws(Failure) -> Reply {
        let session = try authenticated(request)
        let payments = try subscriptions(of: session.userId, expiringAfter: now)
        return try Self.receipts(payments, Parameters(request.parameters))
    }

    /// {storeCode} -> all subscription purchases, those that are over too.
    func restore(_ request: Request) throws(Failure) -> Reply {
        let session = try authenticated(request)
        let payments = try subscriptions(of: session.userId, expiringAfter: -1)
        return try Self.receipts(payments, Parameters(request.parameters))
    }

    func unconsumedPayments(of userId: String) throws(Failure) -> [Payment] {
        let rows = try query(
            """
            SELECT \(Payment.columns) FROM payments WHERE user_id = ? AND state = ? AND product_type <> ?
            ORDER BY payment_seq LIMIT \(Self.paymentsListedMax)
            """, [.text(userId), .integer(PaymentState.unconsumed), .text(ProductType.autoRenewable)])
        return rows.map { Payment($0) }
    }

    private func subscriptions(of userId: String, expiringAfter date: Int64) throws(Failure) -> [Payment] {
        let rows = try query(
            """
            SELECT \(Payment.columns) FROM payments WHERE user_id = ? AND state IN (?, ?) AND expiry_date > ?
            ORDER BY payment_seq DESC LIMIT \(Self.paymentsListedMax)
            """,
            [.text(userId), .integer(PaymentState.unconsumed), .integer(PaymentState.consumed), .integer(date)])
        return rows.map { Payment($0) }
    }

    private static func receipts(_ payments: [Payment], _ parameters: Parameters) throws(Failure) -> Reply {
        let allStores = try parameters.bool("allStores", default: false)
        let storeCode = try parameters.optionalText("storeCode", bytesMax: 32)
        var receipts: [JSON] = []
        for payment in payments where allStores || storeCode == nil || payment.storeCode == storeCode {
            receipts.append(payment.receiptJSON)
        }
        return .success(["receipts": .array(receipts)])
    }
}
