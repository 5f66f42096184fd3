import Codecs
import Linux
import Storage

/// Where an app's tables are: a schema of their own in the database of an address.
public struct PostgreSQLHome: Sendable {
    /// As libpq takes it: `postgresql://user@host1,host2/database?...`. Of several hosts only the one that takes writes is used.
    public let address: String
    public let app: String
    public let schema: String
    /// Its tables, when there are none yet, are no server's before they are filled.
    var isBeingFilled = false
    /// A server has opened it: tables that are gone since then are not made again, empty.
    public var isServed = false
    /// The findings of the watch of the database; nil: there is no watch.
    public var found: PostgreSQLFound?
    /// Needs of `PostgreSQLNeeds` that the operator does without.
    public var accepted: Set<String> = []
    /// Tests have smaller ones.
    var limits: @Sendable (PostgreSQLWork) -> PostgreSQLLimits = { $0.limits }

    /// - Parameter app: its id, 1 to 64 bytes.
    /// - Returns: nil when the id is none.
    public init?(address: String, app: String) {
        guard !app.isEmpty, app.utf8.count <= 64 else { return nil }
        self.address = address
        self.app = app
        schema = Self.schema(of: app)
    }

    /// What the servers of a database keep for themselves, and not for an app. No id has this schema: its name begins otherwise.
    public init(ofServersAt address: String) {
        self.address = address
        app = "gamebased"
        schema = "gamebased_console"
    }

    static let prefix = "gamebase_"
    /// Names are cut silently above this by the server.
    static let nameBytesMax = 63

    /// No two ids have one name: what is not a small letter or digit becomes `_` and its two hexadecimal digits; one that gets too long
    /// becomes its SHA-256, which has a mark that the others cannot have.
    static func schema(of app: String) -> String {
        var name = prefix
        for byte in app.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                name += String(decoding: [byte], as: UTF8.self)
            default: name += "_" + Hex.encode([byte])
            }
        }
        if name.utf8.count <= nameBytesMax { return name }
        // `_x` is no hexadecimal digit's beginning.
        return prefix + "_x" + String(Hex.encode(SHA256.hash(Array(app.utf8))).prefix(48))
    }

    /// The first statements of a connection: one pins the session's settings, one reads the settings that cannot be pinned.
    func opening(_ limits: PostgreSQLLimits) -> [String] {
        [PostgreSQLNeeds.pinning(PostgreSQLNeeds.pinned(schema: schema, limits)), PostgreSQLNeeds.asking]
    }

    static let leases = "service_leases"
    /// The row that says that a move into the app was begun and not finished.
    static let filling = "filling"

    private static let mendGone =
        "put a copy back, or give them back to this user; gamebased makes empty ones only when it is started again"

    /// Two processes may begin at once: whoever is second finds the rows of the first.
    func make(_ database: PostgreSQLDatabase) throws(StorageError) {
        let known = "SELECT table_name FROM information_schema.tables WHERE table_schema = ? AND table_name IN (?, ?)"
        var tries = 0
        while true {
            let tables = try database.query(known, [.text(schema), .text(Self.leases), .text(CommitMarks.table)]).map { $0.text(0) }
            if tables.count == 2 { break }
            // New ones would have neither the app's settings, its secret key among them, nor its players.
            if isServed, tables.isEmpty { throw .ioError("the tables of \(app) are gone from the database: \(Self.mendGone)") }
            do throws(StorageError) {
                try database.begin()
                _ = try database.run("CREATE SCHEMA IF NOT EXISTS \(schema)", [])
                _ = try database.run(
                    """
                    CREATE TABLE IF NOT EXISTS \(Self.leases) (name TEXT NOT NULL PRIMARY KEY, holder TEXT NOT NULL,
                        expires_date BIGINT NOT NULL)
                    """, [])
                _ = try database.run(
                    "INSERT INTO \(Self.leases) (name, holder, expires_date) VALUES ('schema', ?, 0) ON CONFLICT (name) DO NOTHING",
                    [.text(app)])
                _ = try database.run("CREATE TABLE IF NOT EXISTS \(CommitMarks.table) (\(CommitMarks.columns))", [])
                if isBeingFilled, !tables.contains(Self.leases) {
                    _ = try database.run(
                        """
                        INSERT INTO \(Self.leases) (name, holder, expires_date) VALUES ('\(Self.filling)', '', 0)
                        ON CONFLICT (name) DO NOTHING
                        """, [])
                }
                try database.commit()
            } catch {
                database.rollback()
                tries += 1
                // Of two that make the same name at once, one is told that it is there.
                guard tries < 8, error.isConflict || error.isRequestsOwn else { throw error }
            }
        }
        let owner = try database.query("SELECT holder FROM \(Self.leases) WHERE name = 'schema'", []).first?.text(0)
        guard owner == app else {
            throw .misuse("the schema \(schema) belongs to the app \(owner ?? "?") and not to \(app); give the app another database")
        }
    }

    /// The row is locked until the transaction ends, however it ends: nobody has to wait for a lease of one that died.
    func lock(_ database: PostgreSQLDatabase) throws(StorageError) {
        _ = try database.query("SELECT holder FROM \(Self.leases) WHERE name = 'schema' FOR UPDATE", [])
    }
}
