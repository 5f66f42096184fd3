import Codecs
import Linux
import Messages
import Storage

/// Bans by game servers ("Ban" and "Ban Release" of the server API guide). Who cannot be banned is told in the answer, the others are.
extension GameServers {
    private static let reasonBytesMax = 1_024

    /// {userIdList, banTypeCode, end?, templateCode?, banReason?, flags?, banCaller?, regUser?} -> {failedUserIdList}
    func serverBan(_ request: Request) throws(Failure) -> SlicedWork {
        let parameters = try core.admittedBySecretKey(request)
        let type = try parameters.oneOf("banTypeCode", [Members.temporary, Members.permanent])
        let end = type == Members.temporary ? try date(parameters, "end") : nil
        if let end, end <= now { throw parameters.wrong("end", "must be later than now (\(ISO8601.text(epochMilliseconds: now)))") }
        var told = try told(parameters, caller: "banCaller", ["banReason", "regUser"])
        if parameters.value("flags") != nil { told["flags"] = .string(try parameters.oneOf("flags", ["leaderboard"])) }
        var message = ""
        if let code = try parameters.optionalInteger("templateCode", in: 0...Int64(Int32.max)), code != 0 {
            guard let template = settings.banTemplates.first(where: { $0.code == code }) else {
                throw parameters.wrong("templateCode", "banTemplates of the settings have no \(code)")
            }
            told["name"] = .string(template.name)
            told["templateCode"] = .integer(code)
            message = template.message
        }
        let text = JSON.object(told).text()
        let isFromBoards = told["flags"] != nil
        return try listOfFailed(parameters) { (userId) throws(Failure) in
            try members.ban(userId, type: type, end: end, message: message, told: text)
            if isFromBoards { try leaderboards.forget(userId) }
        }
    }

    /// {userIdList, banReleaseReason?, banReleaseCaller?, releaseUser?} -> {failedUserIdList}
    func serverReleaseBan(_ request: Request) throws(Failure) -> SlicedWork {
        let parameters = try core.admittedBySecretKey(request)
        let told = JSON.object(try told(parameters, caller: "banReleaseCaller", ["banReleaseReason", "releaseUser"])).text()
        return try listOfFailed(parameters) { (userId) throws(Failure) in
            guard try members.currentBan(of: userId) != nil else {
                throw Failure.refused(ResultCode.memberMissing, "userId: \"\(userId)\" is not banned")
            }
            try members.releaseBan(of: userId, told: told)
        }
    }

    /// Who calls is always the same; it may say so.
    private func told(_ parameters: Parameters, caller: String, _ names: [String]) throws(Failure) -> JSONObject {
        if parameters.value(caller) != nil { _ = try parameters.oneOf(caller, ["APP_SERVER"]) }
        var told: JSONObject = ["caller": "APP_SERVER"]
        for name in names { told.set(name, try parameters.optionalText(name, bytesMax: Self.reasonBytesMax)) }
        return told
    }

    /// A member who is named twice is changed once: a second ban would be one more in the lists, and a second release a failure.
    private func listOfFailed(
        _ parameters: Parameters, _ change: @escaping (String) throws(Failure) -> Void
    ) throws(Failure) -> SlicedWork {
        try list(parameters, "userIdList", "failedUserIdList", .array([]), once: true) { (userId, failed) throws(Failure) in
            guard let failure = try attempt({ () throws(Failure) in try change(userId) }) else { return }
            guard case .refused = failure, let list = failed.arrayValue else { throw failure }
            failed = .array(list + [.string(userId)])
        }
    }

    func date(_ parameters: Parameters, _ name: String) throws(Failure) -> Int64 {
        guard let date = ISO8601.parse(try parameters.text(name, bytesMax: 64)) else {
            throw parameters.wrong(name, "must be a date such as 2026-01-31T09:00:00.000+09:00; in a query its + is written %2B")
        }
        return date
    }
}
