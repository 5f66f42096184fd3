import Linux
import Storage
import Wire

/// PAID, VERIFIED and UNCONSUMED in one transaction: the receipt is compared with the store's record and with the reservation.
extension Service {
    /// Grants a payment whose `storeTransactionId` and `storeReceipt` are filled in.
    /// - Returns: the payment as it is now.
    func settle(_ payment: Payment) throws(Failure) -> Payment {
        let transactionId = payment.storeTransactionId ?? ""
        let receipt = payment.storeReceipt ?? ""
        guard let order = try sandboxOrder(payment.orderKey), order.status(at: now) == SandboxOrder.paid else {
            throw try mismatch(payment, "the store has no paid order for it", transactionId, receipt, captured: nil)
        }
        guard order.storeTransactionId == transactionId, order.receipt.utf8.elementsEqual(receipt.utf8) else {
            throw try mismatch(payment, "the receipt is not the one that the store gave", transactionId, receipt, captured: nil)
        }
        if let difference = order.difference(from: payment) {
            var refused = payment
            try close(&refused, PaymentState.declined)
            try enter(payment, Movement.captured, amount: order.price, currency: order.currency)
            throw try mismatch(payment, difference, transactionId, receipt, captured: order)
        }
        if let other = try paymentSeq(ofStoreTransaction: transactionId, storeCode: payment.storeCode), other != payment.paymentSeq {
            throw try mismatch(payment, "the store transaction belongs to payment \(other)", transactionId, receipt, captured: nil)
        }
        return try grant(payment, order)
    }

    private func grant(_ payment: Payment, _ order: SandboxOrder) throws(Failure) -> Payment {
        var granted = payment
        granted.state = PaymentState.unconsumed
        granted.purchaseToken = newSecret()
        granted.purchaseDate = order.readyDate
        if ProductType.isSubscription(payment.productType) {
            granted.originalPaymentId = payment.originalPaymentId ?? order.storeTransactionId
            granted.expiryDate = order.readyDate &+ payment.subscriptionPeriod
        }
        let changed = try run(
            """
            UPDATE payments SET state = ?, store_transaction_id = ?, receipt = ?, purchase_token = ?, original_payment_id = ?,
                purchase_date = ?, expiry_date = ?, granted_date = ? WHERE payment_seq = ? AND state < ?
            """,
            [
                .integer(granted.state), .text(order.storeTransactionId), .text(order.receipt), Value(granted.purchaseToken),
                Value(granted.originalPaymentId), .integer(order.readyDate), granted.expiryDate.map { .integer($0) } ?? .null,
                .integer(now), .text(payment.paymentSeq), .integer(PaymentState.unconsumed),
            ])
        guard changed == 1 else {
            throw Failure.refused(
                ResultCode.paymentStateInvalid, "payment \(payment.paymentSeq) was settled meanwhile; ask again",
                body: ["detailCode": IAPDetailCode.purchaseStatusInvalid])
        }
        try enter(payment, Movement.captured, amount: order.price, currency: order.currency)
        try enter(payment, Movement.granted, amount: payment.price, currency: payment.currency)
        return granted
    }

    private func paymentSeq(ofStoreTransaction transactionId: String, storeCode: String) throws(Failure) -> String? {
        let rows = try query(
            "SELECT payment_seq FROM payments WHERE store_code = ? AND store_transaction_id = ?",
            [.text(storeCode), .text(transactionId)])
        return rows.first.map { $0.text(0) }
    }
}
