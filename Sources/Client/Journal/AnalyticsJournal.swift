// The Journal room: analytics events between the call that reports them and the service that counts them. An event is in the page cache
// when `append` returns, so it survives SIGKILL; it leaves only when the service has acknowledged it. What the events mean is
// AnalyticsEvent's, sending them is the client's; nothing here waits for a network.
import CLinux
import Linux

/// An append journal in memory-mapped files under `<storage>/analytics/`.
///
/// `append` may be called from any thread. One consumer reads and acknowledges; its calls do not hold up `append` but for moments.
public final class AnalyticsJournal: @unchecked Sendable {
    /// Bytes of one payload.
    public static let recordBytesMax = JournalSegment.recordBytesMax

    public struct Limits: Sendable {
        /// Bytes of one file, a multiple of 8, at least 8 KiB.
        public var segmentBytes: Int
        /// Files, 2 to 64.
        public var segmentsMax: Int

        public init(segmentBytes: Int = 4 << 20, segmentsMax: Int = 16) {
            self.segmentBytes = min(max(segmentBytes, 8 << 10), 1 << 30) & ~7
            self.segmentsMax = min(max(segmentsMax, 2), 64)
        }

        public static let standard = Limits()
    }

    public struct Record: Equatable, Sendable {
        /// Grows by one from record to record, with gaps only where records were lost.
        public let sequence: UInt64
        /// Random for each opening of a journal.
        public let session: UInt64
        public let bytes: [UInt8]

        /// The same whenever this record is read, and of no other record.
        public var eventID: String { EventID.text(session: session, sequence: sequence) }
    }

    public struct Counters: Equatable, Sendable {
        /// Records waiting to be acknowledged.
        public var pending: UInt64 = 0
        /// Records refused since the journal was first made because it was full or the disk was.
        public var dropped: UInt64 = 0
        /// Places since the journal was first made where damage made the rest of a file unreadable.
        public var quarantined: UInt64 = 0
        /// Whether the opening found the record of a writer that had been cut short.
        public var tornTail = false
    }

    /// What `append` works on, in memory of its own so that no exclusivity check is made on the hot path.
    private struct Tail {
        var base: UnsafeMutableRawPointer?
        var end = 0
        /// No record goes past this; 0 while there is no segment.
        var limit = 0
        var nextSequence: UInt64 = 1
        var session: UInt64
        var isOpen = true
    }

    private let limits: Limits
    private let files: JournalFiles
    private let crc = CRC32C.shared

    /// Over `tail`, `segments`, `spare`, `freeSlots`, `creationFailed`, `counters`.
    private let lock = Lock()
    private let tail: UnsafeMutablePointer<Tail>
    /// Oldest first; the last is the one appended to.
    private var segments: [JournalSegment] = []
    /// A file of zeros, so that a full segment is followed without a wait for the disk.
    private var spare: (file: MappedFile, slot: Int)?
    private var freeSlots: UInt64
    /// Set when the disk gave no file; `maintain` tries again, `append` does not.
    private var creationFailed = false
    private var counters = Counters()

    /// Over the reading position, which is in the first segment. Taken before `lock`.
    private let readerLock = Lock()
    private var readOffset = JournalSegment.headerBytes
    private var readSequence: UInt64 = 1

    /// Opens or makes the journal, and recovers what an earlier process left.
    /// - Parameter storageDirectory: an existing directory; nil keeps everything in memory.
    public static func open(
        storageDirectory: String?, random: any RandomSource, limits: Limits = .standard
    ) throws(JournalError) -> AnalyticsJournal {
        let files = try JournalFiles.open(directory: storageDirectory.map { $0 + "/analytics" }, segmentBytes: limits.segmentBytes)
        let journal = AnalyticsJournal(files, EventID.session(random), limits)
        try journal.begin()
        return journal
    }

    private init(_ files: JournalFiles, _ session: UInt64, _ limits: Limits) {
        self.limits = limits
        self.files = files
        tail = .allocate(capacity: 1)
        tail.initialize(to: Tail(session: session))
        freeSlots = limits.segmentsMax == 64 ? .max : (1 << UInt64(limits.segmentsMax)) - 1
        segments.reserveCapacity(limits.segmentsMax)
    }

