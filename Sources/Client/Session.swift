import Linux
import Service
import Wire

/// Login, logout and withdrawal. One of them runs at a time; a second is refused with 3010.
extension Client {
    static let guestProvider = "guest"
    static let ignoreAlreadyLoggedInKey = "ignore_already_logged_in"

    /// Logs in with an identity provider. Only `guest` needs no adapter.
    @export(interface) public func login(type: String, additionalInfo: JSONObject?, completion: @escaping (AuthToken?, GamebaseError?) -> Void) {
        let ignoreLoggedIn = additionalInfo?[Client.ignoreAlreadyLoggedInKey]?.boolValue == true
        guard let call = openAuth(ignoreLoggedIn: ignoreLoggedIn, completion) else { return }
        guard type == Client.guestProvider else {
            finishAuth(call, GamebaseError(
                GamebaseError.Code.authNotSupportedProvider, "type: no sign-in adapter is registered for \(type)",
                domain: "\(Client.gamebaseDomain)"))
            return
        }
        whenPlayable(call) { [self] in
            let state = lock.locked { self.state }
            let secret = state.device?.identity.guestSecret ?? ""
            authenticate("gateway.idPLogin", [
                "idPInfo": ["idPCode": .string(type), "accessToken": .string(secret)],
                "member": .object(memberParameters(state)),
            ], provider: type, call)
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
            ], provider: provider, call)
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
        ignoreLoggedIn: Bool, _ completion: @escaping (AuthToken?, GamebaseError?) -> Void
    ) -> OpenCall<AuthToken>? {
        guard let call = open(
            Client.gamebaseDomain, needs: .initialized, onAbort: { [self] in authEnded() }, completion
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
        return call
    }

    private var authInProgress: GamebaseError {
        GamebaseError(
            GamebaseError.Code.authAlreadyInProgressError, "another login, logout or withdrawal is running; wait for its completion",
            domain: "\(Client.gamebaseDomain)")
    }

    private func authEnded() { lock.locked { state.authRunning = false } }

    private func finishAuth<Answer>(_ call: OpenCall<Answer>, _ error: GamebaseError) {
        if call.isOpen { authEnded() }
        call.fail(error)
    }

    private func whenPlayable(_ call: OpenCall<AuthToken>, _ proceed: @escaping () -> Void) {
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

    private func authenticate(_ api: String, _ parameters: JSON, provider: String, _ call: OpenCall<AuthToken>) {
        send(api, parameters) { [self] reply in
            guard call.isOpen else { return }
            guard reply.resultCode == 0 else {
                let error = ServiceErrors.clientError(for: api, reply, domain: Client.gamebaseDomain)
                showBanPopup(for: error)
                finishAuth(call, error)
                return
            }
            guard let token = AuthToken(json: reply.body) else {
                finishAuth(call, GamebaseError(
                    GamebaseError.Code.serverInvalidResponse, "the service's answer is not a login", domain: "\(Client.gamebaseDomain)"))
                return
            }
            if let error = begin(session: token, provider: provider) {
                finishAuth(call, error)
            } else {
                authEnded()
                call.succeed(token)
                scheduleHeartbeat()
                reprocessPurchases()
                sendJournalSoon()
            }
        }
    }

    /// The login is remembered on disk before it is answered. Runs on a service thread, which may wait for the disk.
    private func begin(session token: AuthToken, provider: String) -> GamebaseError? {
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
                state.session = Session(userId: userId, accessToken: accessToken, provider: provider)
                state.userData = nil
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
            state.session = nil
            state.userData = nil
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
