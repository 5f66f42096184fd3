import Storage

/// What one statement was given in a group, one row of values after the other.
final class StatementRows {
    /// Fewer are sent one by one: the server starts a set more slowly than a statement (docs/databases.md has the figures).
    static let setMin = 8

    let statement: PostgreSQLStatement
    private(set) var values: [[Value]] = []
    /// By another statement: the values that both tell rows by, of the first so many rows.
    private var keys: [Int: (count: Int, keys: Set<Key>)] = [:]

    private struct Key: Hashable {
        let values: [Value]
        static func == (left: Key, right: Key) -> Bool { left.values == right.values }
        func hash(into hasher: inout Hasher) { for value in values { value.feed(&hasher) } }
    }

    init(_ statement: PostgreSQLStatement) { self.statement = statement }

    func append(_ row: [Value]) { values.append(row) }

    /// Whether rows of one of these may be those of the other statement.
    /// - Returns: nil: nobody knows.
    func meets(_ other: PostgreSQLStatement, _ otherValues: [Value]) -> Bool? {
        let shared = Footprint.shared(statement.footprint, other.footprint)
        guard !shared.isEmpty else { return nil }
        var known = keys[other.number] ?? (0, [])
        while known.count < values.count {
            guard let key = Self.key(shared.map { $0.0 }, values[known.count]) else { return nil }
            known.keys.insert(key)
            known.count += 1
        }
        keys[other.number] = known
        guard let key = Self.key(shared.map { $0.1 }, otherValues) else { return nil }
        return known.keys.contains(key)
    }

    private static func key(_ sources: [Footprint.Source], _ values: [Value]) -> Key? {
        var key: [Value] = []
        for source in sources {
            guard let value = Footprint.value(source, values) else { return nil }
            key.append(value)
        }
        return Key(values: key)
    }
}
