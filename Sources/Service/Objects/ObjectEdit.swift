#if !hasFeature(Embedded)
import Codecs
import Documents
import Linux
import Messages

/// An object as an operator writes it over the one that is there. It is changed in its place: a session, a password, members of relations
/// and pushes that wait are kept by its id, and would go if it were removed and taken in anew.
extension Objects {
    /// {className, row, ifUpdateDate?} -> {isNew}. With the date the row takes the place of the one that was changed at that date, and is
    /// refused when somebody else has changed it since.
    func takeOrEdit(_ request: Request) throws(Failure) -> Reply {
        let parameters = Parameters(request.parameters)
        guard let date = try parameters.optionalText("ifUpdateDate", bytesMax: 64) else { return try take(request) }
        let className = try className(parameters)
        guard className != ObjectClass.file, className != ObjectClass.push else { throw Failure.refused(.operationProhibited) }
        let row = try Self.row(parameters)
        guard let objectId = try Self.objectId(row), let old = try object(className, objectId) else { throw Failure.refused(.rowMissing) }
        guard date == DocumentDate.text(old.updateDate) else {
            throw Failure.refused(.duplicated, "The object was changed at \(DocumentDate.text(old.updateDate)).")
        }
        var object = try edited(old, row)
        object.updateDate = max(now, old.updateDate &+ 1)
        try update(object, insteadOf: old)
        return .success(["isNew": false])
    }

    /// - Parameter row: all its fields: one that is missing goes, but not what is shown to nobody.
    private func edited(_ old: StoredObject, _ row: JSONObject) throws(Failure) -> StoredObject {
        var (object, fields) = (old, row)
        for owned in OwnedField.of(old.className) {
            let known = old.fields[owned.name]
            let isHidden = GuardedField.field(owned.name, of: old.className)?.form == .digest && row[owned.name] == nil
            guard isHidden || (row[owned.name] ?? .null) == (known ?? .null) else {
                throw Failure.refused(.fieldNotSettable, "\(owned.name) is not changed by an operator: \(owned.instead).")
            }
            fields[owned.name] = known
        }
        for (name, _) in old.fields.members where fields[name] == nil { object.fields[name] = nil }
        try change(&object, fields, isKept: true)
        if old.className == ObjectClass.user { try checkUser(&object, insteadOf: old) }
        return object
    }

    /// As when the game changes it: an address that is new is not confirmed.
    private func checkUser(_ user: inout StoredObject, insteadOf old: StoredObject) throws(Failure) {
        if (user.fields[ObjectClass.mailAddress] ?? .null) != (old.fields[ObjectClass.mailAddress] ?? .null) {
            user.fields[ObjectClass.mailAddressConfirm] = false
        }
        guard user.acl == old.acl || user.acl.reading(.user(user.objectId)) != .refused else {
            throw Failure.refused(
                .valueNotAllowed, "acl: the game reads a user as that user; let \(user.objectId) or \(AccessList.everyone) read it.")
        }
    }
}

/// What the service, a log-in or the library on the device writes: from anybody else it would lock the user or the device out, or be
/// written over.
private struct OwnedField {
    let name: String
    /// How it is changed.
    let instead: String

    static func of(_ className: String) -> [OwnedField] {
        switch className {
        case ObjectClass.user:
            [
                OwnedField(name: ObjectClass.userName, instead: "the user logs in by it, and changes it in the game"),
                OwnedField(name: ObjectClass.password, instead: "the user sets another in the game, or by the mail for a lost one"),
                OwnedField(name: "sessionToken", instead: "a log-in makes it; it ends when the user logs out or is removed"),
                OwnedField(name: ObjectClass.authData, instead: "the user is linked with a provider, and unlinked, in the game"),
                OwnedField(name: ObjectClass.mailAddressConfirm, instead: "the user confirms an address by a mail that the game asks for"),
            ]
        case ObjectClass.installation:
            [OwnedField(name: ObjectClass.deviceToken, instead: "the game saves another on the device")]
                + [ObjectClass.deviceType, "timeZone", "applicationName", "appVersion", "sdkVersion"].map {
                    OwnedField(name: $0, instead: "the library on the device writes it; store your value in another field")
                }
        default: []
        }
    }
}
#endif
