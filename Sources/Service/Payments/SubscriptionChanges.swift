import Linux
import Storage
import Wire

/// What happens to subscriptions at their store: at SANDBOX when the console or a game server says so.
extension Service {
    static let subscriptionActions = ["CANCEL", "RESTART", "FAIL_RENEWAL", "GRACE", "HOLD", "PAUSE", "RECOVER", "REVOKE", "EXPIRE"]

    /// {paymentSeq (of any period), action} -> {status, referenceStatus, expiryDate}
    func changeSubscription(_ request: Request) throws(Failure) -> Reply {
        let parameters = Parameters(request.parameters)
        let payment = try anyPayment(parameters)
        let action = try parameters.oneOf("action", Self.subscriptionActions)
        try bookRenewals(of: payment.userId)
        guard let subscription = try subscription(of: payment) else {
            throw parameters.wrong("paymentSeq", "payment \(payment.paymentSeq) is \(payment.productType) and of no subscription")
        }
        guard payment.storeCode == StoreSettings.sandbox || action == "REVOKE" || action == "EXPIRE" else {
            throw parameters.wrong("action", "\(action) happens at the store \(payment.storeCode); the SANDBOX store alone is played here")
        }
        let changed = try change(subscription, action)
        return .success([
            "status": .string(changed.status), "referenceStatus": .string(changed.referenceStatus), "expiryDate": .integer(changed.expiryDate),
        ])
    }

    func change(_ subscription: Subscription, _ action: String) throws(Failure) -> Subscription {
        typealias Status = Subscription.Status
        var changed = subscription
        let date = now
        let isRunning = subscription.status == Status.active
        switch action {
        case "CANCEL" where isRunning || subscription.status == Status.inGrace || subscription.status == Status.onHold
            || subscription.status == Status.paused:
            changed.renews = false
            changed.planned = nil
            if isRunning {
                changed.status = Status.canceled
                changed.referenceStatus = "CANCELED_SUBSCRIPTION"
            } else {
                // Nothing is paid for any more, so there is nothing to run to the end of.
                changed.end(Status.expired, at: date)
            }
        case "CANCEL" where subscription.status == Status.canceled: return subscription
        case "RESTART" where subscription.status == Status.canceled && subscription.paidUntil > date:
            changed.status = Status.active
            changed.referenceStatus = "RESTARTED"
            changed.renews = true
        case "FAIL_RENEWAL" where isRunning: changed.planned = Subscription.Plan.fail
        case "PAUSE" where isRunning:
            changed.planned = Subscription.Plan.pause
            changed.referenceStatus = "PAUSE_SCHEDULED"
        case "GRACE" where isRunning:
            changed.paidUntil = min(changed.paidUntil, date)
            changed.fail(at: date, settings.sandboxStore)
        case "HOLD" where isRunning || subscription.status == Status.inGrace:
            changed.paidUntil = min(changed.paidUntil, date)
            changed.hold(at: date, settings.sandboxStore)
        case "RECOVER" where subscription.status == Status.inGrace || subscription.status == Status.onHold
            || subscription.status == Status.paused:
            // In grace the player had the goods all the time, so the paid period follows the last one.
            let begin = subscription.status == Status.inGrace ? subscription.paidUntil : date
            _ = try renew(&changed, after: try newestPayment(of: subscription), at: begin, "RECOVERED")
        case "EXPIRE" where !subscription.isOver: changed.end(Status.expired, at: date)
        case "REVOKE" where !subscription.isOver:
            // The money of the running period goes back and the subscription with it.
            _ = try takeBack(try newestPayment(of: subscription), Movement.refunded)
            return try self.subscription(subscription.originalPaymentId, storeCode: subscription.storeCode) ?? subscription
        default:
            throw Failure.refused(
                ResultCode.paymentStateInvalid, "action: \(action) is not possible, the subscription is \(subscription.status)",
                body: ["detailCode": subscription.isOver ? IAPDetailCode.expired : IAPDetailCode.purchaseStatusInvalid])
        }
        try store(changed)
        if action != "RECOVER", changed.referenceStatus != subscription.referenceStatus { try tell(newestPayment(of: changed), changed.referenceStatus) }
        return changed
    }
}
