/// SHA-256 (FIPS 180-4).
public enum SHA256 {
    static let blockBytes = 64
    public static let digestBytes = 32

    /// 32 bytes.
    @export(interface) public static func hash(_ message: [UInt8]) -> [UInt8] { hash(message, behind: SHA256State(), bytes: 0) }

    /// - Parameters:
    ///   - state: what was mixed in before the message.
    ///   - bytes: how much that was, whole blocks.
    static func hash(_ message: [UInt8], behind state: SHA256State, bytes before: Int) -> [UInt8] {
        var state = state
        message.withUnsafeBytes { state.finish(with: $0, bytes: before) }
        return state.digest
    }
}

/// SHA-256 of a message that comes in pieces.
struct SHA256Stream: Sendable {
    private var state = SHA256State()
    /// What does not fill a block yet.
    private var rest: [UInt8] = []
    private var count: UInt64 = 0

    init() {}

    mutating func add(_ piece: [UInt8]) {
        count &+= UInt64(piece.count)
        let bytes = rest + piece
        let whole = bytes.count / SHA256.blockBytes
        bytes.withUnsafeBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return }
            for block in 0..<whole { state.add(start + block * SHA256.blockBytes) }
        }
        rest = Array(bytes[(whole * SHA256.blockBytes)...])
    }

    /// 32 bytes.
    func end() -> [UInt8] {
        var last = self
        let bits = count &* 8
        var tail: [UInt8] = [0x80]
        while (rest.count + tail.count + 8) % SHA256.blockBytes != 0 { tail.append(0) }
        for shift in stride(from: 56, through: 0, by: -8) { tail.append(UInt8(truncatingIfNeeded: bits >> UInt64(shift))) }
        last.add(tail)
        return last.state.digest
    }
}

/// The eight words of SHA-256 between blocks.
struct SHA256State: Sendable {
    private var words: (UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32) = (
        0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19
    )

    init() {}

    init(afterBlock block: [UInt8]) {
        block.withUnsafeBufferPointer { bytes in
            if bytes.count == SHA256.blockBytes, let start = bytes.baseAddress { add(start) }
        }
    }

    /// The digest of what was mixed in, as 32 bytes.
    func write(to bytes: UnsafeMutableRawPointer) {
        withUnsafeBytes(of: words) { words in
            for place in stride(from: 0, to: SHA256.digestBytes, by: 4) {
                let word = words.loadUnaligned(fromByteOffset: place, as: UInt32.self)
                (bytes + place).storeBytes(of: word.bigEndian, as: UInt32.self)
            }
        }
    }

    var digest: [UInt8] {
        [UInt8](unsafeUninitializedCapacity: SHA256.digestBytes) { bytes, count in
            if let start = bytes.baseAddress { write(to: start) }
            count = SHA256.digestBytes
        }
    }

    /// Mixes in a message and what every message ends with. It takes no memory: keys are tried and texts sealed with it, many times each.
    /// - Parameter before: what was mixed in before the message, whole blocks.
    mutating func finish(with message: UnsafeRawBufferPointer, bytes before: Int) {
        let whole = message.count / SHA256.blockBytes * SHA256.blockBytes
        for place in stride(from: 0, to: whole, by: SHA256.blockBytes) { addBlock(message, place) }
        // The rest, a 1 bit, zeros, and the length in bits fill one block or two.
        let rest = UnsafeRawBufferPointer(rebasing: message[whole...])
        withUnsafeTemporaryAllocation(byteCount: 2 * SHA256.blockBytes, alignment: MemoryLayout<UInt64>.alignment) { tail in
            tail.initializeMemory(as: UInt8.self, repeating: 0)
            tail.copyMemory(from: rest)
            tail[rest.count] = 0x80
            let padded = rest.count < SHA256.blockBytes - 8 ? SHA256.blockBytes : 2 * SHA256.blockBytes
            let bits = UInt64(before + message.count) &* 8
            tail.storeBytes(of: bits.bigEndian, toByteOffset: padded - 8, as: UInt64.self)
            for place in stride(from: 0, to: padded, by: SHA256.blockBytes) { addBlock(UnsafeRawBufferPointer(tail), place) }
        }
    }

    private mutating func addBlock(_ bytes: UnsafeRawBufferPointer, _ place: Int) {
        if let start = bytes.baseAddress { add(start + place) }
    }

    /// Mixes in the 64 bytes at `block`.
    mutating func add(_ block: UnsafeRawPointer) {
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { schedule in
            for index in 0..<16 {
                let word = (block + index * 4).loadUnaligned(as: UInt32.self)
                schedule[index] = UInt32(bigEndian: word)
            }
            for index in 16..<64 {
                let a = schedule[index - 15]
                let b = schedule[index - 2]
                let small0 = rotated(a, 7) ^ rotated(a, 18) ^ a >> 3
                let small1 = rotated(b, 17) ^ rotated(b, 19) ^ b >> 10
                schedule[index] = schedule[index - 16] &+ small0 &+ schedule[index - 7] &+ small1
            }
            mix(UnsafePointer(schedule.baseAddress.unsafelyUnwrapped))
        }
    }

    private mutating func mix(_ schedule: UnsafePointer<UInt32>) {
        var (a, b, c, d, e, f, g, h) = words
        Self.constants.withUnsafeBufferPointer { constants in
            for index in 0..<64 {
                let big1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
                let choice = e & f ^ ~e & g
                let first = h &+ big1 &+ choice &+ constants[index] &+ schedule[index]
                let big0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)
                let majority = a & b ^ a & c ^ b & c
                (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ big0 &+ majority)
            }
        }
        words.0 &+= a
        words.1 &+= b
        words.2 &+= c
        words.3 &+= d
        words.4 &+= e
        words.5 &+= f
        words.6 &+= g
        words.7 &+= h
    }

    @inline(__always)
    private func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 &- count) }

    private static let constants: [UInt32] = [
        0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
        0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
        0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
        0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
        0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
        0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
        0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
        0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
    ]
}
