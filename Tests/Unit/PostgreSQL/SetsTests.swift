import Storage
import Testing

@testable import PostgreSQL

@Suite struct `What a statement's text becomes for a set` {
    private let text = PostgreSQLType.text, int8 = PostgreSQLType.int8

    private func set(_ sql: String, _ types: [UInt32], claims: Bool = false) -> String? {
        SetText.text(PostgreSQLStatement.Key(sql: sql, claims: claims), Footprint(sql), types: types)
    }

    private func given(_ types: String...) -> String {
        let arrays = types.enumerated().map { "$\($0 + 1)::\($1)[]" }.joined(separator: ", ")
        let columns = types.indices.map { "gb_\($0), " }.joined()
        return "unnest(\(arrays)) WITH ORDINALITY AS gb_given (\(columns)gb_place)"
    }

    @Test func `a read is planned for one set of values, and says which one each row is of`() {
        #expect(
            set("SELECT a FROM t WHERE x = ? AND y = '?' ORDER BY a LIMIT ?", [text, int8])
                == """
                SELECT gb_given.gb_place, found.* FROM \(given("text", "bigint")) CROSS JOIN LATERAL \
                (SELECT a FROM t WHERE x = gb_given.gb_0 AND y = '?' ORDER BY a LIMIT gb_given.gb_1 OFFSET 0) AS found
                """)
        #expect(set("SELECT a FROM t WHERE x = ? LIMIT 1 OFFSET ?", [text, int8])?.contains("OFFSET 0") == false)
    }

    @Test func `a write takes its values from the arrays`() {
        #expect(
            set("INSERT INTO t (x, y, z) VALUES (?, 1 + ?, COALESCE(?, 'a')) ON CONFLICT (x) DO NOTHING", [text, int8, text])
                == """
                INSERT INTO t (x, y, z) SELECT gb_given.gb_0, 1 + gb_given.gb_1, COALESCE(gb_given.gb_2, 'a') FROM \
                \(given("text", "bigint", "text")) ON CONFLICT (x) DO NOTHING
                """)
        #expect(
            set("UPDATE t SET y = y + ?\nWHERE x = ? AND z IS NOT NULL", [int8, text])
                == "UPDATE t SET y = y + gb_given.gb_0\nFROM \(given("bigint", "text")) WHERE x = gb_given.gb_1 AND z IS NOT NULL")
        #expect(set("DELETE FROM t WHERE x = ?", [text]) == "DELETE FROM t USING \(given("text")) WHERE x = gb_given.gb_0")
    }

    @Test func `a claim fails unless each set of values has changed something`() {
        #expect(
            set("UPDATE t SET y = ? WHERE x = ?", [int8, text], claims: true)
                == """
                WITH changed AS (UPDATE t SET y = gb_given.gb_0 FROM \(given("bigint", "text")) WHERE x = gb_given.gb_1 \
                RETURNING gb_given.gb_place AS one) \
                SELECT 1 / CASE WHEN COUNT(DISTINCT one) = cardinality($1) THEN 1 ELSE 0 END FROM changed
                """)
        #expect(
            set("INSERT INTO t (x) VALUES (?)", [text], claims: true)?.contains("RETURNING 1 AS one) SELECT 1 / CASE WHEN COUNT(*)") == true
        )
    }

    @Test func `what has no such text goes out one by one`() {
        #expect(set("SELECT a FROM t", []) == nil)
        #expect(set("SELECT a FROM t WHERE x = ?", [19]) == nil)
        #expect(set("INSERT INTO t (x, y) VALUES (?, ?) ON CONFLICT (x) DO UPDATE SET y = 1 WHERE t.y = ?", [text, int8, int8]) == nil)
        #expect(set("INSERT INTO t (x) VALUES (?), (?)", [text, text]) == nil)
        #expect(set("INSERT INTO t (x) SELECT y FROM u WHERE y = ?", [text]) == nil)
        #expect(set("UPDATE t SET x = ? WHERE x = ? OR y = ?", [text, text, text]) == nil)
        #expect(set("UPDATE t SET x = ?", [text]) == nil)
        #expect(set("DELETE FROM t WHERE x = ? AND NOT EXISTS (SELECT 1 FROM u WHERE y = ?)", [text, text]) == nil)
        #expect(set("CREATE TABLE t (x TEXT)", [text]) == nil)
    }
}

