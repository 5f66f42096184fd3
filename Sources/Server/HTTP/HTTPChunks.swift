/// The framing of a body that comes in chunks (RFC 9112, section 7.1), byte by byte. Only one form of everything is read: no space beside a
/// size, line ends of two bytes, nothing behind the last chunk but its line end.
struct HTTPChunks {
    private enum State { case size, words, sizeEnd, data, dataReturn, dataEnd, last, lastEnd, over }

    /// Of one size; seven digits are 256 MiB, more than any body may have.
    static let digitsMax = 7
    /// Of all extensions of one body: they mean nothing here, and each costs its reading.
    static let extensionBytesMax = 1_024

    private var state = State.size
    private var digits = 0
    /// Of the chunk under way, what is still to come.
    private var left = 0
    private var extensionBytes = 0

    var isOver: Bool { state == .over }

    /// - Returns: how many of the bytes belong to this body and were read. None behind its end are, nor data above `most` bytes of `body`.
    mutating func take(_ bytes: ArraySlice<UInt8>, into body: inout [UInt8], most: Int) throws(HTTPRefusal) -> Int {
        var at = bytes.startIndex
        while at < bytes.endIndex, state != .over {
            guard state == .data else {
                try step(bytes[at])
                at += 1
                continue
            }
            let count = min(left, bytes.endIndex - at, most - body.count)
            if count <= 0 { break }
            body += bytes[at..<(at + count)]
            at += count
            left -= count
            if left == 0 { state = .dataReturn }
        }
        return at - bytes.startIndex
    }

    private mutating func step(_ byte: UInt8) throws(HTTPRefusal) {
        switch state {
        case .size: try stepSize(byte)
        case .words:
            if byte == Self.carriageReturn {
                state = .sizeEnd
                return
            }
            extensionBytes += 1
            guard byte >= 0x20 && byte < 0x7f || byte == Self.tab else { throw Self.wrong("a chunk's extension is not plain text") }
            guard extensionBytes <= Self.extensionBytesMax else {
                throw Self.wrong("the chunks' extensions may have \(Self.extensionBytesMax) bytes together")
            }
        case .sizeEnd:
            try expect(byte, Self.newLine, then: left == 0 ? .last : .data)
            digits = 0
        case .dataReturn: try expect(byte, Self.carriageReturn, then: .dataEnd)
        case .dataEnd: try expect(byte, Self.newLine, then: .size)
        case .last:
            guard byte == Self.carriageReturn else { throw Self.wrong("fields behind the last chunk are not read") }
            state = .lastEnd
        case .lastEnd: try expect(byte, Self.newLine, then: .over)
        case .data, .over: break
        }
    }

    private mutating func stepSize(_ byte: UInt8) throws(HTTPRefusal) {
        if let digit = Self.digit(byte) {
            digits += 1
            guard digits <= Self.digitsMax else { throw Self.wrong("a chunk's size may have \(Self.digitsMax) digits") }
            left = left << 4 | digit
        } else if digits > 0, byte == Self.carriageReturn {
            state = .sizeEnd
        } else if digits > 0, byte == UInt8(ascii: ";") {
            state = .words
        } else {
            throw Self.wrong("a chunk's size is not hexadecimal digits alone")
        }
    }

    private mutating func expect(_ byte: UInt8, _ wanted: UInt8, then next: State) throws(HTTPRefusal) {
        guard byte == wanted else { throw Self.wrong("a chunk does not end with a carriage return and a line feed") }
        state = next
    }

    private static let carriageReturn = UInt8(ascii: "\r")
    private static let newLine = UInt8(ascii: "\n")
    private static let tab = UInt8(ascii: "\t")

    private static func wrong(_ message: String) -> HTTPRefusal { HTTPRefusal(400, "transfer-encoding: " + message) }

    private static func digit(_ byte: UInt8) -> Int? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): Int(byte - UInt8(ascii: "a")) + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): Int(byte - UInt8(ascii: "A")) + 10
        default: nil
        }
    }
}
