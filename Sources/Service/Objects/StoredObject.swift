import Documents
import Linux
import Messages
import Storage
import Wire

/// An object as it is kept.
struct StoredObject {
    static let columns = "o.object_id, o.version, o.create_date, o.update_date, o.acl, o.fields"

    let className: String
    let objectId: String
    var version: Int64
    let createDate: Int64
    var updateDate: Int64
    var acl: AccessList
    /// Without those that the service keeps itself.
    var fields: JSONObject

    init(className: String, objectId: String, date: Int64, acl: AccessList) {
        self.className = className
        self.objectId = objectId
        version = 1
        createDate = date
        updateDate = date
        self.acl = acl
        fields = [:]
    }

    /// - Parameter row: of `columns`.
    init(_ row: Row, of className: String) throws(Failure) {
        self.className = className
        objectId = row.text(0)
        version = row.integer(1)
        createDate = row.integer(2)
        updateDate = row.integer(3)
        guard let fields = Self.object(row.text(5)), let list = Self.object(row.text(4)),
            let acl = try? AccessList.read(.object(list))
        else { throw Failure.refused(.databaseError, "The object \(objectId) of \(className) is damaged.") }
        self.fields = fields
        self.acl = acl
    }

    /// As large as it was when it was kept.
    private static let limits = JSONLimits(depthMax: 64, bytesMax: Objects.objectBytesMax, membersMax: 1 << 20)

    private static func object(_ text: String) -> JSONObject? { try? JSON.parse(text, limits: limits).objectValue }

    /// As queries see it and callers get it.
    var document: JSONObject {
        var document: JSONObject = [
            FieldNames.objectId: .string(objectId), FieldNames.createDate: .string(DocumentDate.text(createDate)),
            FieldNames.updateDate: .string(DocumentDate.text(updateDate)),
        ]
        for (name, value) in fields.members { document[name] = value }
        document[FieldNames.acl] = acl.json
        return document
    }

    var pointer: Pointer { Pointer(className: className, objectId: objectId) }
}
