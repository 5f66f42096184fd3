import Codecs
import Documents
import Linux
import Messages

/// The fields of a push, and which of them exclude each other: the one that is set takes the other away.
public enum PushFields {
    static let deliveryTime = "deliveryTime"
    static let immediate = "immediateDeliveryFlag"
    static let target = "target"
    static let condition = "searchCondition"
    static let expirationDate = "deliveryExpirationDate"
    static let expirationTime = "deliveryExpirationTime"
    static let badgeIncrement = "badgeIncrementFlag"
    static let contentAvailable = "contentAvailable"
    /// All that may be set, but the ACL.
    private static let known = [
        deliveryTime, immediate, target, condition, "message", "userSettingValue", expirationDate, expirationTime, "action", "title",
        "dialog", badgeIncrement, "badgeSetting", "sound", contentAvailable, "category", "richUrl",
        "groupId", "mediaUrl",
    ]

    static func isKnown(_ name: String) -> Bool { known.contains(name) }
}

extension DataObject {
    private func set(_ name: String, _ value: JSON, insteadOf other: String) throws(GamebaseError) {
        try change(name, .set(.value(value)))
        try change(other, .delete)
    }

    /// Whom it goes to: what a query over installations finds.
    @export(interface) public func setSearchCondition(_ query: DataQuery) throws(GamebaseError) {
        guard query.className == ClientDatastore.installationClass else {
            throw DataError.local(.valueNotAllowed, "query: is over the class \(query.className); pass one of NCMBInstallation_query.")
        }
        try change(PushFields.condition, .set(.value(query.asOperand["where"] ?? [:])))
    }

    /// - Parameter channels: an installation in one of them is reached.
    @export(interface) public func setPushChannels(_ channels: [DataValue]) throws(GamebaseError) {
        let names = channels.map { channel in if case .value(let json) = channel { json } else { JSON.null } }
        try change(PushFields.condition, .set(.value([InstallationFields.channels: ["$in": .array(names)]])))
    }

    @export(interface) public func setPushTarget(_ type: String, _ isTarget: Bool) throws(GamebaseError) {
        var types = (value(PushFields.target)?.arrayValue ?? []).filter { $0.stringValue != type }
        if isTarget { types.append(.string(type)) }
        // An empty list would say no more than none.
        try change(PushFields.target, types.isEmpty ? .delete : .set(.value(.array(types))))
    }

    @export(interface) public func setDeliveryTime(_ time: DataValue) throws(GamebaseError) {
        try change(PushFields.deliveryTime, .set(time))
        try change(PushFields.immediate, .delete)
    }

    @export(interface) public func setImmediateDelivery(_ isImmediate: Bool) throws(GamebaseError) {
        guard isImmediate else { return try change(PushFields.immediate, .delete) }
        try set(PushFields.immediate, true, insteadOf: PushFields.deliveryTime)
    }

    @export(interface) public func expire(at date: DataValue) throws(GamebaseError) {
        try change(PushFields.expirationDate, .set(date))
        try change(PushFields.expirationTime, .delete)
    }

    /// - Parameter interval: `n hour`, 1 to 24, or `n day`, 1 to 28.
    @export(interface) public func expire(after interval: String) throws(GamebaseError) {
        let parts = TextParts.split(interval, at: UInt8(ascii: " "))
        let most: Int64 =
            switch parts.last {
            case "hour": 24
            case "day": 28
            default: 0
            }
        guard parts.count == 2, let count = Int64(parts[0]), count >= 1, count <= most, parts[0].utf8.first != UInt8(ascii: "+") else {
            throw DataError.local(.formatInvalid, "\(PushFields.expirationTime): pass 1 to 24 hour, or 1 to 28 day, such as \"12 hour\".")
        }
        try set(PushFields.expirationTime, .string(interval), insteadOf: PushFields.expirationDate)
    }

    @export(interface) public func clearExpiration() throws(GamebaseError) {
        try change(PushFields.expirationDate, .delete)
        try change(PushFields.expirationTime, .delete)
    }

    @export(interface) public func setBadgeIncrement(_ isOn: Bool) throws(GamebaseError) {
        try setFlag(PushFields.badgeIncrement, isOn, PushFields.contentAvailable)
    }

    @export(interface) public func setContentAvailable(_ isOn: Bool) throws(GamebaseError) {
        try setFlag(PushFields.contentAvailable, isOn, PushFields.badgeIncrement)
    }

    private func setFlag(_ name: String, _ isOn: Bool, _ other: String) throws(GamebaseError) {
        if isOn { try set(name, true, insteadOf: other) } else { try change(name, .set(.value(false))) }
    }

    /// Several fields at once: all, or none.
    @export(interface) public func setPushData(_ data: JSONObject) throws(GamebaseError) {
        var access: AccessList?
        if let json = data[FieldNames.acl] {
            access = try DataError.documents { () throws(DocumentError) in try AccessList.read(json) }
        }
        // What another object takes this one takes as well: these are new values, and not changes of those that are there.
        for object in [DataObject(className: ClientDatastore.pushClass), self] {
            for (name, value) in data.members where name != FieldNames.acl { try object.change(name, .set(.value(value))) }
        }
        if let access { setAccess(DataAccess(access)) }
    }
}