@Suite(.enabled(if: PostgreSQLWorld.isThere, "no PostgreSQL: the suite postgres starts one"))
struct `Writes of a group in sets` {
    private static let tables = [
        "CREATE TABLE parents (id TEXT NOT NULL PRIMARY KEY, number BIGINT)",
        """
        CREATE TABLE children (id TEXT NOT NULL PRIMARY KEY, parent TEXT NOT NULL REFERENCES parents (id), kind TEXT, number BIGINT,
            bytes BLOB, UNIQUE (parent, kind))
        """,
    ]

    private struct Write {
        let sql: String
        let values: [Value]
        var claims = false
    }

    private struct Dice {
        var state: UInt64
        mutating func roll(_ sides: UInt64) -> Int64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int64((state >> 33) % sides)
        }
        /// Few enough to meet each other in some groups, and too many to do so in all.
        mutating func name(_ prefix: String, _ most: UInt64) -> Value { .text("\(prefix)\(roll(most))\"\\{},é") }
        mutating func parent() -> Value { name("p", 40) }
        mutating func child() -> Value { name("c", 60) }
        mutating func kind() -> Value { name("k", 30) }
        mutating func numberOrNull() -> Value { roll(4) == 0 ? .null : .integer(roll(7) - 3) }
    }

    private static func write(_ kind: Int64, _ dice: inout Dice) -> Write {
        switch kind {
        case 0: Write(sql: "INSERT INTO parents (id, number) VALUES (?, ?)", values: [dice.name("q", 600), dice.numberOrNull()])
        case 1:
            Write(
                sql: "INSERT INTO parents (id, number) VALUES (?, ?) ON CONFLICT (id) DO NOTHING",
                values: [dice.parent(), dice.numberOrNull()])
        case 2:
            Write(
                sql: "INSERT INTO children (id, parent, kind, number, bytes) VALUES (?, ?, ?, ?, ?)",
                values: [dice.name("d", 600), dice.parent(), dice.kind(), dice.numberOrNull(), .blob([0, 1, UInt8(dice.roll(255))])])
        case 3:
            Write(
                sql: """
                    INSERT INTO children (id, parent, kind, number) VALUES (?, ?, NULL, ?)
                    ON CONFLICT (id) DO UPDATE SET number = excluded.number
                    """, values: [dice.child(), dice.parent(), dice.numberOrNull()])
        case 4:
            Write(
                sql: "INSERT INTO children (id, parent, kind) VALUES (?, ?, ?) ON CONFLICT (parent, kind) DO NOTHING",
                values: [dice.name("e", 600), dice.parent(), dice.kind()])
        case 5: Write(sql: "UPDATE children SET number = number + ? WHERE id = ?", values: [.integer(dice.roll(9)), dice.child()])
        case 6:
            Write(
                sql: "UPDATE children SET kind = ?, bytes = ? WHERE parent = ? AND id = ?",
                values: [dice.kind(), .null, dice.parent(), dice.child()])
        case 7:
            Write(
                sql: "UPDATE parents SET number = ? WHERE id = ? AND COALESCE(number, 0) < ?",
                values: [.integer(dice.roll(9)), dice.parent(), .integer(dice.roll(9))])
        case 8: Write(sql: "DELETE FROM children WHERE parent = ? AND kind = ?", values: [dice.parent(), dice.kind()])
        default:
            Write(sql: "UPDATE parents SET number = ? WHERE id = ?", values: [.integer(dice.roll(9)), dice.parent()], claims: true)
        }
    }

    private static func fill(_ database: PostgreSQLDatabase) throws {
        func name(_ prefix: String, _ number: Int) -> Value { .text("\(prefix)\(number)\"\\{},é") }
        for number in 0..<40 { _ = try database.run("INSERT INTO parents (id, number) VALUES (?, 1)", [name("p", number)]) }
        for number in 0..<60 {
            let sql = "INSERT INTO children (id, parent, kind, number) VALUES (?, ?, ?, 1)"
            _ = try database.run(sql, [name("c", number), name("p", number % 40), name("k", number % 30)])
        }
    }

    private static func content(_ database: PostgreSQLDatabase) throws -> [[Row]] {
        [
            try database.query("SELECT id, number FROM parents ORDER BY id", []),
            try database.query("SELECT id, parent, kind, number, bytes FROM children ORDER BY id", []),
        ]
    }

    /// The requests of a group in one transaction, or, as a group that fails, its halves.
    private static func play(_ requests: ArraySlice<[Write]>, _ database: PostgreSQLDatabase, halved: inout Int) throws {
        database.expect(requests.map { _ in Foreseen(kind: "k", asker: nil, inputs: []) })
        do {
            try database.begin()
            for (place, request) in requests.enumerated() {
                database.turn(to: place)
                for write in request {
                    if write.claims { try database.claim(write.sql, write.values) } else { try database.write(write.sql, write.values) }
                }
            }
            try database.commit()
        } catch {
            database.rollback()
            guard requests.count > 1 else { return }
            halved += 1
            let middle = requests.startIndex + requests.count / 2
            try play(requests[..<middle], database, halved: &halved)
            try play(requests[middle...], database, halved: &halved)
        }
    }

    /// Each request by itself, each write at once, without a set.
    private static func playSimply(_ requests: [[Write]], _ database: PostgreSQLDatabase) throws {
        for request in requests {
            do {
                try database.begin()
                for write in request {
                    let changed = try database.run(write.sql, write.values)
                    if write.claims, changed == 0 { throw StorageError.conflict("nothing") }
                }
                try database.commit()
            } catch { database.rollback() }
        }
    }

    @Test func `requests whose writes go out in sets leave what they leave one after the other`() throws {
        let together = try PostgreSQLWorld.database(), apart = try PostgreSQLWorld.database()
        for database in [together, apart] {
            for table in Self.tables { _ = try database.run(table, []) }
            try Self.fill(database)
        }
        var halved = 0, grouped = 0
        for seed in 0..<400 {
            var dice = Dice(state: UInt64(seed))
            // Of few kinds, so that there are enough of each for a set.
            let kinds = (0..<4).map { _ in dice.roll(10) }
            let requests = (0..<Int(8 + dice.roll(24))).map { _ in
                (0..<Int(1 + dice.roll(3))).map { _ in Self.write(kinds[Int(dice.roll(4))], &dice) }
            }
            let before = halved
            try Self.play(requests[...], together, halved: &halved)
            if halved == before { grouped += 1 }
            try Self.playSimply(requests, apart)
            try #require(try Self.content(together) == Self.content(apart), "after the group of seed \(seed)")
            if seed % 10 == 9 {
                for database in [together, apart] {
                    _ = try database.run("DELETE FROM children", [])
                    _ = try database.run("DELETE FROM parents", [])
                    try Self.fill(database)
                }
            }
        }
        // Groups that succeed whole, with sets in them, are what this is about.
        #expect(grouped > 40 && together.setsSent > 200)
    }

    @Test func `new rows of many requests, each with rows that name it, go out in a statement a table`() throws {
        let database = try PostgreSQLWorld.database()
        for table in Self.tables { _ = try database.run(table, []) }
        func requests(_ start: Int, _ count: Int) -> [[Write]] {
            (start..<start + count).map { number in
                [
                    Write(sql: "INSERT INTO parents (id, number) VALUES (?, ?)", values: [.text("p\(number)"), .null]),
                    Write(
                        sql: "INSERT INTO children (id, parent, kind) VALUES (?, ?, ?)",
                        values: [.text("c\(number)"), .text("p\(number)"), "k"]),
                    Write(sql: "UPDATE parents SET number = ? WHERE id = ?", values: [.integer(Int64(number)), .text("p\(number)")]),
                ]
            }
        }
        var halved = 0
        // What the server has described goes out in sets.
        try Self.play(requests(0, 1)[...], database, halved: &halved)
        let before = database.commandsSent
        // Its row may not draw those of the others before the rows that they name.
        let first = [Write(sql: "INSERT INTO children (id, parent, kind) VALUES (?, ?, ?)", values: ["c", "p0", "l"])]
        try Self.play(([first] + requests(1, 32))[...], database, halved: &halved)
        #expect(halved == 0)
        // BEGIN, the first row, the three sets, the mark, COMMIT.
        #expect(database.commandsSent == before + 7)
        #expect(try database.query("SELECT id FROM parents WHERE number IS NOT NULL", []).count == 33)
    }
}
