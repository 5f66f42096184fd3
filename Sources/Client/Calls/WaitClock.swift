import Linux
import Synchronization

/// The time by which calls and questions to the host expire. It stands still while it would measure somebody who could not act: while a
/// question waits in the run loop for the host to drain, and while the whole process was stopped.
///
/// So a call never ends as unanswered because its host was not asked: the clock of a question starts when the host is called.
final class WaitClock: Clock, @unchecked Sendable {
    /// Of one standstill. A host that drains no more has its calls ended after that.
    static let standstillNanoseconds: Int64 = 900_000_000_000

    private let clock: any Clock
    private let stood = Atomic<Int64>(0)
    /// When the questions that wait began to; 0 when none waits.
    private let began = Atomic<Int64>(0)

    init(_ clock: any Clock) { self.clock = clock }

    func monotonicNanoseconds() -> Int64 {
        let began = began.load(ordering: .acquiring)
        let now = clock.monotonicNanoseconds()
        return now - stood.load(ordering: .acquiring) - (began == 0 ? 0 : Self.standstill(began, now))
    }

    func epochMilliseconds() -> Int64 { clock.epochMilliseconds() }

    /// The first question waits. Called by the run loop alone, under its lock; so is `goOn`.
    func stand() { began.store(max(1, clock.monotonicNanoseconds()), ordering: .releasing) }

    /// No question waits any more.
    func goOn() {
        let since = began.load(ordering: .relaxed)
        if since == 0 { return }
        add(Self.standstill(since, clock.monotonicNanoseconds()))
        began.store(0, ordering: .releasing)
    }

    /// Time in which the process did not run.
    func add(_ nanoseconds: Int64) { stood.wrappingAdd(nanoseconds, ordering: .acquiringAndReleasing) }

    private static func standstill(_ began: Int64, _ now: Int64) -> Int64 { min(max(0, now - began), standstillNanoseconds) }
}
