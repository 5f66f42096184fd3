import CLinux
import Linux
import Synchronization

/// Checked handles: a released, foreign or invented handle is found out and never followed.
///
/// A slot is guarded by one bit of its own atomic word, so that a getter costs one atomic exchange and no reference counting.
/// Slots live in chunks that are never freed: a stale handle always finds memory to be compared with.
public final class HandleTable: @unchecked Sendable {
    /// Objects that C may hold at a time. Above, none is made.
    public static let liveMax = 1 << 20
    static let chunkSlots = 4_096
    static let chunkShift = 12
    static let chunksMax = liveMax / chunkSlots
    /// So many alive at a time look like a leak: then, and at each doubling, `takeCrowd` has something to say.
    static let crowdMin: Int = 65_536
    private static let spinsBeforeSleep = 64
    private static let sleepNanosecondsMin = 20_000
    private static let sleepNanosecondsMax = 1_000_000
    static let lockedBit: UInt64 = 1

    struct Slot: ~Copyable {
        /// The first three are touched only while the slot is locked or free. They stand first: a check for races takes whoever changes one of
        /// them to change what is at the slot's own address, and `word` is asked for by anybody at any time.
        var references: UInt64 = 0
        var object: Unmanaged<BoundaryObject>?
        var nextFree: Int32 = -1
        /// Bit 0: locked. Class and generation where a handle has them; class 0: the slot is free.
        let word: Atomic<UInt64>

        init(word: UInt64) { self.word = Atomic(word) }
    }

    typealias Directory = UnsafeMutablePointer<Atomic<UInt>>

    let directory: Directory
    private let epoch: UInt64
    private let lock = WordLock()
    private let firstGeneration: UInt64
    private let generations: UInt64
    private var slotCount = 0
    private var liveCount = 0
    private var nextCrowd = crowdMin
    private let isCrowded = Atomic<Bool>(false)
    /// First in, first out: a slot rests as long as possible before its generation moves on.
    private var firstFree: Int32 = -1
    private var lastFree: Int32 = -1

    /// - Parameter firstGeneration: differs from process to process, so that a handle kept in a file is not valid by accident.
    /// - Parameter generations: how often a slot is used before it is retired, so that no handle ever names a second object. By default as often as
    ///   there are numbers: a table that makes a million handles a second is used up after some years.
    public init(firstGeneration: UInt64, epoch: UInt64 = 0, generations: UInt64 = 1 << 28) {
        self.firstGeneration = firstGeneration & Handle.generationMask
        self.generations = generations
        self.epoch = epoch
        directory = .allocate(capacity: HandleTable.chunksMax)
        for chunk in 0..<HandleTable.chunksMax { (directory + chunk).initialize(to: Atomic(0)) }
    }

    deinit {
        // Only tables of tests end. Objects still held are let go of, the chunks given back.
        for chunk in 0..<HandleTable.chunksMax {
            guard let slots = UnsafeMutablePointer<Slot>(bitPattern: directory[chunk].load(ordering: .acquiring)) else { continue }
            for slot in 0..<HandleTable.chunkSlots { slots[slot].object?.release() }
            slots.deinitialize(count: HandleTable.chunkSlots).deallocate()
        }
        directory.deinitialize(count: HandleTable.chunksMax).deallocate()
    }

    public var live: Int { lock.locked { liveCount } }

    // MARK: Making

    /// Makes a handle with one reference, which the caller owns.
    /// - Returns: nil when `liveMax` handles are alive.
    public func insert(_ object: BoundaryObject, class handleClass: UInt8) -> Handle? {
        guard handleClass != 0, let index = lock.locked({ takeFree() }), let slot = slot(at: index) else { return nil }
        let generation = slot.pointee.word.load(ordering: .relaxed) >> Handle.generationShift & Handle.generationMask
        slot.pointee.references = 1
        slot.pointee.object = Unmanaged.passRetained(object)
        let key = Handle.key(class: handleClass, generation: generation)
        slot.pointee.word.store(key, ordering: .releasing)
        return Handle(index: index, key: key)
    }

