import CLinux
import Synchronization

/// A mutual exclusion lock of four bytes in whoever has it, for what there are many of: a `Lock` is an object with memory of its own, which
/// an object that a query found would pay for each time. Not recursive; nobody can wait for a condition under it. No callback of the host
/// may run while one is held.
public struct WordLock: ~Copyable, @unchecked Sendable {
    private enum Word {
        static let free: UInt32 = 0
        static let held: UInt32 = 1
        /// Held, and somebody may sleep: who lets go wakes one.
        static let awaited: UInt32 = 2
    }

    /// It is held for less time than sleeping takes.
    private static let looksBeforeSleep = 64

    private let word = Atomic<UInt32>(Word.free)

    public init() {}

    @inline(__always)
    public borrowing func locked<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        lock()
        defer { unlock() }
        return try body()
    }

    @inline(never)
    @export(interface) public borrowing func lock() {
        if word.compareExchange(expected: Word.free, desired: Word.held, ordering: .acquiring).exchanged { return }
        for _ in 0..<Self.looksBeforeSleep {
            guard word.load(ordering: .relaxed) == Word.free else { continue }
            if word.compareExchange(expected: Word.free, desired: Word.held, ordering: .acquiring).exchanged { return }
        }
        while word.exchange(Word.awaited, ordering: .acquiring) != Word.free { sleep() }
    }

    @inline(never)
    @export(interface) public borrowing func unlock() {
        if word.exchange(Word.free, ordering: .releasing) == Word.awaited { wakeOne() }
    }

    /// Until it is woken; at once when nobody holds the lock any more.
    private borrowing func sleep() {
        withUnsafePointer(to: word) { gb_word_wait(UnsafeRawPointer($0), Word.awaited) }
    }

    private borrowing func wakeOne() {
        withUnsafePointer(to: word) { gb_word_wake(UnsafeRawPointer($0)) }
    }
}
