import Documents
import Linux
import Messages
import Wire

/// What a caller wants of an object's fields, checked and put in place.
extension Objects {
    /// Changes `object` as `fields` say: values and operations. Dates and objectId are the service's own and passed over, because callers
    /// send whole rows back.
    func change(_ object: inout StoredObject, _ fields: JSONObject) throws(Failure) {
        try checkRelations(fields)
        for (name, value) in fields.members {
            switch name {
            case FieldNames.objectId, FieldNames.createDate, FieldNames.updateDate: continue
            case FieldNames.acl: object.acl = try refusing { () throws(DocumentError) in try AccessList.read(value) }
            default: try change(&object, name, value)
            }
        }
        guard object.fields.count <= FieldCheck.fieldsMax else {
            throw Failure.refused(.lengthOutOfRange, "An object has at most \(FieldCheck.fieldsMax) fields.")
        }
    }

    private func change(_ object: inout StoredObject, _ name: String, _ value: JSON) throws(Failure) {
        guard FieldNames.isValid(name) else { throw Failure.refused(.formatInvalid, NCMBErrorText.formatInvalid(name)) }
        let old = object.fields[name] ?? .null
        let operation = try refusing { () throws(DocumentError) in try FieldOperation.read(value, field: name) }
        let new = try refusing { () throws(DocumentError) in
            try FieldCheck.kept(try operation?.applied(to: old, field: name) ?? value, field: name)
        }
        switch operation {
        case .addRelation(let pointers)?:
            if object.className == ObjectClass.role, name == ObjectClass.belongRole { try refuseCycle(object.objectId, pointers) }
            try relate(object, name, pointers, isGone: false)
        case .removeRelation(let pointers)?: try relate(object, name, pointers, isGone: true)
        default: break
        }
        object.fields[name] = new
    }
}
