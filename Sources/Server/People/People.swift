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

    /// Passwords of strangers that wait, by network. Belongs to the loop.
    private var strangers = OpenCounts()

    /// Why nobody could be looked up when somebody was last; nil: people are there. Belongs to the loop.
    private(set) var trouble: String?

    static let waitingMax = 1_024
    /// A password takes a few tenths of a second. So many wait of people who came from the same network before, or are signed in, and as
    /// many of strangers.
    static let passwordsWaitingMax = 16
    /// Of one network of strangers.
    static let ofNetworkMax = 4

    /// The queue of a piece of work, by its length and its asker. Strangers' guesses delay neither sessions nor known people.
    enum Asked {
        case quickly
        /// A password is looked at.
        case byKnown
        /// Likewise.
        case byStranger(network: UInt64)

        fileprivate var pace: Aside.Pace {
            switch self {
            case .quickly: .quick
            case .byKnown: .slow
            case .byStranger: .last
            }
        }

        fileprivate var most: Int { pace == .quick ? People.waitingMax : People.passwordsWaitingMax }

        fileprivate var stranger: UInt64? { if case .byStranger(let network) = self { network } else { nil } }
    }

    private static let busy = PeopleRefusal(503, ResultCode.serviceUnreachable, "too many log-ins at once; try again")
    /// The least time between two tries to open a database that could not be opened. Calls between two tries fail at once.
    private static let retryNanoseconds: Int64 = 2_000_000_000

    init(_ loop: Loop, _ clock: any Clock, _ open: @escaping () throws(StorageError) -> PeopleStore) {
        (self.loop, self.clock, self.open) = (loop, clock, open)
    }

    /// Before the thread runs: the link for the first administrator, nil when there is one.
    /// - Parameter issuer: of the provider by which people sign in.
    func firstLink(_ issuer: String? = nil) throws(PeopleRefusal) -> String? {
        do throws(PeopleRefusal) { return try opened().firstLink(issuer) } catch {
            trouble = error.message
            throw error
        }
    }

    /// Finds out whether people can be looked up by now.
    func look() {
        ask { (_) throws(PeopleRefusal) in
        } _: { (_: Result<Void, PeopleRefusal>) in
        }
    }

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

    /// Runs `body` on the thread, and `then` on the loop, from where it is called.
    func ask<Value>(
        _ asked: Asked = .quickly, _ body: @escaping (PeopleStore) throws(PeopleRefusal) -> Value,
        _ then: @escaping (Result<Value, PeopleRefusal>) -> Void
    ) {
        let network = asked.stranger
        if let network, strangers[network] >= Self.ofNetworkMax { return then(.failure(Self.busy)) }
        let waiting = OnLoop<(result: Result<Value, PeopleRefusal>, trouble: String?)> { [self] in
            if let network { strangers.remove(network) }
            trouble = $0.trouble
            then($0.result)
        }
        let isTaken = aside.run(at: asked.pace, most: asked.most) { [self] in
            let (result, trouble) = looked(body)
            loop.post { waiting.run((result, trouble)) }
        }
        guard isTaken else { return then(.failure(Self.busy)) }
        if let network { strangers.add(network) }
    }

    private func looked<Value>(
        _ body: (PeopleStore) throws(PeopleRefusal) -> Value
    ) -> (Result<Value, PeopleRefusal>, trouble: String?) {
        let store: PeopleStore
        do throws(PeopleRefusal) { store = try opened() } catch { return (.failure(error), error.message) }
        do throws(PeopleRefusal) { return (.success(try body(store)), nil) } catch {
            guard error.isOfStorage else { return (.failure(error), nil) }
            // Its tables may be gone, with the database or out of it.
            store.close()
            self.store = nil
            return (.failure(error), error.message)
        }
    }

    /// - Parameter deadline: on the system's monotonic clock.
    func end(untilNanoseconds deadline: Int64) { aside.end(untilNanoseconds: deadline) }
}
