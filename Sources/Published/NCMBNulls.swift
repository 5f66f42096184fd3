import Codecs

/// Fields that every row of the original's own classes has, null where nothing is set. Programs of its time look whether a field is there:
/// one of its SDKs changes no push that has none of them.
enum NCMBNulls {
    static func fields(_ className: String) -> [String] {
        switch className {
        case "user": ["mailAddress", "mailAddressConfirm", "authData"]
        case "role": ["belongRole", "belongUser"]
        case "installation": ["applicationName", "appVersion", "badge", "channels", "deviceType", "sdkVersion", "timeZone"]
        case "push":
            [
                "deliveryTime", "immediateDeliveryFlag", "target", "searchCondition", "title", "message", "userSettingValue",
                "deliveryExpirationDate", "deliveryExpirationTime", "deliveryPlanNumber", "deliveryNumber", "status", "error", "action",
                "dialog", "badgeIncrementFlag", "badgeSetting", "sound", "contentAvailable", "richUrl", "category",
            ]
        default: []
        }
    }

    /// - Parameter answer: a row, or {results: [row]}.
    static func added(to answer: JSON?, of className: String) -> JSON? {
        let fields = fields(className)
        guard !fields.isEmpty, var object = answer?.objectValue else { return answer }
        if let rows = object["results"]?.arrayValue {
            object["results"] = .array(rows.map { row(of: $0, with: fields) })
            return .object(object)
        }
        return row(of: .object(object), with: fields)
    }

    private static func row(of row: JSON, with fields: [String]) -> JSON {
        guard var object = row.objectValue else { return row }
        for name in fields where object[name] == nil { object[name] = .null }
        return .object(object)
    }
}
