import Storage

/// What correctness needs of a database server that somebody else has set up: one list.
///
/// What a session may choose is pinned when its connection is opened: a value that a session has set outranks those of the server, the
/// database and the role, and no reload takes it away. What no session can choose is read at the same moment, and a connection that lacks
/// it is refused with the sentence that mends it; `PostgreSQLWatch` reads it again and again.
struct PostgreSQLNeed: Sendable {
    enum Held: Sendable {
        /// By the session: an expression of SQL that gives the value.
        case pinned(String)
        /// By the server, the database or the role: which values are right, and what an operator does about the others.
        case asked(isRight: @Sendable (String) -> Bool, mend: String)
    }

    /// Of the setting.
    let name: String
    let held: Held
    /// How `gamebasectl doctor` names it.
    var fault = ""
    /// `--unsafe-database` may name it: what is at risk is the operator's own data.
    var mayBeAccepted = false
}

/// What a server has in place of what it needs.
public struct PostgreSQLUnmet: Sendable, Equatable {
    public let name: String
    public let fault: String
    /// What is wrong, and what to do.
    public let sentence: String
    /// The operator has said that it is to be so.
    public let isAccepted: Bool
}

enum PostgreSQLNeeds {
    private static let isOn: @Sendable (String) -> Bool = { $0 == "on" }
    private static let isOff: @Sendable (String) -> Bool = { $0 == "off" }
    private static let reload = "then SELECT pg_reload_conf()"

    static let asked: [PostgreSQLNeed] = [
        PostgreSQLNeed(
            name: "server_version_num",
            held: .asked(
                isRight: { Int64($0).map { $0 >= PostgreSQLHealth.versionMin } ?? false },
                mend: "upgrade it to PostgreSQL \(PostgreSQLHealth.versionMin / 10_000) or newer"), fault: "databaseOld"),
        // Of LATIN1 the characters of other languages cannot be kept; SQL_ASCII keeps bytes that are no text.
        PostgreSQLNeed(
            name: "server_encoding",
            held: .asked(
                isRight: { $0 == "UTF8" },
                mend: "create another database with createdb --template=template0 --encoding=UTF8 NAME, and name it in the address"),
            fault: "databaseEncoding"),
        PostgreSQLNeed(
            name: "fsync", held: .asked(isRight: isOn, mend: "a power cut destroys the database: ALTER SYSTEM SET fsync = on; \(reload)"),
            fault: "fsyncOff", mayBeAccepted: true),
        PostgreSQLNeed(
            name: "full_page_writes",
            held: .asked(isRight: isOn, mend: "a power cut leaves half-written pages: ALTER SYSTEM SET full_page_writes = on; \(reload)"),
            fault: "pageWritesOff", mayBeAccepted: true),
        // A flush that failed is tried again and then succeeds without the data.
        PostgreSQLNeed(
            name: "data_sync_retry",
            held: .asked(isRight: isOff, mend: "a failed flush counts as a success: set it to off in postgresql.conf and restart"),
            fault: "syncRetry"),
        // Rows vanish without an error.
        PostgreSQLNeed(
            name: "zero_damaged_pages",
            held: .asked(
                isRight: isOff, mend: "damaged pages are silently zeroed: set it to off where it was set (\(anywhere)); \(reload)"),
            fault: "damageHidden"),
        PostgreSQLNeed(
            name: "ignore_checksum_failure",
            held: .asked(isRight: isOff, mend: "damaged pages count as good ones: set it to off where it was set (\(anywhere)); \(reload)"),
            fault: "damageHidden"),
        // The ledger is guarded by triggers, and references by others.
        PostgreSQLNeed(
            name: "session_replication_role",
            held: .asked(
                isRight: { $0 == "origin" }, mend: "triggers do not run: set it to origin where it was set (\(anywhere)); \(reload)"),
            fault: "triggersOff"),
        PostgreSQLNeed(
            name: "default_transaction_read_only",
            held: .asked(isRight: isOff, mend: "nothing can be written: set it to off where it was set (\(anywhere)); \(reload)"),
            fault: "databaseReadOnly"),
    ]

    private static let anywhere = "ALTER SYSTEM, ALTER DATABASE or ALTER ROLE"

