import Codecs
import Linux

/// Reads a `where` object (section 2.3 of the reference). What it does not know it refuses; nothing is guessed.
struct ConditionReader {
    /// Of one query, those of its sub-queries included.
    static let testsMax = 512
    static let depthMax = 8
    /// Of `$in` and its like.
    static let valuesMax = 10_000
    static let alternativesMax = 64

    private var tests = 0
    private var depth = 0
    /// Of patterns, those of sub-queries included.
    private var work = 0
    /// Rows are sorted by their distance from one point, which must be looked for in any case.
    var hasPoint = false
    var isAlternative = false

    static func read(_ json: JSON) throws(DocumentError) -> Condition {
        var reader = ConditionReader()
        return try reader.condition(json, "where")
    }

    mutating func condition(_ json: JSON, _ place: String) throws(DocumentError) -> Condition {
        guard let object = json.objectValue else { throw .type(place, "an object") }
        depth += 1
        guard depth <= Self.depthMax else { throw .length(place, Self.depthMax) }
        defer { depth -= 1 }
        var all: [Condition] = []
        for (key, value) in object.members {
            switch key {
            case "$or": all.append(try alternatives(value))
            case "$relatedTo": all.append(try relation(value))
            default:
                guard let path = FieldPath(key) else { throw .format(key) }
                try field(path, value, &all)
            }
        }
        return all.count == 1 ? all[0] : .all(all)
    }

    private mutating func alternatives(_ json: JSON) throws(DocumentError) -> Condition {
        guard let list = json.arrayValue, !list.isEmpty else { throw .type("$or", "a list of conditions") }
        guard list.count <= Self.alternativesMax else { throw .length("$or", Self.alternativesMax) }
        var any: [Condition] = []
        let wasAlternative = isAlternative
        isAlternative = true
        defer { isAlternative = wasAlternative }
        for element in list { any.append(try condition(element, "$or")) }
        return .any(any)
    }

    private mutating func relation(_ json: JSON) throws(DocumentError) -> Condition {
        guard let object = json["object"]?.objectValue, let pointer = Pointer(object), let key = json["key"]?.stringValue,
            FieldNames.isValid(key)
        else { throw .format("$relatedTo") }
        return .related(to: pointer, key: key)
    }

    /// A literal, or an object of operators: one whose first key begins with `$`.
    private mutating func field(_ path: FieldPath, _ json: JSON, _ all: inout [Condition]) throws(DocumentError) {
        tests += 1
        guard tests <= Self.testsMax else { throw .length("where", Self.testsMax) }
        guard let object = json.objectValue, let first = object.members.first, first.key.utf8.first == UInt8(ascii: "$") else {
            all.append(.test(path, .equals(try path.checked(operand: json))))
            return
        }
        for (name, operand) in object.members where !Self.isDistance(name) { all.append(try operation(name, path, operand, object)) }
        // A distance belongs to a point.
        if object["$nearSphere"] == nil, object.members.contains(where: { Self.isDistance($0.key) }) { throw .format(path.text) }
    }

    private mutating func operation(
        _ name: String, _ path: FieldPath, _ operand: JSON, _ object: JSONObject
    ) throws(DocumentError) -> Condition {
        switch name {
        case "$ne": return .not(.test(path, .equals(try path.checked(operand: operand))))
        case "$lt", "$lte", "$gt", "$gte": return try comparison(name, path, operand)
        case "$in": return .test(path, .isIn(try values(name, path, operand)))
        case "$nin": return .not(.test(path, .isIn(try values(name, path, operand))))
        case "$inArray": return .test(path, .hasElement(try values(name, path, operand)))
        case "$ninArray": return .not(.test(path, .hasElement(try values(name, path, operand))))
        case "$all":
            let wanted = try values(name, path, operand)
            return wanted.isEmpty ? .any([]) : .all(wanted.map { .test(path, .equals($0)) })
        case "$exists":
            guard let wanted = operand.boolValue else { throw .type(name, "true or false") }
            return wanted ? .test(path, .exists) : .not(.test(path, .exists))
        case "$regex":
            guard let text = operand.stringValue else { throw .type(name, "text") }
            guard work < Pattern.workMax else {
                throw DocumentError(.wrongLength, "The query's regular expressions are too large together.")
            }
            do throws(PatternError) {
                return .test(path, .matches(try Pattern(text, work: &work)))
            } catch {
                throw DocumentError(.wrongFormat, "\(path.text) is invalid format. \(error.message), at byte \(error.offset)")
            }
        case "$nearSphere":
            guard let point = operand.objectValue.flatMap({ GeoPoint($0) }), !hasPoint, !isAlternative else { throw .geoPoint }
            hasPoint = true
            return .test(path, .isNear(point, radiansMax: try distance(object)))
        case "$within":
            guard let box = operand["$box"]?.arrayValue, box.count == 2, let first = box[0].objectValue.flatMap({ GeoPoint($0) }),
                let second = box[1].objectValue.flatMap({ GeoPoint($0) })
            else { throw .geoPoint }
            return .test(path, .isWithin(first, second))
        case "$inQuery": return .test(path, .pointsInto(try subQuery(operand, name)))
        case "$select":
            guard let key = operand["key"]?.stringValue.flatMap({ FieldPath($0) }) else { throw .format(name) }
            return .test(path, .selects(try subQuery(operand["query"] ?? .null, name), key: key))
        default: throw DocumentError(.notAllowed, "\(name) is not known.")
        }
    }

