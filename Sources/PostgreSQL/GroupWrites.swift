import Storage

/// What the requests of a group have written so far, for the question whether rows that were read before are still so.
struct GroupWrites {
    private var byTable: [String: [StatementRows]] = [:]
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
                known.append(values)
            } else {
                let writes = StatementRows(statement)
                writes.append(values)
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
                if writes.meets(read, values) ?? cautious { return true }
            }
        }
        return false
    }
}
