import Testing
@testable import Service
@testable import Storage

@Suite struct `A new database` {
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
        #expect(!NewSchema(Schema.migrations).statements.contains { $0.hasPrefix("ALTER") })
    }

    @Test func `takes back what a later step takes back, and keeps the rest in its order`() {
        let made = NewSchema([
            Migration(
                version: 1,
                statements: [
                    "CREATE TABLE a (x TEXT DEFAULT '),', y BIGINT, PRIMARY KEY (x, y))", "CREATE UNIQUE INDEX a_by_y ON a (y)",
                    "CREATE TABLE b (x TEXT CHECK (x IN ('1', '2')))", "CREATE TABLE gone (x TEXT)",
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
            made.statements == [
                "CREATE TABLE a (x TEXT DEFAULT '),', y BIGINT, z TEXT, v BIGINT, PRIMARY KEY (x, y))",
                "CREATE TABLE b (x TEXT CHECK (x IN ('1', '2')), w TEXT)", "CREATE TABLE gone (x TEXT)", "INSERT INTO b (x) VALUES ('1')",
                "DROP TABLE gone", "ALTER TABLE b RENAME TO c", "ALTER TABLE c ADD COLUMN u TEXT",
            ])
    }
}
