import CSQLite

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

    /// - Parameter last: the row before this one. A text that is as it was there is not copied again.
    func row(after last: Row?) -> Row {
        let count = sqlite3_column_count(handle)
        var values: [Value] = []
        values.reserveCapacity(Int(count))
        for column in 0..<max(count, 0) { values.append(value(column, last)) }
        return Row(values)
    }

    private func value(_ column: Int32, _ last: Row?) -> Value {
        switch sqlite3_column_type(handle, column) {
        case SQLITE_INTEGER:
            return .integer(sqlite3_column_int64(handle, column))
        case SQLITE_BLOB:
            guard let start = sqlite3_column_blob(handle, column) else { return .blob([]) }
            let count = Int(sqlite3_column_bytes(handle, column))
            return .blob([UInt8](UnsafeRawBufferPointer(start: start, count: count)))
        case SQLITE_NULL:
            return .null
        default:
            // A REAL, which our schemas do not have, reads as its text.
            guard let start = sqlite3_column_text(handle, column) else { return .text("") }
            let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column)))
            if let last, case .text(let known) = last.values[Int(column)], Self.isSame(known, bytes) { return .text(known) }
            return .text(String(decoding: bytes, as: UTF8.self))
        }
    }

    private static func isSame(_ text: String, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard text.utf8.count == bytes.count else { return false }
        return text.utf8.withContiguousStorageIfAvailable { known in
            // From the end: ids of neighbours begin alike.
            for place in bytes.indices.reversed() where known[place] != bytes[place] { return false }
            return true
        } ?? false
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
