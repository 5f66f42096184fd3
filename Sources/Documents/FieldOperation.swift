import Codecs

/// A change of one field that waits to be sent, or that was asked for.
public enum FieldOperation: Sendable {
    case set(JSON)
    /// A field cannot be taken away, only made null.
    case delete
    case increment(JSON)
    case add([JSON])
    case addUnique([JSON])
    case remove([JSON])
    case addRelation([Pointer])
    case removeRelation([Pointer])

    /// Of one operation, and of a field after it.
    public static let elementsMax = 100_000

    /// `{"__op": …}`; nil for anything that is a value.
    @export(interface) public static func read(_ json: JSON, field: String) throws(DocumentError) -> FieldOperation? {
        guard let name = json["__op"] else { return nil }
        switch name.stringValue {
        case "Increment":
            guard let amount = json["amount"], amount.doubleValue != nil else { throw .format(field) }
            return .increment(amount)
        case "Add": return .add(try objects(json, field))
        case "AddUnique": return .addUnique(try objects(json, field))
        case "Remove": return .remove(try objects(json, field))
        case "AddRelation":
            let pointers = try pointers(json, field)
            // What can be no object's id is no member, however long it is. One that is there already can be taken out.
            guard pointers.allSatisfy({ FieldNames.isWord($0.objectId) }) else { throw .format(field) }
            return .addRelation(pointers)
        case "RemoveRelation": return .removeRelation(try pointers(json, field))
        default: throw .format(field)
        }
    }

    private static func objects(_ json: JSON, _ field: String) throws(DocumentError) -> [JSON] {
        guard let list = json["objects"]?.arrayValue else { throw .format(field) }
        guard list.count <= elementsMax else { throw .length(field, elementsMax) }
        return list
    }

    private static func pointers(_ json: JSON, _ field: String) throws(DocumentError) -> [Pointer] {
        var found: [Pointer] = []
        for element in try objects(json, field) {
            guard case .pointer(let pointer) = TypedValue(element) else { throw .format(field) }
            guard found.first.map({ $0.className == pointer.className }) ?? true else { throw .format(field) }
            found.append(pointer)
        }
        return found
    }

    /// As it is sent.
    @export(interface) public var json: JSON {
        switch self {
        case .set(let value): value
        case .delete: .null
        case .increment(let amount): ["__op": "Increment", "amount": amount]
        case .add(let objects): ["__op": "Add", "objects": .array(objects)]
        case .addUnique(let objects): ["__op": "AddUnique", "objects": .array(objects)]
        case .remove(let objects): ["__op": "Remove", "objects": .array(objects)]
        case .addRelation(let pointers): ["__op": "AddRelation", "objects": .array(pointers.map { $0.json })]
        case .removeRelation(let pointers): ["__op": "RemoveRelation", "objects": .array(pointers.map { $0.json })]
        }
    }

    /// What the field is afterwards; null for one that is not there. Relations are rows of their own and change nothing here.
    @export(interface) public func applied(to value: JSON, field: String) throws(DocumentError) -> JSON {
        switch self {
        case .set(let new): return new
        case .delete: return .null
        case .increment(let amount):
            if value.isNull { return amount }
            guard let sum = FieldNumber.sum(value, amount) else { throw .type(field, "a number that stays in range") }
            return sum
        case .add(let objects): return .array(try Self.list(value, field) + objects)
        case .addUnique(let objects): return .array(Self.joined(try Self.list(value, field), unique: objects))
        case .remove(let objects):
            if value.isNull { return .null }
            return .array(Self.left(of: try Self.list(value, field), without: objects))
        case .addRelation(let pointers), .removeRelation(let pointers):
            guard let className = pointers.first?.className else { return value }
            guard pointers.allSatisfy({ $0.className == className }), (value["className"]?.stringValue ?? className) == className
            else { throw .format(field) }
            return ["__type": "Relation", "className": .string(className)]
        }
    }

    private static func list(_ value: JSON, _ field: String) throws(DocumentError) -> [JSON] {
        if value.isNull { return [] }
        guard let list = value.arrayValue else { throw .type(field, "a list") }
        return list
    }

    /// So few are compared one by one with what is there: a set of all of it would be made anew for each.
    static let fewMax = 4

    static func joined(_ list: [JSON], unique objects: [JSON]) -> [JSON] {
        guard objects.count > fewMax else {
            var joined = list
            join(&joined, unique: objects)
            return joined
        }
        var there = Set(list.map { ValueKey($0) })
        return list + objects.filter { there.insert(ValueKey($0)).inserted }
    }

    static func join(_ list: inout [JSON], unique objects: [JSON]) {
        for object in objects {
            let wanted = Few([object])
            if !list.contains(where: { wanted.contains($0) }) { list.append(object) }
        }
    }

    static func left(of list: [JSON], without objects: [JSON]) -> [JSON] {
        guard objects.count > fewMax else {
            let gone = Few(objects)
            return list.filter { !gone.contains($0) }
        }
        let gone = Set(objects.map { ValueKey($0) })
        return list.filter { !gone.contains(ValueKey($0)) }
    }
}

/// Values that many are compared with, as their keys are, which are made only where a look does not tell.
struct Few {
    private let values: [JSON]
    private let keys: [ValueKey]

    init(_ values: [JSON]) {
        self.values = values
        keys = values.map { ValueKey($0) }
    }

    func contains(_ json: JSON) -> Bool {
        var key: ValueKey?
        for place in values.indices {
            if let isSame = Self.looksSame(json, values[place]) {
                if isSame { return true }
                continue
            }
            let own = key ?? ValueKey(json)
            if own == keys[place] { return true }
            key = own
        }
        return false
    }

    private static func looksSame(_ left: JSON, _ right: JSON) -> Bool? {
        switch (left, right) {
        case (.string(let a), .string(let b)): a.utf8.count == b.utf8.count && a.utf8.elementsEqual(b.utf8)
        case (.integer(let a), .integer(let b)): a == b
        case (.bool(let a), .bool(let b)): a == b
        case (.string, .integer), (.integer, .string), (.string, .bool), (.bool, .string), (.integer, .bool), (.bool, .integer): false
        default: nil
        }
    }
}

/// Numbers of fields: 64-bit integers stay exact, everything else is a Double.
public enum FieldNumber {
    /// Nil when one is no number, and when the sum is in no range: nothing wraps and nothing is rounded in silence.
    static func sum(_ left: JSON, _ right: JSON) -> JSON? {
        if let a = left.int64Value, let b = right.int64Value {
            let (sum, isOver) = a.addingReportingOverflow(b)
            return isOver ? nil : .integer(sum)
        }
        guard let a = left.doubleValue, let b = right.doubleValue, (a + b).isFinite else { return nil }
        return json(a + b)
    }

    /// With the digits that give the same Double back.
    @export(interface) public static func json(_ real: Double) -> JSON { .decimal("\(real)") }
}
