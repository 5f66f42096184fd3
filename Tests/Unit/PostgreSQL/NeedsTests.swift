import Codecs
import Linux
import Storage
import Testing

@testable import PostgreSQL
@testable import Service

/// Over a server that these tests alone use: they change what holds for all of it.
@Suite(.enabled(if: PostgreSQLNeedsWorld.address != nil, "no PostgreSQL of its own: the suite postgresql starts one"), .serialized)
struct `What correctness needs of a database server` {
    /// For each of the list a value that is wrong, or at least another.
    static let wrong: [String: String] = [
        "search_path": "pg_catalog", "client_encoding": "LATIN1", "default_transaction_isolation": "repeatable read",
        "default_transaction_deferrable": "on", "synchronous_commit": "off", "statement_timeout": "77", "lock_timeout": "77",
        "idle_in_transaction_session_timeout": "77", "transaction_timeout": "77777", "idle_session_timeout": "77777",
        "tcp_keepalives_idle": "77", "tcp_keepalives_interval": "77", "tcp_keepalives_count": "7", "standard_conforming_strings": "off",
        "transform_null_equals": "on", "DateStyle": "SQL, DMY", "IntervalStyle": "iso_8601", "TimeZone": "Asia/Tokyo",
        "bytea_output": "escape", "extra_float_digits": "-15", "row_security": "on", "exit_on_error": "on",
        "client_min_messages": "debug5", "server_version_num": "130000", "server_encoding": "LATIN1", "fsync": "off",
        "full_page_writes": "off", "data_sync_retry": "on", "zero_damaged_pages": "on", "ignore_checksum_failure": "on",
        "session_replication_role": "replica", "default_transaction_read_only": "on",
    ]
    /// They need another cluster or another start: what is said of them is tried on a row, and on the shipped program.
    static let fixed: Set<String> = ["server_version_num", "server_encoding", "data_sync_retry"]

    private var pinned: [PostgreSQLNeed] { PostgreSQLNeeds.pinned(schema: "s", PostgreSQLWork.housekeeping.limits) }

    private func value(_ name: String, _ database: PostgreSQLDatabase) throws -> String? {
        try database.query("SELECT pg_catalog.current_setting(?, true)", [.text(name)]).first?.textOrNil(0)
    }

    private func loaded(_ database: PostgreSQLDatabase) throws -> String {
        try database.query("SELECT CAST(pg_catalog.pg_conf_load_time() AS TEXT)", []).first?.text(0) ?? ""
    }

