import Linux
import Messages
import Storage

/// The people who sign in to the console. Their store and their passwords have a thread of their own, so that neither a disk nor a key
/// keeps the loop waiting.
final class People: @unchecked Sendable {
    private let loop: Loop
    private let aside = Aside("gamebased-people")
    private let clock: any Clock
    private let open: () throws(StorageError) -> PeopleStore
    /// Used on the thread alone, once it runs.
    private var store: PeopleStore?
    private var lack = PeopleRefusal(503, ResultCode.storageFailed, "the console's people were not looked for yet")
    private var nextTryNanoseconds: Int64 = 0

    static let waitingMax = 1_024
    /// A password takes a few tenths of a second.
    static let passwordsWaitingMax = 16
    /// The least time between two tries to open a database that could not be opened. Calls between two tries fail at once.
    private static let retryNanoseconds: Int64 = 2_000_000_000

    init(_ loop: Loop, _ clock: any Clock, _ open: @escaping () throws(StorageError) -> PeopleStore) {
        (self.loop, self.clock, self.open) = (loop, clock, open)
    }

    /// Before the thread runs: the link for the first administrator, nil when there is one.
    func firstLink() throws(PeopleRefusal) -> String? { try opened().firstLink() }

    /// - Returns: false when the system has no thread to give.
    func start() -> Bool { aside.start { [self] in store?.close() } }

    private func opened() throws(PeopleRefusal) -> PeopleStore {
        if let store, !store.database.isOver { return store }
        // After a fault that leaves open what was kept only another look at the file tells.
        store?.close()
        store = nil
        guard clock.monotonicNanoseconds() >= nextTryNanoseconds else { throw lack }
        do throws(StorageError) {
            let fresh = try open()
            store = fresh
            return fresh
        } catch {
            lack = PeopleRefusal(error)
            nextTryNanoseconds = clock.monotonicNanoseconds() + Self.retryNanoseconds
            throw lack
        }
    }

    /// Runs `body` on the thread, and `then` on the loop.
    /// - Parameter isSlow: a password is looked at; what is quick goes first.
    func ask<Value>(
        isSlow: Bool = false, _ body: @escaping (PeopleStore) throws(PeopleRefusal) -> Value,
        _ then: @escaping (Result<Value, PeopleRefusal>) -> Void
    ) {
        let waiting = OnLoop(run: then)
        let isTaken = aside.run(isSlow: isSlow, most: isSlow ? Self.passwordsWaitingMax : Self.waitingMax) { [self] in
            let result: Result<Value, PeopleRefusal>
            do throws(PeopleRefusal) { result = .success(try body(opened())) } catch { result = .failure(error) }
            loop.post { waiting.run(result) }
        }
        if !isTaken { then(.failure(PeopleRefusal(503, ResultCode.serviceUnreachable, "too many people ask at once; try again"))) }
    }

    /// - Parameter deadline: on the system's monotonic clock.
    func end(untilNanoseconds deadline: Int64) { aside.end(untilNanoseconds: deadline) }
}