    private func begin() throws(JournalError) {
        try recover()
        if tail.pointee.limit == 0 { _ = beginSegment() }
        if let first = segments.first { moveReader(to: first) }
        dropReadSegments()
    }

    deinit {
        tail.deinitialize(count: 1)
        tail.deallocate()
    }

    // MARK: Writing

    /// Keeps one record. When this returns true the record survives the end of the process, however it ends.
    /// - Parameter bytes: 1 to `recordBytesMax` bytes.
    /// - Returns: false when the journal is full, which is counted, and when it is closed or the size is wrong.
    public func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard let source = bytes.baseAddress, bytes.count > 0, bytes.count <= JournalSegment.recordBytesMax else { return false }
        let size = JournalSegment.recordBytes(payload: bytes.count)
        return lock.locked { () -> Bool in
            if tail.pointee.limit - tail.pointee.end < size {
                guard makeRoom() else { return false }
            }
            guard let base = tail.pointee.base else { return false }
            let record = base + tail.pointee.end
            let sequence = tail.pointee.nextSequence
            record.storeBytes(of: tail.pointee.session, toByteOffset: 8, as: UInt64.self)
            record.storeBytes(of: 0, toByteOffset: size - 8, as: UInt64.self)
            memcpy(record + JournalSegment.recordHeaderBytes, source, bytes.count)
            let checksum = JournalSegment.recordChecksum(crc, record, sequence: sequence, payload: bytes.count)
            record.storeBytes(of: checksum, toByteOffset: 4, as: UInt32.self)
            gb_store_release_u32(record, UInt32(truncatingIfNeeded: bytes.count))
            tail.pointee.end += size
            tail.pointee.nextSequence = sequence &+ 1
            return true
        }
    }

    /// With `lock` held: a new segment to append to, or a counted refusal.
    private func makeRoom() -> Bool {
        guard tail.pointee.isOpen else { return false }
        if beginSegment() { return true }
        counters.dropped &+= 1
        segments.last?.setCounter(.dropped, counters.dropped)
        return false
    }

    /// With `lock` held: ends the current segment and begins the next.
    private func beginSegment() -> Bool {
        guard segments.count < limits.segmentsMax else { return false }
        if spare == nil { makeSpare() }
        guard let (file, slot) = spare else { return false }
        spare = nil
        if let last = segments.last, !last.isQuarantined { last.end = tail.pointee.end }
        start(file, slot)
        return true
    }

    /// With `lock` held: appends to a file of zeros from now on.
    private func start(_ file: MappedFile, _ slot: Int) {
        let segment = JournalSegment.begin(in: file, slot: slot, firstSequence: tail.pointee.nextSequence)
        segment.setCounter(.dropped, counters.dropped)
        segment.setCounter(.quarantined, counters.quarantined)
        segments.append(segment)
        aim(at: segment)
    }

    private func aim(at segment: JournalSegment) {
        tail.pointee.base = segment.file.bytes
        tail.pointee.end = segment.end
        tail.pointee.limit = segment.file.count
        tail.pointee.nextSequence = segment.nextSequence
    }

    /// With `lock` held.
    private func makeSpare() {
        guard !creationFailed, freeSlots != 0 else { return }
        let slot = freeSlots.trailingZeroBitCount
        do throws(FileError) {
            spare = (try files.create(slot: slot), slot)
            freeSlots &= ~(1 << UInt64(slot))
        } catch {
            creationFailed = true
        }
    }

    /// Prepares the next file while the current one still has room, so that `append` need not. For the library's own thread, every
    /// second or so.
    public func maintain() {
        lock.locked {
            creationFailed = false
            guard tail.pointee.isOpen, spare == nil, segments.count < limits.segmentsMax else { return }
            if tail.pointee.limit == 0 || tail.pointee.end > tail.pointee.limit / 2 { makeSpare() }
        }
    }

    /// Writes everything through to the disk, against a power failure. Takes as long as the disk does; `append` goes on meanwhile.
    public func synchronize() -> Bool {
        let all = lock.locked { segments }
        var written = true
        for segment in all where !segment.file.synchronize() { written = false }
        return written
    }

    /// Lets go of the files, so that another journal can open them. Nothing is appended or read afterwards.
    public func close() {
        readerLock.locked {
            lock.locked {
                tail.pointee.isOpen = false
                tail.pointee.base = nil
                tail.pointee.limit = 0
                segments = []
                spare?.file.remove()
                spare = nil
            }
            files.unlock()
        }
    }

    // MARK: Reading

    /// The oldest records that are not acknowledged, in order. Calling again without `acknowledge` gives the same again.
    /// - Parameter bytesMax: of the payloads together; the first record is given whatever its size.
    public func readBatch(max recordsMax: Int, bytesMax: Int) -> [Record] {
        readerLock.locked { () -> [Record] in
            dropReadSegments()
            var records: [Record] = []
            var bytesLeft = bytesMax
            var position = 0
            var offset = readOffset
            var sequence = readSequence
            while let (segment, end) = published(position) {
                if position > 0 { (offset, sequence) = (segment.resumeOffset, segment.resumeSequence) }
                while offset < end {
                    guard records.count < recordsMax else { return records }
                    guard case .record(let size) = segment.record(at: offset, sequence: sequence, limit: end) else {
                        quarantine(segment, at: offset)
                        break
                    }
                    guard records.isEmpty || size <= bytesLeft else { return records }
                    records.append(copy(segment, offset, sequence, size))
                    bytesLeft -= size
                    offset += JournalSegment.recordBytes(payload: size)
                    sequence &+= 1
                }
                position += 1
            }
            return records
        }
    }

    /// Lets go of every record up to and with `sequence`. After a SIGKILL none of them is read again; after a power failure
    /// they may be, so who counts them knows them by `eventID`.
    public func acknowledge(upTo sequence: UInt64) {
        readerLock.locked {
            repeat {
                guard let (segment, end) = published(0) else { return }
                let before = readSequence
                while readSequence <= sequence, readOffset < end,
                      case .record(let size) = segment.record(at: readOffset, sequence: readSequence, limit: end) {
                    readOffset += JournalSegment.recordBytes(payload: size)
                    readSequence &+= 1
                }
                if readSequence != before { segment.setCounter(.acknowledged, readSequence &- 1) }
            } while dropReadSegments()
            restartReadSegment()
        }
    }

    public var currentCounters: Counters {
        readerLock.locked { () -> Counters in
            lock.locked { () -> Counters in
                var result = counters
                let next = tail.pointee.nextSequence
                result.pending = !segments.isEmpty && next > readSequence ? next - readSequence : 0
                return result
            }
        }
    }

    private func copy(_ segment: JournalSegment, _ offset: Int, _ sequence: UInt64, _ size: Int) -> Record {
        let record = UnsafeRawPointer(segment.file.bytes + offset)
        let payload = UnsafeRawBufferPointer(start: record + JournalSegment.recordHeaderBytes, count: size)
        return Record(sequence: sequence, session: record.load(fromByteOffset: 8, as: UInt64.self), bytes: [UInt8](payload))
    }

    /// The segment at a place in the list, and where its records end. What is before that end does not change any more.
    private func published(_ position: Int) -> (JournalSegment, Int)? {
        lock.locked { () -> (JournalSegment, Int)? in
            guard position < segments.count else { return nil }
            let segment = segments[position]
            let isWritten = position == segments.count - 1 && !segment.isQuarantined
            return (segment, isWritten ? tail.pointee.end : segment.end)
        }
    }

    /// Gives up the rest of a segment: without one record the beginning of the next cannot be known.
    private func quarantine(_ segment: JournalSegment, at offset: Int) {
        lock.locked {
            segment.end = offset
            segment.isQuarantined = true
            segment.setCounter(.damagedAt, UInt64(offset))
            counters.quarantined &+= 1
            guard let last = segments.last else { return }
            last.setCounter(.quarantined, counters.quarantined)
            if last === segment { tail.pointee.limit = 0 }
        }
    }

    /// With `readerLock` held: moves the reading position past segments that have been read to the end, and reuses their files.
    /// - Returns: true when there was one.
    @discardableResult
    private func dropReadSegments() -> Bool {
        var dropped = false
        while true {
            let read = lock.locked { () -> (JournalSegment, JournalSegment)? in
                guard segments.count > 1, readOffset >= segments[0].end else { return nil }
                return (segments.removeFirst(), segments[0])
            }
            guard let (old, next) = read else { return dropped }
            moveReader(to: next)
            recycle(old)
            dropped = true
        }
    }

    /// With `readerLock` held: when the disk has no room for another file and all of the only one is acknowledged, that one begins again.
    private func restartReadSegment() {
        lock.locked {
            guard creationFailed, spare == nil, segments.count == 1, let segment = segments.first,
                  readOffset >= (segment.isQuarantined ? segment.end : tail.pointee.end) else { return }
            segment.erase()
            segments = []
            start(segment.file, segment.slot)
            if let fresh = segments.first { moveReader(to: fresh) }
        }
    }

    private func moveReader(to segment: JournalSegment) {
        readOffset = segment.resumeOffset
        readSequence = segment.resumeSequence
    }

    /// One file is kept as the spare, the others go, so that a journal which was once full does not hold the disk for ever.
    private func recycle(_ segment: JournalSegment) {
        let isWanted = lock.locked { spare == nil }
        if isWanted { segment.erase() } else { segment.file.remove() }
        lock.locked {
            if isWanted, spare == nil {
                spare = (segment.file, segment.slot)
            } else {
                segment.file.remove()
                freeSlots |= 1 << UInt64(segment.slot)
            }
        }
    }

    // MARK: Recovery

    private func recover() throws(JournalError) {
        let opened = try openSegments()
        let found = ascending(opened.map { Int64(bitPattern: $0.firstSequence) }).map { opened[$0] }
        for segment in found {
            counters.dropped = max(counters.dropped, segment.counter(.dropped) ?? 0)
            counters.quarantined = max(counters.quarantined, segment.counter(.quarantined) ?? 0)
        }
        for (position, segment) in found.enumerated() {
            guard segment.firstSequence >= tail.pointee.nextSequence else {
                files.setAside(segment.file)
                freeSlots |= 1 << UInt64(segment.slot)
                counters.quarantined &+= 1
                continue
            }
            recover(segment, isNewest: position == found.count - 1)
            segments.append(segment)
        }
        segments.last?.setCounter(.quarantined, counters.quarantined)
    }

    /// The files that hold a segment; the others are removed or set aside.
    private func openSegments() throws(JournalError) -> [JournalSegment] {
        var found: [JournalSegment] = []
        for slot in 0..<limits.segmentsMax {
            guard let file = try files.open(slot: slot) else { continue }
            if JournalSegment.isBlank(file) {
                file.remove()
            } else if let segment = JournalSegment.open(file, slot: slot) {
                found.append(segment)
                freeSlots &= ~(1 << UInt64(slot))
            } else {
                files.setAside(file)
                counters.quarantined &+= 1
            }
        }
        return found
    }

    private func recover(_ segment: JournalSegment, isNewest: Bool) {
        let acknowledged = segment.counter(.acknowledged) ?? 0
        let result = segment.recover(isNewest: isNewest, acknowledged: acknowledged)
        tail.pointee.nextSequence = segment.nextSequence
        switch result {
        case .damaged:
            segment.isQuarantined = true
            if segment.counter(.damagedAt) != UInt64(segment.end) {
                counters.quarantined &+= 1
                segment.setCounter(.damagedAt, UInt64(segment.end))
            }
            // What the damaged rest was called is not known, and no name is given twice.
            if isNewest { tail.pointee.nextSequence = segment.firstSequence &+ JournalSegment.recordsMax(count: segment.file.count) }
        case .tornTail, .intact:
            counters.tornTail = counters.tornTail || result == .tornTail
            // Records acknowledged but lost with the power: their sequences come again, and must not count as acknowledged.
            if acknowledged >= segment.nextSequence { segment.setCounter(.acknowledged, segment.nextSequence &- 1) }
            if isNewest { aim(at: segment) }
        }
    }
}
