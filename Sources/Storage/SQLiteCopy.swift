import CSQLite
import Linux

/// A copy of a database that goes on being used, made page by page between its transactions. What is written meanwhile goes into the copy,
/// too, because the same connection writes it: so the copy is the database as it is with the last step.
final class SQLiteCopy {
    let path: String
    private let target: OpaquePointer
    private var backup: OpaquePointer?

    private init(_ path: String, _ target: OpaquePointer, _ backup: OpaquePointer) {
        self.path = path
        self.target = target
        self.backup = backup
    }

    static func begin(of source: OpaquePointer, to path: String) throws(StorageError) -> SQLiteCopy {
        let draft = path + ".new"
        for leftover in [draft, draft + "-journal"] { Files.remove(leftover) }
        do throws(FileError) { try Files.createPrivately(draft) } catch { throw StorageError(error) }
        var opened: OpaquePointer?
        let code = sqlite3_open_v2(draft, &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
        guard let target = opened else { throw .ioError("SQLite has no memory to open \(draft)") }
        guard code == SQLITE_OK, sqlite3_exec(target, "PRAGMA synchronous=OFF", nil, nil, nil) == SQLITE_OK,
            let backup = sqlite3_backup_init(target, "main", source, "main")
        else {
            defer { sqlite3_close_v2(target) }
            throw SQLiteFailure.error(target, sqlite3_errcode(target))
        }
        return SQLiteCopy(path, target, backup)
    }

    deinit { end() }

    /// - Returns: whether the copy is whole, has its name and is on the disk.
    func step(pages: Int32) throws(StorageError) -> Bool {
        guard let backup else { throw .misuse("the copy is over") }
        let code = sqlite3_backup_step(backup, pages)
        if code == SQLITE_OK || code == SQLITE_BUSY || code == SQLITE_LOCKED { return false }
        guard code == SQLITE_DONE else {
            self.backup = nil
            // Only then the target has the message.
            sqlite3_backup_finish(backup)
            let error = SQLiteFailure.error(target, code)
            sqlite3_close_v2(target)
            Files.remove(path + ".new")
            throw error
        }
        end()
        do throws(FileError) { try Files.flushAndMove(path + ".new", to: path) } catch { throw StorageError(error) }
        return true
    }

    private func end() {
        guard let backup else { return }
        self.backup = nil
        sqlite3_backup_finish(backup)
        sqlite3_close_v2(target)
    }
}