    private func comparison(_ name: String, _ path: FieldPath, _ json: JSON) throws(DocumentError) -> Condition {
        let operand = try path.checked(operand: json)
        guard let comparison = Comparison(rawValue: name) else { throw .format(path.text) }
        switch operand.kind {
        case .number, .text, .date, .bool: return .test(path, .compares(comparison, operand))
        // As in MongoDB: what equals is neither less nor greater.
        case .null: return comparison == .less || comparison == .greater ? .any([]) : .test(path, .equals(operand))
        default: throw .type(name, "a number, a text, a date or a truth value")
        }
    }

    private func values(_ name: String, _ path: FieldPath, _ json: JSON) throws(DocumentError) -> Set<ValueKey> {
        guard let list = json.arrayValue else { throw .type(name, "a list") }
        guard list.count <= Self.valuesMax else { throw .length(name, Self.valuesMax) }
        var values = Set<ValueKey>(minimumCapacity: list.count)
        for element in list { values.insert(try path.checked(operand: element)) }
        return values
    }

    private static func isDistance(_ name: String) -> Bool {
        name == "$maxDistanceInKilometers" || name == "$maxDistanceInMiles" || name == "$maxDistanceInRadians"
    }

    private func distance(_ object: JSONObject) throws(DocumentError) -> Double? {
        var found: Double?
        for (name, json) in object.members where Self.isDistance(name) {
            guard found == nil, let value = json.doubleValue, value >= 0 else { throw .format(name) }
            switch name {
            case "$maxDistanceInKilometers": found = value / GeoPoint.kilometersOfRadius
            case "$maxDistanceInMiles": found = value / GeoPoint.milesOfRadius
            default: found = value
            }
        }
        return found
    }
}

/// Queries inside of conditions.
extension ConditionReader {
    private static let keysOfQuery = ["className", "where", "order", "skip", "limit"]

    mutating func subQuery(_ json: JSON, _ place: String) throws(DocumentError) -> SubQuery {
        guard let className = json["className"]?.stringValue, FieldNames.isValid(className), let inner = json["where"]
        else { throw .format(place) }
        for (key, _) in json.objectValue?.members ?? [] where !Self.keysOfQuery.contains(key) { throw .format(place) }
        // A query of its own, with a point of its own.
        let outer = (hasPoint, isAlternative)
        (hasPoint, isAlternative) = (false, false)
        defer { (hasPoint, isAlternative) = outer }
        return SubQuery(
            className: className, condition: try condition(inner, place),
            order: try Self.order(json["order"], place), skip: try Self.number(json["skip"], place) ?? 0,
            limit: try Self.limit(json["limit"], place))
    }

    /// Empty where none is named.
    private static func order(_ json: JSON?, _ place: String) throws(DocumentError) -> [SortOrder] {
        guard let json, !json.isNull else { return [] }
        guard let text = json.stringValue else { throw .format(place) }
        return try SortOrder.read(text)
    }

    private static func limit(_ json: JSON?, _ place: String) throws(DocumentError) -> Int? {
        guard let limit = try number(json, place) else { return nil }
        guard limit <= Query.limitMax else { throw .length(place, Query.limitMax) }
        return limit
    }

    private static func number(_ json: JSON?, _ place: String) throws(DocumentError) -> Int? {
        guard let json, !json.isNull else { return nil }
        guard let value = json.int64Value, value >= 0 else { throw .format(place) }
        return Int(clamping: value)
    }
}
