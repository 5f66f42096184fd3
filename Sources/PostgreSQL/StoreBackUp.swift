import Codecs
import Linux
import Service
import Storage

/// Copies that are made while an app is played, and what they are found to be.
public enum StoreBackUp {
    public struct Report: Sendable {
        public let isLedgerSound: Bool
        public let payments: Int64
    }

    /// An app's tables in PostgreSQL, as they are at one moment, into a new file of SQLite. Nobody who writes waits for it.
    public static func copy(_ home: PostgreSQLHome, to path: String, clock: any Clock, random: any RandomSource) throws(StorageError) {
        let source = try PostgreSQLDatabase.open(home, clock: clock, takesNumber: false, for: .move)
        defer { source.close() }
        try SQLiteDatabase.create(path: path) { (draft) throws(StorageError) in
            _ = try StoreMove.move(from: source, isUsed: true, to: draft, clock: clock, random: random)
        }
    }

    /// Reads a copy whole: its pages, its rows, its ledger.
    /// - Throws: `corrupt` when it is damaged, or not this app's.
    public static func check(_ path: String, of app: String, clock: any Clock, random: any RandomSource) throws(StorageError) -> Report {
        let database = try SQLiteDatabase.open(path: path)
        defer { database.close() }
        if let damage = try database.findDamage().first { throw .corrupt("\(path) is damaged: \(damage)") }
        let found = try Service.open(database: database, clock: clock, random: random).appId
        guard found == app else { throw .corrupt("\(path) is not of the app \(app), but of \(found ?? "none")") }
        let ledger = try StoreMove.ledger(of: database, clock, random)
        return Report(isLedgerSound: ledger["sound"]?.boolValue == true, payments: ledger["payments"]?.int64Value ?? 0)
    }
}
