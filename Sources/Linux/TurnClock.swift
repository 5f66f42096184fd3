import CLinux

/// The time of a thread that turns: it looks at least every `turnMilliseconds` while somebody waits by this clock. Two looks that are
/// further apart than that and a second mean that the thread could not run: SIGSTOP, a debugger, a sandbox that freezes, a host's callback
/// that takes long. What lies between them beyond a turn does not count, wherever in the thread's work it falls.
///
/// Others may read it at any time; a reading does not depend on whether the thread has looked since.
public final class TurnClock: Clock {
    /// A thread that runs so much later than it asked for did not run meanwhile.
    public static let lateNanoseconds: Int64 = 1_000_000_000

    private let clock: any Clock
    private let computer: any Clock
    private let turnNanoseconds: Int64
    private let lock = Lock()
    private nonisolated(unsafe) var skipped: Int64 = 0
    /// By the computer's clock; nil before the first look, when everything counts.
    private nonisolated(unsafe) var lastLook: Int64?

    /// - Parameters:
    ///   - clock: what is counted.
    ///   - computer: by which it is seen that the thread did not run, whatever clock the caller goes by.
    @export(interface) public init(_ clock: any Clock, computer: any Clock = ComputerClock(), turnMilliseconds: Int64) {
        self.clock = clock
        self.computer = computer
        turnNanoseconds = turnMilliseconds * 1_000_000
    }

    /// Of the thread that turns.
    @export(interface) public func look() {
        lock.locked {
            let now = computer.monotonicNanoseconds()
            skipped += late(now)
            lastLook = now
        }
    }

    /// May go back by a second when the thread turns out not to have run.
    @export(interface) public func monotonicNanoseconds() -> Int64 {
        lock.locked {
            while true {
                let before = computer.monotonicNanoseconds()
                let now = clock.monotonicNanoseconds()
                // A stop between the two readings would be in one of them alone.
                if computer.monotonicNanoseconds() - before < Self.lateNanoseconds { return now - skipped - late(before) }
            }
        }
    }

    @export(interface) public func epochMilliseconds() -> Int64 { clock.epochMilliseconds() }

    /// With the lock held.
    private func late(_ now: Int64) -> Int64 {
        guard let lastLook else { return 0 }
        let late = now - lastLook - turnNanoseconds
        return late < Self.lateNanoseconds ? 0 : late
    }
}

/// The clock that nobody sets and nothing slows down.
public final class ComputerClock: Clock {
    @export(interface) public init() {}

    @export(interface) public func monotonicNanoseconds() -> Int64 {
        var time = timespec()
        // Since Linux 2.6.28.
        _ = clock_gettime(CLOCK_MONOTONIC_RAW, &time)
        return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }

    @export(interface) public func epochMilliseconds() -> Int64 { 0 }
}
