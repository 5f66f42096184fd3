import Wire

/// Queries inside of conditions.
extension ConditionReader {
    mutating func subQuery(_ json: JSON, _ place: String) throws(DocumentError) -> SubQuery {
        guard let className = json["className"]?.stringValue, FieldNames.isValid(className) else { throw .format(place) }
        return SubQuery(
            className: className, condition: try condition(json["where"] ?? [:], place),
            order: try Self.order(json["order"], place), skip: try Self.number(json["skip"], place) ?? 0,
            limit: try Self.limit(json["limit"], place))
    }

    /// Empty where none is named.
    private static func order(_ json: JSON?, _ place: String) throws(DocumentError) -> [SortOrder] {
        guard let json, !json.isNull else { return [] }
        guard let text = json.stringValue else { throw .format(place) }
        return text.isEmpty ? [] : try SortOrder.read(text)
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
