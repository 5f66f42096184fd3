import Storage

/// Reads of a group, as they go to the server: those of one statement together as a set. Rows that are locked are locked in one order.
struct ReadSets {
    private(set) var commands: [PostgreSQLConnection.Command] = []
    /// By command: whose answer it is, or whose answers.
    private var askers: [[Int]] = []
    private let count: Int

    init(_ reads: [Foresight.Batch], of requests: Int, _ statements: PostgreSQLStatements) {
        count = reads.count
        guard requests >= StatementRows.setMin, reads.count >= StatementRows.setMin else {
            commands = reads.map { .init(statement: $0.statement, values: $0.values, wants: .rows) }
            askers = reads.indices.map { [$0] }
            return
        }
        var latest: [Int: Int] = [:]
        for (place, read) in reads.enumerated() {
            let canJoin = read.statement.setTypes.map { PostgreSQLArrays.takes(read.values, types: $0) } ?? false
            if canJoin, let set = latest[read.statement.number] {
                askers[set].append(place)
                continue
            }
            if canJoin { latest[read.statement.number] = askers.count }
            askers.append([place])
        }
        let sets = askers
        askers = []
        for members in sets {
            let first = reads[members[0]]
            guard members.count >= StatementRows.setMin, let types = first.statement.setTypes,
                let together = statements.set(of: first.statement)
            else {
                commands += members.map { .init(statement: reads[$0].statement, values: reads[$0].values, wants: .rows) }
                askers += members.map { [$0] }
                continue
            }
            askers.append(members)
            let rows = members.map { reads[$0].values }
            commands.append(
                .init(
                    statement: together, values: types.indices.map { PostgreSQLArrays.array($0, of: rows, type: types[$0]) }, wants: .rows))
        }
    }

    /// One for each read, in their order.
    func answers(_ answers: [PostgreSQLConnection.Answer]) -> [PostgreSQLConnection.Answer] {
        guard answers.count == askers.count else { return [] }
        var all = [[Row]](repeating: [], count: count)
        for (members, answer) in zip(askers, answers) {
            if members.count == 1 {
                all[members[0]] = answer.rows
                continue
            }
            for row in answer.rows {
                let place = Int(row.integer(0)) - 1
                guard members.indices.contains(place) else { continue }
                all[members[place]].append(Row(Array(row.values.dropFirst())))
            }
        }
        return all.map { .rows($0) }
    }
}
