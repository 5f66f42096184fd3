import Codecs
import Linux

/// A maintenance: what players are told, and from when to when (ISO 8601; without an end it lasts until it is taken away).
struct MaintenanceSettings: Equatable, SettingsTable {
    var typeCode = "APP"
    var pageTypeCode = "DEFAULT"
    var url = ""
    var reason = ""
    var message = ""
    var timezone = "+00:00"
    var hideDate = false
    /// Empty: everybody.
    var targets: [MaintenanceTarget] = []
    /// As they were written, and what they mean.
    var beginDate: String?
    var endDate: String?
    var beginMilliseconds: Int64?
    var endMilliseconds: Int64?

    mutating func fields(_ fields: inout SettingsFields) {
        fields.oneOf("typeCode", &typeCode, ["APP", "SYSTEM"])
        fields.oneOf("pageTypeCode", &pageTypeCode, ["DEFAULT", "DEFAULT_HTML", "URL", "URL_PARAM"])
        fields.url("url", &url)
        fields.text("reason", &reason)
        fields.text("message", &message)
        fields.text("timezone", &timezone, max: 6)
        fields.date("beginDate", &beginDate, &beginMilliseconds)
        fields.date("endDate", &endDate, &endMilliseconds)
        fields.bool("hideDate", &hideDate)
        fields.list("targets", &targets, max: MaintenanceTarget.countMax)
        if let begin = beginMilliseconds, let end = endMilliseconds, end <= begin { fields.refuse("endDate", "must be after beginDate") }
    }

    func isActive(at time: Int64, for client: LaunchingClient) -> Bool {
        (targets.isEmpty || targets.contains(where: { $0.concerns(client) })) && isActive(at: time)
    }

    func isActive(at time: Int64) -> Bool {
        if let begin = beginMilliseconds, time < begin { return false }
        if let end = endMilliseconds, time >= end { return false }
        return true
    }

    var status: Int64 { typeCode == "SYSTEM" ? LaunchingStatus.inspectingAllServices : LaunchingStatus.inspectingService }

    /// As game servers get it: the message as it was written.
    var serverJSON: JSONObject {
        [
            "typeCode": .string(typeCode), "beginDate": .optional(beginDate), "endDate": .optional(endDate),
            "url": url.isEmpty ? .null : .string(url), "reason": .string(reason), "message": .string(message),
        ]
    }

    /// As clients get it: the message URL-encoded, the dates also in milliseconds.
    var launchingJSON: JSON {
        var object: JSONObject = [
            "url": .string(url), "typeCode": .string(typeCode), "pageTypeCode": .string(pageTypeCode), "reason": .string(reason),
            "message": .string(PercentEncoding.encode(message)), "timezone": .string(timezone),
        ]
        if let beginDate, let beginMilliseconds {
            object["beginDate"] = .string(beginDate)
            object["localBeginDate"] = .integer(beginMilliseconds)
        }
        if let endDate, let endMilliseconds {
            object["endDate"] = .string(endDate)
            object["localEndDate"] = .integer(endMilliseconds)
        }
        object["hideDate"] = .bool(hideDate || endDate == nil)
        return .object(object)
    }
}
