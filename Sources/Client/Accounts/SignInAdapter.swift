import Codecs
import Linux
import Messages
import Synchronization

/// How the host signs a player in with one identity provider. Each function is called inside the run loop, while it is registered.
public final class SignInAdapter {
    /// Asks for a credential; the request is answered later, or at once.
    public let requestCredential: (SignInRequest) -> Void
    /// What was asked is not wanted any more. Called only for a request that was asked and not answered.
    public let cancel: ((SignInRequest) -> Void)?
    /// The provider's account was taken away from the member: forget it.
    public let logout: ((String) -> Void)?

    @export(interface) public init(
        requestCredential: @escaping (SignInRequest) -> Void, cancel: ((SignInRequest) -> Void)?, logout: ((String) -> Void)?
    ) {
        self.requestCredential = requestCredential
        self.cancel = cancel
        self.logout = logout
    }
}

/// One question to a sign-in adapter. Only the first answer counts.
public final class SignInRequest: @unchecked Sendable {
    public let provider: String
    /// What the game gave with its call, as JSON text; nil when nothing.
    public let additionalInfo: String?
    /// What the console says of the provider, as JSON text.
    public let settings: String
    /// The host's window, passed through.
    public let window: UInt
    /// The call that waits for the answer.
    let call: CallIdentifier

    private enum State { case waiting, answered, cancelled }

    private let lock = Lock()
    private var state = State.waiting
    private var asked: SignInAdapter?
    private var hostName: UInt = 0
    private var answer: ((Result<JSONObject, GamebaseError>) -> Void)?

    init(
        provider: String, additionalInfo: String?, settings: String, window: UInt, call: CallIdentifier,
        answer: @escaping (Result<JSONObject, GamebaseError>) -> Void
    ) {
        self.provider = provider
        self.additionalInfo = additionalInfo
        self.settings = settings
        self.window = window
        self.call = call
        self.answer = answer
    }

    /// The name under which the host knows this request, 0 before it was told.
    public var name: UInt {
        get { lock.locked { hostName } }
        set { lock.locked { hostName = newValue } }
    }

    public var isCancelled: Bool { lock.locked { state == .cancelled } }

    /// - Returns: false when the request was answered or cancelled before.
    @export(interface) @discardableResult public func succeed(_ credential: JSONObject) -> Bool { finish(.success(credential)) }

    /// Fails with an error of ours: the answer was not one.
    @export(interface) @discardableResult public func refuse(_ error: GamebaseError) -> Bool { finish(.failure(error)) }

    /// Fails with what the provider said. Codes of the SDK that say why a player did not come in stay as they are, others become
    /// the detail of 3009.
    @export(interface) @discardableResult public func fail(_ code: Int64, _ message: String?) -> Bool {
        typealias Code = GamebaseError.Code
        switch code {
        case Code.authUserCanceled, Code.authExternalLibraryInitializationError, Code.authAuthenticationServerError,
            Code.authIdPLoginExternalAuthenticationRequired, Code.socketError, Code.socketResponseTimeout:
            return finish(.failure(GamebaseError(code, message, domain: SignInRequest.domain)))
        default:
            return finish(
                .failure(
                    GamebaseError(
                        Code.authExternalLibraryError, message, domain: SignInRequest.domain,
                        underlying: GamebaseError(code, message ?? "", domain: "TCGB.Gamebase.TCGBAuthAdapter.\(provider)"))))
        }
    }

    /// The host let go of the request without an answer: none can come any more.
    @export(interface) public func abandon() {
        _ = finish(
            .failure(
                GamebaseError(
                    GamebaseError.Code.authExternalLibraryError,
                    "the sign-in adapter for \(provider) released the request without answering it", domain: SignInRequest.domain)))
    }

    private static let domain = "TCGB.Gamebase.TCGBAuthAdapter"

    private func finish(_ result: Result<JSONObject, GamebaseError>) -> Bool {
        let answer: ((Result<JSONObject, GamebaseError>) -> Void)? = lock.locked {
            guard state == .waiting else { return nil }
            state = .answered
            defer { self.answer = nil }
            return self.answer
        }
        guard let answer else { return false }
        answer(result)
        return true
    }

