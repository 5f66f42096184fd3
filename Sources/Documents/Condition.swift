import Codecs
import Linux

/// What a row must be to be found: the tree of a `where` object. Sub-queries are in it until who answers the query has put their results in
/// their place (`resolved`).
public indirect enum Condition: Sendable {
    case all([Condition])
    case any([Condition])
    case not(Condition)
    case test(FieldPath, FieldTest)
    /// The members of a relation of an object.
    case related(to: Pointer, key: String)

    public static let everything = Condition.all([])
}

/// What one field must be.
public enum FieldTest: Sendable {
    case equals(ValueKey)
    case isIn(Set<ValueKey>)
    /// A list with an element among these.
    case hasElement(Set<ValueKey>)
    case compares(Comparison, ValueKey)
    case exists
    case matches(Pattern)
    case isNear(GeoPoint, radiansMax: Double?)
    case isWithin(GeoPoint, GeoPoint)
    /// A pointer to a row that the query finds.
    case pointsInto(SubQuery)
    /// A value that a row of the query has at the key.
    case selects(SubQuery, key: FieldPath)
}

public enum Comparison: String, Sendable {
    case less = "$lt"
    case lessOrEqual = "$lte"
    case greater = "$gt"
    case greaterOrEqual = "$gte"

    /// Of bytes that sort as their values do.
    func holds(_ left: ValueKey, _ right: ValueKey) -> Bool {
        switch self {
        case .less: ValueKey.precedes(left, right)
        case .lessOrEqual: !ValueKey.precedes(right, left)
        case .greater: ValueKey.precedes(right, left)
        case .greaterOrEqual: !ValueKey.precedes(left, right)
        }
    }
}

/// A query inside another one, over the rows of a class.
public final class SubQuery: Sendable {
    public let className: String
    public let condition: Condition
    /// Empty where the query names none.
    public let order: [SortOrder]
    public let skip: Int
    /// Nil is all.
    public let limit: Int?

    init(className: String, condition: Condition, order: [SortOrder], skip: Int, limit: Int?) {
        self.className = className
        self.condition = condition
        self.order = order
        self.skip = skip
        self.limit = limit
    }
}

/// One key of an order.
public struct SortOrder: Equatable, Sendable {
    public let path: FieldPath
    public let isDescending: Bool

    public static let countMax = 8
    /// The newest first (section 2.2 of the reference).
    static let newestFirst = FieldPath(FieldNames.createDate).map { [SortOrder(path: $0, isDescending: true)] } ?? []

    init(path: FieldPath, isDescending: Bool) {
        self.path = path
        self.isDescending = isDescending
    }

    /// `a,-b`: the second one from the greatest down.
    @export(interface) public static func read(_ text: String) throws(DocumentError) -> [SortOrder] {
        var orders: [SortOrder] = []
        for part in TextParts.split(text, at: UInt8(ascii: ","), cuts: countMax) {
            let isDescending = part.utf8.first == UInt8(ascii: "-")
            guard let path = FieldPath(isDescending ? String(decoding: part.utf8.dropFirst(), as: UTF8.self) : part) else {
                throw .format("order")
            }
            orders.append(SortOrder(path: path, isDescending: isDescending))
        }
        guard orders.count <= countMax else { throw .length("order", countMax) }
        return orders
    }
}
