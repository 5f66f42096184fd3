import CSQLite
import Codecs

/// One prepared statement.
final class SQLiteStatement {
    let handle: OpaquePointer
    let parameters: Int
    var lastUse: UInt64 = 0
    /// Of the packed rows that it gave last.
    var room = PackedRows.Room.usual
    /// The bytes of bound texts and blobs, one block for all of them: one copy and mostly no allocation, where SQLite's own
    /// copying (SQLITE_TRANSIENT) takes one allocation a value. It is freed when they are unbound, and never before.
    private var bound = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    static let keptBytesMax = 4096
    private static let boundBytesMin = 64

    init(_ handle: OpaquePointer) {
        self.handle = handle
        parameters = Int(sqlite3_bind_parameter_count(handle))
    }

    func bind(_ values: [Value]) -> Int32 {
        if let code = bindIntoRoom(values) { return code }
        var bytes = 0
        for value in values {
            switch value {
            case .text(let text): bytes &+= text.utf8.count
            case .blob(let blob): bytes &+= blob.count
            default: break
            }
        }
        reserve(bytes)
        return bindIntoRoom(values) ?? SQLITE_NOMEM
    }

    /// - Returns: nil when there is not enough room for the bytes.
    private func bindIntoRoom(_ values: [Value]) -> Int32? {
        // Never empty: SQLite binds NULL for a null address, also when the length is 0.
        guard let base = bound.baseAddress else { return nil }
        var used = 0
        for place in values.indices {
            let number = Int32(truncatingIfNeeded: place &+ 1)
            let code: Int32
            switch values[place] {
            case .null:
                code = sqlite3_bind_null(handle, number)
            case .integer(let value):
                code = sqlite3_bind_int64(handle, number, value)
            case .text(let text):
                let count = text.utf8.count
                guard keep(text.utf8, count, at: used) else { return nil }
                let start = (base + used).assumingMemoryBound(to: CChar.self)
                code = sqlite3_bind_text64(handle, number, start, UInt64(count), nil, UInt8(SQLITE_UTF8))
                used += count
            case .blob(let blob):
                guard keep(blob, blob.count, at: used) else { return nil }
                code = sqlite3_bind_blob64(handle, number, base + used, UInt64(blob.count), nil)
                used += blob.count
            }
            if code != SQLITE_OK { return code }
        }
        return SQLITE_OK
    }

    /// Ends a run: frees locks. The values stay bound while their memory stays: every run binds all of them anew.
    func finish() {
        sqlite3_reset(handle)
        if bound.count > Self.keptBytesMax { forget() }
    }

    func finalize() {
        sqlite3_finalize(handle)
        release()
    }

    var columns: Int { Int(max(sqlite3_column_count(handle), 0)) }

    func row() -> Row {
        var values: [Value] = []
        let columns = columns
        values.reserveCapacity(columns)
        for column in 0..<columns { values.append(value(Int32(truncatingIfNeeded: column))) }
        return Row(values)
    }

    private func value(_ column: Int32) -> Value {
        // The connection is one thread's: its values may be looked at where they are, which takes one call with a lock for each in place
        // of three.
        let value = sqlite3_column_value(handle, column)
        return switch sqlite3_value_type(value) {
        case SQLITE_INTEGER: .integer(sqlite3_value_int64(value))
        case SQLITE_BLOB: .blob([UInt8](Self.bytes(value)))
        case SQLITE_NULL: .null
        case SQLITE_TEXT: .text(String(decoding: Self.bytes(value), as: UTF8.self))
        default: .text(String(decoding: text(column), as: UTF8.self))
        }
    }

    func pack(into rows: PackedRows) {
        for column in 0..<Int32(truncatingIfNeeded: columns) {
            let value = sqlite3_column_value(handle, column)
            switch sqlite3_value_type(value) {
            case SQLITE_INTEGER: rows.append(sqlite3_value_int64(value))
            case SQLITE_BLOB: rows.append(blob: Self.bytes(value))
            case SQLITE_NULL: rows.appendNull()
            case SQLITE_TEXT: rows.append(text: Self.bytes(value))
            default: rows.append(text: text(column))
            }
        }
    }

    /// Of a blob, or of a text as it is kept. Until the next step.
    private static func bytes(_ value: OpaquePointer?) -> UnsafeRawBufferPointer {
        let start = sqlite3_value_blob(value)
        return UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : Int(sqlite3_value_bytes(value)))
    }

    /// A REAL, which our schemas do not have, reads as its text.
    private func text(_ column: Int32) -> UnsafeRawBufferPointer {
        let start = sqlite3_column_text(handle, column)
        return UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(handle, column)))
    }

    private func reserve(_ bytes: Int) {
        forget()
        bound = UnsafeMutableRawBufferPointer.allocate(byteCount: max(bytes, Self.boundBytesMin), alignment: 16)
    }

    private func forget() {
        sqlite3_clear_bindings(handle)
        release()
    }

    private func release() {
        bound.deallocate()
        bound = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    }

    /// - Returns: false when there is no room for it.
    private func keep<Bytes: Collection>(_ bytes: Bytes, _ count: Int, at used: Int) -> Bool where Bytes.Element == UInt8 {
        guard count <= bound.count - used else { return false }
        UnsafeMutableRawBufferPointer(rebasing: bound[used..<used + count]).copyBytes(from: bytes)
        return true
    }
}
