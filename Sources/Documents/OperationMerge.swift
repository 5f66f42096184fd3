import Codecs

extension FieldOperation {
    /// Two operations on one field that go together in no way (table 1.2a of the reference, where the SDK raised an exception).
    public enum MergeError: Error, Equatable, Sendable {
        case notANumber, notAList, otherOperation
        case otherClass
        /// A relation is added to and taken from before one save, not the same objects.
        case addsAndRemoves
    }

    /// One operation that does what `pending` and then this one do. Checked before anything changes.
    @export(interface) public func merged(after pending: FieldOperation?) throws(MergeError) -> FieldOperation {
        guard let pending else { return self }
        switch self {
        case .set, .delete:
            return self
        case .increment(let amount): return try incremented(pending, amount)
        case .add(let objects): return try joined(pending, objects) { $0 + objects }
        case .addUnique(let objects): return try joined(pending, objects) { Self.joined($0, unique: objects) }
        case .remove(let objects): return try removed(pending, objects)
        case .addRelation(let pointers), .removeRelation(let pointers): return try related(pending, pointers)
        }
    }

    private func incremented(_ pending: FieldOperation, _ amount: JSON) throws(MergeError) -> FieldOperation {
        switch pending {
        case .set(let value):
            guard let sum = FieldNumber.sum(value, amount) else { throw .notANumber }
            return .set(sum)
        case .delete: return .set(amount)
        case .increment(let earlier):
            guard let sum = FieldNumber.sum(earlier, amount) else { throw .notANumber }
            return .increment(sum)
        default: throw .otherOperation
        }
    }

    private func joined(
        _ pending: FieldOperation, _ objects: [JSON], _ join: ([JSON]) -> [JSON]
    ) throws(MergeError) -> FieldOperation {
        switch (pending, self) {
        case (.set(let value), _):
            guard let list = value.arrayValue else { throw .notAList }
            return .set(.array(join(list)))
        case (.delete, _): return .set(.array(join([])))
        case (.add(let earlier), .add): return .add(join(earlier))
        case (.addUnique(let earlier), .addUnique): return .addUnique(join(earlier))
        default: throw .otherOperation
        }
    }

    private func removed(_ pending: FieldOperation, _ objects: [JSON]) throws(MergeError) -> FieldOperation {
        switch pending {
        case .set(let value):
            guard let list = value.arrayValue else { throw .notAList }
            return .set(.array(Self.left(of: list, without: objects)))
        case .delete: return .set([])
        case .remove(let earlier): return .remove(Self.joined(earlier, unique: objects))
        default: throw .otherOperation
        }
    }

    private func related(_ pending: FieldOperation, _ pointers: [Pointer]) throws(MergeError) -> FieldOperation {
        let earlier: [Pointer]
        switch (pending, self) {
        case (.addRelation(let there), .addRelation), (.removeRelation(let there), .removeRelation): earlier = there
        case (.addRelation(let there), .removeRelation), (.removeRelation(let there), .addRelation):
            // What was to be done is undone whole, or two operations would be needed.
            guard Self.missing(pointers, from: there).isEmpty else { throw .addsAndRemoves }
            return self
        default: throw .otherOperation
        }
        let className = (earlier.first ?? pointers.first)?.className
        guard let className, earlier.allSatisfy({ $0.className == className }), pointers.allSatisfy({ $0.className == className })
        else { throw .otherClass }
        let all = earlier + Self.missing(earlier, from: pointers)
        if case .addRelation = self { return .addRelation(all) }
        return .removeRelation(all)
    }

    /// Those of `pointers` that are not in `list`. One by one where either has few: a set would be made anew for each that a game adds.
    private static func missing(_ list: [Pointer], from pointers: [Pointer]) -> [Pointer] {
        if min(list.count, pointers.count) <= fewMax { return pointers.filter { !list.contains($0) } }
        // A set of texts is in the library already; no class has a stroke in its name.
        var there: Set<String> = []
        for pointer in list { there.insert(pointer.className + "/" + pointer.objectId) }
        return pointers.filter { !there.contains($0.className + "/" + $0.objectId) }
    }

    // MARK: Where it stands

    /// The objects of an operation on a list, when they are few.
    @export(interface) public var fewObjects: [JSON]? {
        switch self {
        case .add(let objects), .addUnique(let objects), .remove(let objects): objects.count <= Self.fewMax ? objects : nil
        default: nil
        }
    }

    /// Whether both are operations of one kind on a list.
    @export(interface) public func isLike(_ other: FieldOperation) -> Bool {
        switch (self, other) {
        case (.add, .add), (.addUnique, .addUnique), (.remove, .remove): true
        default: false
        }
    }

    /// Does to a list, and to what waits for its field, what this operation does with other objects. Neither is copied when nobody else
    /// holds it: a copy for each of thousands that are added one by one takes longer the longer the list is.
    /// - Parameters:
    ///   - list: what the field holds.
    ///   - pending: sets the field to that list, or is like this operation; nil: nothing waits.
    @export(interface) public func enter(_ objects: [JSON], _ list: inout [JSON], _ pending: inout FieldOperation?) {
        switch pending {
        case .add(var earlier)?, .addUnique(var earlier)?, .remove(var earlier)?:
            pending = nil
            change(&list, objects)
            pending = joined(&earlier, objects)
        case nil:
            change(&list, objects)
            var none: [JSON] = []
            pending = joined(&none, objects)
        default:
            // It holds the list, too.
            pending = nil
            change(&list, objects)
            pending = .set(.array(list))
        }
    }

    private func change(_ list: inout [JSON], _ objects: [JSON]) {
        switch self {
        case .add: list += objects
        case .addUnique: Self.join(&list, unique: objects)
        default:
            let gone = Few(objects)
            guard let place = list.firstIndex(where: { gone.contains($0) }) else { return }
            if list[(place + 1)...].contains(where: { gone.contains($0) }) {
                list = list.filter { !gone.contains($0) }
            } else {
                list.remove(at: place)
            }
        }
    }

    private func joined(_ earlier: inout [JSON], _ objects: [JSON]) -> FieldOperation {
        if case .add = self {
            earlier += objects
            return .add(earlier)
        }
        Self.join(&earlier, unique: objects)
        if case .addUnique = self { return .addUnique(earlier) }
        return .remove(earlier)
    }
}
