/// Base64 with the standard alphabet and padding (RFC 4648, section 4).
public enum Base64 {
    private static let alphabet: [UInt8] = [UInt8]("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    @export(interface) public static func encode(_ bytes: [UInt8]) -> String {
        var text = digits(bytes, alphabet)
        while text.count % 4 != 0 { text.append(UInt8(ascii: "=")) }
        return String(decoding: text, as: UTF8.self)
    }

    /// nil for anything but what `encode` writes: another character, missing padding, stray bits at the end.
    @export(interface) public static func decode(_ text: String) -> [UInt8]? {
        let digits = [UInt8](text.utf8)
        guard digits.count % 4 == 0 else { return nil }
        var end = digits.count
        while end > 0, digits.count - end < 2, digits[end - 1] == UInt8(ascii: "=") { end -= 1 }
        return bytes(digits[..<end], last: (UInt8(ascii: "+"), UInt8(ascii: "/")))
    }

    /// What `digits` was made of; `last` are the two digits in which alphabets differ.
    /// nil for any other digit, for an impossible length, and for stray bits at the end: each value has one spelling.
    static func bytes(_ digits: ArraySlice<UInt8>, last: (UInt8, UInt8)) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count * 3 / 4)
        var bits: UInt32 = 0
        var count: UInt32 = 0
        for digit in digits {
            switch digit {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): bits = bits << 6 | UInt32(digit - UInt8(ascii: "A"))
            case UInt8(ascii: "a")...UInt8(ascii: "z"): bits = bits << 6 | UInt32(digit - UInt8(ascii: "a")) + 26
            case UInt8(ascii: "0")...UInt8(ascii: "9"): bits = bits << 6 | UInt32(digit - UInt8(ascii: "0")) + 52
            case last.0: bits = bits << 6 | 62
            case last.1: bits = bits << 6 | 63
            default: return nil
            }
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> count))
            }
        }
        guard count < 6, bits & (1 << count - 1) == 0 else { return nil }
        return bytes
    }

    /// Six bits a digit, without padding. `alphabet` has 64 digits.
    static func digits(_ bytes: [UInt8], _ alphabet: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count * 4 + 2) / 3)
        var bits: UInt32 = 0
        var count: UInt32 = 0
        for byte in bytes {
            bits = bits << 8 | UInt32(byte)
            count += 8
            while count >= 6 {
                count -= 6
                text.append(alphabet[Int(bits >> count & 63)])
            }
        }
        if count > 0 { text.append(alphabet[Int(bits << (6 - count) & 63)]) }
        return text
    }
}

/// Base64 with the alphabet of URLs and without padding (RFC 4648, section 5).
public enum Base64URL {
    private static let alphabet: [UInt8] = [UInt8]("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    @export(interface) public static func encode(_ bytes: [UInt8]) -> String {
        String(decoding: Base64.digits(bytes, alphabet), as: UTF8.self)
    }

    /// nil for any other character, padding included, for an impossible length, and for stray bits at the end: each value has
    /// one spelling.
    @export(interface) public static func decode(_ text: String) -> [UInt8]? {
        Base64.bytes([UInt8](text.utf8)[...], last: (UInt8(ascii: "-"), UInt8(ascii: "_")))
    }
}
