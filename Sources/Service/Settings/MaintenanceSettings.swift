import Linux
import Wire

/// A maintenance: what players are told, and from when to when (ISO 8601; without an end it lasts until it is taken away).
struct MaintenanceSettings: Equatable {
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

    init(_ json: JSON, at path: String) throws(SettingsError) {
        let object = try SettingsObject(json, at: path, keys: [
            "typeCode", "pageTypeCode", "url", "reason", "message", "timezone", "beginDate", "endDate", "hideDate",
            "targets",
        ])
        typeCode = try object.oneOf("typeCode", ["APP", "SYSTEM"]) ?? "APP"
        pageTypeCode = try object.oneOf("pageTypeCode", ["DEFAULT", "DEFAULT_HTML", "URL", "URL_PARAM"]) ?? "DEFAULT"
        url = try object.url("url") ?? ""
        reason = try object.text("reason") ?? ""
        message = try object.text("message") ?? ""
        timezone = try object.text("timezone", max: 6) ?? "+00:00"
        hideDate = try object.bool("hideDate") ?? false
        targets = try object.list("targets", max: MaintenanceTarget.countMax, MaintenanceTarget.init) ?? []
        (beginDate, beginMilliseconds) = try Self.date(object, "beginDate")
        (endDate, endMilliseconds) = try Self.date(object, "endDate")
        if let begin = beginMilliseconds, let end = endMilliseconds, end <= begin {
            throw object.wrong("endDate", "must be after beginDate")
        }
    }

    static func date(_ object: SettingsObject, _ key: String) throws(SettingsError) -> (String?, Int64?) {
        guard let text = try object.text(key, max: 40) else { return (nil, nil) }
        guard let time = ISO8601.parse(text) else {
            throw object.wrong(key, "must be a date such as \"2030-01-31T09:00:00+09:00\", is \"\(text)\"")
        }
        return (text, time)
    }

    func isActive(at time: Int64, for client: LaunchingClient) -> Bool {
        guard targets.isEmpty || targets.contains(where: { $0.concerns(client) }) else { return false }
        if let begin = beginMilliseconds, time < begin { return false }
        if let end = endMilliseconds, time >= end { return false }
        return true
    }

    var status: Int64 { typeCode == "SYSTEM" ? LaunchingStatus.inspectingAllServices : LaunchingStatus.inspectingService }

    var json: JSON {
        [
            "typeCode": .string(typeCode), "pageTypeCode": .string(pageTypeCode), "url": .string(url), "reason": .string(reason),
            "message": .string(message), "timezone": .string(timezone), "beginDate": .optional(beginDate), "endDate": .optional(endDate),
            "hideDate": .bool(hideDate), "targets": .array(targets.map { $0.json }),
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
