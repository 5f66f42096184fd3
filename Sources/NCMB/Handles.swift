// The NCMB room: the functions of include/NCMB, one Swift file or more for each header. Like the other surfaces it translates: it checks
// arguments, asks the client, and hands over what that answers. Nothing is decided here.
import Accessors
import Boundary
import CGamebase
import Client
import Codecs
import Linux
import Synchronization

/// An object of the mobile backend, with what C was given of it.
struct ObjectValue: BoundaryValue {
    let object: DataObject
    /// Made for the first that is lent: most objects lend nothing.
    fileprivate var lent: KeptHandles?

    init(_ object: DataObject) { self.object = object }

    package static var boundaryClass: BoundaryClass { .NCMBObject }

    package func field(_ field: NCMBObjectField) -> FieldValue {
        switch field {
        case .ncmbClassName: .text(object.className)
        case .objectId: .text(object.objectId)
        case .createDate: .number(object.createDate ?? -1)
        case .updateDate: .number(object.updateDate ?? -1)
        }
    }
}

/// The rights of an object.
struct AccessValue: BoundaryValue {
    let access: DataAccess

    package static var boundaryClass: BoundaryClass { .NCMBACL }
    package typealias Field = NoField
}

struct QueryValue: BoundaryValue {
    let query: DataQuery

    package static var boundaryClass: BoundaryClass { .NCMBQuery }

    package func field(_ field: NCMBQueryField) -> FieldValue {
        switch field {
        case .ncmbClassName: .text(query.className)
        case .limit: .number(Int64(query.limit))
        case .skip: .number(Int64(query.skip))
        }
    }
}

/// A reference to a handle, given back with this.
final class KeptHandle: DataHolder, @unchecked Sendable {
    static let queue = ReleaseQueue<KeptHandle>()

    let pointer: OpaquePointer?
    /// What the handle keeps in its turn.
    fileprivate let keeps: KeptHandles?

    init(_ pointer: OpaquePointer?, keeps: KeptHandles? = nil) {
        self.pointer = pointer
        self.keeps = keeps
    }

    deinit { releaseHandle(pointer) }
}

/// The handles that a getter has lent, one for each place: they live as long as the object that was asked.
///
/// Those that keep each other would never be freed: a handle through which the one that was asked is kept itself is lent without.
final class KeptHandles: @unchecked Sendable {
    /// Handles that are looked at before one is taken for such.
    private static let reachMax = 10_000
    /// Guards the check, so that no two threads close a circle together.
    private static let check = WordLock()

    /// Of all of them: it is kept for a moment, and an object that was found costs no lock of its own.
    private static let lock = WordLock()
    private var places: [String: KeptHandle] = [:]

    deinit {
        if places.isEmpty { return }
        var kept = Array(places.values)
        places = [:]
        KeptHandle.queue.release(&kept)
    }

    /// Those of an object.
    static func of(_ pointer: OpaquePointer?) -> KeptHandles? {
        read(pointer, ObjectValue.self, else: nil) { box in
            if let lent = box.value.lent { return lent }
            let fresh = KeptHandles()
            box.value.lent = fresh
            return fresh
        }
    }

    /// Of the same object always the same handle.
    func keep(_ place: String, _ object: DataObject) -> OpaquePointer? {
        guard let pointer = ownedHandle(object) else { return nil }
        return keep(place, pointer, Self.of(pointer))
    }

    /// The handle in the place, if it is one for what `isSame` says.
    func known(_ place: String, _ isSame: (OpaquePointer) -> Bool) -> OpaquePointer? {
        guard let pointer = Self.lock.locked({ places[place]?.pointer }), isSame(pointer) else { return nil }
        return pointer
    }

    /// - Parameter owned: with a reference that is kept from now on.
    /// - Parameter theirs: what the handle keeps in its turn.
    func keep(_ place: String, _ owned: OpaquePointer?, _ theirs: KeptHandles? = nil) -> OpaquePointer? {
        guard let owned else { return nil }
        let fresh = KeptHandle(owned, keeps: theirs)
        let old = Self.check.locked { () -> KeptHandle? in
            if let theirs, theirs.leads(to: self) { return nil }
            return Self.lock.locked {
                defer { places[place] = fresh }
                return places[place]
            }
        }
        withExtendedLifetime((fresh, old)) {}
        return owned
    }

