import Codecs
import Documents
import Linux
import Messages

/// How the game wants a field to change; the values of a list may be objects.
public enum DataChange {
    case set(DataValue)
    case delete
    case increment(JSON)
    case add([DataValue])
    case addUnique([DataValue])
    case remove([DataValue])
    case addRelation(DataValue)
    case removeRelation(DataValue)
}

/// Changes of fields: checked whole before anything happens, so that one that is refused leaves nothing behind.
extension DataObject {
    @export(interface) public func change(_ name: String, _ change: DataChange) throws(GamebaseError) {
        guard Self.isFieldName(name) else {
            throw DataError.local(.formatInvalid, "\(name) is no name of a field that can be changed so.")
        }
        guard className != ClientDatastore.fileClass else {
            throw DataError.local(.operationProhibited, "A file has no field that can be changed.")
        }
        guard className != ClientDatastore.pushClass || PushFields.isKnown(name) else {
            throw DataError.local(.valueNotAllowed, "\(name) is no field of a push.")
        }
        try holding(change) { change throws(GamebaseError) in
            try lock.locked { () throws(GamebaseError) in try enter(change, name) }
        }
    }

    /// Called with the lock held.
    private func enter(_ change: DataChange, _ name: String) throws(GamebaseError) {
        settle()
        let operation = try self.operation(change)
        if case .delete = operation {
            if state.shown[name] != nil { try put(operation, name, nil) }
            return
        }
        if try entersInPlace(operation, name) { return }
        let old = state.shown[name] ?? .null
        if case .set(let value) = operation {
            let kept = try checked(value, name)
            // A list that waits to be set is the one that is shown.
            return try put(.set(kept), name, kept.arrayValue == nil ? value : kept)
        }
        if let refusal = refusal(of: operation, on: old, name) { throw refusal }
        let new = try checked(try DataError.documents { () throws(DocumentError) in try operation.applied(to: old, field: name) }, name)
        switch operation {
        // There is nothing on the other side that the operation could be applied to.
        case .increment, .add, .addUnique, .remove: try put(objectId == nil ? .set(new) : operation, name, new)
        default: try put(operation, name, new)
        }
    }

    /// A few elements more or less of a list, without a look at the others, which were looked at before. Called with the lock held.
    /// - Returns: whether it is done; else nothing has changed.
    private func entersInPlace(_ operation: FieldOperation, _ name: String) throws(GamebaseError) -> Bool {
        guard state.sets.count == 1, let few = operation.fewObjects, var list = state.shown[name]?.arrayValue,
            list.count + few.count <= FieldOperation.elementsMax, Subclasses.refusal(of: .array([]), in: className, name) == nil
        else { return false }
        switch state.sets[0][name] {
        // There is nothing on the other side that the operation could be applied to.
        case .set?: break
        case let pending?: guard objectId != nil, pending.isLike(operation) else { return false }
        case nil: guard objectId != nil else { return false }
        }
        guard let objects = try checked(.array(few), name).arrayValue else { return false }
        state.shown[name] = .null
        state.sets[0].change(name) { operation.enter(objects, &list, &$0) }
        state.shown[name] = .array(list)
        return true
    }

    static func isFieldName(_ name: String) -> Bool { FieldNames.isValid(name) && !reservedNames.contains(name) }

    private static let reservedNames = [FieldNames.objectId, FieldNames.createDate, FieldNames.updateDate, FieldNames.acl]

    private func refusal(of operation: FieldOperation, on old: JSON, _ name: String) -> GamebaseError? {
        switch operation {
        // What the SDK raises for an object that is not saved.
        case .remove where objectId == nil && old.isNull: return DataError.local(.valueMissing, "\(name): Does not have a value.")
        // The service would put the relation in the place of the value.
        case .addRelation, .removeRelation:
            let isFree = old.isNull || old["__type"]?.stringValue == "Relation"
            return isFree ? nil : DataError.local(.typeWrong, "\(name): is no relation.")
        default: return nil
        }
    }

    /// Called with the lock held, like the others.
    private func operation(_ change: DataChange) throws(GamebaseError) -> FieldOperation {
        switch change {
        case .set(let value): return .set(try entered(one: value))
        case .delete: return .delete
        case .increment(let amount): return .increment(amount)
        case .add(let values): return .add(try entered(values))
        case .addUnique(let values): return .addUnique(try entered(values))
        case .remove(let values): return .remove(try entered(values))
        case .addRelation(let value): return .addRelation(try related(value))
        case .removeRelation(let value): return .removeRelation(try related(value))
        }
    }

    private func related(_ value: DataValue) throws(GamebaseError) -> [Pointer] {
        let pointer = try entered(one: value).objectValue.flatMap { Pointer($0) }
        return pointer.map { [$0] } ?? []
    }

    private func entered(_ values: [DataValue]) throws(GamebaseError) -> [JSON] {
        guard values.count <= FieldOperation.elementsMax else {
            throw DataError.local(.lengthOutOfRange, "A list has at most \(FieldOperation.elementsMax) elements.")
        }
        var entered: [JSON] = []
        entered.reserveCapacity(values.count)
        for value in values { entered.append(try self.entered(one: value)) }
        return entered
    }

    private func entered(one value: DataValue) throws(GamebaseError) -> JSON {
        if let json = entered(value) { return json }
        throw DataError.local(.lengthOutOfRange, "An object names at most \(DataHold.countMax) others.")
    }

    private func checked(_ value: JSON, _ name: String) throws(GamebaseError) -> JSON {
        // A condition is no value: its operators are no names of fields. The service reads it.
        if name == PushFields.condition, className == ClientDatastore.pushClass { return value }
        if value["__op"] != nil { throw DataError.local(.formatInvalid, "\(name): a value has no key __op.") }
        return try DataError.documents { () throws(DocumentError) in try FieldCheck.kept(value, field: name) }
    }

    /// - Parameter value: what getters give from now on; nil: nothing.
    private func put(_ operation: FieldOperation, _ name: String, _ value: JSON?) throws(GamebaseError) {
        guard state.shown[name] != nil || state.shown.count < FieldCheck.fieldsMax else {
            throw DataError.local(.lengthOutOfRange, "An object has at most \(FieldCheck.fieldsMax) fields.")
        }
        if let value, let type = Subclasses.refusal(of: value, in: className, name) {
            throw DataError.local(.typeWrong, "\(name): the class \(className) has \(type.name) there, not this value.")
        }
        // Whatever becomes of the saves under way, it must go together with what is left to send.
        var merged = operation
        for first in state.sets.indices.reversed() {
            var pending: FieldOperation?
            for set in state.sets[first...] {
                if let next = set[name] { pending = (try? next.merged(after: pending)) ?? next }
            }
            let joined = try DataError.merging(name) { () throws(FieldOperation.MergeError) in try operation.merged(after: pending) }
            if first == state.sets.count - 1 { merged = joined }
        }
        state.sets[state.sets.count - 1].put(merged, name)
        // An operation may be more beside one that waits than alone: nothing taken out of a field that is deleted leaves an empty list.
        if value?.isNull == true, case .set(let whole) = merged { state.shown[name] = whole } else { state.shown[name] = value }
    }
}
