import Codecs
import Documents
import Linux
import Messages

/// What a push says: the fields that a caller may set, and what they may hold.
struct PushObjectFields {
    static let deliveryTime = "deliveryTime"
    static let immediateDeliveryFlag = "immediateDeliveryFlag"
    static let target = "target"
    /// Of devices, as a target has them (REST reference, "push").
    private static let kinds = ["ios", "android"]
    static let searchCondition = "searchCondition"
    static let expirationDate = "deliveryExpirationDate"
    static let expirationTime = "deliveryExpirationTime"
    static let groupId = "groupId"
    static let mediaUrl = "mediaUrl"

    /// What a device gets.
    static let shown = [
        "title", "message", "action", "dialog", "richUrl", "sound", "category", "contentAvailable", "badgeIncrementFlag", "badgeSetting",
        "userSettingValue", groupId, mediaUrl,
    ]
    private static let settable =
        shown + [deliveryTime, immediateDeliveryFlag, target, searchCondition, expirationDate, expirationTime, FieldNames.acl]
    /// The service's own. Callers send whole rows back, so these are passed over as dates are.
    static let kept: JSONObject = [
        "status": .integer(PushStatus.waiting), "deliveryPlanNumber": 0, "deliveryNumber": 0, "openNumber": 0, "error": nil,
    ]

    let fields: JSONObject

    /// Of what a caller sends, what it may set.
    static func asked(_ json: JSON) throws(Failure) -> JSONObject {
        guard let object = json.objectValue else { throw Failure.refused(.typeWrong) }
        var asked = JSONObject()
        for (name, value) in object.members {
            switch name {
            case FieldNames.objectId, FieldNames.createDate, FieldNames.updateDate: continue
            default:
                if kept[name] != nil { continue }
                guard settable.contains(name) else { throw Failure.refused(.valueNotAllowed, "\(name) is not allowed.") }
                asked[name] = value
            }
        }
        return asked
    }

    // MARK: When, to whom, for how long

    /// Neither a time nor the flag means at once; the original refused it, and programs of its first years say neither.
    func dueDate(now: Int64) throws(Failure) -> Int64 {
        let time = try date(Self.deliveryTime)
        let isImmediate = try bool(Self.immediateDeliveryFlag)
        if let time {
            guard isImmediate != true else { throw Failure.refused(.fieldsExclusive) }
            return time
        }
        guard isImmediate != false else { throw Failure.refused(.fieldsExclusive) }
        return now
    }

    /// - Parameter begin: of sending.
    func expiresDate(begin: Int64) throws(Failure) -> Int64 {
        let latest = begin &+ Notifications.lifeMilliseconds
        let date = try date(Self.expirationDate)
        guard let text = try text(Self.expirationTime) else { return date.map { min($0, latest) } ?? latest }
        guard date == nil else {
            throw Failure.refused(.fieldsExclusive, "Either \(Self.expirationDate) or \(Self.expirationTime).")
        }
        guard let milliseconds = Self.milliseconds(text) else {
            throw Failure.refused(.formatInvalid, NCMBErrorText.formatInvalid(Self.expirationTime))
        }
        return begin &+ milliseconds
    }

    /// `n hour`, 1 to 24, or `n day`, 1 to 28.
    private static func milliseconds(_ text: String) -> Int64? {
        let parts = TextParts.split(text, at: UInt8(ascii: " "))
        guard parts.count == 2, let number = Int64(parts[0]), number >= 1, parts[0].utf8.first != UInt8(ascii: "+") else { return nil }
        switch parts[1] {
        case "hour": return number <= 24 ? number * 3_600_000 : nil
        case "day": return number <= 28 ? number * CalendarDay.dayMilliseconds : nil
        default: return nil
        }
    }

    /// Of installations.
    func condition() throws(Failure) -> Condition {
        let asked = try value(Self.searchCondition) ?? [:]
        guard asked.text().utf8.count <= Notifications.conditionBytesMax else { throw Failure.refused(.lengthOutOfRange) }
        var all = [try refusing { () throws(DocumentError) in try Condition.read(asked) }]
        let types = try targets()
        if !types.isEmpty {
            let wanted: JSON = [ObjectClass.deviceType: ["$in": .array(types.map { .string($0) })]]
            all.append(try refusing { () throws(DocumentError) in try Condition.read(wanted) })
        }
        return .all(all)
    }

