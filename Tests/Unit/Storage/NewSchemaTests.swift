import Testing
@testable import Service
@testable import Storage

@Suite struct `A new database` {
    private let folder = TestFolder()

    /// Every table with its columns in order, every index with its columns, every trigger with its text.
    private func shape(_ database: any Database) throws -> [Row] {
        let things = try database.query(
            """
            SELECT type, name, tbl_name, CASE WHEN type = 'table' THEN '' ELSE COALESCE(sql, '') END FROM sqlite_master
            ORDER BY type, name
            """, [])
        var shape = things
        for thing in things {
            let name = thing.text(1)
            switch thing.text(0) {
            case "table":
                shape += try database.query("SELECT * FROM pragma_table_info(?)", [.text(name)])
                shape += try database.query("SELECT * FROM pragma_foreign_key_list(?)", [.text(name)])
            case "index": shape += try database.query("SELECT * FROM pragma_index_xinfo(?)", [.text(name)])
            default: break
            }
        }
        return shape
    }

    @Test func `has what the steps make one by one, and adds no column to a table that it made`() throws {
        let (steps, whole) = (try SQLiteDatabase.open(path: ":memory:"), try SQLiteDatabase.open(path: ":memory:"))
        for count in 1...Schema.migrations.count { try Migrations.apply(Array(Schema.migrations.prefix(count)), to: steps) }
        try Migrations.apply(Schema.migrations, to: whole)
        let (wanted, found) = (try shape(steps), try shape(whole))
        #expect(wanted.count > 500 && found == wanted)
        let versions = "SELECT version FROM schema_version ORDER BY version"
        #expect(try steps.query(versions, []) == whole.query(versions, []))
        #expect(!NewSchema(Schema.migrations).statements.contains { $0.verb == .addColumn })
    }

    @Test func `takes back what a later step takes back, and keeps the rest in its order`() {
        let made = NewSchema([
            Migration(
                version: 1,
                statements: [
                    "CREATE TABLE a (x TEXT DEFAULT '),', y BIGINT, PRIMARY KEY (x, y))", "CREATE UNIQUE INDEX a_by_y ON a (y)",
                    "CREATE TABLE b (x TEXT CHECK (x IN ('1', '2')))", "CREATE TABLE gone (x TEXT)", "CREATE INDEX gone_by_x ON gone (x)",
                ]),
            Migration(
                version: 2,
                statements: [
                    "ALTER TABLE a ADD COLUMN z TEXT", "INSERT INTO b (x) VALUES ('1')", "DROP INDEX a_by_y",
                    "ALTER TABLE b ADD COLUMN w TEXT",
                    "ALTER TABLE a ADD COLUMN v BIGINT", "DROP TABLE gone", "ALTER TABLE b RENAME TO c", "ALTER TABLE c ADD COLUMN u TEXT",
                ]),
        ])
        #expect(
            made.statements.map(\.text) == [
                "CREATE TABLE a (x TEXT DEFAULT '),', y BIGINT, z TEXT, v BIGINT, PRIMARY KEY (x, y))",
                "CREATE TABLE b (x TEXT CHECK (x IN ('1', '2')), w TEXT)", "INSERT INTO b (x) VALUES ('1')",
                "ALTER TABLE b RENAME TO c", "ALTER TABLE c ADD COLUMN u TEXT",
            ])
    }

    /// What SQLite has noted, and what is in the tables.
    private func content(_ database: any Database) throws -> [Row] {
        var content = try database.query("SELECT type, name, tbl_name, sql FROM sqlite_master", [])
        for table in content where table.text(0) == "table" {
            content += try database.query("SELECT * FROM \(table.text(1)) ORDER BY 1", [])
        }
        return content
    }

    /// Made by SQLite, statement by statement, and as a file that is written.
    private func both(_ migrations: [Migration]) throws -> (made: SQLiteDatabase, written: SQLiteDatabase) {
        let made = try SQLiteDatabase.open(path: ":memory:")
        try Migrations.apply(migrations, to: made)
        let path = folder.file("store.db")
        try SQLiteDatabase.create(path: path, migrations) { database throws(StorageError) in
            // Nothing is left to do.
            try Migrations.apply(migrations, to: database)
        }
        return (made, try SQLiteDatabase.open(path: path))
    }

    @Test func `that is written as a file is what SQLite makes of the schema`() throws {
        #expect(Migrations.newFile(Schema.migrations) != nil)
        let (made, written) = try both(Schema.migrations)
        defer { written.close() }
        #expect(try content(written) == content(made))
        #expect(try written.query("PRAGMA integrity_check", []).map { $0.text(0) } == ["ok"])
        #expect(try written.query("PRAGMA page_count", [])[0].integer(0) > 200)
    }

    @Test(arguments: [1, 2, 3, 40, 300]) func `of any length is written, or made where it cannot be`(tables: Int) throws {
        var random = ServiceTestRandom(seed: UInt64(tables)).bytes(4 * tables)
        var statements: [String] = []
        for table in 0..<tables {
            func some() -> Int { Int(random.removeLast()) }
            let columns = (0...some() % 40).map { "a_column_of_number_\($0) TEXT" }
            let keys = ["", ", PRIMARY KEY (a_column_of_number_0)", ", UNIQUE (a_column_of_number_0), PRIMARY KEY (x)"][some() % 3]
            statements.append("CREATE TABLE t\(table) (x TEXT DEFAULT 'UNIQUE', \(columns.joined(separator: ", "))\(keys))")
            if some() % 2 == 0 { statements.append("CREATE INDEX t\(table)_by_x ON t\(table) (x)") }
            if some() % 3 == 0 { statements.append("INSERT INTO t\(table) (x) VALUES ('\(table)')") }
        }
        let (made, written) = try both([Migration(version: 1, statements: statements)])
        defer { written.close() }
        #expect(Set(try content(written).map { "\($0.values)" }) == Set(try content(made).map { "\($0.values)" }))
        #expect(try written.query("PRAGMA integrity_check", []).map { $0.text(0) } == ["ok"])
        #expect((Migrations.newFile([Migration(version: 1, statements: statements)]) != nil) == (tables >= 40))
    }

    @Test func `whose steps change what is there in another way, or have a long one, is left to SQLite`() {
        let table = "CREATE TABLE t (x TEXT)", many = (0..<99).map { "CREATE TABLE t\($0) (a_column_of_this_table TEXT PRIMARY KEY)" }
        func canWrite(_ more: String...) -> Bool { Migrations.newFile([Migration(version: 1, statements: many + [table] + more)]) != nil }
        #expect(canWrite() && canWrite("INSERT INTO t (x) VALUES ('1')", "UPDATE t SET x = ''", "DELETE FROM t"))
        #expect(!canWrite("ALTER TABLE t RENAME TO u") && !canWrite("DROP TRIGGER t_only_grows"))
        #expect(!canWrite("CREATE TABLE v (x TEXT DEFAULT '\(String(repeating: "x", count: 5_000))')"))
    }
}
