import Messages

/// The people who sign in to the console. Their store and their passwords have a thread of their own, so that neither a disk nor a key
/// keeps the loop waiting.
final class People {
    private let loop: Loop
    private let aside = Aside("gamebased-people")
    /// Used on the thread alone, once it runs.
    private let store: PeopleStore?
    private let lack: String

    static let waitingMax = 1_024
    /// A password takes a few tenths of a second.
    static let passwordsWaitingMax = 16

    /// - Parameter store: nil: there are no people here, for the reason `lack`.
    init(_ loop: Loop, _ store: PeopleStore?, lack: String = "") {
        (self.loop, self.store, self.lack) = (loop, store, lack)
    }

    /// - Returns: false when the system has no thread to give.
    func start() -> Bool {
        guard let store else { return true }
        // From here on the thread's alone.
        nonisolated(unsafe) let handed = store
        return aside.start { handed.close() }
    }

    /// Runs `body` on the thread, and `then` on the loop.
    /// - Parameter isSlow: a password is looked at; what is quick goes first.
    func ask<Value>(
        isSlow: Bool = false, _ body: @escaping (PeopleStore) throws(PeopleRefusal) -> Value,
        _ then: @escaping (Result<Value, PeopleRefusal>) -> Void
    ) {
        guard let store else { return then(.failure(PeopleRefusal(503, ResultCode.storageFailed, lack))) }
        let waiting = OnLoop(run: then)
        let isTaken = aside.run(isSlow: isSlow, most: isSlow ? Self.passwordsWaitingMax : Self.waitingMax) { [loop] in
            let result: Result<Value, PeopleRefusal>
            do throws(PeopleRefusal) { result = .success(try body(store)) } catch { result = .failure(error) }
            loop.post { waiting.run(result) }
        }
        if !isTaken { then(.failure(PeopleRefusal(503, ResultCode.serviceUnreachable, "too many people ask at once; try again"))) }
    }

    /// - Parameter deadline: on the system's monotonic clock.
    func end(untilNanoseconds deadline: Int64) { aside.end(untilNanoseconds: deadline) }
}
