import Linux

/// The time by which calls and questions to the host expire. It stands still while it would measure somebody who could not act: while a
/// question waits in the run loop for the host to drain, and while the client's thread could not run (`TurnClock`).
///
/// So a call never ends as unanswered because its host was not asked: the clock of a question starts when the host is called.
final class WaitClock: Clock, @unchecked Sendable {
    /// Of one standstill. A host that drains no more has its calls ended after that.
    static let standstillNanoseconds: Int64 = 900_000_000_000
    /// The client's thread looks that often while anything waits by this clock.
    static let turnMilliseconds: Int64 = 250

    private let turns: TurnClock
    private let lock = Lock()
    /// In standstills that are over.
    private var stood: Int64 = 0
    /// When the questions that wait began to; nil when none waits.
    private var began: Int64?

    init(_ clock: any Clock, computer: @escaping @Sendable () -> Int64 = { ComputerTime.nanoseconds() }) {
        turns = TurnClock(clock, computer: computer, turnMilliseconds: Self.turnMilliseconds)
    }

    func monotonicNanoseconds() -> Int64 {
        lock.locked {
            let now = turns.monotonicNanoseconds()
            return now - stood - standstill(now)
        }
    }

    func epochMilliseconds() -> Int64 { turns.epochMilliseconds() }

    /// The client's thread runs.
    func look() { turns.look() }

    /// The first question waits. Called by the run loop alone, under its lock; so is `goOn`.
    func stand() { lock.locked { began = turns.monotonicNanoseconds() } }

    /// No question waits any more.
    func goOn() {
        lock.locked {
            stood += standstill(turns.monotonicNanoseconds())
            began = nil
        }
    }

    /// With the lock held.
    private func standstill(_ now: Int64) -> Int64 {
        guard let began else { return 0 }
        return min(max(0, now - began), Self.standstillNanoseconds)
    }
}
