/// UTF-8 byte sequences as the Unicode standard allows them (table 3-7): no overlong forms, no surrogates, nothing above U+10FFFF.
enum UTF8Sequence {
    /// The length of the well-formed sequence at `start`, 1 to 4; 0 when there is none within `count` bytes.
    static func length(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int {
        guard count > 0 else { return 0 }
        let first = start[0]
        if first < 0x80 { return 1 }
        let length: Int
        var second: ClosedRange<UInt8> = 0x80...0xBF
        switch first {
        case 0xC2...0xDF: length = 2
        case 0xE0: (length, second) = (3, 0xA0...0xBF)
        case 0xED: (length, second) = (3, 0x80...0x9F)
        case 0xE1...0xEF: length = 3
        case 0xF0: (length, second) = (4, 0x90...0xBF)
        case 0xF1...0xF3: length = 4
        case 0xF4: (length, second) = (4, 0x80...0x8F)
        default: return 0
        }
        guard count >= length, second.contains(start[1]) else { return 0 }
        for index in 2..<max(length, 2) where start[index] & 0xC0 != 0x80 { return 0 }
        return length
    }

    static func isValid(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let start = bytes.baseAddress else { return true }
        var at = 0
        while at < bytes.count {
            let length = length(start + at, bytes.count - at)
            if length == 0 { return false }
            at += length
        }
        return true
    }

    /// `scalar` must be a Unicode scalar: not a surrogate, at most 0x10FFFF.
    static func append(_ scalar: UInt32, to bytes: inout [UInt8]) {
        func tail(_ shift: UInt32) -> UInt8 { 0x80 | UInt8(truncatingIfNeeded: scalar >> shift & 0x3F) }
        func head(_ mark: UInt8, _ shift: UInt32) -> UInt8 { mark | UInt8(truncatingIfNeeded: scalar >> shift) }
        if scalar < 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: scalar))
        } else if scalar < 0x800 {
            bytes.append(head(0xC0, 6))
            bytes.append(tail(0))
        } else if scalar < 0x10000 {
            bytes.append(head(0xE0, 12))
            bytes.append(tail(6))
            bytes.append(tail(0))
        } else {
            bytes.append(head(0xF0, 18))
            bytes.append(tail(12))
            bytes.append(tail(6))
            bytes.append(tail(0))
        }
    }
}
