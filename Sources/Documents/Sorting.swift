import Codecs

/// In which order the rows of a query come: by the orders, or by distance where the query looks for what is near; at last by objectId in
/// the direction of the first order, so that pages never overlap and an index can be walked from either end.
public struct Sorting: Sendable {
    /// What a row is sorted by; made once for each row.
    public struct Key: Sendable {
        let parts: [[UInt8]]
        let distance: Double
        let objectId: String

        /// Of rows that come in order.
        @export(interface) public static var unneeded: Key { Key(parts: [], distance: 0, objectId: "") }
    }

    public let orders: [SortOrder]
    private let nearest: (path: FieldPath, point: GeoPoint)?

    /// - Parameter order: nil where the query names none.
    @export(interface) public init(order: String?, condition: Condition) throws(DocumentError) {
        nearest = order == nil ? condition.nearest : nil
        orders = try order.map { (text) throws(DocumentError) in try SortOrder.read(text) } ?? (nearest == nil ? SortOrder.newestFirst : [])
    }

    @export(interface) public init(_ query: SubQuery) {
        nearest = query.order.isEmpty ? query.condition.nearest : nil
        orders = query.order.isEmpty && nearest == nil ? SortOrder.newestFirst : query.order
    }

    /// What every row has by itself is enough for its key.
    @export(interface) public var needsNoField: Bool {
        nearest == nil && orders.allSatisfy { $0.path.needsNoIndex }
    }

    @export(interface) public func key(of row: JSONObject) -> Key {
        Key(
            parts: orders.map { $0.path.sortKey(in: row, descending: $0.isDescending) },
            distance: nearest.flatMap { $0.path.distance(from: $0.point, in: row) } ?? 0,
            objectId: row[FieldNames.objectId]?.stringValue ?? "")
    }

    @export(interface) public func precedes(_ a: Key, _ b: Key) -> Bool {
        for (place, order) in orders.enumerated() where place < a.parts.count && place < b.parts.count {
            let (left, right) = order.isDescending ? (b.parts[place], a.parts[place]) : (a.parts[place], b.parts[place])
            if left.lexicographicallyPrecedes(right) { return true }
            if right.lexicographicallyPrecedes(left) { return false }
        }
        if a.distance != b.distance { return a.distance < b.distance }
        let (left, right) = orders.first?.isDescending ?? false ? (b.objectId, a.objectId) : (a.objectId, b.objectId)
        return left.utf8.lexicographicallyPrecedes(right.utf8)
    }
}
