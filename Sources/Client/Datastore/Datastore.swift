import Documents
import Linux
import Messages
import Wire

/// What the boundary wants kept as long as the library runs.
open class DataHolder {
    public init() {}
}

/// The mobile backend: objects, queries and users. It needs no Gamebase; its users are apart from Gamebase's members.
public struct Datastore: Capability {
    public let client: Client

    public static let userClass = "user"
    public static let roleClass = "role"
    /// How long a blocking call waits. The SDK gives up a request after as long.
    public static let blockingMilliseconds: Int64 = 10_000
    /// How long a question for the current user waits for the file that remembers it, right after the start.
    static let openingMilliseconds: Int64 = 5_000

    struct Part {
        var applicationKey: String?
        var clientKey: String?
        var validatesResponses = false
        var opening = Opening.not
        /// What waits for the end of the opening; as many at most as there are calls.
        var waiting: [(GamebaseError?) -> Void] = []
        let opened = Latch()
        var user: DataObject?
        /// Of `user`, here as well: it is read with every request.
        var token: String?
        var userHolder: DataHolder?
        var makesUsers = false
        var defaultAccess: DataAccess?
        var grantsCurrentUser = false
    }

    enum Opening { case not, underWay, done }

    @inline(__always) var own: Part {
        _read { yield client.state.datastore }
        nonmutating _modify { yield &client.state.datastore }
    }

    // MARK: Keys

    /// Starts the client if Gamebase did not.
    @export(interface) public func setKeys(application: String, client clientKey: String) {
        let alone = lock.locked { state.phase == .stopped || state.home == nil }
        if alone, let error = client.start(Configuration(appID: application, appVersion: ""), isIAPKey: true, namesApp: false) {
            return client.log(.error, "NCMB_setApplicationKey_clientKey: \(error.message)")
        }
        let opens: Bool? = lock.locked {
            guard state.phase == .started else { return nil }
            if alone { state.isStartedByIAP = true }
            state.hasDatastore = true
            own.applicationKey = application
            own.clientKey = clientKey
            guard own.opening == .not else { return false }
            own.opening = .underWay
            return true
        }
        guard let opens else { return client.log(.error, "NCMB_setApplicationKey_clientKey: a shutdown is running") }
        if opens { open() }
    }

    @export(interface) public var applicationKey: String? { lock.locked { own.applicationKey } }
    @export(interface) public var clientKey: String? { lock.locked { own.clientKey } }
    @export(interface) public var validatesResponses: Bool { lock.locked { own.validatesResponses } }
    @export(interface) public func setValidatesResponses(_ validates: Bool) { lock.locked { own.validatesResponses = validates } }

    /// Reads whom the device remembers. What is asked meanwhile waits: it is that user's.
    private func open() {
        client.openDevice { [self] error in
            let (waiting, opened) = lock.locked { () -> ([(GamebaseError?) -> Void], Latch) in
                // One that failed is tried again when the keys are set again.
                own.opening = error == nil ? .done : .not
                if error == nil, own.user == nil, let remembered = state.device?.identity.mobileBackendUser, !remembered.isEmpty {
                    let user = DataObject(className: Datastore.userClass)
                    user.adopt(remembered)
                    let token = remembered["sessionToken"]?.stringValue
                    user.setSessionToken(token)
                    own.user = user
                    own.token = token
                }
                defer { own.waiting = [] }
                return (own.waiting, own.opened)
            }
            if let error { client.log(.error, "NCMB_setApplicationKey_clientKey: \(error.message)") }
            opened.open()
            for work in waiting { work(error.map { DataError.argument($0) }) }
        }
    }

    /// For what needs no request when the current user is known.
    func afterOpening(_ work: @escaping () -> Void) { whenOpen { _ in work() } }

    private func whenOpen(_ work: @escaping (GamebaseError?) -> Void) {
        let opening = lock.locked { () -> Opening in
            if own.opening == .underWay { own.waiting.append(work) }
            return own.opening
        }
        switch opening {
        case .done: work(nil)
        case .underWay: break
        case .not: work(keysMissing)
        }
    }

