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
        var groups: [[Int]] = []
        var latest: [Int: Int] = [:]
        for (place, read) in reads.enumerated() {
            let canJoin = read.statement.setTypes.map { PostgreSQLArrays.takes(read.values, types: $0) } ?? false
            if canJoin, let group = latest[read.statement.number] {
                groups[group].append(place)
                continue
            }
            if canJoin { latest[read.statement.number] = groups.count }
            groups.append([place])
        }
        for members in groups {
            if let together = statements.together(reads[members[0]].statement, members.map { reads[$0].values }, wants: .rows) {
                commands.append(together)
                askers.append(members)
            } else {
                commands += members.map { .init(statement: reads[$0].statement, values: reads[$0].values, wants: .rows) }
                askers += members.map { [$0] }
            }
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
