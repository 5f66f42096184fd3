import Codecs

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
