import Codecs
import Linux
import Messages

/// Login, and what a session is here.
extension ClientAccounts {
    static let guestProvider = "guest"
    static let ignoreAlreadyLoggedInKey = "ignore_already_logged_in"
    /// true, or the 1 that an NSNumber of YES is written as.
    static func ignoresLoggedIn(_ info: JSONObject?) -> Bool {
        let value = info?[ignoreAlreadyLoggedInKey]
        return value?.boolValue == true || value?.int64Value == 1
    }

    /// How long a call may take that asks a sign-in adapter, the player's time at the provider included.
    static let signInTimeoutMilliseconds: Int64 = 15 * 60_000

    /// Logs in with an identity provider. `guest` needs no adapter, nor does a provider that a service elsewhere asks itself.
    /// - Parameter window: handed to the adapter as it is.
    @export(interface) public func login(
        type: String, additionalInfo: JSONObject?, window: UInt = 0, completion: @escaping (AuthToken?, GamebaseError?) -> Void
    ) {
        let ignoreLoggedIn = ClientAccounts.ignoresLoggedIn(additionalInfo)
        let isGuest = type == ClientAccounts.guestProvider
        guard
            let call = openAuth(
                ignoreLoggedIn: ignoreLoggedIn, timeoutMilliseconds: isGuest ? nil : ClientAccounts.signInTimeoutMilliseconds, completion
            )
        else { return }
        if isGuest { return loginAsGuest(call) }
        let adapter = adapter(for: type)
        guard adapter != nil || client.isRemote else {
            finishAuth(call, noAdapter(type))
            return
        }
        whenPlayable(call) { [self] in
            requestCredential(type, adapter, info: additionalInfo, window: window, api: .idPLogin, call) { [self] credential in
                login(credential, call)
            }
        }
    }

    /// Logs in with what a provider gave the game itself; asks no adapter.
    @export(interface) public func login(credential: JSONObject, completion: @escaping (AuthToken?, GamebaseError?) -> Void) {
        guard isInitialized else {
            client.refuse(client.notInitialized(Client.gamebaseDomain)) { completion(nil, $0) }
            return
        }
        switch ProviderCredential.read(credential, provider: nil, api: .idPLogin) {
        case .failure(let error): client.refuse(error) { completion(nil, $0) }
        case .success(let credential):
            guard let call = openAuth(ignoreLoggedIn: credential.ignoresLoggedIn, completion) else { return }
            whenPlayable(call) { [self] in login(credential, call) }
        }
    }

    func noAdapter(_ type: String) -> GamebaseError {
        GamebaseError(
            GamebaseError.Code.authNotSupportedProvider,
            "type: no sign-in adapter is registered for \(type); register one with TCGBAuthAdapter_register",
            domain: "\(Client.gamebaseDomain)")
    }

    private func login(_ credential: ProviderCredential, _ call: OpenCall<AuthToken>) {
        let member = JSON.object(launching.memberParameters())
        if credential.accessToken == nil, credential.authorizationCode == nil, let token = credential.gamebaseToken {
            authenticate(
                .tokenLogin,
                [
                    "tokenInfo": ["idPCode": .string(credential.provider), "accessToken": .string(token)], "member": member,
                ], provider: credential.provider, call)
        } else {
            authenticate(
                .idPLogin, ["idPInfo": credential.idPInfo, "member": member], provider: credential.provider,
                credential: credential, call)
        }
    }

    private func loginAsGuest(_ call: OpenCall<AuthToken>) {
        whenPlayable(call) { [self] in
            let secret = lock.locked { state.device?.identity.guestSecret } ?? ""
            authenticate(
                .idPLogin,
                [
                    "idPInfo": ["idPCode": .string(ClientAccounts.guestProvider), "accessToken": .string(secret)],
                    "member": .object(launching.memberParameters()),
                ], provider: ClientAccounts.guestProvider, call)
        }
    }

    /// Logs in again with the token that the last login left on this device.
    @export(interface) public func loginForLastLoggedInProvider(completion: @escaping (AuthToken?, GamebaseError?) -> Void) {
        guard let call = openAuth(ignoreLoggedIn: false, completion) else { return }
        let identity = lock.locked { state.device?.identity }
        guard let identity, let provider = identity.lastProvider, identity.lastAccessToken != nil || identity.isTokenKept else {
            finishAuth(call, notRemembered("no login is remembered on this device; call loginWithType"))
            return
        }
        whenPlayable(call) { [self] in
            rememberedToken(identity) { [self] token in
                guard let token else {
                    finishAuth(call, notRemembered("the Secret Service does not give the last login; call loginWithType"))
                    return
                }
                authenticate(
                    .tokenLogin,
                    [
                        "tokenInfo": ["idPCode": .string(provider), "accessToken": .string(token)],
                        "member": .object(launching.memberParameters()),
                    ], provider: provider, call)
            }
        }
    }

    private func notRemembered(_ message: String) -> GamebaseError {
        GamebaseError(GamebaseError.Code.authTokenLoginInvalidLastLoggedInIdP, message, domain: "\(Client.gamebaseDomain)")
    }

    // MARK: Steps

