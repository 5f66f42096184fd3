import Linux
import Messages
import Storage

/// What is told to a person in place of an answer.
struct PeopleRefusal: Error {
    let status: Int
    let code: Int32
    let message: String
    var retryAfter: Int64?
    /// Who is told so, where that is known: for the audit log.
    private(set) var person: String?
    /// Another server was faster: begun anew it may do. So is what only looks like a fault of a statement then.
    private(set) var isOfOthers = false

    init(_ status: Int, _ code: Int32, _ message: String) { (self.status, self.code, self.message) = (status, code, message) }

    init(_ error: StorageError) {
        self.init(503, ResultCode.storageFailed, "the console's storage: \(error.message)")
        switch error {
        case .conflict, .constraint: isOfOthers = true
        default: break
        }
    }

    static let notSignedIn = PeopleRefusal(401, ResultCode.notAuthenticated, "sign in first")
    /// The same for a name that there is not and for a wrong password: nobody learns who is known here.
    static let wrongLogIn = PeopleRefusal(401, ResultCode.personWrong, "the name or the password is wrong")

    /// The password is right, and not enough.
    static let codeNeeded = PeopleRefusal(401, ResultCode.personCodeNeeded, "a one-time code is needed")
    static let noToken = PeopleRefusal(401, ResultCode.notAuthenticated, "the token is wrong, or was ended")
    static let noRandomness = PeopleRefusal(503, ResultCode.internalError, SystemRandom.missing)

    static func invalid(_ message: String) -> PeopleRefusal { PeopleRefusal(400, ResultCode.parameterInvalid, message) }

    static func needed(_ role: ConsoleRole, _ app: String) -> PeopleRefusal {
        PeopleRefusal(
            403, ResultCode.roleTooLow, "this needs the role \(role.rawValue) of \(app == ConsoleRole.everyApp ? "every app" : app)")
    }

    func of(_ person: Person) -> PeopleRefusal {
        var refusal = self
        refusal.person = person.name
        return refusal
    }

    var answer: HTTPAnswer {
        var answer = HTTPAnswer(status: status, code, message)
        answer.retryAfter = retryAfter ?? (status == 503 ? 1 : nil)
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
    private var store: PeopleStore?
    private var lack = PeopleRefusal(503, ResultCode.storageFailed, "the console's people were not looked for yet")
    private var nextTry: Int64 = 0
    private let clock: any Clock
    private let open: () throws(StorageError) -> PeopleStore

    static let quickMax = 1_024
    static let slowMax = 16
    /// A database that could not be opened is tried again so often at most: who waits behind it is told at once.
    private static let retryNanoseconds: Int64 = 2_000_000_000

    init(_ loop: Loop, _ clock: any Clock, _ open: @escaping () throws(StorageError) -> PeopleStore) {
        (self.loop, self.clock, self.open) = (loop, clock, open)
    }

    /// Before the thread runs: the link for whoever is to be the first, nil when there is somebody.
    func firstLink() throws(PeopleRefusal) -> String? { try opened().firstLink() }

    /// - Returns: false when the system has no thread to give.
    func start() -> Bool {
        thread = Thread.start(name: "gamebased-people") { [self] in run() }
        return thread != nil
    }

    private func opened() throws(PeopleRefusal) -> PeopleStore {
        if let store { return store }
        guard clock.monotonicNanoseconds() >= nextTry else { throw lack }
        do throws(StorageError) {
            let fresh = try open()
            store = fresh
            return fresh
        } catch {
            lack = PeopleRefusal(error)
            nextTry = clock.monotonicNanoseconds() + Self.retryNanoseconds
            throw lack
        }
    }

    /// Runs `body` on the thread, and `then` on the loop.
    /// - Parameter isSlow: a password is looked at.
    func ask<Value>(
        isSlow: Bool = false, _ body: @escaping (PeopleStore) throws(PeopleRefusal) -> Value,
        _ then: @escaping (Result<Value, PeopleRefusal>) -> Void
    ) {
        let waiting = OnLoop(run: then)
        let work = { [self] in
            let result: Result<Value, PeopleRefusal>
            do throws(PeopleRefusal) { result = .success(try body(opened())) } catch { result = .failure(error) }
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
