import Codecs
import Linux

/// The lines of a row in the index of a path: the values by which conditions find it, and those by which it is sorted.
public struct IndexLine: Equatable, Sendable {
    /// What a line is for; a line of an ordinary value is for all.
    public struct Roles: OptionSet, Sendable {
        public let rawValue: Int64

        public init(rawValue: Int64) { self.rawValue = rawValue }

        /// The row stands here in ascending order.
        public static let lowest = Roles(rawValue: 1)
        /// The row stands here in descending order.
        public static let highest = Roles(rawValue: 2)
        /// The row has this value.
        public static let found = Roles(rawValue: 4)
    }

    public let key: [UInt8]
    public let roles: Roles

    init(key: [UInt8], roles: Roles) {
        self.key = key
        self.roles = roles
    }
}

extension FieldPath {
    /// In the order of their keys, of which no two are the same. Never empty: a row without the field has a line as one with null.
    @export(interface) public func indexLines(of row: JSONObject) -> [IndexLine] {
        let found = candidateKeys(of: row)
        let keys = found + [sortKey(in: row, descending: false), sortKey(in: row, descending: true)]
        var lines: [IndexLine] = []
        for place in ascending(keys) {
            var roles: IndexLine.Roles = place < found.count ? .found : place == found.count ? .lowest : .highest
            if let last = lines.last, last.key == keys[place] {
                roles.formUnion(last.roles)
                lines.removeLast()
            }
            lines.append(IndexLine(key: keys[place], roles: roles))
        }
        return lines
    }

    private func candidateKeys(of row: JSONObject) -> [[UInt8]] { candidates(in: row).map { ValueKey($0).indexedBytes } }

    /// The first line by which a reach meets the row; nil when it does not. So a row that has several is counted once.
    @export(interface) public func firstKey(of row: JSONObject, in reach: IndexReach) -> [UInt8]? {
        candidateKeys(of: row).filter { reach.holds($0) }.min { $0.lexicographicallyPrecedes($1) }
    }
}

/// The part of an index in which all rows stand that a test can find, and others too.
public enum IndexReach: Sendable {
    /// In ascending order.
    case keys([[UInt8]])
    /// From the first key up to, not including, the second.
    case span([UInt8], [UInt8])

    func holds(_ key: [UInt8]) -> Bool {
        switch self {
        case .keys(let keys): Self.contains(keys, key)
        case .span(let first, let end): !key.lexicographicallyPrecedes(first) && key.lexicographicallyPrecedes(end)
        }
    }

    private static func contains(_ sorted: [[UInt8]], _ key: [UInt8]) -> Bool {
        var (first, end) = (0, sorted.count)
        while first < end {
            let middle = (first + end) / 2
            if sorted[middle].lexicographicallyPrecedes(key) { first = middle + 1 } else { end = middle }
        }
        return first < sorted.count && sorted[first] == key
    }

    init(keys: some Sequence<ValueKey>) {
        let all = keys.map { $0.indexedBytes }
        var once: [[UInt8]] = []
        for place in ascending(all) where once.last != all[place] { once.append(all[place]) }
        self = .keys(once)
    }
}

/// A look into the index of a path.
public struct IndexLook: Sendable {
    public let path: FieldPath
    public let reach: IndexReach

    init(path: FieldPath, reach: IndexReach) {
        self.path = path
        self.reach = reach
    }
}

extension IndexLook {
    /// Both must hold. Only where no row has several values at the path: of those, each may be met by another one.
    @export(interface) public func narrowed(by other: IndexLook) -> IndexLook {
        guard case .span(let first, let end) = reach, case .span(let otherFirst, let otherEnd) = other.reach else { return self }
        let later = first.lexicographicallyPrecedes(otherFirst) ? otherFirst : first
        let earlier = end.lexicographicallyPrecedes(otherEnd) ? end : otherEnd
        return IndexLook(path: path, reach: later.lexicographicallyPrecedes(earlier) ? .span(later, earlier) : .keys([]))
    }
}

extension Condition {
    @export(interface) public var isEverything: Bool {
        if case .all(let conditions) = self { conditions.allSatisfy { $0.isEverything } } else { false }
    }

