import Storage
import Testing

@testable import PostgreSQL

@Suite struct `What a statement's text says of its rows` {
    private func footprint(_ sql: String) -> String {
        let found = Footprint(sql)
        return found.tables.joined(separator: "+") + ": " + found.equals.map { $0.column }.joined(separator: ",")
    }

    @Test func `conditions that must all hold tell rows apart, and nothing else does`() {
        #expect(footprint("SELECT a FROM t WHERE x = ? AND y = 'z' ORDER BY a LIMIT ?") == "t: x,y")
        #expect(footprint("SELECT a FROM t o WHERE o.x = ? AND o.y > ? FOR UPDATE") == "t: x")
        #expect(footprint("SELECT a FROM t WHERE x = ? OR y = ?") == "t: ")
        #expect(footprint("SELECT a FROM t WHERE x = ? + 1") == "t: ")
        #expect(footprint("SELECT a FROM t JOIN u ON t.a = u.a WHERE t.x = ?") == "t+u: ")
        #expect(footprint("DELETE FROM t WHERE x = ? AND y <= (SELECT y FROM t WHERE x = ?)") == "t: ")
        #expect(footprint("DELETE FROM t WHERE x = ? AND NOT EXISTS (SELECT 1 FROM u)") == "t+u: ")
        #expect(footprint("UPDATE t SET x = ?, z = z + 1 WHERE x = ? AND y = ?") == "t: y")
        #expect(footprint("INSERT INTO t (x, y, z) VALUES (?, 1 + ?, ?)") == "t: x,z")
        #expect(footprint("INSERT INTO t (x, y) VALUES (?, ?) ON CONFLICT (x) DO NOTHING") == "t: x,y")
        #expect(footprint("INSERT INTO t (x, y) VALUES (?, ?) ON CONFLICT (x) DO UPDATE SET y = excluded.y") == "t: x")
        #expect(footprint("INSERT INTO t (x, y) VALUES (?, ?) ON CONFLICT (x) DO UPDATE SET y = 1 WHERE t.y IS NOT NULL") == "t: x")
    }

    @Test func `rows are apart when a column of both has two values`() {
        let read = Footprint("SELECT a FROM t WHERE x = ? AND y = ?"), write = Footprint("UPDATE t SET a = ? WHERE x = ?")
        #expect(write.meeting([0, 1], read, [1, 2]) == .together)
        #expect(write.meeting([0, 1], read, [2, 2]) == .apart)
        #expect(Footprint("UPDATE t SET a = ? WHERE z = ?").meeting([0, 1], read, [1, 2]) == .unknown)
    }

    @Test func `SQL is spelled as the server spells it`() {
        #expect(PostgreSQLText.numbered("a = ? AND b = '?' AND c = \"?\" AND d = ?").text == "a = $1 AND b = '?' AND c = \"?\" AND d = $2")
        #expect(
            PostgreSQLText.schema("CREATE TABLE t (a TEXT NOT NULL, TEXTS BLOB)")
                == ["CREATE TABLE t (a TEXT COLLATE \"C\" NOT NULL, TEXTS BYTEA)"])
        let guarded = PostgreSQLText.schema("CREATE TRIGGER g BEFORE UPDATE ON t BEGIN SELECT RAISE(ABORT, 'only grows'); END")
        #expect(guarded.count == 2 && guarded[1].hasSuffix("BEFORE UPDATE ON t FOR EACH ROW EXECUTE FUNCTION g()"))
    }
}

@Suite(.enabled(if: PostgreSQLWorld.isThere, "no PostgreSQL: the suite postgres starts one"))
struct `What a database reads ahead` {
    private let database: PostgreSQLDatabase
    private let select = "SELECT number, other FROM things WHERE name = ?"

    init() throws {
        database = try PostgreSQLWorld.database()
        _ = try database.run("CREATE TABLE things (name TEXT NOT NULL PRIMARY KEY, number BIGINT, other TEXT)", [])
        for name in ["a", "b", "c"] {
            _ = try database.run("INSERT INTO things (name, number, other) VALUES (?, 1, ?)", [.text(name), .text("\(name)\(name)")])
        }
        _ = try database.run("INSERT INTO things (name, number) VALUES ('aa', 7), ('bb', 8), ('cc', 9)", [])
    }

    private func begin(_ names: [String], asker: String? = "x") throws {
        database.expect(
            names.enumerated().map { Foreseen(kind: "k", asker: asker.map { "\($0)\(names[0])" }, inputs: [("name", .text($1))]) })
        try database.begin()
    }

    private func number(_ name: String) throws -> Int64 { try database.query(select, [.text(name)]).first?.integer(0) ?? -1 }
    private func other(_ name: String) throws -> Int64 {
        try number(try database.query(select, [.text(name)]).first?.text(1) ?? "")
    }

    /// One of the kind has shown what it reads.
    private func teach() throws {
        try begin(["a"])
        database.turn(to: 0)
        #expect(try other("a") == 7)
        try database.commit()
    }

    @Test func `what one request read is read for all of the next group at once, also what depends on it`() throws {
        try teach()
        let before = database.exchanges
        try begin(["a", "b", "c"])
        for (place, name) in ["a", "b", "c"].enumerated() {
            database.turn(to: place)
            #expect(try other(name) == 7 + Int64(place))
        }
        try database.commit()
        #expect(database.exchanges == before + 2)
    }

