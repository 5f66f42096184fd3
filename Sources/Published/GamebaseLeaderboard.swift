import Codecs
import Linux
import Messages

/// The leaderboard of the Gamebase Server API.
extension GamebaseFront {
    static func leaderboard(_ call: ServerCall, _ target: ServerCall.Target, _ access: JSONObject) -> ServerRoute {
        let path = target.path
        let unknown = ServerRoute.refusal(
            ResultCode.leaderboardPathUnknown, "\(call.method) \(call.path) is no path of the leaderboard", access: access)
        switch (call.method, path.first ?? "", path.count) {
        #if !hasFeature(Embedded)
        case ("GET", "factor-count", 1):
            return .plain(.serverFactors, access: access, [:]) { ["factorCount": $0["factorCount"] ?? 0] }
        case ("GET", "factors", 1): return .plain(.serverFactors, access: access, [:]) { ["factorList": $0["factors"] ?? []] }
        case ("POST", "get-users", 1): return list(.serverRanksOfList, call, access, [:])
        case ("POST", "scores", 1): return list(.serverScores, call, access, [:], ["extra"])
        case ("POST", "scores-with-extra", 1): return list(.serverScores, call, access, [:])
        #endif
        case (_, "factors", 3...):
            guard let factor = Int64(path[1]) else { return unknown }
            return ofFactor(call, target, access, ["factor": .integer(factor)]) ?? unknown
        default: return unknown
        }
    }

    /// - Returns: nil for a path that there is not.
    private static func ofFactor(
        _ call: ServerCall, _ target: ServerCall.Target, _ access: JSONObject, _ factor: JSONObject
    ) -> ServerRoute? {
        let path = Array(target.path.dropFirst(2))
        switch (call.method, path[0], path.count) {
        #if !hasFeature(Embedded)
        case ("GET", "user-count", 1): return .plain(.serverFactors, access: access, factor) { ["userCount": $0["userCount"] ?? 0] }
        case ("GET", "users", 1): return asked(.serverRanks, target, ["userId", "start", "size", "prevSize", "nextSize"], access, factor)
        case ("POST", "users", 1):
            return .parsed(call, access, ResultCode.leaderboardParameter) { json in
                var body = factor
                body["ranks"] = json
                return .plain(.serverRanksSelected, access: access, body, whole)
            }
        #endif
        case ("DELETE", "users", 1): return asked(.serverRemoveScore, target, ["userId"], access, factor)
        case ("POST", "users", 3) where path[2] == "score" || path[2] == "score-with-extra":
            return .parsed(call, access, ResultCode.leaderboardParameter) { json in
                guard var body = json.objectValue else {
                    return .refusal(ResultCode.leaderboardParameter, "the body must be a JSON object", access: access)
                }
                if path[2] == "score" { body["extra"] = nil }
                body["userId"] = .string(path[1])
                body["factor"] = factor["factor"]
                return .plain(.serverScore, access: access, body, whole)
            }
        default: return nil
        }
    }

    private static func asked(
        _ request: RequestName, _ target: ServerCall.Target, _ names: [String], _ access: JSONObject, _ members: JSONObject
    ) -> ServerRoute {
        var body = members
        for name in names { body.set(name, target.query(name)) }
        return .plain(request, access: access, body, whole)
    }

    #if !hasFeature(Embedded)
    /// The entries of a list, without what this path does not take.
    private static func list(
        _ request: RequestName, _ call: ServerCall, _ access: JSONObject, _ members: JSONObject, _ without: [String] = []
    ) -> ServerRoute {
        .parsed(call, access, ResultCode.leaderboardParameter) { json in
            guard let list = json.arrayValue else {
                return .refusal(ResultCode.leaderboardParameter, "the body must be a JSON array", access: access)
            }
            guard list.count <= 1_000 else {
                return .refusal(ResultCode.leaderboardSize, "the body must hold at most 1000 entries", access: access)
            }
            var body = members
            body["list"] = .array(
                list.map { entry in
                    guard var object = entry.objectValue else { return entry }
                    for name in without { object[name] = nil }
                    return .object(object)
                })
            return .plain(request, access: access, body, whole)
        }
    }
    #endif

    private static func whole(_ body: JSON) -> JSONObject { body.objectValue ?? [:] }
}
