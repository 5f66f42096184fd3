import Linux
@testable import PostgreSQL
@testable import Service
import Codecs
import Storage
import Testing

/// A database in memory, each of whose statements PostgreSQL is given too, with its values, and undoes: one that only SQLite
/// understands, or values of a type that only SQLite takes, is a failure of the test that came upon it, and so is one that PostgreSQL takes
/// by itself and not as a set. Once for each text and kinds of values. What the statement finds there does not count: the tables are empty.
final class TriedOnPostgreSQL: Database {
    private let real: SQLiteDatabase
    /// False while the schema is made: PostgreSQL has it.
    var isTrying = false

    init(_ real: SQLiteDatabase) { self.real = real }

    private func trying(
        _ sql: String, _ values: [Value], claims: Bool = false, _ statement: (PostgreSQLDatabase) throws(StorageError) -> Void
    ) {
        guard isTrying, PostgreSQLWorld.isThere else { return }
        guard let other = OtherHome.shared else {
            Issue.record("PostgreSQL takes no connection")
            return
        }
        other.give(sql, values, statement)
        other.giveSet(sql, values, claims: claims)
    }

    func run(_ sql: String, _ values: [Value]) throws(StorageError) -> Int {
        trying(sql, values) { database throws(StorageError) in _ = try database.run(sql, values) }
        return try real.run(sql, values)
    }

    func claim(_ sql: String, _ values: [Value]) throws(StorageError) {
        trying(sql, values, claims: true) { database throws(StorageError) in
            try database.claim(sql, values)
            try database.settle()
        }
        try real.claim(sql, values)
    }

    func tally(_ sql: String, _ keys: [Value], _ amount: Int64) throws(StorageError) {
        trying(sql, keys) { database throws(StorageError) in
            try database.tally(sql, keys, amount)
            try database.settle()
        }
        try real.tally(sql, keys, amount)
    }

    func query(_ sql: String, _ values: [Value]) throws(StorageError) -> [Row] {
        trying(sql, values) { database throws(StorageError) in _ = try database.query(sql, values) }
        return try real.query(sql, values)
    }

    func packed(_ sql: String, _ values: [Value]) throws(StorageError) -> PackedRows {
        trying(sql, values) { database throws(StorageError) in _ = try database.packed(sql, values) }
        return try real.packed(sql, values)
    }

    func begin() throws(StorageError) { try real.begin() }
    func commit() throws(StorageError) { try real.commit() }
    func rollback() { real.rollback() }
    func savepoint() throws(StorageError) { try real.savepoint() }
    func releaseSavepoint() throws(StorageError) { try real.releaseSavepoint() }
    func rollbackToSavepoint() throws(StorageError) { try real.rollbackToSavepoint() }
    func findDamage() throws(StorageError) -> [String] { try real.findDamage() }
    func findDamage(in table: String) throws(StorageError) -> [String] { try real.findDamage(in: table) }
    func close() { real.close() }
}

/// One app in PostgreSQL, for the statements of all tests, one at a time.
private final class OtherHome: @unchecked Sendable {
    /// nil: there is no PostgreSQL, or it takes nobody; each test that comes upon that fails.
    static let shared: OtherHome? = PostgreSQLWorld.isThere ? opened() : nil
    /// Other tests make their schemas at the same time, and cut connections.
    private static let triesMax = 50, conflictsMax = 3

    private let lock = Lock()
    private let database: PostgreSQLDatabase
    private var given: Set<String> = []
    private let home: PostgreSQLHome
    private let statements = PostgreSQLStatements()
    /// For sets alone; opened again when another test has cut it.
    private var connection: PostgreSQLConnection?

    private init() throws {
        home = try PostgreSQLWorld.home()
        // A number of its own would lapse while no test has a new statement, and from then on nothing would be tried.
        database = try PostgreSQLDatabase.open(home, clock: SystemClock(), takesNumber: false, ways: Service.waysOfKeys)
        _ = try Service.open(database: database, clock: ServiceTestClock(), random: ServiceTestRandom(seed: 1))
    }

