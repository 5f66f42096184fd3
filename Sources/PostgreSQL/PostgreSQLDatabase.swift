// The PostgreSQL room: the service over a PostgreSQL server, for as many processes as there are. Statements go out in pipelines, groups of
// requests share a transaction, and what a request will read is foreseen from what its like has read. No rule of the game may come in: what
// differs from SQLite is spelling, waiting and failing.
import Linux
import Storage

/// A connection to an app's own schema of a PostgreSQL database, used by one thread at a time.
///
/// A transaction goes to the server in as few trips as its questions allow: writes are kept back until something is asked or committed, and
/// savepoints that nobody needs are never sent. So a statement that fails may be one of a while ago, and the transaction is then undone
/// whole unless a savepoint that the server knows lies before it (`isUndone`).
///
/// A connection that is lost is a conflict. When the answer to a commit is lost with it, the mark that the transaction left tells whether
/// it was made (`CommitMarks`). The next transaction opens another connection, to whichever of the address's hosts takes writes by then.
public final class PostgreSQLDatabase: Database {
    /// Writes that are kept back at most.
    static let pendingMax = 2_048
    static let pendingBytesMax = 4 << 20
    private static let savepointsMax = 2
    /// How long a transaction waits for a server to come back before it is given up.
    public static let reconnectMilliseconds: Int64 = 5_000
    private static let backoffMilliseconds: Int64 = 25, backoffMillisecondsMax: Int64 = 400

    /// How often the first steps in a database are tried.
    private static let beginningsMax = 16
    private static let giveWayMillisecondsMaxBits = 6

    private typealias Command = PostgreSQLConnection.Command

    private struct Tally {
        let statement: PostgreSQLStatement
        let keys: [Value]
        let amount: Int64
    }

    /// Where a savepoint lies: in what is kept back, or known to the server.
    private struct Savepoint {
        var pending: Int
        var tallies: Int
        var isSent = false
        /// Sums from before it that were written behind it.
        var covered: [Tally]?
    }

    public let isShared = true
    public var instanceNumber: Int64 { number?.value ?? 0 }

    private let home: PostgreSQLHome
    private let clock: any Clock
    private let work: PostgreSQLWork
    private let writes: Bool
    private let statements = PostgreSQLStatements()
    private var connection: PostgreSQLConnection?
    private var isClosed = false
    private var number: InstanceNumber?
    /// In place of a number's.
    private var ownMarks: CommitMarks?

    private var isInTransaction = false
    /// The server knows of the transaction.
    private var isBegun = false
    /// And it has more than questions.
    private var hasWritten = false
    private var pending: [Command] = []
    private var pendingBytes = 0
    private var tallies: [Tally] = []
    private var savepoints: [Savepoint] = []
    private var broken: StorageError?
    public private(set) var isUndone = false
    /// Its number may be another's.
    public private(set) var isOver = false
    private var foresight: Foresight
    private var sets = WriteSets()
    /// The requests that the transaction is for, as far as they were announced.
    private var requests = 0
    public private(set) var waitedForLock = false
    /// It is used for requests, and the connection knows that.
    private var isForRequests = false
    private var hasShortLocks = false

    /// One behind the other.
    private var conflicts = 0

    /// What is waited for; only tests ask.
    private(set) var exchanges = 0
    private(set) var commandsSent = 0, setsSent = 0

    private init(
        _ home: PostgreSQLHome, _ clock: any Clock, _ work: PostgreSQLWork, writes: Bool, _ ways: [@Sendable (String) -> String]
    ) {
        self.home = home
        self.work = work
        self.writes = writes
        foresight = Foresight(ways: ways)
        self.clock = clock
    }

    deinit { close() }

