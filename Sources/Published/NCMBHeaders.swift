/// Headers as one text, a line each.
public enum NCMBHeaders {
    /// - Returns: nil when a line has no colon, or no name before it.
    @export(interface) public static func read(_ text: String) -> [(name: String, value: String)]? {
        var headers: [(name: String, value: String)] = []
        for line in text.utf8.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) {
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex else { return nil }
            let value = trimmed(line[line.index(after: colon)...])
            headers.append((name: String(decoding: Array(line[..<colon]), as: UTF8.self), value: String(decoding: value, as: UTF8.self)))
        }
        return headers
    }

    @export(interface) public static func text(_ headers: [(name: String, value: String)]) -> String {
        var text = ""
        for header in headers { text += header.name + ": " + header.value + "\r\n" }
        return text
    }

    private static func trimmed(_ value: Substring.UTF8View) -> [UInt8] {
        let isSpace = { (byte: UInt8) -> Bool in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        var bytes = Array(value.drop(while: isSpace))
        while let last = bytes.last, isSpace(last) { bytes.removeLast() }
        return bytes
    }
}
