import Linux
import Synchronization

/// When the database was found over a new connection after a host of it had not answered. A statement that still waits at that host waits
/// for one that is frozen, while another took over: it ends, and is asked again there.
public final class PostgreSQLFound: Sendable {
    /// On the system's monotonic clock.
    private let newest = Atomic<Int64>(Int64.min)
    /// A host that was frozen for a while, and goes on, answers within it.
    static let graceMilliseconds: Int64 = 2_000

    public init() {}

    func note() { newest.store(SystemClock().monotonicNanoseconds(), ordering: .relaxed) }

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
