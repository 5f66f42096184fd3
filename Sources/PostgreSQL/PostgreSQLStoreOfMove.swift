import Linux
import Storage

/// An app's data in a database that servers share, while it is moved: no server uses it meanwhile, and none takes a copy that was begun and
/// not finished.
public final class PostgreSQLStoreOfMove {
    private let home: PostgreSQLHome
    private let clock: any Clock
    private var lock: PostgreSQLMoveLock?

    public init(_ home: PostgreSQLHome, clock: any Clock) {
        self.home = home
        self.clock = clock
    }

    /// - Returns: why no server may use the app of this database now; nil when one may.
    public static func refusal(_ database: PostgreSQLDatabase) throws(StorageError) -> String? { try PostgreSQLMoveLock.refusal(database) }

    public func openSource() throws(StorageError) -> any Database {
        guard try PostgreSQLHome.apps(in: home.address, accepted: home.accepted).contains(home.app) else {
            throw .misuse("the database has no app \(home.app)")
        }
        return try open(home)
    }

    public func openTarget() throws(StorageError) -> any Database {
        var home = home
        home.isBeingFilled = true
        return try open(home, keepsMarks: true)
    }

    private func open(_ home: PostgreSQLHome, keepsMarks: Bool = false) throws(StorageError) -> PostgreSQLDatabase {
        lock = try PostgreSQLMoveLock.take(home, clock: clock)
        return try PostgreSQLDatabase.open(home, clock: clock, takesNumber: false, keepsMarks: keepsMarks, for: .move)
    }

    /// In the transaction that makes the copy whole.
    public func finish(_ database: any Database) throws(StorageError) {
        _ = try database.run("DELETE FROM \(PostgreSQLHome.leases) WHERE name = '\(PostgreSQLHome.filling)'", [])
    }

    public func close() {
        lock?.release()
        lock = nil
    }
}
