import CLinux
import Synchronization

/// A mutual exclusion lock of four bytes in whoever has it, for what there are many of: a `Lock` is an object with memory of its own, which
/// an object that a query found would pay for each time. Not recursive; nobody can wait for a condition under it. No callback of the host
/// may run while one is held. In a forked child it is free, though a thread of the parent held it: what it guards is then as that thread
/// left it, and must bear that.
public struct WordLock: ~Copyable, @unchecked Sendable {
    private enum Word {
        static let free: UInt32 = 0
        static let held: UInt32 = 1
        /// Held, and somebody may sleep: who lets go wakes one.
        static let awaited: UInt32 = 2
        /// Above these: the process that holds it.
        static let stateBits: UInt32 = 2
        static let states: UInt32 = 3
    }

    /// A forked child finds it as a thread of its parent held it, which is not there to let go.
    @inline(__always) private static var process: UInt32 { UInt32(truncatingIfNeeded: ProcessEpoch.current) << Word.stateBits }

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
        let process = Self.process
        let held = process | Word.held
        if word.compareExchange(expected: Word.free, desired: held, ordering: .acquiring).exchanged { return }
        for _ in 0..<Self.looksBeforeSleep {
            guard word.load(ordering: .relaxed) == Word.free else { continue }
            if word.compareExchange(expected: Word.free, desired: held, ordering: .acquiring).exchanged { return }
        }
        while true {
            let found = word.exchange(process | Word.awaited, ordering: .acquiring)
            if found == Word.free || found & ~Word.states != process { return }
            sleep(process | Word.awaited)
        }
    }

    @inline(never)
    @export(interface) public borrowing func unlock() {
        if word.exchange(Word.free, ordering: .releasing) & Word.states == Word.awaited { wakeOne() }
    }

    /// Until it is woken; at once when nobody holds the lock any more.
    private borrowing func sleep(_ value: UInt32) {
        withUnsafePointer(to: word) { gb_word_wait(UnsafeRawPointer($0), value) }
    }

    private borrowing func wakeOne() {
        withUnsafePointer(to: word) { gb_word_wake(UnsafeRawPointer($0)) }
    }
}
