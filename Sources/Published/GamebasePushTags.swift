#if !hasFeature(Embedded)
import Codecs
import Linux
import Messages

/// Tags, who has them, and who was told of pushes, in the words of NHN Cloud Push v2.4.
extension GamebaseFront {
    private static let invalid = ResultCode.gatewayJSONInvalid

    static func tagged(_ call: ServerCall, _ target: ServerCall.Target, _ access: JSONObject) -> ServerRoute {
        let path = target.path
        switch (call.method, path[0], path.count) {
        case ("POST", "tags", 1):
            return .posted(.serverKeepTag, call, access: access, invalid: invalid) { ["tag": ["tagId": $0["tagId"] ?? .null]] }
        case ("GET", "tags", 1):
            return asked(.serverTags, target, ["tagName"], access) { ["tags": $0.entries("tags", tag)] }
        case (_, "tags", 2...): return ofTag(call, target, access, ["tagId": .string(path[1])])
        case ("POST", "uids", 1):
            return .parsed(call, access, invalid) { json in
                change("REPLACE", ["uids": [json["uid"] ?? .null], "tagIds": json["tagIds"] ?? .null], access)
            }
        case ("DELETE", "uids", 1):
            return .plain(.serverForgetUsers, access: access, ["uids": list(target, "uids")]) { _ in [:] }
        case ("GET", "uids", 2):
            return .plain(.serverTaggedUsers, access: access, ["uid": .string(path[1])]) { body in
                ["uid": .object(user(body["users"]?.arrayValue?.first ?? [:]))]
            }
        case (_, "uids", 3) where path[2] == "tag-ids": return ofUser(call, target, access)
        default: return unknown(call, access)
        }
    }

    private static func ofTag(
        _ call: ServerCall, _ target: ServerCall.Target, _ access: JSONObject, _ named: JSONObject
    ) -> ServerRoute {
        let isOfUsers = target.path.count == 3 && target.path[2] == "uids"
        let ids: JSON = [named["tagId"] ?? .null]
        switch (call.method, target.path.count) {
        case ("GET", 2):
            return .plain(.serverTags, access: access, named) { ["tag": .object(tag($0["tags"]?.arrayValue?.first ?? [:]))] }
        case ("PUT", 2): return .posted(.serverKeepTag, call, access: access, adding: named, invalid: invalid) { _ in [:] }
        case ("DELETE", 2): return .plain(.serverRemoveTag, access: access, named) { _ in [:] }
        case ("GET", 3) where isOfUsers:
            return asked(.serverTaggedUsers, target, ["offsetUid", "limit"], access, named) { ["uids": $0.entries("users", user)] }
        case ("POST", 3) where isOfUsers:
            return .parsed(call, access, invalid) { json in change("ADD", ["uids": json["uids"] ?? .null, "tagIds": ids], access) }
        case ("DELETE", 3) where isOfUsers: return change("REMOVE", ["uids": list(target, "uids"), "tagIds": ids], access)
        default: return unknown(call, access)
        }
    }

    private static func ofUser(_ call: ServerCall, _ target: ServerCall.Target, _ access: JSONObject) -> ServerRoute {
        let id = JSON.string(target.path[1])
        switch call.method {
        case "GET":
            return .plain(.serverTaggedUsers, access: access, ["uid": id]) { body in
                ["tagIds": .array((body["users"]?.arrayValue?.first?["tags"]?.arrayValue ?? []).map { $0["tagId"] ?? .null })]
            }
        case "POST", "PUT":
            return .parsed(call, access, invalid) { json in
                change(call.method == "PUT" ? "REPLACE" : "ADD", ["uids": [id], "tagIds": json["tagIds"] ?? .null], access)
            }
        case "DELETE": return change("REMOVE", ["uids": [id], "tagIds": list(target, "tagIds")], access)
        default: return unknown(call, access)
        }
    }

    private static func change(_ how: String, _ members: JSONObject, _ access: JSONObject) -> ServerRoute {
        var body = members
        body["how"] = .string(how)
        return .plain(.serverTagUsers, access: access, body) { _ in [:] }
    }

    static func logged(_ target: ServerCall.Target, _ access: JSONObject) -> ServerRoute {
        let appId = target.appId
        return asked(.serverPushResults, target, ["messageId", "uid", "token", "pushType", "from", "to", "limit", "pageNumber"], access) {
            body in
            let logs = body.entries("told") { log($0, appId) }
            return ["data": ["count": .integer(Int64(logs.arrayValue?.count ?? 0)), "logs": logs]]
        }
    }

    // MARK: What is asked, and how it reads

    private static let numbers = ["limit", "pageNumber", "pageIndex", "pageSize"]

    static func asked(
        _ request: RequestName, _ target: ServerCall.Target, _ names: [String], _ access: JSONObject, _ members: JSONObject = [:],
        _ reading: @escaping @Sendable (JSON) -> JSONObject
    ) -> ServerRoute {
        var body = members
        for name in names {
            let text = target.query(name)
            let number = numbers.contains(name) ? text.flatMap { Int64($0) } : nil
            body[name] = number.map { .integer($0) } ?? text.map { .string($0) }
        }
        return .plain(request, access: access, body, reading)
    }

    /// Names that stand in a query, with commas between them.
    static func list(_ target: ServerCall.Target, _ name: String) -> JSON {
        let text = target.query(name) ?? ""
        return text.isEmpty ? [] : .array(TextParts.split(text, at: UInt8(ascii: ",")).map { .string($0) })
    }

    @Sendable private static func tag(_ tag: JSON) -> JSONObject {
        [
            "tagId": tag["tagId"] ?? .null, "tagName": tag["tagName"] ?? .null, "createdDateTime": date(tag, "createdDate"),
            "updatedDateTime": date(tag, "updatedDate"),
        ]
    }

    @Sendable private static func user(_ user: JSON) -> JSONObject {
        let contacts = user.entries("contacts") {
            ["contactType": .string("TOKEN_\(pushType)"), "contact": $0["token"] ?? .null, "createdDateTime": date($0, "registeredDate")]
        }
        return ["uid": user["userId"] ?? .null, "tags": user.entries("tags", tag), "contacts": contacts]
    }

    /// The original writes down a message for many at once; here each registration has its own line.
    private static func log(_ told: JSON, _ appId: String) -> JSONObject {
        let body: JSON = ["tokens": [["uid": told["userId"] ?? .null, "token": told["token"] ?? .null]]]
        let id = told["messageId"] ?? .null
        let time = JSON.string("\(told["sendDate"]?.int64Value ?? 0)")
        return [
            "logType": "message-result", "logSource": "tc-push", "messageId": id, "body": .string(body.text()), "logTime": time,
            "pushType": .string(pushType), "sendTime": time, "searchKey1": id, "searchKey2": .string(pushType), "searchKey3": "SENT",
            "sentResult": "SENT", "appkey": .string(appId),
        ]
    }
}
#endif
