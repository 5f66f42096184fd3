import Linux
import Messages
import Storage
import Wire

/// Receipts that do not fit their reservation. They grant nothing, and what they say is kept for the operator: money that a store
/// may have taken is never dropped silently. One row a payment and reason, so that repeating a bad report fills no table.
extension Payments {
    /// A report that is kept with the refusal.
    /// - Parameter isCaptured: whether the store really took money. Then it is entered, and a reservation that is still open ends here.
    /// - Returns: the refusal to throw.
    func mismatch(_ payment: Payment, _ reason: String, _ record: StoreRecord, isCaptured: Bool) -> Failure {
        keepWhenRefused(.unmatchedMoney) { [self] () throws(Failure) in
            let amount = record.price ?? payment.price
            let currency = record.currency ?? payment.currency
            if isCaptured {
                if payment.state < PaymentState.paid { try close(payment, PaymentState.declined) }
                if try !hasEntered(payment, Movement.captured) { try enter(payment, Movement.captured, amount: amount, currency: currency) }
            }
            try keep(payment.paymentSeq, reason, payment.storeCode, payment.userId, record, captured: isCaptured ? (amount, currency) : nil)
        }
        return .refused(
            ResultCode.receiptRefused, "payment \(payment.paymentSeq): \(reason)", body: ["detailCode": .integer(IAPCode.verifyFailed)])
    }

    /// - Parameter key: the payment, or the store's transaction where there is none.
    func keep(
        _ key: String, _ reason: String, _ storeCode: String, _ userId: String, _ record: StoreRecord,
        captured: (price: String?, currency: String?)?
    ) throws(Failure) {
        try run(
            """
            INSERT INTO unmatched_money (payment_seq, reason, store_code, store_transaction_id, user_id, captured_amount,
                captured_currency, receipt, reported_date) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (payment_seq, reason) DO NOTHING
            """,
            [
                .text(key), .text(reason), .text(storeCode), .text(record.transactionId), .text(userId),
                Value(captured?.price), Value(captured?.currency), .text(record.receipt), .integer(now),
            ])
    }
}
