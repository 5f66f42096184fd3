import Linux
import Storage
import Wire

/// The subscription requests of game servers ("Purchase(IAP)" of the server API guide).
extension Service {
    static let statusPaymentsMax = 10

    /// POST /active-subscriptions {marketIds, packageName, userId, includeInactiveGoogleStatuses}
    func serverActiveSubscriptions(_ call: ServerCall) throws(Failure) -> String {
        let parameters = try call.parameters()
        let userId = try parameters.text("userId", bytesMax: 64)
        _ = try parameters.text("packageName", bytesMax: 255)
        let stores = try Self.marketIds(parameters)
        let andOnHold = try parameters.texts("includeInactiveGoogleStatuses", countMax: 16, bytesMax: 32)?.contains("ON_HOLD") ?? false
        try bookRenewals(of: userId)
        var result: [JSON] = []
        for (subscription, payment) in try runningSubscriptions(of: userId, andOnHold: andOnHold)
        where stores.isEmpty || stores.contains(payment.storeCode) {
            var object = payment.serverJSON
            object["userId"] = .string(userId)
            object["productId"] = .string(payment.marketItemId)
            object["productType"] = .string(payment.productType)
            object["linkedPaymentId"] = .optional(try linkedPaymentId(of: subscription))
            for member in Self.dates(subscription, payment).members { object[member.key] = member.value }
            result.append(.object(object))
        }
        return call.success(["result": .array(result)])
    }

    /// POST /subscriptions/status {payments: [{paymentSeq, accessToken}]}: of any period, the newest one's state.
    func serverSubscriptionStatus(_ call: ServerCall) throws(Failure) -> String {
        var result: [JSON] = []
        for entry in try call.parameters().objects("payments", countMax: Self.statusPaymentsMax) {
            let (subscription, payment, given) = try subscription(entry)
            var object: JSONObject = [
                "userId": .string(payment.userId), "paymentSeq": .string(given.paymentSeq), "accessToken": .optional(given.purchaseToken),
                "paymentId": .optional(payment.storeTransactionId),
            ]
            for member in Self.dates(subscription, payment).members { object[member.key] = member.value }
            result.append(.object(object))
        }
        return call.success(["result": .array(result)])
    }

    /// POST /subscriptions/cancel and /subscriptions/revoke {paymentSeq, accessToken}
    func serverEndSubscription(_ call: ServerCall, _ action: String) throws(Failure) -> String {
        let (subscription, payment, _) = try subscription(try call.parameters())
        guard payment.storeCode == StoreSettings.sandbox else {
            throw Failure.refused(ResultCode.iapParameterInvalid, "subscriptions of the store \(payment.storeCode) are ended at that store")
        }
        do throws(Failure) {
            _ = try change(subscription, action)
        } catch {
            guard case .refused(let reply) = error else { throw error }
            throw Failure.refused(ResultCode.iapParameterInvalid, reply.message)
        }
        return call.success([:])
    }

    /// The subscription of the payment that both keys name, up to date, with its newest payment.
    private func subscription(
        _ parameters: Parameters
    ) throws(Failure) -> (subscription: Subscription, newest: Payment, given: Payment) {
        let paymentSeq = try parameters.text("paymentSeq", bytesMax: 64)
        let given = try payment(paymentSeq: paymentSeq, accessToken: try parameters.text("accessToken"))
        try bookRenewals(of: given.userId)
        guard let subscription = try subscription(of: given) else {
            throw Failure.refused(ResultCode.iapParameterInvalid, "payment \(paymentSeq) is \(given.productType), no subscription")
        }
        return (subscription, try newestPayment(of: subscription), given)
    }

    private static func dates(_ subscription: Subscription, _ payment: Payment) -> JSONObject {
        var object: JSONObject = [
            "originalPaymentId": .string(subscription.originalPaymentId),
            "purchaseTime": .string(ISO8601.text(epochMilliseconds: payment.purchaseDate ?? 0)),
            "expiryTime": .string(ISO8601.text(epochMilliseconds: subscription.expiryDate)),
            "referenceStatus": .string(subscription.referenceStatus),
        ]
        if subscription.periods > 1 { object["renewTime"] = object["purchaseTime"] }
        return object
    }

    /// The payment of the subscription that this one took the place of.
    private func linkedPaymentId(of subscription: Subscription) throws(Failure) -> String? {
        let earlier = try subscriptions(
            "user_id = ? AND subscription_group = ? AND original_payment_id <> ? AND paid_until <= ? ORDER BY paid_until DESC LIMIT 1",
            [
                .text(subscription.userId), .text(subscription.group), .text(subscription.originalPaymentId),
                .integer(subscription.paidUntil),
            ])
        guard let earlier = earlier.first else { return nil }
        return try newestPayment(of: earlier).storeTransactionId
    }
}
