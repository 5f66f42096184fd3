import Codecs
import Documents
import Linux
import Messages
import Synchronization

/// An object that another one holds, because a field names it. Holds make no circle, which nothing would free. A hold that would close one
/// is not made; the name of a saved object says all, and the object is made anew when it is asked for.
final class DataHold: Sendable {
    /// Other objects that one object holds.
    static let countMax = 10_000
    /// Objects that are looked at before a hold is taken for one that closes a circle.
    static let reachMax = 10_000
    /// Guards the check, so that no two threads close a circle together.
    static let check = WordLock()
    static let queue = ReleaseQueue<DataHold>()

    let object: DataObject

    init(_ object: DataObject) {
        self.object = object
        object.holders.wrappingAdd(1, ordering: .relaxed)
    }

    deinit { object.holders.wrappingSubtract(1, ordering: .relaxed) }
}

extension DataChange {
    /// What the change says of objects, in the form in which this object may hold it.
    fileprivate func mapped(_ transform: (DataValue) throws(GamebaseError) -> DataValue) throws(GamebaseError) -> DataChange {
        switch self {
        case .set(let value): .set(try transform(value))
        case .add(let values): .add(try DataChange.mapped(values, transform))
        case .addUnique(let values): .addUnique(try DataChange.mapped(values, transform))
        case .remove(let values): .remove(try DataChange.mapped(values, transform))
        case .addRelation(let value): .addRelation(try transform(value))
        case .removeRelation(let value): .removeRelation(try transform(value))
        case .delete, .increment: self
        }
    }

    private static func mapped(
        _ values: [DataValue], _ transform: (DataValue) throws(GamebaseError) -> DataValue
    ) throws(GamebaseError) -> [DataValue] {
        var mapped: [DataValue] = []
        mapped.reserveCapacity(values.count)
        for value in values { mapped.append(try transform(value)) }
        return mapped
    }

    var namesObjects: Bool {
        switch self {
        case .set(let value), .addRelation(let value), .removeRelation(let value): value.isObject
        case .add(let values), .addUnique(let values), .remove(let values): values.contains { $0.isObject }
        case .delete, .increment: false
        }
    }
}

extension DataValue {
    fileprivate var isObject: Bool { if case .object = self { true } else { false } }
}

extension DataObject {
    /// Runs `body` with the change in a form whose objects may be held.
    func holding(_ change: DataChange, _ body: (DataChange) throws(GamebaseError) -> Void) throws(GamebaseError) {
        guard change.namesObjects else { return try body(change) }
        try DataHold.check.locked { () throws(GamebaseError) in
            try body(try change.mapped { value throws(GamebaseError) in try holdable(value) })
        }
    }

    /// Called with the check held.
    private func holdable(_ value: DataValue) throws(GamebaseError) -> DataValue {
        guard case .object(let object) = value, !isFreeToHold(object) else { return value }
        if let id = object.objectId { return .value(Pointer(className: object.className, objectId: id).json) }
        // It must be saved first, and is held until then. Those that are saved need not be.
        for reached in object.reach ?? [] { reached.letGoOfSaved() }
        if isFreeToHold(object) { return value }
        throw DataError.local(
            .valueNotAllowed,
            "objects that are not saved name each other, or lead to more than \(DataHold.reachMax) others; save one without the other")
    }

    /// Whether nothing leads from `object` to this one.
    private func isFreeToHold(_ object: DataObject) -> Bool {
        if object !== self, holders.load(ordering: .relaxed) == 0 { return true }
        guard let reach = object.reach else { return false }
        return !reach.contains { $0 === self }
    }

    /// The object and what it holds, itself and through others; nil when there are more than `reachMax`.
    private var reach: [DataObject]? {
        var seen: Set<ObjectIdentifier> = [ObjectIdentifier(self)]
        var found = [self]
        var place = 0
        while place < found.count {
            let object = found[place]
            for held in object.lock.locked({ object.state.children.values.map { $0.object } })
            where seen.insert(ObjectIdentifier(held)).inserted {
                guard found.count < DataHold.reachMax else { return nil }
                found.append(held)
            }
            place += 1
        }
        return found
    }

    private func letGoOfSaved() {
        var dropped = lock.locked { () -> [DataHold] in
            settle()
            var dropped: [DataHold] = []
            for (key, hold) in state.children where hold.object.objectId != nil {
                dropped.append(hold)
                state.children[key] = nil
            }
            return dropped
        }
        DataHold.queue.release(&dropped)
    }
}
