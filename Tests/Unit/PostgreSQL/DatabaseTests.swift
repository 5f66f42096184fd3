import Codecs
import Linux
import Storage
import Testing

@testable import PostgreSQL
@testable import Service

@Suite(.enabled(if: PostgreSQLWorld.isThere, "no PostgreSQL: the suite postgres starts one"))
struct `A PostgreSQL database` {
    private func table(_ home: PostgreSQLHome? = nil) throws -> PostgreSQLDatabase {
        let database = try PostgreSQLWorld.database(home)
        _ = try database.run("CREATE TABLE IF NOT EXISTS things (name TEXT NOT NULL PRIMARY KEY, number BIGINT, bytes BLOB)", [])
        return database
    }

    private func count(_ database: PostgreSQLDatabase) throws -> Int64 {
        try database.query("SELECT COUNT(*) FROM things", []).first?.integer(0) ?? -1
    }

    @Test func `values come back as they were given`() throws {
        let database = try table()
        let rows: [[Value]] = [
            ["", 0, .blob([])], ["a 'quoted' \"ü\u{1F600}\n?", .integer(Int64.min), .blob((0...255).map { UInt8($0) })],
            ["b", .integer(Int64.max), nil], ["c", nil, .blob([0, 0])], ["d", -1, .blob([92, 120])], ["e", 9_999_999_999, nil],
        ]
        for row in rows { #expect(try database.run("INSERT INTO things (name, number, bytes) VALUES (?, ?, ?)", row) == 1) }
        #expect(try database.query("SELECT name, number, bytes FROM things ORDER BY name", []).map { $0.values } == rows)
    }

    @Test func `sums and comparisons read as numbers`() throws {
        let database = try table()
        for (name, number) in [("a", 20_000), ("b", -5), ("c", 10_000)] as [(String, Int64)] {
            _ = try database.run("INSERT INTO things (name, number) VALUES (?, ?)", [.text(name), .integer(number)])
        }
        let row = try database.query(
            "SELECT SUM(number), SUM(number) - SUM(number), -SUM(number), COUNT(*), MAX(number) > 5 FROM things", [])
        #expect(row.first?.values == [29_995, 0, -29_995, 3, 1])
        #expect(try database.query("SELECT SUM(number) FROM things WHERE name = 'd'", []).first?.isNull(0) == true)
    }

    @Test func `texts sort byte by byte`() throws {
        let database = try table()
        for name in ["b", "B", "a", "_", "ä", "1"] { _ = try database.run("INSERT INTO things (name) VALUES (?)", [.text(name)]) }
        #expect(try database.query("SELECT name FROM things ORDER BY name", []).map { $0.text(0) } == ["1", "B", "_", "a", "b", "ä"])
        #expect(
            try database.query("SELECT name FROM things WHERE name < ? ORDER BY name DESC LIMIT ?", ["a", 1]).map { $0.text(0) } == ["_"])
    }

    @Test func `a text with U+0000 is refused before it is sent, and the transaction goes on`() throws {
        let database = try table()
        try database.begin()
        try database.write("INSERT INTO things (name) VALUES (?)", ["kept"])
        #expect(throws: StorageError.self) { try database.write("INSERT INTO things (name) VALUES (?)", ["a\0b"]) }
        #expect(throws: StorageError.self) { try database.query("SELECT name FROM things WHERE name = ?", ["\0"]) }
        try database.commit()
        #expect(try count(database) == 1)
    }

    @Test func `a wrong number of values and a second transaction are misuse`() throws {
        let database = try table()
        #expect(throws: StorageError.self) { try database.run("INSERT INTO things (name) VALUES (?)", []) }
        try database.begin()
        #expect(throws: StorageError.self) { try database.begin() }
        database.rollback()
        #expect(throws: StorageError.self) { try database.commit() }
    }

    @Test func `what was written is there for the next question, and gone with the transaction`() throws {
        let database = try table()
        try database.begin()
        try database.write("INSERT INTO things (name) VALUES (?)", ["a"])
        #expect(try count(database) == 1)
        database.rollback()
        #expect(try count(database) == 0)
    }

