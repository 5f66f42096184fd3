/// A sum over bytes in which one changed word always shows, whatever its bits. Against damage, not against malice.
struct Fingerprint {
    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    /// Blocks of four words, and what is behind the last of them word by word. All pieces but the last are whole blocks.
    ///
    /// Each place of a block has a sum of its own: one sum waits for its multiplication at each word, and four wait together.
    mutating func add(_ bytes: UnsafeRawBufferPointer) {
        var (first, second, third, fourth) = (value, value, value, value)
        var offset = 0
        while bytes.count - offset >= 32 {
            first = Self.step(first, bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            second = Self.step(second, bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self))
            third = Self.step(third, bytes.loadUnaligned(fromByteOffset: offset + 16, as: UInt64.self))
            fourth = Self.step(fourth, bytes.loadUnaligned(fromByteOffset: offset + 24, as: UInt64.self))
            offset += 32
        }
        add(first)
        add(second)
        add(third)
        add(fourth)
        while bytes.count - offset >= 8 {
            add(bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            offset += 8
        }
        guard offset < bytes.count else { return }
        // Filled up with zeros.
        var rest: UInt64 = 0
        for byte in bytes[offset...] { rest = rest << 8 | UInt64(byte) }
        add(rest)
    }

    mutating func add(_ word: UInt64) { value = Self.step(value, word) }

    /// Each step can be undone, so two different words never lead to the same.
    private static func step(_ sum: UInt64, _ word: UInt64) -> UInt64 {
        let product = (sum ^ word) &* 0x9E37_79B9_7F4A_7C15
        return product ^ product >> 32
    }
}
