// The Fronts room: the server APIs that others have published, as text in and text out: which request of the service a call is, and how its reply
// reads there. No rule of the game is here, no SQL, and nothing of who carries the text.
import Messages
import Wire

/// One call of a game server, as it came in over whatever carries it.
public struct ServerCall: Sendable {
    /// `/{product}/{version}/apps/{appId}/{path...}?{query}`, percent-decoded.
    struct Target: Sendable {
        var product: String
        var version: String
        var appId: String
        var path: [String]
        var query: [(name: String, value: String)]

        func query(_ name: String) -> String? {
            for item in query where item.name == name { return item.value }
            return nil
        }
    }

    public static let methodBytesMax = 16
    public static let pathBytesMax = 4_096
    public static let transactionIdBytesMax = 256
    public static let bodyBytesMax = 1 << 20

    let method: String
    let path: String
    /// What the caller says to be let in with.
    let key: String?
    /// `X-TCGB-Transaction-Id` as the caller sent it: the key under which a repeated consume gets its first answer again.
    let transactionId: String?
    let body: String

    @export(interface) public init(method: String, path: String, key: String?, transactionId: String?, body: String) {
        self.method = method
        self.path = path
        self.key = key
        self.transactionId = transactionId
        self.body = body
    }

    var target: Target? {
        let (route, queryText) = Self.cut(path, at: UInt8(ascii: "?"))
        let raw = Self.split(route, at: UInt8(ascii: "/"))
        guard raw.count >= 6, raw[0].isEmpty, raw[3] == "apps" else { return nil }
        var parts: [String] = []
        for part in raw.dropFirst() {
            guard let decoded = PercentEncoding.decode(part), !decoded.isEmpty else { return nil }
            parts.append(decoded)
        }
        var query: [(name: String, value: String)] = []
        for item in Self.split(queryText, at: UInt8(ascii: "&")) where !item.isEmpty {
            let (name, value) = Self.cut(item, at: UInt8(ascii: "="))
            guard let name = PercentEncoding.decode(name), let value = PercentEncoding.decode(value) else { return nil }
            query.append((name, value))
        }
        return Target(product: parts[0], version: parts[1], appId: parts[3], path: Array(parts.dropFirst(4)), query: query)
    }

    private static func cut(_ text: String, at separator: UInt8) -> (String, String) {
        let bytes = Array(text.utf8)
        guard let place = bytes.firstIndex(of: separator) else { return (text, "") }
        return (String(decoding: bytes[..<place], as: UTF8.self), String(decoding: bytes[(place + 1)...], as: UTF8.self))
    }

    private static func split(_ text: String, at separator: UInt8) -> [String] {
        var parts: [String] = []
        var part: [UInt8] = []
        for byte in text.utf8 {
            if byte == separator {
                parts.append(String(decoding: part, as: UTF8.self))
                part.removeAll(keepingCapacity: true)
            } else {
                part.append(byte)
            }
        }
        parts.append(String(decoding: part, as: UTF8.self))
        return parts
    }
}
