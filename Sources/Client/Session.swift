import Linux
import Service
import Wire

/// Login, logout and withdrawal. One of them runs at a time; a second is refused with 3010.
extension Client {
    static let guestProvider = "guest"
    static let ignoreAlreadyLoggedInKey = "ignore_already_logged_in"
    /// How long a call may take that asks a sign-in adapter, the player's time at the provider included.
    static let signInTimeoutMilliseconds: Int64 = 15 * 60_000

    /// Logs in with an identity provider. Only `guest` needs no adapter.
    /// - Parameter window: handed to the adapter as it is.
    @export(interface) public func login(
        type: String, additionalInfo: JSONObject?, window: UInt = 0, completion: @escaping (AuthToken?, GamebaseError?) -> Void
    ) {
        let ignoreLoggedIn = additionalInfo?[Client.ignoreAlreadyLoggedInKey]?.boolValue == true
        let isGuest = type == Client.guestProvider
        guard let call = openAuth(
            ignoreLoggedIn: ignoreLoggedIn, timeoutMilliseconds: isGuest ? nil : Client.signInTimeoutMilliseconds, completion
        ) else { return }
        if isGuest { return loginAsGuest(call) }
        guard let adapter = adapter(for: type) else {
            finishAuth(call, noAdapter(type))
            return
        }
        whenPlayable(call) { [self] in
            requestCredential(type, adapter, info: additionalInfo, window: window, api: "gateway.idPLogin", call) { [self] credential in
                login(credential, call)
            }
        }
    }

    /// Logs in with what a provider gave the game itself; asks no adapter.
    @export(interface) public func login(credential: JSONObject, completion: @escaping (AuthToken?, GamebaseError?) -> Void) {
        guard isInitialized else {
            refuse(notInitialized(Client.gamebaseDomain)) { completion(nil, $0) }
            return
        }
        switch ProviderCredential.read(credential, provider: nil, api: "gateway.idPLogin") {
        case .failure(let error): refuse(error) { completion(nil, $0) }
        case .success(let credential):
            guard let call = openAuth(ignoreLoggedIn: credential.ignoresLoggedIn, completion) else { return }
            whenPlayable(call) { [self] in login(credential, call) }
        }
    }

    /// Ends the sign-in call that runs, with 3001.
    /// - Returns: false when none runs, or its outcome is no longer open.
    @export(interface) public func cancelLogin() -> Bool {
        // Closed under the lock, so that nobody concludes a call whose cancellation has begun.
        let cancelled: OpenCall<AuthToken>? = lock.locked {
            guard let call = state.cancellable, calls.close(call.identifier) else { return nil }
            return call
        }
        guard let cancelled else { return false }
        authEnded()
        let error = GamebaseError(
            GamebaseError.Code.authUserCanceled, "the game cancelled the call with TCGBGamebase_cancelLogin", domain: "\(Client.gamebaseDomain)")
        let complete = cancelled.complete
        runLoop.post { complete(nil, error) }
        return true
    }

    func noAdapter(_ type: String) -> GamebaseError {
        GamebaseError(
            GamebaseError.Code.authNotSupportedProvider,
            "type: no sign-in adapter is registered for \(type); register one with TCGBAuthAdapter_register",
            domain: "\(Client.gamebaseDomain)")
    }

    private func login(_ credential: ProviderCredential, _ call: OpenCall<AuthToken>) {
        let state = lock.locked { self.state }
        let member = JSON.object(memberParameters(state))
        if credential.accessToken == nil, credential.authorizationCode == nil, let token = credential.gamebaseToken {
            authenticate("gateway.tokenLogin", [
                "tokenInfo": ["idPCode": .string(credential.provider), "accessToken": .string(token)], "member": member,
            ], provider: credential.provider, token: nil, call)
        } else {
            authenticate(
                "gateway.idPLogin", ["idPInfo": credential.idPInfo, "member": member], provider: credential.provider,
                token: credential.accessToken, call)
        }
    }

    private func loginAsGuest(_ call: OpenCall<AuthToken>) {
        whenPlayable(call) { [self] in
            let state = lock.locked { self.state }
            let secret = state.device?.identity.guestSecret ?? ""
            authenticate("gateway.idPLogin", [
                "idPInfo": ["idPCode": .string(Client.guestProvider), "accessToken": .string(secret)],
                "member": .object(memberParameters(state)),
            ], provider: Client.guestProvider, token: nil, call)
        }
    }

