extension JSONParser {
    /// The string whose opening quote is just before `at`; leaves `at` behind the closing one.
    mutating func string() throws(JSONError) -> String {
        let open = at
        skipPlain()
        if at < count, start[at] == UInt8(ascii: "\"") {
            at += 1
            return text(open, at - 1)
        }
        return try longString(open)
    }

    /// The part with escapes and characters beyond ASCII. A copy is made only when there are escapes.
    private mutating func longString(_ open: Int) throws(JSONError) -> String {
        var unescaped: [UInt8] = []
        var copied = open
        while at < count {
            let byte = start[at]
            if byte == UInt8(ascii: "\"") {
                at += 1
                if copied == open { return text(open, at - 1) }
                unescaped.append(contentsOf: UnsafeBufferPointer(start: start + copied, count: at - 1 - copied))
                return String(decoding: unescaped, as: UTF8.self)
            } else if byte == UInt8(ascii: "\\") {
                unescaped.append(contentsOf: UnsafeBufferPointer(start: start + copied, count: at - copied))
                try escape(into: &unescaped)
                copied = at
            } else if byte < 0x20 {
                throw failure(at: at, "a control character in a string must be escaped")
            } else if byte < 0x80 {
                skipPlain()
            } else {
                let length = UTF8Sequence.length(start + at, count - at)
                guard length > 0 else { throw failure(at: at, "the text is not UTF-8") }
                at += length
            }
        }
        throw failure(at: open - 1, "a string has no closing quote")
    }

    private mutating func escape(into bytes: inout [UInt8]) throws(JSONError) {
        let backslash = at
        guard at + 1 < count else { throw failure(at: backslash, "a string has no closing quote") }
        let kind = start[at + 1]
        at += 2
        switch kind {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): bytes.append(kind)
        case UInt8(ascii: "b"): bytes.append(0x08)
        case UInt8(ascii: "f"): bytes.append(0x0C)
        case UInt8(ascii: "n"): bytes.append(0x0A)
        case UInt8(ascii: "r"): bytes.append(0x0D)
        case UInt8(ascii: "t"): bytes.append(0x09)
        case UInt8(ascii: "u"): try unicodeEscape(backslash, into: &bytes)
        default: throw failure(at: backslash, "an escape in a string is unknown")
        }
    }

    private mutating func unicodeEscape(_ backslash: Int, into bytes: inout [UInt8]) throws(JSONError) {
        let first = try fourHexDigits(backslash)
        var scalar = first
        if first & 0xF800 == 0xD800 {
            guard first < 0xDC00, at + 1 < count, start[at] == UInt8(ascii: "\\"), start[at + 1] == UInt8(ascii: "u") else {
                throw failure(at: backslash, "half of a surrogate pair is missing")
            }
            at += 2
            let second = try fourHexDigits(at - 2)
            guard second & 0xFC00 == 0xDC00 else { throw failure(at: backslash, "half of a surrogate pair is missing") }
            scalar = 0x10000 + (first & 0x3FF) << 10 + (second & 0x3FF)
        }
        guard scalar != 0 else { throw failure(at: backslash, JSONError.zero, .textRefused) }
        UTF8Sequence.append(scalar, to: &bytes)
    }

    private mutating func fourHexDigits(_ backslash: Int) throws(JSONError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard at < count, let digit = Hex.digit(start[at]) else {
                throw failure(at: backslash, "\\u needs four hexadecimal digits")
            }
            value = value << 4 | UInt32(digit)
            at += 1
        }
        return value
    }

    private func text(_ from: Int, _ to: Int) -> String {
        String(decoding: UnsafeBufferPointer(start: start + from, count: to - from), as: UTF8.self)
    }

    /// Moves over bytes that need no thought.
    @inline(__always)
    private mutating func skipPlain() { at = PlainText.end(start, from: at, count, asciiOnly: true) }
}

/// Finds the end of text that a JSON string holds as it is, eight bytes at a time.
enum PlainText {
    /// The first place from `at` on with a control character, `"` or `\`, and with `asciiOnly` also with a byte beyond ASCII;
    /// `count` when there is none.
    @inline(__always)
    static func end(_ start: UnsafePointer<UInt8>, from at: Int, _ count: Int, asciiOnly: Bool) -> Int {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let tops: UInt64 = 0x8080_8080_8080_8080
        var at = at
        while at + 8 <= count {
            let word = UnsafeRawPointer(start + at).loadUnaligned(as: UInt64.self)
            let quotes = word ^ (ones &* UInt64(UInt8(ascii: "\"")))
            let backslashes = word ^ (ones &* UInt64(UInt8(ascii: "\\")))
            // A borrow can only mark a byte above a true hit, and the byte loop below then finds the hit first.
            var hits = (quotes &- ones) & ~quotes | (backslashes &- ones) & ~backslashes | (word &- ones &* 0x20) & ~word
            if asciiOnly { hits |= word }
            if hits & tops != 0 { break }
            at += 8
        }
        while at < count {
            let byte = start[at]
            if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || asciiOnly && byte >= 0x80 { break }
            at += 1
        }
        return at
    }
}
