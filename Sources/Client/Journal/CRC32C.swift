/// CRC-32C (Castagnoli, RFC 3720 appendix B.4), eight bytes a step. The tables are built once; who computes on a hot path keeps the
/// value and with it the address, so that nothing is looked up or made lazily there.
struct CRC32C: @unchecked Sendable {
    static let shared = CRC32C()

    /// Eight tables of 256. Never freed: there is one set for the process.
    private let tables: UnsafePointer<UInt32>

    private init() {
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

    func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
        var running = Self.start
        var offset = 0
        while bytes.count - offset >= 8 {
            running = update(running, word: UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
            offset += 8
        }
        while offset < bytes.count {
            running = update(running, byte: bytes[offset])
            offset += 1
        }
        return Self.finish(running)
    }
}
