import CSQLite
import Codecs
import Linux

/// SQLite in WAL mode with every commit flushed once, and the file for this object alone (no shared memory file).
public final class SQLiteDatabase: Database {
    /// Rows of one query; above it is misuse, because a service that needs them all should page.
    public static let rowsMax = 100_000

    private enum State {
        case open
        case closed
        case poisoned(String)
    }

    private let handle: OpaquePointer
    private let statements: SQLiteStatements
    private var state = State.open
    private var isInTransaction = false
    private static let savepointsMax = 2
    private var savepoints = 0
    /// Why SQLite undid the transaction by itself; it stays until `rollback`.
    private var undone: StorageError?

    /// What is known of the file from outside it; nil for memory and drafts.
    private var guarding: SQLiteGuard?
    /// The copy that is being made.
    private var copy: SQLiteCopy?
    /// SQLite's count of changes when the transaction began, which tells one that only reads.
    private var changesAtBegin: Int32 = 0

    private let rowMemory = RowMemory()

    /// The disk had no room to begin the log anew, so that nothing may be written behind it.
    private var noRoom: StorageError?
    /// Somebody wanted to write since then: another look is worth its while.
    private var wantsRoom = false

    private init(_ handle: OpaquePointer, _ guarding: SQLiteGuard? = nil, noRoom: StorageError? = nil) {
        self.handle = handle
        self.guarding = guarding
        self.noRoom = noRoom
        statements = SQLiteStatements(handle)
    }

    /// Opens or creates the file, mode 0600. `:memory:` gives a database that ends with the object.
    /// - Throws: `corrupt` when it is damaged, or lacks commits that it had. Nothing is changed then.
    @export(interface) public static func open(path: String) throws(StorageError) -> SQLiteDatabase {
        if path == ":memory:" { return SQLiteDatabase(try SQLiteOpening.open(path, .memory).handle) }
        let mark = try StorageMark.open(database: path)
        try StorageDamage.checkFile(path, mark)
        let (handle, noRoom) = try SQLiteOpening.open(path, .file(mark))
        do throws(StorageError) {
            return SQLiteDatabase(handle, try SQLiteGuard.begin(path, mark, commits: SQLiteOpening.commits(handle)), noRoom: noRoom)
        } catch {
            sqlite3_close_v2(handle)
            throw error
        }
    }

    /// Makes a file that is whole from the moment it has its name: `fill` works on a draft beside it, which is flushed once and then
    /// renamed. Cut short at any point, this leaves no such file. The name itself is durable with the first commit, which flushes the
    /// folder for its log.
    @export(interface) public static func create(
        path: String, _ migrations: [Migration] = [], _ fill: (any Database) throws(StorageError) -> Void
    ) throws(StorageError) {
        if Files.exists(StorageMark.path(of: path)), let known = try StorageMark.open(database: path).last, known.hasSomethingToLose {
            throw StorageDamage.missing(path, known)
        }
        // A log has something only after its database had its name for good.
        if Files.size(path + "-wal") ?? 0 > 0 { throw .corrupt("\(path) is missing, and its log is there. \(StorageDamage.advice)") }
        // A log whose database is gone would be taken for the log of the new one.
        let draft = path + ".new"
        for leftover in [draft, draft + "-journal", draft + "-wal", path + "-journal", path + "-wal"] { Files.remove(leftover) }
        do throws(StorageError) {
            // Where the host's SQLite keeps files its own way (encrypted ones, say), it makes them, too.
            let made = SQLiteOpening.keepsPlainFiles && !migrations.isEmpty ? Migrations.newFile(migrations) : nil
            if let made { try write(made.bytes, draft) }
            let database = SQLiteDatabase(try SQLiteOpening.open(draft, .draft).handle)
            defer { database.close() }
            if let made { try Migrations.finish(migrations, made.rest, in: database) }
            try fill(database)
            // Last, so that all before needs no log.
            _ = try database.run("PRAGMA journal_mode=WAL", [])
        } catch {
            Files.remove(draft)
            throw error
        }
        do throws(FileError) {
            try Files.flushAndMove(draft, to: path)
        } catch {
            throw StorageError(error)
        }
    }

    private static func write(_ bytes: [UInt8], _ path: String) throws(StorageError) {
        do throws(FileError) {
            try Files.writeNew(path, bytes)
        } catch {
            throw StorageError(error)
        }
    }

