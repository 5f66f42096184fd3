import CLinux

/// The time, as the client and the service see it. Tests and simulators bring their own.
public protocol Clock: AnyObject, Sendable {
    /// Nanoseconds that only ever grow, from an arbitrary start; not moved by the user or the network.
    func monotonicNanoseconds() -> Int64
    /// Milliseconds since 1970-01-01 UTC.
    func epochMilliseconds() -> Int64
}

public final class SystemClock: Clock {
    @export(interface) public init() {}

    @export(interface) public func monotonicNanoseconds() -> Int64 { read(CLOCK_MONOTONIC) }
    public func epochMilliseconds() -> Int64 { read(CLOCK_REALTIME) / 1_000_000 }

    private func read(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        // Both clocks are there on every Linux.
        _ = clock_gettime(clock, &time)
        return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }
}

extension SystemClock {
    static let farFutureNanoseconds = Int64.max / 2
}

/// The monotonic reading that lies `milliseconds` ahead; a negative distance is now, a huge one is far away, none overflows.
/// A free function and not an extension of the protocol: default methods cannot be called through `any Clock` in the product.
@export(interface) public func deadlineNanoseconds(_ clock: any Clock, afterMilliseconds milliseconds: Int64) -> Int64 {
    let now = clock.monotonicNanoseconds()
    if milliseconds <= 0 { return now }
    let (distance, tooFar) = milliseconds.multipliedReportingOverflow(by: 1_000_000)
    if tooFar || distance > SystemClock.farFutureNanoseconds - now { return SystemClock.farFutureNanoseconds }
    return now + distance
}