    @Test func `writes that nobody asks after wait for the commit, and go out with it`() throws {
        let database = try table()
        let before = database.exchanges
        try database.begin()
        for number in 0..<100 { try database.write("INSERT INTO things (name) VALUES (?)", [.text("\(number)")]) }
        #expect(database.exchanges == before)
        try database.commit()
        #expect(database.exchanges == before + 1)
        #expect(try count(database) == 100)
    }

    @Test(arguments: [false, true]) func `a savepoint undoes what came after it alone`(isAsked: Bool) throws {
        let database = try table()
        func insert(_ name: String) throws {
            try database.write("INSERT INTO things (name) VALUES (?)", [.text(name)])
            try database.tally(
                "INSERT INTO things (name, number) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET number = things.number + excluded.number",
                ["sum"], 1)
            // What is asked sends what was kept back, and savepoints with it.
            if isAsked { _ = try count(database) }
        }
        try database.begin()
        try insert("first")
        try database.savepoint()
        try insert("undone")
        try database.savepoint()
        try insert("undone too")
        try database.rollbackToSavepoint()
        try insert("undone as well")
        try database.rollbackToSavepoint()
        try database.savepoint()
        try insert("second")
        try database.savepoint()
        try insert("third")
        try database.releaseSavepoint()
        try database.releaseSavepoint()
        try insert("fourth")
        try database.commit()
        let rows = try database.query("SELECT name, number FROM things ORDER BY name", [])
        #expect(rows.map { $0.text(0) } == ["first", "fourth", "second", "sum", "third"])
        #expect(rows[3].integer(1) == 4)
    }

    @Test func `what a transaction begins with inside a savepoint is undone with it`() throws {
        let database = try table()
        try database.begin()
        try database.savepoint()
        #expect(try database.run("INSERT INTO things (name) VALUES (?)", ["undone"]) == 1)
        try database.rollbackToSavepoint()
        try database.write("INSERT INTO things (name) VALUES (?)", ["kept"])
        try database.commit()
        #expect(try database.query("SELECT name FROM things", []).map { $0.text(0) } == ["kept"])
    }

    @Test func `a sum that is asked for inside a savepoint keeps what was before it when that is undone`() throws {
        let database = try table()
        let add =
            "INSERT INTO things (name, number) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET number = things.number + excluded.number"
        func sum() throws -> Int64 { try database.query("SELECT number FROM things WHERE name = 'sum'", []).first?.integer(0) ?? 0 }
        try database.begin()
        try database.tally(add, ["sum"], 1)
        try database.savepoint()
        try database.tally(add, ["sum"], 10)
        try database.savepoint()
        try database.tally(add, ["sum"], 100)
        #expect(try sum() == 111)
        try database.rollbackToSavepoint()
        #expect(try sum() == 11)
        try database.rollbackToSavepoint()
        try database.commit()
        #expect(try sum() == 1)
    }

    @Test func `a broken rule undoes to the savepoint that is known, else the transaction`() throws {
        let database = try table()
        _ = try database.run("INSERT INTO things (name) VALUES ('a')", [])
        let insert = "INSERT INTO things (name) VALUES (?)"
        try database.begin()
        try database.write(insert, ["b"])
        try database.savepoint()
        try database.write(insert, ["a"])
        #expect(throws: StorageError.self) { try database.settle() }
        #expect(!database.isUndone)
        #expect(throws: StorageError.self) { try database.write(insert, ["c"]) }
        try database.rollbackToSavepoint()
        try database.write(insert, ["d"])
        try database.commit()
        #expect(try count(database) == 3)
        try database.begin()
        try database.write(insert, ["e"])
        try database.write(insert, ["a"])
        do throws(StorageError) {
            try database.commit()
            Issue.record("committed")
        } catch {
            guard case .constraint = error else { throw error }
        }
        #expect(database.isUndone)
        database.rollback()
        #expect(try count(database) == 3)
    }

