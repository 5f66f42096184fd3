import Linux

/// One step of a schema's history. Once shipped a step never changes. What it inserts names its columns: in a new database the table has
/// those of later steps, too.
public struct Migration: Sendable {
    /// Greater than that of the step before, from 1.
    public let version: Int
    public let statements: [String]
    /// Behind them: what is made of the rows that are there. A new database has none.
    public let fills: [String]

    @export(interface) public init(version: Int, statements: [String], fills: [String] = []) {
        self.version = version
        self.statements = statements
        self.fills = fills
    }
}

/// Brings a database to the schema that this build knows.
public enum Migrations {
    private static let versions = "CREATE TABLE schema_version (version BIGINT NOT NULL PRIMARY KEY)"

    /// The file of a new database that has the schema, and what is left to be done in it (`finish`); nil where SQLite has to make it.
    static func newFile(_ migrations: [Migration]) -> (bytes: [UInt8], rest: [SchemaStatement])? {
        let schema = [SchemaStatement(versions)] + NewSchema(migrations).statements
        // What changes the schema in another way depends on its place among the others.
        for statement in schema where statement.verb != .create && statement.verb != .write { return nil }
        return NewStoreFile(schema).map { ($0.bytes, schema.filter { $0.verb == .write }) }
    }

    static func finish(_ migrations: [Migration], _ rest: [SchemaStatement], in database: any Database) throws(StorageError) {
        try database.begin()
        for statement in rest { _ = try database.run(statement.text, []) }
        for migration in migrations { try note(migration, in: database) }
        try database.commit()
    }

    private static func note(_ migration: Migration, in database: any Database) throws(StorageError) {
        _ = try database.run("INSERT INTO schema_version (version) VALUES (?)", [.integer(Int64(migration.version))])
    }

    /// Runs the steps that the database has not seen, all in one transaction with the notes that they were done: a first start pays for one
    /// flush, and one that is cut short leaves nothing half-made. A new database is made at once (`NewSchema`).
    /// A database written by a newer build is refused: an older one cannot know what its rows mean.
    @export(interface) public static func apply(_ migrations: [Migration], to database: any Database) throws(StorageError) {
        var last = 0
        for migration in migrations {
            guard migration.version > last else { throw .misuse("migration versions must grow from 1") }
            last = migration.version
        }
        try database.begin()
        do throws(StorageError) {
            try database.lockSchema()
            _ = try database.run("CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL PRIMARY KEY)", [])
            let seen = try database.query("SELECT version FROM schema_version", []).map { $0.integer(0) }
            for version in seen where version > Int64(last) {
                throw .misuse(
                    "the storage has schema version \(version), written by a newer version of the library; this one knows up to \(last)")
            }
            let isNew = seen.isEmpty
            if isNew { for statement in NewSchema(migrations).statements { _ = try database.run(statement.text, []) } }
            for migration in migrations where !seen.contains(Int64(migration.version)) {
                if !isNew { for statement in migration.statements + migration.fills { _ = try database.run(statement, []) } }
                try note(migration, in: database)
            }
            try database.commit()
        } catch {
            database.rollback()
            throw error
        }
    }
}