    /// Logs in again with the token that the last login left on this device.
    @export(interface) public func loginForLastLoggedInProvider(completion: @escaping (AuthToken?, GamebaseError?) -> Void) {
        guard let call = openAuth(ignoreLoggedIn: false, completion) else { return }
        let identity = lock.locked { state.device?.identity }
        guard let provider = identity?.lastProvider, let token = identity?.lastAccessToken else {
            finishAuth(call, GamebaseError(
                GamebaseError.Code.authTokenLoginInvalidLastLoggedInIdP,
                "no login is remembered on this device; call loginWithType", domain: "\(Client.gamebaseDomain)"))
            return
        }
        whenPlayable(call) { [self] in
            let state = lock.locked { self.state }
            authenticate("gateway.tokenLogin", [
                "tokenInfo": ["idPCode": .string(provider), "accessToken": .string(token)],
                "member": .object(memberParameters(state)),
            ], provider: provider, token: nil, call)
        }
    }

    /// Ends the session here and at the service. What is kept on this device is dropped even when the service cannot be told.
    @export(interface) public func logout(completion: @escaping (GamebaseError?) -> Void) {
        leave("gateway.logout", completion) { [self] reply in
            endSession(forgetProvider: true)
            return reply.resultCode == 0
                ? nil : ServiceErrors.clientError(for: "gateway.logout", reply, domain: Client.gamebaseDomain)
        }
    }

    /// Deletes the member. The same sign-in makes a new member afterwards.
    @export(interface) public func withdraw(completion: @escaping (GamebaseError?) -> Void) {
        leave("gateway.withdraw", completion) { [self] reply in
            // Already withdrawn is what was asked for.
            guard reply.resultCode == 0 || reply.resultCode == ResultCode.alreadyWithdrawn else {
                return ServiceErrors.clientError(for: "gateway.withdraw", reply, domain: Client.gamebaseDomain)
            }
            endSession(forgetProvider: true)
            return nil
        }
    }

    // MARK: Steps

    private func openAuth(
        ignoreLoggedIn: Bool, timeoutMilliseconds: Int64? = nil, _ completion: @escaping (AuthToken?, GamebaseError?) -> Void
    ) -> OpenCall<AuthToken>? {
        guard let call = open(
            Client.gamebaseDomain, needs: .initialized, timeoutMilliseconds: timeoutMilliseconds, onAbort: { [self] in authEnded() }, completion
        ) else { return nil }
        let refusal: GamebaseError? = lock.locked {
            if state.authRunning { return authInProgress }
            if state.session != nil, !ignoreLoggedIn {
                return GamebaseError(
                    GamebaseError.Code.authIdPLoginFailed,
                    "already logged in; log out first, or pass ignore_already_logged_in in additionalInfo",
                    domain: "\(Client.gamebaseDomain)")
            }
            state.authRunning = true
            return nil
        }
        if let refusal {
            call.fail(refusal)
            return nil
        }
        letCancel(call)
        return call
    }

    /// Lets `cancelLogin` end the call, until `conclude`.
    func letCancel(_ call: OpenCall<AuthToken>) { lock.locked { state.cancellable = call } }

    /// What comes now cannot be taken back: the call is no longer cancelled.
    /// - Returns: false when it was cancelled or ended before.
    func conclude(_ call: OpenCall<AuthToken>) -> Bool {
        lock.locked {
            if state.cancellable?.identifier == call.identifier { state.cancellable = nil }
            return call.isOpen
        }
    }

    var authInProgress: GamebaseError {
        GamebaseError(
            GamebaseError.Code.authAlreadyInProgressError, "another login, logout or withdrawal is running; wait for its completion",
            domain: "\(Client.gamebaseDomain)")
    }

    /// The next sign-in call may come. A question to an adapter that is still open is called off.
    func authEnded() {
        let asked = lock.locked { () -> SignInRequest? in
            state.authRunning = false
            state.cancellable = nil
            defer { state.signIn = nil }
            return state.signIn
        }
        if let tell = asked?.cancel() { runLoop.post(tell) }
    }

    /// - Returns: false when the call had ended before.
    @discardableResult
    func finishAuth<Answer>(_ call: OpenCall<Answer>, _ error: GamebaseError) -> Bool {
        guard calls.close(call.identifier) else { return false }
        authEnded()
        let complete = call.complete
        runLoop.post { complete(nil, error) }
        return true
    }

