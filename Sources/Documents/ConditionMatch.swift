import Codecs

/// Other rows that a condition asks about.
public enum ConditionNeed: Sendable {
    /// Pointers to the rows that the query finds.
    case pointers(SubQuery)
    /// What the rows that the query finds have at the key, null left out.
    case values(SubQuery, key: FieldPath)
    /// The objectIds in a relation of an object.
    case members(of: Pointer, key: String)
}

extension Condition {
    @export(interface) public static func read(_ json: JSON) throws(DocumentError) -> Condition { try ConditionReader.read(json) }

    /// Whether a row is found. Of a sub-query nothing is: it must be resolved before.
    @export(interface) public func matches(_ row: JSONObject) -> Bool {
        var steps = 0
        return matches(row, &steps)
    }

    /// - Parameter steps: becomes greater by what that took, of about a nanosecond each. From `ConditionSteps.max` on nothing is found.
    @export(interface) public func matches(_ row: JSONObject, _ steps: inout Int) -> Bool {
        switch self {
        case .all(let conditions):
            for condition in conditions where !condition.matches(row, &steps) { return false }
            return true
        case .any(let conditions):
            for condition in conditions where condition.matches(row, &steps) { return true }
            return false
        case .not(let condition): return !condition.matches(row, &steps)
        case .test(let path, let test): return test.holds(path, row, &steps)
        case .related: return false
        }
    }

    /// The point that rows are sorted by when no order is given: that of the first `$nearSphere` that must hold.
    var nearest: (path: FieldPath, point: GeoPoint)? {
        switch self {
        case .test(let path, .isNear(let point, _)): return (path, point)
        case .all(let conditions):
            for condition in conditions {
                if let nearest = condition.nearest { return nearest }
            }
            return nil
        default: return nil
        }
    }

    /// What must be known of other rows before this can be answered, in the order in which `resolved` asks for it.
    @export(interface) public var needs: [ConditionNeed] {
        switch self {
        case .all(let conditions), .any(let conditions): conditions.flatMap { $0.needs }
        case .not(let condition): condition.needs
        case .test(_, .pointsInto(let query)): [.pointers(query)]
        case .test(_, .selects(let query, let key)): [.values(query, key: key)]
        case .test: []
        case .related(let object, let key): [.members(of: object, key: key)]
        }
    }

    /// The same with what was found for its needs, in their order.
    @export(interface) public func resolved(_ found: [Set<ValueKey>]) -> Condition {
        var place = 0
        func next() -> FieldTest {
            defer { place += 1 }
            return .isIn(place < found.count ? found[place] : [])
        }
        let resolved = try? resolved(
            { test in
                switch test {
                case .pointsInto, .selects: next()
                default: test
                }
            },
            related: { _, _ in FieldPath(FieldNames.objectId).map { .test($0, next()) } ?? .any([]) })
        return resolved ?? .any([])
    }

    /// The same with what `replace` gives for each test that needs other rows.
    func resolved(
        _ replace: (FieldTest) throws(DocumentError) -> FieldTest, related: (Pointer, String) throws(DocumentError) -> Condition
    ) throws(DocumentError) -> Condition {
        switch self {
        case .all(let conditions): return .all(try Self.resolved(conditions, replace, related))
        case .any(let conditions): return .any(try Self.resolved(conditions, replace, related))
        case .not(let condition): return .not(try condition.resolved(replace, related: related))
        case .test(let path, let test): return .test(path, try replace(test))
        case .related(let object, let key): return try related(object, key)
        }
    }

    private static func resolved(
        _ conditions: [Condition], _ replace: (FieldTest) throws(DocumentError) -> FieldTest,
        _ related: (Pointer, String) throws(DocumentError) -> Condition
    ) throws(DocumentError) -> [Condition] {
        var resolved: [Condition] = []
        for condition in conditions { resolved.append(try condition.resolved(replace, related: related)) }
        return resolved
    }
}

/// What it takes to look whether a row is found.
public enum ConditionSteps {
    /// Of one row. Whoever has a game in the process has all of its time.
    public static let max = 16_000_000
    static let ofTest = 64
    static let ofValue = 64
    /// Of a pattern: a state that is looked at, and a set of states that was not met before.
    static let ofVisit = 4
    static let ofSet = 256
}

extension FieldTest {
    func holds(_ path: FieldPath, _ row: JSONObject, _ steps: inout Int) -> Bool {
        #if !hasFeature(Embedded)
        if steps >= ConditionSteps.max { return false }
        steps += ConditionSteps.ofTest
        if case .array(let elements)? = row[path.segments[0]] { steps += elements.count * ConditionSteps.ofValue }
        #endif
        switch self {
        case .equals(let wanted): return path.candidates(in: row).contains { ValueKey($0) == wanted }
        case .isIn(let wanted): return !wanted.isEmpty && path.candidates(in: row).contains { wanted.contains(ValueKey($0)) }
        case .hasElement(let wanted):
            return path.ends(in: row).contains { end in end.arrayValue?.contains { wanted.contains(ValueKey($0)) } ?? false }
        case .compares(let comparison, let wanted):
            return path.candidates(in: row).contains { json in
                let key = ValueKey(json)
                return key.kind == wanted.kind && comparison.holds(key, wanted)
            }
        case .exists: return path.ends(in: row).contains { !$0.isNull }
        case .matches(let pattern):
            #if hasFeature(Embedded)
            return path.candidates(in: row).contains { $0.stringValue.map { pattern.isFound(in: $0) } ?? false }
            #else
            return path.candidates(in: row).contains { $0.stringValue.map { pattern.isFound(in: $0, steps: &steps) } ?? false }
            #endif
        case .isNear(let point, let radiansMax):
            return path.distance(from: point, in: row).map { distance in radiansMax.map { distance <= $0 } ?? true } ?? false
        case .isWithin(let first, let second):
            return path.points(in: row).contains { GeoBox(first: first, second: second).contains($0) }
        case .pointsInto, .selects: return false
        }
    }
}

extension FieldPath {
    func points(in row: JSONObject) -> [GeoPoint] {
        candidates(in: row).compactMap { json in
            if case .geoPoint(let point) = TypedValue(json) { point } else { nil }
        }
    }

    /// Of the nearest point there, in radians.
    func distance(from point: GeoPoint, in row: JSONObject) -> Double? { points(in: row).map { point.radians(to: $0) }.min() }
}