    /// Whether the rows that have a line in the reach of the look are those that hold, no more and no fewer.
    @export(interface) public func isWholly(_ look: IndexLook) -> Bool {
        switch self {
        case .all(let conditions): return conditions.count == 1 && conditions[0].isWholly(look)
        case .test(let path, .equals(let wanted)):
            guard path == look.path, case .keys(let keys) = look.reach, keys.count == 1 else { return false }
            // A key that was cut is that of other values too.
            return wanted.bytes.count < ValueKey.sortedBytesMax && keys[0] == wanted.bytes
        default: return false
        }
    }

    /// Ways to all rows that hold: each a list of looks of which every such row is met by one. The condition must be resolved.
    @export(interface) public func ways() -> [[IndexLook]] {
        switch self {
        case .all(let conditions): conditions.flatMap { $0.ways() }
        case .any(let conditions): Self.joined(conditions)
        case .test(let path, let test): test.reach.map { [[IndexLook(path: path, reach: $0)]] } ?? []
        case .not, .related: []
        }
    }

    /// Of alternatives each one needs a way of its own; the first of each is taken.
    private static func joined(_ conditions: [Condition]) -> [[IndexLook]] {
        var looks: [IndexLook] = []
        for condition in conditions {
            guard let way = condition.ways().first else { return [] }
            looks += way
        }
        return [looks]
    }
}

extension FieldTest {
    fileprivate var reach: IndexReach? {
        switch self {
        case .equals(let wanted): .keys([wanted.indexedBytes])
        case .isIn(let wanted), .hasElement(let wanted): IndexReach(keys: wanted)
        case .compares(let comparison, let wanted): Self.reach(comparison, wanted)
        case .matches(let pattern): pattern.literalPrefix.map { ValueKey.reach(textPrefix: $0) }
        case .exists, .isNear, .isWithin, .pointsInto, .selects: nil
        }
    }

    /// Of the same type; a key that was cut is met with all that begin as it does.
    private static func reach(_ comparison: Comparison, _ wanted: ValueKey) -> IndexReach? {
        guard let kind = wanted.kind?.rawValue else { return nil }
        let key = wanted.indexedBytes
        return switch comparison {
        case .less, .lessOrEqual: .span([kind], key + [0])
        case .greater, .greaterOrEqual: .span(key, [kind + 1])
        }
    }
}

extension ValueKey {
    /// All texts that begin so.
    fileprivate static func reach(textPrefix: String) -> IndexReach {
        let first = Array(ValueKey(JSON.string(textPrefix)).bytes.dropLast(2).prefix(sortedBytesMax))
        // No text has a byte of 0xFF behind one that is not 0.
        return .span(first, first + [0xFF])
    }
}

extension IndexReach {
    /// The texts among its keys; nil for a span, and when a key was cut.
    @export(interface) public var texts: [String]? {
        guard case .keys(let keys) = self else { return nil }
        var texts: [String] = []
        for key in keys where key.first == ValueKey.Kind.text.rawValue {
            guard key.count < ValueKey.sortedBytesMax, key.count >= 3 else { return nil }
            texts.append(String(decoding: key[1..<(key.count - 2)], as: UTF8.self))
        }
        return texts
    }

    /// All dates that it can meet, in milliseconds; nil when there are none.
    @export(interface) public var dates: ClosedRange<Int64>? {
        switch self {
        case .keys(let keys):
            let dates = keys.compactMap { Self.date($0) }
            guard let first = dates.min(), let last = dates.max() else { return nil }
            return first...last
        case .span(let first, let end):
            let lower = Self.date(first) ?? Int64.min
            let upper = Self.date(end) ?? Int64.max
            return lower <= upper ? lower...upper : nil
        }
    }

    /// A bound may have a byte more than a key.
    private static func date(_ key: [UInt8]) -> Int64? {
        guard key.first == ValueKey.Kind.date.rawValue, key.count >= 9 else { return nil }
        var word: UInt64 = 0
        for byte in key[1...8] { word = word << 8 | UInt64(byte) }
        return Int64(bitPattern: word ^ 1 << 63)
    }
}
