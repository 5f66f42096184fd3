import CSQLite
import Wire

/// One prepared statement.
final class SQLiteStatement {
    let handle: OpaquePointer
    let parameters: Int
    var lastUse: UInt64 = 0
    /// The bytes of bound texts and blobs, one block for all of them: one copy and mostly no allocation, where SQLite's own
    /// copying (SQLITE_TRANSIENT) takes one allocation a value. It lives until `finish` has unbound them.
    private var bound = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    static let keptBytesMax = 4096

    init(_ handle: OpaquePointer) {
        self.handle = handle
        parameters = Int(sqlite3_bind_parameter_count(handle))
    }

    func bind(_ values: [Value]) -> Int32 {
        var bytes = 0
        for value in values {
            switch value {
            case .text(let text): bytes &+= text.utf8.count
            case .blob(let blob): bytes &+= blob.count
            default: break
            }
        }
        reserve(bytes)
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
                let start = keep(text.utf8, text.utf8.count, &used)
                code = sqlite3_bind_text64(
                    handle, number, start.assumingMemoryBound(to: CChar.self), UInt64(text.utf8.count), nil, UInt8(SQLITE_UTF8))
            case .blob(let blob):
                let start = keep(blob, blob.count, &used)
                code = sqlite3_bind_blob64(handle, number, start, UInt64(blob.count), nil)
            }
            if code != SQLITE_OK { return code }
        }
        return SQLITE_OK
    }

    /// Ends a run: frees locks, forgets the values.
    func finish() {
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
        if bound.count > Self.keptBytesMax { release() }
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
        switch sqlite3_column_type(handle, column) {
        case SQLITE_INTEGER: .integer(sqlite3_column_int64(handle, column))
        case SQLITE_BLOB: .blob([UInt8](blob(column)))
        case SQLITE_NULL: .null
        default: .text(String(decoding: text(column), as: UTF8.self))
        }
    }

    func pack(into rows: PackedRows) {
        for column in 0..<Int32(truncatingIfNeeded: columns) {
            switch sqlite3_column_type(handle, column) {
            case SQLITE_INTEGER: rows.append(sqlite3_column_int64(handle, column))
            case SQLITE_BLOB: rows.append(blob: blob(column))
            case SQLITE_NULL: rows.appendNull()
            default: rows.append(text: text(column))
            }
        }
    }

    // Until the next step.
    private func blob(_ column: Int32) -> UnsafeRawBufferPointer {
        let start = sqlite3_column_blob(handle, column)
        return UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(handle, column)))
    }

    /// A REAL, which our schemas do not have, reads as its text.
    private func text(_ column: Int32) -> UnsafeRawBufferPointer {
        let start = sqlite3_column_text(handle, column)
        return UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(handle, column)))
    }

    private func reserve(_ bytes: Int) {
        // Never empty: SQLite binds NULL for a null address, also when the length is 0.
        let needed = max(bytes, 64)
        guard bound.count < needed else { return }
        release()
        bound = UnsafeMutableRawBufferPointer.allocate(byteCount: needed, alignment: 16)
    }

    private func release() {
        bound.deallocate()
        bound = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    }

    private func keep<Bytes: Collection>(_ bytes: Bytes, _ count: Int, _ used: inout Int) -> UnsafeRawPointer where Bytes.Element == UInt8 {
        let room = UnsafeMutableRawBufferPointer(rebasing: bound[used..<used + count])
        room.copyBytes(from: bytes)
        used += count
        guard let base = bound.baseAddress else { return UnsafeRawPointer(bitPattern: 1).unsafelyUnwrapped }
        return UnsafeRawPointer(base + (used - count))
    }
}
