import Codecs
import Storage

/// A store that is read as this build knows it, and stays as it was: all that is done to it, the raising of its schema too, is one
/// transaction that is never kept. An earlier version opens it afterwards, and a copy can be put back by either.
final class UnchangedDatabase: Database {
    private let store: any Database
    private var isInTransaction = false
    private var savepoints = 0

    private init(_ store: any Database) { self.store = store }

    /// - Parameter store: nobody else uses it. It is closed with this object.
    static func over(_ store: any Database) throws(StorageError) -> UnchangedDatabase {
        do throws(StorageError) { try store.begin() } catch {
            store.close()
            throw error
        }
        return UnchangedDatabase(store)
    }

    func run(_ sql: String, _ values: [Value]) throws(StorageError) -> Int { try store.run(sql, values) }
    func query(_ sql: String, _ values: [Value]) throws(StorageError) -> [Row] { try store.query(sql, values) }
    func packed(_ sql: String, _ values: [Value]) throws(StorageError) -> PackedRows { try store.packed(sql, values) }

    func begin() throws(StorageError) {
        guard !isInTransaction else { throw .misuse("a transaction is already open") }
        _ = try store.run("SAVEPOINT whole", [])
        isInTransaction = true
    }

    func commit() throws(StorageError) {
        guard isInTransaction, savepoints == 0 else { throw .misuse("there is no transaction to commit, or a savepoint is still open") }
        _ = try store.run("RELEASE whole", [])
        isInTransaction = false
    }

    func rollback() {
        guard isInTransaction else { return }
        do throws(StorageError) {
            while savepoints > 0 { try rollbackToSavepoint() }
            _ = try store.run("ROLLBACK TO whole", [])
            _ = try store.run("RELEASE whole", [])
        } catch {
            // SQLite has undone all of it by itself; every later statement fails with the reason.
        }
        (isInTransaction, savepoints) = (false, 0)
    }

    func savepoint() throws(StorageError) {
        try store.savepoint()
        savepoints += 1
    }

    func releaseSavepoint() throws(StorageError) {
        try store.releaseSavepoint()
        savepoints -= 1
    }

    func rollbackToSavepoint() throws(StorageError) {
        try store.rollbackToSavepoint()
        savepoints -= 1
    }

    var isOver: Bool { store.isOver }
    func findDamage() throws(StorageError) -> [String] { try store.findDamage() }
    func findDamage(in table: String) throws(StorageError) -> [String] { try store.findDamage(in: table) }

    /// Undoes everything.
    func close() { store.close() }
}
