import Codecs
import Linux
import Messages
import Storage

/// Receipts that do not fit their reservation, and money that a store took for an order that is not here. They grant nothing, and what
/// they say is kept for the operator: money that a store may have taken is never dropped silently. One row a payment and reason, so that
/// repeating a bad report fills no table.
extension Payments {
    /// Of what a member's device said and nobody verified: more of it is refused like these, and not kept.
    static let unprovenOfMemberMax: Int64 = 20

    /// A report that is kept with the refusal.
    /// - Parameter isCaptured: whether the store really took money. Then it is entered, and a reservation that is still open ends here.
    /// - Returns: the refusal to throw.
    func mismatch(_ payment: Payment, _ reason: String, _ record: StoreRecord, isCaptured: Bool) -> Failure {
        keepWhenRefused(.unmatchedMoney) { [self] () throws(Failure) in
            try keepMismatch(payment, reason, record, isCaptured: isCaptured)
        }
        return .refused(
            ResultCode.receiptRefused, "payment \(payment.paymentSeq): \(reason)", body: ["detailCode": .integer(IAPCode.verifyFailed)])
    }

    func keepMismatch(_ payment: Payment, _ reason: String, _ record: StoreRecord, isCaptured: Bool) throws(Failure) {
        let amount = record.price ?? payment.price
        let currency = record.currency ?? payment.currency
        if isCaptured {
            let isNew = try !hasEntered(payment, Movement.captured)
            // A claim ends as well: nothing is granted for another amount.
            if payment.state < PaymentState.paid || (payment.state == PaymentState.paid && isNew) {
                try close(payment, PaymentState.declined)
            }
            if isNew { try enter(payment, Movement.captured, amount: amount, currency: currency) }
        }
        var key = payment.paymentSeq
        #if !hasFeature(Embedded)
        if isCaptured, try isSecond(record, of: key, reason) { key = Self.unmatchedKey(record.transactionId, payment.storeCode) }
        #endif
        try keep(key, reason, payment.storeCode, payment.userId, record, captured: isCaptured ? (amount, currency) : nil)
    }

    #if !hasFeature(Embedded)
    /// An order that was paid twice, wrongly each time: the money of each goes back by itself.
    private func isSecond(_ record: StoreRecord, of key: String, _ reason: String) throws(Failure) -> Bool {
        try query(
            """
            SELECT store_transaction_id FROM unmatched_money WHERE payment_seq = ? AND reason = ? AND captured_amount IS NOT NULL
            """, [.text(key), .text(reason)]
        ).contains { $0.text(0) != record.transactionId }
    }

    /// Money that is known by the store's name of it alone.
    func isUnmatched(_ key: String) throws(Failure) -> Bool {
        try !query("SELECT reason FROM unmatched_money WHERE payment_seq = ? AND captured_amount IS NOT NULL", [.text(key)]).isEmpty
    }
    #endif

    /// What money without a payment is called: by its store and the store's transaction.
    static func unmatchedKey(_ transactionId: String, _ storeCode: String) -> String { "\(storeCode) \(transactionId)" }

    /// Money that came before what it belongs to has found its place. A refund that was asked for it is none of a payment's.
    func findPlace(of transactionId: String, _ storeCode: String) throws(Failure) {
        let key = Self.unmatchedKey(transactionId, storeCode)
        try run("DELETE FROM unmatched_money WHERE payment_seq = ?", [.text(key)])
        try endRefund(key)
    }

    /// - Parameters:
    ///   - key: the payment, or the store's transaction where there is none.
    ///   - captured: what the store took; nil where nobody but a device says that it took something.
    ///   - order: the order that the store names, with what it sold.
    func keep(
        _ key: String, _ reason: String, _ storeCode: String, _ userId: String, _ record: StoreRecord,
        captured: (price: String?, currency: String?)?, order: (key: String?, product: String?) = (nil, nil)
    ) throws(Failure) {
        if captured == nil, !core.believesAsker {
            let rows = try query(
                "SELECT COUNT(*) FROM unmatched_money WHERE user_id = ? AND captured_amount IS NULL", [.text(userId)])
            if rows.first?.integer(0) ?? 0 >= Self.unprovenOfMemberMax { return }
        }
        try run(
            """
            INSERT INTO unmatched_money (payment_seq, reason, store_code, store_transaction_id, user_id, captured_amount,
                captured_currency, receipt, reported_date, order_key, product) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (payment_seq, reason) DO NOTHING
            """,
            [
                .text(key), .text(reason), .text(storeCode), .text(record.transactionId), .text(userId),
                Value(captured?.price), Value(captured?.currency), .text(record.receipt), .integer(now), Value(order.key),
                Value(order.product),
            ])
    }
}
