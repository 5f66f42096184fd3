/// Cuts text at a byte, as the parts of an address are told apart: before anything in them is decoded.
enum TextParts {
    /// What is before the first `separator` and what is after it; without one, the text and nothing.
    static func cut(_ text: String, at separator: UInt8) -> (String, String) {
        let bytes = Array(text.utf8)
        guard let place = bytes.firstIndex(of: separator) else { return (text, "") }
        return (String(decoding: bytes[..<place], as: UTF8.self), String(decoding: bytes[(place + 1)...], as: UTF8.self))
    }

    static func split(_ text: String, at separator: UInt8) -> [String] {
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