    @Test func `every need of the list has a wrong value to be tried with`() {
        let names = (pinned + PostgreSQLNeeds.asked).map { $0.name }
        #expect(Set(names) == Set(Self.wrong.keys))
        #expect(Set(names).count == names.count)
        for need in PostgreSQLNeeds.asked { #expect(!need.fault.isEmpty, "\(need.name)") }
    }

    @Test func `what a session may choose is pinned, wrong before the connection and changed after it`() throws {
        let world = try PostgreSQLNeedsWorld()
        let home = try world.home()
        let right = try PostgreSQLDatabase.open(home, clock: SystemClock())
        let values = try pinned.map { ($0.name, try value($0.name, right)) }
        #expect(values.first { $0.0 == "search_path" }?.1 == home.schema)
        #expect(values.first { $0.0 == "default_transaction_isolation" }?.1 == "read committed")
        #expect(values.first { $0.0 == "synchronous_commit" }?.1 == "on")
        for (name, wanted) in values {
            guard let wanted, let wrong = Self.wrong[name] else { continue }
            #expect(wrong != wanted, "\(name)")
            for scope in ["DATABASE gamebase", "ROLE gamebase"] {
                try world.run("ALTER \(scope) SET \(name) = \(world.quoted(name, wrong))")
                let database = try PostgreSQLDatabase.open(home, clock: SystemClock())
                #expect(try value(name, database) == wanted, "\(name), wrong for the \(scope)")
                database.close()
                try world.run("ALTER \(scope) RESET \(name)")
            }
            let before = try loaded(right)
            try world.run("ALTER SYSTEM SET \(name) = \(world.quoted(name, wrong))")
            try world.reload()
            try world.eventually { try loaded(right) != before }
            #expect(try value(name, right) == wanted, "\(name), changed for the whole server")
            let database = try PostgreSQLDatabase.open(home, clock: SystemClock())
            #expect(try value(name, database) == wanted, "\(name), wrong for the whole server")
            database.close()
            try world.run("ALTER SYSTEM RESET \(name)")
            try world.reload()
        }
        right.close()
    }

    @Test func `what no session can choose is refused at the connection with the sentence that mends it, and seen when it changes`() throws
    {
        let world = try PostgreSQLNeedsWorld()
        let home = try world.home()
        let watch = PostgreSQLWatch(home.address, accepted: [], clock: SystemClock())
        for need in PostgreSQLNeeds.asked {
            guard case .asked(let isRight, let mend) = need.held, let wrong = Self.wrong[need.name] else { continue }
            #expect(!isRight(wrong) && !mend.isEmpty, "\(need.name)")
            if Self.fixed.contains(need.name) { continue }
            try world.eventually { watch.look() == PostgreSQLWatch.Sight() }
            try world.run("ALTER SYSTEM SET \(need.name) = \(wrong)")
            try world.reload()
            try world.eventually { watch.look().unmet.map { $0.name } == [need.name] }
            #expect(watch.look().unmet.allSatisfy { $0.sentence.contains(mend) && !$0.isAccepted }, "\(need.name)")
            let refusal = #expect(throws: StorageError.self, "\(need.name)") { try PostgreSQLDatabase.open(home, clock: SystemClock()) }
            // libpq passes a server by that takes no writes, before it is asked for anything.
            #expect(
                refusal?.message.contains(mend) == true || need.name == "default_transaction_read_only", "\(need.name): \(refusal as Any)")
            if need.mayBeAccepted {
                var accepting = home
                accepting.accepted = [need.name]
                let database = try PostgreSQLDatabase.open(accepting, clock: SystemClock())
                database.close()
            }
            try world.run("ALTER SYSTEM RESET \(need.name)")
            try world.reload()
        }
        try world.eventually { watch.look() == PostgreSQLWatch.Sight() }
    }

    @Test func `a member's lock holds though the server's transactions are repeatable reads`() throws {
        let world = try PostgreSQLNeedsWorld()
        let home = try world.home()
        try world.run("ALTER DATABASE gamebase SET default_transaction_isolation = 'repeatable read'")
        let one = try PostgreSQLDatabase.open(home, clock: SystemClock()), other = try PostgreSQLDatabase.open(home, clock: SystemClock())
        _ = try one.run("CREATE TABLE IF NOT EXISTS things (name TEXT NOT NULL PRIMARY KEY, number BIGINT)", [])
        _ = try one.run("INSERT INTO things (name, number) VALUES ('a', 1)", [])
        try other.begin()
        _ = try other.run("UPDATE things SET number = number WHERE name = 'none'", [])
        _ = try one.run("UPDATE things SET number = 2 WHERE name = 'a'", [])
        // A snapshot of before would make a conflict of this, or answer 1.
        #expect(try other.query("SELECT number FROM things WHERE name = 'a' FOR UPDATE", []).map { $0.integer(0) } == [2])
        try other.commit()
        try world.run("ALTER DATABASE gamebase RESET default_transaction_isolation")
        one.close()
        other.close()
    }

