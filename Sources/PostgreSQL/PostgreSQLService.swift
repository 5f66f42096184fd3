import Engine
import Linux
import Messages
import Service
import Storage

/// A service over PostgreSQL: some workers, each a thread with a connection and a `Service` of its own. As many of these as are wanted, in
/// as many processes, share one app's data.
///
/// Requests of one asker go to one worker and are answered in order. A request whose connection is lost is begun anew, though its commit
/// may have been made: an asker that must not be served twice gives its requests an id.
public final class PostgreSQLService: ServiceConnection {
    public static let workersMax = 64
    /// Requests that share a transaction at most. When all others run serializable too, 8 is better.
    public static let groupMax = 32

    private let workers: [ServiceWorker]
    private let events: OutboxReader
    private let waiting = WaitingRequests()

    /// - Parameters:
    ///   - workers: threads and connections, 1 to 64; as many as the processors that this process is to use.
    ///   - groupMax: requests that share a transaction at most.
    public init(
        home: PostgreSQLHome, clock: any Clock, random: any RandomSource, workers count: Int = 2,
        groupMax: Int = PostgreSQLService.groupMax,
        keeper: (any SecretKeeper)? = nil
    ) {
        // What is due by itself is looked for by the first, which hears of what the others have made due.
        var made: [ServiceWorker] = []
        let count = min(max(count, 1), Self.workersMax)
        for _ in 0..<count {
            let watcher = RequestForesight()
            let storage = ServiceStorage(clock: clock, random: random, watcher: watcher, keeper: keeper) { () throws(StorageError) in
                let database = try PostgreSQLDatabase.open(home, clock: clock, ways: Service.waysOfKeys)
                watcher.database = database
                return database
            }
            made.append(ServiceWorker(storage, groupMax: max(groupMax, 1), looker: made.first, workers: count))
        }
        workers = made
        let events = OutboxReader(home, clock)
        self.events = events
        // What is told here is carried without waiting for the next look.
        for worker in workers { _ = worker.subscribers.add { _ in events.hint() } }
    }

    /// The work of the longest turn so far of what was asked for over a network, in units of `Work`.
    public var longestTurn: Int { workers.first?.longestTurn ?? 0 }

    /// Starts the threads; connections are opened on them, when they are needed.
    /// - Returns: false when the system has no thread to give. Call once.
    public func start() -> Bool {
        var isStarted = events.start()
        for worker in workers { isStarted = worker.start() && isStarted }
        return isStarted
    }

    /// Opens the worker that does what is due, where it is not open, and begins it.
    /// - Parameter then: says whether it is open, on a thread of the service.
    public func look(_ then: @escaping @Sendable (Bool) -> Void) {
        if let first = workers.first { first.look(then) } else { then(false) }
    }

    /// Begins what `stop` waits for: each worker gives back its number, which takes trips to the database.
    public func beginStop() {
        for worker in workers { worker.beginStop() }
        events.beginStop()
    }

    /// Answers what waits with `ResultCode.serviceStopped` and ends the threads.
    /// - Parameter deadline: on the system's monotonic clock.
    /// - Returns: false when one still ran at the deadline; it then ends alone.
    public func stop(untilNanoseconds deadline: Int64) -> Bool {
        beginStop()
        var isStopped = true
        for worker in workers { isStopped = worker.stop(untilNanoseconds: deadline) && isStopped }
        return events.stop(untilNanoseconds: deadline) && isStopped
    }

    public func send(_ request: Request, completion: @escaping @Sendable (Reply) -> Void) {
        workers[place(of: request)].send(waiting.add(request, completion))
    }

    /// Answers everything that waits with `ResultCode.serviceUnreachable`: the database hangs, or is gone. What was not committed by then
    /// is not done later; of the rest nobody knows.
    public func giveUp() {
        let message = "the database does not answer: \(PostgreSQLDatabase.notKnown); ask again"
        waiting.giveUp(.failure(ResultCode.serviceUnreachable, message))
    }

    /// What any service of the app has told from here on, in about the order of its numbers.
    public func subscribe(_ handler: @escaping @Sendable (ServerEvent) -> Void) -> Int64 {
        defer { events.hint() }
        return events.subscribers.add(handler)
    }

    /// Says that there may be more in the outbox than before, whichever service told it: at once, and then whenever it is so.
    /// - Parameter body: comes on a thread of the service.
    /// - Returns: the name to end it with.
    public func watchOutbox(_ body: @escaping @Sendable () -> Void) -> Int64 { events.watch(body) }

    public func unwatchOutbox(_ watcher: Int64) { events.unwatch(watcher) }

    /// Every subscription hears everything: whoever carries events to players chooses.
    public func listen(_ id: Int64, as accessToken: String?) {}

    public func unsubscribe(_ id: Int64, untilNanoseconds deadline: Int64) -> Bool {
        events.subscribers.remove(id, isDeliveringThread: events.isCurrentThread, untilNanoseconds: deadline)
    }

    /// An operator's requests all go to the first worker, which begins them in order. Of requests that are nobody's, those of one object go
    /// to one worker, where they do not overtake each other.
    func place(of request: Request) -> Int {
        if request.origin == .console || workers.count == 1 { return 0 }
        let subject = RequestForesight.asker(of: request) ?? request.parameters["objectId"]?.stringValue
        return Self.place(of: subject ?? request.changeId ?? request.transactionId, among: workers.count)
    }

    /// FNV-1a, and the end of MurmurHash3 (`fmix64`) behind it: of texts that differ in their last bytes, such as a counter, FNV-1a alone
    /// differs in few bits of its upper half.
    static func place(of text: String, among count: Int) -> Int {
        var sum: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in text.utf8 { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01B3 }
        sum = (sum ^ (sum >> 33)) &* 0xFF51_AFD7_ED55_8CCD
        sum = (sum ^ (sum >> 33)) &* 0xC4CE_B9FE_1A85_EC53
        return Int((sum ^ (sum >> 33)) % UInt64(count))
    }
}
