import CLinux

/// A wait for descriptors that knows when the process was stopped during it: SIGSTOP, a debugger, a sandbox that freezes.
public enum PollWait {
    /// A thread that runs so much later than it asked for did not run meanwhile.
    private static let lateNanoseconds: Int64 = 1_000_000_000

    /// - Parameter milliseconds: at most; less than 0: for ever.
    /// - Returns: how many are ready, as `poll` says, and for how long the process was stopped, in
    ///   nanoseconds. That is a fact of the computer,
    ///   by the system's own clock, whatever clock the caller goes by.
    @export(interface) public static func wait(
        _ descriptors: inout [pollfd], milliseconds: Int32
    ) -> (ready: Int32, stoppedNanoseconds: Int64) {
        var ready: Int32 = 0
        let stopped = stop(milliseconds: milliseconds) { ready = poll(&descriptors, nfds_t(descriptors.count), milliseconds) }
        return (ready, stopped)
    }

    /// Of the clock that nobody sets and nothing slows down.
    private static func rawNanoseconds() -> Int64 {
        var time = timespec()
        // Since Linux 2.6.28.
        _ = clock_gettime(CLOCK_MONOTONIC_RAW, &time)
        return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }

    /// - Parameter wait: waits that long at most; less than 0: for ever.
    /// - Returns: for how long the process was stopped during it, in nanoseconds; 0: it was not.
    @export(interface) public static func stop(milliseconds: Int32, _ wait: () -> Void) -> Int64 {
        let began = rawNanoseconds()
        wait()
        let late = rawNanoseconds() - began - Int64(milliseconds) * 1_000_000
        return milliseconds < 0 || late < lateNanoseconds ? 0 : late
    }
}
