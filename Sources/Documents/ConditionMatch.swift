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
    /// Of one test at most, however much it looks at: those of the longest list. One long object of somebody's refuses no query that
    /// looks at it twice.
    static let ofTestMax = FieldOperation.elementsMax * ofValue
    /// Of a pattern: a state that is looked at, and a set of states that was not met before.
    static let ofVisit = 4
    static let ofSet = 256
}

extension FieldTest {
    func holds(_ path: FieldPath, _ row: JSONObject, _ steps: inout Int) -> Bool {
        #if !hasFeature(Embedded)
        if steps >= ConditionSteps.max { return false }
        let values = path.valuesLookedAt(in: row, isWhole: comparesWhole)
        steps += ConditionSteps.ofTest + min(values * ConditionSteps.ofValue, ConditionSteps.ofTestMax)
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

#if !hasFeature(Embedded)
extension FieldTest {
    /// Whether values are compared with all that is within them.
    private var comparesWhole: Bool {
        switch self {
        case .equals, .isIn, .hasElement, .compares: true
        case .exists, .matches, .isNear, .isWithin, .pointsInto, .selects: false
        }
    }
}

extension FieldPath {
    /// How many values a test looks at: in lists on the way, and at the ends.
    /// - Parameter isWhole: what is within the ends counts, too, and a long text as several values.
    func valuesLookedAt(in row: JSONObject, isWhole: Bool) -> Int {
        row[segments[0]].map { valuesLookedAt($0, 1, isWhole) } ?? 0
    }

    private func valuesLookedAt(_ value: JSON, _ place: Int, _ isWhole: Bool) -> Int {
        switch value {
        case _ where place == segments.count && isWhole: return Self.valuesWithin(value)
        case .array(let elements):
            guard place < segments.count else { return elements.count }
            var count = elements.count
            if let index = Self.index(segments[place]), index < elements.count {
                count += valuesLookedAt(elements[index], place + 1, isWhole)
            }
            for case .object(let element) in elements {
                if let inner = element[segments[place]] { count += valuesLookedAt(inner, place + 1, isWhole) }
            }
            return count
        case .object(let object) where place < segments.count:
            return object[segments[place]].map { valuesLookedAt($0, place + 1, isWhole) } ?? 0
        default: return 0
        }
    }

    /// Of a text, and of the texts within a list or a dictionary.
    private static let bytesOfValue = 64

    private static func valuesWithin(_ value: JSON) -> Int {
        switch value {
        case .array(let elements): elements.reduce(elements.count) { $0 + valuesWithin($1) }
        case .object(let object): object.members.reduce(object.count) { $0 + valuesWithin($1.value) }
        case .string(let text): text.utf8.count / bytesOfValue
        default: 0
        }
    }
}
#endif

extension FieldPath {
    func points(in row: JSONObject) -> [GeoPoint] {
        candidates(in: row).compactMap { json in
            if case .geoPoint(let point) = TypedValue(json) { point } else { nil }
        }
    }

    /// Of the nearest point there, in radians.
    func distance(from point: GeoPoint, in row: JSONObject) -> Double? { points(in: row).map { point.radians(to: $0) }.min() }
}
