import Codecs
import Linux
import Storage

@testable import Engine
@testable import PostgreSQL
@testable import Service

/// What keeps two services over one database from undoing each other's work, by the kinds in which the service says it.
enum Care: String, CaseIterable {
    /// A write on condition that what was read is still so.
    case claims
    /// A member's row is locked before its money and identities are read.
    case locks
    /// The answer to a change is a row in its transaction.
    case answers
    /// A refusal is told only when no other try of the change is done or under way.
    case refusals
    /// Each service has a number in the numbers that it gives.
    case numbers
}

/// A database that leaves some care out: what a race does then is what the tests of races must see.
///
/// Two that commit at the same moment wait for each other before they do, so that both have read before either has written.
final class Careless: Database {
    let inner: PostgreSQLDatabase
    let omitted: Set<Care>
    private let meeting: Meeting
    /// Happens once, behind the first question that has this text.
    var behind: (text: String, happens: () -> Void)?
    /// So many commits are made, and their answers lost.
    var lostAnswers = 0

    init(_ inner: PostgreSQLDatabase, without omitted: Set<Care>, _ meeting: Meeting) {
        self.inner = inner
        self.omitted = omitted
        self.meeting = meeting
    }

    func run(_ sql: String, _ values: [Value]) throws(StorageError) -> Int { try inner.run(sql, values) }
    func write(_ sql: String, _ values: [Value]) throws(StorageError) { try inner.write(sql, values) }

    func claim(_ sql: String, _ values: [Value]) throws(StorageError) {
        if sql.contains("change_answers") {
            if omitted.contains(.refusals), sql.hasSuffix("DO NOTHING") { return }
            if !omitted.contains(.answers) { try inner.claim(sql, values) }
        } else if omitted.contains(.claims) {
            try inner.write(sql, values)
        } else {
            try inner.claim(sql, values)
        }
    }

    func tally(_ sql: String, _ keys: [Value], _ amount: Int64) throws(StorageError) {
        try inner.tally(sql, keys, amount)
    }

    func query(_ sql: String, _ values: [Value]) throws(StorageError) -> [Row] {
        defer { asked(sql) }
        let lock = " FOR UPDATE"
        guard omitted.contains(.locks), sql.hasSuffix(lock) else { return try inner.query(sql, values) }
        return try inner.query(String(sql.dropLast(lock.count)), values)
    }

    func packed(_ sql: String, _ values: [Value]) throws(StorageError) -> PackedRows {
        defer { asked(sql) }
        return try inner.packed(sql, values)
    }

    private func asked(_ sql: String) {
        guard let behind, sql.contains(behind.text) else { return }
        self.behind = nil
        behind.happens()
    }

    func settle() throws(StorageError) { try inner.settle() }
    func begin() throws(StorageError) { try inner.begin() }

    func commit() throws(StorageError) {
        meeting.meet()
        try inner.commit()
        guard lostAnswers > 0 else { return }
        lostAnswers -= 1
        throw .conflict("the connection to the database is lost")
    }

    func rollback() { inner.rollback() }
    func savepoint() throws(StorageError) { try inner.savepoint() }
    func releaseSavepoint() throws(StorageError) { try inner.releaseSavepoint() }
    func rollbackToSavepoint() throws(StorageError) { try inner.rollbackToSavepoint() }
    var isShared: Bool { true }
    var instanceNumber: Int64 { omitted.contains(.numbers) ? 0 : inner.instanceNumber }
    var isUndone: Bool { inner.isUndone }
    func lockSchema() throws(StorageError) { try inner.lockSchema() }
    func close() { inner.close() }
}

/// Where two wait for each other, though not for long: one of them may be held up by the other's lock.
final class Meeting: @unchecked Sendable {
    private static let patienceMilliseconds: Int64 = 60
    private let lock = Lock()
    private var isOpen = false
    private var waiting: Latch?

    /// Until `close`, whoever comes waits for a second one.
    func open() { lock.locked { isOpen = true } }

    func close() {
        lock.locked {
            isOpen = false
            waiting?.open()
            waiting = nil
        }
    }

    func meet() {
        let latch = lock.locked { () -> Latch? in
            guard isOpen else { return nil }
            if let other = waiting {
                waiting = nil
                other.open()
                return nil
            }
            let latch = Latch()
            waiting = latch
            return latch
        }
        guard let latch else { return }
        _ = latch.wait(untilNanoseconds: deadlineNanoseconds(SystemClock(), afterMilliseconds: Self.patienceMilliseconds))
        lock.locked { if waiting === latch { waiting = nil } }
    }
}
