// The Storage room: statements, rows and transactions over a relational database, its migrations, and the directory that holds it.
// SQL is what SQLite and PostgreSQL share. No schema lives here: that belongs to the service. Nothing of the game's rules may come in.
import Codecs

/// A database used by one thread at a time. Outside a transaction every statement is a transaction of its own.
///
/// When a statement fails the transaction goes on without its effects, unless the database had to undo the transaction whole
/// (no room, input/output error): then every call until `rollback` fails with the same error, and nothing can slip out of it.
/// After an input/output error, flushing included, the object is of no more use: every later call throws `ioError`, and only
/// a new object on the same file tells what was kept.
public protocol Database: AnyObject {
    /// Runs one statement; `values` fill its `?` in order.
    /// - Returns: the rows that it inserted, changed or deleted.
    func run(_ sql: String, _ values: [Value]) throws(StorageError) -> Int
    /// Runs one statement whose count nobody asks for. A shared database may keep it back until something is asked or committed, so it
    /// fails then at the latest.
    func write(_ sql: String, _ values: [Value]) throws(StorageError)
    /// A write on condition that what was read is still so: when it changes no row, `conflict`, at the latest by `commit`. Nobody overtakes
    /// in a database that is not shared: there it is `misuse`, because whoever asks once more finds no other row.
    func claim(_ sql: String, _ values: [Value]) throws(StorageError)
    /// Adds to a number that many add to: an upsert whose last value is `amount`. Nothing depends on the order of these among themselves,
    /// so a shared database may gather them, and do them in one order at the end: two that add to the same rows never wait for each other
    /// crosswise.
    func tally(_ sql: String, _ keys: [Value], _ amount: Int64) throws(StorageError)
    /// Does what was kept back, so that what is wrong with it is known.
    func settle() throws(StorageError)
    /// Runs one statement and reads all its rows.
    func query(_ sql: String, _ values: [Value]) throws(StorageError) -> [Row]
    /// The same with the rows in one piece of memory.
    func packed(_ sql: String, _ values: [Value]) throws(StorageError) -> PackedRows

    /// Opens a transaction. They do not nest.
    func begin() throws(StorageError)
    /// After return the transaction survives a crash and a power cut.
    func commit() throws(StorageError)
    /// Undoes the transaction; does nothing when there is none.
    func rollback()

    /// Marks a point in the transaction, so that one request of a group, and one part of that, can be undone alone. Two levels; the two
    /// below mean the newest.
    func savepoint() throws(StorageError)
    func releaseSavepoint() throws(StorageError)
    func rollbackToSavepoint() throws(StorageError)

    /// Other services write to it at the same time. Then what a transaction has read may be another when it writes, and a commit may fail
    /// with `conflict`.
    var isShared: Bool { get }
    /// Of those that write to it each has another one, 0 to 999.
    var instanceNumber: Int64 { get }
    /// Nothing but `rollback` helps the transaction any more.
    var isUndone: Bool { get }
    /// This object is of no more use, though the database may be: what it wrote last is undone, and a new object goes on.
    var isOver: Bool { get }
    #if !hasFeature(Embedded)
    /// The last conflict was a lock that somebody else held for too long.
    var waitedForLock: Bool { get }
    #endif
    /// Waits until nobody else changes the schema; nobody does until the transaction ends.
    func lockSchema() throws(StorageError)

    /// What is wrong with the stored data below the level of statements, at most ten lines. Reads all of it.
    func findDamage() throws(StorageError) -> [String]
    #if !hasFeature(Embedded)
    /// The same of one table and its indexes. Reads no other.
    func findDamage(in table: String) throws(StorageError) -> [String]
    #endif

    /// A part of a copy that is made while the database is used, between transactions; see `SQLiteCopy`.
    /// - Returns: whether the file is whole; until then it does not have this name.
    func backUp(to path: String, pages: Int32) throws(StorageError) -> Bool

    /// Ends the use; every later call throws. Closing twice is harmless.
    func close()
}

extension Database {
    /// A file belongs to one service.
    public var isShared: Bool { false }
    public var instanceNumber: Int64 { 0 }
    public var isUndone: Bool { false }
    public var isOver: Bool { false }
    #if !hasFeature(Embedded)
    public var waitedForLock: Bool { false }
    #endif
    public func lockSchema() throws(StorageError) {}

    /// A database in the process waits for nobody: it does at once what it is asked.
    public func write(_ sql: String, _ values: [Value]) throws(StorageError) { _ = try run(sql, values) }
    public func settle() throws(StorageError) {}
    public func tally(_ sql: String, _ keys: [Value], _ amount: Int64) throws(StorageError) {
        _ = try run(sql, keys + [.integer(amount)])
    }
    public func claim(_ sql: String, _ values: [Value]) throws(StorageError) {
        if try run(sql, values) > 0 { return }
        if isShared { throw .conflict("another request changed what this one had read") }
        throw .misuse("a write found no row to change, although this is the only writer: " + sql)
    }

    /// By way of `query`.
    public func packed(_ sql: String, _ values: [Value]) throws(StorageError) -> PackedRows {
        let rows = try query(sql, values)
        let packed = PackedRows(columns: rows.first?.values.count ?? 0)
        for row in rows {
            for value in row.values {
                switch value {
                case .null: packed.appendNull()
                case .integer(let integer): packed.append(integer)
                case .text(let text): packed.append(text: text)
                case .blob(let bytes): bytes.withUnsafeBytes { packed.append(blob: $0) }
                }
            }
            #if !hasFeature(Embedded)
            if packed.cutsHere() { return packed }
            #endif
        }
        return packed
    }

    public func backUp(to path: String, pages: Int32) throws(StorageError) -> Bool {
        throw .misuse("this database is copied in another way")
    }

    /// Others have servers that look after this.
    public func findDamage() throws(StorageError) -> [String] { [] }
    #if !hasFeature(Embedded)
    public func findDamage(in table: String) throws(StorageError) -> [String] { [] }
    #endif
}
