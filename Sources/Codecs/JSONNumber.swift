extension JSONParser {
    /// Whether the whole text is one JSON number.
    static func isNumber(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            guard bytes.count > 0, let start = bytes.baseAddress else { return false }
            var parser = JSONParser(start: start, count: bytes.count, limits: .standard)
            do throws(JSONError) {
                _ = try parser.number()
                return parser.at == bytes.count
            } catch {
                return false
            }
        }
    }

    /// A number from `at` on: an Int64 when it is one, otherwise its text.
    mutating func number() throws(JSONError) -> JSON {
        let first = at
        let negative = start[at] == UInt8(ascii: "-")
        if negative { at += 1 }

        let digits = at
        var magnitude: UInt64 = 0
        var overflow = false
        while let digit = digit() {
            let (product, overflowed) = magnitude.multipliedReportingOverflow(by: 10)
            let (sum, carried) = product.addingReportingOverflow(digit)
            magnitude = sum
            overflow = overflow || overflowed || carried
            at += 1
        }
        guard at > digits else { throw failure(at: at, "a digit is expected") }
        if at - digits > 1, start[digits] == UInt8(ascii: "0") { throw failure(at: digits, "a number starts with a needless zero") }

        var isInteger = true
        if at < count, start[at] == UInt8(ascii: ".") {
            isInteger = false
            at += 1
            try digitsAreNext()
        }
        if at < count, start[at] | 0x20 == UInt8(ascii: "e") {
            isInteger = false
            at += 1
            if at < count, start[at] == UInt8(ascii: "+") || start[at] == UInt8(ascii: "-") { at += 1 }
            try digitsAreNext()
        }

        if isInteger, !overflow {
            if !negative, let value = Int64(exactly: magnitude) { return .integer(value) }
            // -0 has a sign that an integer cannot keep.
            if negative, magnitude != 0, magnitude <= UInt64(Int64.max) + 1 { return .integer(Int64(truncatingIfNeeded: 0 &- magnitude)) }
        }
        return .decimal(String(decoding: UnsafeBufferPointer(start: start + first, count: at - first), as: UTF8.self))
    }

    private mutating func digitsAreNext() throws(JSONError) {
        guard digit() != nil else { throw failure(at: at, "a digit is expected") }
        while digit() != nil { at += 1 }
    }

    @inline(__always)
    private func digit() -> UInt64? {
        guard at < count else { return nil }
        let value = start[at] &- UInt8(ascii: "0")
        return value <= 9 ? UInt64(value) : nil
    }
}
