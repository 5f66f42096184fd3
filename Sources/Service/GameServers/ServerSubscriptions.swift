import Codecs
import Linux
import Messages
import Storage

/// The subscription requests of game servers ("Purchase(IAP)" of the server API guide).
extension GameServers {
    static let statusPaymentsMax = 10

    /// {marketIds, packageName, userId, includeInactiveGoogleStatuses} -> {subscriptions}
    func serverActiveSubscriptions(_ request: Request) throws(Failure) -> Reply {
        let parameters = try core.admitted(request)
        let userId = try parameters.text("userId", bytesMax: 64)
        _ = try parameters.text("packageName", bytesMax: 255)
        let stores = try Self.marketIds(parameters)
        let andOnHold = try parameters.texts("includeInactiveGoogleStatuses", countMax: 16, bytesMax: 32)?.contains("ON_HOLD") ?? false
        try subscriptions.bookRenewals(of: userId)
        var subscriptions: [JSON] = []
        for (subscription, payment) in try payments.runningSubscriptions(of: userId, andOnHold: andOnHold)
        where stores.isEmpty || stores.contains(payment.storeCode) {
            var object = Self.serverJSON(subscription, payment)
            object["linkedPaymentId"] = .optional(try linkedPaymentId(of: subscription))
            subscriptions.append(.object(object))
        }
        return .success(["subscriptions": .array(subscriptions)])
    }

    /// {payments: [{paymentSeq, accessToken}]} -> {subscriptions}: of any period, the newest one's state.
    func serverSubscriptionStatus(_ request: Request) throws(Failure) -> Reply {
        var subscriptions: [JSON] = []
        for entry in try core.admitted(request).objects("payments", countMax: Self.statusPaymentsMax) {
            let (subscription, payment, given) = try subscription(entry)
            var object = Self.serverJSON(subscription, payment)
            object["given"] = ["paymentSeq": .string(given.paymentSeq), "purchaseToken": .optional(given.purchaseToken)]
            subscriptions.append(.object(object))
        }
        return .success(["subscriptions": .array(subscriptions)])
    }

    /// {paymentSeq, accessToken, action}: CANCEL or REVOKE.
    func serverEndSubscription(_ request: Request) throws(Failure) -> Reply {
        let parameters = try core.admitted(request)
        let (subscription, payment, _) = try subscription(parameters)
        let action = try parameters.oneOf("action", ["CANCEL", "REVOKE"])
        guard payment.storeCode == StoreSettings.sandbox else {
            throw Failure.refused(ResultCode.iapParameterInvalid, "subscriptions of the store \(payment.storeCode) are ended at that store")
        }
        do throws(Failure) {
            _ = try subscriptions.change(subscription, action)
        } catch {
            guard case .refused(let reply) = error else { throw error }
            throw Failure.refused(ResultCode.iapParameterInvalid, reply.message)
        }
        return .success()
    }

    /// The subscription of the payment that both keys name, up to date, with its newest payment.
    private func subscription(
        _ parameters: Parameters
    ) throws(Failure) -> (subscription: Subscription, newest: Payment, given: Payment) {
        let paymentSeq = try parameters.text("paymentSeq", bytesMax: 64)
        let given = try payments.payment(paymentSeq: paymentSeq, accessToken: try parameters.text("accessToken"))
        try subscriptions.bookRenewals(of: given.userId)
        guard let subscription = try subscriptions.subscription(of: given) else {
            throw Failure.refused(ResultCode.iapParameterInvalid, "payment \(paymentSeq) is \(given.productType), no subscription")
        }
        return (subscription, try subscriptions.newestPayment(of: subscription), given)
    }

    /// A subscription with its newest payment.
    static func serverJSON(_ subscription: Subscription, _ payment: Payment) -> JSONObject {
        var object = payment.serverJSON
        object["originalPaymentId"] = .string(subscription.originalPaymentId)
        object["expiryDate"] = .integer(subscription.expiryDate)
        object["referenceStatus"] = .string(subscription.referenceStatus)
        object["periods"] = .integer(Int64(subscription.periods))
        return object
    }

    /// The payment of the subscription that this one took the place of.
    private func linkedPaymentId(of subscription: Subscription) throws(Failure) -> String? {
        let earlier = try subscriptions.subscriptions(
            "user_id = ? AND subscription_group = ? AND original_payment_id <> ? AND paid_until <= ? ORDER BY paid_until DESC LIMIT 1",
            [
                .text(subscription.userId), .text(subscription.group), .text(subscription.originalPaymentId),
                .integer(subscription.paidUntil),
            ])
        guard let earlier = earlier.first else { return nil }
        return try subscriptions.newestPayment(of: earlier).storeTransactionId
    }
}
