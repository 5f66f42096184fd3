#if !hasFeature(Embedded)
import Codecs
import Linux
import Messages

/// Pushes of the Gamebase Server API ("Push Wrapping"), in the words of the NHN Cloud Push API v2.4 guide: they become pushes of the
/// console. What is wrong has that interface's codes ("Error Codes").
extension GamebaseFront {
    /// Fewer than the original takes: as many as a push of the console.
    private static let usersMax = 1_000
    private static let contactBytesMax = 64
    private static let guideBytesMax = 256
    /// The dates of reservations have no zone; the original's is Korea's.
    private static let zone = "+09:00"
    /// Minutes.
    static let timeToLiveDefault: Int64 = 10
    private static let contentCharactersMax = 8_192
    static let wordsKept = [
        "target", "content", "messageType", "contact", "removeGuide", "timeToLiveMinute", "adWordPosition", "provisionedResourceId",
    ]

    static func push(_ call: ServerCall, _ target: ServerCall.Target, _ access: JSONObject) -> ServerRoute {
        let path = target.path
        switch (call.method, path.count) {
        case ("POST", 1) where path[0] == "messages": return sent(.serverSendPush, call, access, isReservation: false, sentMessage)
        case ("GET", 1) where path[0] == "messages":
            return listed(target, ["from", "to", "deliveryType", "messageStatus"], access, ["kind": "MESSAGES"]) {
                ["messages": $0.entries("pushes", message), "totalCount": $0["totalCount"] ?? .null]
            }
        case ("GET", 2) where path[0] == "messages":
            return .plain(.serverPushes, access: access, ["kind": "MESSAGES", "messageId": .string(path[1])]) { body in
                ["message": .object(message(body["pushes"]?.arrayValue?.first ?? [:]))]
            }
        case ("GET", 1) where path[0] == "message-errors":
            let names = ["messageId", "messageErrorType", "messageErrorCause", "from", "to", "limit", "pageNumber"]
            return asked(.serverPushes, target, names, access, ["kind": "ERRORS"]) { ["messageErrors": $0.entries("errors", messageError)] }
        case ("GET", 2) where path == ["logs", "message"]: return logged(target, access)
        case ("POST", 1) where path[0] == "schedules":
            return .posted(.serverPushSchedule, call, access: access, invalid: ResultCode.gatewayJSONInvalid) { $0.objectValue ?? [:] }
        case (_, 1...) where path[0] == "reservations": return reserved(call, target, access)
        case ("GET", 1...2) where path[0] == "stats": return counted(call, target, access)
        case (_, 1...) where path[0] == "tokens" || path[0] == "tokens-by-cursor" || path[0] == "invalid-tokens":
            return ofTokens(call, target, access)
        default: return tagged(call, target, access)
        }
    }

    private static func reserved(_ call: ServerCall, _ target: ServerCall.Target, _ access: JSONObject) -> ServerRoute {
        let path = target.path
        switch (call.method, path.count) {
        case ("POST", 1): return sent(.serverSendPush, call, access, isReservation: true, madeReservation)
        case ("PUT", 2):
            return sent(.serverChangePush, call, access, isReservation: true, adding: ["reservationId": .string(path[1])]) { _ in [:] }
        case ("GET", 1):
            let names = ["from", "to", "deliveryFrom", "deliveryTo", "reservationStatus"]
            return listed(target, names, access, ["kind": "RESERVATIONS"]) {
                ["reservations": $0.entries("reservations", reservation), "totalCount": $0["totalCount"] ?? .null]
            }
        case ("GET", 2):
            return .plain(.serverPushes, access: access, ["kind": "RESERVATIONS", "reservationId": .string(path[1])]) { body in
                ["reservation": .object(reservation(body["reservations"]?.arrayValue?.first ?? [:]))]
            }
        case ("GET", 3) where path[2] == "messages":
            return listed(target, [], access, ["kind": "SENT", "reservationId": .string(path[1])]) {
                ["messages": $0.entries("pushes", message), "totalCount": $0["totalCount"] ?? .null]
            }
        case ("DELETE", 1):
            return .plain(.serverCancelPush, access: access, ["reservationIds": list(target, "reservationIds")]) { _ in [:] }
        default: return unknown(call, access)
        }
    }

    private static func listed(
        _ target: ServerCall.Target, _ names: [String], _ access: JSONObject, _ members: JSONObject,
        _ reading: @escaping @Sendable (JSON) -> JSONObject
    ) -> ServerRoute { asked(.serverPushes, target, names + ["pageIndex", "pageSize"], access, members, reading) }

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
                push["words"] = .object(try said(json))
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
        let minutes = json["timeToLiveMinute"] ?? .integer(timeToLiveDefault)
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
        guard target["pushTypes"]?.arrayValue?.allSatisfy({ $0.stringValue == pushType }) ?? true else {
            throw wrong("target.pushTypes", "tokens are of the type \(pushType) here; leave it out")
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

    /// What is told of the push again: the caller's own words.
    private static func said(_ json: JSON) throws(ServerFront.Refusal) -> JSONObject {
        var said = JSONObject()
        for name in wordsKept { said[name] = json[name] }
        guard (json["content"]?.text() ?? "").unicodeScalars.count <= contentCharactersMax else {
            throw wrong("content", "must be at most \(contentCharactersMax) characters")
        }
        return said
    }

    private static func schedule(_ json: JSON, _ push: inout JSONObject) throws(ServerFront.Refusal) {
        guard let isLocal = json["isLocalTime"]?.boolValue else { throw wrong("isLocalTime", "must be true or false") }
        var dates: [JSON] = []
        for (place, schedule) in (json["schedules"]?.arrayValue ?? []).enumerated() {
            guard let text = schedule.stringValue, text.utf8.count == 16, ISO8601.parse("\(text):00Z") != nil else {
                throw wrong("schedules[\(place)]", "must be a date such as 2026-12-30T12:40")
            }
            dates.append(.string("\(text):00\(isLocal ? "Z" : zone)"))
        }
        push["localTime"] = .bool(isLocal)
        push["sendDate"] = dates.first
        push["schedules"] = .array(dates)
    }
}
#endif
