import CLinux

/// Random bytes out of a seed that the system gave earlier, for the time when it gives none any more: a filter that a host sets up late must
/// neither stop the player nor weaken a secret. ChaCha20 (RFC 8439, 2.3); who does not know the seed cannot tell it from randomness.
enum RandomStretch {
    static let seedWords = 8
    private static let blockWords = 16

    /// Fills `room` with block after block.
    /// - Parameter position: four words that never come twice with one seed.
    static func fill(_ room: UnsafeMutableRawBufferPointer, seed: UnsafePointer<UInt32>, position: (UInt32, UInt32, UInt32)) {
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 2 * blockWords) { words in
            guard let input = words.baseAddress else { return }
            let state = input + blockWords
            (input[0], input[1], input[2], input[3]) = (0x6170_7865, 0x3320_646e, 0x7962_2d32, 0x6b20_6574)
            for word in 0..<seedWords { input[4 + word] = seed[word] }
            (input[12], input[13], input[14], input[15]) = (0, position.0, position.1, position.2)
            var offset = 0
            while offset < room.count {
                block(input, state)
                for word in 0..<blockWords { state[word] = (state[word] &+ input[word]).littleEndian }
                let count = min(room.count - offset, 4 * blockWords)
                if let base = room.baseAddress { memcpy(base + offset, state, count) }
                offset += count
                input[12] &+= 1
            }
            for word in 0..<(2 * blockWords) { input[word] = 0 }
        }
    }

    /// Twenty rounds, without the addition at the end.
    static func block(_ input: UnsafePointer<UInt32>, _ state: UnsafeMutablePointer<UInt32>) {
        for word in 0..<blockWords { state[word] = input[word] }
        for _ in 0..<10 {
            for column in 0..<4 { quarter(state, column, 4 + column, 8 + column, 12 + column) }
            for column in 0..<4 { quarter(state, column, 4 + (column + 1) % 4, 8 + (column + 2) % 4, 12 + (column + 3) % 4) }
        }
    }

    @inline(__always)
    private static func quarter(_ state: UnsafeMutablePointer<UInt32>, _ a: Int, _ b: Int, _ c: Int, _ d: Int) {
        step(state, a, b, d, 16)
        step(state, c, d, b, 12)
        step(state, a, b, d, 8)
        step(state, c, d, b, 7)
    }

    /// x += y; z = (z ^ x) rotated to the left.
    @inline(__always)
    private static func step(_ state: UnsafeMutablePointer<UInt32>, _ x: Int, _ y: Int, _ z: Int, _ bits: UInt32) {
        state[x] = state[x] &+ state[y]
        let mixed = state[z] ^ state[x]
        state[z] = mixed << bits | mixed >> (32 - bits)
    }
}
