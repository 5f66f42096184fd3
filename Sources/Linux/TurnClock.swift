import CLinux

/// The time of a thread that runs in turns. The thread calls `look` at least every `turnMilliseconds` while anybody waits by this clock.
/// When two looks are further apart than that and a second, the thread could not run: SIGSTOP, a debugger, a frozen sandbox, a host's
/// callback that takes long. The time beyond the turn does not count, wherever in the thread's work it falls.
///
/// Any thread may read the clock at any time, before or after the next look.
public final class TurnClock: Clock {
    /// A thread that runs so much later than it asked for did not run meanwhile.
    public static let lateNanoseconds: Int64 = 1_000_000_000

    private let clock: any Clock
    private let computer: @Sendable () -> Int64
    private let turnNanoseconds: Int64
    private let lock = Lock()
    private nonisolated(unsafe) var skipped: Int64 = 0
    /// By the computer's clock; nil before the first look, when everything counts.
    private nonisolated(unsafe) var lastLook: Int64?

    /// - Parameters:
    ///   - clock: what is counted.
    ///   - computer: shows that the thread did not run, whatever clock the caller uses.
    @export(interface) public init(
        _ clock: any Clock, computer: @escaping @Sendable () -> Int64 = { ComputerTime.nanoseconds() }, turnMilliseconds: Int64
    ) {
        self.clock = clock
        self.computer = computer
        turnNanoseconds = turnMilliseconds * 1_000_000
    }

    /// Of the thread that turns.
    @export(interface) public func look() {
        lock.locked {
            let now = computer()
            skipped += late(now)
            lastLook = now
        }
    }

    /// May go back by a second when the thread turns out not to have run.
    @export(interface) public func monotonicNanoseconds() -> Int64 {
        lock.locked {
            while true {
                let before = computer()
                let now = clock.monotonicNanoseconds()
                // A stop between the two readings would be in one of them alone.
                if computer() - before < Self.lateNanoseconds { return now - skipped - late(before) }
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

/// The computer's time, which nobody sets and nothing slows down.
public enum ComputerTime {
    @export(interface) public static func nanoseconds() -> Int64 {
        var time = timespec()
        // Since Linux 2.6.28.
        _ = clock_gettime(CLOCK_MONOTONIC_RAW, &time)
        return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }
}

/// A wait for descriptors that knows when the process was stopped during it: SIGSTOP, a debugger, a sandbox that freezes.
public enum PollWait {
    /// - Parameter milliseconds: at most; less than 0: for ever.
    /// - Returns: how many are ready, as `poll` says, and for how long the process was stopped, in
    ///   nanoseconds. That is a fact of the computer,
    ///   by the system's own clock, whatever clock the caller goes by.
    @export(interface) public static func wait(
        _ descriptors: inout [pollfd], milliseconds: Int32
    ) -> (ready: Int32, stoppedNanoseconds: Int64) {
        let began = ComputerTime.nanoseconds()
        let ready = poll(&descriptors, nfds_t(descriptors.count), milliseconds)
        let late = ComputerTime.nanoseconds() - began - Int64(milliseconds) * 1_000_000
        return (ready, milliseconds < 0 || late < TurnClock.lateNanoseconds ? 0 : late)
    }
}