    /// True when there is something to say to a host that releases too little. One atomic load.
    public var isCrowdToTell: Bool {
        @inline(__always) get { isCrowded.load(ordering: .relaxed) }
    }

    /// - Returns: a power of two that the number of living handles has reached, each once.
    public func takeCrowd() -> Int? {
        lock.locked {
            guard isCrowded.exchange(false, ordering: .relaxed) else { return nil }
            let crowd = nextCrowd
            while nextCrowd <= liveCount { nextCrowd *= 2 }
            return crowd
        }
    }

    /// With the lock held.
    private func countLive() {
        liveCount += 1
        if liveCount >= nextCrowd { isCrowded.store(true, ordering: .relaxed) }
    }

    private func takeFree() -> Int? {
        guard liveCount < HandleTable.liveMax else { return nil }
        if firstFree >= 0, let slot = slot(at: Int(firstFree)) {
            let index = Int(firstFree)
            firstFree = slot.pointee.nextFree
            if firstFree < 0 { lastFree = -1 }
            slot.pointee.nextFree = -1
            countLive()
            return index
        }
        guard slotCount < HandleTable.liveMax else { return nil }
        if slotCount & (HandleTable.chunkSlots - 1) == 0 { addChunk() }
        slotCount += 1
        countLive()
        return slotCount - 1
    }

    private func addChunk() {
        let slots = UnsafeMutablePointer<Slot>.allocate(capacity: HandleTable.chunkSlots)
        for slot in 0..<HandleTable.chunkSlots {
            (slots + slot).initialize(to: Slot(word: Handle.key(class: 0, generation: firstGeneration)))
        }
        directory[slotCount >> HandleTable.chunkShift].store(UInt(bitPattern: slots), ordering: .releasing)
    }

    @inline(__always)
    private func slot(at index: Int) -> UnsafeMutablePointer<Slot>? { HandleTable.slot(in: directory, at: index) }

    // MARK: Finding

    @inline(__always)
    static func slot(in directory: Directory, at index: Int) -> UnsafeMutablePointer<Slot>? {
        let chunk = index >> chunkShift
        guard chunk >= 0, chunk < chunksMax else { return nil }
        guard let slots = UnsafeMutablePointer<Slot>(bitPattern: directory[chunk].load(ordering: .acquiring)) else { return nil }
        return slots + (index & (chunkSlots - 1))
    }

    /// Locks the slot of a handle.
    /// - Returns: nil when the handle names nothing that is alive.
    @inline(__always)
    static func acquire(_ handle: Handle, in directory: Directory, epoch: UInt64) -> UnsafeMutablePointer<Slot>? {
        guard handle.isTagged, handle.handleClass != 0, let slot = slot(in: directory, at: handle.index) else { return nil }
        let key = handle.key
        let (exchanged, found) = slot.pointee.word.compareExchange(expected: key, desired: key | lockedBit, ordering: .acquiring)
        if exchanged { return slot }
        if found & ~lockedBit != key { return nil }
        return acquireContended(slot, key, epoch)
    }

    @inline(never)
    private static func acquireContended(_ slot: UnsafeMutablePointer<Slot>, _ key: UInt64, _ epoch: UInt64) -> UnsafeMutablePointer<Slot>?
    {
        var spins = 0
        var pause = timespec(tv_sec: 0, tv_nsec: sleepNanosecondsMin)
        while true {
            let (exchanged, found) = slot.pointee.word.weakCompareExchange(expected: key, desired: key | lockedBit, ordering: .acquiring)
            if exchanged { return slot }
            if found & ~lockedBit != key { return nil }
            spins += 1
            if spins > spinsBeforeSleep {
                // Held by a thread that a fork left behind: it will never let go.
                if ProcessEpoch.current != epoch { return nil }
                // Asleep, and not yielding: under SCHED_FIFO a thread that yields still goes before the one that holds the slot.
                // A signal only makes it shorter.
                _ = clock_nanosleep(CLOCK_MONOTONIC, 0, &pause, nil)
                pause.tv_nsec = min(pause.tv_nsec * 2, sleepNanosecondsMax)
            }
        }
    }

