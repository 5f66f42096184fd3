import Storage

/// What one statement was given in a group, one row of values after the other.
final class StatementRows {
    /// Fewer are sent one by one: the server starts a set more slowly than a statement (docs/databases.md has the figures).
    static let setMin = 8

    let statement: PostgreSQLStatement
    private(set) var values: [[Value]] = []
    /// By the number of the other statement.
    private var shared: [Int: SharedColumns] = [:]

    /// The columns that this statement and another one both give a value, and this one's values in them.
    private final class SharedColumns {
        /// Where the value of a column comes from: here, and in the other statement.
        let sources: [(Footprint.Source, Footprint.Source)]
        /// The values of the first `count` rows.
        var keys: Set<Key> = []
        var count = 0

        init(_ sources: [(Footprint.Source, Footprint.Source)]) { self.sources = sources }
    }

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
        let columns = columns(sharedWith: other)
        guard !columns.sources.isEmpty else { return nil }
        while columns.count < values.count {
            guard let key = Self.key(columns.sources, { $0.0 }, values[columns.count]) else { return nil }
            columns.keys.insert(key)
            columns.count += 1
        }
        guard let key = Self.key(columns.sources, { $0.1 }, otherValues) else { return nil }
        return columns.keys.contains(key)
    }

    private func columns(sharedWith other: PostgreSQLStatement) -> SharedColumns {
        if let known = shared[other.number] { return known }
        let new = SharedColumns(Footprint.shared(statement.footprint, other.footprint))
        shared[other.number] = new
        return new
    }

    private static func key(
        _ sources: [(Footprint.Source, Footprint.Source)], _ side: ((Footprint.Source, Footprint.Source)) -> Footprint.Source,
        _ values: [Value]
    ) -> Key? {
        var key: [Value] = []
        key.reserveCapacity(sources.count)
        for source in sources {
            guard let value = Footprint.value(side(source), values) else { return nil }
            key.append(value)
        }
        return Key(values: key)
    }
}