    var notALogin: GamebaseError {
        GamebaseError(
            GamebaseError.Code.serverInvalidResponse, "the service's answer is not a login", domain: "\(Client.gamebaseDomain)")
    }

    func whenPlayable(_ call: OpenCall<AuthToken>, _ proceed: @escaping () -> Void) {
        withFreshStatus { [self] status in
            guard call.isOpen else { return }
            if Client.isPlayable(status) {
                proceed()
            } else {
                finishAuth(call, GamebaseError(
                    GamebaseError.Code.authNotPlayable, "the launching status is \(status), which lets no player in",
                    domain: "\(Client.gamebaseDomain)"))
            }
        }
    }

    /// - Parameter token: what the provider gave, for the game to ask for later.
    func authenticate(_ api: String, _ parameters: JSON, provider: String, token providerToken: String?, _ call: OpenCall<AuthToken>) {
        send(api, parameters) { [self] reply in
            guard conclude(call) else { return }
            guard reply.resultCode == 0 else {
                let error = api == "gateway.changeLogin"
                    ? mappingError(api, reply) : ServiceErrors.clientError(for: api, reply, domain: Client.gamebaseDomain)
                showBanPopup(for: error)
                finishAuth(call, error)
                return
            }
            guard let token = AuthToken(json: reply.body) else {
                finishAuth(call, notALogin)
                return
            }
            // The service knows better when a mapping changed the provider since the token was stored.
            if let error = begin(session: token, provider: token.token.sourceIdPCode ?? provider, providerToken) {
                finishAuth(call, error)
            } else {
                authEnded()
                // Before the game hears of the login: what waited is told apart from what is sent from now on.
                receivePushes(waited: true)
                call.succeed(token)
                readLaunching {}
                scheduleHeartbeat()
                reprocessPurchases()
                sendJournalSoon()
            }
        }
    }

    /// The login is remembered on disk before it is answered. Runs on a service thread, which may wait for the disk.
    private func begin(session token: AuthToken, provider: String, _ providerToken: String?) -> GamebaseError? {
        let userId = token.member.userId
        let accessToken = token.token.accessToken
        if let device = lock.locked({ state.device }) {
            do {
                try device.update { identity in
                    identity.lastProvider = provider
                    identity.lastAccessToken = accessToken
                    identity.lastUserId = userId
                }
            } catch {
                return GamebaseError(
                    GamebaseError.Code.authIdPLoginFailed, "the login could not be kept on this device: \(error.message)",
                    domain: "\(Client.gamebaseDomain)")
            }
        }
        openJournal()
        lock.locked {
            if state.phase == .started {
                state.session = Session(userId: userId, accessToken: accessToken, provider: provider, member: token.member)
                if let providerToken { state.session?.providerTokens[provider] = providerToken }
                state.userData = nil
                host.iap.userID = userId
                state.push.renew()
            }
        }
        return nil
    }

    private func leave(
        _ api: String, _ completion: @escaping (GamebaseError?) -> Void, _ end: @escaping (Reply) -> GamebaseError?
    ) {
        guard let call: OpenCall<Bool> = open(
            Client.gamebaseDomain, needs: .loggedIn, onAbort: { [self] in authEnded() }, { completion($1) }
        ) else { return }
        let userId: String? = lock.locked {
            guard !state.authRunning, let session = state.session else { return nil }
            state.authRunning = true
            return session.userId
        }
        guard let userId else {
            call.fail(authInProgress)
            return
        }
        send(api, ["userId": .string(userId)]) { [self] reply in
            guard call.isOpen else { return }
            let error = end(reply)
            authEnded()
            call.finish(true, error)
        }
    }

    /// Drops the session of this client, and with `forgetProvider` what the device remembers of it. The guest identity stays.
    func endSession(forgetProvider: Bool) {
        let (device, timer, reactor) = lock.locked { () -> (Device?, Reactor.TimerIdentifier?, Reactor?) in
            if let ended = state.session?.userId, host.iap.userID.map({ sameText($0, ended) }) == true { host.iap.userID = nil }
            state.session = nil
            state.userData = nil
            state.push.renew()
            defer { state.heartbeatTimer = nil }
            return (state.device, state.heartbeatTimer, state.reactor)
        }
        reactor?.cancel(timer)
        guard forgetProvider, let device else { return }
        do {
            try device.update { identity in
                identity.lastProvider = nil
                identity.lastAccessToken = nil
                identity.lastUserId = nil
            }
        } catch {
            log(.error, "the login could not be removed from this device: \(error.message)")
        }
    }
}
