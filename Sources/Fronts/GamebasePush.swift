import Linux
import Messages
import Wire

/// Pushes of the Gamebase Server API ("Push Wrapping"), in the words of NHN Cloud Push v2.4: they become pushes of the console, and what
/// the console reports of them reads here. What is wrong has that interface's codes.
extension GamebaseFront {
    /// Fewer than the original takes: as many as a push of the console.
    private static let usersMax = 1_000
    private static let contactBytesMax = 64
    private static let guideBytesMax = 256
    /// The dates of reservations have no zone; the original's is Korea's.
    private static let zone = "+09:00"
    private static let pageSizeDefault = 25
    private static let pageSizeMax = 100

    static func push(_ call: ServerCall, _ target: ServerCall.Target, _ access: JSONObject) -> ServerRoute {
        let path = target.path
        switch (call.method, path.count) {
        case ("POST", 1) where path[0] == "messages":
            return sent(.serverSendPush, call, access, isReservation: false) {
                ["message": ["messageId": number($0), "messageIdString": $0["messageId"] ?? .null]]
            }
        case ("GET", 1) where path[0] == "messages": return listed(target, access, "messages", { _ in true }, message)
        case ("GET", 2) where path[0] == "messages": return single(path[1], access) { ["message": message($0)] }
        case ("GET", 2) where path == ["logs", "message"]: return logged(target, access)
        case ("POST", 1) where path[0] == "schedules":
            return .posted(.serverPushSchedule, call, access: access, invalid: ResultCode.gatewayJSONInvalid) { $0.objectValue ?? [:] }
        case (_, 1...) where path[0] == "reservations": return reserved(call, target, access)
        default: return tagged(call, target, access)
        }
    }

    private static func reserved(_ call: ServerCall, _ target: ServerCall.Target, _ access: JSONObject) -> ServerRoute {
        let path = target.path
        switch (call.method, path.count) {
        case ("POST", 1):
            return sent(.serverSendPush, call, access, isReservation: true) {
                ["reservation": ["reservationId": number($0), "reservationIdString": $0["messageId"] ?? .null]]
            }
        case ("PUT", 2):
            return sent(.serverChangePush, call, access, isReservation: true, adding: ["messageId": .string(path[1])]) { _ in [:] }
        case ("GET", 1): return listed(target, access, "reservations", isToCome, reservation)
        case ("GET", 2): return single(path[1], access) { ["reservation": reservation($0)] }
        case ("GET", 3) where path[2] == "messages":
            return listed(target, access, "messages", isUnderWay, message, of: ["messageId": .string(path[1])])
        case ("DELETE", 1):
            let ids = target.query("reservationIds") ?? ""
            guard !ids.utf8.contains(UInt8(ascii: ",")) else { return refused("reservationIds", "name one in each call", access) }
            return .plain(.serverCancelPush, access: access, ["messageId": .string(ids)]) { _ in [:] }
        default: return unknown(call, access)
        }
    }

    static func refused(_ name: String, _ reason: String, _ access: JSONObject) -> ServerRoute {
        .refusal(ResultCode.pushParameter, "\(name): \(reason)", access: access)
    }

    // MARK: Sending

    private static func sent(
        _ request: RequestName, _ call: ServerCall, _ access: JSONObject, isReservation: Bool, adding members: JSONObject = [:],
        _ reading: @escaping @Sendable (JSON) -> JSONObject
    ) -> ServerRoute {
        .parsed(call, access, ResultCode.gatewayJSONInvalid) { json in
            do throws(ServerFront.Refusal) {
                var push = try pushWords(json)
                if isReservation { try schedule(json, &push) }
                for member in members.members { push[member.key] = member.value }
                return .plain(request, access: access, push, reading)
            } catch {
                return .refusal(error.code, error.message, access: access)
            }
        }
    }

    private static func wrong(_ name: String, _ reason: String, _ code: Int32 = ResultCode.pushParameter) -> ServerFront.Refusal {
        ServerFront.Refusal(code: code, message: "\(name): \(reason)")
    }

