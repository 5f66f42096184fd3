import Linux
import Synchronization

/// The time at which a new connection reached the database after one of its hosts had stopped answering. That host may be frozen while
/// another one has taken over: statements that still wait there end, and are retried over a new connection.
public final class PostgreSQLFound: Sendable {
    /// On the monotonic clock.
    private let newest = Atomic<Int64>(Int64.min)
    private let clock: any Clock
    /// A host that was frozen for a while, and goes on, answers within it.
    static let graceMilliseconds: Int64 = 2_000

    public init(_ clock: any Clock = SystemClock()) { self.clock = clock }

    var now: Int64 { clock.monotonicNanoseconds() }

    func note() { newest.store(now, ordering: .relaxed) }

    /// Whether a connection that was opened at `date` may lead to the host that did not answer.
    func isLater(than date: Int64) -> Bool { newest.load(ordering: .relaxed) > date }

    /// - Parameters:
    ///   - began: since when somebody waits.
    ///   - now: on the same clock.
    func isElsewhere(since began: Int64, _ now: Int64) -> Bool {
        let found = newest.load(ordering: .relaxed)
        return found > began && now - found >= Self.graceMilliseconds * 1_000_000
    }
}