    /// Inside the run loop.
    func ask(_ adapter: SignInAdapter) {
        let wanted: Bool = lock.locked {
            guard state == .waiting else { return false }
            asked = adapter
            return true
        }
        if wanted { adapter.requestCredential(self) }
    }

    /// - Returns: whom to tell inside the run loop, if it is registered then; nil when there is nobody to tell.
    func cancel() -> SignInAdapter? {
        lock.locked {
            guard state == .waiting else { return nil }
            state = .cancelled
            answer = nil
            return asked
        }
    }
}

extension ClientAccounts {
    static let adaptersMax = 64

    /// Registers how players sign in with a provider, in place of what was registered; nil takes it away.
    /// - Returns: false for `guest`, which needs none, for an overlong code, and when `adaptersMax` are registered.
    @export(interface) public func setAdapter(_ adapter: SignInAdapter?, for provider: String) -> Bool {
        guard provider != ClientAccounts.guestProvider, !provider.isEmpty, provider.utf8.count <= Limit.providerBytes else { return false }
        return lock.locked {
            if let adapter {
                guard host.adapters[provider] != nil || host.adapters.count < ClientAccounts.adaptersMax else { return false }
                host.adapters[provider] = adapter
            } else {
                host.adapters[provider] = nil
            }
            return true
        }
    }

    func adapter(for provider: String) -> SignInAdapter? { lock.locked { host.adapters[provider] } }

    /// Asks the console for the provider's settings and then the adapter for a credential; without an adapter the service signs the player
    /// in itself. `then` runs on any thread with a credential that is whole, while the call is open; every failure completes the call.
    func requestCredential(
        _ provider: String, _ adapter: SignInAdapter?, info: JSONObject?, window: UInt, api: RequestName, _ call: OpenCall<AuthToken>,
        then: @escaping (ProviderCredential) -> Void
    ) {
        guard adapter != nil else { return beginSignIn(provider, info, api, call, then) }
        client.send(.idPSettings, ["idPCode": .string(provider)]) { [self] reply in
            guard call.isOpen else { return }
            guard reply.resultCode == 0 else {
                finishAuth(call, ServiceErrors.clientError(for: api, reply, domain: Client.gamebaseDomain))
                return
            }
            let request = SignInRequest(
                provider: provider, additionalInfo: info.map { JSON.object($0).text() }, settings: reply.body.text(), window: window,
                call: call.identifier
            ) { [self] result in
                adapterAnswered(result, provider, api, call, then)
            }
            // A cancel or a timeout may have come while the request was made.
            let isOpen: Bool = lock.locked {
                guard call.isOpen else { return false }
                own.signIn = request
                return true
            }
            guard isOpen else { return }
            // The adapter is looked up when the request runs: the context of one that was unregistered may be freed.
            runLoop.ask { [self] in
                if let adapter = self.adapter(for: provider) { request.ask(adapter) } else { request.refuse(noAdapter(provider)) }
            }
        }
    }

    private func adapterAnswered(
        _ result: Result<JSONObject, GamebaseError>, _ provider: String, _ api: RequestName, _ call: OpenCall<AuthToken>,
        _ then: (ProviderCredential) -> Void
    ) {
        guard call.isOpen else { return }
        lock.locked { if own.signIn?.call == call.identifier { own.signIn = nil } }
        switch result {
        case .failure(let error): finishAuth(call, error)
        case .success(let object):
            switch ProviderCredential.read(object, provider: provider, api: api) {
            case .failure(let error): finishAuth(call, error)
            case .success(let credential):
                handOver(call.identifier)
                then(credential)
            }
        }
    }

    /// The player's time is over; from here on it is the service's.
    func handOver(_ call: CallIdentifier) {
        calls.rearm(
            call,
            deadlineNanoseconds: deadlineNanoseconds(
                runLoop.waits, afterMilliseconds: client.callTimeoutMilliseconds.load(ordering: .relaxed)))
    }
}