    /// Opens a connection, and makes the app's schema when there is none.
    /// - Parameter takesNumber: it writes for a service, and so needs a number that no other has.
    /// - Parameter keepsMarks: without a number, too, a commit whose answer is lost is known as made or not made.
    /// - Parameter work: what it is opened for; requests have limits of their own.
    /// - Parameter ways: how what requests bring becomes what rows are found by.
    public static func open(
        _ home: PostgreSQLHome, clock: any Clock, takesNumber: Bool = true, keepsMarks: Bool = false,
        for work: PostgreSQLWork = .housekeeping, ways: [@Sendable (String) -> String] = []
    ) throws(StorageError) -> PostgreSQLDatabase {
        let database = PostgreSQLDatabase(home, clock, work, writes: takesNumber || keepsMarks, ways)
        if keepsMarks { database.ownMarks = CommitMarks.ofNobody() }
        do throws(StorageError) {
            try database.connect(waits: false)
            try database.persistently { () throws(StorageError) in
                try home.make(database)
                if takesNumber { database.number = try InstanceNumber.take(database, clock) }
            }
        } catch {
            database.close()
            throw error
        }
        return database
    }

    // MARK: Statements

    public func run(_ sql: String, _ values: [Value]) throws(StorageError) -> Int {
        try checkUsable()
        if let spelled = spelledOtherwise(sql) {
            for statement in spelled { _ = try send([command(statement, [], .nothing)]) }
            return 0
        }
        let command = try checked(statements.statement(sql), values, .count)
        foresight.note(write: command.statement, values)
        guard case .count(let count)? = try send([command]).last else { throw Self.unanswered }
        return count
    }

    /// Outside a transaction: one statement in a transaction that is READ COMMITTED, whatever the session's are. A serializable one that
    /// reads a table into which all commits write would make each of them begin anew.
    func runAlone(_ sql: String, _ values: [Value]) throws(StorageError) -> Int {
        try checkUsable()
        guard !isInTransaction else { throw .misuse("a transaction is under way") }
        do throws(StorageError) {
            let answers = try send([
                command("BEGIN ISOLATION LEVEL READ COMMITTED", [], .nothing), command(sql, values, .count), command("COMMIT", [], .commit),
            ])
            guard case .count(let count) = answers[1] else { throw Self.unanswered }
            return count
        } catch {
            isBegun = connection != nil
            rollback()
            throw error
        }
    }

    /// No rows and no answer are two things.
    private static let unanswered = StorageError.conflict("the database gave no answer")

    public func write(_ sql: String, _ values: [Value]) throws(StorageError) {
        try keepBack(checked(statements.statement(sql), values, .nothing))
    }

    public func claim(_ sql: String, _ values: [Value]) throws(StorageError) {
        try keepBack(checked(statements.statement(sql, claims: true), values, .nothing))
    }

    public func tally(_ sql: String, _ keys: [Value], _ amount: Int64) throws(StorageError) {
        try checkUsable()
        let statement = statements.statement(sql)
        try PostgreSQLValues.check(keys + [.integer(amount)], parameters: statement.parameters)
        tallies.append(Tally(statement: statement, keys: keys, amount: amount))
        if !isInTransaction || tallies.count > Self.pendingMax { _ = try send([]) }
    }

    public func query(_ sql: String, _ values: [Value]) throws(StorageError) -> [Row] {
        try checkUsable()
        let statement = statements.statement(sql)
        if isInTransaction, let rows = foresight.rows(statement, values) { return rows }
        let command = try checked(statement, values, .rows)
        guard case .rows(let rows)? = try send([command], asks: true).last else { throw Self.unanswered }
        if isInTransaction { foresight.learn(statement, values, rows) }
        return rows
    }

    public func settle() throws(StorageError) {
        try checkUsable()
        if !pending.isEmpty { _ = try send([]) }
    }

    private func keepBack(_ command: Command) throws(StorageError) {
        try checkUsable()
        foresight.note(write: command.statement, command.values)
        pending.append(command)
        for value in command.values {
            switch value {
            case .text(let text): pendingBytes &+= text.utf8.count
            case .blob(let blob): pendingBytes &+= blob.count
            default: pendingBytes &+= 8
            }
        }
        if !isInTransaction || pending.count >= Self.pendingMax || pendingBytes >= Self.pendingBytesMax { _ = try send([]) }
    }

