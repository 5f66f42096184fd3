import CSQLite
import Linux

/// SQLite's extended result codes as our errors (sqlite.org, "Result and Error Codes").
enum SQLiteFailure {
    static func error(_ handle: OpaquePointer?, _ code: Int32) -> StorageError {
        let text = describe(handle, code)
        switch code & 0xFF {
        case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL: return .inUse(text)
        case SQLITE_FULL: return .full(text)
        case SQLITE_IOERR: return isQuota(handle) ? .full(text) : .ioError(text)
        case SQLITE_CANTOPEN, SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH, SQLITE_NOMEM, SQLITE_NOLFS: return .ioError(text)
        case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_FORMAT: return .corrupt(text)
        case SQLITE_CONSTRAINT: return .constraint(text)
        default: return .misuse(text)
        }
    }

    /// Whether after this error memory and disk may disagree. A failed flush must not be tried again: Linux reports it once and
    /// then calls the lost pages clean.
    static func poisons(_ handle: OpaquePointer?, _ code: Int32) -> Bool {
        switch code & 0xFF {
        case SQLITE_IOERR: !(code == gbWriteFailed && isQuota(handle))
        case SQLITE_CANTOPEN, SQLITE_NOMEM: false
        case SQLITE_READONLY: true
        // Copying more into a damaged file could spread the damage.
        case SQLITE_CORRUPT, SQLITE_NOTADB: true
        default: false
        }
    }

    private static let gbWriteFailed: Int32 = SQLITE_IOERR | 3 << 8

    private static func isQuota(_ handle: OpaquePointer?) -> Bool {
        SystemError.isOutOfSpace(sqlite3_system_errno(handle))
    }

    private static func describe(_ handle: OpaquePointer?, _ code: Int32) -> String {
        guard let handle else { return text(sqlite3_errstr(code)) }
        let message = text(sqlite3_errmsg(handle))
        let kind = code & 0xFF
        if kind == SQLITE_IOERR || kind == SQLITE_CANTOPEN || kind == SQLITE_FULL {
            return "\(message) (SQLite \(code), system error \(sqlite3_system_errno(handle)))"
        }
        return "\(message) (SQLite \(code))"
    }

    private static func text(_ pointer: UnsafePointer<CChar>?) -> String {
        guard let pointer else { return "unknown" }
        return String(cString: pointer)
    }
}
