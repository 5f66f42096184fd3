import Storage

/// Whether a connection has a session of its own. A pooler that gives a session to each transaction lets what one connection has set hold
/// for another: its schema, so that one app's rows go into another app's tables, and how a commit is kept.
///
/// A commit says whose schema it is meant for and fails elsewhere (`CommitMarks`). Each connection also leaves a mark of its own in its
/// session, and the watch looks whether it still finds its own.
enum PostgreSQLSession {
    static let marking = "SELECT pg_catalog.set_config('gamebase.session', ?, false)"
    static let asking = "SELECT pg_catalog.current_setting('gamebase.session', true)"

    static func newMark() -> String { "\(Int64.random(in: 1...Int64.max))" }

    /// Also the text by which a commit fails: without quotes.
    static let isShared =
        "the address is that of a pooler that gives a session to each transaction: let it pool by sessions "
        + "(pgbouncer: pool_mode = session), or name the database server itself"

    static let unmet = PostgreSQLUnmet(name: "session", fault: "databasePooled", sentence: isShared, isAccepted: false)
}
