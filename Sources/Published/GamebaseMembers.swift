import Codecs
import Linux
import Messages

/// Members, bans, withdrawals and launching of the Gamebase Server API.
extension GamebaseFront {
    /// A body that is no JSON.
    private static let invalid = ResultCode.gatewayJSONInvalid
    private static let pageNames = ["page", "size", "order"]

    static func gateway(_ call: ServerCall, _ target: ServerCall.Target, _ access: JSONObject) -> ServerRoute {
        let path = target.path
        switch (call.method, path.count) {
        case ("GET", 4) where path[0] == "members" && path[2] == "tokens":
            let body: JSONObject = [
                "userId": .string(path[1]), "accessToken": .string(path[3]), "linkedIdP": .bool(target.query("linkedIdP") == "true"),
            ]
            return .plain(.serverVerifyToken, access: access, body) { dated($0).objectValue ?? [:] }
        case ("POST", 4) where path[0] == "members" && path[2] == "tickets" && path[3] == "verify":
            return .posted(.serverVerifyTicket, call, access: access, adding: ["userId": .string(path[1])], invalid: invalid, whole)
        case ("POST", 4) where path[0] == "members" && path[2] == "coupons":
            var use: JSONObject = ["userId": .string(path[1]), "couponCode": .string(path[3])]
            use.set("transactionId", call.transactionId)
            return queried(.serverUseCoupon, target, ["storeCode"], access, use)
        case ("GET", 3) where path[0] == "coupons" && path[1] == "codes":
            return queried(.serverCoupon, target, [], access, ["couponCode": .string(path[2])])
        // What a server alone answers.
        #if !hasFeature(Embedded)
        case ("GET", 4) where path[0] == "members" && path[2] == "idps":
            return queried(.serverIdP, target, ["accessToken"], access, ["userId": .string(path[1]), "idPCode": .string(path[3])])
        case ("POST", 3) where path[0] == "idps" && path[2] == "members":
            return .listed(.serverFindMembers, call, access: access, adding: ["idPCode": .string(path[1])], invalid: invalid, whole)
        case ("POST", 2) where path[0] == "members" && path[1] == "ban":
            return .posted(.serverBan, call, access: access, invalid: invalid, whole)
        case ("DELETE", 2) where path[0] == "members" && path[1] == "ban":
            return .posted(.serverReleaseBan, call, access: access, invalid: invalid, whole)
        case ("POST", 2) where path[0] == "members" && path[1] == "transfer-account":
            return .posted(.serverCheckTransfer, call, access: access, invalid: invalid) { dated($0).objectValue ?? [:] }
        case ("DELETE", 2) where path[0] == "members":
            return queried(.serverWithdraw, target, ["regUser"], access, ["userId": .string(path[1])])
        case ("POST", 3) where path == ["webhooks", "apple", "notifications"]: return apple(call)
        #endif
        default: return unknown(call, access)
        }
    }

    static func members(_ call: ServerCall, _ target: ServerCall.Target, _ access: JSONObject) -> ServerRoute {
        let path = target.path
        switch (call.method, path.count) {
        case ("POST", 1) where path == ["members"]:
            return .listed(.serverMembers, call, access: access, invalid: invalid) { dated($0).objectValue ?? [:] }
        case ("GET", 2) where path == ["members", "bans"]:
            return queried(.serverBans, target, ["begin", "end"] + pageNames, access, ["kind": "ALL"])
        case ("GET", 3) where path == ["members", "bans", "current"]:
            return queried(.serverBans, target, pageNames, access, ["kind": "CURRENT"])
        case ("GET", 3) where path == ["members", "bans", "release"]:
            return queried(.serverBans, target, ["begin", "end"] + pageNames, access, ["kind": "RELEASED"])
        case ("GET", 2) where path[0] == "members":
            let wantsInfo = target.query("includeMemberInfo") != "false"
            let body: JSONObject = ["userId": .string(path[1]), "includeMemberInfo": .bool(wantsInfo)]
            return .plain(.serverMember, access: access, body) { dated($0).objectValue ?? [:] }
        case ("POST", 2) where path == ["auth", "authKeys"]:
            return .listed(.serverAuthKeys, call, access: access, invalid: invalid, whole)
        case ("POST", 3) where path == ["members", "userIds", "authKeys"]:
            let system = JSON.string(target.query("authSystem") ?? "")
            return .listed(.serverFindMembers, call, access: access, adding: ["authSystem": system], invalid: invalid, whole)
        case ("GET", 2) where path == ["logs", "withdrawal"]:
            return queried(.serverWithdrawals, target, ["begin", "end", "eventLogType"] + pageNames, access)
        default: return unknown(call, access)
        }
    }

    static func launching(_ call: ServerCall, _ target: ServerCall.Target, _ access: JSONObject) -> ServerRoute {
        switch (call.method, target.path) {
        case ("GET", ["launching", "simple"]):
            return queried(.serverLaunching, target, ["osCode", "storeCode", "clientVersion"], access)
        case ("GET", ["maintenances", "under-maintenance"]): return .plain(.serverMaintenance, access: access, [:], whole)
        default: return unknown(call, access)
        }
    }

    /// Apple calls without a key, and signs what it sends. Without `idPs.appleid.interface` nobody can look at it.
    private static func apple(_ call: ServerCall) -> ServerRoute {
        let access: JSONObject = ["wire": "none"]
        return .parsed(call, access, invalid) { json in
            guard json["payload"]?.stringValue != nil else {
                return .refusal(ResultCode.parameterInvalid, "payload: is missing", access: access)
            }
            return .refusal(
                ResultCode.productNotEnabled,
                "payload: its signature by Apple cannot be verified here, so nothing was done; gamebased verifies it when "
                    + "idPs.appleid.interface is APPLE", access: access)
        }
    }

    /// The query's fields by these names, as texts.
    static func queried(
        _ request: RequestName, _ target: ServerCall.Target, _ names: [String], _ access: JSONObject, _ members: JSONObject = [:]
    ) -> ServerRoute {
        var body = members
        for name in names { body.set(name, target.query(name)) }
        return .plain(request, access: access, body, whole)
    }

    private static func whole(_ body: JSON) -> JSONObject { body.objectValue ?? [:] }
}
