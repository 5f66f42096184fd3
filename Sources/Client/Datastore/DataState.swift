import Codecs
import Documents
import Linux

extension DataObject {
    /// What an object knows of itself, and what waits. Guarded by its lock.
    struct State {
        /// What came with a query and was not asked for yet, in place of `known` and `shown`. Nothing waits beside it: who changes a field
        /// reads it first.
        private var unread: PackedRow?
        private var knownRead = JSONObject()
        private var shownRead = JSONObject()
        /// The last one grows; those before it are being saved.
        var sets = OperationSet.one
        var children: [String: DataHold] = [:]
        /// Whether one of them had no id when it was looked at last.
        var namesUnsaved = false
        /// `DataObject.renamed` at that look.
        var settledAt: UInt64 = 0
        var createDate: Int64?
        var updateDate: Int64?
        private enum UnreadAccess {
            /// In `unread`, which is not read for it.
            case inRow
            case text([UInt8])
            case json(JSON)
        }

        /// As the service sent it, until somebody asks for it.
        private var accessUnread: UnreadAccess?
        private var accessRead: DataAccess?
        /// The version of `access` that the service has; nil when it has another one.
        var accessSaved: UInt64?
        var sessionToken: String?
        var isNew = false
        /// A save that finds it changed by somebody else is refused.
        var requiresUnchanged = false
        /// Its creation is kept, and not answered: as whom the changes that are kept name it.
        var keptName: String?
        var turns = DataTurns()
        /// Of a file.
        var file: FileState?

        var access: DataAccess? {
            mutating get {
                if let list = unreadList {
                    let access = DataAccess(list)
                    accessRead = access
                    accessSaved = access.version
                }
                accessUnread = nil
                return accessRead
            }
            set {
                accessUnread = nil
                accessRead = newValue
            }
        }

        private var unreadList: AccessList? {
            switch accessUnread {
            case .inRow?: unread.flatMap { ObjectRow.access(of: $0) }
            case .text(let text)?: ObjectRow.access(text)
            case .json(let json)?: try? AccessList.read(json)
            case nil: nil
            }
        }

        /// A list that the game has changed and not saved stays; one that it may hold stays when it says the same.
        mutating func adopt(access json: JSON?) {
            guard let json else { return }
            if accessRead == nil {
                accessUnread = .json(json)
                return
            }
            guard let list = try? AccessList.read(json) else { return }
            if let access, accessSaved != access.version || access.current == list { return }
            accessUnread = .json(json)
        }

        /// What the service has, as far as it told.
        var known: JSONObject {
            mutating get {
                read()
                return knownRead
            }
            _modify {
                read()
                yield &knownRead
            }
        }

        /// The same with what waits: what getters give.
        var shown: JSONObject {
            mutating get {
                read()
                return shownRead
            }
            _modify {
                read()
                yield &shownRead
            }
        }

        @inline(__always) private mutating func read() {
            if let row = unread { read(row) }
        }

        /// A text that is damaged says nothing; what is saved over it is refused by the service, which keeps it.
        @inline(never) private mutating func read(_ row: PackedRow) {
            take(ObjectRow.fields(of: row) ?? JSONObject())
            showKnown()
        }

        /// What is shown is what is known, until what waits is put over it.
        mutating func showKnown() {
            read()
            shownRead = knownRead
        }

        /// Of a new object.
        mutating func adopt(_ row: PackedRow) {
            createDate = row.integer(ObjectRow.Column.createDate)
            updateDate = row.integer(ObjectRow.Column.updateDate)
            accessUnread = .inRow
            unread = row
        }

        /// The row is held no longer.
        private mutating func leaveRow() {
            if let row = unread, case .inRow? = accessUnread { accessUnread = .text(row.textBytes(ObjectRow.Column.acl)) }
            unread = nil
        }

        /// The fields of a document in place of those that were known.
        mutating func take(_ document: JSONObject) {
            leaveRow()
            var known = JSONObject(reserving: document.count)
            for (name, value) in document.members where !DataObject.ownNames.contains(name) { known.append(name, taken(value)) }
            knownRead = known
        }

        /// An object that was included becomes one of its own.
        private mutating func taken(_ value: JSON) -> JSON {
            guard let inner = value.objectValue, inner["__type"]?.stringValue == "Object", let pointer = Pointer(inner) else {
                return value
            }
            let child = DataObject(className: pointer.className, objectId: pointer.objectId)
            child.adopt(inner)
            if children.count < DataHold.countMax { children[DataObject.key(pointer)] = DataHold(child) }
            return pointer.json
        }
    }
}
