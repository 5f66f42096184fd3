import Linux
import Messages
import Storage

/// Subscriptions by day: those that players begin to have, have again, pay for once more and no longer have, each when it is entered. A
/// game's own process sells those of the SANDBOX store alone, and counts none.
extension Figures {
    #if hasFeature(Embedded)
    func noteSubscription(_ subscription: Subscription, isNew: Bool = false) throws(Failure) {}
    func noteRenewed(_ payment: Payment) {}
    #else
    /// The sums of this day are those of now.
    static let dayOfNow: Int64 = 0

    /// Called whenever a subscription is stored: only what players have of it counts.
    func noteSubscription(_ subscription: Subscription, isNew: Bool = false) throws(Failure) {
        guard subscription.isListed != subscription.wasListed else { return }
        subscription.wasListed = subscription.isListed
        let rows = try query("SELECT \(Payment.columns) FROM payments WHERE payment_seq = ?", [.text(subscription.paymentSeq)])
        guard let payment = rows.first.map({ Payment($0) }) else { return }
        noteSubscription(!subscription.isListed ? .lapsed : isNew ? .subscribed : .resumed, payment)
        noteSubscription(.subscribers, payment, day: Self.dayOfNow, subscription.isListed ? 1 : -1)
    }

    func noteRenewed(_ payment: Payment) { noteSubscription(.renewed, payment) }

    private func noteSubscription(_ measure: Measure, _ payment: Payment, day: Int64? = nil, _ amount: Int64 = 1) {
        add(
            measure, value: Segment.unknown.ofPayment(payment), number: payment.isSandbox ? 1 : 0, day: day ?? settings.day(of: now), amount
        )
    }
    #endif
}
