import Codecs
import Documents
import Linux
import Messages
import Storage

/// Rows of an export, with the ids, dates and rights that they had. What is there stays as it is: a row that says the same counts as there,
/// so that an import that was cut short is done by doing it again.
extension Objects {
    /// {className, row} -> {isNew}
    func take(_ request: Request) throws(Failure) -> Reply {
        let parameters = Parameters(request.parameters)
        let className = try className(parameters)
        // A file comes with its bytes; a push that is stored is sent.
        guard className != ObjectClass.file, className != ObjectClass.push else { throw Failure.refused(.operationProhibited) }
        var row = try Self.row(parameters)
        guard let objectId = try Self.objectId(row) else {
            throw Failure.refused(.valueEmpty, NCMBErrorText.empty(FieldNames.objectId))
        }
        if className == ObjectClass.user {
            row[ObjectClass.password] = nil
            row["sessionToken"] = nil
            if let links = row[ObjectClass.authData]?.objectValue {
                row[ObjectClass.authData] = .object(AuthData.kept(links, asGiven: core.keepsAsGiven(request), isKept: true))
            }
        }
        let old = try object(className, objectId)
        var object = try dated(row, of: className, objectId: objectId, insteadOf: old)
        try change(&object, row, isKept: true)
        if let old { return try Self.there(object, old) }
        #if !hasFeature(Embedded)
        try forgetEnded(className, objectId)
        #endif
        try insert(object)
        return Self.new
    }

    /// {className, row: {objectId, field, target: pointer}} -> {isNew}
    func takeMember(_ request: Request) throws(Failure) -> Reply {
        let parameters = Parameters(request.parameters)
        let row = try Self.row(parameters)
        guard let objectId = try Self.objectId(row), var owner = try object(try className(parameters), objectId) else {
            throw Failure.refused(.rowMissing)
        }
        guard let field = row["field"]?.stringValue, owner.fields[field]?["__type"] == "Relation" else { throw Self.invalid("field") }
        guard let target = row["target"]?.objectValue.flatMap({ Pointer($0) }) else { throw Self.invalid("target") }
        let key: [Value] = [.text(owner.className), .text(objectId), .text(field), .text(target.objectId)]
        let known = try query(
            "SELECT target_id FROM relations WHERE class_name = ? AND object_id = ? AND field = ? AND target_id = ?", key)
        try change(&owner, [field: ["__op": "AddRelation", "objects": [target.json]]])
        return .success(["isNew": .bool(known.isEmpty)])
    }

    static var new: Reply { .success(["isNew": true]) }

    // Functions that stay functions: there is no haste.
    @inline(never) static func row(_ parameters: Parameters) throws(Failure) -> JSONObject {
        guard let row = parameters.value("row")?.objectValue else { throw Failure.refused(.importLineMalformed, "It is no JSON object.") }
        return row
    }

    @inline(never) static func objectId(_ row: JSONObject) throws(Failure) -> String? {
        guard let value = row[FieldNames.objectId] else { return nil }
        guard let text = value.stringValue, FieldNames.isWord(text) else { throw invalid(FieldNames.objectId) }
        return text
    }

    @inline(never) private static func invalid(_ name: String) -> Failure {
        Failure.refused(.formatInvalid, NCMBErrorText.formatInvalid(name))
    }

    @inline(never) static func duplicated(_ name: String) -> Failure { Failure.refused(.duplicated, NCMBErrorText.duplicated(name)) }

    /// An object without fields. Dates that the row does not have are those of the one that is there, or now.
    @inline(never) func dated(
        _ row: JSONObject, of className: String, objectId: String, insteadOf old: StoredObject?
    ) throws(Failure) -> StoredObject {
        let created = try Self.date(row, FieldNames.createDate) ?? old?.createDate ?? now
        var object = StoredObject(
            className: className, objectId: objectId, date: created, acl: className == ObjectClass.user ? .only(objectId) : .publicReadWrite
        )
        object.updateDate = try Self.date(row, FieldNames.updateDate) ?? old?.updateDate ?? created
        return object
    }

    @inline(never) private static func date(_ row: JSONObject, _ name: String) throws(Failure) -> Int64? {
        guard let value = row[name], !value.isNull else { return nil }
        guard let date = DocumentDate.milliseconds(value) else { throw invalid(name) }
        return date
    }

    /// Of a row whose object is there: the same, or another.
    @inline(never) static func there(_ object: StoredObject, _ old: StoredObject) throws(Failure) -> Reply {
        guard object.acl == old.acl, object.createDate == old.createDate, object.updateDate == old.updateDate, object.fields == old.fields
        else { throw duplicated(FieldNames.objectId) }
        return .success(["isNew": false])
    }
}
