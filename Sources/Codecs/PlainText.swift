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
