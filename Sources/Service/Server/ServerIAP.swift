import Linux
import Storage
import Wire

/// The NHN Cloud IAP server API (`/v1/service/...`): what a game server asks that was written for it and not for Gamebase. The same
/// payments; the key that lets a caller in is the IAP app key.
extension Service {
    static let iapPrefix = "/v1/service/"

    func answerIAP(_ call: ServerCall, appKey: String?) throws(Failure) -> String {
        if settings.app.iapAppKey != nil || !settings.app.isSandbox {
            guard let expected = settings.app.iapAppKey, let appKey, Self.sameSecret(expected, appKey) else {
                throw Failure.refused(ResultCode.iapParameterInvalid, "X-NHN-TCIAP-AppKey is not the app key ($.app.iapAppKey)")
            }
        }
        guard call.method == "POST" else {
            throw Failure.refused(ResultCode.iapMethodWrong, "\(call.method) is not served here; use POST")
        }
        switch call.path {
        case "/v1/service/consume": return try serverConsume(call)
        case "/v1/service/consumable": return try iapConsumable(call)
        case "/v1/service/activeSubscriptionList": return try iapActiveSubscriptions(call)
        default: throw Failure.refused(ResultCode.iapParameterInvalid, "\(call.path) is not served")
        }
    }

    /// {marketId?, userChannel?, userKey}; without a store those of all.
    private func iapConsumable(_ call: ServerCall) throws(Failure) -> String {
        let (userId, store) = try iapUser(call)
        var result: [JSON] = []
        for payment in try unconsumedPayments(of: userId) where store == nil || payment.storeCode == store {
            result.append([
                "paymentSeq": .string(payment.paymentSeq), "productSeq": .integer(payment.itemSeq), "currency": .string(payment.currency),
                "price": payment.priceNumber, "accessToken": .optional(payment.purchaseToken),
            ])
        }
        return call.success(["result": .array(result)])
    }

    /// {marketId?, packageName?, userChannel?, userKey}
    private func iapActiveSubscriptions(_ call: ServerCall) throws(Failure) -> String {
        let (userId, store) = try iapUser(call)
        let userKey = try call.parameters().text("userKey", bytesMax: 255)
        var result: [JSON] = []
        for (subscription, payment) in try runningSubscriptions(of: userId) where store == nil || payment.storeCode == store {
            var object: JSONObject = [
                "channel": "GF", "userId": .string(userKey), "paymentSeq": .string(payment.paymentSeq), "appId": .optional(appId),
                "productId": .string(payment.marketItemId), "productType": .string(payment.productType),
                "productSeq": .integer(payment.itemSeq), "currency": .string(payment.currency), "price": payment.priceNumber,
                "paymentId": .optional(payment.storeTransactionId), "originalPaymentId": .string(subscription.originalPaymentId),
                "purchaseTimeMillis": .integer(payment.purchaseDate ?? 0), "expiryTimeMillis": .integer(subscription.expiryDate),
            ]
            if subscription.periods > 1 { object["renewTimeMillis"] = .integer(payment.purchaseDate ?? 0) }
            result.append(.object(object))
        }
        return call.success(["result": .array(result)])
    }

    private func iapUser(_ call: ServerCall) throws(Failure) -> (userId: String, store: String?) {
        let parameters = try call.parameters()
        let userId = try member(ofUserKey: try parameters.text("userKey", bytesMax: 255))
        let channel = try parameters.optionalText("userChannel", bytesMax: 16) ?? "GF"
        guard channel == "GF" else { throw parameters.wrong("userChannel", "must be GF") }
        try bookRenewals(of: userId)
        return (userId, try parameters.optionalText("marketId", bytesMax: 32))
    }
}