    /// Called with the check held.
    private func leads(to wanted: KeptHandles) -> Bool {
        var seen: Set<ObjectIdentifier> = [ObjectIdentifier(self)]
        var found = [self]
        var place = 0
        while place < found.count {
            let kept = found[place]
            if kept === wanted { return true }
            for next in Self.lock.locked({ kept.places.values.map { $0.keeps } }) {
                guard let next, seen.insert(ObjectIdentifier(next)).inserted else { continue }
                guard found.count < Self.reachMax else { return true }
                found.append(next)
            }
            place += 1
        }
        return false
    }
}

/// The handle of an object, with a reference for the caller. An object has one handle at a time, so that C can compare pointers.
func ownedHandle(_ object: DataObject) -> OpaquePointer? {
    while true {
        let known = object.boundaryName.load(ordering: .acquiring)
        if known != 0, ProcessHandles.table.retain(Handle(bits: UInt64(known))) { return OpaquePointer(bitPattern: known) }
        guard let fresh = newHandle(ObjectValue(object)) else { return nil }
        let exchanged = object.boundaryName.compareExchange(
            expected: known, desired: UInt(bitPattern: fresh), ordering: .acquiringAndReleasing
        ).exchanged
        if exchanged { return fresh }
        releaseHandle(fresh)
    }
}

func arrayHandle(_ objects: [DataObject]) -> OpaquePointer? {
    var handles: [KeptHandle] = []
    handles.reserveCapacity(objects.count)
    for object in objects {
        guard let handle = ownedHandle(object) else { return nil }
        handles.append(KeptHandle(handle))
    }
    return newHandle(ArrayValue(handles: handles))
}

func userObject(_ pointer: OpaquePointer?, _ function: StaticString = #function) -> DataObject? {
    object(pointer, of: ClientDatastore.userClass, function)
}

func roleObject(_ pointer: OpaquePointer?, _ function: StaticString = #function) -> DataObject? {
    object(pointer, of: ClientDatastore.roleClass, function)
}

/// An object of a class that has functions of its own; what is none is told once.
func object(_ pointer: OpaquePointer?, of className: String, _ function: StaticString = #function) -> DataObject? {
    guard let object = value(pointer, ObjectValue.self, function)?.object else { return nil }
    if object.className == className { return object }
    BadHandles.report(pointer, .NCMBObject, function)
    return nil
}

// MARK: What getters lend

func keptObject(
    _ pointer: OpaquePointer?, _ key: String, _ function: StaticString = #function, _ child: (DataObject, String) -> DataObject?
) -> OpaquePointer? {
    guard let parent = value(pointer, ObjectValue.self, function), let child = child(parent.object, key) else { return nil }
    return KeptHandles.of(pointer)?.keep("field " + key, child)
}

func keptAccess(_ pointer: OpaquePointer?, _ function: StaticString = #function) -> OpaquePointer? {
    guard let parent = value(pointer, ObjectValue.self, function), let access = parent.object.access,
        let kept = KeptHandles.of(pointer)
    else { return nil }
    let known = kept.known("ACL") { read($0, AccessValue.self, else: false) { $0.value.access === access } }
    return known ?? kept.keep("ACL", newHandle(AccessValue(access: access)))
}

/// - Parameter targetClass: what it is known to be; nil: what the field says.
func relation(
    _ pointer: OpaquePointer?, _ key: String, _ targetClass: String?, _ function: StaticString = #function
) -> OpaquePointer? {
    guard let parent = value(pointer, ObjectValue.self, function), !key.isEmpty, let kept = KeptHandles.of(pointer) else {
        return nil
    }
    if let known = kept.known("relation " + key, { _ in true }) { return known }
    guard let relation = DataRelation.of(parent.object, key: key, targetClass: targetClass) else {
        Clients.current.log(.warn, "\(functionName(function)): \(key): is no name of a field, or the field holds something else")
        return nil
    }
    let lent = RelationValue(relation)
    return kept.keep("relation " + key, newHandle(lent), lent.kept)
}