    private func spelledOtherwise(_ sql: String) -> [String]? {
        guard sql.hasPrefix("CREATE T") || sql.hasPrefix("ALTER TABLE") else { return nil }
        return PostgreSQLText.schema(sql)
    }

    private func command(_ sql: String, _ values: [Value], _ wants: Command.Wants) -> Command {
        Command(statement: statements.statement(sql), values: values, wants: wants)
    }

    private func checked(_ statement: PostgreSQLStatement, _ values: [Value], _ wants: Command.Wants) throws(StorageError) -> Command {
        try PostgreSQLValues.check(values, parameters: statement.parameters)
        return Command(statement: statement, values: values, wants: wants)
    }

    private func checkUsable() throws(StorageError) {
        if isClosed { throw .misuse("the database is closed") }
        if let broken { throw broken }
    }

    // MARK: Transactions

    /// Also opens the connection anew, keeps the number, and reads what the requests that were announced are foreseen to ask.
    public func begin() throws(StorageError) {
        try checkUsable()
        guard !isInTransaction else { throw .misuse("a transaction is already open") }
        waitedForLock = false
        // One that was at rest when its host froze would find that out by a silence of its own.
        if let connection, home.found?.isLater(than: connection.opened) ?? false { self.connection = nil }
        if connection == nil { try connect(waits: true) }
        if isForRequests, !hasShortLocks {
            let milliseconds = Value.text("\(home.limits(.requests).lockMilliseconds)")
            let answers = try send([
                command("SELECT pg_catalog.set_config('lock_timeout', ?, false)", [milliseconds], .nothing),
                command(WriteSets.references, [.text(home.schema)], .rows),
            ])
            sets.learn(answers.last?.rows ?? [])
            hasShortLocks = true
        }
        if conflicts > 1 { giveWay() }
        // There is no lease with whose renewal they would go.
        ownMarks?.forget(self)
        if let number, try !number.isKept(self, clock) {
            isOver = true
            throw .conflict("another service may have taken number \(number.value) while this one slept; it starts again")
        }
        if let connection, (clock as? DatabaseClock)?.isDue ?? false {
            do throws(PostgreSQLFault) { try measureClock(connection) } catch { throw fail(error, begins: false, []) }
        }
        isInTransaction = true
        try foresee()
    }

    public func commit() throws(StorageError) {
        try checkUsable()
        guard isInTransaction else { throw .misuse("there is no transaction to commit") }
        guard savepoints.isEmpty else { throw .misuse("a savepoint is still open") }
        if isBegun || !pending.isEmpty || !tallies.isEmpty { try sendCommit() }
        conflicts = 0
        endTransaction()
    }

    private func sendCommit() throws(StorageError) {
        let commit = command("COMMIT", [], .commit)
        guard let marks = number?.marks ?? ownMarks, hasWritten || !pending.isEmpty || !tallies.isEmpty else {
            _ = try send([commit], addsTallies: true)
            return
        }
        let mark = marks.next()
        do throws(StorageError) {
            _ = try send([command(CommitMarks.leave, [.integer(mark), .text(home.schema)], .nothing), commit], addsTallies: true)
        } catch {
            // An answer that says no is one.
            guard connection == nil else { throw error }
            let isMade = try isMade(mark, of: marks)
            if !isMade { throw error }
        }
    }

    /// The answer to a commit was lost with its connection.
    private func isMade(_ mark: Int64, of marks: CommitMarks) throws(StorageError) -> Bool {
        endTransaction()
        let deadline = deadlineNanoseconds(clock, afterMilliseconds: Self.reconnectMilliseconds)
        while true {
            do throws(StorageError) {
                if connection == nil { try connect(waits: true) }
                let isMade = try marks.isMade(mark, self)
                // Else another service may have cleared the marks away.
                guard let number, try !number.isOwn(self) else { return isMade }
                isOver = true
                throw .ioError("another service has taken number \(number.value): \(Self.notKnown)")
            } catch {
                guard error.isConflict else { throw isOver ? error : .ioError("\(error.message): \(Self.notKnown)") }
                guard clock.monotonicNanoseconds() < deadline else { throw .ioError("\(error.message): \(Self.notKnown)") }
            }
            giveWay()
        }
    }

