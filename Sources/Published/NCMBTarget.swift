import Codecs
import Linux

/// Where a call goes: `/2013-09-01/{path...}?{query}`, percent-decoded.
struct NCMBTarget: Sendable {
    static let version = "2013-09-01"

    let path: [String]
    private let query: [String]

    /// nil for a path that nothing is served at.
    init?(_ address: String) {
        let (route, queryText) = TextParts.cut(address, at: UInt8(ascii: "?"))
        var raw = TextParts.split(route, at: UInt8(ascii: "/"))
        if raw.count > 3, let last = raw.last, last.isEmpty { raw.removeLast() }
        guard raw.count > 2, raw[0].isEmpty, raw[1] == Self.version else { return nil }
        var path: [String] = []
        for part in raw.dropFirst(2) {
            guard let decoded = PercentEncoding.decode(part), Self.isPart(decoded) else { return nil }
            path.append(decoded)
        }
        self.path = path
        query = TextParts.split(queryText, at: UInt8(ascii: "&"))
    }

    /// The script that a call of the host of scripts asks for. None can be there, so each is answered as one that is missing.
    static func script(_ address: String) -> String? {
        let (route, _) = TextParts.cut(address, at: UInt8(ascii: "?"))
        let raw = TextParts.split(route, at: UInt8(ascii: "/"))
        guard raw.count == 4, raw[0].isEmpty, raw[1] == "2015-09-01", raw[2] == "script", let name = PercentEncoding.decode(raw[3]) else {
            return nil
        }
        return isPart(name) ? name : nil
    }

    /// A slash that was encoded would make two paths one for those who sign the decoded path.
    static func isPart(_ text: String) -> Bool {
        if text.isEmpty { return false }
        for byte in text.utf8 where byte < 0x20 || byte == UInt8(ascii: "/") || byte == 0x7F { return false }
        return true
    }

    /// The first value of that name; nil when it is not given. Some clients write a space as `+`, and then a plus always as `%2B`.
    func value(_ name: String) throws(NCMBRefusal) -> String? {
        for item in query {
            let (rawName, raw) = TextParts.cut(item, at: UInt8(ascii: "="))
            guard rawName == name || PercentEncoding.decode(rawName) == name else { continue }
            let spaced = raw.utf8.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
            guard let value = PercentEncoding.decode(String(decoding: spaced, as: UTF8.self)) else { throw .format(name) }
            return value
        }
        return nil
    }
}