    /// A condition stands in the push, which others may read: the tokens that it names become what installations are kept by. Only the
    /// operator's pushes find by them.
    static func guarded(_ condition: JSON, isToken: Bool) -> JSON {
        if let list = condition.arrayValue { return .array(list.map { guarded($0, isToken: isToken) }) }
        if let object = condition.objectValue {
            var all = JSONObject()
            for (name, value) in object.members { all.put(guarded(value, isToken: isToken || name == ObjectClass.deviceToken), at: name) }
            return .object(all)
        }
        guard isToken, let token = condition.stringValue, !GuardedField.isDigest(token) else { return condition }
        return .string(GuardedField.digest(token, of: ObjectClass.deviceToken))
    }

    private func targets() throws(Failure) -> [String] {
        guard let json = try value(Self.target) else { return [] }
        guard let list = json.arrayValue else { throw Failure.refused(.typeWrong, "\(Self.target) must be a list of texts.") }
        guard list.count <= Notifications.targetsMax else { throw Failure.refused(.lengthOutOfRange) }
        var types: [String] = []
        for element in list {
            guard let type = element.stringValue else { throw Failure.refused(.typeWrong, "\(Self.target) must be a list of texts.") }
            // "iOS" would be sent to nobody, and count as sent.
            guard Self.kinds.contains(type) else { throw Failure.refused(.valueNotAllowed, "\(Self.target) may have ios and android.") }
            types.append(type)
        }
        return types
    }

    // MARK: What is shown

    /// Refuses what a push cannot be.
    func check(now: Int64) throws(Failure) {
        _ = try dueDate(now: now)
        _ = try expiresDate(begin: now)
        _ = try condition()
        for name in ["title", "message", "action", "richUrl", "sound", "category"] { _ = try text(name) }
        // As a push of the console has them.
        if let group = try text(Self.groupId), group.utf8.count > Push.groupBytesMax { throw Failure.refused(.lengthOutOfRange) }
        if let media = try text(Self.mediaUrl) {
            guard media.utf8.count <= Push.addressBytesMax else { throw Failure.refused(.lengthOutOfRange) }
            guard WebAddress.isWeb(media) else { throw Failure.refused(.formatInvalid, NCMBErrorText.formatInvalid(Self.mediaUrl)) }
        }
        _ = try bool("dialog")
        let isSilent = try bool("contentAvailable") ?? false
        guard try !(bool("badgeIncrementFlag") ?? false) || !isSilent else {
            throw Failure.refused(.fieldsExclusive, "Either badgeIncrementFlag or contentAvailable.")
        }
        if let badge = try value("badgeSetting"), badge.int64Value.map({ $0 < 0 }) ?? true {
            throw Failure.refused(.typeWrong, "badgeSetting must be a whole number.")
        }
        if let extras = try value("userSettingValue") {
            guard extras.objectValue != nil else { throw Failure.refused(.typeWrong, "userSettingValue must be an object.") }
            guard extras.text().utf8.count <= Notifications.textBytesMax else { throw Failure.refused(.lengthOutOfRange) }
        }
    }

    /// What waits for the installations.
    func content(_ pushId: String) -> JSONObject {
        var content: JSONObject = ["id": .string(pushId)]
        for name in Self.shown where !(fields[name] ?? .null).isNull { content[name] = fields[name] }
        return content
    }

    private func value(_ name: String) throws(Failure) -> JSON? {
        guard let value = fields[name], !value.isNull else { return nil }
        return value
    }

    private func text(_ name: String) throws(Failure) -> String? {
        guard let value = try value(name) else { return nil }
        guard let text = value.stringValue else { throw Failure.refused(.typeWrong, "\(name) must be text.") }
        guard text.utf8.count <= Notifications.textBytesMax else { throw Failure.refused(.lengthOutOfRange) }
        return text
    }

    private func bool(_ name: String) throws(Failure) -> Bool? {
        guard let value = try value(name) else { return nil }
        guard let bool = value.boolValue else { throw Failure.refused(.typeWrong, "\(name) must be true or false.") }
        return bool
    }

    private func date(_ name: String) throws(Failure) -> Int64? {
        guard let value = try value(name) else { return nil }
        guard value["__type"] == "Date", let date = value["iso"]?.stringValue.flatMap({ ISO8601.parse($0) }) else {
            throw Failure.refused(.formatInvalid, NCMBErrorText.formatInvalid(name))
        }
        return date
    }
}
