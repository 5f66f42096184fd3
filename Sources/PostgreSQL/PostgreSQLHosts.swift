import CPostgreSQL
import Codecs
import Linux
import Storage

/// The hosts of an address, each asked by itself: of a pair, whether the standby could take the primary's place.
enum PostgreSQLHosts {
    static let hostsMax = 16
    /// Looks at one that is behind: whether it gets on. A second between two of them.
    private static let looks = 3
    private static let pauseMilliseconds: Int64 = 1_000

    struct Host: Equatable {
        var name: String
        var port: String
        /// As libpq takes them, when the address has them.
        var number: String?

        var text: String { port.isEmpty ? name : "\(name):\(port)" }
    }

    /// - Returns: what the address names; nothing when it is none.
    static func named(in address: String) -> [Host] {
        guard let options = PQconninfoParse(address, nil) else { return [] }
        defer { PQconninfoFree(options) }
        var values: [String: [String]] = [:]
        var option = options
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val {
                let parts = String(cString: value).split(separator: ",", omittingEmptySubsequences: false)
                values[String(cString: keyword)] = parts.map { String($0) }
            }
            option += 1
        }
        let (names, numbers, ports) = (values["host"] ?? [], values["hostaddr"] ?? [], values["port"] ?? [])
        return (0..<min(max(names.count, numbers.count), hostsMax)).map { place in
            let number = place < numbers.count ? numbers[place] : nil
            // One port is that of all hosts.
            let port = ports.count == 1 ? ports[0] : place < ports.count ? ports[place] : ""
            return Host(name: place < names.count ? names[place] : number ?? "", port: port, number: number)
        }
    }

    private enum State {
        case primary(Int64)
        /// How far it has come.
        case standby(Int64)
        /// It is there and takes no connections: it starts, or waits for what it needs to be whole.
        case starting
        case away(String)

        var name: String {
            switch self {
            case .primary: "PRIMARY"
            case .standby: "STANDBY"
            case .starting: "STARTING"
            case .away: "AWAY"
            }
        }
    }

    /// Waits.
    /// - Returns: [{host, state, waits?, reason?}] of an address with several hosts; else nothing.
    static func look(_ address: String, _ clock: any Clock) -> JSON {
        let hosts = named(in: address)
        guard hosts.count > 1 else { return [] }
        var states = hosts.map { state(address, $0) }
        var isBehind = behind(states, states)
        var left = looks - 1
        // What gets on within some seconds does not wait.
        while left > 0, isBehind.contains(true) {
            left -= 1
            Self.pause(clock)
            let next = hosts.map { state(address, $0) }
            isBehind = zip(isBehind, behind(states, next)).map { $0 && $1 }
            states = next
        }
        return .array(
            zip(zip(hosts, states), isBehind).map { one, waits in
                var facts: JSONObject = ["host": .string(one.0.text), "state": .string(one.1.name)]
                if waits { facts["waits"] = true }
                if case .away(let reason) = one.1 { facts["reason"] = .string(reason) }
                return .object(facts)
            })
    }

    /// Which of them lack what a primary has, and have not got on between the two looks.
    private static func behind(_ before: [State], _ now: [State]) -> [Bool] {
        let written = now.compactMap { if case .primary(let place) = $0 { place } else { nil as Int64? } }.max()
        return zip(before, now).map { before, now in
            switch (before, now) {
            case (.starting, .starting): true
            case (.standby(let old), .standby(let place)): written.map { old == place && place < $0 } ?? false
            default: false
            }
        }
    }

    private static func pause(_ clock: any Clock) {
        let latch = Latch()
        _ = latch.wait(untilNanoseconds: deadlineNanoseconds(clock, afterMilliseconds: pauseMilliseconds))
    }

    private static let asking = """
        SELECT CASE WHEN pg_catalog.pg_is_in_recovery() THEN CAST(1 AS BIGINT) ELSE 0 END,
            CAST(pg_catalog.pg_wal_lsn_diff(CASE WHEN pg_catalog.pg_is_in_recovery()
                THEN GREATEST(pg_catalog.pg_last_wal_receive_lsn(), pg_catalog.pg_last_wal_replay_lsn())
                ELSE pg_catalog.pg_current_wal_lsn() END, '0/0') AS BIGINT)
        """

    private static func state(_ address: String, _ host: Host) -> State {
        let statements = PostgreSQLStatements()
        do throws(PostgreSQLFault) {
            let connection = try PostgreSQLConnection.open(address, statements, writes: false, host: host)
            connection.silenceMilliseconds = PostgreSQLWork.look.limits.silenceMilliseconds
            let command = PostgreSQLConnection.Command(statement: statements.statement(asking), values: [], wants: .rows)
            guard let row = try connection.exchange([command]).last?.firstRow else { return .away("it does not answer") }
            return row.bool(0) ? .standby(row.integer(1)) : .primary(row.integer(1))
        } catch {
            return PostgreSQLConnection.isStarting(address, host) ? .starting : .away(error.message)
        }
    }
}
