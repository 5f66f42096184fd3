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
    init(_ row: Row, of className: String, _ lists: KnownAccessList) throws(Failure) {
        self.className = className
        objectId = row.text(0)
        version = row.integer(1)
        createDate = row.integer(2)
        updateDate = row.integer(3)
        guard let fields = Self.object(row.text(5)), let acl = lists.list(row.text(4)) else {
            throw Failure.refused(.databaseError, "The object \(objectId) of \(className) is damaged.")
        }
        self.fields = fields
        self.acl = acl
    }

    /// As large as it was when it was kept.
    private static let limits = JSONLimits(depthMax: 64, bytesMax: Objects.objectBytesMax, membersMax: 1 << 20)

    fileprivate static func object(_ text: String) -> JSONObject? { try? JSON.parse(text, limits: limits).objectValue }

    /// As queries see it and callers get it.
    var document: JSONObject {
        let own = 4
        let created = JSON.string(DocumentDate.text(createDate))
        var document = JSONObject(reserving: own + fields.count)
        document.append(FieldNames.objectId, .string(objectId))
        document.append(FieldNames.createDate, created)
        document.append(FieldNames.updateDate, updateDate == createDate ? created : .string(DocumentDate.text(updateDate)))
        for (name, value) in fields.members { document.append(name, value) }
        document.append(FieldNames.acl, acl.json)
        return document
    }

    var pointer: Pointer { Pointer(className: className, objectId: objectId) }
}

/// The list that was read last: the next object nearly always has the same.
final class KnownAccessList {
    /// Compared as JSON is, byte for byte: a right must not go to another spelling of a name.
    private var text = JSON.null
    private var list = AccessList()

    /// Nil for a text that is no list.
    func list(_ text: String) -> AccessList? {
        let asked = JSON.string(text)
        if asked == self.text { return list }
        guard let object = StoredObject.object(text), let read = try? AccessList.read(.object(object)) else { return nil }
        (self.text, list) = (asked, read.prepared)
        return list
    }
}
