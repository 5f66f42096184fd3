import Storage

/// What the requests of a group have written so far, for the question whether rows that were read before are still so.
struct GroupWrites {
    private final class Writes {
        let statement: PostgreSQLStatement
        var values: [[Value]] = []
        /// By the statement of a read: the values that both tell rows by, of the first so many writes.
        var keys: [Int: (count: Int, keys: Set<Key>)] = [:]
        init(_ statement: PostgreSQLStatement) { self.statement = statement }
    }

    private struct Key: Hashable {
        let values: [Value]
        static func == (left: Key, right: Key) -> Bool { left.values == right.values }
        func hash(into hasher: inout Hasher) { for value in values { value.feed(&hasher) } }
    }

    private var byTable: [String: [Writes]] = [:]
    private var own: [(statement: PostgreSQLStatement, values: [Value])] = []

    mutating func removeAll() {
        byTable.removeAll(keepingCapacity: true)
        own.removeAll(keepingCapacity: true)
    }

    mutating func beginRequest() { own.removeAll(keepingCapacity: true) }

    mutating func note(_ statement: PostgreSQLStatement, _ values: [Value]) {
        own.append((statement, values))
        for table in statement.footprint.tables {
            if let known = byTable[table]?.first(where: { $0.statement === statement }) {
                known.values.append(values)
            } else {
                let writes = Writes(statement)
                writes.values.append(values)
                byTable[table, default: []].append(writes)
            }
        }
    }

    /// - Parameter cautious: what is not known to be apart counts as changed, whoever wrote it.
    func mayHaveChanged(_ read: PostgreSQLStatement, _ values: [Value], cautious: Bool) -> Bool {
        for table in read.footprint.tables {
            guard let all = byTable[table] else { continue }
            for write in own where write.statement.footprint.touches(table) {
                if write.statement.footprint.meeting(write.values, read.footprint, values) != .apart { return true }
            }
            for writes in all {
                if isAmong(writes, read, values) ?? cautious { return true }
            }
        }
        return false
    }

    /// nil: nobody knows.
    private func isAmong(_ writes: Writes, _ read: PostgreSQLStatement, _ values: [Value]) -> Bool? {
        let shared = Footprint.shared(writes.statement.footprint, read.footprint)
        guard !shared.isEmpty else { return nil }
        var known = writes.keys[read.number] ?? (0, [])
        while known.count < writes.values.count {
            let written = writes.values[known.count]
            guard let key = Self.key(shared.map { $0.0 }, written) else { return nil }
            known.keys.insert(key)
            known.count += 1
        }
        writes.keys[read.number] = known
        guard let key = Self.key(shared.map { $0.1 }, values) else { return nil }
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