    /// - Parameter schema: where the app's tables are.
    static func pinned(schema: String, _ limits: PostgreSQLLimits) -> [PostgreSQLNeed] {
        let values: [(String, String)] = [
            ("search_path", "'\(schema)'"), ("client_encoding", "'UTF8'"),
            // Correct under READ COMMITTED and SERIALIZABLE: in between a lock is granted on what another has changed since.
            ("default_transaction_isolation", kept("serializable", "default_transaction_isolation", orElse: "read committed")),
            ("default_transaction_deferrable", "'off'"),
            // What is answered is on the disk, and on that of a synchronous standby.
            ("synchronous_commit", kept("remote_apply", "synchronous_commit", orElse: "on")),
            ("statement_timeout", "'\(limits.statementMilliseconds)'"), ("lock_timeout", "'\(limits.lockMilliseconds)'"),
            ("idle_in_transaction_session_timeout", "'\(limits.idleMilliseconds)'"),
            ("transaction_timeout", "'0'"), ("idle_session_timeout", "'0'"),
            // By which the server finds out that this machine is gone, and lets go of its locks.
            ("tcp_keepalives_idle", "'10'"), ("tcp_keepalives_interval", "'5'"), ("tcp_keepalives_count", "'3'"),
            // What statements and values mean.
            ("standard_conforming_strings", "'on'"), ("transform_null_equals", "'off'"), ("DateStyle", "'ISO, MDY'"),
            ("IntervalStyle", "'postgres'"), ("TimeZone", "'UTC'"), ("bytea_output", "'hex'"), ("extra_float_digits", "'1'"),
            // A policy that would hide rows is an error, and not an answer without them.
            ("row_security", "'off'"),
            // An error ends its statement, and not the connection; what is no error is not sent.
            ("exit_on_error", "'off'"), ("client_min_messages", "'warning'"),
        ]
        return values.map { PostgreSQLNeed(name: $0.0, held: .pinned($0.1)) }
    }

    private static func kept(_ value: String, _ name: String, orElse other: String) -> String {
        "CASE \(current(name)) WHEN '\(value)' THEN '\(value)' ELSE '\(other)' END"
    }

    /// Whatever the search path of the role is by then.
    private static func current(_ name: String) -> String { "pg_catalog.current_setting('\(name)', true)" }

    /// A setting that this release of the server does not have is left out.
    static func pinning(_ needs: [PostgreSQLNeed]) -> String {
        let parts = needs.compactMap { need -> String? in
            guard case .pinned(let value) = need.held else { return nil }
            return "CASE WHEN \(current(need.name)) IS NOT NULL THEN pg_catalog.set_config('\(need.name)', \(value), false) END"
        }
        return "SELECT " + parts.joined(separator: ", ")
    }

    static let asking = "SELECT " + asked.map { "COALESCE(\(current($0.name)), '')" }.joined(separator: ", ")

    /// - Parameters:
    ///   - row: the answer to `asking`.
    ///   - accepted: what the operator has said is to be so.
    static func unmet(_ row: Row?, accepted: Set<String>) -> [PostgreSQLUnmet] {
        var unmet: [PostgreSQLUnmet] = []
        for (place, need) in asked.enumerated() {
            guard case .asked(let isRight, let mend) = need.held else { continue }
            let value = row?.textOrNil(place) ?? ""
            // A setting that the server does not have is not wrong.
            if value.isEmpty || isRight(value) { continue }
            unmet.append(
                PostgreSQLUnmet(
                    name: need.name, fault: need.fault, sentence: "\(need.name) of the database is \(value): \(mend)",
                    isAccepted: need.mayBeAccepted && accepted.contains(need.name)))
        }
        return unmet
    }

    /// - Parameter row: the answer to `asking`.
    static func check(_ row: Row?, accepted: Set<String>) throws(PostgreSQLFault) {
        guard let first = unmet(row, accepted: accepted).first(where: { !$0.isAccepted }) else { return }
        throw PostgreSQLFault(state: PostgreSQLFault.unmet, message: first.sentence)
    }
}

extension PostgreSQLHome {
    /// What an operator may take upon himself.
    public static let acceptable = PostgreSQLNeeds.asked.filter { $0.mayBeAccepted }.map { $0.name }
}
