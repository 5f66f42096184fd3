import Linux

/// The clock of a service while a past month is played: its date is where the month is.
final class DemoClock: Clock, @unchecked Sendable {
    private let real: any Clock
    private let lock = Lock()
    /// Guarded by the lock.
    private var date: Int64

    init(_ real: any Clock, date: Int64) { (self.real, self.date) = (real, date) }

    func monotonicNanoseconds() -> Int64 { real.monotonicNanoseconds() }
    func epochMilliseconds() -> Int64 { lock.locked { date } }

    /// Never behind where it was, and never ahead of the real clock.
    func move(to date: Int64) {
        let now = real.epochMilliseconds()
        lock.locked { self.date = min(max(self.date, date), now) }
    }
}
