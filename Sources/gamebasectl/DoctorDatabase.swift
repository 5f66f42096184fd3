import Codecs

/// What is wrong with the PostgreSQL server behind a gamebased, by what it says of itself.
extension Doctor {
    /// A transaction that is open for longer keeps dead rows, and holds what it locked.
    private static let oldestSeconds: Int64 = 300
    /// Of 2^31 at which the server stops to take writes.
    private static let mostXids: Int64 = 1_500_000_000
    /// Besides a connection for each worker: the reader of events, a look of the operator.
    private static let connectionsBeside: Int64 = 2
    /// The server's own, by which it sees whether the database is well, and what is due; and for the people of its console.
    private static let connectionsOfServer: Int64 = 3

    func lookAtDatabase(_ place: String) throws(Stop) {
        let oldest = try number("--oldest") ?? Self.oldestSeconds
        let most = try number("--most-xids") ?? Self.mostXids
        let facts: JSON
        do throws(Stop) { facts = try operate.work("database")["database"] ?? nil } catch {
            if error.isOfKey { throw error }
            return found("databaseUnreachable", place, error.message)
        }
        guard facts["kind"] == "POSTGRESQL" else { return }
        let fact = { (name: String) in facts[name]?.int64Value ?? 0 }
        let here = "PostgreSQL \(fact("version") / 10_000)"
        if fact("version") < fact("versionMin") {
            found("databaseOld", here, "is older than \(fact("versionMin") / 10_000), the first that is used: upgrade it")
        }
        if facts["recovers"]?.boolValue == true {
            found("databaseReadOnly", here, "the only host that answers is a standby: promote it, or bring its primary back")
        }
        if ["off", "local"].contains(facts["synchronous_commit"]?.stringValue ?? "") {
            found(
                "commitsAsynchronous", here,
                "synchronous_commit is not on; this server sets it for its own connections, other writers may lose data: set it to on")
        }
        // Of a release that is too old it is said above.
        for lack in facts["unmet"]?.arrayValue ?? [] {
            guard let name = lack["fault"]?.stringValue, name != "databaseOld" else { continue }
            found(name, here, lack["advice"]?.stringValue ?? "")
        }
        lookAtHosts(facts)
        lookAtRoom(fact, here)
        if fact("oldestTransactionSeconds") > oldest {
            found(
                "transactionOld", here,
                "one is open for \(fact("oldestTransactionSeconds")) s and keeps dead rows: pg_stat_activity shows its session")
        }
        if fact("xidAge") > most {
            found("xidsOld", here, "\(fact("xidAge")) transactions were not frozen: VACUUM (FREEZE), autovacuum on")
        }
        if abs(fact("date") - fact("serverDate")) > Self.clockMilliseconds {
            found(
                "databaseClockOff", here,
                "its clock is \((fact("date") - fact("serverDate")) / 1_000) s off the server's: set one of the two (NTP)")
        }
        for (app, version) in (facts["schemas"]?.objectValue?.members ?? []).map({ ($0.key, $0.value.int64Value ?? 0) })
        where version > fact("schemaVersion") {
            found(
                "schemaNewer", app,
                "was written by a newer gamebased (\(version), this one knows \(fact("schemaVersion"))): upgrade this one")
        }
    }

    /// Of a pair, whether the other could take over.
    private func lookAtHosts(_ facts: JSON) {
        let mend =
            "rebuild it from the primary (pg_basebackup, or patronictl reinit CLUSTER MEMBER), and set wal_keep_size "
            + "(\(facts["walKept"]?.stringValue ?? "")) above the log that is written while a host is down"
        for host in facts["hosts"]?.arrayValue ?? [] {
            let (name, state) = (host["host"]?.stringValue ?? "", host["state"]?.stringValue ?? "")
            if state == "AWAY" {
                found("standbyAway", name, "no other host takes over while it is down: \(host["reason"]?.stringValue ?? "")")
            } else if host["waits"]?.boolValue == true {
                found(
                    "standbyWaits", name,
                    state == "STARTING"
                        ? "it accepts no connections: it is starting, or needs a log that the primary has removed; if that lasts, \(mend)"
                        : "it lags and receives nothing, probably because the primary has removed the log that it needs: \(mend)")
            }
        }
    }

    private func lookAtRoom(_ fact: (String) -> Int64, _ place: String) {
        let needed = fact("apps") * (fact("workers") + Self.connectionsBeside) + Self.connectionsOfServer
        if fact("connectionsMax") < needed {
            found(
                "connectionsFew", place,
                "max_connections leaves \(fact("connectionsMax")), this server alone may open \(needed): raise it, or lower --workers")
        }
    }

    private func number(_ option: String) throws(Stop) -> Int64? {
        guard let text = operate.invocation[option] else { return nil }
        guard let number = Int64(text), number >= 0 else { throw Stop(Stop.usage, "\(option): must be a number") }
        return number
    }
}
