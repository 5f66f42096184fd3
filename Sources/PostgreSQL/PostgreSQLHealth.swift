import Codecs
import Linux
import Storage

/// What is to be known of a PostgreSQL server to say whether it is well. Whoever asks judges.
public enum PostgreSQLHealth {
    /// The oldest release whose server is used.
    public static let versionMin: Int64 = 140_000

    /// A backend that is not our own and has had a transaction open; its age in seconds.
    private static let oldest = """
        SELECT CAST(COALESCE(MAX(EXTRACT(EPOCH FROM clock_timestamp() - xact_start)), 0) AS BIGINT) FROM pg_stat_activity
        WHERE pid <> pg_backend_pid() AND xact_start IS NOT NULL AND backend_type = 'client backend'
        """
    private static let slots = """
        SELECT CAST(current_setting('max_connections') AS BIGINT) - CAST(current_setting('superuser_reserved_connections') AS BIGINT)
        """

    /// Asks any host of the address that answers, on a connection of its own. Waits.
    /// - Parameters:
    ///   - schemas: of the apps that this server has, by their ids.
    ///   - accepted: what the database need not have, of `PostgreSQLHome.acceptable`.
    /// - Returns: {kind, version, recovers, synchronous_commit, unmet: [{fault, advice, accepted}], walKept,
    ///   hosts: [{host, state, waits?, reason?}], connections, oldestTransactionSeconds, xidAge, date, schemas: {app: version}}
    public static func look(
        _ address: String, apps: [String], accepted: Set<String> = [], clock: any Clock
    ) throws(StorageError) -> JSON {
        let statements = PostgreSQLStatements()
        do throws(PostgreSQLFault) {
            let connection = try PostgreSQLConnection.open(address, statements, writes: false)
            connection.silenceMilliseconds = PostgreSQLWork.look.limits.silenceMilliseconds
            func rows(_ sql: String) throws(PostgreSQLFault) -> [Row] {
                let command = PostgreSQLConnection.Command(statement: statements.statement(sql), values: [], wants: .rows)
                guard case .rows(let rows)? = try connection.exchange([command]).last else { return [] }
                return rows
            }
            func number(_ sql: String) throws(PostgreSQLFault) -> JSON { .integer(try rows(sql).first?.integer(0) ?? 0) }
            var facts: JSONObject = ["kind": "POSTGRESQL", "versionMin": .integer(versionMin)]
            facts["version"] = try number("SELECT CAST(current_setting('server_version_num') AS BIGINT)")
            facts["recovers"] = .bool(try number("SELECT CASE WHEN pg_is_in_recovery() THEN CAST(1 AS BIGINT) ELSE 0 END") == 1)
            facts["synchronous_commit"] = .string(try rows("SELECT current_setting('synchronous_commit')").first?.text(0) ?? "")
            let unmet = PostgreSQLNeeds.unmet(try rows(PostgreSQLNeeds.asking).first, accepted: accepted)
            facts["unmet"] = .array(
                unmet.map { ["fault": .string($0.fault), "advice": .string($0.sentence), "accepted": .bool($0.isAccepted)] })
            facts["walKept"] = .string(try rows("SELECT current_setting('wal_keep_size')").first?.text(0) ?? "")
            facts["hosts"] = PostgreSQLHosts.look(address, clock)
            facts["connectionsMax"] = try number(slots)
            facts["connections"] = try number("SELECT COUNT(*) FROM pg_stat_activity WHERE backend_type = 'client backend'")
            facts["oldestTransactionSeconds"] = try number(oldest)
            facts["xidAge"] = try number("SELECT CAST(MAX(age(datfrozenxid)) AS BIGINT) FROM pg_database")
            facts["date"] = try number("SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)")
            var versions = JSONObject()
            for app in apps {
                guard let home = PostgreSQLHome(address: address, app: app) else { continue }
                do throws(PostgreSQLFault) {
                    versions[app] = try number("SELECT MAX(version) FROM \(home.schema).schema_version")
                } catch {
                    // The doctor reports an unreadable app when it checks that app. The facts of the database are returned without it.
                    if error.state == nil || error.endsConnection { throw error }
                }
            }
            facts["schemas"] = .object(versions)
            return .object(facts)
        } catch {
            throw error.error
        }
    }
}
