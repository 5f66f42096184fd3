import Engine
import Linux
import Messages
import Service
import Storage

/// Reads what services have told, this process's and others', and hands it to subscribers. A thread and a connection of its own, which rest
/// while nobody listens. It is the only one that looks for events of other processes: all others wait for what it tells.
///
/// Places of events are the order of their commits, so that a look begins where the last one ended: nothing comes behind it with a smaller
/// place, and nothing twice.
final class OutboxReader: @unchecked Sendable {
    static let lookMilliseconds: Int64 = 25
    private static let pageMax: Int64 = 1_000
    /// After a look that failed.
    private static let restMilliseconds: Int64 = 1_000

    let subscribers = EventSubscribers()

    private let home: PostgreSQLHome
    private let clock: any Clock
    private let lock = Lock()
    private let wake = ConditionVariable()
    private let ended = Latch()
    // Guarded by the lock.
    private var thread: Thread?
    private var isStopping = false
    private var isHinted = false
    private var watchers: [Int64: @Sendable () -> Void] = [:]
    private var lastWatcher: Int64 = 0
    /// A watcher came: it is told to look once, as nobody knows what came since it looked itself.
    private var isAwaited = false

    // The thread's own.
    private var database: PostgreSQLDatabase?
    /// nil: not begun; only what is told from then on is handed out.
    private var newest: Int64?

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

    /// - Parameter body: runs on the reader's thread when there may be more than before.
    func watch(_ body: @escaping @Sendable () -> Void) -> Int64 {
        defer { wake.signal() }
        return lock.locked {
            lastWatcher += 1
            watchers[lastWatcher] = body
            isHinted = true
            isAwaited = true
            return lastWatcher
        }
    }

    func unwatch(_ watcher: Int64) { _ = lock.locked { watchers.removeValue(forKey: watcher) } }

    func beginStop() {
        lock.locked { isStopping = true }
        wake.signal()
    }

    func stop(untilNanoseconds deadline: Int64) -> Bool {
        beginStop()
        let (thread, isOwn) = lock.locked { () -> (Thread?, Bool) in
            defer { self.thread = nil }
            return (self.thread, self.thread?.isCurrent ?? false)
        }
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
                if subscribers.isEmpty, watchers.isEmpty {
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
        let database = try opened()
        let last = try OutboxPage.read(database, after: Int64.max, max: 1).newest
        if last != newest || lock.locked({ isAwaited }) {
            let bells = lock.locked {
                isAwaited = false
                return Array(watchers.values)
            }
            for bell in bells { bell() }
        }
        // What was told before somebody listened is not told now; a standby that took over may know less.
        guard var place = newest, !subscribers.isEmpty else { return newest = last }
        while place < last {
            let page = try OutboxPage.read(database, after: place, max: Self.pageMax)
            for placed in page.events where placed.seq <= last { subscribers.deliver(placed.event) }
            place = max(page.through, place + 1)
            newest = min(place, last)
        }
        newest = last
    }

    private func opened() throws(StorageError) -> PostgreSQLDatabase {
        if let database { return database }
        let fresh = try PostgreSQLDatabase.open(home, clock: clock, takesNumber: false)
        database = fresh
        return fresh
    }
}
