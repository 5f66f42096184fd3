import Codecs
import Linux
import Messages

/// What the audit log says, from its end: people read what they and others did.
enum AuditPage {
    static let entriesMax = 100
    /// Read of the file for one page; where nothing of the app stands in it the next page goes on.
    static let bytesMax = 1 << 20

    /// - Parameter app: nil: of every app.
    /// - Parameter before: where the page before ended; nil: the newest.
    static func read(_ path: String, app: String?, before: Int?) -> JSON {
        guard let file = try? OpenFile.open(path) else { return ["entries": [], "before": .null] }
        let end = min(max(0, before ?? file.size), file.size)
        let start = max(0, end - bytesMax)
        guard let bytes = try? file.read(at: start, count: end - start) else { return ["entries": [], "before": .null] }
        var entries: [JSON] = []
        var at = bytes.count
        var next = start
        while at > 0, entries.count < entriesMax {
            // A line ends with its line feed, which is left out.
            let last = bytes[at - 1] == UInt8(ascii: "\n") ? at - 1 : at
            let first = bytes[..<last].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
            // What begins before this piece is read with the next one, unless it fills one alone.
            if first == 0, start > 0, at < bytes.count { break }
            if let entry = entry(Array(bytes[first..<last]), app) { entries.append(entry) }
            at = first
            next = start + at
        }
        return ["entries": .array(entries), "before": next > 0 ? .string(String(next)) : .null]
    }

    private static func entry(_ line: [UInt8], _ app: String?) -> JSON? {
        // Other lines of a server's log name no key, not even null.
        guard let fact = try? JSON.parse(bytes: line), fact["request"] != nil, fact["key"] != nil else { return nil }
        if let app, fact["app"]?.stringValue != app { return nil }
        return [
            "date": fact["time"] ?? .null, "who": fact["person"] ?? fact["key"] ?? .null, "app": fact["app"] ?? .null,
            "name": fact["request"] ?? .null, "object": fact["object"] ?? .null, "resultCode": fact["resultCode"] ?? .null,
            "address": fact["address"] ?? .null, "token": fact["token"] ?? .null,
        ]
    }
}
