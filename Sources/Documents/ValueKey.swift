import Codecs
import Linux

/// A value as bytes: two values are equal when their keys are, and sort as their keys do, byte by byte. So one function says what is equal,
/// what comes first and where a value stands in an index. The types sort in MongoDB's order.
public struct ValueKey: Hashable, Sendable {
    public private(set) var bytes: [UInt8] = []

    enum Kind: UInt8 {
        /// In sorting alone: a list without elements is below everything.
        case emptyList = 0x05
        case null = 0x10
        case number = 0x20
        case text = 0x30
        case object = 0x40
        case list = 0x50
        case bool = 0x60
        case date = 0x70
    }

    /// Bytes of a key that an index keeps and that sorting looks at; what is longer is looked at whole only for equality.
    public static let sortedBytesMax = 1_024

    private static let numberBytes = 11

    static let null = ValueKey(JSON.null)
    static let emptyList = ValueKey(kind: .emptyList)

    @export(interface) public init(_ json: JSON) { append(json) }

    private init(kind: Kind) { bytes = [kind.rawValue] }

    var kind: Kind? { bytes.first.flatMap { Kind(rawValue: $0) } }

    static func precedes(_ a: ValueKey, _ b: ValueKey) -> Bool { a.bytes.lexicographicallyPrecedes(b.bytes) }

    /// For sorting: that objects have no order among each other keeps the keys short.
    var sortingBytes: [UInt8] { kind == .object || kind == .list ? Array(bytes.prefix(1)) : indexedBytes }

    /// For finding in an index; who finds by it compares the rest.
    @export(interface) public var indexedBytes: [UInt8] {
        bytes.count > Self.sortedBytesMax ? Array(bytes.prefix(Self.sortedBytesMax)) : bytes
    }

    private mutating func append(_ json: JSON) {
        switch TypedValue(json) {
        case .null: begin(.null)
        case .bool(let value):
            begin(.bool)
            bytes.append(value ? 1 : 0)
        case .number(let number):
            if bytes.isEmpty { bytes.reserveCapacity(Self.numberBytes) }
            begin(.number)
            appendNumber(number)
        case .text(let text):
            begin(.text)
            appendText(text)
        case .date(let milliseconds):
            begin(.date)
            appendOrdered(milliseconds)
        case .geoPoint(let point): appendObject("G", point.latitude, point.longitude)
        case .pointer(let pointer):
            begin(.object)
            bytes.append(UInt8(ascii: "P"))
            appendText(pointer.className)
            appendText(pointer.objectId)
        case .relation(let className):
            begin(.object)
            bytes.append(UInt8(ascii: "R"))
            appendText(className)
        case .list(let elements):
            begin(.list)
            for element in elements { append(element) }
            // Below every kind, so that a longer list comes behind.
            bytes.append(0)
        case .dictionary(let object):
            begin(.object)
            bytes.append(UInt8(ascii: "D"))
            for place in ascending(object.members.map { Array($0.key.utf8) }) {
                bytes.append(1)
                appendText(object.members[place].key)
                append(object.members[place].value)
            }
            bytes.append(0)
        }
    }

    private mutating func begin(_ kind: Kind) { bytes.append(kind.rawValue) }

    private mutating func appendObject(_ letter: Unicode.Scalar, _ first: Double, _ second: Double) {
        begin(.object)
        bytes.append(UInt8(ascii: letter))
        appendOrdered(first)
        appendOrdered(second)
    }

    /// A NUL inside is followed by a byte that is above the end.
    private mutating func appendText(_ text: String) {
        for byte in text.utf8 {
            bytes.append(byte)
            if byte == 0 { bytes.append(0xFF) }
        }
        bytes.append(0)
        bytes.append(0)
    }

    /// The next lower Double, then what an integer has beyond it: integers and doubles sort among each other, exactly.
    private mutating func appendNumber(_ number: JSON) {
        guard let integer = number.int64Value else {
            let real = number.doubleValue ?? (number.decimalText?.utf8.first == UInt8(ascii: "-") ? -Double.infinity : Double.infinity)
            appendOrdered(real)
            bytes.append(0)
            bytes.append(0)
            return
        }
        var lower = Double(integer)
        // 2^63 is a Double that Int64 does not hold.
        if lower >= 0x1p63 || Int64(lower) > integer { lower = lower.nextDown }
        appendOrdered(lower)
        let beyond = UInt16(truncatingIfNeeded: integer &- Int64(lower))
        bytes.append(UInt8(beyond >> 8))
        bytes.append(UInt8(beyond & 0xFF))
    }

    private mutating func appendOrdered(_ real: Double) {
        // -0 is 0.
        let bits = (real == 0 ? 0.0 : real).bitPattern
        appendBigEndian(bits >> 63 == 0 ? bits | 1 << 63 : ~bits)
    }

    private mutating func appendOrdered(_ integer: Int64) { appendBigEndian(UInt64(bitPattern: integer) ^ 1 << 63) }

    private mutating func appendBigEndian(_ word: UInt64) {
        withUnsafeBytes(of: word.bigEndian) { bytes.append(contentsOf: $0) }
    }
}
