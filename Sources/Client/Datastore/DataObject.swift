import Documents
import Linux
import Synchronization
import Wire

/// An object of the mobile backend as the game has it: what the service is known to have, and the changes that wait. Every function may be
/// called on any thread.
///
/// Objects hold those that their fields name, see `DataHold`.
public final class DataObject: @unchecked Sendable {
    /// Sets of changes that wait for a save at a time.
    static let setsMax = 64
    /// A name that no object of the service can have: its letters are others.
    static let localPrefix = "local_"
    private static let made = Atomic<UInt64>(0)

    public let className: String
    /// As whom others name it before it was saved.
    let localId: String
    /// The name under which C knows it; 0 while it has none.
    public let boundaryName = Atomic<UInt>(0)

    /// Those that hold it; none: nothing that it holds can lead back to it.
    let holders = Atomic<Int>(0)

    /// A lock of its own, asked for while another object's is held.
    private let naming = Lock()
    private var name: String?

    let lock = Lock()
    var state = State()

    /// Guarded by `lock`.
    struct State {
        /// What the service has, as far as it told.
        var known = JSONObject()
        /// The same with what waits: what getters give.
        var shown = JSONObject()
        /// The last one grows; those before it are being saved.
        var sets = [OperationSet()]
        var children: [String: DataHold] = [:]
        /// Whether one of them had no id when it was looked at last.
        var namesUnsaved = false
        var createDate: Int64?
        var updateDate: Int64?
        /// As the service sent it, until somebody asks for it.
        private(set) var accessUnread: JSON?
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
                if let unread = accessUnread, let list = try? AccessList.read(unread) {
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

        /// A list that the game has changed and not saved stays; one that it may hold stays when it says the same.
        mutating func adopt(access json: JSON?) {
            guard let json else { return }
            if accessRead == nil {
                accessUnread = json
                return
            }
            guard let list = try? AccessList.read(json) else { return }
            if let access, accessSaved != access.version || access.current == list { return }
            accessUnread = json
        }
    }

    @export(interface) public init(className: String, objectId: String? = nil) {
        self.className = className
        name = objectId
        localId = Self.localPrefix + "\(Self.made.wrappingAdd(1, ordering: .relaxed).newValue)"
    }

    deinit {
        if state.children.isEmpty { return }
        var holds = Array(state.children.values)
        state.children = [:]
        DataHold.queue.release(&holds)
    }

    @export(interface) public static func isClassName(_ name: String) -> Bool { FieldNames.isValid(name) }

    static func isLocal(_ pointer: Pointer) -> Bool { pointer.objectId.hasPrefix(localPrefix) }

    @export(interface) public var objectId: String? { naming.locked { name } }

    /// A save after this changes the object of that id. Nil begins a new one.
    @export(interface) public func setObjectId(_ objectId: String?) { naming.locked { name = objectId } }

    @export(interface) public var createDate: Int64? { lock.locked { state.createDate } }
    @export(interface) public var updateDate: Int64? { lock.locked { state.updateDate } }
    @export(interface) public var sessionToken: String? { lock.locked { state.sessionToken } }
    @export(interface) public var requiresUnchanged: Bool { lock.locked { state.requiresUnchanged } }
    @export(interface) public func setRequiresUnchanged(_ requires: Bool) { lock.locked { state.requiresUnchanged = requires } }
    @export(interface) public var isNew: Bool { lock.locked { state.isNew } }
    @export(interface) public func setSessionToken(_ token: String?) { lock.locked { state.sessionToken = token } }

    /// A whole name, or the one that it has until it is saved.
    var pointer: Pointer { Pointer(className: className, objectId: objectId ?? localId) }

    @export(interface) public var access: DataAccess? { lock.locked { state.access } }

    /// The object holds the list itself: what is changed in it later is sent with the next save.
    @export(interface) public func setAccess(_ access: DataAccess?) {
        lock.locked {
            state.access = access ?? DataAccess()
            state.accessSaved = nil
        }
    }

    // MARK: What came from the service

    /// Takes over a whole object. What waits stays in front of it.
    func adopt(_ document: JSONObject) {
        lock.locked {
            if let id = document[FieldNames.objectId]?.stringValue { setObjectId(id) }
            let (created, updated) = (document[FieldNames.createDate], document[FieldNames.updateDate])
            state.createDate = created.flatMap { DocumentDate.milliseconds($0) }
            state.updateDate = updated == created ? state.createDate : updated.flatMap { DocumentDate.milliseconds($0) } ?? state.createDate
            state.adopt(access: document[FieldNames.acl])
            var known = JSONObject(reserving: document.count)
            for (name, value) in document.members where !Self.ownNames.contains(name) { known.append(name, taken(value)) }
            state.known = known
            showAgain()
        }
    }

    static let ownNames = [
        FieldNames.objectId, FieldNames.createDate, FieldNames.updateDate, FieldNames.acl, "sessionToken", "password", "__type",
        "className",
    ]

    /// An object that was included becomes one of its own. Called with the lock held.
    private func taken(_ value: JSON) -> JSON {
        guard let inner = value.objectValue, inner["__type"]?.stringValue == "Object", let pointer = Pointer(inner) else { return value }
        let child = DataObject(className: pointer.className, objectId: pointer.objectId)
        child.adopt(inner)
        if state.children.count < DataHold.countMax { state.children[Self.key(pointer)] = DataHold(child) }
        return pointer.json
    }

    /// What is shown is what is known, with what waits. A change that does not go with a new value stays for the service to refuse.
    func showAgain() {
        state.shown = state.known
        if state.sets.allSatisfy({ $0.names.isEmpty }) { return }
        for set in state.sets {
            for name in set.names {
                guard let operation = set[name], name != FieldNames.acl else { continue }
                guard let value = try? operation.applied(to: state.shown[name] ?? .null, field: name) else { continue }
                if case .delete = operation { state.shown[name] = nil } else { state.shown[name] = value }
            }
        }
    }

    /// After a deletion nothing is left of it.
    func clear() {
        setObjectId(nil)
        lock.locked {
            let turns = state.turns
            state = State()
            state.turns = turns
        }
    }

    /// How the device remembers it, and how it is adopted again.
    var remembered: JSONObject {
        lock.locked {
            var object = state.known
            object[FieldNames.objectId] = objectId.map { .string($0) }
            object[FieldNames.createDate] = state.createDate.map { .string(DocumentDate.text($0)) }
            object[FieldNames.updateDate] = state.updateDate.map { .string(DocumentDate.text($0)) }
            object["sessionToken"] = state.sessionToken.map { .string($0) }
            return object
        }
    }
}
