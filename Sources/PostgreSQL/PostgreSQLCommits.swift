import Storage

/// Commits that wait for a synchronous standby that is gone. The server sets no time to that wait, answers everything that only reads, and
/// lets go of nothing when the one who waits hangs up: each connection that is given up leaves one of its places used.
enum PostgreSQLCommits {
    /// One that waits for longer says that the standby is gone, and not that it is slow.
    static let waitMilliseconds = 3_000

    /// Of servers like this one: another program may have its commits wait for more than these do.
    static let asking = """
        SELECT CASE WHEN pg_catalog.current_setting('synchronous_standby_names') = '' THEN CAST(0 AS BIGINT) ELSE (
            SELECT COUNT(*) FROM pg_catalog.pg_stat_activity WHERE wait_event = 'SyncRep'
                AND application_name = pg_catalog.current_setting('application_name')
                AND query_start < pg_catalog.clock_timestamp() - INTERVAL '\(waitMilliseconds) milliseconds') END
        """

    /// - Parameter row: the answer to `asking`.
    /// - Returns: nil: none waits.
    static func trouble(_ row: Row?) -> String? {
        guard let row, row.integer(0) > 0 else { return nil }
        return "commits wait for a synchronous standby that does not answer: bring it back, or take it out of synchronous_standby_names "
            + "and SELECT pg_reload_conf()"
    }
}
