import Linux
import Messages
import Storage

/// What is told to a person in place of an answer.
struct PeopleRefusal: Error {
    let status: Int
    let code: Int32
    let message: String

    init(_ status: Int, _ code: Int32, _ message: String) { (self.status, self.code, self.message) = (status, code, message) }

    init(_ error: StorageError) { self.init(503, ResultCode.storageFailed, "the console's storage: \(error.message)") }

    static let notSignedIn = PeopleRefusal(401, ResultCode.notAuthenticated, "sign in first")
    /// The same for a name that there is not and for a wrong password: nobody learns who is known here.
    static let wrongLogIn = PeopleRefusal(401, ResultCode.personWrong, "the name or the password is wrong")

    static func invalid(_ message: String) -> PeopleRefusal { PeopleRefusal(400, ResultCode.parameterInvalid, message) }

    static func needed(_ role: ConsoleRole, _ app: String) -> PeopleRefusal {
        PeopleRefusal(
            403, ResultCode.roleTooLow, "this needs the role \(role.rawValue) of \(app == ConsoleRole.everyApp ? "every app" : app)")
    }

    var answer: HTTPAnswer {
        var answer = HTTPAnswer(status: status, code, message)
        if status == 503 { answer.retryAfter = 1 }
        return answer
    }
}

/// People who sign in to the console, on a thread of their own: neither a disk nor a password keeps the loop waiting.
final class People: @unchecked Sendable {
    private let loop: Loop
    private let lock = Lock()
    private let wake = Condition()
    /// Guarded by the lock. What takes a password takes a few tenths of a second each: what is quick goes first.
    private var quick: [() -> Void] = []
    private var slow: [() -> Void] = []
    private var isEnding = false
    private var thread: Thread?
    /// Used by the thread alone, once it runs.
    private let store: PeopleStore?
    private let lack: String

    static let quickMax = 1_024
    static let slowMax = 16

    /// - Parameter store: nil: there are no people here, for the reason `lack`.
    init(_ loop: Loop, _ store: PeopleStore?, lack: String = "") {
        (self.loop, self.store, self.lack) = (loop, store, lack)
    }

    /// - Returns: false when the system has no thread to give.
    func start() -> Bool {
        guard store != nil else { return true }
        thread = Thread.start(name: "gamebased-people") { [self] in run() }
        return thread != nil
    }

    /// Runs `body` on the thread, and `then` on the loop.
    /// - Parameter isSlow: a password is looked at.
    func ask<Value>(
        isSlow: Bool = false, _ body: @escaping (PeopleStore) throws(PeopleRefusal) -> Value,
        _ then: @escaping (Result<Value, PeopleRefusal>) -> Void
    ) {
        guard let store else { return then(.failure(PeopleRefusal(503, ResultCode.storageFailed, lack))) }
        let waiting = OnLoop(run: then)
        let work = { [loop] in
            let result: Result<Value, PeopleRefusal>
            do throws(PeopleRefusal) { result = .success(try body(store)) } catch { result = .failure(error) }
            loop.post { waiting.run(result) }
        }
        let isTaken: Bool = lock.locked {
            guard !isEnding, isSlow ? slow.count < Self.slowMax : quick.count < Self.quickMax else { return false }
            if isSlow { slow.append(work) } else { quick.append(work) }
            return true
        }
        guard isTaken else {
            return then(.failure(PeopleRefusal(503, ResultCode.serviceUnreachable, "too many people ask at once; try again")))
        }
        wake.signal()
    }

    /// - Parameter deadline: on the system's monotonic clock.
    func end(untilNanoseconds deadline: Int64) {
        lock.locked { isEnding = true }
        wake.signal()
        if let thread, !thread.join(untilNanoseconds: deadline) { thread.detach() }
        thread = nil
    }

    private func run() {
        while let work = next() { work() }
        store?.close()
    }

    private func next() -> (() -> Void)? {
        lock.locked {
            while quick.isEmpty, slow.isEmpty {
                if isEnding { return nil }
                wake.wait(lock)
            }
            return quick.isEmpty ? slow.removeFirst() : quick.removeFirst()
        }
    }
}
