import Linux
import Messages
import Wire

/// Sign-ins that the service carries through itself, where it is elsewhere: in the player's browser, or with a code that the player types
/// on another device. The game has no secret of the provider's, and sees no token of it.
extension Accounts {
    static let flowKey = "sign_in_flow"
    static let deviceFlow = "device"
    static let pollMilliseconds: Int64 = 5_000
    static let pollMillisecondsMax: Int64 = 60_000

    /// `then` runs with what the service gave for the account, while the call is open; every failure completes the call.
    func beginSignIn(
        _ provider: String, _ info: JSONObject?, _ api: RequestName, _ call: OpenCall<AuthToken>,
        _ then: @escaping (ProviderCredential) -> Void
    ) {
        var parameters: JSONObject = ["idPCode": .string(provider), "flow": "DEVICE"]
        var listener: LoopbackListener?
        if info?[Self.flowKey]?.stringValue != Self.deviceFlow {
            guard let opened = LoopbackListener.open(platform.random) else {
                return signInFailed(call, "the system gives no port to listen on")
            }
            listener = opened
            parameters["flow"] = "BROWSER"
            parameters["port"] = .integer(Int64(opened.port))
        }
        let waiting = listener
        client.send(.beginSignIn, .object(parameters)) { [self] reply in
            guard call.isOpen else { return }
            guard reply.resultCode == 0 else {
                // Nobody asks this provider for us.
                let isOthers = reply.resultCode == ResultCode.idPNotConfigured || reply.resultCode == ResultCode.apiUnknown
                let error = ServiceErrors.clientError(for: api, reply, domain: Client.gamebaseDomain)
                finishAuth(call, isOthers ? noAdapter(provider) : error)
                return
            }
            if let waiting { return showPage(reply.body, waiting, provider, api, call, then) }
            let told = reply.body
            var data: JSONObject = ["idPCode": .string(provider)]
            for key in ["userCode", "verificationUri", "verificationUriComplete", "expiresInMilliseconds"] {
                data[key] = told[key] ?? .null
            }
            client.raise(EventMessage.Category.signInDeviceCode, .object(data)) { call.isOpen }
            let wait = told["intervalMilliseconds"]?.int64Value ?? Self.pollMilliseconds
            poll(told["ticket"]?.stringValue ?? "", wait, provider, api, call, then)
        }
    }

    private func showPage(
        _ told: JSON, _ listener: LoopbackListener, _ provider: String, _ api: RequestName, _ call: OpenCall<AuthToken>,
        _ then: @escaping (ProviderCredential) -> Void
    ) {
        let (ticket, state, url) = (told["ticket"]?.stringValue ?? "", told["state"]?.stringValue ?? "", told["url"]?.stringValue ?? "")
        let heard = Crossing { [self] (outcome: LoopbackListener.Outcome) in
            guard call.isOpen else { return }
            switch outcome {
            case .nothing: signInFailed(call, "the player did not come back from the provider's page")
            case .error("access_denied"): cancelled(call, provider)
            case .error(let reason): signInFailed(call, "the provider's page ended with: \(reason)")
            case .code(let code):
                let parameters: JSON = ["ticket": .string(ticket), "code": .string(code), "state": .string(state)]
                goOn(parameters, provider, api, call, then)
            }
        }
        let isOpen: Bool = lock.locked {
            guard call.isOpen else { return false }
            own.listener = (call.identifier, listener)
            return true
        }
        guard isOpen else { return }
        let deadline = deadlineNanoseconds(platform.clock, afterMilliseconds: Self.signInTimeoutMilliseconds)
        // What goes into the head of an answer is one line.
        guard WebAddress.isWeb(url) else { return signInFailed(call, "the service names no web page to sign in at") }
        guard !state.isEmpty,
            listener.wait(for: state, page: url, platform.clock, untilNanoseconds: deadline, { heard.value($0) })
        else { return signInFailed(call, "the player's way back could not be waited for") }
        screens.openOutside(listener.startUrl) { [self] opened in
            if !opened { signInFailed(call, "nothing here opens the provider's page: the host has no openURL that does, and no xdg-open") }
        }
    }

    private func poll(
        _ ticket: String, _ milliseconds: Int64, _ provider: String, _ api: RequestName, _ call: OpenCall<AuthToken>,
        _ then: @escaping (ProviderCredential) -> Void
    ) {
        let wait = min(max(milliseconds, 100), Self.pollMillisecondsMax)
        let timer = reactor?.schedule(afterMilliseconds: wait) { [self] in
            guard call.isOpen else { return }
            goOn(["ticket": .string(ticket)], provider, api, call, then) { [self] more in
                poll(ticket, wait + more, provider, api, call, then)
            }
        }
        if timer == nil { signInFailed(call, "the provider cannot be asked again") }
    }

    /// - Parameter again: for a flow that is asked about again and again; nil: a code, which is good once.
    private func goOn(
        _ parameters: JSON, _ provider: String, _ api: RequestName, _ call: OpenCall<AuthToken>,
        _ then: @escaping (ProviderCredential) -> Void, again: ((Int64) -> Void)? = nil
    ) {
        client.send(.continueSignIn, parameters) { [self] reply in
            guard call.isOpen else { return }
            if let again, reply.resultCode != 0, reply.resultCode != ResultCode.authenticationWrong { return again(0) }
            guard reply.resultCode == 0 else {
                finishAuth(call, ServiceErrors.clientError(for: api, reply, domain: Client.gamebaseDomain))
                return
            }
            switch reply.body["status"]?.stringValue {
            case "PROVEN":
                handOver(call)
                var credential = ProviderCredential(provider: provider, accessToken: reply.body["accessToken"]?.stringValue)
                credential.isOfService = true
                then(credential)
            case "PENDING": again?(reply.body["moreMilliseconds"]?.int64Value ?? 0)
            case "DENIED": cancelled(call, provider)
            default: signInFailed(call, "the time for the sign-in is over")
            }
        }
    }

    private func cancelled(_ call: OpenCall<AuthToken>, _ provider: String) {
        finishAuth(
            call,
            GamebaseError(GamebaseError.Code.authUserCanceled, "the player said no at \(provider)", domain: "\(Client.gamebaseDomain)"))
    }

    private func signInFailed(_ call: OpenCall<AuthToken>, _ message: String) {
        finishAuth(call, GamebaseError(GamebaseError.Code.authExternalLibraryError, message, domain: "\(Client.gamebaseDomain)"))
    }
}
