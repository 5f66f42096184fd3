import Codecs
import Documents
import Linux
import Synchronization

/// What a field is set to: a value, or another object, which may not be saved yet.
public enum DataValue {
    case value(JSON)
    case object(DataObject)
}

/// The objects that the fields of an object name. One that was not saved has a local name there, in whose place its own comes as soon as it
/// has one.
extension DataObject {
    static func key(_ pointer: Pointer) -> String { "\(pointer.className)/\(pointer.objectId)" }

    /// The value as it stands in fields; `nil` when the object names too many others. Called with the lock held.
    func entered(_ value: DataValue) -> JSON? {
        switch value {
        case .value(let json): return json
        case .object(let object):
            let pointer = object.pointer
            let key = Self.key(pointer)
            if state.children[key] == nil, state.children.count >= DataHold.countMax {
                dropChildren()
                guard state.children.count < DataHold.countMax else { return nil }
            }
            state.children[key] = DataHold(object)
            if Self.isLocal(pointer) { state.namesUnsaved = true }
            return pointer.json
        }
    }

    /// Lets go of those that no field names any more. Called with the lock held.
    private func dropChildren() {
        var named: [String: DataHold] = [:]
        let visit = { [self] (pointer: Pointer) in
            let key = Self.key(pointer)
            named[key] = state.children[key]
        }
        PointerWalk.visit(.object(state.known), visit)
        PointerWalk.visit(.object(state.shown), visit)
        for set in state.sets { PointerWalk.visit(.object(set.fields), visit) }
        state.children = named
    }

    /// Puts the names of objects that were saved meanwhile in the place of their local ones. Called with the lock held.
    func settle() {
        // Each change of an object comes here: nothing is looked at twice while no object anywhere gets an id.
        let renamed = Self.renamed.load(ordering: .acquiring)
        guard state.namesUnsaved, state.settledAt != renamed else { return }
        state.settledAt = renamed
        var settled: [String: Pointer] = [:]
        state.namesUnsaved = false
        for (key, hold) in state.children {
            let pointer = hold.object.pointer
            if Self.isLocal(pointer) {
                state.namesUnsaved = true
            } else if key != Self.key(pointer) {
                settled[key] = pointer
            }
        }
        if settled.isEmpty { return }
        let named = { (pointer: Pointer) -> Pointer in settled[DataObject.key(pointer)] ?? pointer }
        let transform = { (json: JSON) -> JSON in PointerWalk.mapped(json) { Self.isLocal($0) ? named($0).json : nil } }
        state.known = Self.mapped(state.known, transform)
        state.shown = Self.mapped(state.shown, transform)
        for place in state.sets.indices { state.sets[place].map(transform) { $0.map(named) } }
        for (key, pointer) in settled {
            guard let child = state.children.removeValue(forKey: key) else { continue }
            state.children[Self.key(pointer)] = child
        }
    }

    private static func mapped(_ object: JSONObject, _ transform: (JSON) -> JSON) -> JSONObject {
        var copy = JSONObject()
        for (name, value) in object.members { copy[name] = transform(value) }
        return copy
    }

    /// Those that the first set names and that are not saved.
    var unsavedChildren: [DataObject] {
        lock.locked {
            settle()
            guard let first = state.sets.first else { return [] }
            return unsaved(in: first)
        }
    }

    /// Those that any set names: what a save of this object would have to save first.
    private var everyUnsavedChild: [DataObject] {
        lock.locked {
            settle()
            var found: [DataObject] = []
            for set in state.sets { found += unsaved(in: set) }
            return found
        }
    }

    /// Called with the lock held.
    private func unsaved(in set: OperationSet) -> [DataObject] {
        var found: [DataObject] = []
        var seen: Set<ObjectIdentifier> = []
        PointerWalk.visit(.object(set.fields)) { pointer in
            guard Self.isLocal(pointer), let child = state.children[Self.key(pointer)]?.object, child.objectId == nil else { return }
            if seen.insert(ObjectIdentifier(child)).inserted { found.append(child) }
        }
        return found
    }

    /// Objects that one save saves before its own.
    static let unsavedMax = 1_000

    var savesTooMany: Bool {
        var seen: Set<ObjectIdentifier> = []
        var next = everyUnsavedChild
        while let object = next.popLast() {
            guard seen.insert(ObjectIdentifier(object)).inserted else { continue }
            if seen.count > Self.unsavedMax { return true }
            next += object.everyUnsavedChild
        }
        return false
    }

    /// The objects that must be saved before this one, each behind those it names. They are found once and in a list: a save inside the
    /// save of the object that names it needs as much stack as the chain is long, and looks at the rest of the chain once more.
    var unsavedBefore: [DataObject] {
        var line: [DataObject] = []
        var seen: Set<ObjectIdentifier> = [ObjectIdentifier(self)]
        var path: [(object: DataObject, left: [DataObject])] = [(self, unsavedChildren.reversed())]
        while let last = path.indices.last {
            guard let next = path[last].left.popLast() else {
                line.append(path.removeLast().object)
                continue
            }
            guard seen.insert(ObjectIdentifier(next)).inserted else { continue }
            path.append((next, next.isAtRest && seen.count <= Self.unsavedMax ? next.unsavedChildren.reversed() : []))
        }
        line.removeLast()
        return line
    }

    /// Nothing of it is under way. Else its own save looks at what it names, when its turn has come.
    private var isAtRest: Bool { lock.locked { state.keptName == nil && state.turns.line.isEmpty } }

    // MARK: What getters give

    /// The object that a field names; made when it is asked for, and then the same each time.
    @export(interface) public func child(_ name: String) -> DataObject? {
        lock.locked {
            settle()
            guard let object = state.shown[name]?.objectValue, object["__type"]?.stringValue == "Pointer", let pointer = Pointer(object)
            else { return nil }
            let key = Self.key(pointer)
            if let known = state.children[key]?.object { return known }
            if pointer.objectId == objectId, pointer.className == className { return self }
            let child = DataObject(className: pointer.className, objectId: pointer.objectId)
            if state.children.count >= DataHold.countMax { dropChildren() }
            if state.children.count < DataHold.countMax { state.children[key] = DataHold(child) }
            return child
        }
    }

    /// A field's value; an object that is not saved is a pointer without an id.
    @export(interface) public func value(_ name: String) -> JSON? {
        switch name {
        case FieldNames.objectId: return objectId.map { .string($0) }
        case FieldNames.createDate: return createDate.map { DocumentDate.json($0) }
        case FieldNames.updateDate: return updateDate.map { DocumentDate.json($0) }
        case FieldNames.acl: return access?.current.json
        default: break
        }
        return lock.locked {
            settle()
            return state.shown[name].map { json in
                PointerWalk.mapped(json) { pointer in
                    Self.isLocal(pointer) ? ["__type": "Pointer", "className": .string(pointer.className), "objectId": .null] : nil
                }
            }
        }
    }

    /// Without those that the service keeps itself.
    @export(interface) public func keys() -> [String] { lock.locked { state.shown.members.map { $0.key } } }
}
