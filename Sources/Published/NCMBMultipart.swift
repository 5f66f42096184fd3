import Codecs
import Linux

/// The parts of a form (RFC 7578), as uploads send them.
enum NCMBMultipart {
    static let partsMax = 16
    static let headersBytesMax = 8_192
    static let boundaryBytesMax = 70

    struct Part {
        var name: String
        var type: String?
        let content: Range<Int>

        /// Its type is kept and sent again in a head.
        var isPlain: Bool {
            for byte in (type ?? "").utf8 where byte < 0x20 || byte >= 0x7F { return false }
            return true
        }
    }

    /// What the part `acl` says; nil without one.
    static func accessList(_ parts: [Part], of body: [UInt8]) throws(NCMBRefusal) -> JSON? {
        guard let acl = parts.first(where: { $0.name == "acl" }), !acl.content.isEmpty else { return nil }
        return try NCMBCall.json(Array(body[acl.content]), .standard)
    }

    /// - Parameter type: of a `Content-Type` header.
    /// - Returns: nil for another type, or one without a boundary.
    static func boundary(_ type: String) -> [UInt8]? {
        let values = TextParts.split(type, at: UInt8(ascii: ";"))
        guard isSame(trimmed(values[0]), "multipart/form-data"), let boundary = parameter("boundary", type) else { return nil }
        let bytes = Array(boundary.utf8)
        return bytes.isEmpty || bytes.count > boundaryBytesMax ? nil : bytes
    }

    /// - Returns: nil for a body that is no form with that boundary, or has too many parts.
    static func parts(_ body: [UInt8], _ boundary: [UInt8]) -> [Part]? {
        let line = [UInt8(ascii: "-"), UInt8(ascii: "-")] + boundary
        let delimiter = [0x0D, 0x0A] + line
        var at: Int
        if isAt(body, 0, line) {
            at = line.count
        } else {
            guard let place = place(of: delimiter, in: body, from: 0, to: body.count) else { return nil }
            at = place + delimiter.count
        }
        var parts: [Part] = []
        while !isAt(body, at, [UInt8(ascii: "-"), UInt8(ascii: "-")]) {
            while at < body.count, body[at] == UInt8(ascii: " ") || body[at] == UInt8(ascii: "\t") { at += 1 }
            guard parts.count < partsMax, isAt(body, at, [0x0D, 0x0A]) else { return nil }
            // The line before the headers ends where they begin, so a part without any is found, too.
            let headersEnd = Swift.min(body.count, at + headersBytesMax)
            guard let end = place(of: [0x0D, 0x0A, 0x0D, 0x0A], in: body, from: at, to: headersEnd) else { return nil }
            guard let next = place(of: delimiter, in: body, from: end + 2, to: body.count) else { return nil }
            let part = part(Array(body[at..<end]), Swift.min(end + 4, next)..<next)
            guard part.isPlain else { return nil }
            parts.append(part)
            at = next + delimiter.count
        }
        return parts
    }

    static func part(_ headers: [UInt8], _ content: Range<Int>) -> Part {
        var part = Part(name: "", type: nil, content: content)
        for line in TextParts.split(String(decoding: headers, as: UTF8.self), at: 0x0A) {
            let (name, value) = TextParts.cut(line, at: UInt8(ascii: ":"))
            if isSame(trimmed(name), "content-disposition") { part.name = parameter("name", value) ?? "" }
            if isSame(trimmed(name), "content-type") { part.type = trimmed(value) }
        }
        return part
    }

    /// `name=value` or `name="value"` behind a semicolon that stands in no quotes.
    private static func parameter(_ name: String, _ value: String) -> String? {
        var isQuoted = false
        var isEscaped = false
        var parts: [[UInt8]] = [[]]
        for byte in value.utf8 {
            if byte == UInt8(ascii: ";"), !isQuoted {
                parts.append([])
                continue
            }
            if byte == UInt8(ascii: "\""), !isEscaped {
                isQuoted = !isQuoted
                continue
            }
            isEscaped = isQuoted && byte == UInt8(ascii: "\\") && !isEscaped
            if !isEscaped { parts[parts.count - 1].append(byte) }
        }
        for part in parts.dropFirst() {
            let (key, value) = TextParts.cut(String(decoding: part, as: UTF8.self), at: UInt8(ascii: "="))
            if isSame(trimmed(key), name) { return trimmed(value) }
        }
        return nil
    }

    private static func isSame(_ text: String, _ lowercased: String) -> Bool {
        text.utf8.count == lowercased.utf8.count && WebAddress.begins(text, with: lowercased)
    }

    private static func trimmed(_ text: String) -> String {
        func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
        var bytes = Array(text.utf8)[...]
        while let first = bytes.first, isSpace(first) { bytes = bytes.dropFirst() }
        while let last = bytes.last, isSpace(last) { bytes = bytes.dropLast() }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func isAt(_ body: [UInt8], _ place: Int, _ bytes: [UInt8]) -> Bool {
        guard place >= 0, body.count - place >= bytes.count else { return false }
        for index in bytes.indices where body[place + index] != bytes[index] { return false }
        return true
    }

    private static func place(of bytes: [UInt8], in body: [UInt8], from: Int, to end: Int) -> Int? {
        guard let first = bytes.first, from <= end - bytes.count else { return nil }
        for place in from...(end - bytes.count) where body[place] == first && isAt(body, place, bytes) { return place }
        return nil
    }
}