    /// Two rows of the same values. That they meet each other does not count.
    func giveSet(_ sql: String, _ values: [Value], claims: Bool) {
        let wrong = lock.locked { () -> String? in
            guard !values.isEmpty, given.insert("\(claims)" + sql).inserted else { return nil }
            let one = statements.statement(sql, claims: claims)
            for _ in 0..<Self.conflictsMax {
                do throws(PostgreSQLFault) {
                    // What it does by itself is tried elsewhere; here it is described.
                    _ = try? exchange([.init(statement: one, values: values)])
                    guard one.types != nil else { continue }
                    guard let types = one.setTypes, PostgreSQLArrays.takes(values, types: types), let set = statements.set(of: one) else {
                        return nil
                    }
                    let both = types.indices.map { PostgreSQLArrays.array($0, of: [values, values], type: types[$0]) }
                    try exchange([.init(statement: set, values: both)])
                    return nil
                } catch {
                    // It changes one row twice, which a set of the service does not.
                    if error.state == "21000" { return nil }
                    if let state = error.state, PostgreSQLFault.gone.contains(state) { return error.message }
                    switch error.error {
                    case .misuse(let reason): return reason
                    case .conflict, .ioError: if error.endsConnection { connection = nil }
                    default: return nil
                    }
                }
            }
            return nil
        }
        if let wrong { Issue.record("PostgreSQL does not take a set of \(sql): \(wrong)") }
    }

    private func exchange(_ commands: [PostgreSQLConnection.Command]) throws(PostgreSQLFault) {
        let connection: PostgreSQLConnection
        if let open = self.connection { connection = open } else { connection = try opened() }
        self.connection = connection
        func word(_ sql: String) -> PostgreSQLConnection.Command { .init(statement: statements.statement(sql), values: []) }
        defer { _ = try? connection.exchange([word("ROLLBACK")]) }
        _ = try connection.exchange([word("BEGIN")] + commands)
    }

    private func opened() throws(PostgreSQLFault) -> PostgreSQLConnection {
        let fresh = try PostgreSQLConnection.open(home.address, statements)
        _ = try fresh.exchange(
            home.opening(home.limits(.housekeeping)).map { .init(statement: statements.statement($0), values: [], wants: .rows) })
        return fresh
    }

    private static func opened() -> OtherHome? {
        for _ in 0..<triesMax {
            if let home = try? OtherHome() { return home }
        }
        return nil
    }

    func give(_ sql: String, _ values: [Value], _ statement: (PostgreSQLDatabase) throws(StorageError) -> Void) {
        var key = sql
        for value in values {
            switch value {
            case .null: key += "n"
            case .integer: key += "i"
            case .text: key += "t"
            case .blob: key += "b"
            }
        }
        let wrong = lock.locked { () -> String? in
            guard given.insert(key).inserted else { return nil }
            // A conflict is a connection that was cut, or a row that is not there, and then it comes again.
            var isTried = false
            for _ in 0..<Self.conflictsMax {
                defer { database.rollback() }
                do throws(StorageError) {
                    try database.begin()
                    _ = try database.query("SELECT 1", [])
                    isTried = true
                    try statement(database)
                    return nil
                } catch {
                    switch error {
                    case .misuse(let reason): return reason
                    case .ioError(let reason) where PostgreSQLFault.gone.contains { reason.hasSuffix("(SQLSTATE \($0))") }: return reason
                    case .conflict, .ioError: continue
                    // It names a row that is there twice: PostgreSQL has understood it.
                    default: return nil
                    }
                }
            }
            // Of a connection that was cut nothing is known: the next test that comes upon the statement tries it again.
            if !isTried { given.remove(key) }
            return nil
        }
        if let wrong { Issue.record("PostgreSQL does not take \(sql) with \(values): \(wrong)") }
    }
}

@Suite(.enabled(if: PostgreSQLWorld.isThere, "no PostgreSQL: the suite postgres starts one"))
struct `Statements on PostgreSQL` {
    @Test func `a statement that only SQLite takes is a failure of the test that came upon it`() throws {
        let tried = TriedOnPostgreSQL(try SQLiteDatabase.open(path: ":memory:"))
        tried.isTrying = true
        #expect(try tried.query("SELECT 1", []).count == 1)
        withKnownIssue {
            // Other tests cut connections, more than once in a row.
            for _ in 0..<20 { _ = try tried.query("SELECT typeof(?)", [.integer(1)]) }
        }
    }
}
