#if !hasFeature(Embedded)
import Codecs
import Linux
import Messages

/// What is told of pushes, in the words of the NHN Cloud Push API v2.4 guide ("Messages", "Reservations", "Tokens", "Statistics").
extension GamebaseFront {
    static let pushType = "LINUX"
    private static let zoneMinutes = 9 * 60

    /// As the guide's dates: with milliseconds, in Korea.
    static func date(_ body: JSON, _ key: String) -> JSON { date(body[key]?.int64Value ?? 0) }

    private static func date(_ epochMilliseconds: Int64) -> JSON {
        .string(ISO8601.text(epochMilliseconds: epochMilliseconds, offsetMinutes: zoneMinutes, hasMilliseconds: true))
    }

    private static func number(_ body: JSON, _ key: String) -> JSON { .integer(body[key]?.stringValue.flatMap { Int64($0) } ?? 0) }

    // MARK: Messages

    @Sendable static func sentMessage(_ push: JSON) -> JSONObject {
        ["message": ["messageId": number(push, "messageId"), "messageIdString": push["messageId"] ?? .null]]
    }

    @Sendable static func message(_ push: JSON) -> JSONObject {
        let sent = push["accepted"]?.int64Value ?? 0
        var message: JSONObject = ["messageId": number(push, "messageId"), "messageIdString": push["messageId"] ?? .null]
        say(push, &message)
        message["createdDateTime"] = date(push, "createdDate")
        if push["endedDate"]?.int64Value != nil { message["completedDateTime"] = date(push, "endedDate") }
        message["targetCount"] = .integer(sent &+ (push["withheld"]?.int64Value ?? 0))
        message["sentCount"] = .integer(sent)
        message["messageStatus"] = .string(status(push, sent))
        if let resource = push["words"]?["provisionedResourceId"] { message["provisionedResourceId"] = resource }
        return message
    }

    private static func status(_ push: JSON, _ sent: Int64) -> String {
        switch push["state"]?.stringValue {
        case "SCHEDULED": "READY"
        case "PLANNED": sent > 0 ? "PROCESSING" : "READY"
        case "SENDING": "PROCESSING"
        case "SENT": sent > 0 ? "COMPLETE" : "CANCEL_NO_TARGET"
        default: "CANCEL_UNKNOWN"
        }
    }

    /// The caller's own words; of a push of the console there is its title.
    private static func say(_ push: JSON, _ message: inout JSONObject) {
        let words = push["words"] ?? [:]
        if words["content"] == nil { message["content"] = ["default": ["title": push["title"] ?? ""]] }
        for name in wordsKept where name != "provisionedResourceId" && name != "adWordPosition" {
            if let word = words[name] { message[name] = word }
        }
        if words["content"] != nil, words["timeToLiveMinute"] == nil { message["timeToLiveMinute"] = .integer(timeToLiveDefault) }
    }

    @Sendable static func messageError(_ error: JSON) -> JSONObject {
        [
            "messageId": number(error, "messageId"), "messageIdString": error["messageId"] ?? .null, "pushType": .string(pushType),
            "messageErrorType": "INTERNAL_ERROR", "messageErrorCause": "EXPIRED_TIME_OUT",
            "payload": ["data": ["title": error["title"] ?? ""]], "createdDateTime": date(error, "sendDate"), "tokens": [],
        ]
    }

    // MARK: Reservations

    @Sendable static func madeReservation(_ body: JSON) -> JSONObject {
        ["reservation": ["reservationId": number(body, "reservationId"), "reservationIdString": body["reservationId"] ?? .null]]
    }

    @Sendable static func reservation(_ body: JSON) -> JSONObject {
        let (id, name) = (number(body, "reservationId"), body["reservationId"] ?? .null)
        let dates = body["schedules"]?.arrayValue ?? []
        var reservation: JSONObject = ["reservationId": id, "reservationIdString": name]
        reservation["schedules"] = .array(
            dates.map { date in
                [
                    "scheduleId": number(date, "scheduleId"), "scheduleIdString": date["scheduleId"] ?? .null, "reservationId": id,
                    "reservationIdString": name, "deliveryDateTime": delivery(date), "timezoneOffset": 0,
                    "scheduleStatus": .string(scheduleStatus(date)),
                ]
            })
        reservation["isLocalTime"] = dates.last?["localTime"] ?? false
        say(body, &reservation)
        for (name, key) in [
            ("createdDateTime", "createdDate"), ("updatedDateTime", "updatedDate"), ("completedDateTime", "completedDate"),
        ] { reservation[name] = date(body, key) }
        reservation["reservationStatus"] = body["isOver"]?.boolValue == true ? "COMPLETED" : "RESERVED"
        return reservation
    }

