import CSQLite
import Linux

/// How a database file is created, opened and set.
enum SQLiteOpening {
    /// Milliseconds to wait for another holder of the file. Short: the storage lock, not SQLite, keeps processes apart.
    static let busyMilliseconds: Int32 = 500
    /// The log is cut to this length when it starts anew; below it commits overwrite old log pages instead of growing the file.
    static let logBytesMax = 64 << 20
    static let cacheKibibytes = 16_384
    /// The longest text that is kept (`KeptJSON.bytesMax`), and as much around it.
    private static let rowBytesMax: Int32 = 32 << 20

    enum Kind {
        /// Checked against what is known of it.
        case file(StorageMark)
        case memory
        /// A file that nobody will miss.
        case draft
    }

    /// - Returns: what was opened, and why its log could not be begun anew for want of room: until then nothing is written.
    static func open(_ path: String, _ kind: Kind) throws(StorageError) -> (handle: OpaquePointer, noRoom: StorageError?) {
        try checkLibrary()
        var log = 0
        if case .memory = kind {} else { try createPrivately(path) }
        if case .file = kind {
            // What a failed flush only seems to have written must not be recovered.
            Files.forgetCached(path + "-wal")
            log = Files.size(path + "-wal") ?? 0
        }

        var opened: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        let code = vfs.withCString { sqlite3_open_v2(path, &opened, flags, $0) }
        guard let handle = opened else { throw .ioError("SQLite has no memory to open \(path)") }
        var noRoom: StorageError?
        do throws(StorageError) {
            guard code == SQLITE_OK else { throw SQLiteFailure.error(handle, code) }
            restrict(handle)
            // A file that is refused stays as it is, with its log.
            _ = gb_sqlite3_configure(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
            try set(handle, kind)
            if case .file(let mark) = kind {
                // Before anything is written.
                try StorageDamage.checkCommits(mark, found: commits(handle))
                if log > 0, let damage = StorageDamage.findAfterCrash(handle).first {
                    throw StorageError.corrupt("it is damaged: \(damage)")
                }
                noRoom = try beginLogAnew(handle)
            }
            _ = gb_sqlite3_configure(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0)
        } catch {
            sqlite3_close_v2(handle)
            throw named(error, path)
        }
        return (handle, noRoom)
    }

    /// Of those that SQLite 3.34 has no other is called (`Tests/contract/sqlite-3.34.txt`).
    private static let oldestVersion: Int32 = 3_034_000

    /// Checks the SQLite that this process has before it is used: the host may bring its own, in part, or an old one.
    private static func checkLibrary() throws(StorageError) {
        var first: UnsafePointer<CChar>?
        var other: UnsafePointer<CChar>?
        if let name = gb_sqlite3_stranger(&first, &other) {
            let (here, there) = (first.map { String(cString: $0) } ?? "", other.map { String(cString: $0) } ?? "")
            throw .misuse(
                "SQLite is in this process twice, and in parts: some of it is of \(here), \(String(cString: name)) is of \(there). "
                    + "Let the game export all functions of its SQLite, or none")
        }
        let version = sqlite3_libversion_number()
        guard version >= oldestVersion else {
            throw .misuse("the SQLite of this process is \(String(cString: sqlite3_libversion())); the library needs 3.34 or newer")
        }
        // One that was built with SQLITE_OMIT_AUTOINIT does not begin by itself.
        let code = sqlite3_initialize()
        guard code == SQLITE_OK else { throw .misuse("SQLite does not begin: \(String(cString: sqlite3_errstr(code)))") }
        try checkThreads()
    }

    /// The host's choice, unless that keeps nothing.
    private static var vfs: String {
        let chosen = sqlite3_vfs_find(nil)?.pointee.zName.map { String(cString: $0) } ?? ""
        return chosen.utf8.elementsEqual("memdb".utf8) ? "unix" : chosen
    }

    /// A file that is written without it is a database to it.
    static var keepsPlainFiles: Bool { vfs.utf8.elementsEqual("unix".utf8) }

    /// The library has one connection a thread, and asks of SQLite no more than that several threads may each have theirs.
    private static func checkThreads() throws(StorageError) {
        let first = sqlite3_mutex_alloc(SQLITE_MUTEX_FAST)
        let second = sqlite3_mutex_alloc(SQLITE_MUTEX_FAST)
        // Without locks SQLite gives the same stand-in twice.
        let hasLocks = first != nil && first != second
        if hasLocks {
            sqlite3_mutex_free(first)
            sqlite3_mutex_free(second)
        }
        guard hasLocks, sqlite3_threadsafe() != 0 else {
            throw .misuse(
                "SQLite was built or set for a single thread (SQLITE_THREADSAFE=0, SQLITE_CONFIG_SINGLETHREAD); the library uses it on a "
                    + "thread of its own: let the game use SQLITE_CONFIG_MULTITHREAD or SQLITE_CONFIG_SERIALIZED")
        }
    }

    /// How many commits the database has had, modulo 2^32.
    static func commits(_ handle: OpaquePointer) throws(StorageError) -> UInt32 {
        var statement: OpaquePointer?
        let code = sqlite3_prepare_v2(handle, "PRAGMA user_version", -1, &statement, nil)
        guard code == SQLITE_OK else { throw SQLiteFailure.error(handle, code) }
        defer { sqlite3_finalize(statement) }
        let step = sqlite3_step(statement)
        guard step == SQLITE_ROW else { throw SQLiteFailure.error(handle, step) }
        return UInt32(bitPattern: sqlite3_column_int(statement, 0))
    }

    /// SQLite would create the file with the mode that the umask leaves; its log takes over the mode of the file.
    private static func createPrivately(_ path: String) throws(StorageError) {
        do throws(FileError) {
            try Files.createPrivately(path)
        } catch {
            throw StorageError(error)
        }
    }

    private static func restrict(_ handle: OpaquePointer) {
        // On a handle that is open none of these fails; an old SQLite does not know some of the options.
        _ = sqlite3_busy_timeout(handle, busyMilliseconds)
        _ = gb_sqlite3_configure(handle, SQLITE_DBCONFIG_DEFENSIVE, 1)
        _ = gb_sqlite3_configure(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
        _ = gb_sqlite3_configure(handle, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0)
        _ = gb_sqlite3_configure(handle, SQLITE_DBCONFIG_DQS_DML, 0)
        _ = gb_sqlite3_configure(handle, SQLITE_DBCONFIG_DQS_DDL, 0)
        sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, rowBytesMax)
        sqlite3_limit(handle, SQLITE_LIMIT_SQL_LENGTH, 64 << 10)
        sqlite3_limit(handle, SQLITE_LIMIT_COLUMN, 128)
        sqlite3_limit(handle, SQLITE_LIMIT_EXPR_DEPTH, 128)
        sqlite3_limit(handle, SQLITE_LIMIT_COMPOUND_SELECT, 16)
        sqlite3_limit(handle, SQLITE_LIMIT_VDBE_OP, 100_000)
        sqlite3_limit(handle, SQLITE_LIMIT_FUNCTION_ARG, 32)
        sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 0)
        sqlite3_limit(handle, SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 1024)
        sqlite3_limit(handle, SQLITE_LIMIT_VARIABLE_NUMBER, 512)
        sqlite3_limit(handle, SQLITE_LIMIT_TRIGGER_DEPTH, 8)
        sqlite3_limit(handle, SQLITE_LIMIT_WORKER_THREADS, 0)
    }

