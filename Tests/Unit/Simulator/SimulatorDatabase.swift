import Storage

@testable import Service

/// The service's database as it sees it: it can be told to die before a commit, to lose one, and to fail the first request of a group.
class SimulatorDatabase: Database {
    enum End {
        case commit, forget, die
    }

    let real: SQLiteDatabase
    var beforeCommit: () throws(StorageError) -> End = { () throws(StorageError) in .commit }
    /// The first request of the next group that writes fails when all it wrote is written.
    var failsFirst = false
    /// In the transaction that is open, or was last.
    private(set) var hasFailedFirst = false
    private(set) var hasForgotten = false
    private var depth = 0

    init(_ real: SQLiteDatabase) { self.real = real }

    func run(_ sql: String, _ values: [Value]) throws(StorageError) -> Int { try real.run(sql, values) }
    func query(_ sql: String, _ values: [Value]) throws(StorageError) -> [Row] { try real.query(sql, values) }
    func claim(_ sql: String, _ values: [Value]) throws(StorageError) {
        if try run(sql, values) > 0 { return }
        if isShared { throw .conflict("another request changed what this one had read") }
        throw .misuse("a write found no row to change: " + sql)
    }

    var isShared: Bool { false }
    var instanceNumber: Int64 { 0 }
    var isUndone: Bool { false }
    var isOver: Bool { false }

    func begin() throws(StorageError) {
        depth = 0
        hasFailedFirst = false
        hasForgotten = false
        try real.begin()
    }

    func commit() throws(StorageError) {
        switch try beforeCommit() {
        case .commit: try real.commit()
        case .forget:
            hasForgotten = true
            real.rollback()
        case .die:
            real.rollback()
            throw .ioError("the process ended")
        }
    }

    func rollback() { real.rollback() }

    func savepoint() throws(StorageError) {
        try real.savepoint()
        depth += 1
    }

    func releaseSavepoint() throws(StorageError) {
        if depth == 1, failsFirst, !hasFailedFirst {
            hasFailedFirst = true
            throw .constraint("made up")
        }
        try real.releaseSavepoint()
        depth -= 1
    }

    func rollbackToSavepoint() throws(StorageError) {
        try real.rollbackToSavepoint()
        depth -= 1
    }

    func findDamage() throws(StorageError) -> [String] { try real.findDamage() }

    /// The file stays when the process ends.
    func close() { real.rollback() }
}