    @Test func `commits that wait for a standby that is gone are an outage, and nobody begins to wait behind them`() throws {
        let world = try PostgreSQLNeedsWorld()
        let home = try world.home()
        let watch = PostgreSQLWatch(home.address, accepted: [], clock: SystemClock())
        let database = try PostgreSQLDatabase.open(home, clock: SystemClock())
        try world.eventually { watch.look() == PostgreSQLWatch.Sight() }
        try world.run("ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
        try world.reload()
        try world.eventually {
            try database.query("SELECT pg_catalog.current_setting('synchronous_standby_names')", []).first?.text(0) == "nobody"
        }
        let thread = Thread.start(name: "commit") { [database = Unchecked(content: database)] in
            _ = try? database.content.run("UPDATE service_leases SET holder = holder WHERE name = 'schema'", [])
        }
        try world.eventually { watch.look().outage?.contains("synchronous_standby_names") == true }
        #expect(!watch.look().isRefusal)
        let refusal = #expect(throws: StorageError.self) { try PostgreSQLDatabase.open(home, clock: SystemClock()) }
        #expect(refusal?.message.contains("synchronous_standby_names") == true)
        // To read is no reason to wait.
        try PostgreSQLDatabase.open(home, clock: SystemClock(), takesNumber: false).close()
        try world.run("ALTER SYSTEM RESET synchronous_standby_names")
        try world.reload()
        thread?.join()
        try world.eventually { watch.look() == PostgreSQLWatch.Sight() }
        database.close()
    }

    @Test(arguments: [
        ("connection to server at \"a\" failed: FATAL:  53300\n", true), ("a: no such host\nconnection to b failed: FATAL:  53300\n", true),
        ("connection to server at \"a\" failed: FATAL:  3D000\n", false), ("port 53300: connection refused\n", false), ("", false),
    ])
    func `connections that are used up are told from a refusal by the code`(text: String, isFull: Bool) {
        #expect(PostgreSQLConnection.isOfResources(text) == isFull)
    }

    // MARK: Time limits

    /// So that no test waits for half a minute.
    private func hurried(_ home: PostgreSQLHome) -> PostgreSQLHome {
        var home = home
        home.limits = { work in
            var limits = work.limits
            guard work == .requests || work == .housekeeping else { return limits }
            limits.statementMilliseconds = 300
            limits.idleMilliseconds = 300
            limits.lockMilliseconds = 300
            return limits
        }
        return home
    }

    @Test func `a step of the schema takes as long as it takes, and waits for whoever holds the tables`() throws {
        let world = try PostgreSQLNeedsWorld()
        let home = hurried(try world.home())
        let database = try PostgreSQLDatabase.open(home, clock: SystemClock(), takesNumber: false)
        #expect(throws: StorageError.self) { try database.query("SELECT 1 FROM pg_catalog.pg_sleep(1)", []) }
        try Migrations.apply([Migration(version: 1, statements: ["CREATE TABLE slow (name TEXT NOT NULL PRIMARY KEY)"])], to: database)
        let holder = try PostgreSQLDatabase.open(try world.same(home), clock: SystemClock(), takesNumber: false)
        try holder.begin()
        _ = try holder.run("LOCK TABLE slow IN ACCESS SHARE MODE", [])
        let steps = [
            Migration(version: 1, statements: []),
            Migration(version: 2, statements: ["SELECT pg_catalog.pg_sleep(1)", "ALTER TABLE slow ADD COLUMN number BIGINT"]),
        ]
        let failure = Unchecked(content: Box())
        let thread = Thread.start(name: "migration") { [database = Unchecked(content: database)] in
            do throws(StorageError) { try Migrations.apply(steps, to: database.content) } catch { failure.content.error = error }
        }
        // It waits for the table by then.
        try world.eventually {
            try holder.query("SELECT COUNT(*) FROM pg_catalog.pg_locks WHERE NOT granted", []).first?.integer(0) == 1
        }
        _ = try holder.query("SELECT 1 FROM pg_catalog.pg_sleep(1)", [])
        holder.rollback()
        thread?.join()
        #expect(failure.content.error == nil)
        #expect(try database.query("SELECT MAX(version) FROM schema_version", []).first?.integer(0) == 2)
        // It was for that transaction alone.
        #expect(throws: StorageError.self) { try database.query("SELECT 1 FROM pg_catalog.pg_sleep(1)", []) }
    }

    private final class Box { var error: StorageError? }

    @Test func `a move goes on though its source is slow`() throws {
        let world = try PostgreSQLNeedsWorld()
        let clock = SystemClock(), home = hurried(try world.home())
        let slow = SlowDatabase(try SQLiteDatabase.open(path: ":memory:"), milliseconds: 1_000)
        let target = PostgreSQLStoreOfMove(home, clock: clock)
        let database = try target.openTarget()
        var finished = false
        let report = try StoreMove.move(
            from: slow, to: database, clock: clock, random: SystemRandom(),
            finish: { (database) throws(StorageError) in
                finished = true
                try target.finish(database)
            })
        #expect(finished && report.isLedgerSound)
        #expect(slow.rested > 0)
        database.close()
        target.close()
    }
}

/// A file on a disk that has something else to do once.
private final class SlowDatabase: Database {
    private let inner: SQLiteDatabase
    private let milliseconds: Int64
    private(set) var rested = 0

