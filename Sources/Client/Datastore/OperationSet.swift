import Codecs
import Documents
import Linux

/// The changes of an object's fields that one save sends, in the order in which the fields were first changed.
struct OperationSet {
    /// One that is empty: what an object begins with, shared by all of them until they change.
    static let one = [OperationSet()]

    private(set) var names: [String] = []
    private var operations: [String: FieldOperation] = [:]
    /// The rights that it sends, if it was not known yet who has them.
    var awaiting: DataAccess?

    var isEmpty: Bool { names.isEmpty }

    subscript(name: String) -> FieldOperation? { operations[name] }

    mutating func put(_ operation: FieldOperation, _ name: String) {
        if operations.updateValue(operation, forKey: name) == nil { names.append(name) }
    }

    /// Changes an operation, which nothing else holds meanwhile. Nil: there is none yet, and there is one behind it.
    mutating func change(_ name: String, _ body: (inout FieldOperation?) -> Void) {
        var operation = operations.updateValue(.delete, forKey: name)
        if operation == nil { names.append(name) }
        body(&operation)
        operations[name] = operation
    }

    /// These changes after those that were not saved. Two that do not go together cannot be here: `DataObject.change` refuses the second.
    func merged(after earlier: OperationSet) -> OperationSet {
        var merged = earlier
        merged.awaiting = operations[FieldNames.acl] == nil ? earlier.awaiting : awaiting
        for name in names {
            guard let operation = operations[name] else { continue }
            merged.put((try? operation.merged(after: earlier[name])) ?? operation, name)
        }
        return merged
    }

    mutating func map(_ transform: (JSON) -> JSON, _ pointers: ([Pointer]) -> [Pointer]) {
        for name in names {
            guard let operation = operations[name] else { continue }
            operations[name] = operation.mapped(transform, pointers)
        }
    }

    /// As they are sent.
    var fields: JSONObject {
        var fields = JSONObject()
        for name in names { fields[name] = operations[name]?.json }
        return fields
    }
}

extension FieldOperation {
    fileprivate func mapped(_ transform: (JSON) -> JSON, _ pointers: ([Pointer]) -> [Pointer]) -> FieldOperation {
        switch self {
        case .set(let value): .set(transform(value))
        case .delete, .increment: self
        case .add(let objects): .add(objects.map { transform($0) })
        case .addUnique(let objects): .addUnique(objects.map { transform($0) })
        case .remove(let objects): .remove(objects.map { transform($0) })
        case .addRelation(let there): .addRelation(pointers(there))
        case .removeRelation(let there): .removeRelation(pointers(there))
        }
    }
}

/// Walks pointers, however deep in lists and dictionaries: `FieldCheck` has bounded the depth.
enum PointerWalk {
    static func mapped(_ json: JSON, _ transform: (Pointer) -> JSON?) -> JSON {
        switch json {
        case .array(let elements): return .array(elements.map { mapped($0, transform) })
        case .object(let object):
            if object["__type"]?.stringValue == "Pointer" { return Pointer(object).flatMap { transform($0) } ?? json }
            var copy = JSONObject()
            for (key, value) in object.members { copy[key] = mapped(value, transform) }
            return .object(copy)
        default: return json
        }
    }

    static func visit(_ json: JSON, _ body: (Pointer) -> Void) {
        switch json {
        case .array(let elements): for element in elements { visit(element, body) }
        case .object(let object):
            if object["__type"]?.stringValue == "Pointer" {
                if let pointer = Pointer(object) { body(pointer) }
            } else {
                for (_, value) in object.members { visit(value, body) }
            }
        default: break
        }
    }
}