    static let notKnown = "it is unknown whether the last request was executed"

    public func rollback() {
        defer { endTransaction() }
        guard isBegun, let connection, !isClosed else { return }
        do throws(PostgreSQLFault) {
            _ = try connection.exchange([command("ROLLBACK", [], .nothing)])
        } catch {
            self.connection = nil
        }
    }

    private func endTransaction() {
        connection?.silenceMilliseconds = home.limits(work).silenceMilliseconds
        isInTransaction = false
        hasWritten = false
        isBegun = false
        pending.removeAll(keepingCapacity: true)
        pendingBytes = 0
        tallies.removeAll(keepingCapacity: true)
        savepoints = []
        broken = nil
        isUndone = false
        requests = 0
        foresight.endGroup()
    }

    public func savepoint() throws(StorageError) {
        try checkUsable()
        guard isInTransaction, savepoints.count < Self.savepointsMax else {
            throw .misuse("a savepoint needs a transaction, and there are \(Self.savepointsMax) levels of them")
        }
        savepoints.append(Savepoint(pending: pending.count, tallies: tallies.count))
    }

    public func releaseSavepoint() throws(StorageError) {
        try checkUsable()
        guard let last = savepoints.popLast() else { throw .misuse("there is no savepoint") }
        if last.isSent { pending.append(command("RELEASE SAVEPOINT request", [], .nothing)) }
    }

    public func rollbackToSavepoint() throws(StorageError) {
        if isClosed || isUndone { try checkUsable() }
        guard let last = savepoints.popLast() else { throw .misuse("there is no savepoint") }
        if !last.isSent { try checkUsable() }
        broken = nil
        if let covered = last.covered {
            tallies = covered
            for place in savepoints.indices {
                guard let outer = savepoints[place].covered else { continue }
                savepoints[place].tallies = outer.count
                savepoints[place].covered = nil
            }
        } else {
            tallies.removeLast(max(0, tallies.count - last.tallies))
        }
        if last.isSent {
            // All that is kept back came after it.
            pending = [command("ROLLBACK TO SAVEPOINT request", [], .nothing), command("RELEASE SAVEPOINT request", [], .nothing)]
        } else {
            pending.removeLast(max(0, pending.count - last.pending))
        }
    }

    public func lockSchema() throws(StorageError) {
        try checkUsable()
        let limits = home.limits(.schema)
        // Who has waited for the lock must see what the one before has made, whatever the server's own isolation is.
        _ = try send([command("SET TRANSACTION ISOLATION LEVEL READ COMMITTED", [], .nothing), command(limits.local, [], .nothing)])
        connection?.silenceMilliseconds = limits.silenceMilliseconds
        try home.lock(self)
    }

    public func close() {
        if isClosed { return }
        rollback()
        number?.giveBack(self)
        ownMarks?.forget(self)
        isClosed = true
        connection = nil
    }

    // MARK: The server

    /// Before the next `begin`: what that transaction is for.
    func expect(_ requests: [Foreseen]) {
        isForRequests = true
        self.requests = requests.count
        foresight.expect(requests)
    }

    /// What is asked from here on is for that one of them; nil: for all.
    func turn(to request: Int?) { foresight.turn(to: request) }

    private func foresee() throws(StorageError) {
        while let batch = foresight.nextReads(statements) {
            let sets = ReadSets(batch, of: requests, statements)
            foresight.take(sets.answers(try send(sets.commands, asks: true)))
        }
    }

