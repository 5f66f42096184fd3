import Linux
import Storage

/// Keeps services away from an app while its data is moved: a row that is locked in a transaction of its own, so that it is free at once
/// when the mover dies. A service takes its number first and looks for the lock then; the mover takes the lock first and looks for numbers.
final class PostgreSQLMoveLock {
    private let database: PostgreSQLDatabase

    private init(_ database: PostgreSQLDatabase) { self.database = database }

    private static let row = "SELECT holder FROM service_leases WHERE name = 'move' FOR UPDATE"
    private static let make = """
        INSERT INTO service_leases (name, holder, expires_date) VALUES ('move', '', 0) ON CONFLICT (name) DO NOTHING
        """

    static func take(_ home: PostgreSQLHome, clock: any Clock) throws(StorageError) -> PostgreSQLMoveLock {
        let database = try PostgreSQLDatabase.open(home, clock: clock, takesNumber: false, for: .move)
        do throws(StorageError) {
            _ = try database.run(make, [])
            try InstanceNumber.shorten(database)
            try database.begin()
            do throws(StorageError) { _ = try database.query(row, []) } catch {
                guard error.isConflict else { throw error }
                throw .inUse("the app \(home.app) is being moved by another command")
            }
            let left = try InstanceNumber.millisecondsInUse(database)
            guard left == 0 else {
                throw .inUse(
                    "the app \(home.app) is in use by a server; stop it. One that ended without giving its number back keeps it for "
                        + "\((left + 999) / 1000) more seconds")
            }
            return PostgreSQLMoveLock(database)
        } catch {
            database.close()
            throw error
        }
    }

    /// - Returns: why a service must not use the app; nil when it may.
    static func refusal(_ database: PostgreSQLDatabase) throws(StorageError) -> String? {
        _ = try database.run(make, [])
        if try database.query("SELECT holder FROM service_leases WHERE name = 'move' FOR SHARE SKIP LOCKED", []).isEmpty {
            return "the app is being moved to another place or from one; start the server when that is done"
        }
        if try database.query("SELECT holder FROM service_leases WHERE name = '\(PostgreSQLHome.filling)'", []).isEmpty { return nil }
        return "a move into this app was begun and not finished; do it again"
    }

    func release() { database.close() }
}
