// The Published room: the server APIs that others have published, as text in and text out: which request of the service a call is, and how its reply
// reads there. No rule of the game is here, no SQL, and nothing of who carries the text.
import Codecs
import Linux
import Messages

/// One call of a game server, as it came in over whatever carries it.
public struct ServerCall: Sendable {
    /// `/{product}/{version}/apps/{appId}/{path...}?{query}`, percent-decoded; NHN Cloud Push says `appkeys` for `apps`.
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

    /// The app that the path names; nil when it names none.
    @export(interface) public var appId: String? { target?.appId }

    /// Whether it comes by the paths of NHN Cloud Push itself, and not by those that the Gamebase Server API wraps around them.
    var isOfPush: Bool {
        #if hasFeature(Embedded)
        false
        #else
        path.utf8.starts(with: "/push/v".utf8)
        #endif
    }

    var target: Target? {
        let (route, queryText) = TextParts.cut(path, at: UInt8(ascii: "?"))
        let raw = TextParts.split(route, at: UInt8(ascii: "/"))
        guard raw.count >= 6, raw[0].isEmpty, raw[3] == (isOfPush ? "appkeys" : "apps") else { return nil }
        var parts: [String] = []
        for part in raw.dropFirst() {
            guard let decoded = PercentEncoding.decode(part), !decoded.isEmpty else { return nil }
            parts.append(decoded)
        }
        var query: [(name: String, value: String)] = []
        for item in TextParts.split(queryText, at: UInt8(ascii: "&")) where !item.isEmpty {
            let (name, value) = TextParts.cut(item, at: UInt8(ascii: "="))
            guard let name = PercentEncoding.decode(name), let value = PercentEncoding.decode(value) else { return nil }
            query.append((name, value))
        }
        return Target(product: parts[0], version: parts[1], appId: parts[3], path: Array(parts.dropFirst(4)), query: query)
    }
}