    init(_ inner: SQLiteDatabase, milliseconds: Int64) {
        self.inner = inner
        self.milliseconds = milliseconds
    }

    let isShared = false
    var instanceNumber: Int64 { inner.instanceNumber }
    var isUndone: Bool { inner.isUndone }
    var isOver: Bool { inner.isOver }
    var waitedForLock: Bool { inner.waitedForLock }

    func run(_ sql: String, _ values: [Value]) throws(StorageError) -> Int { try inner.run(sql, values) }
    func write(_ sql: String, _ values: [Value]) throws(StorageError) { try inner.write(sql, values) }
    func claim(_ sql: String, _ values: [Value]) throws(StorageError) { try inner.claim(sql, values) }
    func tally(_ sql: String, _ keys: [Value], _ amount: Int64) throws(StorageError) { try inner.tally(sql, keys, amount) }
    func settle() throws(StorageError) { try inner.settle() }
    func query(_ sql: String, _ values: [Value]) throws(StorageError) -> [Row] {
        // Between the writes of the copy.
        if sql.contains("FROM event_places"), rested == 0 {
            rested += 1
            _ = Latch().wait(untilNanoseconds: deadlineNanoseconds(SystemClock(), afterMilliseconds: milliseconds))
        }
        return try inner.query(sql, values)
    }
    func packed(_ sql: String, _ values: [Value]) throws(StorageError) -> PackedRows { try inner.packed(sql, values) }
    func begin() throws(StorageError) { try inner.begin() }
    func commit() throws(StorageError) { try inner.commit() }
    func rollback() { inner.rollback() }
    func savepoint() throws(StorageError) { try inner.savepoint() }
    func releaseSavepoint() throws(StorageError) { try inner.releaseSavepoint() }
    func rollbackToSavepoint() throws(StorageError) { try inner.rollbackToSavepoint() }
    func lockSchema() throws(StorageError) { try inner.lockSchema() }
    func backUp(to path: String, pages: Int32) throws(StorageError) -> Bool { try inner.backUp(to: path, pages: pages) }
    func close() { inner.close() }
}

/// The server of these tests, and a connection by which it is changed whatever is wrong with it.
final class PostgreSQLNeedsWorld {
    static let address = Environment.value("GAMEBASE_POSTGRESQL_OWN")

    private let statements = PostgreSQLStatements()
    private let connection: PostgreSQLConnection
    private let address: String

    init() throws {
        address = try #require(Self.address)
        connection = try PostgreSQLConnection.open(address, statements)
        try run("SELECT pg_catalog.set_config('default_transaction_read_only', 'off', false)")
    }

    deinit {
        for statement in ["ALTER SYSTEM RESET ALL", "ALTER DATABASE gamebase RESET ALL", "ALTER ROLE gamebase RESET ALL"] {
            try? run(statement)
        }
        try? reload()
    }

    func home() throws -> PostgreSQLHome {
        try #require(PostgreSQLHome(address: address, app: Hex.encode(SystemRandom().bytes(6))))
    }

    /// Without another's limits.
    func same(_ home: PostgreSQLHome) throws -> PostgreSQLHome { try #require(PostgreSQLHome(address: address, app: home.app)) }

    func run(_ sql: String) throws {
        let command = PostgreSQLConnection.Command(statement: statements.statement(sql), values: [], wants: .nothing)
        _ = try connection.exchange([command])
    }

    func reload() throws { try run("SELECT pg_catalog.pg_reload_conf()") }

    /// Names of a list are one by one, not a name with a comma in it.
    func quoted(_ name: String, _ value: String) -> String { name == "DateStyle" ? value : "'\(value)'" }

    func eventually(_ condition: () throws -> Bool, _ place: SourceLocation = #_sourceLocation) throws {
        let deadline = deadlineNanoseconds(SystemClock(), afterMilliseconds: 20_000)
        while try !condition() {
            guard SystemClock().monotonicNanoseconds() < deadline else {
                Issue.record("waited in vain", sourceLocation: place)
                return
            }
            _ = Latch().wait(untilNanoseconds: deadlineNanoseconds(SystemClock(), afterMilliseconds: 20))
        }
    }
}
