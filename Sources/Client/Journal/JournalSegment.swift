import CLinux
import Linux

/// One file of the journal: a header and, behind it, records one after the other.
///
///     header   0 magic | 8 version | 12 size | 16 first sequence | 24 checksum of these
///             32 acknowledged | 48 dropped | 64 quarantined | 80 damaged at | 96 the journal's name: counters of 8 bytes, each followed by its checksum
///     record   0 payload length | 4 checksum | 8 session | 16 payload, filled up with zeros to 8 bytes
///
/// A record has no sequence of its own: it is the first of the segment plus the records before it, and enters the checksum, so that a record
/// of a former use of the file is not taken for one of this. The length is stored last: a record whose writer was killed has the length 0,
/// which is also what follows the last record. Numbers are in the byte order of the machine.
final class JournalSegment {
    static let headerBytes = 128
    static let recordHeaderBytes = 16
    static let recordBytesMax = 4096
    static let version: UInt32 = 1
    private static let magic: UInt64 = 0x314E_524A_4D41_4742  // "BGAMJRN1"
    /// Far beyond what a journal can reach, and far from overflow.
    private static let sequenceMax: UInt64 = 1 << 62

    enum Counter: Int {
        case acknowledged = 32, dropped = 48, quarantined = 64, damagedAt = 80, identity = 96
    }

    enum Found: Equatable {
        case record(bytes: Int)
        case end
        case damaged
    }

    let file: MappedFile
    /// Which of the journal's files this is.
    let slot: Int
    private(set) var firstSequence: UInt64
    /// Behind the last record and its sequence; behind the ones of recovery while the journal still appends here.
    var end = JournalSegment.headerBytes
    var nextSequence: UInt64
    /// The first record that recovery found not acknowledged: where reading begins.
    private(set) var resumeOffset = JournalSegment.headerBytes
    private(set) var resumeSequence: UInt64
    /// The rest behind `end` is damaged; nothing is appended.
    var isQuarantined = false

    private init(file: MappedFile, slot: Int, firstSequence: UInt64) {
        self.file = file
        self.slot = slot
        self.firstSequence = firstSequence
        nextSequence = firstSequence
        resumeSequence = firstSequence
    }

    /// A file of zeros, to begin in later.
    static func blank(_ file: MappedFile, slot: Int) -> JournalSegment { JournalSegment(file: file, slot: slot, firstSequence: 0) }

    /// Starts a segment in a file of zeros. Allocates nothing.
    func begin(firstSequence: UInt64) {
        self.firstSequence = firstSequence
        nextSequence = firstSequence
        resumeSequence = firstSequence
        resumeOffset = Self.headerBytes
        end = Self.headerBytes
        isQuarantined = false
        let base = file.bytes
        base.storeBytes(of: Self.version, toByteOffset: 8, as: UInt32.self)
        base.storeBytes(of: UInt32(truncatingIfNeeded: file.count), toByteOffset: 12, as: UInt32.self)
        base.storeBytes(of: firstSequence, toByteOffset: 16, as: UInt64.self)
        base.storeBytes(of: Self.magic, toByteOffset: 0, as: UInt64.self)
        gb_store_release_u32(base + 24, Self.headerChecksum(file))
    }

    /// The segment in `file`; nil when there is no valid header. Its records are not looked at yet.
    static func open(_ file: MappedFile, slot: Int) -> JournalSegment? {
        let base = file.bytes
        let first = base.load(fromByteOffset: 16, as: UInt64.self)
        guard base.load(as: UInt64.self) == magic,
            base.load(fromByteOffset: 8, as: UInt32.self) == version,
            base.load(fromByteOffset: 12, as: UInt32.self) == UInt32(truncatingIfNeeded: file.count),
            base.load(fromByteOffset: 24, as: UInt32.self) == headerChecksum(file),
            first > 0, first < sequenceMax
        else { return nil }
        return JournalSegment(file: file, slot: slot, firstSequence: first)
    }

    /// True for a file without records to lose: no segment was begun in it, or beginning or erasing one was cut short.
    static func isBlank(_ file: MappedFile) -> Bool {
        file.bytes.load(as: UInt64.self) == 0 || lastNonZero(file, from: headerBytes) == nil
    }

    private static func headerChecksum(_ file: MappedFile) -> UInt32 {
        CRC32C.shared.checksum(UnsafeRawBufferPointer(start: file.bytes, count: 24))
    }

    /// Makes a file of zeros again. The header goes first: cut short, this leaves no segment rather than a false one.
    func erase() {
        gb_store_release_u32(file.bytes, 0)
        gb_store_release_u32(file.bytes + 4, 0)
        // The compiler may not merge or reorder this with the two stores above: they are atomic.
        memset(file.bytes, 0, file.count)
    }

    // MARK: Counters

