/// Looks for a plain text byte by byte, in the way of Knuth, Morris and Pratt: no byte of the text is read again.
struct PatternLiteral {
    private let bytes: [UInt8]
    /// How many bytes are still matched when the byte behind so many and one more is a wrong one.
    private let borders: [Int]

    init(_ scalars: [UInt32]) {
        bytes = [UInt8](Self.text(scalars).utf8)
        var borders: [Int] = []
        var matched = 0
        for (index, byte) in bytes.enumerated() {
            if index > 0 {
                while matched > 0, bytes[matched] != byte { matched = borders[matched - 1] }
                if bytes[matched] == byte { matched += 1 }
            }
            borders.append(matched)
        }
        self.borders = borders
    }

    static func text(_ scalars: [UInt32]) -> String {
        var text = ""
        for scalar in scalars {
            if let scalar = Unicode.Scalar(scalar) { text.unicodeScalars.append(scalar) }
        }
        return text
    }

    func isFound(in text: UnsafeBufferPointer<UInt8>) -> Bool {
        if bytes.isEmpty { return true }
        var matched = 0
        for byte in text {
            while matched > 0, bytes[matched] != byte { matched = borders[matched - 1] }
            if bytes[matched] == byte { matched += 1 }
            if matched == bytes.count { return true }
        }
        return false
    }
}
