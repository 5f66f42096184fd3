import Codecs
import Linux

/// A query that its asker has read, in the process that answers it: who answers it begins at once. It says nothing that the query's JSON
/// does not say.
public final class PreparedQuery: Sendable {
    /// A query whose answer is nearly always what one look into an index finds.
    public enum Short: Sendable {
        /// The rows that have a line with the key, and no others; their order needs no field.
        case rows(FieldPath, key: [UInt8])
        /// The first of all rows, by one field.
        case first(SortOrder, count: Int)
    }

    public let className: String
    public let query: Query
    /// Nil for a query that may look at more.
    public let short: Short?

    /// - Parameter value: what stands at a key of the query's JSON.
    @export(interface) public static func read(
        className: String, _ value: (_ key: String) -> JSON?
    ) throws(DocumentError) -> PreparedQuery {
        guard FieldNames.isValid(className) else { throw .format("className") }
        return PreparedQuery(className, try Query.read(value))
    }

    private init(_ className: String, _ query: Query) {
        self.className = className
        self.query = query
        short = query.short
    }
}

extension Query {
    fileprivate var short: PreparedQuery.Short? {
        if isCounted || skip > 0 || limit == 0 { return nil }
        let ways = condition.ways()
        if ways.count == 1, ways[0].count == 1, let look = ways[0].first, case .keys(let keys) = look.reach, keys.count == 1,
            condition.isWholly(look)
        {
            return sorting.needsNoField && !look.path.needsNoIndex ? .rows(look.path, key: keys[0]) : nil
        }
        guard condition.isEverything, sorting.orders.count == 1, !sorting.orders[0].path.needsNoIndex else { return nil }
        return .first(sorting.orders[0], count: limit)
    }
}
