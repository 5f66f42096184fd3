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
    init(_ row: PackedRow, of className: String, _ lists: KnownAccessList) throws(Failure) {
        self.className = className
        objectId = row.text(ObjectRow.Column.objectId)
        version = row.integer(ObjectRow.Column.version)
        createDate = row.integer(ObjectRow.Column.createDate)
        updateDate = row.integer(ObjectRow.Column.updateDate)
        guard let fields = ObjectRow.fields(of: row), lists.meet(row) else { throw Self.damaged(className, objectId) }
        self.fields = fields
        acl = lists.list
    }

    static func damaged(_ className: String, _ objectId: String) -> Failure {
        Failure.refused(.databaseError, "The object \(objectId) of \(className) is damaged.")
    }

    /// As queries see it and callers get it.
    var document: JSONObject { ObjectRow.document(objectId, createDate, updateDate, fields, acl) }

    var pointer: Pointer { Pointer(className: className, objectId: objectId) }
}

extension ObjectRow {
    func document(of className: String, _ lists: KnownAccessList) throws(Failure) -> JSONObject {
        switch self {
        case .unread(let row): try StoredObject(row, of: className, lists).document
        case .read(let document): document
        }
    }
}

/// The list that was read last: the next object nearly always has the same.
final class KnownAccessList {
    /// Compared byte for byte: a right must not go to another spelling of a name.
    private var text: [UInt8]?
    private(set) var list = AccessList()
    /// Another one for each list.
    private(set) var number = 0
    /// Nobody in particular may read, so everybody may.
    private(set) var isOpen = false

    /// From now on `list` is that of the row.
    /// - Returns: false for a text that is no list.
    func meet(_ row: PackedRow) -> Bool {
        if let text, row.hasText(ObjectRow.Column.acl, text) { return true }
        guard let read = ObjectRow.access(of: row) else { return false }
        (text, list) = (row.textBytes(ObjectRow.Column.acl), read.prepared)
        number += 1
        isOpen = list.mayRead(.nobody)
        return true
    }
}

/// Which rows a caller may read: what is decided of a list is decided of all rows that have the same text.
struct RowRights {
    private let caller: Caller
    private let className: String
    private let lists: KnownAccessList
    private var decided = 0
    private var mayRead = false

    init(_ caller: Caller, _ className: String, _ lists: KnownAccessList) {
        self.caller = caller
        self.className = className
        self.lists = lists
    }

    mutating func mayRead(_ row: PackedRow) throws(Failure) -> Bool {
        guard lists.meet(row) else { throw StoredObject.damaged(className, row.text(ObjectRow.Column.objectId)) }
        if lists.isOpen { return true }
        if decided != lists.number { (decided, mayRead) = (lists.number, lists.list.mayRead(caller)) }
        return mayRead
    }
}
