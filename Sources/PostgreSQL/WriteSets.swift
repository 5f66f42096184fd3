import Storage

/// Writes that were kept back, as they go to the server: those of one statement together as a set, where that changes nothing else.
///
/// A write joins the set of its statement only if it may as well come before all that stands between: what touches other tables, or other
/// rows of the same table as far as the texts tell. A set whose text could not tell that fails the whole group, which is begun anew in
/// halves; a request alone keeps its order.
struct WriteSets {
    typealias Command = PostgreSQLConnection.Command

    /// By table: those whose rows its rows name.
    private var parents: [String: Set<String>] = [:]

    /// Tables of a schema whose rows name rows of another table, and that one.
    static let references = """
        SELECT child.relname, parent.relname FROM pg_catalog.pg_constraint c JOIN pg_catalog.pg_namespace n ON n.oid = c.connamespace
        JOIN pg_catalog.pg_class child ON child.oid = c.conrelid JOIN pg_catalog.pg_class parent ON parent.oid = c.confrelid
        WHERE c.contype = 'f' AND n.nspname = ?
        """

    mutating func learn(_ references: [Row]) {
        parents = [:]
        for row in references { parents[row.text(0), default: []].insert(row.text(1)) }
    }

    /// - Parameter requests: that they are of; those of one keep their order.
    func arranged(_ commands: ArraySlice<Command>, of requests: Int, _ statements: PostgreSQLStatements) -> [Command] {
        let mayReorder = requests > 1
        if commands.count < StatementRows.setMin || mayReorder && requests < StatementRows.setMin { return Array(commands) }
        var sets: [StatementRows] = []
        var latest: [Int: Int] = [:]
        for command in commands {
            let statement = command.statement
            if let place = latest[statement.number], canJoin(sets[place], command), place == sets.count - 1 || mayReorder,
                sets[(place + 1)...].allSatisfy({ mayPrecede($0, command) })
            {
                sets[place].append(command.values)
                continue
            }
            let rows = StatementRows(statement)
            rows.append(command.values)
            latest[statement.number] = sets.count
            sets.append(rows)
        }
        return sets.flatMap { Self.commands($0, statements) }
    }

    private func canJoin(_ set: StatementRows, _ command: Command) -> Bool {
        guard let types = set.statement.setTypes, PostgreSQLArrays.takes(command.values, types: types) else { return false }
        switch command.statement.footprint.act {
        case .insert where !command.statement.updatesOnConflict: return true
        // Two sets of values for one row are one change.
        default: return set.meets(command.statement, command.values) == false
        }
    }

    private func mayPrecede(_ set: StatementRows, _ command: Command) -> Bool {
        let earlier = set.statement.footprint, later = command.statement.footprint
        guard !earlier.tables.isEmpty, !later.tables.isEmpty else { return false }
        if later.tables.contains(where: { earlier.touches($0) }) {
            // What becomes of a row that is there already may depend on rows that no text tells of.
            guard earlier.isSimple, later.isSimple, !earlier.hasConflictClause, !later.hasConflictClause else { return false }
            return set.meets(command.statement, command.values) == false
        }
        for (table, other) in later.tables.flatMap({ table in earlier.tables.map { (table, $0) } }) {
            if parents[table]?.contains(other) ?? false, earlier.act != .update { return false }
            if parents[other]?.contains(table) ?? false, later.act != .update, later.act != .insert { return false }
        }
        return true
    }

    private static func commands(_ set: StatementRows, _ statements: PostgreSQLStatements) -> [Command] {
        guard set.values.count >= StatementRows.setMin, let types = set.statement.setTypes, let together = statements.set(of: set.statement)
        else { return set.values.map { Command(statement: set.statement, values: $0) } }
        // In one order everywhere, so that two groups do not wait for each other's rows crosswise.
        let rows = set.statement.footprint.act == .insert ? set.values : set.values.sorted(by: Value.precede)
        return [
            Command(statement: together, values: types.indices.map { PostgreSQLArrays.array($0, of: rows, type: types[$0]) })
        ]
    }
}

extension Value {
    /// An order of values that is the same in every process.
    static func precede(_ one: [Value], _ other: [Value]) -> Bool {
        for (one, other) in zip(one, other) where one != other {
            switch (one, other) {
            case (.integer(let one), .integer(let other)): return one < other
            case (.text(let one), .text(let other)): return one.utf8.lexicographicallyPrecedes(other.utf8)
            default: continue
            }
        }
        return false
    }
}
