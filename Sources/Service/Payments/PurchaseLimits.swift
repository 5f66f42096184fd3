import Codecs
import Linux
import Messages
import Storage

/// What the console allows players to buy. Asked before a store hears of a purchase, so that nobody pays for what is then refused; and
/// again before the money of an approved order is taken, as other orders may have been paid since.
extension Payments {
    /// Longer than any page of a store can still be paid. A reservation that is older has come to nothing and counts to no limit.
    static let payableMilliseconds: Int64 = 60 * 60_000

    func refuseUnlessAllowed(_ product: Product, of userId: String) throws(Failure) {
        guard settings.purchases.isAllowed else {
            throw Failure.refused(
                ResultCode.purchaseNotAllowed, "purchases are switched off ($.purchases.allowed)",
                body: ["detailCode": .integer(IAPCode.paymentNotAvailable)])
        }
        guard let limit = monthlyLimit(product.currency) else { return }
        var sum = try spent(by: userId, in: product.currency, besides: "")
        sum.add(product.price, times: 1)
        guard sum.isAtMost(limit.amount) else {
            throw Failure.refused(
                ResultCode.limitExceeded,
                "\(product.price) \(product.currency) more would pass the \(limit.amount) \(limit.currency) that a member may spend in a "
                    + "month; open purchases count",
                body: ["detailCode": .integer(IAPCode.purchaseLimitExceeded)])
        }
    }

    /// Whether the payment, were it paid, would pass the limit together with what was paid and what can still be.
    func passesLimit(_ payment: Payment) throws(Failure) -> Bool {
        guard let limit = monthlyLimit(payment.currency) else { return false }
        // Of two orders approved at the same moment the second one sees the first.
        try core.lock(member: payment.userId)
        var sum = try spent(by: payment.userId, in: payment.currency, besides: payment.paymentSeq)
        sum.add(payment.price, times: 1)
        return !sum.isAtMost(limit.amount)
    }

    private func monthlyLimit(_ currency: String) -> PurchaseSettings.Limit? {
        settings.purchases.monthlyLimits.first { $0.currency == currency }
    }

    /// What a member has paid this month, consumed or not, and what it has open and may still pay.
    private func spent(by userId: String, in currency: String, besides paymentSeq: String) throws(Failure) -> MoneySum {
        let month = CalendarDay.month(of: now)
        let paid = try query(
            """
            SELECT price, COUNT(*) FROM payments WHERE user_id = ? AND paid_date >= ? AND paid_date < ? AND currency = ?
                AND state IN (?, ?, ?, ?) AND payment_seq <> ? GROUP BY price
            """,
            [
                .text(userId), .integer(month.lowerBound), .integer(month.upperBound), .text(currency), .integer(PaymentState.paid),
                .integer(PaymentState.verified), .integer(PaymentState.unconsumed), .integer(PaymentState.consumed), .text(paymentSeq),
            ])
        let open = try query(
            """
            SELECT price, COUNT(*) FROM payments WHERE user_id = ? AND \(Payment.isOpen) AND currency = ?
                AND (state IN (?, ?) OR (state = ? AND reserved_date > ? AND reserved_date <= ?)) AND payment_seq <> ? GROUP BY price
            """,
            [
                .text(userId), .text(currency), .integer(PaymentState.storePending), .integer(PaymentState.approved),
                // One that was dated by a clock that was far ahead must not count until then.
                .integer(PaymentState.reserved), .integer(now &- Self.payableMilliseconds), .integer(now &+ Self.payableMilliseconds),
                .text(paymentSeq),
            ])
        var sum = MoneySum()
        for row in paid + open { sum.add(row.text(0), times: row.integer(1)) }
        return sum
    }
}