    /// What is kept back, and then these.
    private func send(
        _ commands: [Command], asks: Bool = false, addsTallies: Bool = false
    ) throws(StorageError) -> [PostgreSQLConnection.Answer] {
        guard let connection else { throw .conflict("the connection to the database is lost") }
        var all: [Command] = []
        all.reserveCapacity(pending.count + commands.count + 4)
        let sums = takeSums(addsTallies || !isInTransaction, commands)
        let begins = isInTransaction && !isBegun && needsTransaction(commands, asks: asks, sums)
        if begins { all.append(command("BEGIN", [], .nothing)) }
        if isInTransaction, !pending.isEmpty || !sums.isEmpty || commands.contains(where: { $0.wants == .count }) { hasWritten = true }
        var places: [Int] = []
        if !pending.isEmpty || !sums.isEmpty || isBegun || begins {
            // Savepoints before what comes after them.
            var done = 0
            for savepoint in savepoints where !savepoint.isSent {
                let place = savepoint.pending
                guard place < pending.count || !asks || !sums.isEmpty else { break }
                all += sets.arranged(pending[done..<place], of: requests, statements)
                places.append(all.count)
                all.append(command("SAVEPOINT request", [], .nothing))
                done = place
            }
            all += sets.arranged(pending[done...], of: requests, statements)
        }
        all += sums
        let before = all.count
        all += commands
        exchanges += 1
        commandsSent += all.count
        setsSent += all.count { $0.statement.key.isSet }
        do throws(PostgreSQLFault) {
            let answers = try connection.exchange(all)
            if begins { isBegun = true }
            noteSent(places.count)
            return Array(answers[before...])
        } catch {
            throw fail(error, begins: begins, places)
        }
    }

    private func needsTransaction(_ commands: [Command], asks: Bool, _ sums: [Command]) -> Bool {
        !pending.isEmpty || !sums.isEmpty || !asks || commands.contains { $0.statement.locks }
    }

    private func noteSent(_ count: Int) {
        var count = count
        for place in savepoints.indices where !savepoints[place].isSent && count > 0 {
            savepoints[place].isSent = true
            count -= 1
        }
        pending.removeAll(keepingCapacity: true)
        pendingBytes = 0
        for place in savepoints.indices where !savepoints[place].isSent { savepoints[place].pending = 0 }
    }

    private func fail(_ fault: PostgreSQLFault, begins: Bool, _ places: [Int]) -> StorageError {
        let error = fault.error
        if error.isConflict { conflicts += 1 }
        waitedForLock = fault.isOfLock
        if fault.endsConnection { connection = nil }
        pending.removeAll(keepingCapacity: true)
        pendingBytes = 0
        guard isInTransaction else {
            tallies.removeAll()
            return error
        }
        if begins { isBegun = true }
        guard isBegun else {
            // Reads outside a transaction: it is as it was, unless there is no connection to go on with.
            if connection == nil {
                broken = error
                isUndone = true
            }
            return error
        }
        noteSent(places.count { $0 < fault.command })
        broken = error
        isUndone = connection == nil || !savepoints.contains { $0.isSent }
        return error
    }

    /// Sums that must be written now: all at the end, before that those of tables that are asked.
    private func takeSums(_ all: Bool, _ commands: [Command]) -> [Command] {
        if tallies.isEmpty { return [] }
        let isAsked =
            all
            || commands.contains { command in
                command.statement.footprint.tables.contains { table in tallies.contains { $0.statement.footprint.touches(table) } }
            }
        guard isAsked else { return [] }
        var sums: [SumKey: Int64] = [:]
        for tally in tallies { sums[SumKey(tally.statement, tally.keys), default: 0] &+= tally.amount }
        for place in savepoints.indices where savepoints[place].covered == nil {
            savepoints[place].covered = Array(tallies.prefix(savepoints[place].tallies))
        }
        tallies.removeAll(keepingCapacity: true)
        return sums.filter { $0.value != 0 }.sorted { $0.key < $1.key }.map {
            Command(statement: $0.key.statement, values: $0.key.keys + [.integer($0.value)])
        }
    }

    /// What all that begin at once do in the same rows.
    private func persistently(_ work: () throws(StorageError) -> Void) throws(StorageError) {
        while true {
            do throws(StorageError) { return try work() } catch {
                guard error.isConflict, conflicts < Self.beginningsMax, connection != nil else { throw error }
            }
            giveWay()
        }
    }

