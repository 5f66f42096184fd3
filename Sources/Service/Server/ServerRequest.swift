import Linux
import Wire

/// The Gamebase Server API v1.3, in process: what a game server asks over HTTP, with the same paths and the same JSON. As there, the
/// HTTP status is always 200 and the body's header says what happened.
extension Service {
    static let serverPathBytesMax = 4096
    static let serverBodyBytesMax = 1 << 20

    /// {method, path, secretKey, transactionId, body} -> {status, body}
    func serverRequest(_ request: Request) throws(Failure) -> Reply {
        let parameters = Parameters(request.parameters)
        let method = try parameters.text("method", bytesMax: 16)
        let path = try parameters.text("path", bytesMax: Self.serverPathBytesMax)
        let secretKey = try parameters.optionalText("secretKey")
        let givenId = try parameters.optionalText("transactionId", bytesMax: 256)
        let body = try parameters.optionalText("body", bytesMax: Self.serverBodyBytesMax) ?? ""
        let transactionId = givenId ?? (request.transactionId.isEmpty ? newCode(characters: 16) : request.transactionId)
        let call = ServerCall(method: method, path: path, body: body, givenTransactionId: givenId, transactionId: transactionId)
        do throws(Failure) {
            return Self.served(try answer(call, secretKey: secretKey))
        } catch {
            // A refusal like every other, in the words of game servers.
            guard case .refused(let reply) = error else { throw error }
            throw Failure.refused(Self.served(call.failure(reply.resultCode, reply.message)))
        }
    }

    private static func served(_ body: String) -> Reply { .success(["status": 200, "body": .string(body)]) }

    private func answer(_ call: ServerCall, secretKey: String?) throws(Failure) -> String {
        if call.isIAP { return try answerIAP(call, appKey: secretKey) }
        guard let target = call.target else {
            throw Failure.refused(ResultCode.apiUnknown, "\(call.method) \(call.path) is not a path of the Gamebase Server API")
        }
        try check(target, secretKey)
        return try answer(call, target)
    }

    private func check(_ target: ServerCall.Target, _ secretKey: String?) throws(Failure) {
        guard target.version == "v1.3" else {
            throw Failure.refused(ResultCode.apiVersionUnknown, "version \"\(target.version)\" is not served; use v1.3")
        }
        guard let appId, appId == target.appId else {
            throw Failure.refused(ResultCode.appIdInvalid, "apps/\(target.appId): this service is the app \"\(appId ?? "")\"")
        }
        if settings.app.secretKey == nil, settings.app.isSandbox { return }
        guard let expected = settings.app.secretKey, let secretKey, Self.sameSecret(expected, secretKey) else {
            throw Failure.refused(ResultCode.secretKeyInvalid, "X-Secret-Key is not the app's secret key")
        }
    }

    private func answer(_ call: ServerCall, _ target: ServerCall.Target) throws(Failure) -> String {
        let path = target.path
        switch (target.product, call.method, path.count) {
        case ("tcgb-inapp", "POST", 1) where path[0] == "consume": return try serverConsume(call)
        case ("tcgb-inapp", "POST", 1) where path[0] == "consumable": return try serverConsumable(call)
        case ("tcgb-inapp", "GET", 2) where path[0] == "payment" && path[1] == "transaction":
            return try serverTransaction(call, target)
        case ("tcgb-inapp", "POST", 1) where path[0] == "active-subscriptions": return try serverActiveSubscriptions(call)
        case ("tcgb-inapp", "POST", 2) where path[0] == "subscriptions" && path[1] == "status": return try serverSubscriptionStatus(call)
        case ("tcgb-inapp", "POST", 2) where path[0] == "subscriptions" && path[1] == "cancel":
            return try serverEndSubscription(call, "CANCEL")
        case ("tcgb-inapp", "POST", 2) where path[0] == "subscriptions" && path[1] == "revoke":
            return try serverEndSubscription(call, "REVOKE")
        case ("tcgb-gateway", "GET", 4) where path[0] == "members" && path[2] == "tokens":
            return try serverVerifyToken(call, target, userId: path[1], token: path[3])
        case ("tcgb-gateway", "POST", 4) where path[0] == "members" && path[2] == "tickets" && path[3] == "verify":
            return try serverVerifyTicket(call, userId: path[1])
        default:
            throw Failure.refused(ResultCode.apiUnknown, "\(call.method) \(call.path) is not served")
        }
    }

    /// Compares without telling by its time where the first difference is.
    static func sameSecret(_ left: String, _ right: String) -> Bool {
        let a = Array(left.utf8)
        let b = Array(right.utf8)
        guard a.count == b.count else { return false }
        var difference: UInt8 = 0
        for index in a.indices { difference |= a[index] ^ b[index] }
        return difference == 0
    }
}
