import Codecs
import Linux
import Messages

/// The Gamebase Server API v1.3 ("Server API guide"): paths, and the keys of its answers.
enum GamebaseFront {
    static let version = "v1.3"
    /// Of NHN Cloud Push, by its own paths.
    static let pushVersion = "v2.4"

    static func route(_ call: ServerCall) -> ServerRoute {
        guard let target = call.target else {
            if PercentEncoding.decode(call.path) == nil {
                return .refusal(
                    ResultCode.parameterInvalid, "the path and the query must be UTF-8, percent-encoded, without U+0000",
                    access: ["wire": "none"])
            }
            return .refusal(
                ResultCode.apiUnknown, "\(call.method) \(call.path) is not a path of the Gamebase Server API", access: ["wire": "none"])
        }
        let version = call.isOfPush ? pushVersion : version
        guard target.version == version else {
            return .refusal(
                ResultCode.apiVersionUnknown, "version \"\(target.version)\" is not served; use \(version)", access: ["wire": "none"])
        }
        var access: JSONObject = ["wire": "gamebase", "appId": .string(target.appId)]
        access.set("key", call.key)
        return route(call, target, access)
    }

    private static func route(_ call: ServerCall, _ target: ServerCall.Target, _ access: JSONObject) -> ServerRoute {
        switch target.product {
        case "tcgb-inapp": payments(call, target, access)
        case "tcgb-gateway": gateway(call, target, access)
        case "tcgb-leaderboard": leaderboard(call, target, access)
        #if !hasFeature(Embedded)
        case "tcgb-member": members(call, target, access)
        case "tcgb-launching": launching(call, target, access)
        case "tcgb-push", "push": push(call, target, access)
        #endif
        default: unknown(call, access)
        }
    }

    static func unknown(_ call: ServerCall, _ access: JSONObject) -> ServerRoute {
        .refusal(ResultCode.apiUnknown, "\(call.method) \(call.path) is not served", access: access)
    }

    // MARK: Payments

    private static func payments(_ call: ServerCall, _ target: ServerCall.Target, _ access: JSONObject) -> ServerRoute {
        let path = target.path
        switch (call.method, path.count) {
        case ("POST", 1) where path[0] == "consume":
            var key = JSONObject()
            key.set("transactionId", call.transactionId)
            return .posted(.serverConsume, call, access: access, adding: key) { ["result": .object(consumed($0))] }
        case ("POST", 1) where path[0] == "consumable":
            return .posted(.serverConsumable, call, access: access) { ["result": $0.entries("payments", payment)] }
        case ("GET", 2) where path[0] == "payment" && path[1] == "transaction":
            return ServerRoute(
                request: .serverPayment, access: access, body: ["accessToken": .string(target.query("accessToken") ?? "")]
            ) { body throws(ServerFront.Refusal) in ["result": .object(transaction(body))] }
        case ("POST", 1) where path[0] == "active-subscriptions":
            return .posted(.serverActiveSubscriptions, call, access: access) { ["result": $0.entries("subscriptions", active)] }
        case ("POST", 2) where path[0] == "subscriptions" && path[1] == "status":
            return .posted(.serverSubscriptionStatus, call, access: access) { ["result": $0.entries("subscriptions", status)] }
        case ("POST", 2) where path[0] == "subscriptions" && path[1] == "cancel":
            return .posted(.serverEndSubscription, call, access: access, adding: ["action": "CANCEL"]) { _ in [:] }
        case ("POST", 2) where path[0] == "subscriptions" && path[1] == "revoke":
            return .posted(.serverEndSubscription, call, access: access, adding: ["action": "REVOKE"]) { _ in [:] }
        default: return unknown(call, access)
        }
    }

    // MARK: The keys of the answers

    private static func consumed(_ body: JSON) -> JSONObject {
        var result: JSONObject = [
            "price": body["price"] ?? .null, "currency": body["currency"] ?? .null, "productSeq": body["itemSeq"] ?? .null,
            "marketId": body["storeCode"] ?? .null, "gamebaseProductId": body["gamebaseProductId"] ?? .null,
        ]
        if let payload = body["payload"], !payload.isNull { result["payload"] = payload }
        return result
    }

    private static func payment(_ body: JSON) -> JSONObject {
        var object: JSONObject = [
            "paymentSeq": body["paymentSeq"] ?? .null, "productSeq": body["itemSeq"] ?? .null, "currency": body["currency"] ?? .null,
            "price": body["price"] ?? .null, "marketId": body["storeCode"] ?? .null, "accessToken": body["purchaseToken"] ?? .null,
            "paymentId": body["storeTransactionId"] ?? .null, "gamebaseProductId": body["gamebaseProductId"] ?? .null,
            "purchaseTime": time(body, "purchaseDate"),
        ]
        if let payload = body["payload"], !payload.isNull { object["payload"] = payload }
        object["isTestPurchase"] = body["isSandbox"] ?? false
        return object
    }

    private static func transaction(_ body: JSON) -> JSONObject {
        var result = payment(body)
        result["productType"] = body["productType"] ?? .null
        result["userId"] = body["userId"] ?? .null
        result["paymentToken"] = body["purchaseToken"] ?? .null
        result["isConsumable"] = body["isConsumable"] ?? false
        return result
    }

    private static func active(_ body: JSON) -> JSONObject {
        var object = payment(body)
        object["userId"] = body["userId"] ?? .null
        object["productId"] = body["marketItemId"] ?? .null
        object["productType"] = body["productType"] ?? .null
        object["linkedPaymentId"] = body["linkedPaymentId"] ?? .null
        for member in dates(body).members { object[member.key] = member.value }
        return object
    }

    /// Of the payment that was asked for, with what its subscription is now.
    private static func status(_ body: JSON) -> JSONObject {
        var object: JSONObject = [
            "userId": body["userId"] ?? .null, "paymentSeq": body["given"]?["paymentSeq"] ?? .null,
            "accessToken": body["given"]?["purchaseToken"] ?? .null, "paymentId": body["storeTransactionId"] ?? .null,
        ]
        for member in dates(body).members { object[member.key] = member.value }
        return object
    }

    private static func dates(_ body: JSON) -> JSONObject {
        var object: JSONObject = [
            "originalPaymentId": body["originalPaymentId"] ?? .null, "purchaseTime": time(body, "purchaseDate"),
            "expiryTime": time(body, "expiryDate"), "referenceStatus": body["referenceStatus"] ?? .null,
        ]
        if body["periods"]?.int64Value ?? 0 > 1 { object["renewTime"] = object["purchaseTime"] }
        return object
    }

    /// Every date is a text in this API.
    static func dated(_ body: JSON) -> JSON {
        if let list = body.arrayValue { return .array(list.map { dated($0) }) }
        guard var object = body.objectValue else { return body }
        for member in object.members {
            let isDate = member.key.utf8.count > 4 && member.key.utf8.suffix(4).elementsEqual("Date".utf8) && member.value.int64Value != nil
            object[member.key] = isDate ? time(body, member.key) : dated(member.value)
        }
        return .object(object)
    }

    private static func time(_ body: JSON, _ key: String) -> JSON {
        .string(ISO8601.text(epochMilliseconds: body[key]?.int64Value ?? 0))
    }
}
