import Linux
import Storage
import Wire

/// Receipts that do not fit their reservation. They grant nothing, and what they say is kept for the operator: money that a store
/// may have taken is never dropped silently. One row a payment and reason, so that repeating a bad report fills no table.
extension Service {
    /// Keeps the report.
    /// - Parameter captured: the store's order when it really took money.
    /// - Returns: the refusal to throw.
    func mismatch(
        _ payment: Payment, _ reason: String, _ transactionId: String, _ receipt: String, captured: SandboxOrder?
    ) throws(Failure) -> Failure {
        try run(
            """
            INSERT INTO unmatched_money (payment_seq, reason, store_code, store_transaction_id, user_id, captured_amount,
                captured_currency, receipt, reported_date) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (payment_seq, reason) DO NOTHING
            """,
            [
                .text(payment.paymentSeq), .text(reason), .text(payment.storeCode), .text(transactionId), .text(payment.userId),
                Value(captured?.price), Value(captured?.currency), .text(receipt), .integer(now),
            ])
        return .refused(
            ResultCode.receiptRefused, "payment \(payment.paymentSeq): \(reason)", body: ["detailCode": IAPDetailCode.verifyFailed])
    }

    /// A payment that was closed as unpaid does not open again; if the store took money for it after all, that is kept here.
    func capturedAfterClosing(_ payment: Payment, _ transactionId: String, _ receipt: String) throws(Failure) -> Failure {
        if let order = try sandboxOrder(payment.orderKey), order.status(at: now) == SandboxOrder.paid {
            let entered = try query(
                "SELECT movement FROM ledger WHERE payment_seq = ? AND movement = ?", [.text(payment.paymentSeq), .text(Movement.captured)])
            if entered.isEmpty { try enter(payment, Movement.captured, amount: order.price, currency: order.currency) }
            _ = try mismatch(payment, "captured after it was \(PaymentState.name(payment.state))", transactionId, receipt, captured: order)
        }
        return .refused(
            ResultCode.paymentStateInvalid, "payment \(payment.paymentSeq) is \(PaymentState.name(payment.state)), which is final",
            body: ["detailCode": IAPDetailCode.purchaseStatusInvalid])
    }
}