    @Test func `a claim that changes nothing is a conflict, and nothing behind it is done`() throws {
        let database = try table()
        try database.begin()
        try database.write("INSERT INTO things (name) VALUES (?)", ["a"])
        try database.claim("UPDATE things SET number = ? WHERE name = ?", [1, "a"])
        try database.commit()
        try database.begin()
        try database.write("INSERT INTO things (name) VALUES (?)", ["b"])
        try database.claim("UPDATE things SET number = ? WHERE name = ? AND number = ?", [2, "a", 7])
        try database.write("INSERT INTO things (name) VALUES (?)", ["c"])
        do throws(StorageError) {
            try database.commit()
            Issue.record("committed")
        } catch {
            #expect(error.isConflict)
        }
        database.rollback()
        #expect(try database.query("SELECT name, number FROM things", []).map { $0.values } == [["a", 1]])
    }

    @Test func `a connection that is cut is a conflict, and the next transaction has another`() throws {
        let database = try table()
        let other = try PostgreSQLWorld.database()
        try database.begin()
        _ = try database.run("INSERT INTO things (name) VALUES ('a')", [])
        let own = try database.query("SELECT pg_backend_pid()", []).first?.integer(0) ?? 0
        _ = try other.query("SELECT pg_terminate_backend(CAST(? AS INTEGER))", [.integer(own)])
        do {
            _ = try count(database)
            Issue.record("asked")
        } catch {
            #expect((error as? StorageError)?.isConflict == true)
        }
        #expect(database.isUndone)
        database.rollback()
        try database.begin()
        #expect(try count(database) == 0)
        try database.commit()
    }

    @Test func `a statement that waits at a host that fell silent ends when the database was found elsewhere, and not before`() throws {
        var home = try PostgreSQLWorld.home()
        let found = PostgreSQLFound()
        home.found = found
        let database = try PostgreSQLDatabase.open(home, clock: SystemClock(), takesNumber: false)
        // Found before the statement began: it waits as long as it takes.
        found.note()
        #expect(try database.query("SELECT 1 FROM pg_catalog.pg_sleep(2.5)", []).count == 1)
        let thread = Thread.start(name: "found") {
            _ = Latch().wait(untilNanoseconds: deadlineNanoseconds(SystemClock(), afterMilliseconds: 200))
            found.note()
        }
        let began = SystemClock().monotonicNanoseconds()
        #expect(throws: StorageError.self) { try database.query("SELECT 1 FROM pg_catalog.pg_sleep(20)", []) }
        let seconds = Double(SystemClock().monotonicNanoseconds() - began) / 1e9
        #expect(seconds > 2 && seconds < 6, "\(seconds) s")
        thread?.join()
        database.close()
    }

    @Test func `a connection that rested while its database was found elsewhere is made anew before the next transaction`() throws {
        var home = try PostgreSQLWorld.home()
        let found = PostgreSQLFound()
        home.found = found
        let database = try PostgreSQLDatabase.open(home, clock: SystemClock(), takesNumber: false)
        func process() throws -> Int64? {
            try database.begin()
            let process = try database.query("SELECT pg_backend_pid()", []).first?.integer(0)
            try database.commit()
            return process
        }
        let first = try process()
        #expect(try process() == first)
        found.note()
        let second = try process()
        #expect(second != first)
        #expect(try process() == second)
        database.close()
    }

    @Test func `of more statements than a connection keeps the oldest make room`() throws {
        let database = try table()
        for number in 0..<PostgreSQLStatements.statementsMax + 40 {
            #expect(try database.query("SELECT \(number)", []).first?.integer(0) == Int64(number))
        }
        #expect(try database.query("SELECT 0", []).first?.integer(0) == 0)
        let kept = try database.query("SELECT COUNT(*) FROM pg_prepared_statements", []).first?.integer(0) ?? 0
        #expect(kept <= Int64(PostgreSQLStatements.statementsMax))
    }

    @Test func `an app's schema has a name that no other app's has`() throws {
        let ids = [
            "a", "A", "_41", "a_", "a b", "a.b", "ä", String(repeating: "a", count: 60), String(repeating: "a", count: 61),
            String(repeating: "_", count: 20), "x" + String(repeating: "0", count: 48), "\"; DROP TABLE members; --", "a\0",
        ]
        let names = ids.map { PostgreSQLHome.schema(of: $0) }
        #expect(Set(names).count == ids.count)
        for name in names {
            #expect(name.utf8.count <= PostgreSQLHome.nameBytesMax)
            #expect(name.utf8.allSatisfy { "abcdefghijklmnopqrstuvwxyz0123456789_".utf8.contains($0) })
        }
        #expect(PostgreSQLHome(address: "", app: "") == nil)
        for (id, name) in zip(ids, names) {
            let isDigest = name.hasPrefix("gamebase__x")
            #expect(PostgreSQLHome.app(ofSchema: name) == (isDigest ? nil : id))
        }
        for name in ["gamebase_", "gamebase_A", "gamebase__4", "gamebase__61", "gamebase__zz"] {
            #expect(PostgreSQLHome.app(ofSchema: name) == nil)
        }
    }