    @Test func `what an earlier row has no value for is not read ahead`() throws {
        try teach()
        _ = try database.run("UPDATE things SET other = NULL WHERE name = 'b'", [])
        let before = database.exchanges
        try begin(["b"])
        #expect(database.exchanges == before + 1)
        database.turn(to: 0)
        #expect(try number("b") == 1)
        try database.commit()
        #expect(database.exchanges == before + 1)
    }

    @Test func `a long answer is not read ahead: a group may have no time for who asked for it`() throws {
        for number in 0..<100 { _ = try database.run("INSERT INTO things (name, number) VALUES (?, 100)", [.text("x\(number)")]) }
        func many() throws -> Int { try database.query("SELECT name FROM things WHERE number = ?", [100]).count }
        for _ in 0..<2 {
            try begin(["a"])
            database.turn(to: 0)
            #expect(try many() == 100)
            try database.commit()
        }
        let before = database.exchanges
        try begin(["b", "c"])
        #expect(database.exchanges == before)
        try database.commit()
    }

    @Test(arguments: ["own", "others", "nobody"]) func `what was written since is asked again`(whose: String) throws {
        try teach()
        try begin(["a", "b"], asker: whose == "nobody" ? nil : "x")
        database.turn(to: 0)
        // By another name of the row only the request itself, and those of whom nobody knows who asks, take it for theirs.
        try database.write(
            whose == "others" ? "UPDATE things SET number = ? WHERE name = ?" : "UPDATE things SET number = ? WHERE other = ?",
            [5, .text(whose == "others" ? "b" : whose == "own" ? "aa" : "bb")])
        if whose == "own" {
            #expect(try number("a") == 5)
        } else {
            database.turn(to: 1)
            #expect(try number("b") == 5)
        }
        try database.commit()
    }

    @Test func `rows from before a lock are not those of after it`() throws {
        let lock = "SELECT number FROM things WHERE name = ? FOR UPDATE"
        func play(_ name: String) throws -> Int64 {
            _ = try database.query(lock, [.text(name)])
            return try number(name)
        }
        try begin(["a"])
        database.turn(to: 0)
        _ = try play("a")
        try database.commit()
        let before = database.exchanges
        try begin(["b", "c"])
        for (place, name) in ["b", "c"].enumerated() {
            database.turn(to: place)
            #expect(try play(name) == 1)
        }
        try database.commit()
        // The lock and what is read behind it in one trip, and the commit.
        #expect(database.exchanges == before + 2)
        try begin(["b", "b"])
        database.turn(to: 0)
        _ = try play("b")
        try database.write("UPDATE things SET number = number + 1 WHERE name = ?", ["b"])
        database.turn(to: 1)
        #expect(try play("b") == 2)
        try database.commit()
    }

    @Test func `a text with a zero in it is not read ahead as what stands before the zero`() throws {
        try teach()
        try begin(["b", "a\u{0}", "c"])
        database.turn(to: 1)
        #expect(throws: StorageError.self) { try database.query(select, ["a\u{0}"]) }
        database.turn(to: 2)
        #expect(try other("c") == 9)
        try database.commit()
    }

    @Test func `what many read ahead is asked in a statement a stage`() throws {
        try teach()
        let names = ["a", "b", "c", "a\u{e9}"] + (0..<StatementRows.setMin).map { "n\($0)" }
        for name in names[3...] { _ = try database.run("INSERT INTO things (name, other) VALUES (?, 'bb')", [.text(name)]) }
        let before = database.commandsSent
        try begin(names)
        // All names in one statement, and behind it the three that they lead to, too few for a set.
        #expect(database.commandsSent == before + 1 + 3)
        for (place, name) in names.enumerated() {
            database.turn(to: place)
            let expected: Int64 = name == "a" ? 7 : name == "c" ? 9 : 8
            let found = try other(name)
            #expect(found == expected, "of \(name)")
        }
        try database.commit()
    }

    @Test func `what is foreseen in vain is given up`() throws {
        try teach()
        for _ in 0..<3 {
            let names = (0..<20).map { "n\($0)" }
            try begin(names)
            for place in names.indices { database.turn(to: place) }
            try database.commit()
        }
        let before = database.exchanges
        try begin(["a", "b"])
        try database.commit()
        #expect(database.exchanges == before)
    }
}

@Suite struct `Requests over the workers of a service` {
    @Test func `are spread evenly, also when their askers differ in a counter alone`() {
        let kinds = ["guest-", "device-0000000000000000000000000000", "", "player", "0123456789abcdef0123456789abcdef-"]
        for kind in kinds {
            for workers in [2, 4, 8] {
                var counts = [Int](repeating: 0, count: workers)
                for number in 0..<64 { counts[PostgreSQLService.place(of: "\(kind)\(number)", among: workers)] += 1 }
                // By chance alone the fullest of 8 has a quarter of 64 once in thousands.
                #expect(counts.max() ?? 64 <= 64 * 2 / workers, "\(kind) over \(workers): \(counts)")
                #expect(workers > 2 || counts.max() ?? 64 <= 44)
            }
        }
    }
}
