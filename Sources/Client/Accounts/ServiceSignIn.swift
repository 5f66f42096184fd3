import Codecs
import Linux
import Messages

/// A call that waits for a sign-in.
struct SignInWaiter {
    let provider: String
    let call: CallIdentifier
    /// Whose errors the service's are.
    let api: RequestName
    /// What is said where nobody asks the provider for us.
    let missing: GamebaseError
    let fail: (GamebaseError) -> Void
    /// Takes what the service gave for the account, and the account's id at the provider.
    let proven: (_ accessToken: String, _ subject: String) -> Void
}

/// Sign-ins that the service carries through itself, where it is elsewhere: in the player's browser, or with a code that the player types
/// on another device. The game has no secret of the provider's, and sees no token of it.
extension ClientAccounts {
    static let flowKey = "sign_in_flow"
    static let deviceFlow = "device"
    static let pollMilliseconds: Int64 = 5_000
    static let pollMillisecondsMax: Int64 = 60_000

    /// `then` runs with what the service gave for the account, while the call is open; every failure completes the call.
    func beginSignIn(
        _ provider: String, _ info: JSONObject?, _ api: RequestName, _ call: OpenCall<AuthToken>,
        _ then: @escaping (ProviderCredential) -> Void
    ) {
        let waiter = SignInWaiter(
            provider: provider, call: call.identifier, api: api, missing: noAdapter(provider),
            fail: { [self] error in finishAuth(call, error) },
            proven: { token, _ in
                var credential = ProviderCredential(provider: provider, accessToken: token)
                credential.isOfService = true
                then(credential)
            })
        beginSignIn(waiter, onDevice: info?[Self.flowKey]?.stringValue == Self.deviceFlow)
    }

    /// - Parameter onDevice: by a code that the player types on another device, and no browser.
    func beginSignIn(_ waiter: SignInWaiter, onDevice: Bool) {
        var parameters: JSONObject = ["idPCode": .string(waiter.provider), "flow": "DEVICE"]
        var listener: LoopbackListener?
        if !onDevice {
            guard let opened = LoopbackListener.open(platform.random) else {
                return signInFailed(waiter, "the system gives no port to listen on")
            }
            listener = opened
            parameters["flow"] = "BROWSER"
            parameters["port"] = .integer(Int64(opened.port))
        }
        let waiting = listener
        client.send(.beginSignIn, .object(parameters)) { [self] reply in
            guard calls.isOpen(waiter.call) else { return }
            guard reply.resultCode == 0 else {
                // Nobody asks this provider for us.
                let isOthers = reply.resultCode == ResultCode.idPNotConfigured || reply.resultCode == ResultCode.apiUnknown
                return waiter.fail(
                    isOthers ? waiter.missing : ServiceErrors.clientError(for: waiter.api, reply, domain: Client.gamebaseDomain))
            }
            if let waiting { return showPage(reply.body, waiting, waiter) }
            let told = reply.body
            var data: JSONObject = ["idPCode": .string(waiter.provider)]
            for key in ["userCode", "verificationUri", "verificationUriComplete", "expiresInMilliseconds"] {
                data[key] = told[key] ?? .null
            }
            client.raise(EventMessage.Category.signInDeviceCode, .object(data)) { [self] in calls.isOpen(waiter.call) }
            let wait = told["intervalMilliseconds"]?.int64Value ?? Self.pollMilliseconds
            poll(told["ticket"]?.stringValue ?? "", wait, waiter)
        }
    }