    private static func set(_ handle: OpaquePointer, _ kind: Kind) throws(StorageError) {
        // Exclusive before anything reads the file, as the size of the cache does: then SQLite needs no shared memory file and no other
        // process can enter. Afterwards would be too late for a file whose log is there already.
        if case .memory = kind {} else { try pragma(handle, "PRAGMA locking_mode=EXCLUSIVE") }
        // Memory-mapped reads would turn a disk error into SIGBUS inside the host.
        try pragma(handle, "PRAGMA mmap_size=0")
        try pragma(handle, "PRAGMA foreign_keys=ON")
        try pragma(handle, "PRAGMA cache_size=-\(cacheKibibytes)")
        try pragma(handle, "PRAGMA temp_store=MEMORY")
        if case .memory = kind { return }
        if case .draft = kind {
            try pragma(handle, "PRAGMA journal_mode=MEMORY")
            return try pragma(handle, "PRAGMA synchronous=OFF")
        }
        try pragma(handle, "PRAGMA journal_mode=WAL")
        try pragma(handle, "PRAGMA synchronous=FULL")
        try pragma(handle, "PRAGMA journal_size_limit=\(logBytesMax)")
        try pragma(handle, "PRAGMA wal_autocheckpoint=1000")
        // Takes the lock and reads the first page now, so that a second holder and a damaged file show at opening.
        try pragma(handle, "BEGIN IMMEDIATE")
        try pragma(handle, "COMMIT")
        try pragma(handle, "SELECT count(*) FROM sqlite_master")
    }

    /// Copies what the last holder left in the log into the database, flushes that, and cuts the log. Whoever goes on behind old
    /// pages of the log builds on them: when a flush of theirs failed they may be seen and yet not be on the disk, also by another
    /// process later, and a power cut would take with them every commit that came after. An empty log costs nothing.
    /// - Returns: nil: it is done. Else the disk is full: what is there can be read, and nothing may be written.
    static func beginLogAnew(_ handle: OpaquePointer) throws(StorageError) -> StorageError? {
        // Fails with SQLITE_BUSY when it could not finish.
        let code = sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
        if code == SQLITE_OK { return nil }
        let error = SQLiteFailure.error(handle, code)
        if case .full = error, !SQLiteFailure.poisons(handle, code) { return error }
        throw error
    }

    private static func pragma(_ handle: OpaquePointer, _ sql: String) throws(StorageError) {
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw SQLiteFailure.error(handle, code) }
    }

    private static func named(_ error: StorageError, _ path: String) -> StorageError {
        let text = "\(path): \(error.message)"
        return switch error {
        case .inUse: .inUse(text)
        case .full: .full(text)
        case .ioError: .ioError(text)
        case .corrupt: .corrupt("\(text). \(StorageDamage.advice)")
        case .constraint: .constraint(text)
        case .conflict: .conflict(text)
        case .misuse: .misuse(text)
        }
    }
}
