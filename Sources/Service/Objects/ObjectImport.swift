import Documents
import Linux
import Messages
import Storage
import Wire

/// Rows of an export, with the ids, dates and rights that they had. What is there stays as it is: a row that says the same counts as there, so
/// that an import that was cut short is done by doing it again.
extension Objects {
    /// {className, row} -> {isNew}
    func take(_ request: Request) throws(Failure) -> Reply {
        let parameters = Parameters(request.parameters)
        let className = try className(parameters)
        // A file comes with its bytes; a push that is stored is sent.
        guard className != ObjectClass.file, className != ObjectClass.push else { throw Failure.refused(.operationProhibited) }
        var row = try Self.row(parameters)
        guard let objectId = try Self.word(row, FieldNames.objectId) else {
            throw Failure.refused(.valueEmpty, NCMBErrorText.empty(FieldNames.objectId))
        }
        if className == ObjectClass.user {
            row[ObjectClass.password] = nil
            row["sessionToken"] = nil
        }
        let old = try object(className, objectId)
        var object = try dated(row, of: className, objectId: objectId, insteadOf: old)
        try change(&object, row)
        if let old { return try Self.there(object, old) }
        try insert(object)
        return Self.new
    }

    /// {className, row: {objectId, field, target: pointer}} -> {isNew}
    func takeMember(_ request: Request) throws(Failure) -> Reply {
        let parameters = Parameters(request.parameters)
        let row = try Self.row(parameters)
        guard let objectId = try Self.word(row, FieldNames.objectId),
            let owner = try object(try className(parameters), objectId)
        else { throw Failure.refused(.rowMissing) }
        guard let field = row["field"]?.stringValue, owner.fields[field]?["__type"] == "Relation" else {
            throw Failure.refused(.formatInvalid, NCMBErrorText.formatInvalid("field"))
        }
        let kept = try refusing { () throws(DocumentError) in try FieldCheck.kept(row["target"] ?? .null, field: "target") }
        guard kept["__type"] == "Pointer", let target = kept.objectValue.flatMap({ Pointer($0) }) else {
            throw Failure.refused(.formatInvalid, NCMBErrorText.formatInvalid("target"))
        }
        let isRole = owner.className == ObjectClass.role && field == ObjectClass.belongRole
        if isRole { try refuseCycle(owner.objectId, [target]) }
        let known = try query(
            "SELECT target_class FROM relations WHERE class_name = ? AND object_id = ? AND field = ? AND target_id = ?",
            [.text(owner.className), .text(objectId), .text(field), .text(target.objectId)])
        try relate(owner, field, [target], isGone: false)
        return known.isEmpty ? Self.new : .success(["isNew": false])
    }

    static var new: Reply { .success(["isNew": true]) }

    static func row(_ parameters: Parameters) throws(Failure) -> JSONObject {
        guard let row = parameters.value("row")?.objectValue else { throw Failure.refused(.importLineMalformed, "It is no JSON object.") }
        return row
    }

    static func word(_ row: JSONObject, _ name: String) throws(Failure) -> String? {
        guard let value = row[name] else { return nil }
        guard let text = value.stringValue, FieldNames.isWord(text) else {
            throw Failure.refused(.formatInvalid, NCMBErrorText.formatInvalid(name))
        }
        return text
    }

    /// An object without fields. Dates that the row does not have are those of the one that is there, or now.
    func dated(
        _ row: JSONObject, of className: String, objectId: String, insteadOf old: StoredObject?
    ) throws(Failure) -> StoredObject {
        let created = try Self.date(row, FieldNames.createDate) ?? old?.createDate ?? now
        var object = StoredObject(
            className: className, objectId: objectId, date: created, acl: className == ObjectClass.user ? .only(objectId) : .publicReadWrite
        )
        object.updateDate = try Self.date(row, FieldNames.updateDate) ?? old?.updateDate ?? created
        return object
    }

    private static func date(_ row: JSONObject, _ name: String) throws(Failure) -> Int64? {
        guard let value = row[name], !value.isNull else { return nil }
        guard let date = DocumentDate.milliseconds(value) else {
            throw Failure.refused(.formatInvalid, NCMBErrorText.formatInvalid(name))
        }
        return date
    }

    /// Of a row whose object is there: the same, or another.
    static func there(_ object: StoredObject, _ old: StoredObject) throws(Failure) -> Reply {
        guard object.acl == old.acl, object.createDate == old.createDate, object.updateDate == old.updateDate, object.fields == old.fields
        else { throw Failure.refused(.duplicated, "\(FieldNames.objectId) is another object's, which stays: \(old.objectId)") }
        return .success(["isNew": false])
    }
}
