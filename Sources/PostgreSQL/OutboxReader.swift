import Embedded
import Linux
import Messages
import Service
import Storage

/// Reads what services have told, this process's and others', and hands it to subscribers. A thread and a connection of its own, which rest
/// while nobody listens.
///
/// Numbers of events grow with time, but a transaction that took one may be kept later than another that took its own after it: so each
/// look begins a little before the newest, and every second far before it. What was handed out is not handed out again.
final class OutboxReader: @unchecked Sendable {
    static let lookMilliseconds: Int64 = 25
    private static let nearMilliseconds: Int64 = 400
    private static let farMilliseconds: Int64 = 15_000
    private static let farLookMilliseconds: Int64 = 1_000
    private static let pageMax = 1_000
    /// After a look that failed.
    private static let restMilliseconds: Int64 = 1_000

    let subscribers = EventSubscribers()

    private let home: PostgreSQLHome
    private let clock: any Clock
    private let lock = Lock()
    private let wake = Condition()
    private let ended = Latch()
    // Guarded by the lock.
    private var thread: Thread?
    private var isStopping = false
    private var isHinted = false

    // The thread's own.
    private var database: PostgreSQLDatabase?
    /// nil: not begun; only what is told from then on is handed out.
    private var newest: Int64?
    private var seen: Set<Int64> = []
    private var farDeadline: Int64 = 0

    init(_ home: PostgreSQLHome, _ clock: any Clock) {
        self.home = home
        self.clock = clock
    }

    func start() -> Bool {
        lock.locked {
            thread = Thread.start(name: "gamebase-events") { [self] in
                run()
                ended.open()
            }
            return thread != nil
        }
    }

    /// Somebody listens, or something was told here.
    func hint() {
        lock.locked { isHinted = true }
        wake.signal()
    }

    func stop(untilNanoseconds deadline: Int64) -> Bool {
        let (thread, isOwn) = lock.locked { () -> (Thread?, Bool) in
            isStopping = true
            defer { self.thread = nil }
            return (self.thread, self.thread?.isCurrent ?? false)
        }
        wake.signal()
        guard let thread else { return true }
        if !isOwn, thread.join(untilNanoseconds: deadline) { return true }
        thread.detach()
        return false
    }

    var isCurrentThread: Bool { lock.locked { thread?.isCurrent ?? false } }

    private func run() {
        while rest() {
            do throws(StorageError) {
                try look()
            } catch {
                database?.close()
                database = nil
                let pause = deadlineNanoseconds(clock, afterMilliseconds: Self.restMilliseconds)
                lock.locked { while !isStopping, wake.wait(lock, untilNanoseconds: pause) {} }
            }
        }
        database?.close()
        database = nil
    }

    /// - Returns: false when it is time to end.
    private func rest() -> Bool {
        let deadline = deadlineNanoseconds(clock, afterMilliseconds: Self.lookMilliseconds)
        return lock.locked {
            while !isStopping, !isHinted {
                if subscribers.isEmpty {
                    newest = nil
                    wake.wait(lock)
                } else if !wake.wait(lock, untilNanoseconds: deadline) {
                    break
                }
            }
            isHinted = false
            return !isStopping
        }
    }

    private func look() throws(StorageError) {
        if subscribers.isEmpty { return }
        let database = try opened()
        guard let newest else { return try begin(database) }
        var entries: [PlacedEvent] = []
        let isFar = clock.monotonicNanoseconds() >= farDeadline
        if isFar { farDeadline = deadlineNanoseconds(clock, afterMilliseconds: Self.farLookMilliseconds) }
        var after = newest - (isFar ? Self.farMilliseconds : Self.nearMilliseconds) * 1_000
        while true {
            try database.begin()
            let page: [PlacedEvent]
            do throws(StorageError) {
                page = try PlacedEvent.read(database, after: after, max: Int64(Self.pageMax))
                try database.commit()
            } catch {
                database.rollback()
                throw error
            }
            entries += page
            guard page.count == Self.pageMax, let last = page.last else { break }
            after = last.seq
        }
        for entry in entries where seen.insert(entry.seq).inserted {
            self.newest = max(self.newest ?? entry.seq, entry.seq)
            subscribers.deliver(entry.event)
        }
        if isFar, let newest = self.newest { seen = seen.filter { $0 > newest - 2 * Self.farMilliseconds * 1_000 } }
    }

    private func opened() throws(StorageError) -> PostgreSQLDatabase {
        if let database { return database }
        let fresh = try PostgreSQLDatabase.open(home, clock: clock, takesNumber: false)
        database = fresh
        return fresh
    }

    /// What was told before somebody listened is not told now.
    private func begin(_ database: PostgreSQLDatabase) throws(StorageError) {
        let last = try database.query("SELECT COALESCE(MAX(event_seq), 0) FROM outbox", []).first?.integer(0) ?? 0
        let near = try database.query(
            "SELECT event_seq FROM outbox WHERE event_seq > ? LIMIT 100000", [.integer(last - Self.farMilliseconds * 1_000)])
        seen = Set(near.map { $0.integer(0) })
        newest = last
    }
}
