/// What makes a new database: the same tables and indexes as all steps one after the other, without what a later step takes back.
struct NewSchema {
    private(set) var statements: [SchemaStatement] = []
    /// What stands before it may have another name now, and is changed by no later step.
    private var changeable = 0
    /// The tables that a later step drops: nothing is made of them.
    private var dropped: [[UInt8]] = []

    init(_ migrations: [Migration]) {
        var all: [SchemaStatement] = []
        for migration in migrations {
            for statement in migration.statements { all.append(SchemaStatement(statement)) }
        }
        for statement in all { add(statement) }
        // What is read out of a table that is gone later may stay elsewhere.
        for statement in statements where statement.verb == .write && statement.names(dropped) {
            statements = all
            break
        }
    }

    private mutating func add(_ statement: SchemaStatement) {
        switch statement.verb {
        case .drop where statement.kind != .other:
            if let place = place(of: statement.kind, statement.name) {
                if statement.kind == .table { drop(statement.name) } else { statements.remove(at: place) }
                return
            }
        case .addColumn:
            if let place = place(of: .table, statement.table), statements[place].add(column: statement.column) { return }
        case .other: changeable = statements.count
        default: break
        }
        statements.append(statement)
    }

    private func place(of kind: SchemaStatement.Kind, _ name: [UInt8]) -> Int? {
        for place in stride(from: statements.count - 1, through: changeable, by: -1) {
            let statement = statements[place]
            if statement.verb == .create, statement.kind == kind, statement.name == name { return place }
        }
        return nil
    }

    /// Its indexes and triggers go with it, and what was written to it.
    private mutating func drop(_ table: [UInt8]) {
        dropped.append(table)
        for place in stride(from: statements.count - 1, through: changeable, by: -1) where statements[place].table == table {
            statements.remove(at: place)
        }
    }
}
