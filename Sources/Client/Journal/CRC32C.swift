import CLinux

/// CRC-32C (Castagnoli, RFC 3720 appendix B.4), eight bytes a step: by the processor's instruction where it has one, otherwise by tables.
/// Those are built once; who computes on a hot path keeps the value and with it the address, so that nothing is looked up or made
/// lazily there.
struct CRC32C: @unchecked Sendable {
    static let shared = CRC32C()

    /// Eight tables of 256. Never freed: there is one set for the process.
    private let tables: UnsafePointer<UInt32>
    private let hasInstruction: Bool

    /// - Parameter usesInstruction: false to compute by tables although there is an instruction.
    init(usesInstruction: Bool = true) {
        hasInstruction = usesInstruction && gb_crc32c_is_there()
        let tables = UnsafeMutablePointer<UInt32>.allocate(capacity: 8 * 256)
        for index in 0..<256 {
            var value = UInt32(index)
            for _ in 0..<8 { value = value & 1 == 1 ? (value >> 1) ^ 0x82F6_3B78 : value >> 1 }
            tables[index] = value
        }
        for index in 256..<(8 * 256) {
            let shorter = tables[index - 256]
            tables[index] = (shorter >> 8) ^ tables[Int(shorter & 0xFF)]
        }
        self.tables = UnsafePointer(tables)
    }

    /// The start of a running value; `finish` ends it.
    static let start: UInt32 = 0xFFFF_FFFF

    @inline(__always)
    static func finish(_ running: UInt32) -> UInt32 { running ^ 0xFFFF_FFFF }

    /// Eight bytes, the lowest of `word` first.
    @inline(__always)
    func update(_ running: UInt32, word: UInt64) -> UInt32 {
        let mixed = word ^ UInt64(running)
        return tables[Int(mixed & 0xFF) + 7 * 256]
            ^ tables[Int((mixed >> 8) & 0xFF) + 6 * 256]
            ^ tables[Int((mixed >> 16) & 0xFF) + 5 * 256]
            ^ tables[Int((mixed >> 24) & 0xFF) + 4 * 256]
            ^ tables[Int((mixed >> 32) & 0xFF) + 3 * 256]
            ^ tables[Int((mixed >> 40) & 0xFF) + 2 * 256]
            ^ tables[Int((mixed >> 48) & 0xFF) + 256]
            ^ tables[Int(mixed >> 56)]
    }

    @inline(__always)
    func update(_ running: UInt32, byte: UInt8) -> UInt32 {
        (running >> 8) ^ tables[Int((running ^ UInt32(byte)) & 0xFF)]
    }

    /// `words` times eight bytes from an address of any alignment.
    @inline(__always)
    func update(_ running: UInt32, _ bytes: UnsafeRawPointer, words: Int) -> UInt32 {
        if hasInstruction { return gb_crc32c_words(running, bytes, words) }
        var running = running
        for index in 0..<words {
            running = update(running, word: UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self)))
        }
        return running
    }

    func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
        guard let start = bytes.baseAddress else { return Self.finish(Self.start) }
        var running = update(Self.start, start, words: bytes.count / 8)
        var offset = bytes.count & ~7
        while offset < bytes.count {
            running = update(running, byte: bytes[offset])
            offset += 1
        }
        return Self.finish(running)
    }
}
