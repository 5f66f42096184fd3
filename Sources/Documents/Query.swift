import Codecs
import Linux

/// A whole query over the rows of a class: `{where?, order?, skip?, limit?, count?}` (section 2.2 of the reference).
public struct Query: Sendable {
    public static let limitDefault = 100
    public static let limitMax = 1000
    private static let keys = ["where", "order", "skip", "limit", "count"]

    public let condition: Condition
    public let sorting: Sorting
    public let skip: Int
    public let limit: Int
    /// The number of all rows is wanted, too.
    public let isCounted: Bool

    @export(interface) public static func read(_ json: JSON) throws(DocumentError) -> Query {
        guard let object = json.objectValue else { throw .type("query", "an object") }
        for (key, _) in object.members where !keys.contains(key) { throw DocumentError(.notAllowed, "\(key) is not known.") }
        return try read { object[$0] }
    }

    /// The same from what stands among other things.
    @export(interface) public static func read(_ value: (_ key: String) -> JSON?) throws(DocumentError) -> Query {
        let condition = try value("where").map { (json) throws(DocumentError) in try Condition.read(json) } ?? .everything
        return Query(
            condition: condition, sorting: try Sorting(order: try order(value("order")), condition: condition),
            skip: try whole(value("skip"), "skip", max: nil) ?? 0,
            limit: try whole(value("limit"), "limit", max: limitMax) ?? limitDefault,
            isCounted: try whole(value("count"), "count", max: nil).map { $0 != 0 } ?? false)
    }

    private init(condition: Condition, sorting: Sorting, skip: Int, limit: Int, isCounted: Bool) {
        self.condition = condition
        self.sorting = sorting
        self.skip = skip
        self.limit = limit
        self.isCounted = isCounted
    }

    private static func order(_ json: JSON?) throws(DocumentError) -> String? {
        guard let json, !json.isNull else { return nil }
        guard let text = json.stringValue else { throw .type("order", "text") }
        return text
    }

    private static func whole(_ json: JSON?, _ name: String, max: Int?) throws(DocumentError) -> Int? {
        guard let json else { return nil }
        guard let value = json.int64Value, value >= 0, max.map({ value <= Int64($0) }) ?? true else {
            throw DocumentError(.notAllowed, "\(name) must be a whole number\(max.map { " up to \($0)" } ?? "").")
        }
        return Int(clamping: value)
    }
}
