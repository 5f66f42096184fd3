import CLinux
import Synchronization

/// Tells a forked child from its parent at the price of one load.
///
/// A page marked MADV_WIPEONFORK reads as zero in the child, so no fork handler is registered in the host's process.
/// A child inherits none of our threads and perhaps our locks in a locked state: whatever holds process-wide state asks here
/// first and starts afresh when the answer is new.
public enum ProcessEpoch {
    private static let settled: UInt64 = 1

    /// An address and not a lazy global: this is asked on the way of every getter, and a lazy global is a call each time.
    private static let pageAddress = Atomic<UInt>(0)

    @inline(never)
    private static func makePage() -> UnsafeMutablePointer<UInt64>? {
        let length = Int(sysconf(Int32(_SC_PAGESIZE)))
        let memory = mmap(nil, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | Int32(gb_map_anonymous), -1, 0)
        guard let memory, memory != gb_map_failed() else { return nil }
        madvise(memory, length, Int32(gb_madv_wipeonfork))
        let word = memory.assumingMemoryBound(to: UInt64.self)
        word.pointee = settled
        let (exchanged, found) = pageAddress.compareExchange(
            expected: 0, desired: UInt(bitPattern: word), ordering: .acquiringAndReleasing)
        if exchanged { return word }
        munmap(memory, length)
        return UnsafeMutablePointer(bitPattern: found)
    }

    private static let count = Atomic<UInt64>(0)

    /// Grows by one in each generation of forked children; the same for the life of one process.
    public static var current: UInt64 {
        @inline(__always) get {
            guard let page = UnsafeMutablePointer<UInt64>(bitPattern: pageAddress.load(ordering: .acquiring)) ?? makePage(),
                page.pointee != settled
            else { return count.load(ordering: .relaxed) }
            return enterChild(page)
        }
    }

    @inline(never)
    private static func enterChild(_ page: UnsafeMutablePointer<UInt64>) -> UInt64 {
        // Right after a fork there is one thread; should two meet here later, both may add, and both then see a new epoch.
        let epoch = count.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue
        ThreadsAtFork.enterChild()
        page.pointee = settled
        return epoch
    }
}
