import CLinux

/// Cuts text at a byte: what stands between is never looked at as characters, which would take the tables of Unicode.
public enum TextParts {
    /// What is before the first `separator` and what is after it; without one, the text and nothing.
    @export(interface) public static func cut(_ text: String, at separator: UInt8) -> (String, String) {
        let parts = split(text, at: separator, cuts: 1)
        return (parts[0], parts.count == 2 ? parts[1] : "")
    }

    /// - Parameter cuts: at most; what is behind the last of them stays whole.
    /// - Returns: one part or more; some may be empty.
    @export(interface) public static func split(_ text: String, at separator: UInt8, cuts: Int = Int.max) -> [String] {
        var parts: [String] = []
        var text = text
        text.withUTF8 { bytes in
            var start = 0
            for place in bytes.indices where bytes[place] == separator && parts.count < cuts {
                parts.append(Self.text(bytes[start..<place]))
                start = place + 1
            }
            parts.append(Self.text(bytes[start...]))
        }
        return parts
    }

    /// What is behind `prefix`; nil when the text does not begin so.
    @export(interface) public static func rest(of text: String, behind prefix: String) -> String? {
        guard text.utf8.starts(with: prefix.utf8) else { return nil }
        return String(decoding: text.utf8.dropFirst(prefix.utf8.count), as: UTF8.self)
    }

    private static func text(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String {
        String(decoding: UnsafeBufferPointer(rebasing: bytes), as: UTF8.self)
    }
}

/// Numbers from text, with a point as the decimal mark in whatever locale the host has set.
public enum NumberText {
    /// nil when the whole text is not one finite number.
    @export(interface) public static func double(_ text: String) -> Double? {
        var value = 0.0
        guard text.withCString({ gb_double($0, &value) }) else { return nil }
        return value
    }

    /// nil when the whole text is not one finite number.
    @export(interface) public static func float(_ text: String) -> Float? {
        var value: Float = 0
        guard text.withCString({ gb_float($0, &value) }) else { return nil }
        return value
    }
}