    /// What is sent, in the console's words.
    private static func pushWords(_ json: JSON) throws(ServerFront.Refusal) -> JSONObject {
        var push = JSONObject()
        try target(json["target"] ?? .null, &push)
        guard let content = json["content"]?.objectValue, let text = content["default"], text.objectValue != nil else {
            throw wrong("content.default", "is missing")
        }
        var messages = JSONObject()
        for member in content.members where member.key != "default" { messages[member.key] = texts(member.value) }
        let minutes = json["timeToLiveMinute"] ?? 10
        guard let life = minutes.int64Value, (1...60).contains(life) else { throw wrong("timeToLiveMinute", "must be between 1 and 60") }
        push["timeToLiveSeconds"] = .integer(life * 60)
        for member in texts(text).objectValue?.members ?? [] { push[member.key] = member.value }
        try look(text, &push)
        switch json["messageType"]?.stringValue {
        case "NOTIFICATION": break
        case "AD":
            push["advertisement"] = true
            if !messages.members.contains(where: { isKorean($0.key) }) { messages["ko"] = texts(text) }
            for member in messages.members where isKorean(member.key) { messages[member.key] = try advertisement(member.value, json) }
        default: throw wrong("messageType", "must be NOTIFICATION or AD")
        }
        push["messages"] = .object(messages)
        return push
    }

    private static func target(_ target: JSON, _ push: inout JSONObject) throws(ServerFront.Refusal) {
        switch target["type"]?.stringValue {
        case "ALL": break
        case "UID":
            guard let users = target["to"]?.arrayValue, (1...usersMax).contains(users.count) else {
                throw wrong("target.to", "must be a list of 1 to \(usersMax) user ids")
            }
            push["userIds"] = .array(users)
        case "TAG":
            guard let words = target["to"], words.arrayValue != nil else {
                throw wrong("target.to", "must be a list of ids of tags, with AND, OR and parentheses between them")
            }
            push["tags"] = words
        default: throw wrong("target.type", "must be ALL, UID or TAG")
        }
        guard target["pushTypes"]?.arrayValue?.isEmpty ?? true else {
            throw wrong("target.pushTypes", "tokens have no types here; leave it out")
        }
        push["countries"] = target["countries"]
    }

    private static func texts(_ json: JSON) -> JSON {
        var texts = JSONObject()
        for key in ["title", "body"] { texts[key] = json[key] }
        return .object(texts)
    }

    private static func isKorean(_ language: String) -> Bool { language == "ko" || language.utf8.starts(with: "ko-".utf8) }

    /// Korean law wants an advertisement to say that it is one, whose, and how to be rid of it.
    private static func advertisement(_ texts: JSON, _ json: JSON) throws(ServerFront.Refusal) -> JSON {
        let digits = Array("0123456789-".utf8)
        guard let contact = json["contact"]?.stringValue, !contact.isEmpty else {
            throw wrong("contact", "an AD needs it", ResultCode.pushContactMissing)
        }
        guard contact.utf8.count <= contactBytesMax, contact.utf8.allSatisfy({ digits.contains($0) }) else {
            throw wrong("contact", "must be at most \(contactBytesMax) digits and hyphens", ResultCode.pushContactInvalid)
        }
        guard let guide = json["removeGuide"]?.stringValue, !guide.isEmpty, guide.utf8.count <= guideBytesMax else {
            throw wrong("removeGuide", "an AD needs it, with \(guideBytesMax) bytes at most", ResultCode.pushGuideMissing)
        }
        var title = (texts["title"]?.stringValue ?? "") + " " + contact
        var body = (texts["body"]?.stringValue ?? "") + "\n" + guide
        switch json["adWordPosition"]?.stringValue ?? "TITLE" {
        case "TITLE": title = "(광고) " + title
        case "BODY": body = "(광고) " + body
        default: throw wrong("adWordPosition", "must be TITLE or BODY")
        }
        return ["title": .string(title), "body": .string(body)]
    }

    /// Words with a meaning for one platform or another; every other is the game's own.
    private static let reserved = [
        "title", "body", "title-loc-key", "title-loc-args", "action-loc-key", "loc-key", "loc-args", "launch-image", "badge", "sound",
        "content-available", "category", "mutable-content", "consolidationKey", "expiresAfter", "messageDeliveryReceipt",
        "messageDeliveryReceiptData", "notification", "content_available", "mutable_content", "richMessage", "style",
    ]

    private static func look(_ text: JSON, _ push: inout JSONObject) throws(ServerFront.Refusal) {
        var extras = JSONObject()
        for member in text.objectValue?.members ?? [] where !reserved.contains(member.key) { extras[member.key] = member.value }
        if !extras.isEmpty { push["extras"] = .object(extras) }
        push["category"] = text["category"]
        guard let rich = text["richMessage"] else { return }
        push["buttons"] = rich["buttons"]
        push["groupId"] = rich["group"]?["key"]
        guard let media = rich["media"] else { return }
        guard media["sourceType"]?.stringValue ?? "REMOTE" == "REMOTE" else {
            throw wrong("richMessage.media.sourceType", "must be REMOTE: the game's own files are not known here")
        }
        push["media"] = media["source"]
    }

