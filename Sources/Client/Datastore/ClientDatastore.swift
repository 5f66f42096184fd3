import Codecs
import Documents
import Linux
import Messages

/// What the boundary wants kept as long as the library runs.
open class DataHolder {
    public init() {}
}

/// The mobile backend: objects, queries and users. It needs no Gamebase; its users are apart from Gamebase's members.
public struct ClientDatastore: ClientCapability {
    public let client: Client

    public static let userClass = "user"
    public static let roleClass = "role"
    public static let installationClass = "installation"
    public static let pushClass = "push"
    public static let fileClass = "file"
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
        /// Another one for each opening: one that failed has let go of those who waited.
        var opened = Latch()
        /// The user whom the opening finds.
        let awaited = AwaitedUser()
        var user: DataObject?
        /// Of `user`, here as well: it is read with every request.
        var token: String?
        var renewal = Renewal()
        /// The game logged out before the device file was read: the user remembered there is not logged in.
        var isLeft = false
        /// The session of the user remembered in the file, until the log-out has been sent.
        var leftToken: String?
        var userHolder: DataHolder?
        var makesUsers = false
        /// Who waits for the anonymous user that is being made; as many at most as there are calls.
        var awaitUser: [Answer<DataObject>] = []
        /// The game on this device; there from the opening on.
        var installation: DataObject?
        var installationHolder: DataHolder?
        var hearing = InstallationHearing()
        var twitterConsumer: JSONObject?
        var defaultAccess: DataAccess?
        var grantsCurrentUser = false
        var eventual = Eventual()
        /// Objects with a turn of this client, under way or waiting.
        var inTurn: [ObjectIdentifier: DataObject] = [:]
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
            own.opened = Latch()
            return true
        }
        guard let opens else { return client.log(.error, "NCMB_setApplicationKey_clientKey: a shutdown is running") }
        if opens { open() }
        carryMails()
    }

    @export(interface) public var applicationKey: String? { lock.locked { own.applicationKey } }
    @export(interface) public var clientKey: String? { lock.locked { own.clientKey } }
    @export(interface) public var validatesResponses: Bool { lock.locked { own.validatesResponses } }
    @export(interface) public func setValidatesResponses(_ validates: Bool) { lock.locked { own.validatesResponses = validates } }

    /// Reads whom the device remembers. What is asked meanwhile waits: it is that user's.
    private func open() {
        client.openDevice { [self] error, life in
            let user = error == nil ? rememberedUser : nil
            if error == nil { openEventual(life) }
            if let user { takeKept(user) }
            let installation = error == nil ? rememberedInstallation : nil
            let ready = lock.locked { () -> (waiting: [(GamebaseError?) -> Void], opened: Latch, left: Device?)? in
                // The disk may have taken long: who was remembered there is nobody of the next life.
                guard client.isRunning(life) else { return nil }
                // One that failed is tried again when the keys are set again.
                own.opening = error == nil ? .done : .not
                let isLeft = own.isLeft && user != nil
                if let user, isLeft {
                    own.leftToken = user.sessionToken
                } else if let user, own.user == nil {
                    own.user = user
                    own.token = user.sessionToken
                }
                if error == nil {
                    own.isLeft = false
                    own.awaited.tell(own.user?.objectId)
                }
                if own.installation == nil { own.installation = installation }
                defer { own.waiting = [] }
                return (own.waiting, own.opened, isLeft ? state.device : nil)
            }
            guard let ready else { return }
            if let device = ready.left { forget(on: device) { $0.mobileBackendUser = JSONObject() } }
            if let error { client.log(.error, "NCMB_setApplicationKey_clientKey: \(error.message)") }
            ready.opened.open()
            for work in ready.waiting { work(error.map { DataError.argument($0) }) }
            guard error == nil else { return }
            sendEventual()
            if client.subscribeToService() { client.notifications.begin() }
            receiveMessages()
        }
    }

    private var rememberedUser: DataObject? {
        guard let remembered = lock.locked({ state.device?.identity.mobileBackendUser }), !remembered.isEmpty else { return nil }
        let user = DataObject(className: ClientDatastore.userClass)
        user.adopt(remembered: remembered)
        user.setSessionToken(remembered["sessionToken"]?.stringValue)
        return user
    }

    /// For what needs no request when the current user is known.
    func afterOpening(_ work: @escaping () -> Void) { whenOpen { _ in work() } }

    func whenOpen(_ work: @escaping (GamebaseError?) -> Void) {
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
        ask(name, parameters, token: token) { reply, error in onReply(error.map { .failure($0) } ?? .success(reply.body)) }
    }

    /// - Parameter onReply: is given the reply, and what is wrong, if anything is.
    func ask(
        _ name: RequestName, _ parameters: JSON, token: String? = nil, _ onReply: @escaping (Reply, GamebaseError?) -> Void
    ) {
        let (isOpen, current) = lock.locked { (own.opening == .done, own.token) }
        if isOpen { return transmit(name, parameters, nil, token ?? current, isRenewed: token == nil, onReply) }
        whenOpen { [self] error in
            if let error { return onReply(.failure(ResultCode.serviceStopped, error.message), error) }
            transmit(name, parameters, nil, token ?? lock.locked { own.token }, isRenewed: token == nil, onReply)
        }
    }

    private func transmit(
        _ name: RequestName, _ parameters: JSON, _ query: PreparedQuery?, _ token: String?, isRenewed: Bool,
        _ onReply: @escaping (Reply, GamebaseError?) -> Void
    ) {
        client.transmit(name, parameters, query: query, token) { [self] reply in
            if reply.isSuccess { return onReply(reply, nil) }
            refused(reply, name, parameters, query, token, isRenewed: isRenewed, onReply)
        }
    }

    /// A request whose session is over is sent once more in the next one, if there is one.
    func refused(
        _ reply: Reply, _ name: RequestName, _ parameters: JSON, _ query: PreparedQuery?, _ token: String?, isRenewed: Bool,
        _ onReply: @escaping (Reply, GamebaseError?) -> Void
    ) {
        let error = DataError.of(name, reply)
        guard DataError.isSessionWrong(error), let token else { return onReply(reply, error) }
        // An answer to an earlier session says nothing of this one.
        let over = { [self] in
            dropUser(ifToken: token)
            onReply(reply, error)
        }
        guard isRenewed else { return over() }
        renewed(token, again: { transmit(name, parameters, query, $0, isRenewed: true, onReply) }, over: over)
    }

    /// Whether the client runs on, for those who wait for an answer.
    var life: () -> Bool {
        let life = lock.locked { state.life }
        return { [client] in client.lock.locked { client.isRunning(life) } }
    }
}