    deinit { close() }

    @export(interface) public func run(_ sql: String, _ values: [Value]) throws(StorageError) -> Int {
        try checkUsable()
        return isInTransaction || guarding == nil ? try execute(sql, values) : try runAlone(sql, values)
    }

    /// A statement that is a transaction of its own is counted like every other commit: the mark would else go on telling of the file as
    /// it was before, and the start after the next would take the file for a damaged one.
    private func runAlone(_ sql: String, _ values: [Value]) throws(StorageError) -> Int {
        wantsRoom = noRoom != nil
        try begin()
        do throws(StorageError) {
            let count = try execute(sql, values)
            try commit()
            return count
        } catch {
            rollback()
            throw error
        }
    }

    @export(interface) public func query(_ sql: String, _ values: [Value]) throws(StorageError) -> [Row] {
        try checkUsable()
        let statement = try prepared(sql, values)
        defer { statement.finish() }
        var rows: [Row] = []
        while true {
            let code = sqlite3_step(statement.handle)
            if code == SQLITE_DONE { return rows }
            guard code == SQLITE_ROW else { throw failure(code) }
            guard rows.count < Self.rowsMax else { throw .misuse("a query gives more than \(Self.rowsMax) rows") }
            rows.append(statement.row())
        }
    }

    @export(interface) public func packed(_ sql: String, _ values: [Value]) throws(StorageError) -> PackedRows {
        try checkUsable()
        let statement = try prepared(sql, values)
        defer { statement.finish() }
        let rows = PackedRows(columns: statement.columns, room: statement.room, memory: rowMemory)
        while true {
            let code = sqlite3_step(statement.handle)
            if code == SQLITE_DONE {
                statement.room = rows.room
                return rows
            }
            guard code == SQLITE_ROW else { throw failure(code) }
            guard rows.count < Self.rowsMax else { throw .misuse("a query gives more than \(Self.rowsMax) rows") }
            statement.pack(into: rows)
            #if !hasFeature(Embedded)
            if rows.cutsHere() { return rows }
            #endif
        }
    }

    @export(interface) public func begin() throws(StorageError) {
        try checkUsable()
        guard !isInTransaction else { throw .misuse("a transaction is already open") }
        if wantsRoom {
            wantsRoom = false
            noRoom = try logBegunAnew()
        }
        _ = try execute("BEGIN IMMEDIATE", [])
        changesAtBegin = sqlite3_total_changes(handle)
        isInTransaction = true
    }

    @export(interface) public func commit() throws(StorageError) {
        try checkUsable()
        guard isInTransaction else { throw .misuse("there is no transaction to commit") }
        guard savepoints == 0 else { throw .misuse("a savepoint is still open") }
        let changes = sqlite3_total_changes(handle) != changesAtBegin
        if changes, let noRoom {
            wantsRoom = true
            throw noRoom
        }
        if changes { try countCommit() }
        _ = try execute("COMMIT", [])
        isInTransaction = false
        if changes { guarding?.acknowledge() }
    }

    private func logBegunAnew() throws(StorageError) -> StorageError? {
        do throws(StorageError) { return try SQLiteOpening.beginLogAnew(handle) } catch {
            poison(error.message)
            throw error
        }
    }

    /// After a fault that leaves open what was kept only another look at the file tells.
    @export(interface) public var isOver: Bool {
        if case .poisoned = state { true } else { false }
    }

    /// Writes the number that the commit under way has, after a look whether anybody could find it later.
    private func countCommit() throws(StorageError) {
        guard let guarding else { return }
        guard guarding.isInPlace else {
            let cause =
                "\(guarding.path) or its log was removed or exchanged while it was in use; shut down, put them back, and initialize again"
            poison(cause)
            throw .ioError(cause)
        }
        try guarding.keepNames()
        let code = sqlite3_exec(handle, "PRAGMA user_version=\(Int32(bitPattern: guarding.commits &+ 1))", nil, nil, nil)
        guard code == SQLITE_OK else { throw failure(code) }
    }

    /// What is wrong with the file, in SQLite's words; at most ten lines. Reads all of it.
    @export(interface) public func findDamage() throws(StorageError) -> [String] {
        try checkUsable()
        return StorageDamage.find(handle, rows: true)
    }