    private func showPage(_ told: JSON, _ listener: LoopbackListener, _ waiter: SignInWaiter) {
        let (ticket, state, url) = (told["ticket"]?.stringValue ?? "", told["state"]?.stringValue ?? "", told["url"]?.stringValue ?? "")
        let heard = Crossing { [self] (outcome: LoopbackListener.Outcome) in
            guard calls.isOpen(waiter.call) else { return }
            switch outcome {
            case .nothing: signInFailed(waiter, "the player did not come back from the provider's page")
            case .error("access_denied"): cancelled(waiter)
            case .error(let reason): signInFailed(waiter, "the provider's page ended with: \(reason)")
            case .code(let code):
                let parameters: JSON = ["ticket": .string(ticket), "code": .string(code), "state": .string(state)]
                goOn(parameters, waiter)
            }
        }
        let isOpen: Bool = lock.locked {
            guard calls.isOpen(waiter.call) else { return false }
            own.listeners.append((waiter.call, listener))
            return true
        }
        guard isOpen else { return }
        let deadline = deadlineNanoseconds(platform.clock, afterMilliseconds: Self.signInTimeoutMilliseconds)
        // What goes into the head of an answer is one line.
        guard WebAddress.isWeb(url) else { return signInFailed(waiter, "the service names no web page to sign in at") }
        guard !state.isEmpty,
            listener.wait(for: state, page: url, platform.clock, untilNanoseconds: deadline, { heard.value($0) })
        else { return signInFailed(waiter, "the player's way back could not be waited for") }
        screens.openOutside(listener.startUrl) { [self] opened in
            if !opened {
                signInFailed(waiter, "nothing opens the provider's page: the host has no openURL that does, and no xdg-open")
            }
        }
    }

    private func poll(_ ticket: String, _ milliseconds: Int64, _ waiter: SignInWaiter) {
        let wait = min(max(milliseconds, 100), Self.pollMillisecondsMax)
        let timer = reactor?.schedule(afterMilliseconds: wait) { [self] in
            guard calls.isOpen(waiter.call) else { return }
            goOn(["ticket": .string(ticket)], waiter) { [self] more in poll(ticket, wait + min(more, Self.pollMillisecondsMax), waiter) }
        }
        if timer == nil { signInFailed(waiter, "the provider cannot be asked again") }
    }

    /// - Parameter again: for a flow that is asked about again and again; nil: a code, which is good once.
    private func goOn(_ parameters: JSON, _ waiter: SignInWaiter, again: ((Int64) -> Void)? = nil) {
        client.send(.continueSignIn, parameters) { [self] reply in
            guard calls.isOpen(waiter.call) else { return }
            if let again, reply.resultCode != 0, reply.resultCode != ResultCode.authenticationWrong { return again(0) }
            guard reply.resultCode == 0 else {
                return waiter.fail(ServiceErrors.clientError(for: waiter.api, reply, domain: Client.gamebaseDomain))
            }
            switch reply.body["status"]?.stringValue {
            case "PROVEN":
                handOver(waiter.call)
                waiter.proven(reply.body["accessToken"]?.stringValue ?? "", reply.body["subject"]?.stringValue ?? "")
            case "PENDING": again?(reply.body["moreMilliseconds"]?.int64Value ?? 0)
            case "DENIED": cancelled(waiter)
            default: signInFailed(waiter, "the time for the sign-in is over")
            }
        }
    }

    private func cancelled(_ waiter: SignInWaiter) {
        waiter.fail(
            GamebaseError(
                GamebaseError.Code.authUserCanceled, "the player said no at \(waiter.provider)", domain: "\(Client.gamebaseDomain)"))
    }

    private func signInFailed(_ waiter: SignInWaiter, _ message: String) {
        waiter.fail(GamebaseError(GamebaseError.Code.authExternalLibraryError, message, domain: "\(Client.gamebaseDomain)"))
    }

    // MARK: Browsers of the game's

    /// Ends the wait for those whose call is over. Called with the lock held.
    func stopListeners() {
        for (call, listener) in own.listeners where !calls.isOpen(call) { listener.stop() }
        own.listeners.removeAll { !calls.isOpen($0.call) }
    }

    /// A web view of the game's was sent to the address at which a sign-in is waited for.
    /// - Returns: false when none is.
    @export(interface) public func takeReturn(_ url: String) -> Bool {
        for (_, listener) in lock.locked({ own.listeners }) where listener.take(url) { return true }
        return false
    }
}
