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
    static let folderName = "analytics"

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

    private let limits: Limits
    private let files: JournalFiles
    /// Its lock is over everything below, up to the reading position. The game's frame takes it: no file is touched while it is held, and
    /// nothing that may end a file's mapping is let go of.
    private let tail: JournalTail
    private var lock: Lock { tail.lock }
    private var isOpen = true
    /// What is appended to the tail comes here.
    private var isAttached = false
    /// Oldest first; the last is the one appended to.
    private var segments: [JournalSegment] = []
    /// A file of zeros, so that a full segment is followed without a wait for the disk.
    private var spare: JournalSegment?
    /// One that somebody has cut, until its file is removed.
    private var cutSpare: JournalSegment?
    private var freeSlots: UInt64
    /// A thread makes a file; the others wait for it, for a while.
    private var isMakingFile = false
    private let fileMade = ConditionVariable()
    /// The disk gave no file, or not in time. `maintain` tries again; `append` waits no more until there is one.
    private var creationFailed = false
    /// When the next file was asked for; nil while none is wanted.
    private var askedNanoseconds: Int64?
    private var counters = Counters()
    /// Names the journal itself, from the day it was made, so that its counters are not counted twice.
    private var identity: UInt64 = 0
    private let session: UInt64
    /// What recovery found to append behind.
    private var nextSequence: UInt64 = 1
    private var newest: JournalSegment?

    /// Over the reading position, which is in the first segment. Taken before `lock`, and never by `append`.
    private let readerLock = Lock()
    private var readOffset = JournalSegment.headerBytes
    private var readSequence: UInt64 = 1

    /// Opens or makes the journal, and recovers what an earlier process left.
    /// - Parameter storageDirectory: an existing directory; nil keeps everything in memory.
    public static func open(
        storageDirectory: String?, random: any RandomSource, limits: Limits = .standard, tail: JournalTail
    ) throws(JournalError) -> AnalyticsJournal {
        let journal = try prepare(storageDirectory: storageDirectory, random: random, limits: limits, tail: tail)
        journal.attach()
        return journal
    }

    /// All of `open` that touches files. Nothing is appended before `attach`.
    static func prepare(
        storageDirectory: String?, random: any RandomSource, limits: Limits = .standard, tail: JournalTail
    ) throws(JournalError) -> AnalyticsJournal {
        let files = try JournalFiles.open(
            directory: storageDirectory.map { $0 + "/" + AnalyticsJournal.folderName }, segmentBytes: limits.segmentBytes)
        let session = EventID.session(random)
        // Records of two openings would have the same names.
        if session == 0 { throw .unusable(SystemRandom.missing) }
        let journal = AnalyticsJournal(files, limits, tail, session)
        try journal.recover()
        return journal
    }

    private init(_ files: JournalFiles, _ limits: Limits, _ tail: JournalTail, _ session: UInt64) {
        self.limits = limits
        self.files = files
        self.tail = tail
        self.session = session
        freeSlots = limits.segmentsMax == 64 ? .max : (1 << UInt64(limits.segmentsMax)) - 1
        segments.reserveCapacity(limits.segmentsMax)
    }

    deinit { detach() }

    // MARK: The tail

    /// From now on what is appended to the tail comes here. Touches no file.
    func attach() {
        lock.locked {
            tail.attach(self, session: session, nextSequence: nextSequence)
            isAttached = true
            if let newest {
                tail.aim(at: newest)
            } else if let first = spare {
                spare = nil
                start(first)
            }
            newest = nil
            if let first = segments.first { moveReader(to: first) }
        }
    }

    /// Nothing is appended any more, and another journal may be attached. Touches no file, and waits for none.
    func detach() { lock.locked { leaveTail() } }

    /// With `lock` held.
    func leaveTail() {
        guard isAttached else { return }
        isAttached = false
        if let last = segments.last, !last.isQuarantined { last.end = tail.place.pointee.end }
        nextSequence = tail.place.pointee.nextSequence
        tail.forget()
        fileMade.broadcast()
    }

    // MARK: Writing

    /// Keeps one record. When this returns true the record survives the end of the process, however it ends.
    /// - Parameter bytes: 1 to `recordBytesMax` bytes.
    /// - Returns: false when the journal is full, which is counted, and when it is closed or the size is wrong.
    public func append(_ bytes: UnsafeRawBufferPointer) -> Bool { tail.append(bytes, forUserOnly: false) == .kept }

    /// How long `append` waits for a file, counted from when it was asked for: a file is asked for when half of the one before is used, and
    /// a disk answers far sooner. Who took longer than this to fill the other half is told at once that there is no room.
    static let fileWaitMilliseconds: Int64 = 500
    /// How often a file is asked for again while the disk gives none.
    static let fileRetryMilliseconds: Int64 = 1_000

    private enum Step { case there, refused, make(slot: Int) }

    /// Begins another segment for a record of `size` bytes, or counts a drop. Files are made outside the lock, by one thread at a time, which
    /// is not this one when somebody serves the tail.
    func makeRoom(_ size: Int) -> Bool {
        while true {
            switch lock.locked({ step(size) }) {
            case .there: return true
            case .refused: return false
            case .make(let slot): makeFile(slot)
            }
        }
    }

    /// With `lock` held, but while it waits.
    private func step(_ size: Int) -> Step {
        while true {
            let place = tail.place.pointee
            guard isOpen, isAttached else { return .refused }
            if place.limit - place.end >= size { return .there }
            if let next = spare, segments.count < limits.segmentsMax {
                spare = nil
                guard next.file.isWhole else {
                    cutSpare = next
                    continue
                }
                if let last = segments.last, !last.isQuarantined { last.end = place.end }
                start(next)
                return .there
            }
            if segments.count < limits.segmentsMax {
                if !tail.isServed, !creationFailed, let slot = slotForFile() { return .make(slot: slot) }
                if askForFile() { continue }
            }
            countDrop()
            return .refused
        }
    }

    /// With `lock` held: asks who serves the tail for a file, and waits for it as long as there is hope.
    /// - Returns: false when there is none; otherwise something changed.
    private func askForFile() -> Bool {
        let now = tail.clock.monotonicNanoseconds()
        let asked = askedNanoseconds ?? tail.place.pointee.askedNanoseconds ?? now
        if askedNanoseconds == nil || now - asked >= Self.fileRetryMilliseconds * 1_000_000 {
            // Asked for again, but waited for once.
            askedNanoseconds = askedNanoseconds == nil ? asked : now
            tail.askForFile()
        }
        if creationFailed { return false }
        let deadline = asked + Self.fileWaitMilliseconds * 1_000_000
        // Whoever waits in vain spares the others the wait.
        if deadline <= now || !fileMade.wait(lock, untilNanoseconds: deadline) { creationFailed = spare == nil }
        return true
    }

    /// With `lock` held: a record was refused that should have been kept.
    func countDrop() {
        counters.dropped &+= 1
        segments.last?.setCounter(.dropped, counters.dropped)
    }

    /// With `lock` held: the place for a file that the caller makes now; nil when there is none, or it is being made.
    private func slotForFile() -> Int? {
        guard spare == nil, !isMakingFile, freeSlots != 0 else { return nil }
        isMakingFile = true
        return freeSlots.trailingZeroBitCount
    }

    /// Outside the lock.
    private func makeFile(_ slot: Int) {
        let made = (try? files.create(slot: slot)).map { JournalSegment.blank($0, slot: slot) }
        let surplus = lock.locked { () -> JournalSegment? in
            isMakingFile = false
            creationFailed = made == nil && spare == nil
            fileMade.broadcast()
            // After closing the name may be another journal's already; a file of zeros is removed by the next opening.
            guard let made, isOpen else { return nil }
            freeSlots &= ~(1 << UInt64(made.slot))
            guard spare == nil else { return made }
            haveSpare(made)
            return nil
        }
        if let surplus { remove(surplus) }
    }

    /// With `lock` held.
    private func haveSpare(_ segment: JournalSegment) {
        spare = segment
        creationFailed = false
        askedNanoseconds = nil
        tail.place.pointee.askedNanoseconds = nil
        fileMade.broadcast()
    }

    /// Outside the lock: its slot is free when its file is gone.
    private func remove(_ segment: JournalSegment) {
        segment.file.remove()
        lock.locked { freeSlots |= 1 << UInt64(segment.slot) }
    }

    /// With `lock` held: appends to a file of zeros from now on.
    private func start(_ segment: JournalSegment) {
        segment.begin(firstSequence: tail.place.pointee.nextSequence)
        segment.setCounter(.dropped, counters.dropped)
        segment.setCounter(.quarantined, counters.quarantined)
        segment.setCounter(.identity, identity)
        freeSlots &= ~(1 << UInt64(segment.slot))
        segments.append(segment)
        tail.aim(at: segment)
    }

    /// Prepares the next file while the current one still has room, so that `append` need not. For a thread that may wait for the disk.
    public func maintain() {
        let cut = lock.locked { () -> JournalSegment? in
            defer { cutSpare = nil }
            return cutSpare
        }
        if let cut { remove(cut) }
        let slot = lock.locked { () -> Int? in
            guard isOpen, segments.count < limits.segmentsMax else { return nil }
            let place = tail.place.pointee
            return place.limit == 0 || place.end > place.limit / 2 ? slotForFile() : nil
        }
        if let slot { makeFile(slot) }
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
        detach()
        readerLock.locked {
            // Collected, and let go of outside the lock that the frame takes: without a use there the optimizer ends them inside.
            let (ended, unused) = lock.locked { () -> ([JournalSegment], JournalSegment?) in
                guard isOpen else { return ([], nil) }
                isOpen = false
                defer { (segments, spare) = ([], nil) }
                return (segments, spare)
            }
            unused?.file.remove()
            files.unlock()
            withExtendedLifetime(ended) {}
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
                    case .record(let size) = segment.record(at: readOffset, sequence: readSequence, limit: end)
                {
                    readOffset += JournalSegment.recordBytes(payload: size)
                    readSequence &+= 1
                }
                if readSequence != before { segment.setCounter(.acknowledged, readSequence &- 1) }
            } while dropReadSegments()
            restartReadSegment()
        }
    }

    /// Records that were read and are not to be sent are counted with what was lost.
    func giveUp(_ records: UInt64) {
        lock.locked {
            counters.quarantined &+= records
            segments.last?.setCounter(.quarantined, counters.quarantined)
        }
    }

    /// The same for the life of the files; see `Counters`.
    public var name: String { EventID.digits(lock.locked { identity }) }

    public var currentCounters: Counters {
        readerLock.locked { () -> Counters in
            lock.locked { () -> Counters in
                var result = counters
                let next = isAttached ? tail.place.pointee.nextSequence : nextSequence
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
            let isWritten = isAttached && position == segments.count - 1 && !segment.isQuarantined
            return (segment, isWritten ? tail.place.pointee.end : segment.end)
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
            if isAttached, last === segment { tail.place.pointee.limit = 0 }
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
    /// What comes while it is erased finds no room, and is counted.
    private func restartReadSegment() {
        let read = lock.locked { () -> JournalSegment? in
            guard isAttached, creationFailed, spare == nil, segments.count == 1, let segment = segments.first, segment.file.isWhole,
                readOffset >= (segment.isQuarantined ? segment.end : tail.place.pointee.end)
            else { return nil }
            tail.place.pointee.limit = 0
            segments.removeAll(keepingCapacity: true)
            return segment
        }
        guard let read else { return }
        read.erase()
        lock.locked {
            guard isOpen else { return }
            if isAttached, segments.isEmpty { start(read) } else if spare == nil { haveSpare(read) }
            if let first = segments.first { moveReader(to: first) }
        }
    }

    private func moveReader(to segment: JournalSegment) {
        readOffset = segment.resumeOffset
        readSequence = segment.resumeSequence
    }

    /// One file is kept as the spare, the others go, so that a journal which was once full does not hold the disk for ever.
    private func recycle(_ segment: JournalSegment) {
        guard segment.file.isWhole, lock.locked({ spare == nil }) else { return remove(segment) }
        segment.erase()
        let isKept = lock.locked { () -> Bool in
            guard isOpen, spare == nil else { return false }
            haveSpare(segment)
            return true
        }
        if !isKept { remove(segment) }
    }

    // MARK: Recovery

    /// Before anybody else knows the journal: without the lock.
    private func recover() throws(JournalError) {
        let opened = try openSegments()
        let found = ascending(opened.map { Int64(bitPattern: $0.firstSequence) }).map { opened[$0] }
        for segment in found {
            counters.dropped = max(counters.dropped, segment.counter(.dropped) ?? 0)
            counters.quarantined = max(counters.quarantined, segment.counter(.quarantined) ?? 0)
            identity = segment.counter(.identity) ?? identity
        }
        if identity == 0 { identity = session }
        for (position, segment) in found.enumerated() {
            guard segment.firstSequence >= nextSequence else {
                freeSlots |= 1 << UInt64(segment.slot)
                if JournalSegment.isBlank(segment.file) {
                    segment.file.remove()
                } else {
                    files.setAside(segment.file)
                    counters.quarantined &+= 1
                }
                continue
            }
            recover(segment, isNewest: position == found.count - 1)
            segments.append(segment)
        }
        segments.last?.setCounter(.quarantined, counters.quarantined)
        if newest == nil, segments.count < limits.segmentsMax, let slot = slotForFile() { makeFile(slot) }
        if let first = segments.first { moveReader(to: first) }
        dropReadSegments()
    }

    /// The files that hold a segment; the others are removed or set aside.
    private func openSegments() throws(JournalError) -> [JournalSegment] {
        var found: [JournalSegment] = []
        for slot in 0..<limits.segmentsMax {
            guard let file = try files.open(slot: slot) else { continue }
            // One without records has counters all the same.
            if let segment = JournalSegment.open(file, slot: slot) {
                found.append(segment)
                freeSlots &= ~(1 << UInt64(slot))
            } else if JournalSegment.isBlank(file) {
                file.remove()
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
        nextSequence = segment.nextSequence
        switch result {
        case .damaged:
            segment.isQuarantined = true
            if segment.counter(.damagedAt) != UInt64(segment.end) {
                counters.quarantined &+= 1
                segment.setCounter(.damagedAt, UInt64(segment.end))
            }
            // What the damaged rest was called is not known, and no name is given twice.
            if isNewest { nextSequence = segment.firstSequence &+ JournalSegment.recordsMax(count: segment.file.count) }
        case .tornTail, .intact:
            counters.tornTail = counters.tornTail || result == .tornTail
            // Records acknowledged but lost with the power: their sequences come again, and must not count as acknowledged.
            if acknowledged >= segment.nextSequence { segment.setCounter(.acknowledged, segment.nextSequence &- 1) }
            if isNewest { newest = segment }
        }
    }
}
