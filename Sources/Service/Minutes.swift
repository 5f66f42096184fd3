#if !hasFeature(Embedded)
import Codecs

/// Minutes since 1970, in which servers count what they see.
enum Minute {
    static let milliseconds: Int64 = 60_000
}

extension Capability {
    func minute(of date: Int64) -> Int64 { date / Minute.milliseconds }
    /// A server counts by a clock that nobody moves; the service's may have been moved ahead (`console.advanceClock`).
    func serviceMinute(_ minute: Int64) -> Int64 { minute &+ persisted.clockOffsetMilliseconds / Minute.milliseconds }
}
#endif
