/// What a connection is for. Time limits belong to that: a request that takes half a minute is broken, a schema's step that does
/// is at work.
public enum PostgreSQLWork: CaseIterable, Sendable {
    /// Of players, operators and game servers; others wait behind each.
    case requests
    /// Opening, leases, what a thread of its own looks for.
    case housekeeping
    /// A schema is raised: as long as the rows take, and as long as another server does it.
    case schema
    /// A store goes to another place or into a copy: the other side may be slow.
    case move
    /// One question now and then, to see whether the server is well.
    case look

    var limits: PostgreSQLLimits {
        switch self {
        case .requests:
            PostgreSQLLimits(
                statementMilliseconds: Self.ordinaryMilliseconds, lockMilliseconds: Self.requestLockMilliseconds,
                idleMilliseconds: Self.ordinaryMilliseconds, silenceMilliseconds: Self.silenceMilliseconds)
        case .housekeeping:
            PostgreSQLLimits(
                statementMilliseconds: Self.ordinaryMilliseconds, lockMilliseconds: Self.lockMilliseconds,
                idleMilliseconds: Self.ordinaryMilliseconds, silenceMilliseconds: Self.silenceMilliseconds)
        case .schema:
            PostgreSQLLimits(
                statementMilliseconds: 0, lockMilliseconds: 0, idleMilliseconds: 0, silenceMilliseconds: Self.longSilenceMilliseconds)
        case .move:
            PostgreSQLLimits(
                statementMilliseconds: 0, lockMilliseconds: Self.lockMilliseconds, idleMilliseconds: 0,
                silenceMilliseconds: Self.longSilenceMilliseconds)
        case .look:
            PostgreSQLLimits(
                statementMilliseconds: Self.lockMilliseconds, lockMilliseconds: Self.lockMilliseconds,
                idleMilliseconds: Self.ordinaryMilliseconds, silenceMilliseconds: Self.lookSilenceMilliseconds)
        }
    }

    /// The server ends a statement that takes longer, and a transaction that is left alone for longer.
    private static let ordinaryMilliseconds = 30_000
    /// A lock that somebody else holds is waited for at most so long.
    private static let lockMilliseconds = 5_000
    /// The same in a transaction of requests: others wait behind it, so what needs the lock is tried again later by itself.
    private static let requestLockMilliseconds = 100
    /// After this the server, or the way to it, counts as gone.
    private static let silenceMilliseconds: Int32 = 40_000
    private static let lookSilenceMilliseconds: Int32 = 10_000
    /// What answers no probe of the network is found earlier: this is for a server that is stopped.
    private static let longSilenceMilliseconds: Int32 = 6 * 3_600_000
}

/// In the words of the server: 0 is none.
struct PostgreSQLLimits: Equatable, Sendable {
    var statementMilliseconds: Int
    var lockMilliseconds: Int
    var idleMilliseconds: Int
    /// Of ours.
    var silenceMilliseconds: Int32

    /// For the transaction under way alone.
    var local: String {
        "SELECT pg_catalog.set_config('statement_timeout', '\(statementMilliseconds)', true), "
            + "pg_catalog.set_config('lock_timeout', '\(lockMilliseconds)', true), "
            + "pg_catalog.set_config('idle_in_transaction_session_timeout', '\(idleMilliseconds)', true)"
    }
}
