import CLinux
import Synchronization

/// Tells a forked child from its parent at the price of one load.
///
/// A page marked MADV_WIPEONFORK reads as zero in the child, so no fork handler is registered in the host's process. Where the system
/// refuses the mark, the page holds the process's number instead, and each question costs a system call.
/// A child inherits none of our threads and perhaps our locks in a locked state: whatever holds process-wide state asks here
/// first and starts afresh when the answer is new.
public enum ProcessEpoch {
    private static let settled: UInt64 = 1
    /// A page that is not wiped holds the process's number from this bit on.
    private static let pidShift: UInt64 = 1
    /// Below the number of a process in which a thread begins the new epoch.
    private static let entering: UInt64 = 1

    /// An address and not a lazy global: this is asked on the way of every getter, and a lazy global is a call each time.
    private static let pageAddress = Atomic<UInt>(0)

    @inline(never)
    private static func makePage() -> UnsafeMutablePointer<Atomic<UInt64>>? {
        let length = Int(sysconf(Int32(_SC_PAGESIZE)))
        let memory = mmap(nil, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | Int32(gb_map_anonymous), -1, 0)
        guard let memory, memory != gb_map_failed() else { return nil }
        let word = memory.bindMemory(to: Atomic<UInt64>.self, capacity: 1)
        // A kernel before 4.14, and some sandboxes, wipe nothing: then each question asks the system who this is.
        let isWiped = madvise(memory, length, Int32(gb_madv_wipeonfork)) == 0
        word.initialize(to: Atomic(isWiped ? settled : UInt64(getpid()) << pidShift))
        let (exchanged, found) = pageAddress.compareExchange(
            expected: 0, desired: UInt(bitPattern: word), ordering: .acquiringAndReleasing)
        if exchanged { return word }
        // Nothing else has the address; a page that stays is no harm.
        _ = munmap(memory, length)
        return UnsafeMutablePointer(bitPattern: found)
    }

    private static let count = Atomic<UInt64>(0)

    /// Grows by one in each generation of forked children; the same for the life of one process.
    public static var current: UInt64 {
        @inline(__always) get {
            guard let page = UnsafeMutablePointer<Atomic<UInt64>>(bitPattern: pageAddress.load(ordering: .acquiring)) ?? makePage(),
                page.pointee.load(ordering: .acquiring) != settled
            else { return count.load(ordering: .relaxed) }
            return enterChild(page)
        }
    }

    /// One thread of the child begins the new epoch, and those that ask meanwhile wait for it: two epochs of one process would each have
    /// clients and handles of their own.
    @inline(never)
    private static func enterChild(_ page: UnsafeMutablePointer<Atomic<UInt64>>) -> UInt64 {
        let own = UInt64(getpid()) << pidShift
        while true {
            let found = page.pointee.load(ordering: .acquiring)
            if found == settled || found == own { return count.load(ordering: .relaxed) }
            if found == own | entering {
                _ = sched_yield()
                continue
            }
            guard page.pointee.compareExchange(expected: found, desired: own | entering, ordering: .acquiring).exchanged else { continue }
            let epoch = count.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue
            ThreadsAtFork.enterChild()
            page.pointee.store(found == 0 ? settled : own, ordering: .releasing)
            return epoch
        }
    }
}

/// Remembers across a fork whether threads were at work that may have held locks which nobody can open in the child: those of
/// libraries below us, such as SQLite, that make no fresh ones.
///
/// A count and a flag in plain memory, which the child inherits as they were at the moment of the fork.
public enum ThreadsAtFork {
    private static let working = Atomic<Int>(0)
    private static let leftBehind = Atomic<Bool>(false)

    /// Before a thread begins to use such a library.
    @export(interface) public static func begin() { working.wrappingAdd(1, ordering: .acquiringAndReleasing) }

    /// When it will not use one any more.
    @export(interface) public static func end() { working.wrappingSubtract(1, ordering: .acquiringAndReleasing) }

    /// True in a child that was forked while such a thread ran, and in its children.
    @export(interface) public static var mayHaveLeftLocks: Bool {
        _ = ProcessEpoch.current
        return leftBehind.load(ordering: .acquiring)
    }

    static func enterChild() {
        if working.exchange(0, ordering: .acquiringAndReleasing) > 0 { leftBehind.store(true, ordering: .releasing) }
    }
}
