import Linux
import Messages
import Storage
import Wire

/// What the console allows players to buy. Asked before a store hears of a purchase, so that nobody pays for what is then refused.
extension Payments {
    func refuseUnlessAllowed(_ product: Product, of userId: String) throws(Failure) {
        guard settings.purchases.isAllowed else {
            throw Failure.refused(
                ResultCode.purchaseNotAllowed, "purchases are switched off ($.purchases.allowed)",
                body: ["detailCode": .integer(IAPCode.paymentNotAvailable)])
        }
        guard let limit = settings.purchases.monthlyLimits.first(where: { $0.currency == product.currency }) else { return }
        var sum = MoneySum()
        sum.add(product.price, times: 1)
        let month = CalendarDay.month(of: now)
        let rows = try query(
            """
            SELECT price, COUNT(*) FROM payments WHERE user_id = ? AND paid_date >= ? AND paid_date < ? AND currency = ?
                AND state IN (?, ?, ?, ?) GROUP BY price
            """,
            [
                .text(userId), .integer(month.lowerBound), .integer(month.upperBound), .text(product.currency), .integer(PaymentState.paid),
                .integer(PaymentState.verified), .integer(PaymentState.unconsumed), .integer(PaymentState.consumed),
            ])
        for row in rows { sum.add(row.text(0), times: row.integer(1)) }
        guard sum.isAtMost(limit.amount) else {
            throw Failure.refused(
                ResultCode.limitExceeded,
                "\(product.price) \(product.currency) more would pass the \(limit.amount) \(limit.currency) that a member may spend in a month",
                body: ["detailCode": .integer(IAPCode.purchaseLimitExceeded)])
        }
    }
}
