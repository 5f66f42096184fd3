import Linux

/// A thread that looks at a database again and again, over a connection of its own.
final class PostgreSQLLooks: @unchecked Sendable {
    let address: String
    private let clock: any Clock
    private let lock = Lock()
    private let wake = ConditionVariable()
    // Guarded by the lock.
    private var thread: Thread?
    private var isStopping = false

    // The thread's own.
    let statements = PostgreSQLStatements()
    private(set) var connection: PostgreSQLConnection?
    /// That the connection has left in its session.
    private(set) var mark = ""

    init(_ address: String, clock: any Clock) {
        self.address = address
        self.clock = clock
    }

    /// - Parameter look: waits; gives the milliseconds to the next look.
    /// - Returns: false when the system has no thread to give. Call once.
    func start(name: StaticString, _ look: @escaping @Sendable () -> Int64) -> Bool {
        lock.locked {
            thread = Thread.start(name: name) { [self] in run(look) }
            return thread != nil
        }
    }

    /// - Parameter deadline: on the system's monotonic clock. What still waits for an answer then ends alone.
    func stop(untilNanoseconds deadline: Int64) {
        let thread = lock.locked { () -> Thread? in
            isStopping = true
            defer { self.thread = nil }
            return self.thread
        }
        wake.signal()
        if let thread, !thread.join(untilNanoseconds: deadline) { thread.detach() }
    }

    private func run(_ look: @Sendable () -> Int64) {
        while true {
            let next = deadlineNanoseconds(clock, afterMilliseconds: look())
            let isOver = lock.locked {
                while !isStopping, wake.wait(lock, untilNanoseconds: next) {}
                return isStopping
            }
            if isOver { return close() }
        }
    }

    func opened() throws(PostgreSQLFault) -> PostgreSQLConnection {
        if let connection { return connection }
        let limits = PostgreSQLWork.look.limits
        let fresh = try PostgreSQLConnection.open(address, statements)
        fresh.silenceMilliseconds = limits.silenceMilliseconds
        _ = try fresh.exchange([command(PostgreSQLNeeds.pinning(PostgreSQLNeeds.pinned(schema: "pg_catalog", limits)))])
        mark = PostgreSQLSession.newMark()
        let marking = statements.statement(PostgreSQLSession.marking)
        _ = try fresh.exchange([PostgreSQLConnection.Command(statement: marking, values: [.text(mark)], wants: .rows)])
        connection = fresh
        return fresh
    }

    func close() { connection = nil }

    func command(_ sql: String) -> PostgreSQLConnection.Command {
        PostgreSQLConnection.Command(statement: statements.statement(sql), values: [], wants: .rows)
    }
}
