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
    /// By the numbers of two statements, whether the second may come before the first.
    private var passings: [Int: Passing] = [:]
    private static let passingsMax = 4_096

    /// Tables of a schema whose rows name rows of another table, and that one.
    static let references = """
        SELECT child.relname, parent.relname FROM pg_catalog.pg_constraint c JOIN pg_catalog.pg_namespace n ON n.oid = c.connamespace
        JOIN pg_catalog.pg_class child ON child.oid = c.conrelid JOIN pg_catalog.pg_class parent ON parent.oid = c.confrelid
        WHERE c.contype = 'f' AND n.nspname = ?
        """

    mutating func learn(_ references: [Row]) {
        parents = [:]
        passings = [:]
        for row in references { parents[row.text(0), default: []].insert(row.text(1)) }
    }

    /// - Parameter requests: that they are of; those of one keep their order.
    mutating func arranged(_ commands: ArraySlice<Command>, of requests: Int, _ statements: PostgreSQLStatements) -> [Command] {
        let mayReorder = requests > 1
        if commands.count < StatementRows.setMin || mayReorder && requests < StatementRows.setMin { return Array(commands) }
        var sets: [StatementRows] = []
        var latest: [Int: Int] = [:]
        for command in commands {
            let statement = command.statement
            if let place = latest[statement.number], canJoin(sets[place], command), place == sets.count - 1 || mayReorder,
                mayPassAll(sets[(place + 1)...], command)
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
        case .insert where command.statement.footprint.onConflict != .update: return true
        // Two sets of values for one row are one change.
        default: return set.meets(command.statement, command.values) == false
        }
    }

    private mutating func mayPassAll(_ sets: ArraySlice<StatementRows>, _ command: Command) -> Bool {
        for set in sets where !mayPass(set, command) { return false }
        return true
    }

    private enum Passing { case freely, whenApart, never }

    private mutating func mayPass(_ set: StatementRows, _ command: Command) -> Bool {
        let pair = set.statement.number << 32 | command.statement.number
        let known = passings[pair]
        let passing = known ?? passing(of: command.statement.footprint, set.statement.footprint)
        if known == nil {
            if passings.count >= Self.passingsMax { passings.removeAll() }
            passings[pair] = passing
        }
        switch passing {
        case .freely: return true
        case .whenApart: return set.meets(command.statement, command.values) == false
        case .never: return false
        }
    }

    private func passing(of later: Footprint, _ earlier: Footprint) -> Passing {
        guard !earlier.tables.isEmpty, !later.tables.isEmpty else { return .never }
        if later.tables.contains(where: { earlier.touches($0) }) {
            // What becomes of a row that is there already may depend on rows that no text tells of.
            let isTold = earlier.isSimple && later.isSimple && earlier.onConflict == .fail && later.onConflict == .fail
            return isTold ? .whenApart : .never
        }
        for table in later.tables {
            for other in earlier.tables {
                if parents[table]?.contains(other) ?? false, earlier.act != .update { return .never }
                if parents[other]?.contains(table) ?? false, later.act != .update, later.act != .insert { return .never }
            }
        }
        return .freely
    }

    private static func commands(_ set: StatementRows, _ statements: PostgreSQLStatements) -> [Command] {
        // In one order everywhere, so that two groups do not wait for each other's rows crosswise.
        let rows = set.statement.footprint.act == .insert ? set.values : set.values.sorted(by: Value.precede)
        if let together = statements.together(set.statement, rows) { return [together] }
        return set.values.map { Command(statement: set.statement, values: $0) }
    }
}