    @Test func `an app whose tables cannot be read keeps no other from being found, and is named`() throws {
        let (sound, damaged) = (try PostgreSQLWorld.home(), try PostgreSQLWorld.home())
        for home in [sound, damaged] { try PostgreSQLWorld.database(home).close() }
        let database = try PostgreSQLWorld.database(sound)
        _ = try database.run("ALTER TABLE \(damaged.schema).service_leases RENAME COLUMN holder TO nobody", [])
        defer { _ = try? database.run("DROP SCHEMA \(damaged.schema) CASCADE", []) }
        for served in [true, false] {
            let apps = try PostgreSQLHome.apps(in: sound.address, served: served)
            #expect(apps.contains(sound.app) && apps.contains(damaged.app))
        }
    }

    @Test func `a commit in the session of another app fails, and nothing is kept there`() throws {
        let other = try PostgreSQLWorld.home()
        let database = try table(try PostgreSQLWorld.home()), beside = try table(other)
        try database.begin()
        _ = try database.query("SELECT pg_catalog.set_config('search_path', ?, false)", [.text(other.schema)])
        _ = try database.run("INSERT INTO things (name, number) VALUES ('a', 1)", [])
        let refusal = #expect(throws: StorageError.self) { try database.commit() }
        #expect(refusal?.message == PostgreSQLSession.isShared && refusal?.isRequestsOwn == false)
        database.rollback()
        #expect(try count(beside) == 0)
    }

    @Test func `tables of a served app that are gone are not made again`() throws {
        let home = try PostgreSQLWorld.home()
        var served = home
        served.isServed = true
        let gone = served
        let refusal = #expect(throws: StorageError.self) { try PostgreSQLWorld.database(gone) }
        #expect(refusal?.message.contains("put a copy back") == true && refusal?.isRequestsOwn == false)
        try PostgreSQLWorld.database(home).close()
        try PostgreSQLWorld.database(gone).close()
    }

    @Test func `a commit whose answer is lost is known as made to one without a number, too`() throws {
        var home = try PostgreSQLWorld.home()
        let maker = try table(home)
        for sql in [
            "CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(2); RETURN NULL; END'",
            """
            CREATE CONSTRAINT TRIGGER slow AFTER INSERT ON things DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION wait()
            """,
        ] { _ = try maker.run(sql, []) }
        home.limits = { work in
            var limits = work.limits
            limits.silenceMilliseconds = 1_000
            return limits
        }
        let database = try PostgreSQLDatabase.open(home, clock: SystemClock(), takesNumber: false, keepsMarks: true)
        try database.begin()
        #expect(try database.run("INSERT INTO things (name) VALUES ('once')", []) == 1)
        // The server is longer at it than anybody waits for its answer.
        try database.commit()
        #expect(try count(maker) == 1)
        // The mark goes when another transaction begins.
        func marks() throws -> Int64 { try maker.query("SELECT COUNT(*) FROM service_commits", []).first?.integer(0) ?? -1 }
        #expect(try marks() == 1)
        try database.begin()
        database.rollback()
        #expect(try marks() == 0)
    }

