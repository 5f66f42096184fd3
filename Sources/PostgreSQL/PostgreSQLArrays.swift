import Storage

/// Numbers of the server's types.
enum PostgreSQLType {
    static let bool: UInt32 = 16, bytea: UInt32 = 17, int8: UInt32 = 20, int2: UInt32 = 21, int4: UInt32 = 23, text: UInt32 = 25
    static let numeric: UInt32 = 1700
}

/// One parameter's values of many statements, in the server's binary form of an array (`array_recv`).
enum PostgreSQLArrays {
    /// Whether the values go into arrays of the types as they are.
    static func takes(_ values: [Value], types: [UInt32]) -> Bool {
        values.count == types.count
            && zip(values, types).allSatisfy { value, type in
                switch value {
                case .null: true
                case .integer: type == PostgreSQLType.int8
                case .text: type == PostgreSQLType.text
                case .blob: type == PostgreSQLType.bytea
                }
            }
    }

    /// - Parameter rows: which it takes.
    static func array(_ column: Int, of rows: [[Value]], type: UInt32) -> Value {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(20 + rows.count * 40)
        func append(_ number: UInt32) { withUnsafeBytes(of: number.bigEndian) { bytes += $0 } }
        append(1)
        append(rows.contains { if case .null = $0[column] { true } else { false } } ? 1 : 0)
        append(type)
        append(UInt32(truncatingIfNeeded: rows.count))
        append(1)
        for row in rows {
            switch row[column] {
            case .null: append(UInt32.max)
            case .integer(let number):
                append(8)
                withUnsafeBytes(of: number.bigEndian) { bytes += $0 }
            case .text(let text):
                append(UInt32(truncatingIfNeeded: text.utf8.count))
                bytes += text.utf8
            case .blob(let blob):
                append(UInt32(truncatingIfNeeded: blob.count))
                bytes += blob
            }
        }
        return .blob(bytes)
    }
}
