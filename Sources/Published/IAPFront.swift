import Codecs
import Linux
import Messages

/// The NHN Cloud IAP server API (`/v1/service/...`): what a game server asks that was written for it and not for Gamebase. The same
/// payments; the key that lets a caller in is the IAP app key, and the header of an answer has no transaction id.
enum IAPFront {
    private static let prefix = "/v1/service/"

    static func serves(_ call: ServerCall) -> Bool { call.path.utf8.starts(with: prefix.utf8) }

    static func route(_ call: ServerCall) -> ServerRoute {
        var access: JSONObject = ["wire": "iap"]
        access.set("key", call.key)
        guard call.method == "POST" else {
            return .refusal(ResultCode.iapMethodWrong, "\(call.method) is not served here; use POST", access: access)
        }
        switch call.path {
        case "/v1/service/consume":
            var key = JSONObject()
            // Its answer has another shape than Gamebase's: the two are not each other's repetition.
            key.set("transactionId", call.transactionId.map { "IAP \($0)" })
            return .posted(.serverConsume, call, access: access, adding: key) { ["result": .object(consumed($0))] }
        case "/v1/service/consumable":
            return .posted(.serverIAPConsumable, call, access: access) { ["result": $0.entries("payments", payment)] }
        case "/v1/service/activeSubscriptionList":
            return .posted(.serverIAPActiveSubscriptions, call, access: access) { ["result": $0.entries("subscriptions", active)] }
        default: return .refusal(ResultCode.iapParameterInvalid, "\(call.path) is not served", access: access)
        }
    }

    private static func consumed(_ body: JSON) -> JSONObject {
        ["price": body["price"] ?? .null, "currency": body["currency"] ?? .null, "productSeq": body["itemSeq"] ?? .null]
    }

    private static func payment(_ body: JSON) -> JSONObject {
        [
            "paymentSeq": body["paymentSeq"] ?? .null, "productSeq": body["itemSeq"] ?? .null, "currency": body["currency"] ?? .null,
            "price": body["price"] ?? .null, "accessToken": body["purchaseToken"] ?? .null,
        ]
    }

    private static func active(_ body: JSON) -> JSONObject {
        var object: JSONObject = [
            "channel": "GF", "userId": body["userKey"] ?? .null, "paymentSeq": body["paymentSeq"] ?? .null, "appId": body["appId"] ?? .null,
            "productId": body["marketItemId"] ?? .null, "productType": body["productType"] ?? .null, "productSeq": body["itemSeq"] ?? .null,
            "currency": body["currency"] ?? .null, "price": body["price"] ?? .null, "paymentId": body["storeTransactionId"] ?? .null,
            "originalPaymentId": body["originalPaymentId"] ?? .null, "purchaseTimeMillis": body["purchaseDate"] ?? 0,
            "expiryTimeMillis": body["expiryDate"] ?? 0,
        ]
        if body["periods"]?.int64Value ?? 0 > 1 { object["renewTimeMillis"] = body["purchaseDate"] ?? 0 }
        return object
    }
}