    #if !hasFeature(Embedded)
    public func findDamage(in table: String) throws(StorageError) -> [String] {
        try checkUsable()
        return StorageDamage.find(handle, in: table)
    }
    #endif

    public func backUp(to path: String, pages: Int32) throws(StorageError) -> Bool {
        try checkUsable()
        guard !isInTransaction else { throw .misuse("a copy is made between transactions") }
        if copy?.path != path { copy = try SQLiteCopy.begin(of: handle, to: path) }
        guard let copy else { return false }
        do throws(StorageError) {
            guard try copy.step(pages: pages) else { return false }
        } catch {
            self.copy = nil
            throw error
        }
        self.copy = nil
        return true
    }

    @export(interface) public func rollback() {
        defer {
            isInTransaction = false
            savepoints = 0
            undone = nil
        }
        guard isInTransaction, case .open = state, sqlite3_get_autocommit(handle) == 0 else { return }
        do throws(StorageError) {
            _ = try execute("ROLLBACK", [])
        } catch {
            poison(error.message)
        }
    }

    @export(interface) public func savepoint() throws(StorageError) {
        try checkUsable()
        guard isInTransaction, savepoints < Self.savepointsMax else {
            throw .misuse("a savepoint needs a transaction, and there are \(Self.savepointsMax) levels of them")
        }
        // Of several with one name, the statements below mean the newest.
        _ = try execute("SAVEPOINT request", [])
        savepoints += 1
    }

    @export(interface) public func releaseSavepoint() throws(StorageError) {
        try checkUsable()
        guard savepoints > 0 else { throw .misuse("there is no savepoint") }
        _ = try execute("RELEASE request", [])
        savepoints -= 1
    }

    @export(interface) public func rollbackToSavepoint() throws(StorageError) {
        try checkUsable()
        guard savepoints > 0 else { throw .misuse("there is no savepoint") }
        _ = try execute("ROLLBACK TO request", [])
        _ = try execute("RELEASE request", [])
        savepoints -= 1
    }

    @export(interface) public func close() {
        if case .closed = state { return }
        rollback()
        copy = nil
        statements.finalizeAll()
        // A poisoned file is left as it is: copying the log into it could spread what the failed flush left behind.
        if case .poisoned = state { _ = gb_sqlite3_configure(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1) }
        sqlite3_close_v2(handle)
        if case .open = state { guarding?.end() }
        guarding = nil
        state = .closed
    }

    func takeSteps() -> Int64 { statements.takeSteps() }

    // MARK: -

    private func checkUsable() throws(StorageError) {
        switch state {
        case .open: break
        case .closed: throw .misuse("the database is closed")
        case .poisoned(let cause): throw .ioError("the storage failed and must be opened again; the cause: \(cause)")
        }
        if let undone { throw undone }
    }

    private func execute(_ sql: String, _ values: [Value]) throws(StorageError) -> Int {
        let statement = try prepared(sql, values)
        defer { statement.finish() }
        // Not the 64-bit counts, which came with SQLite 3.37: one statement never changes 2^31 rows, so that neither count comes round.
        let before = sqlite3_total_changes(handle)
        while true {
            let code = sqlite3_step(statement.handle)
            if code == SQLITE_DONE { break }
            guard code == SQLITE_ROW else { throw failure(code) }
        }
        // SQLite keeps the last count through statements that change no rows, such as CREATE TABLE.
        if sqlite3_total_changes(handle) == before { return 0 }
        return Int(clamping: sqlite3_changes(handle))
    }

    private func prepared(_ sql: String, _ values: [Value]) throws(StorageError) -> SQLiteStatement {
        switch statements.prepare(sql, values) {
        case .ready(let statement): return statement
        case .failed(let code): throw failure(code)
        case .misused(let reason): throw .misuse(reason)
        }
    }

    private func failure(_ code: Int32) -> StorageError {
        let error = SQLiteFailure.error(handle, code)
        if SQLiteFailure.poisons(handle, code) { poison(error.message) }
        if isInTransaction, sqlite3_get_autocommit(handle) != 0 { undone = error }
        return error
    }

    private func poison(_ cause: String) {
        if case .open = state { state = .poisoned(cause) }
    }
}
