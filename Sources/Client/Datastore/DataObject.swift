import Codecs
import Documents
import Linux
import Synchronization

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
    /// Grows behind each change of an object's id.
    static let renamed = Atomic<UInt64>(1)

    public let className: String
    /// As whom others name it before it was saved.
    var localId: String { Self.localPrefix + "\(number)" }
    private let number: UInt64
    /// The name under which C knows it; 0 while it has none.
    public let boundaryName = Atomic<UInt>(0)

    /// Those that hold it; none: nothing that it holds can lead back to it.
    let holders = Atomic<Int>(0)

    /// Of all objects: it is asked for while an object's own is held, and kept for a moment.
    private static let naming = WordLock()
    private var name: DataName

    let lock = WordLock()
    /// Guarded by `lock`.
    var state = State()

    @export(interface) public init(className: String, objectId: String? = nil) {
        self.className = className
        name = DataName(objectId)
        number = Self.made.wrappingAdd(1, ordering: .relaxed).newValue
    }

    /// What a query found.
    init(className: String, _ row: ObjectRow) {
        self.className = className
        number = Self.made.wrappingAdd(1, ordering: .relaxed).newValue
        switch row {
        case .unread(let row):
            name = DataName(row, ObjectRow.Column.objectId)
            state.adopt(row)
        case .read(let document):
            name = DataName(row.objectId)
            adopt(document)
        }
    }

    deinit {
        if state.children.isEmpty { return }
        var holds = Array(state.children.values)
        state.children = [:]
        DataHold.queue.release(&holds)
    }

    @export(interface) public static func isClassName(_ name: String) -> Bool { FieldNames.isValid(name) }

    static func isLocal(_ pointer: Pointer) -> Bool { TextParts.rest(of: pointer.objectId, behind: localPrefix) != nil }

    @export(interface) public var objectId: String? { Self.naming.locked { name.text } }

    /// A save after this changes the object of that id. Nil begins a new one.
    @export(interface) public func setObjectId(_ objectId: String?) {
        Self.naming.locked { name = DataName(objectId) }
        Self.renamed.wrappingAdd(1, ordering: .releasing)
    }

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
            state.take(document)
            showAgain()
        }
    }

    static let ownNames = [
        FieldNames.objectId, FieldNames.createDate, FieldNames.updateDate, FieldNames.acl, "sessionToken", "password", "__type",
        "className",
    ]

    /// What is shown is what is known, with what waits. A change that does not go with a new value stays for the service to refuse.
    func showAgain() {
        state.showKnown()
        if state.sets.allSatisfy({ $0.names.isEmpty }) { return }
        for set in state.sets {
            for name in set.names {
                guard let operation = set[name], name != FieldNames.acl else { continue }
                guard let value = try? operation.applied(to: state.shown[name] ?? .null, field: name) else { continue }
                if case .delete = operation { state.shown[name] = nil } else { state.shown[name] = value }
            }
        }
    }

    /// After a deletion nothing is left of it but what saves behind it are to send, as a new object.
    func clear() {
        setObjectId(nil)
        lock.locked {
            let old = state
            state = State()
            state.turns = old.turns
            guard old.sets.count > 1 else { return }
            (state.sets, state.children, state.namesUnsaved) = (old.sets, old.children, old.namesUnsaved)
            showAgain()
        }
    }

    /// Of an installation that the service knows: who has this token may change it, though somebody else may not.
    var provingToken: JSON? { objectId == nil ? nil : knownToken }

    /// The same of one that is not created yet, behind the changes that wait.
    var knownToken: JSON? {
        className == ClientDatastore.installationClass ? lock.locked { state.known[InstallationFields.token] } : nil
    }

    /// Names the kept changes in the remembered form. No field has this name: fields begin with a letter.
    static let keptName = "_kept"

    /// Takes the form in which the device remembers it.
    func adopt(remembered: JSONObject) {
        var fields = remembered
        fields[Self.keptName] = nil
        adopt(fields)
    }

    /// The form in which the device remembers it.
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

/// The id of an object. One that a query found keeps the bytes of a usual id in itself: most of them are never asked for, and a text of
/// its own would be one more piece of memory for each.
enum DataName {
    case none
    /// As many as two words hold (`PackedRow.short`).
    case bytes(UInt64, UInt64, count: UInt8)
    case text(String)

    init(_ text: String?) { self = text.map { .text($0) } ?? .none }

    init(_ row: PackedRow, _ column: Int) {
        if let (low, high, count) = row.short(column) { self = .bytes(low, high, count: count) } else { self = .text(row.text(column)) }
    }

    var text: String? {
        mutating get {
            switch self {
            case .none: return nil
            case .text(let text): return text
            case .bytes(let low, let high, let count):
                let text = withUnsafeBytes(of: (low, high)) { String(decoding: $0.prefix(Int(count)), as: UTF8.self) }
                self = .text(text)
                return text
            }
        }
    }
}