    /// What all clocks show in their own zones stands at the offset of none.
    private static func delivery(_ body: JSON) -> JSON {
        guard body["localTime"]?.boolValue == true else { return date(body, "sendDate") }
        let text = ISO8601.text(epochMilliseconds: body["sendDate"]?.int64Value ?? 0, hasMilliseconds: true)
        return .string("\(text.prefix { $0 != "Z" })+00:00")
    }

    private static func scheduleStatus(_ date: JSON) -> String {
        switch date["state"]?.stringValue {
        case "SCHEDULED": "READY"
        case "PLANNED": date["accepted"]?.int64Value ?? 0 > 0 ? "SENDING" : "READY"
        case "SENDING": "SENDING"
        case "SENT": "DONE"
        default: "CANCELED"
        }
    }

    // MARK: Tokens

    static func ofTokens(_ call: ServerCall, _ target: ServerCall.Target, _ access: JSONObject) -> ServerRoute {
        let path = target.path
        switch (call.method, path[0], path.count) {
        case ("GET", "tokens", 1):
            guard target.query("uid") != nil else { return refused("uid", "is missing", access) }
            return asked(.serverPushTokens, target, ["uid"], access) { ["tokens": $0.entries("tokens", token)] }
        case ("GET", "tokens-by-cursor", 1):
            return asked(.serverPushTokens, target, ["cursorUid", "cursorToken", "limit"], access) {
                ["tokens": $0.entries("tokens", token)]
            }
        case ("GET", "tokens", 2):
            return asked(.serverPushTokens, target, ["pushType"], access, ["token": .string(path[1])]) { body in
                ["token": .object(token(body["tokens"]?.arrayValue?.first ?? [:]))]
            }
        case ("DELETE", "tokens", 2):
            return asked(.serverRemovePushToken, target, ["pushType"], access, ["token": .string(path[1])]) { _ in [:] }
        // A phone's maker says which tokens are not valid any more; a game on Linux that is gone is not heard of.
        case ("GET", "invalid-tokens", 1): return .plain(.serverAccess, access: access, [:]) { _ in ["invalidTokens": []] }
        default: return unknown(call, access)
        }
    }

    @Sendable private static func token(_ body: JSON) -> JSONObject {
        let agreed = body["agreement"] ?? [:]
        var token: JSONObject = [
            "pushType": .string(pushType), "isNotificationAgreement": agreed["pushEnabled"] ?? false,
            "isAdAgreement": agreed["adAgreement"] ?? false, "isNightAdAgreement": agreed["adAgreementNight"] ?? false,
            "timezoneId": body["timezone"] ?? .null, "country": body["country"] ?? .null, "language": body["language"] ?? .null,
            "uid": body["userId"] ?? .null, "token": body["token"] ?? .null, "updatedDateTime": date(body, "registeredDate"),
        ]
        // What was agreed to was said anew with the last registration.
        if agreed["adAgreement"]?.boolValue == true { token["adAgreementDateTime"] = date(body, "registeredDate") }
        if agreed["adAgreementNight"]?.boolValue == true { token["nightAdAgreementDateTime"] = date(body, "registeredDate") }
        token["deviceId"] = body["deviceId"]
        token["activatedDateTime"] = date(body, "registeredDate")
        return token
    }

    // MARK: Statistics

    static func counted(_ call: ServerCall, _ target: ServerCall.Target, _ access: JSONObject) -> ServerRoute {
        let isTotal = target.path.count == 2
        guard !isTotal || target.path[1] == "total" else { return unknown(call, access) }
        var lists = JSONObject()
        for name in ["extra1s", "statsIds", "statsCriteria"] where target.query(name) != nil { lists[name] = list(target, name) }
        let names = ["eventCategory", "statisticsType", "timeUnit", "from", "to", "messageId"]
        return asked(.serverPushStatistics, target, names, access, lists) { body in
            if isTotal { return ["total": body["total"] ?? [:]] }
            return ["stats": body.entries("stats") { ["eventDateTime": date($0, "eventDate"), "events": $0["events"] ?? [:]] }]
        }
    }
}
#endif
