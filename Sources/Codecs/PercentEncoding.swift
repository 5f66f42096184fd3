/// Percent-encoding of URL components (RFC 3986, section 2.1).
public enum PercentEncoding {
    /// Keeps letters, digits and `-._~`; every other byte of the UTF-8 text becomes `%XX`.
    @export(interface) public static func encode(_ text: String) -> String {
        Array(text.utf8).withUnsafeBytes { encode(bytes: $0) }
    }

    @export(interface) public static func encode(bytes: UnsafeRawBufferPointer) -> String {
        var encoded: [UInt8] = []
        encoded.reserveCapacity(bytes.count)
        for byte in bytes {
            if isUnreserved(byte) {
                encoded.append(byte)
            } else {
                encoded += encode(byte: byte)
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    static func encode(byte: UInt8) -> [UInt8] { [UInt8(ascii: "%"), upper(byte >> 4), upper(byte & 15)] }

    /// True when the text holds at least one encoded byte and nothing that would have to be encoded.
    @export(interface) public static func isEncoded(_ text: String) -> Bool {
        var hasEncoded = false
        for byte in text.utf8 {
            if byte == UInt8(ascii: "%") { hasEncoded = true } else if !isUnreserved(byte) { return false }
        }
        return hasEncoded && Self.text(of: text) != nil
    }

    /// nil when a `%` lacks its two digits, or the result is not UTF-8 or holds U+0000, which no text of a request may hold. A `+` stays a
    /// `+`.
    @export(interface) public static func decode(_ text: String) -> String? {
        guard let decoded = Self.text(of: text) else { return nil }
        for byte in decoded.utf8 where byte == 0 { return nil }
        return decoded
    }

    private static func text(of text: String) -> String? {
        let bytes = [UInt8](text.utf8)
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var at = 0
        while at < bytes.count {
            if bytes[at] == UInt8(ascii: "%") {
                guard bytes.count - at >= 3, let high = Hex.digit(bytes[at + 1]), let low = Hex.digit(bytes[at + 2]) else { return nil }
                decoded.append(high << 4 | low)
                at += 3
            } else {
                decoded.append(bytes[at])
                at += 1
            }
        }
        guard decoded.withUnsafeBufferPointer({ UTF8Sequence.isValid($0) }) else { return nil }
        return String(decoding: decoded, as: UTF8.self)
    }

    /// Decodes the bytes beyond ASCII alone, as they stand in an address that a browser shows.
    @export(interface) public static func decodeLetters(_ text: String) -> String {
        let bytes = Array(text.utf8)
        var letters: [UInt8] = []
        var at = 0
        while at < bytes.count {
            if bytes[at] == UInt8(ascii: "%"), bytes.count - at >= 3, let high = Hex.digit(bytes[at + 1]), high >= 8,
                let low = Hex.digit(bytes[at + 2])
            {
                letters.append(high << 4 | low)
                at += 3
            } else {
                letters.append(bytes[at])
                at += 1
            }
        }
        return String(decoding: letters, as: UTF8.self)
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
        default: false
        }
    }

    private static func upper(_ digit: UInt8) -> UInt8 {
        digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") + digit - 10
    }
}
