/// Addresses (RFC 3986), as far as they are composed and judged here. Nothing is resolved or normalised.
public enum WebAddress {
    /// Longer ones are refused: browsers cut them.
    public static let bytesMax = 8 << 10

    /// The scheme in lower case; nil when the text is no absolute address, or has spaces or control characters in it.
    @export(interface) public static func scheme(of text: String) -> String? {
        let bytes = Array(text.utf8)
        guard bytes.count <= bytesMax, let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon > 0, colon + 1 < bytes.count else {
            return nil
        }
        for byte in bytes where byte <= 0x20 || byte == 0x7F { return nil }
        var scheme: [UInt8] = []
        for (index, byte) in bytes[..<colon].enumerated() {
            let lower = lowered(byte)
            switch lower {
            case UInt8(ascii: "a")...UInt8(ascii: "z"): break
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
                if index == 0 { return nil }
            default: return nil
            }
            scheme.append(lower)
        }
        return String(decoding: scheme, as: UTF8.self)
    }

    /// True for `http` and `https` with a host.
    @export(interface) public static func isWeb(_ text: String) -> Bool {
        guard let scheme = scheme(of: text), scheme == "http" || scheme == "https" else { return false }
        let rest = Array(text.utf8.dropFirst(scheme.utf8.count + 1))
        guard rest.count > 2, rest[0] == UInt8(ascii: "/"), rest[1] == UInt8(ascii: "/") else { return false }
        switch rest[2] {
        case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: ":"): return false
        default: return true
        }
    }

    /// Adds a query, before the fragment if there is one, after the query that is there. Names and values are encoded here; an
    /// item without a name or a value is left out.
    @export(interface) public static func appending(_ items: [(name: String, value: String)], to address: String) -> String {
        var bytes = Array(address.utf8)
        var fragment: [UInt8] = []
        if let mark = bytes.firstIndex(of: UInt8(ascii: "#")) {
            fragment = Array(bytes[mark...])
            bytes.removeLast(bytes.count - mark)
        }
        var hasQuery = bytes.contains(UInt8(ascii: "?"))
        for item in items where !item.name.isEmpty && !item.value.isEmpty {
            if !hasQuery {
                bytes.append(UInt8(ascii: "?"))
                hasQuery = true
            } else if let last = bytes.last, last != UInt8(ascii: "?"), last != UInt8(ascii: "&") {
                bytes.append(UInt8(ascii: "&"))
            }
            bytes += Array(PercentEncoding.encode(item.name).utf8)
            bytes.append(UInt8(ascii: "="))
            bytes += Array(PercentEncoding.encode(item.value).utf8)
        }
        return String(decoding: bytes + fragment, as: UTF8.self)
    }

    /// The text with every byte encoded that cannot stand in an address. What has a meaning there, and what is encoded already, stays.
    @export(interface) public static func escaped(_ text: String) -> String {
        let bytes = Array(text.utf8)
        var escaped: [UInt8] = []
        escaped.reserveCapacity(bytes.count)
        for (index, byte) in bytes.enumerated() {
            if byte == UInt8(ascii: "%") {
                let isEncoded = bytes.count - index >= 3 && Hex.digit(bytes[index + 1]) != nil && Hex.digit(bytes[index + 2]) != nil
                escaped += isEncoded ? [byte] : Array("%25".utf8)
            } else if byte > 0x20, byte < 0x7F, !isUnwise(byte) {
                escaped.append(byte)
            } else {
                escaped += Array(PercentEncoding.encode(byte: byte))
            }
        }
        return String(decoding: escaped, as: UTF8.self)
    }

    /// Compares the beginning without regard to the case of ASCII letters.
    @export(interface) public static func begins(_ text: String, with start: String) -> Bool {
        var bytes = text.utf8.makeIterator()
        for expected in start.utf8 {
            guard let byte = bytes.next(), lowered(byte) == lowered(expected) else { return false }
        }
        return true
    }

    private static func isUnwise(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"), UInt8(ascii: "^"), UInt8(ascii: "`"),
            UInt8(ascii: "{"), UInt8(ascii: "|"), UInt8(ascii: "}"):
            true
        default: false
        }
    }

    private static func lowered(_ byte: UInt8) -> UInt8 {
        byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
    }
}
