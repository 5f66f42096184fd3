import Codecs
import Linux
import Messages
import Storage

/// From the store's record to the grant: PAID, VERIFIED and UNCONSUMED, in one transaction unless the store's receipts wait for a server.
extension Payments {
    /// An order that the store gave back before the client said it was paid counts as both.
    func settle(_ payment: Payment, _ order: SandboxOrder) throws(Failure) -> Payment {
        guard let reversal = order.reversal else { return try settle(payment, StoreRecord(order)) }
        return try reverse(payment, reversal)
    }

    /// Takes in what the store captured for a payment.
    /// - Returns: the payment as it is now; another one when this was closed before the money came.
    func settle(_ payment: Payment, _ record: StoreRecord) throws(Failure) -> Payment {
        try refuseUnproven(payment.storeCode)
        guard core.isCarrier || !settings.asksStore(payment.storeCode) else { throw Self.onlyAtServer(payment.storeCode) }
        if let other = try self.payment(
            ofStoreTransaction: record.transactionId, storeCode: payment.storeCode, claimedBy: payment.userId),
            other.paymentSeq != payment.paymentSeq
        {
            // Late money that became a payment of its own is found again under its order.
            if other.orderKey == payment.orderKey, other.userId == payment.userId {
                // It is a claim as long as nobody but its device has said so.
                if other.state == PaymentState.paid, core.isCarrier { return try settle(other, record) }
                return other
            }
            throw mismatch(payment, "the store transaction belongs to payment \(other.paymentSeq)", record, isCaptured: false)
        }
        var difference = record.difference(from: payment)
        if difference == nil { difference = try strangersSubscription(record, payment) }
        // Of a store that somebody else verifies it is the device alone that says money was taken.
        if let difference { throw mismatch(payment, difference, record, isCaptured: !settings.verifiesLater(payment.storeCode)) }
        var paid = payment
        if PaymentState.isClosedUnpaid(payment.state) {
            if try isRefused(payment, record) { return payment }
            paid = try reopened(payment)
        }
        paid.storeTransactionId = record.transactionId
        paid.storeReceipt = record.receipt
        paid.purchaseDate = record.purchaseDate
        paid.isPromotion = paid.isPromotion || record.isPromotion
        if ProductType.isSubscription(payment.productType) {
            paid.originalPaymentId = record.originalTransactionId ?? record.transactionId
            paid.expiryDate = record.expiryDate ?? record.purchaseDate &+ payment.subscriptionPeriod
        }
        // Versions before had entered what was only claimed.
        if paid.state == PaymentState.paid, try hasEntered(paid, Movement.captured) { return try granted(paid) }
        return try granted(paid, captured: Movement.captured)
    }

    /// Whoever verifies the store's receipts has said no to this one: for this payment, or for what its order became when the money came
    /// after it had been closed.
    private func isRefused(_ payment: Payment, _ record: StoreRecord) throws(Failure) -> Bool {
        guard settings.verifiesLater(payment.storeCode) else { return false }
        return try !query(
            """
            SELECT u.reason FROM payments p JOIN unmatched_money u ON u.payment_seq = p.payment_seq
            WHERE p.order_key = ? AND p.store_code = ? AND p.user_id = ? AND u.store_transaction_id = ?
            """,
            [.text(payment.orderKey), .text(payment.storeCode), .text(payment.userId), .text(record.transactionId)]
        ).isEmpty
    }

    private func strangersSubscription(_ record: StoreRecord, _ payment: Payment) throws(Failure) -> String? {
        guard let original = record.originalTransactionId,
            let found = try subscriptions.subscription(original, storeCode: payment.storeCode),
            found.userId != payment.userId
        else { return nil }
        return "the subscription that the store names is another member's"
    }

    /// A payment that was closed as unpaid does not open again; money that the store took for it after all becomes a payment of its own.
    private func reopened(_ closed: Payment) throws(Failure) -> Payment {
        let late = Payment(closed, as: core.newPaymentSeq(), orderKey: closed.orderKey, date: now)
        // What it was authorised with is the late payment's from now on.
        try run("UPDATE payments SET store_transaction_id = NULL WHERE payment_seq = ?", [.text(closed.paymentSeq)])
        try insert(late, .late)
        return late
    }

