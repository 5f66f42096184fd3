import Linux
import Storage

extension Payments {
    /// Nobody can drive a withdrawn member's payments on: what the store holds is called off, what it has captured is entered.
    /// - Parameter date: of the withdrawal: nothing is renewed behind it.
    func endOpen(of userId: String, at date: Int64) throws(Failure) {
        try subscriptions.bookRenewals(of: userId, until: min(date, now))
        try run("UPDATE subscriptions SET renews = 0 WHERE user_id = ? AND \(Subscription.isRunning)", [.text(userId)])
        // Money that does not fit is kept with the unmatched, and is no reason to refuse the withdrawal.
        for payment in try payments("user_id = ? AND \(Payment.isOpen) AND state < ?", [.text(userId), .integer(PaymentState.unconsumed)]) {
            _ = try attempt { () throws(Failure) in try reportUnpaid(payment, PaymentState.cancelled) }
        }
    }
}
