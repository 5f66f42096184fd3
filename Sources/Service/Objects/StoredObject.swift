import Codecs
import Documents
import Linux
import Messages
import Storage

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
    /// It came out of its table, and what it has is there.
    private(set) var isKept = false
    /// In whose share it is counted, with how many bytes; known of one that was read by its id.
    private(set) var owner = StorageOwner()
    private(set) var bytes: Int64 = 0
    /// Members that the change under way has put into its relations, less those that it has taken out.
    var newMembers = 0

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
    /// - Returns: nil for one that is damaged.
    init?(_ row: PackedRow, of className: String, _ lists: KnownAccessList) {
        guard let fields = ObjectRow.fields(of: row), lists.meet(row) else { return nil }
        self.className = className
        objectId = row.text(ObjectRow.Column.objectId)
        version = row.integer(ObjectRow.Column.version)
        createDate = row.integer(ObjectRow.Column.createDate)
        updateDate = row.integer(ObjectRow.Column.updateDate)
        self.fields = fields
        acl = lists.list
        isKept = true
        (owner, bytes) = Self.share(of: row)
    }

    static func share(of row: PackedRow) -> (StorageOwner, Int64) {
        let first = ObjectRow.Column.fields + 1
        return (StorageOwner(user: row.text(first), network: row.text(first + 1)), row.integer(first + 2))
    }

    /// With all that is kept: for indexes, and for who sees all.
    var whole: JSONObject { ObjectRow.document(objectId, createDate, updateDate, fields, acl) }

    /// As this caller's queries see it and answers show it: what the caller does not see is not there.
    func document(for caller: Caller) -> JSONObject {
        var document = whole
        for field in GuardedField.fields(of: className) where document[field.name] != nil {
            if !field.isSeen(by: caller, objectId: objectId) {
                document[field.name] = nil
            } else if field.name == ObjectClass.authData, let links = document[field.name], !caller.isConsole {
                document[field.name] = AuthData.shown(links)
            }
        }
        return document
    }

    /// A relation has its members as rows of their own, as long as the field says that it is one.
    func hasMembers(in field: String) -> Bool { fields[field]?["__type"] == "Relation" }
    var hasRelations: Bool { fields.members.contains { $0.value["__type"] == "Relation" } }

    var pointer: Pointer { Pointer(className: className, objectId: objectId) }
}

/// A row that cannot be read, because the disk or an older version wrote what is no object. It costs itself alone: who may write it removes
/// it, and so does the operator.
struct DamagedObject {
    let className: String
    let objectId: String
    let version: Int64
    /// Nil when that is damaged, too: then it is the operator's.
    let acl: AccessList?
    let owner: StorageOwner
    let bytes: Int64

    var failure: Failure {
        Failure.refused(.databaseError, "The object \(objectId) of \(className) is damaged; it can be deleted, and nothing else.")
    }
}

enum StoredRow {
    case whole(StoredObject)
    case damaged(DamagedObject)

    var className: String {
        switch self {
        case .whole(let object): object.className
        case .damaged(let damaged): damaged.className
        }
    }

    var objectId: String {
        switch self {
        case .whole(let object): object.objectId
        case .damaged(let damaged): damaged.objectId
        }
    }

    /// Of one that is damaged there may be nobody.
    var acl: AccessList {
        switch self {
        case .whole(let object): object.acl
        case .damaged(let damaged): damaged.acl ?? AccessList()
        }
    }

    init(_ row: PackedRow, of className: String, _ lists: KnownAccessList) {
        if let object = StoredObject(row, of: className, lists) {
            self = .whole(object)
        } else {
            let (owner, bytes) = StoredObject.share(of: row)
            self = .damaged(
                DamagedObject(
                    className: className, objectId: row.text(ObjectRow.Column.objectId), version: row.integer(ObjectRow.Column.version),
                    acl: lists.meet(row) ? lists.list : nil, owner: owner, bytes: bytes))
        }
    }
}

extension ObjectRow {
    /// - Returns: nil for one that is damaged.
    func document(of className: String, _ lists: KnownAccessList, for caller: Caller) -> JSONObject? {
        switch self {
        case .unread(let row): StoredObject(row, of: className, lists)?.document(for: caller)
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
        isOpen = list.reading(.nobody) == .granted
        return true
    }
}

/// Which rows a caller may read: what is decided of a list is decided of all rows that have the same text.
struct RowRights {
    private let caller: Caller
    private let users: Users
    private let lists: KnownAccessList
    private var decided = 0
    private var mayRead = false

    init(_ caller: Caller, _ users: Users) {
        self.caller = caller
        self.users = users
        lists = users.core.lists
    }

    /// A row whose list is damaged is nobody's.
    mutating func mayRead(_ row: PackedRow) throws(Failure) -> Bool {
        guard lists.meet(row) else { return false }
        if lists.isOpen { return true }
        if decided != lists.number { (decided, mayRead) = (lists.number, try users.mayRead(lists.list, caller)) }
        return mayRead
    }
}