    /// Writes the receipt and, as far as this store's receipts are checked here, the money and the grant. The same write tells SANDBOX of
    /// it: its orders are in this database. Where they wait for whoever verifies them, the store's transaction is claimed and no more.
    /// - Parameter captured: how the money came in; nil when that was entered before.
    func granted(_ payment: Payment, captured: String? = nil) throws(Failure) -> Payment {
        let waits = payment.state < PaymentState.verified && settings.verifiesLater(payment.storeCode)
        payment.state = waits ? PaymentState.paid : PaymentState.unconsumed
        if waits {
            if let transactionId = payment.storeTransactionId {
                try enterClaim(payment, transactionId, receipt: payment.storeReceipt, original: payment.originalPaymentId)
            }
            payment.storeTransactionId = nil
            payment.storeReceipt = nil
            payment.originalPaymentId = nil
        } else {
            try endClaim(payment)
            if payment.purchaseToken == nil { payment.purchaseToken = newSecret() }
            if payment.storeCode == StoreSettings.sandbox, !payment.isStoreFinished { try sandboxStore.finishOrder(of: payment) }
        }
        try claim(
            """
            UPDATE payments SET state = ?, store_transaction_id = ?, receipt = ?, purchase_token = ?, original_payment_id = ?,
                purchase_date = ?, expiry_date = ?, granted_date = ?, is_promotion = ?, paid_date = COALESCE(paid_date, ?),
                store_finished = ?
            WHERE payment_seq = ? AND state < ?
            """,
            [
                .integer(payment.state), Value(payment.storeTransactionId), Value(payment.storeReceipt), Value(payment.purchaseToken),
                Value(payment.originalPaymentId), payment.purchaseDate.map { .integer($0) } ?? .null,
                payment.expiryDate.map { .integer($0) } ?? .null, waits ? .null : .integer(now), .integer(payment.isPromotion ? 1 : 0),
                .integer(paidDate(of: payment, captured)), .integer(payment.isStoreFinished ? 1 : 0), .text(payment.paymentSeq),
                .integer(payment.state),
            ])
        if waits { return payment }
        if let captured { try enter(payment, captured) }
        try enter(payment, Movement.granted)
        if ProductType.isSubscription(payment.productType) {
            try subscriptions.openSubscription(payment, isKnownToStore: captured != Movement.imported)
        }
        return payment
    }

    /// In which month the money was spent: when it came here, but a renewal and what another journal took at their own dates.
    private func paidDate(of payment: Payment, _ captured: String?) -> Int64 {
        let date = now
        guard captured == Movement.renewed || captured == Movement.imported, let own = payment.purchaseDate else { return date }
        return min(own, date)
    }

    /// A payment that stopped between the money and the grant goes on; every other stays as it is. One whose store is verified by nobody
    /// any more is believed where its device is.
    func resumed(_ payment: Payment) throws(Failure) -> Payment {
        if payment.state == PaymentState.paid {
            guard !settings.verifiesLater(payment.storeCode), !settings.asksStore(payment.storeCode),
                core.believesAsker || settings.app.isSandbox
            else { return payment }
            try takeClaim(payment)
        }
        guard payment.state == PaymentState.verified || payment.state == PaymentState.paid, payment.storeTransactionId != nil else {
            return payment
        }
        return try granted(payment, captured: try hasEntered(payment, Movement.captured) ? nil : Movement.captured)
    }

    func payment(ofStoreTransaction transactionId: String, storeCode: String) throws(Failure) -> Payment? {
        let rows = try query(
            "SELECT \(Payment.columns) FROM payments WHERE store_code = ? AND store_transaction_id = ?",
            [.text(storeCode), .text(transactionId)])
        return rows.first.map { Payment($0) }
    }
}
