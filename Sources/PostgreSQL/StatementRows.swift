import Storage

/// What one statement was given in a group, one row of values after the other.
final class StatementRows {
    /// Fewer are sent one by one: the server starts a set more slowly than a statement (docs/databases.md has the figures).
    static let setMin = 8

    let statement: PostgreSQLStatement
    private(set) var values: [[Value]] = []
    /// By another statement.
    private var told: [Int: Told] = [:]

    /// The values by which the rows of two statements are told apart.
    private final class Told {
        let sources: [(Footprint.Source, Footprint.Source)]
        /// Of the first so many rows of this one.
        var count = 0
        var keys: Set<Key> = []

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
        let told = told(beside: other)
        guard !told.sources.isEmpty else { return nil }
        while told.count < values.count {
            guard let key = Self.key(told.sources, { $0.0 }, values[told.count]) else { return nil }
            told.keys.insert(key)
            told.count += 1
        }
        guard let key = Self.key(told.sources, { $0.1 }, otherValues) else { return nil }
        return told.keys.contains(key)
    }

    private func told(beside other: PostgreSQLStatement) -> Told {
        if let known = told[other.number] { return known }
        let new = Told(Footprint.shared(statement.footprint, other.footprint))
        told[other.number] = new
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
