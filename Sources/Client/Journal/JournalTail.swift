import CLinux
import Linux
import Synchronization

/// The end of the journal, and whose events are taken: all that the game's frame touches. It lives as long as its client, so that a
/// frame needs no reference and no lock but this one; no file is made under the lock, and nothing is allocated.
public final class JournalTail: @unchecked Sendable {
    public enum Appended: Equatable, Sendable {
        case kept
        /// Nobody is logged in.
        case noUser
        /// There is no journal, it is full, or the record has a wrong size.
        case refused
    }

    /// In memory of its own, so that no exclusivity check is made on the way.
    struct Place {
        var base: UnsafeMutableRawPointer?
        /// Somebody can cut the file under `base`.
        var isFile = false
        /// When it was whole.
        var checkedTicks: UInt64 = 0
        var end = 0
        /// No record goes past this; 0 while there is no segment.
        var limit = 0
        /// Past this the next file is asked for, once.
        var half = Int.max
        var nextSequence: UInt64 = 1
        var session: UInt64 = 0
        /// Of `user`; 0 while nobody is logged in.
        var userBytes = 0
        /// What the last level metric of this user said.
        var level: Int32?
        /// When the half was reached; nil once the next file is there.
        var askedNanoseconds: Int64?
    }

    private enum Attempt { case done(asksForFile: Bool), noUser, noRoom }

    let lock = Lock()
    let place: UnsafeMutablePointer<Place>
    /// The user's name as it stands in a record.
    private let user: UnsafeMutableRawPointer
    private let crc = CRC32C.shared
    /// Who makes room. It detaches itself before it ends. Guarded by `lock`.
    var journal: Unmanaged<AnalyticsJournal>?
    /// Something waits to be sent. Set here, cleared by who sends, before it reads.
    let hasNews = Atomic<Bool>(false)
    /// The next file should be made, before it is needed.
    let wantsFile = Atomic<Bool>(false)
    /// Raised when one of the two is set; whoever waits for it looks at them. Guarded by `lock`. An object and not a closure: to hand out
    /// a closure allocates.
    private var waker: EventDescriptor?

    /// Somebody looks at `wantsFile` and makes files. Then `append` makes none itself.
    let isServed: Bool
    let clock: any Clock

    public init(clock: any Clock, isServed: Bool = false) {
        self.clock = clock
        self.isServed = isServed
        place = .allocate(capacity: 1)
        place.initialize(to: Place())
        user = .allocate(byteCount: AnalyticsEvent.userBytesMax, alignment: 8)
    }

    deinit {
        place.deinitialize(count: 1)
        place.deallocate()
        user.deallocate()
    }

    // MARK: Whose events

    /// From now on level-ups are this user's. A name that fits no record is nobody's.
    func begin(user name: String) {
        lock.locked {
            place.pointee.userBytes = AnalyticsEvent.encodeUser(name, into: user)
            place.pointee.level = nil
        }
    }

    /// Nothing is taken until the next user.
    func endUser() {
        lock.locked {
            place.pointee.userBytes = 0
            place.pointee.level = nil
        }
    }

    var level: Int32? {
        get { lock.locked { place.pointee.level } }
        set { lock.locked { place.pointee.level = newValue } }
    }

    // MARK: Appending

    /// Keeps a level-up of the present user. When this returns `kept` it survives the end of the process, however it ends.
    func appendLevelUp(_ userLevel: Int32, levelUpTime: Int64, time: Int64) -> Appended {
        append { () -> Attempt in
            let userBytes = place.pointee.userBytes
            guard userBytes > 0 else { return .noUser }
            let payload = AnalyticsEvent.levelUpBytes(user: userBytes)
            guard let record = claim(payload) else { return .noRoom }
            AnalyticsEvent.encodeLevelUp(
                into: record + JournalSegment.recordHeaderBytes, time: time, user: user, userBytes, userLevel: userLevel,
                levelUpTime: levelUpTime)
            place.pointee.level = userLevel
            return .done(asksForFile: publish(record, payload))
        } room: {
            AnalyticsEvent.levelUpBytes(user: AnalyticsEvent.userBytesMax)
        }
    }

    /// Keeps one record of 1 to `recordBytesMax` bytes.
    /// - Parameter forUserOnly: it is an event, kept only if the user that it names is the present one.
    func append(_ bytes: UnsafeRawBufferPointer, forUserOnly: Bool) -> Appended {
        guard let source = bytes.baseAddress, bytes.count > 0, bytes.count <= JournalSegment.recordBytesMax else { return .refused }
        return append { () -> Attempt in
            if forUserOnly, !isOfUser(bytes) { return .noUser }
            guard let record = claim(bytes.count) else { return .noRoom }
            memcpy(record + JournalSegment.recordHeaderBytes, source, bytes.count)
            return .done(asksForFile: publish(record, bytes.count))
        } room: {
            bytes.count
        }
    }