    /// - Parameter credential: what the provider gave, for the game to ask for later.
    func authenticate(
        _ api: RequestName, _ parameters: JSON, provider: String, credential: ProviderCredential? = nil, _ call: OpenCall<AuthToken>
    ) {
        client.send(api, parameters) { [self] reply in
            guard conclude(call) else { return }
            guard reply.resultCode == 0 else {
                let error =
                    api == .changeLogin
                    ? accountError(api, reply) : ServiceErrors.clientError(for: api, reply, domain: Client.gamebaseDomain)
                showBanPopup(for: error, api == .tokenLogin ? parameters["tokenInfo"]?["accessToken"]?.stringValue : nil)
                // Of a login that this device remembers: what ended it is said before that.
                if let revocation = reply.body["idPRevoked"] { tellRefused(revocation) }
                finishAuth(call, error)
                return
            }
            guard var token = AuthToken(json: reply.body) else {
                finishAuth(call, notALogin)
                return
            }
            let revoked = token.takeRevoked()
            let session = token
            keep(session.token.accessToken) { [self] isKept in
                // The service knows better when a mapping changed the provider since the token was stored.
                let provider = session.token.sourceIdPCode ?? provider
                if let error = begin(session: session, provider: provider, isKept: isKept, credential) {
                    finishAuth(call, error)
                    return
                }
                SessionSteps(client: client).beforeAnswer()
                call.succeed(session)
                authEnded()
                for provider in revoked { tellRevoked(provider, of: session.member.userId, session.member.authList.map { $0.idPCode }) }
                SessionSteps(client: client).afterAnswer()
            }
        }
    }

    /// The login is remembered on disk before it is answered. Runs on a service thread, which may wait for the disk.
    private func begin(
        session token: AuthToken, provider: String, isKept: Bool, _ credential: ProviderCredential?
    ) -> GamebaseError? {
        let userId = token.member.userId
        let accessToken = token.token.accessToken
        let (life, isRemote) = (lock.locked { state.life }, client.isRemote)
        if let device = lock.locked({ state.device }) {
            let wasKept = device.identity.isTokenKept
            do {
                try device.update { identity in
                    identity.lastProvider = provider
                    identity.lastAccessToken = isKept ? nil : accessToken
                    identity.isTokenKept = isKept
                    identity.lastUserId = userId
                    // What the service in this process is to know; one elsewhere keeps its own books.
                    if !isRemote { identity.knownUserId = userId }
                }
            } catch {
                return GamebaseError(
                    GamebaseError.Code.authIdPLoginFailed, "the login could not be stored on this device: \(error.message)",
                    domain: "\(Client.gamebaseDomain)")
            }
            if wasKept, !isKept { forgetKept(device.identity.uuid) }
        }
        SessionSteps(client: client).prepare(for: userId)
        lock.locked {
            // The disk may have taken long: after a shutdown nobody is logged in.
            if client.isRunning(life) {
                state.session = Client.Session(userId: userId, accessToken: accessToken, provider: provider, member: token.member)
                if let credential { state.session?.keep(credential) }
                SessionSteps(client: client).begin(userId)
            }
        }
        return nil
    }

    /// Drops the session of this client and what the device remembers of it. The guest identity stays.
    func endSession() {
        dropSession()
        guard let device = lock.locked({ state.device }) else { return }
        if device.identity.isTokenKept { forgetKept(device.identity.uuid) }
        do throws(DeviceError) { try device.update(Self.forget) } catch { notForgotten(error) }
    }

    /// The same on the game's thread or the watchdog's, neither of which may wait for a disk: the file follows on the service's thread.
    func endSessionWithoutWaiting() {
        dropSession()
        guard let device = lock.locked({ state.device }) else { return }
        if device.identity.isTokenKept { forgetKept(device.identity.uuid) }
        device.mark(Self.forget)
        mayWaitForDisk { [self] in
            do throws(DeviceError) { try device.save() } catch { notForgotten(error) }
        }
    }

    private static func forget(_ identity: inout DeviceIdentity) {
        identity.lastProvider = nil
        identity.lastAccessToken = nil
        identity.isTokenKept = false
        identity.lastUserId = nil
    }

    private func notForgotten(_ error: DeviceError) {
        client.log(.error, "the login could not be removed from this device: \(error.message)")
    }

    /// Ends a session that the service refused, and raises `loggedOut`: once, though several answers may refuse it at the same time.
    /// What ended it is said before that.
    func sessionIsUnknown(_ error: GamebaseError, _ reply: Reply) {
        if let revocation = reply.body["idPRevoked"] { hear(revocation: revocation, of: session?.userId, isRefusal: true) }
        guard dropSession() else { return }
        client.raise(EventMessage.Category.loggedOut, ["message": .string(error.message), "extras": .string(error.json.text())])
    }

    /// - Returns: whether there was one.
    @discardableResult
    private func dropSession() -> Bool {
        let steps = SessionSteps(client: client)
        steps.beforeEnd()
        let wasThere = lock.locked {
            if let session = state.session { state.endedToken = session.accessToken }
            steps.end(state.session?.userId)
            defer { state.session = nil }
            return state.session != nil
        }
        steps.afterEnd()
        return wasThere
    }
}
