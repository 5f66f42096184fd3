import Codecs
import Linux
import Messages
import Storage

/// Payments that repeat: periods, renewals, and what their store does to them.
struct Subscriptions: Capability {
    let core: ServiceCore
}

extension Subscriptions {
    static func requests(_ table: inout RequestTable) {
        table.row(.consoleChangeSubscription, "paymentSeq action", Subscriptions.changeSubscription)
    }
}

/// What happens to subscriptions at their store: at SANDBOX when the console or a game server says so.
extension Subscriptions {
    static let subscriptionActions = ["CANCEL", "RESTART", "FAIL_RENEWAL", "GRACE", "HOLD", "PAUSE", "RECOVER", "REVOKE", "EXPIRE"]

    /// {paymentSeq (of any period), action} -> {status, referenceStatus, expiryDate}; REVOKE at a store that the server asks begins the
    /// refund, as `console.refund` does.
    func changeSubscription(_ request: Request) throws(Failure) -> Reply {
        let parameters = Parameters(request.parameters)
        let payment = try payments.anyPayment(parameters)
        let action = try parameters.oneOf("action", Self.subscriptionActions)
        try core.lock(member: payment.userId)
        try bookRenewals(of: payment.userId)
        guard let subscription = try subscription(of: payment) else {
            throw parameters.wrong("paymentSeq", "payment \(payment.paymentSeq) is \(payment.productType) and of no subscription")
        }
        guard payment.storeCode == StoreSettings.sandbox || action == "REVOKE" || action == "EXPIRE" else {
            throw parameters.wrong("action", "\(action) happens at the store \(payment.storeCode); the SANDBOX store alone is played here")
        }
        // The money of the running period is the store's to give back, and the subscription ends with it.
        if action == "REVOKE", !subscription.isOver, settings.asksStore(payment.storeCode) {
            var body = try payments.beginRefund(try newestPayment(of: subscription), "REFUND")
            body["state"] = nil
            for member in subscription.told.members { body[member.key] = member.value }
            return .success(.object(body))
        }
        return .success(.object(try change(subscription, action).told))
    }

    func change(_ subscription: Subscription, _ action: String) throws(Failure) -> Subscription {
        typealias Status = Subscription.Status
        let before = subscription.referenceStatus
        let status = subscription.status
        let date = now
        let isRunning = status == Status.active
        switch action {
        case "CANCEL"
        where isRunning || status == Status.inGrace || status == Status.onHold
            || status == Status.paused:
            subscription.renews = false
            subscription.planned = nil
            if isRunning {
                subscription.status = Status.canceled
                subscription.referenceStatus = "CANCELED_SUBSCRIPTION"
            } else {
                // Nothing is paid for any more, so there is nothing to run to the end of.
                subscription.end(Status.expired, at: date)
            }
        case "CANCEL" where status == Status.canceled: return subscription
        case "RESTART" where status == Status.canceled && subscription.paidUntil > date:
            subscription.status = Status.active
            subscription.referenceStatus = "RESTARTED"
            subscription.renews = true
        case "FAIL_RENEWAL" where isRunning: subscription.planned = Subscription.Plan.fail
        case "PAUSE" where isRunning:
            subscription.planned = Subscription.Plan.pause
            subscription.referenceStatus = "PAUSE_SCHEDULED"
        case "GRACE" where isRunning:
            subscription.paidUntil = min(subscription.paidUntil, date)
            subscription.fail(at: date, settings.sandboxStore)
        case "HOLD" where isRunning || status == Status.inGrace:
            subscription.paidUntil = min(subscription.paidUntil, date)
            subscription.hold(at: date, settings.sandboxStore)
        case "RECOVER"
        where settings.app.isSandbox
            && (status == Status.inGrace || status == Status.onHold || status == Status.paused):
            // In grace the player had the goods all the time, so the paid period follows the last one. None begins before the last one's end,
            // though the clock went back.
            let begin = status == Status.inGrace ? subscription.paidUntil : max(date, subscription.paidUntil)
            _ = try renew(subscription, after: try newestPayment(of: subscription), at: begin, "RECOVERED")
        case "EXPIRE" where !subscription.isOver: subscription.end(Status.expired, at: date)
        case "REVOKE" where !subscription.isOver:
            // The money of the running period goes back and the subscription with it.
            _ = try payments.takeBack(try newestPayment(of: subscription), Movement.refunded)
            return try self.subscription(subscription.originalPaymentId, storeCode: subscription.storeCode) ?? subscription
        default:
            throw Failure.refused(
                ResultCode.paymentStateInvalid, "action: \(action) is not possible, the subscription is \(subscription.status)",
                body: ["detailCode": subscription.isOver ? .integer(IAPCode.expired) : .integer(IAPCode.purchaseStatusInvalid)])
        }
        try store(subscription)
        if action != "RECOVER", subscription.referenceStatus != before {
            try tell(newestPayment(of: subscription), subscription.referenceStatus)
        }
        return subscription
    }
}
