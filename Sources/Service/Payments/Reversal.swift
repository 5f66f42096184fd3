import Linux
import Messages
import Storage
import Wire

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
        if payment.storeTransactionId == nil { payment.storeTransactionId = try sandboxStore.sandboxOrder(of: payment)?.storeTransactionId }
        try claim(
            "UPDATE payments SET state = ?, closed_date = ?, store_transaction_id = ? WHERE payment_seq = ? AND state = ?",
            [
                .integer(payment.state), .integer(now), Value(payment.storeTransactionId), .text(payment.paymentSeq), .integer(before),
            ])
        // What was paid and given back before anybody here heard of it is both movements.
        if before < PaymentState.paid { try enter(payment, Movement.captured) }
        try enter(payment, movement)
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
        let rows = try query("SELECT movement, amount, currency FROM ledger WHERE payment_seq = ?", [.text(payment.paymentSeq)])
        guard rows.count == 1, let captured = rows.first, captured.text(0) == Movement.captured else { return payment }
        try enter(payment, movement, amount: captured.text(1), currency: captured.text(2))
        return payment
    }

    /// {paymentSeq, kind: REFUND | CHARGEBACK}; a refund at a store that the server asks is only begun here: the answer has {storeOrder},
    /// and the server goes on from there.
    func refund(_ request: Request) throws(Failure) -> Reply {
        let parameters = Parameters(request.parameters)
        let payment = try anyPayment(parameters)
        let isRefund = try parameters.oneOf("kind", ["REFUND", "CHARGEBACK"]) == "REFUND"
        if isRefund, !request.isOwnProcess, PaymentState.isGranted(payment.state), settings.asksStore(payment.storeCode) {
            return .success(["storeOrder": storeView(of: payment)])
        }
        return try answer(takeBack(payment, isRefund ? Movement.refunded : Movement.chargeback))
    }

    /// The SANDBOX store gives the money back; of other stores this is the note that theirs did.
    func takeBack(_ payment: Payment, _ movement: String) throws(Failure) -> Payment {
        if payment.state == PaymentState.refunded { return payment }
        let order = try sandboxStore.sandboxOrder(of: payment)
        var hasMoney = payment.state >= PaymentState.paid && !PaymentState.isClosedUnpaid(payment.state)
        if let order {
            hasMoney = hasMoney || order.hasCaptured(at: now)
        } else if !hasMoney {
            hasMoney = try hasEntered(payment, Movement.captured)
        }
        guard hasMoney else {
            throw Failure.refused(
                ResultCode.paymentStateInvalid,
                "payment \(payment.paymentSeq) is \(PaymentState.name(payment.state)); nothing was paid for it",
                body: ["detailCode": .integer(IAPCode.purchaseStatusInvalid)])
        }
        if let order, order.reversal == nil { try sandboxStore.setOutcome(movement, of: order) }
        return try reverse(payment, movement)
    }

    /// For the console: a payment of whomever.
    func anyPayment(_ parameters: Parameters) throws(Failure) -> Payment {
        let paymentSeq = try parameters.text("paymentSeq", bytesMax: 64)
        guard let payment = try payment(paymentSeq) else {
            throw parameters.wrong("paymentSeq", "there is no payment \"\(paymentSeq)\"")
        }
        return payment
    }
}
