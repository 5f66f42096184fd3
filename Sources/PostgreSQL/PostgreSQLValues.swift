import CPostgreSQL
import Storage

/// A statement's values on their way to the server: numbers and texts as text, bytes as they are.
struct PostgreSQLValues {
    private var bytes: UnsafeMutableRawBufferPointer = .init(start: nil, count: 0)
    private var places: UnsafeMutablePointer<UnsafePointer<CChar>?>
    private var lengths: UnsafeMutablePointer<Int32>
    private var formats: UnsafeMutablePointer<Int32>
    /// Of one statement.
    static let valuesMax = 1024
    private static let keptBytesMax = 1 << 20

    init() {
        places = .allocate(capacity: Self.valuesMax)
        lengths = .allocate(capacity: Self.valuesMax)
        formats = .allocate(capacity: Self.valuesMax)
    }

    func free() {
        bytes.deallocate()
        places.deallocate()
        lengths.deallocate()
        formats.deallocate()
    }

    /// What is wrong with values before they are sent: nothing was done then, and the transaction goes on.
    static func check(_ values: [Value], parameters: Int) throws(StorageError) {
        guard values.count == parameters else {
            throw .misuse("the statement takes \(parameters) values and was given \(values.count)")
        }
        guard values.count <= valuesMax else { throw .misuse("a statement takes at most \(valuesMax) values") }
        guard canSend(values) else {
            throw .misuse("a text has the character U+0000 in it, which the database cannot store; leave it out")
        }
    }

    /// A text goes to the server up to its first zero.
    static func canSend(_ values: [Value]) -> Bool {
        for value in values {
            guard case .text(var text) = value else { continue }
            if text.withUTF8({ $0.contains(0) }) { return false }
        }
        return true
    }

    /// The addresses hold until the next call.
    mutating func with<Result>(
        _ values: [Value],
        _ body: (Int32, UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<Int32>, UnsafePointer<Int32>) -> Result
    ) -> Result {
        var needed = 0
        for value in values {
            switch value {
            case .null: break
            case .integer: needed &+= 21
            case .text(let text): needed &+= text.utf8.count &+ 1
            case .blob(let blob): needed &+= blob.count &+ 1
            }
        }
        if bytes.count < needed || (bytes.count > Self.keptBytesMax && needed <= Self.keptBytesMax) {
            bytes.deallocate()
            bytes = .allocate(byteCount: max(needed, 4096), alignment: 16)
        }
        var used = 0
        for index in values.indices {
            formats[index] = 0
            lengths[index] = 0
            let start = used
            switch values[index] {
            case .null:
                places[index] = nil
                continue
            case .integer(let number): used = write(number, used)
            case .text(let text):
                var text = text
                text.withUTF8 { copy(UnsafeRawBufferPointer($0), &used) }
            case .blob(let blob):
                blob.withUnsafeBytes { copy($0, &used) }
                formats[index] = 1
            }
            lengths[index] = Int32(clamping: used - start)
            bytes[used] = 0
            used += 1
            places[index] = UnsafePointer((bytes.baseAddress! + start).assumingMemoryBound(to: CChar.self))
        }
        return body(Int32(values.count), places, lengths, formats)
    }

    private func copy(_ source: UnsafeRawBufferPointer, _ used: inout Int) {
        if source.count > 0 { UnsafeMutableRawBufferPointer(rebasing: bytes[used..<used + source.count]).copyMemory(from: source) }
        used += source.count
    }

    private func write(_ number: Int64, _ start: Int) -> Int {
        var rest = number.magnitude
        var digits = 1
        var bound: UInt64 = 10
        while digits < 19, rest >= bound {
            digits += 1
            bound &*= 10
        }
        var place = start
        if number < 0 {
            bytes[place] = UInt8(ascii: "-")
            place += 1
        }
        let end = place + digits
        var at = end
        while at > place {
            at -= 1
            bytes[at] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
        return end
    }
}

/// What the server answered to one command. The rows come in the server's binary form.
enum PostgreSQLRows {
    static func rows(_ result: OpaquePointer) -> [Row] {
        let columns = PQnfields(result)
        let count = PQntuples(result)
        if count == 0 { return [] }
        var rows: [Row] = []
        rows.reserveCapacity(Int(count))
        for row in 0..<count {
            rows.append(
                Row(
                    [Value](unsafeUninitializedCapacity: Int(columns)) { buffer, filled in
                        for column in 0..<columns {
                            (buffer.baseAddress! + Int(column)).initialize(to: value(result, row, column))
                        }
                        filled = Int(columns)
                    }))
        }
        return rows
    }

    private static func value(_ result: OpaquePointer, _ row: Int32, _ column: Int32) -> Value {
        if PQgetisnull(result, row, column) != 0 { return .null }
        guard let start = PQgetvalue(result, row, column) else { return .null }
        let bytes = UnsafeRawBufferPointer(start: start, count: Int(PQgetlength(result, row, column)))
        switch PQftype(result, column) {
        case PostgreSQLType.bool: return .integer(bytes.first == 1 ? 1 : 0)
        case PostgreSQLType.int8, PostgreSQLType.int4, PostgreSQLType.int2: return .integer(signed(bytes))
        case PostgreSQLType.bytea: return .blob([UInt8](bytes))
        case PostgreSQLType.numeric: return number(bytes)
        default: return .text(String(decoding: bytes, as: UTF8.self))
        }
    }

    private static func signed(_ bytes: UnsafeRawBufferPointer) -> Int64 {
        guard let first = bytes.first else { return 0 }
        var value: Int64 = first >= 0x80 ? -1 : 0
        for byte in bytes { value = value << 8 | Int64(byte) }
        return value
    }

    /// Sums of integers are NUMERIC: groups of four digits, base 10,000, of which `weight` + 1 stand before the point.
    private static func number(_ bytes: UnsafeRawBufferPointer) -> Value {
        guard bytes.count >= 8 else { return .null }
        func word(_ place: Int) -> Int { Int(bytes[place]) << 8 | Int(bytes[place + 1]) }
        let digits = word(0), weight = Int(Int16(truncatingIfNeeded: word(2))), sign = word(4)
        guard bytes.count >= 8 + digits * 2, sign == 0 || sign == 0x4000, digits <= weight + 1 else {
            return .text("a number with a fraction")
        }
        var value: Int64 = 0
        for place in 0..<max(weight + 1, 0) {
            let digit = place < digits ? Int64(word(8 + place * 2)) : 0
            let (product, tooLarge) = value.multipliedReportingOverflow(by: 10_000)
            let (sum, tooMuch) = product.subtractingReportingOverflow(digit)
            if tooLarge || tooMuch { return .integer(sign == 0 ? Int64.max : Int64.min) }
            value = sum
        }
        // Counted downwards, as the least number has no opposite.
        if sign != 0 { return .integer(value) }
        return value == Int64.min ? .integer(Int64.max) : .integer(-value)
    }
}
