import Linux

/// One step of a schema's history. Once shipped a step never changes.
public struct Migration: Sendable {
    /// Greater than that of the step before, from 1.
    public let version: Int
    public let statements: [String]

    @export(interface) public init(version: Int, statements: [String]) {
        self.version = version
        self.statements = statements
    }
}

/// Brings a database to the schema that this build knows.
public enum Migrations {
    /// Runs the steps that the database has not seen, each in one transaction with the note that it was done.
    /// A database written by a newer build is refused: an older one cannot know what its rows mean.
    @export(interface) public static func apply(_ migrations: [Migration], to database: any Database) throws(StorageError) {
        var last = 0
        for migration in migrations {
            guard migration.version > last else { throw .misuse("migration versions must grow from 1") }
            last = migration.version
        }
        _ = try database.run("CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL PRIMARY KEY)", [])
        let current = try database.query("SELECT MAX(version) FROM schema_version", []).first?.integer(0) ?? 0
        guard current <= Int64(last) else {
            throw .misuse("the storage has schema version \(current), written by a newer version of the library; this one knows up to \(last)")
        }
        for migration in migrations where Int64(migration.version) > current {
            try apply(migration, to: database)
        }
    }

    private static func apply(_ migration: Migration, to database: any Database) throws(StorageError) {
        try database.begin()
        do throws(StorageError) {
            for statement in migration.statements { _ = try database.run(statement, []) }
            _ = try database.run("INSERT INTO schema_version (version) VALUES (?)", [.integer(Int64(migration.version))])
            try database.commit()
        } catch {
            database.rollback()
            throw error
        }
    }
}