    /// nil when it was never written or is damaged.
    func counter(_ counter: Counter) -> UInt64? {
        let value = file.bytes.load(fromByteOffset: counter.rawValue, as: UInt64.self)
        let stored = file.bytes.load(fromByteOffset: counter.rawValue + 8, as: UInt32.self)
        return stored == counterChecksum(counter, value) ? value : nil
    }

    func setCounter(_ counter: Counter, _ value: UInt64) {
        guard file.isThere(at: counter.rawValue + 8) else { return }
        file.bytes.storeBytes(of: value, toByteOffset: counter.rawValue, as: UInt64.self)
        gb_store_release_u32(file.bytes + counter.rawValue + 8, counterChecksum(counter, value))
    }

    private func counterChecksum(_ counter: Counter, _ value: UInt64) -> UInt32 {
        let crc = CRC32C.shared
        return CRC32C.finish(crc.update(crc.update(CRC32C.start, word: firstSequence &+ UInt64(counter.rawValue)), word: value))
    }

    // MARK: Records

    /// The bytes that a record of `payload` bytes takes.
    @inline(__always)
    static func recordBytes(payload: Int) -> Int { recordHeaderBytes + ((payload + 7) & ~7) }

    /// The most records a file of `count` bytes can hold.
    static func recordsMax(count: Int) -> UInt64 { UInt64(count / recordBytes(payload: 1)) }

    /// Over a record in place: its sequence, session, length, and payload with the zeros behind it.
    @inline(__always)
    static func recordChecksum(_ crc: CRC32C, _ record: UnsafeRawPointer, sequence: UInt64, payload: Int) -> UInt32 {
        var running = crc.update(CRC32C.start, word: sequence)
        running = crc.update(running, word: record.load(fromByteOffset: 8, as: UInt64.self))
        running = crc.update(running, word: UInt64(truncatingIfNeeded: payload))
        running = crc.update(running, record + recordHeaderBytes, words: (payload + 7) >> 3)
        return CRC32C.finish(running)
    }

    /// What is at `offset`, of which nothing is believed before the checksum agrees.
    func record(at offset: Int, sequence: UInt64, limit: Int) -> Found {
        guard limit <= file.count, limit - offset >= Self.recordHeaderBytes else { return .end }
        // Somebody may have cut the file.
        let isWhole = file.isThere(at: limit - 8)
        guard isWhole || file.isThere(at: offset + 8) else { return .damaged }
        let record = UnsafeRawPointer(file.bytes + offset)
        let payload = Int(record.load(as: UInt32.self))
        guard payload != 0 else { return .end }
        guard payload <= Self.recordBytesMax, Self.recordBytes(payload: payload) <= limit - offset,
            isWhole || file.isThere(at: offset + Self.recordBytes(payload: payload) - 8),
            record.load(fromByteOffset: 4, as: UInt32.self)
                == Self.recordChecksum(CRC32C.shared, record, sequence: sequence, payload: payload)
        else { return .damaged }
        return .record(bytes: payload)
    }

    // MARK: Recovery

    enum Recovered { case intact, tornTail, damaged }

    /// Walks the records after an earlier process, sets `end` behind the last good one and `resumeOffset` behind the last
    /// acknowledged one, and clears a torn tail.
    /// - Parameter isNewest: only there can a writer have been cut short.
    func recover(isNewest: Bool, acknowledged: UInt64) -> Recovered {
        var found = record(at: end, sequence: nextSequence, limit: file.count)
        while case .record(let bytes) = found {
            end += Self.recordBytes(payload: bytes)
            if nextSequence <= acknowledged { (resumeOffset, resumeSequence) = (end, nextSequence &+ 1) }
            nextSequence &+= 1
            found = record(at: end, sequence: nextSequence, limit: file.count)
        }
        guard let last = Self.lastNonZero(file, from: end) else { return .intact }
        guard isNewest, last < end + tornExtent(at: end, found) else { return .damaged }
        memset(file.bytes + end, 0, last + 1 - end)
        return .tornTail
    }

    /// How far one record that was cut short can reach. A length that was stored is right, because it is stored in one piece.
    private func tornExtent(at offset: Int, _ found: Found) -> Int {
        guard file.count - offset >= 4 else { return 0 }
        let payload = Int(file.bytes.load(fromByteOffset: offset, as: UInt32.self))
        if payload == 0 { return Self.recordBytes(payload: Self.recordBytesMax) }
        return payload <= Self.recordBytesMax ? Self.recordBytes(payload: payload) : 0
    }

    /// The offset of the last byte of the last word that is not zero.
    private static func lastNonZero(_ file: MappedFile, from start: Int) -> Int? {
        var offset = (file.count & ~7) - 8
        while offset >= start {
            if file.bytes.load(fromByteOffset: offset, as: UInt64.self) != 0 { return offset + 7 }
            offset -= 8
        }
        return nil
    }
}
