import CLinux

/// The time, as the client and the service see it. Tests and simulators bring their own.
public protocol Clock: AnyObject, Sendable {
    /// Nanoseconds that only ever grow, from an arbitrary start; not moved by the user or the network.
    func monotonicNanoseconds() -> Int64
    /// Milliseconds since 1970-01-01 UTC.
    func epochMilliseconds() -> Int64
}

public final class SystemClock: Clock {
    public init() {}

    public func monotonicNanoseconds() -> Int64 { read(CLOCK_MONOTONIC) }
    public func epochMilliseconds() -> Int64 { read(CLOCK_REALTIME) / 1_000_000 }

    private func read(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }
}
