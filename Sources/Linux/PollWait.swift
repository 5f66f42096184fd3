import CLinux

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