    @inline(__always)
    static func unlock(_ slot: UnsafeMutablePointer<Slot>, _ handle: Handle) {
        slot.pointee.word.store(handle.key, ordering: .releasing)
    }

    /// Calls `body` with the object while nobody else can reach it through this handle.
    /// `body` must be short, must not call the host and must not touch the same handle again.
    /// - Returns: nil when the handle does not name a living object of that class.
    @inline(__always)
    public func with<Object: BoundaryObject, Result>(
        _ handle: Handle, class handleClass: UInt8, as type: Object.Type, _ body: (Object) -> Result
    ) -> Result? {
        HandleTable.with(handle, class: handleClass, as: type, in: directory, epoch: epoch, body)
    }

    @inline(__always)
    static func with<Object: BoundaryObject, Result>(
        _ handle: Handle, class handleClass: UInt8, as type: Object.Type, in directory: Directory, epoch: UInt64, _ body: (Object) -> Result
    ) -> Result? {
        guard handle.handleClass == handleClass, let slot = acquire(handle, in: directory, epoch: epoch) else { return nil }
        guard let object = slot.pointee.object else {
            unlock(slot, handle)
            return nil
        }
        let result = object._withUnsafeGuaranteedRef { body(unsafeDowncast($0, to: type)) }
        unlock(slot, handle)
        return result
    }

    // MARK: Counting

    public func isAlive(_ handle: Handle) -> Bool {
        guard let slot = HandleTable.acquire(handle, in: directory, epoch: epoch) else { return false }
        HandleTable.unlock(slot, handle)
        return true
    }

    /// - Returns: false when the handle names nothing that is alive.
    public func retain(_ handle: Handle) -> Bool {
        guard let slot = HandleTable.acquire(handle, in: directory, epoch: epoch) else { return false }
        slot.pointee.references &+= 1
        HandleTable.unlock(slot, handle)
        return true
    }

    /// 0 for a handle that names nothing that is alive.
    public func references(_ handle: Handle) -> Int {
        guard let slot = HandleTable.acquire(handle, in: directory, epoch: epoch) else { return 0 }
        defer { HandleTable.unlock(slot, handle) }
        return Int(slot.pointee.references)
    }

    /// Gives one reference back; with the last one the object goes, outside every lock.
    /// - Returns: false when the handle names nothing that is alive.
    public func release(_ handle: Handle) -> Bool {
        guard let slot = HandleTable.acquire(handle, in: directory, epoch: epoch) else { return false }
        if slot.pointee.references > 1 {
            slot.pointee.references &-= 1
            HandleTable.unlock(slot, handle)
            return true
        }
        retire(slot, handle)
        return true
    }

    /// Makes the handle invalid, however many references are out.
    public func remove(_ handle: Handle) -> Bool {
        guard let slot = HandleTable.acquire(handle, in: directory, epoch: epoch) else { return false }
        retire(slot, handle)
        return true
    }

    /// Called with the slot locked.
    private func retire(_ slot: UnsafeMutablePointer<Slot>, _ handle: Handle) {
        let object = slot.pointee.object
        slot.pointee.object = nil
        slot.pointee.references = 0
        let generation = handle.key >> Handle.generationShift & Handle.generationMask
        let used = (generation &+ 1 &- firstGeneration) & Handle.generationMask
        slot.pointee.word.store(Handle.key(class: 0, generation: generation &+ 1), ordering: .releasing)
        lock.locked {
            liveCount -= 1
            // All its numbers were used: it is never given out again.
            if used == 0 || used >= generations { return }
            let index = Int32(truncatingIfNeeded: handle.index)
            if lastFree >= 0, let last = self.slot(at: Int(lastFree)) { last.pointee.nextFree = index } else { firstFree = index }
            lastFree = index
        }
        object?.release()
    }
}