    var keysMissing: GamebaseError {
        DataError.local(GamebaseError.Code.notInitialized, "call NCMB_setApplicationKey_clientKey first; the log says why it did not start")
    }

    // MARK: Requests

    /// - Parameter token: whose request it is; nil: that of the user who is logged in when it is sent.
    func send(
        _ name: RequestName, _ parameters: JSON, token: String? = nil, _ onReply: @escaping (Result<JSON, GamebaseError>) -> Void
    ) {
        whenOpen { [self] error in
            if let error { return onReply(.failure(error)) }
            let token = token ?? lock.locked { own.token }
            client.transmit(name, parameters, token) { [self] reply in
                if reply.isSuccess { return onReply(.success(reply.body)) }
                let error = DataError.of(name, reply)
                // An answer to an earlier session says nothing of this one.
                if DataError.isSessionWrong(error), let token { dropUser(ifToken: token) }
                onReply(.failure(error))
            }
        }
    }

    /// Whether the client runs on, for those who wait for an answer.
    var life: () -> Bool {
        let life = lock.locked { state.life }
        return { [client] in client.lock.locked { client.state.life == life && client.state.phase == .started } }
    }

    // MARK: The two ways of a call

    public typealias Answer<Value> = (Value?, GamebaseError?) -> Void

    /// In the background: `completion` comes through the run loop.
    /// - Returns: the call's number; nil when it was refused.
    @discardableResult
    func call<Value>(_ completion: @escaping Answer<Value>, _ work: (@escaping Answer<Value>) -> Void) -> CallIdentifier? {
        guard let call: OpenCall<Value> = client.open(DataError.localDomain, needs: .datastore, completion) else { return nil }
        work { call.finish($0, $1) }
        return call.identifier
    }

    /// Waits for the answer, which does not come through the run loop.
    func wait<Value>(_ begun: (CallIdentifier) -> Void = { _ in }, _ work: (@escaping Answer<Value>) -> Void) -> (Value?, GamebaseError?) {
        if let refusal = client.refusal(.datastore, DataError.localDomain) { return (nil, refusal) }
        if runLoop.isDeliveringHere { return (nil, Datastore.blocksItself) }
        let waiting = BlockedCall<Value>()
        let deadline = deadlineNanoseconds(platform.clock, afterMilliseconds: Datastore.blockingMilliseconds)
        let identifier = calls.open(deadlineNanoseconds: deadline) { waiting.end(nil, DataError.argument($0)) }
        guard let identifier else { return (nil, Datastore.tooManyCalls) }
        if phase != .started, calls.close(identifier) { return (nil, keysMissing) }
        reactor?.watchCalls()
        begun(identifier)
        let calls = calls
        work { if calls.close(identifier) { waiting.end($0, $1) } }
        return waiting.answer(untilNanoseconds: deadline)
            ?? { [self] in
                _ = self.calls.close(identifier)
                return (nil, Datastore.late)
            }()
    }

    private static var blocksItself: GamebaseError {
        DataError.local(
            GamebaseError.Code.notCallableState,
            "a callback that waits holds up all others; call the form with InBackground here, or this one on another thread")
    }

    private static var tooManyCalls: GamebaseError {
        DataError.local(GamebaseError.Code.notCallableState, "\(Calls.outstandingMax) calls are outstanding")
    }

    private static var late: GamebaseError {
        DataError.local(GamebaseError.Code.socketResponseTimeout, "the service did not answer in time; the outcome is unknown, ask again")
    }
}

/// A thread that waits, and the answer that it waits for.
private final class BlockedCall<Value>: @unchecked Sendable {
    private let lock = Lock()
    private let ended = Latch()
    private var given: (Value?, GamebaseError?)?

    func end(_ value: Value?, _ error: GamebaseError?) {
        lock.locked { given = (value, error) }
        ended.open()
    }

    func answer(untilNanoseconds deadline: Int64) -> (Value?, GamebaseError?)? {
        _ = ended.wait(untilNanoseconds: deadline)
        return lock.locked { given }
    }
}