    /// With `lock` held.
    private func isOfUser(_ event: UnsafeRawBufferPointer) -> Bool {
        let count = place.pointee.userBytes
        guard count > 0, event.count >= AnalyticsEvent.userOffset + count, let bytes = event.baseAddress else { return false }
        return memcmp(bytes + AnalyticsEvent.userOffset, user, count) == 0
    }

    /// Counts an event that fits no record.
    func refuse() -> Appended {
        let isCounted = lock.locked { () -> Bool in
            guard place.pointee.userBytes > 0, let journal else { return false }
            journal._withUnsafeGuaranteedRef { $0.countDrop() }
            return true
        }
        if isCounted { tell(false) }
        return .refused
    }

    @inline(__always)
    private func append(_ attempt: () -> Attempt, room payload: () -> Int) -> Appended {
        while true {
            switch lock.locked(attempt) {
            case .noUser: return .noUser
            case .done(let asksForFile):
                if asksForFile { wantsFile.store(true, ordering: .releasing) }
                if asksForFile || !hasNews.load(ordering: .relaxed) { tell(asksForFile) }
                return .kept
            case .noRoom: guard makeRoom(payload()) else { return .refused }
            }
        }
    }

    /// With `lock` held: where the next record goes.
    @inline(__always)
    private func claim(_ payload: Int) -> UnsafeMutableRawPointer? {
        let size = JournalSegment.recordBytes(payload: payload)
        guard let base = place.pointee.base, place.pointee.limit - place.pointee.end >= size else { return nil }
        let record = base + place.pointee.end
        if place.pointee.isFile, !isThere(record + size - 8) { return nil }
        record.storeBytes(of: place.pointee.session, toByteOffset: 8, as: UInt64.self)
        record.storeBytes(of: 0, toByteOffset: size - 8, as: UInt64.self)
        return record
    }

    /// Some 20 microseconds, in which a game of many metrics asks once: to ask costs more than a metric, and to cut a file takes longer.
    private static let ticksUnchecked: UInt64 = 50_000

    /// With `lock` held.
    /// - Returns: false when somebody has cut the file; nothing more goes there.
    @inline(__always)
    private func isThere(_ end: UnsafeMutableRawPointer) -> Bool {
        let ticks = gb_ticks()
        if ticks != 0, ticks &- place.pointee.checkedTicks < Self.ticksUnchecked { return true }
        guard gb_is_there(end) else {
            place.pointee.limit = 0
            return false
        }
        place.pointee.checkedTicks = ticks
        return true
    }

    /// With `lock` held: the length is stored last, and makes it a record.
    /// - Returns: whether this was the record at which the next file should be made.
    @inline(__always)
    private func publish(_ record: UnsafeMutableRawPointer, _ payload: Int) -> Bool {
        let checksum = JournalSegment.recordChecksum(crc, record, sequence: place.pointee.nextSequence, payload: payload)
        record.storeBytes(of: checksum, toByteOffset: 4, as: UInt32.self)
        gb_store_release_u32(record, UInt32(truncatingIfNeeded: payload))
        place.pointee.end += JournalSegment.recordBytes(payload: payload)
        place.pointee.nextSequence &+= 1
        guard place.pointee.end > place.pointee.half else { return false }
        place.pointee.half = .max
        return true
    }

    @inline(never)
    private func tell(_ anyway: Bool) {
        let isNews = !hasNews.exchange(true, ordering: .acquiringAndReleasing)
        guard isNews || anyway else { return }
        lock.locked {
            if anyway { place.pointee.askedNanoseconds = clock.monotonicNanoseconds() }
            waker?.raise()
        }
    }

    /// With `lock` held.
    func askForFile() {
        wantsFile.store(true, ordering: .releasing)
        waker?.raise()
    }

    func wakes(_ waker: EventDescriptor?) { lock.locked { self.waker = waker } }

    /// Outside the lock: the journal may wait for the disk here.
    @inline(never)
    private func makeRoom(_ payload: Int) -> Bool {
        guard let journal = lock.locked({ journal.map { $0.takeUnretainedValue() } }) else { return false }
        return journal.makeRoom(JournalSegment.recordBytes(payload: payload))
    }

    // MARK: The journal's side, with `lock` held

    /// Appends behind a segment's last record from now on.
    func aim(at segment: JournalSegment) {
        place.pointee.base = segment.file.bytes
        place.pointee.isFile = segment.file.path != nil
        place.pointee.checkedTicks = 0
        place.pointee.end = segment.end
        place.pointee.limit = segment.file.count
        place.pointee.half = max(segment.end, segment.file.count / 2)
        place.pointee.nextSequence = segment.nextSequence
    }

    func attach(_ journal: AnalyticsJournal, session: UInt64, nextSequence: UInt64) {
        self.journal?._withUnsafeGuaranteedRef { $0.leaveTail() }
        self.journal = Unmanaged.passUnretained(journal)
        place.pointee.session = session
        place.pointee.nextSequence = nextSequence
    }

    /// The journal takes no more; what comes is refused.
    func forget() {
        place.pointee.base = nil
        place.pointee.end = 0
        place.pointee.limit = 0
        place.pointee.half = .max
        place.pointee.askedNanoseconds = nil
        journal = nil
    }
}