    private static func schedule(_ json: JSON, _ push: inout JSONObject) throws(ServerFront.Refusal) {
        guard let schedules = json["schedules"]?.arrayValue, schedules.count == 1, let text = schedules[0].stringValue,
            text.utf8.count == 16
        else { throw wrong("schedules", "must be a list of one date such as 2026-12-30T12:40; ask once for each") }
        guard let isLocal = json["isLocalTime"]?.boolValue else { throw wrong("isLocalTime", "must be true or false") }
        let date = "\(text):00\(isLocal ? "Z" : zone)"
        guard ISO8601.parse(date) != nil else { throw wrong("schedules[0]", "must be a date such as 2026-12-30T12:40") }
        push["localTime"] = .bool(isLocal)
        push["sendDate"] = .string(date)
    }

    // MARK: What has become of it

    private static func single(
        _ id: String, _ access: JSONObject, _ form: @escaping @Sendable (JSON) -> JSONObject
    ) -> ServerRoute {
        .plain(.serverPushes, access: access, ["messageId": .string(id)]) { form($0["pushes"]?.arrayValue?.first ?? [:]) }
    }

    private static func listed(
        _ target: ServerCall.Target, _ access: JSONObject, _ name: String, _ belongs: @escaping @Sendable (JSON) -> Bool,
        _ form: @escaping @Sendable (JSON) -> JSON, of push: JSONObject = [:]
    ) -> ServerRoute {
        guard let page = Int(target.query("pageIndex") ?? "0"), (0...pageSizeMax).contains(page) else {
            return refused("pageIndex", "must be between 0 and \(pageSizeMax)", access)
        }
        guard let size = Int(target.query("pageSize") ?? "\(pageSizeDefault)"), (1...pageSizeMax).contains(size) else {
            return refused("pageSize", "must be between 1 and \(pageSizeMax)", access)
        }
        return .plain(.serverPushes, access: access, push) { body in
            let all = (body["pushes"]?.arrayValue ?? []).filter { belongs($0) }
            var answer = JSONObject()
            answer[name] = .array(all.dropFirst(page * size).prefix(size).map { form($0) })
            answer["totalCount"] = .integer(Int64(all.count))
            return answer
        }
    }

    private static func number(_ push: JSON) -> JSON { .integer(push["messageId"]?.stringValue.flatMap { Int64($0) } ?? 0) }

    private static func date(_ push: JSON) -> JSON {
        .string(ISO8601.text(epochMilliseconds: push["sendDate"]?.int64Value ?? 0, hasMilliseconds: true))
    }

    @Sendable private static func isToCome(_ push: JSON) -> Bool {
        let state = push["state"]?.stringValue
        return state == "SCHEDULED" || state == "PLANNED"
    }

    /// What became of a reservation: a message, once somebody was sent it.
    @Sendable private static func isUnderWay(_ push: JSON) -> Bool {
        let state = push["state"]?.stringValue
        return state == "SENDING" || state == "SENT" || push["accepted"]?.int64Value ?? 0 > 0
    }

    @Sendable private static func message(_ push: JSON) -> JSON {
        let sent = push["accepted"]?.int64Value ?? 0
        let status =
            switch push["state"]?.stringValue {
            case "SCHEDULED", "PLANNED": "READY"
            case "SENDING": "PROCESSING"
            case "SENT": sent > 0 ? "COMPLETE" : "CANCEL_NO_TARGET"
            default: "CANCEL_UNKNOWN"
            }
        return [
            "messageId": number(push), "messageIdString": push["messageId"] ?? .null,
            "content": ["default": ["title": push["title"] ?? ""]], "createdDateTime": date(push),
            "targetCount": .integer(sent &+ (push["withheld"]?.int64Value ?? 0)), "sentCount": .integer(sent),
            "messageStatus": .string(status),
        ]
    }

    @Sendable private static func reservation(_ push: JSON) -> JSON {
        let id = push["messageId"] ?? .null
        let status =
            switch push["state"]?.stringValue {
            case "SCHEDULED", "PLANNED": "READY"
            case "SENDING": "SENDING"
            case "SENT": "DONE"
            default: "CANCELED"
            }
        return [
            "reservationId": number(push), "reservationIdString": id,
            "schedules": [
                [
                    "scheduleId": number(push), "scheduleIdString": id, "reservationId": number(push), "reservationIdString": id,
                    "deliveryDateTime": date(push), "timezoneOffset": 0, "scheduleStatus": .string(status),
                ]
            ], "isLocalTime": push["localTime"] ?? false, "content": ["default": ["title": push["title"] ?? ""]],
            "reservationStatus": isToCome(push) ? "RESERVED" : "COMPLETED",
        ]
    }
}
