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
        guard let fields = ObjectRow.fields(row.text(5)), let acl = lists.list(row.text(4)) else {
            throw Self.damaged(className, objectId)
        }
        self.fields = fields
        self.acl = acl
    }

    static func damaged(_ className: String, _ objectId: String) -> Failure {
        Failure.refused(.databaseError, "The object \(objectId) of \(className) is damaged.")
    }

    /// As queries see it and callers get it.
    var document: JSONObject { ObjectRow.document(objectId, createDate, updateDate, fields, acl) }

    /// For an answer; its document is at hand.
    func row(_ document: JSONObject) -> ObjectRow {
        ObjectRow(objectId: objectId, createDate: createDate, updateDate: updateDate, access: acl, document: document)
    }

    var pointer: Pointer { Pointer(className: className, objectId: objectId) }
}

extension ObjectRow {
    /// - Parameter row: of `StoredObject.columns`.
    convenience init(_ row: Row, of className: String, _ lists: KnownAccessList) throws(Failure) {
        guard let access = lists.list(row.text(4)) else { throw StoredObject.damaged(className, row.text(0)) }
        self.init(
            objectId: row.text(0), createDate: row.integer(2), updateDate: row.integer(3), access: access, fields: row.text(5))
    }

    func document(of className: String) throws(Failure) -> JSONObject {
        guard let document else { throw StoredObject.damaged(className, objectId) }
        return document
    }
}

/// The list that was read last: the next object nearly always has the same.
final class KnownAccessList {
    /// Compared as JSON is, byte for byte: a right must not go to another spelling of a name.
    private var text = JSON.null
    private var list = AccessList()

    /// Nil for a text that is no list.
    func list(_ text: String) -> AccessList? {
        let asked = JSON.string(text)
        if asked == self.text {
            // The next row has the same piece of memory, most likely.
            self.text = asked
            return list
        }
        guard let object = ObjectRow.fields(text), let read = try? AccessList.read(.object(object)) else { return nil }
        (self.text, list) = (asked, read.prepared)
        return list
    }
}