    /// Two that overtake each other again and again do so less when they do not come back at once.
    private func giveWay() {
        let most = Int64(1) << Int64(min(conflicts, Self.giveWayMillisecondsMaxBits))
        pause(milliseconds: Int64.random(in: 1...most))
    }

    private func pause(milliseconds: Int64) {
        _ = Latch().wait(untilNanoseconds: deadlineNanoseconds(clock, afterMilliseconds: milliseconds))
    }

    private func measureClock(_ connection: PostgreSQLConnection) throws(PostgreSQLFault) {
        try (clock as? DatabaseClock)?.measure { () throws(PostgreSQLFault) in
            guard case .rows(let rows)? = try connection.exchange([command(DatabaseClock.question, [], .rows)]).last else { return nil }
            return rows.first?.integer(0)
        }
    }

    /// Tries for a while, in growing steps: a standby takes some seconds to take over.
    private func connect(waits: Bool) throws(StorageError) {
        let deadline = deadlineNanoseconds(clock, afterMilliseconds: Self.reconnectMilliseconds)
        var step = Self.backoffMilliseconds
        while true {
            do throws(PostgreSQLFault) {
                let fresh = try PostgreSQLConnection.open(home.address, statements)
                let limits = home.limits(work)
                fresh.silenceMilliseconds = limits.silenceMilliseconds
                fresh.found = home.found
                let answers = try fresh.exchange(home.opening(limits).map { command($0, [], .rows) })
                try PostgreSQLNeeds.check(answers.last?.firstRow, accepted: home.accepted)
                _ = try fresh.exchange([command(PostgreSQLSession.marking, [.text(PostgreSQLSession.newMark())], .rows)])
                if writes {
                    // Its first commit would wait behind them.
                    let waiting = try fresh.exchange([command(PostgreSQLCommits.asking, [], .rows)])
                    if let trouble = PostgreSQLCommits.trouble(waiting.last?.firstRow) { throw PostgreSQLFault.lost(trouble) }
                }
                try measureClock(fresh)
                connection = fresh
                hasShortLocks = false
                return
            } catch {
                // Nothing that waiting mends.
                if error.state == PostgreSQLFault.unmet { throw error.error }
                guard waits, clock.monotonicNanoseconds() < deadline else {
                    throw .ioError("the database cannot be reached: \(error.message)")
                }
            }
            pause(milliseconds: step)
            step = min(step * 2, Self.backoffMillisecondsMax)
        }
    }
}

/// A row of sums, in an order that is the same in every process.
private struct SumKey: Hashable, Comparable {
    let statement: PostgreSQLStatement
    let keys: [Value]

    init(_ statement: PostgreSQLStatement, _ keys: [Value]) {
        self.statement = statement
        self.keys = keys
    }

    static func == (left: SumKey, right: SumKey) -> Bool { left.statement === right.statement && left.keys == right.keys }

    func hash(into hasher: inout Hasher) {
        hasher.combine(statement.number)
        for key in keys { key.feed(&hasher) }
    }

    static func < (left: SumKey, right: SumKey) -> Bool {
        if left.statement !== right.statement { return left.statement.key.sql < right.statement.key.sql }
        return Value.precede(left.keys, right.keys)
    }
}

extension Value {
    func feed(_ hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0)
        case .integer(let integer): hasher.combine(integer)
        case .text(let text): hasher.combine(text)
        case .blob(let bytes): hasher.combine(bytes)
        }
    }

    /// An order of rows of values that is the same in every process.
    static func precede(_ one: [Value], _ other: [Value]) -> Bool {
        for (one, other) in zip(one, other) where one != other {
            switch (one, other) {
            case (.integer(let one), .integer(let other)): return one < other
            case (.text(let one), .text(let other)): return one.utf8.lexicographicallyPrecedes(other.utf8)
            default: continue
            }
        }
        return false
    }
}
