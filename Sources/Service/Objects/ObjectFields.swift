import Codecs
import Documents
import Linux
import Messages

/// What a caller wants of an object's fields, checked and put in place.
extension Objects {
    /// Changes `object` as `fields` say: values and operations. Dates and objectId are the service's own and passed over, because callers
    /// send whole rows back.
    ///
    /// - Parameter isKept: the fields come from an export, where a secret may be its digest.
    func change(_ object: inout StoredObject, _ fields: JSONObject, isKept: Bool = false) throws(Failure) {
        try checkRelations(fields)
        for (name, value) in fields.members {
            switch name {
            case FieldNames.objectId, FieldNames.createDate, FieldNames.updateDate: continue
            case FieldNames.acl: object.acl = try refusing { () throws(DocumentError) in try AccessList.read(value) }
            default: try change(&object, name, value, isKept)
            }
        }
        guard object.fields.count <= FieldCheck.fieldsMax else {
            throw Failure.refused(.lengthOutOfRange, "An object has at most \(FieldCheck.fieldsMax) fields.")
        }
    }

    private func change(_ object: inout StoredObject, _ name: String, _ value: JSON, _ isKept: Bool) throws(Failure) {
        guard FieldNames.isValid(name) else { throw Failure.refused(.formatInvalid, NCMBErrorText.formatInvalid(name)) }
        let old = object.fields[name] ?? .null
        let operation = try refusing { () throws(DocumentError) in try FieldOperation.read(value, field: name) }
        let new = try refusing { () throws(DocumentError) in
            try FieldCheck.kept(try operation?.applied(to: old, field: name) ?? value, field: name)
        }
        try refuseNoMembers(new, name, of: object.className)
        switch operation {
        case .addRelation(let pointers)?:
            if object.className == ObjectClass.role, name == ObjectClass.belongRole { try refuseCycle(object.objectId, pointers) }
            try relate(&object, name, pointers, isGone: false)
        case .removeRelation(let pointers)?: try relate(&object, name, pointers, isGone: true)
        default: break
        }
        object.fields[name] = try guarded(new, name, of: object.className, isKept)
    }

    /// As a field is kept. What a user is linked with was made so by who knows of providers.
    private func guarded(_ value: JSON, _ name: String, of className: String, _ isKept: Bool) throws(Failure) -> JSON {
        guard let field = GuardedField.field(name, of: className), field.form == .digest, name != ObjectClass.authData,
            let text = value.stringValue, !text.isEmpty, !(isKept && GuardedField.isDigest(text))
        else { return value }
        guard text.utf8.count <= ObjectClass.nameBytesMax else { throw Failure.refused(.lengthOutOfRange) }
        return .string(GuardedField.digest(text, of: name))
    }
}
