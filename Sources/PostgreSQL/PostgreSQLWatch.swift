import Linux
import Storage

/// Looks at a database server again and again, on a thread and a connection of its own: whether it answers, and whether it has what
/// correctness needs of it. A setting of the whole server may change while it runs, and a server that hangs says nothing to those who wait.
public final class PostgreSQLWatch: @unchecked Sendable {
    public struct Sight: Sendable, Equatable {
        /// Why it cannot be asked; nil: it answers.
        public var outage: String?
        /// It is there and says no: to the user, the password, the name of the database. Connections that are open may go on.
        public var isRefusal = false
        /// And may say yes soon: it has no place left for a connection.
        public var isFull = false
        public var unmet: [PostgreSQLUnmet] = []

        public init(outage: String? = nil, isRefusal: Bool = false, isFull: Bool = false, unmet: [PostgreSQLUnmet] = []) {
            self.outage = outage
            self.isRefusal = isRefusal
            self.isFull = isFull
            self.unmet = unmet
        }
    }

    static let lookMilliseconds: Int64 = 250
    /// Shorter while the database is away, so that requests go on soon after it returns.
    static let awayMilliseconds: Int64 = 100

    private let accepted: Set<String>
    private let clock: any Clock
    private let looks: PostgreSQLLooks
    private let found: PostgreSQLFound?
    private let lock = Lock()
    /// Guarded by the lock. On the monotonic clock: when the question under way began.
    private var asked: Int64?
    /// The thread's own.
    private var last: Sight?
    /// The thread's own: a host did not answer, and no other one has since.
    private var wasSilent = false

    public init(_ address: String, accepted: Set<String>, clock: any Clock, found: PostgreSQLFound? = nil) {
        self.accepted = accepted
        self.clock = clock
        self.found = found
        looks = PostgreSQLLooks(address, clock: clock)
    }

    /// - Parameter tell: hears what it has seen, each time that it is another, on the watch's thread.
    /// - Returns: false when the system has no thread to give. Call once.
    public func start(_ tell: @escaping @Sendable (Sight) -> Void) -> Bool {
        looks.start(name: "gamebase-watch") { [self] in
            let sight = timedLook()
            if sight != last { tell(sight) }
            last = sight
            return sight.outage == nil ? Self.lookMilliseconds : Self.awayMilliseconds
        }
    }

    /// - Parameter deadline: on the system's monotonic clock. What still waits for an answer then ends alone.
    public func stop(untilNanoseconds deadline: Int64) { looks.stop(untilNanoseconds: deadline) }

    /// How long the question under way has no answer.
    public var silentMilliseconds: Int64 {
        let now = clock.monotonicNanoseconds()
        return lock.locked { asked.map { (now - $0) / 1_000_000 } ?? 0 }
    }

    private func timedLook() -> Sight {
        let now = clock.monotonicNanoseconds()
        lock.locked { asked = now }
        defer { lock.locked { asked = nil } }
        return look()
    }

    /// One look. Waits.
    public func look() -> Sight {
        do throws(PostgreSQLFault) {
            let questions = [PostgreSQLCommits.asking, PostgreSQLSession.asking, PostgreSQLNeeds.asking]
            let rows = try looks.opened().exchange(questions.map { looks.command($0) }).map { $0.firstRow }
            var unmet = PostgreSQLNeeds.unmet(rows[2], accepted: accepted)
            if rows[1]?.textOrNil(0) != looks.mark { unmet.append(PostgreSQLSession.unmet) }
            if wasSilent { found?.note() }
            wasSilent = false
            return Sight(outage: PostgreSQLCommits.trouble(rows[0]), unmet: unmet)
        } catch {
            let wasOpen = looks.connection != nil
            wasSilent = wasSilent || error.isSilence
            looks.close()
            // A new connection shows why this one ended.
            return wasOpen ? look() : outage(error)
        }
    }

    /// libpq gives no code for why a connection was not opened.
    private func outage(_ fault: PostgreSQLFault) -> Sight {
        do throws(PostgreSQLFault) {
            // A host is there, and takes no writes.
            let other = try PostgreSQLConnection.open(looks.address, looks.statements, writes: false)
            other.silenceMilliseconds = PostgreSQLWork.look.limits.silenceMilliseconds
            let answers = try other.exchange([looks.command(Self.recovers), looks.command(PostgreSQLNeeds.asking)])
            if answers.first?.firstRow?.integer(0) == 1 {
                return Sight(outage: "the only host that answers is a standby: promote it, or bring its primary back")
            }
            let unmet = PostgreSQLNeeds.unmet(answers.last?.firstRow, accepted: accepted)
            return unmet.isEmpty ? Sight(outage: fault.message) : Sight(unmet: unmet)
        } catch {
            let isRefusal = PostgreSQLConnection.isThere(looks.address) ?? true
            return Sight(
                outage: fault.message, isRefusal: isRefusal, isFull: isRefusal && PostgreSQLConnection.isFull(looks.address))
        }
    }

    private static let recovers = "SELECT CASE WHEN pg_catalog.pg_is_in_recovery() THEN CAST(1 AS BIGINT) ELSE 0 END"
}