    @Test func `services that share a database have numbers of their own, and give them back`() throws {
        let home = try PostgreSQLWorld.home()
        var all = try (0..<4).map { _ in try PostgreSQLWorld.database(home) }
        #expect(all.map { $0.instanceNumber } == [0, 1, 2, 3])
        all[1].close()
        all[1] = try PostgreSQLWorld.database(home)
        #expect(all[1].instanceNumber == 1)
        // A lease that its holder slept through.
        _ = try all[0].run("UPDATE service_leases SET expires_date = 1 WHERE name = 'n2'", [])
        #expect(try PostgreSQLWorld.database(home).instanceNumber == 2)
        // A clock that was ahead once keeps no number, and no move, for longer than a lease is long.
        for look in [{ _ = try PostgreSQLWorld.database(home) }, { _ = try? PostgreSQLMoveLock.take(home, clock: SystemClock()) }] {
            _ = try all[0].run("UPDATE service_leases SET expires_date = expires_date + 34560000000 WHERE name = 'n3'", [])
            #expect(try InstanceNumber.millisecondsInUse(all[0]) > InstanceNumber.leaseMilliseconds)
            try look()
            let left = try InstanceNumber.millisecondsInUse(all[0])
            #expect(left > 0 && left <= InstanceNumber.leaseMilliseconds)
        }
    }

    @Test func `the server undoes who waits crosswise for another, as a conflict`() throws {
        let home = try PostgreSQLWorld.home()
        let one = try table(home), other = try table(home)
        for name in ["a", "b"] { _ = try one.run("INSERT INTO things (name, number) VALUES (?, 0)", [.text(name)]) }
        let add = "UPDATE things SET number = number + 1 WHERE name = ?"
        try one.begin()
        _ = try one.run(add, ["a"])
        try other.begin()
        _ = try other.run(add, ["b"])
        let waits = Latch()
        nonisolated(unsafe) var conflicts = 0
        nonisolated(unsafe) let second = other
        let thread = Thread.start(name: "other") {
            do throws(StorageError) { _ = try second.run(add, ["a"]) } catch { if error.isConflict { conflicts += 1 } }
            second.rollback()
            waits.open()
        }
        do throws(StorageError) {
            _ = try one.run(add, ["b"])
            try one.commit()
        } catch {
            if error.isConflict { conflicts += 1 }
            one.rollback()
        }
        #expect(waits.wait(untilNanoseconds: deadlineNanoseconds(SystemClock(), afterMilliseconds: 20_000)))
        thread?.join()
        #expect(conflicts == 1)
    }

    @Test func `a row that comes back to life while a sweep waits for it stays`() throws {
        let home = try PostgreSQLWorld.home()
        let one = try PostgreSQLWorld.database(home), other = try PostgreSQLWorld.database(home)
        _ = try one.run("CREATE TABLE user_sessions (token_hash TEXT NOT NULL PRIMARY KEY, expires_date BIGINT NOT NULL)", [])
        for name in ["renewed", "over"] {
            _ = try one.run("INSERT INTO user_sessions (token_hash, expires_date) VALUES (?, 1)", [.text(name)])
        }
        let sweep = try #require(Sweep.all.first { $0.table == "user_sessions" })
        try one.begin()
        _ = try one.run("UPDATE user_sessions SET expires_date = 9 WHERE token_hash = 'renewed'", [])
        nonisolated(unsafe) let second = other
        // nil: overtaken, and to be done once more, where every transaction is serializable.
        nonisolated(unsafe) var swept: Int?
        let process = try other.query("SELECT CAST(pg_backend_pid() AS BIGINT)", []).first?.integer(0) ?? 0
        let thread = Thread.start(name: "sweep") { swept = try? second.run(sweep.statement, [5, 5]) }
        let waiting = "SELECT COUNT(*) FROM pg_locks WHERE CAST(pid AS BIGINT) = ? AND NOT granted"
        let deadline = deadlineNanoseconds(SystemClock(), afterMilliseconds: 20_000)
        while try one.query(waiting, [.integer(process)]).first?.integer(0) == 0, SystemClock().monotonicNanoseconds() < deadline {}
        try one.commit()
        thread?.join()
        let left = try one.query("SELECT token_hash FROM user_sessions ORDER BY token_hash", []).map { $0.text(0) }
        #expect(swept == nil || swept == 1)
        #expect(left == (swept == nil ? ["over", "renewed"] : ["renewed"]))
    }

    @Test func `the health of a database is told although an app on it cannot be read`() throws {
        let address = try #require(PostgreSQLWorld.address)
        let facts = try PostgreSQLHealth.look(address, apps: ["an app that is not there"], clock: SystemClock())
        #expect(facts["version"]?.int64Value ?? 0 >= PostgreSQLHealth.versionMin)
        #expect(facts["schemas"]?.objectValue?.members.count == 0)
    }
}
