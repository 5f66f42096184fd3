import Linux

/// The clock of a service while a past month is played: its date is where the month is, and it seems to have run since the month's start.
final class DemoClock: Clock, @unchecked Sendable {
    private let real: any Clock
    private let start: Int64
    private let lock = Lock()
    /// Guarded by the lock.
    private var date: Int64

    init(_ real: any Clock, date: Int64) { (self.real, start, self.date) = (real, date, date) }

    func monotonicNanoseconds() -> Int64 { real.monotonicNanoseconds() + (epochMilliseconds() - start) * 1_000_000 }
    func epochMilliseconds() -> Int64 { lock.locked { date } }

    /// Never behind where it was, and never ahead of the real clock.
    func move(to date: Int64) {
        let now = real.epochMilliseconds()
        lock.locked { self.date = min(max(self.date, date), now) }
    }
}
