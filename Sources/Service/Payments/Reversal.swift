import Codecs
import Linux
import Messages
import Storage

/// Money that goes back: refunds and chargebacks. A payment that was consumed keeps that in its history and is refunded all the same.
extension Payments {
    /// Again changes nothing, and a chargeback after a refund neither: money goes back once.
    func reverse(_ payment: Payment, _ movement: String) throws(Failure) -> Payment {
        if payment.state == PaymentState.refunded { return payment }
        if PaymentState.isClosedUnpaid(payment.state) { return try reverseUnmatched(payment, movement) }
        // Its subscription is changed as it was read.
        if ProductType.isSubscription(payment.productType) { try core.lock(member: payment.userId) }
        let before = payment.state
        payment.state = PaymentState.refunded
        if payment.storeTransactionId == nil, payment.storeCode != StoreSettings.sandbox, let claim = try claim(of: payment.paymentSeq),
            try self.payment(ofStoreTransaction: claim.transactionId, storeCode: payment.storeCode) == nil
        {
            payment.storeTransactionId = claim.transactionId
        }
        try endClaim(payment)
        if payment.storeTransactionId == nil { payment.storeTransactionId = try sandboxStore.sandboxOrder(of: payment)?.storeTransactionId }
        try claim(
            "UPDATE payments SET state = ?, closed_date = ?, store_transaction_id = ? WHERE payment_seq = ? AND state = ?",
            [
                .integer(payment.state), .integer(now), Value(payment.storeTransactionId), .text(payment.paymentSeq), .integer(before),
            ])
        // What was paid and given back before anybody here heard of it is both movements.
        if before < PaymentState.verified, try !hasEntered(payment, Movement.captured) { try enter(payment, Movement.captured) }
        try enter(payment, movement)
        // The second one of a subscription that was paid twice stands in sight until then.
        if payment.storeCode != StoreSettings.sandbox { try returned(payment.paymentSeq, movement) }
        if before == PaymentState.unconsumed { try enter(payment, Movement.revoked) }
        if let subscription = try subscriptions.subscription(of: payment), subscription.paymentSeq == payment.paymentSeq {
            subscription.end(Subscription.Status.revoked, at: now)
            try subscriptions.store(subscription)
        }
        try subscriptions.tell(payment, movement)
        return payment
    }

    /// Money that bought nothing, because it did not fit its reservation, can go back too.
    private func reverseUnmatched(_ payment: Payment, _ movement: String) throws(Failure) -> Payment {
        // No write says so of a payment that stays closed: of a refund and a chargeback at one moment the second waits, and sees the first.
        try core.lock("payments", "payment_seq", .text(payment.paymentSeq))
        let rows = try query("SELECT movement, amount, currency FROM ledger WHERE payment_seq = ?", [.text(payment.paymentSeq)])
        guard rows.count == 1, let captured = rows.first, captured.text(0) == Movement.captured else { return payment }
        try enter(payment, movement, amount: captured.text(1), currency: captured.text(2))
        try returned(payment.paymentSeq, movement)
        return payment
    }

    /// {paymentSeq, kind: REFUND | CHARGEBACK}. At a store that the server asks this enters nothing: a refund is kept and asked of the
    /// store, and the answer has {storeOrder}, from which the server goes on. At a server `paymentSeq` may be the name of unmatched money.
    func refund(_ request: Request) throws(Failure) -> Reply {
        let parameters = Parameters(request.parameters)
        let kind = try parameters.oneOf("kind", ["REFUND", "CHARGEBACK"])
        #if hasFeature(Embedded)
        let payment = try anyPayment(parameters)
        #else
        let key = try parameters.text("paymentSeq", bytesMax: Self.unmatchedKeyBytesMax)
        let found = try self.payment(key)
        if found == nil, let begun = try beginRefund(ofUnmatched: key, kind) { return .success(.object(begun)) }
        guard let payment = found else { throw parameters.wrong("paymentSeq", "there is no payment \"\(key)\"") }
        #endif
        if settings.asksStore(payment.storeCode) { return .success(.object(try beginRefund(payment, kind))) }
        return try answer(takeBack(payment, kind == "REFUND" ? Movement.refunded : Movement.chargeback))
    }

    static let unmatchedKeyBytesMax = 512

    /// The SANDBOX store gives the money back; of stores that no server asks this is the note that theirs did.
    func takeBack(_ payment: Payment, _ movement: String) throws(Failure) -> Payment {
        if payment.state == PaymentState.refunded { return payment }
        let order = try sandboxStore.sandboxOrder(of: payment)
        var hasMoney = payment.state >= PaymentState.paid && !PaymentState.isClosedUnpaid(payment.state)
        // Claimed, and not verified.
        if payment.state == PaymentState.paid { hasMoney = try hasEntered(payment, Movement.captured) }
        if let order {
            hasMoney = hasMoney || order.hasCaptured(at: now)
        } else if !hasMoney {
            hasMoney = try hasEntered(payment, Movement.captured)
        }
        guard hasMoney else { throw Self.nothingPaid(payment) }
        #if !hasFeature(Embedded)
        try refuseOfUnnamedStore(payment.storeCode, "payment \(payment.paymentSeq)")
        #endif
        if let order, order.reversal == nil { try sandboxStore.setOutcome(movement, of: order) }
        return try reverse(payment, movement)
    }

    #if !hasFeature(Embedded)
    /// Whether its store was asked by the server is not known any more: then nobody's word but the store's own is a refund.
    /// - Parameter paid: what was paid there.
    func refuseOfUnnamedStore(_ storeCode: String, _ paid: String) throws(Failure) {
        if storeCode == StoreSettings.sandbox || settings.stores.contains(where: { $0.storeCode == storeCode }) { return }
        throw Failure.refused(
            ResultCode.paymentStateInvalid,
            "\(paid) was paid at \(storeCode), which $.stores does not name any more: name it for as long as its money may go back",
            body: ["detailCode": .integer(IAPCode.purchaseStatusInvalid)])
    }
    #endif

    /// For the console: a payment of whomever.
    func anyPayment(_ parameters: Parameters) throws(Failure) -> Payment {
        let paymentSeq = try parameters.text("paymentSeq", bytesMax: 64)
        guard let payment = try payment(paymentSeq) else {
            throw parameters.wrong("paymentSeq", "there is no payment \"\(paymentSeq)\"")
        }
        return payment
    }
}
