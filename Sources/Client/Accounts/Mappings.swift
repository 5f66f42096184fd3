import Codecs
import Linux
import Messages

/// Adding provider accounts to the member who is logged in, taking them away, and going over to another member with a ticket.
extension ClientAccounts {
    static let addMappingApi = RequestName.addMapping

    /// Checked in this order: initialized, logged in, guest, another call running, same provider, adapter, launching status, console.
    @export(interface) public func addMapping(
        type: String, additionalInfo: JSONObject?, window: UInt, completion: @escaping (AuthToken?, GamebaseError?) -> Void
    ) {
        guard let call = openMapping(timeoutMilliseconds: ClientAccounts.signInTimeoutMilliseconds, adding: type, completion) else {
            return
        }
        let adapter = adapter(for: type)
        guard adapter != nil || client.isRemote else {
            finishAuth(call, noAdapter(type))
            return
        }
        letCancel(call)
        whenPlayable(call) { [self] in
            requestCredential(type, adapter, info: additionalInfo, window: window, api: ClientAccounts.addMappingApi, call) {
                [self] credential in
                addMapping(credential, call)
            }
        }
    }

    @export(interface) public func addMapping(credential: JSONObject, completion: @escaping (AuthToken?, GamebaseError?) -> Void) {
        let read = ProviderCredential.read(credential, provider: nil, api: ClientAccounts.addMappingApi)
        var provider: String?
        if case .success(let credential) = read { provider = credential.provider }
        guard let call = openMapping(adding: provider, completion) else { return }
        switch read {
        case .failure(let error): finishAuth(call, error)
        case .success(let credential): whenPlayable(call) { [self] in addMapping(credential, call) }
        }
    }

    /// Takes the ticket's account away from the member who has it.
    @export(interface) public func addMappingForcibly(
        _ ticket: ForcingMappingTicket, completion: @escaping (AuthToken?, GamebaseError?) -> Void
    ) {
        guard let call = openMapping(adding: nil, completion) else { return }
        whenPlayable(call) { [self] in
            guard let userId = userID else {
                finishAuth(call, loggedOutMeanwhile)
                return
            }
            sendMapping(.addMappingForcibly, .object(parameters(ticket, userId)), nil, call)
        }
    }

    /// The session goes over to the member whom the ticket's account signs in as. The old session stays if that fails.
    @export(interface) public func changeLogin(_ ticket: ForcingMappingTicket, completion: @escaping (AuthToken?, GamebaseError?) -> Void) {
        guard let call = openMapping(adding: nil, completion) else { return }
        whenPlayable(call) { [self] in
            guard let userId = session?.userId else {
                finishAuth(call, loggedOutMeanwhile)
                return
            }
            var parameters = parameters(ticket, userId)
            parameters["member"] = .object(launching.memberParameters())
            authenticate(.changeLogin, .object(parameters), provider: ticket.idPCode, call)
        }
    }

    /// Takes a provider's account away from the member, and lets the provider's adapter forget it.
    @export(interface) public func removeMapping(type: String, completion: @escaping (GamebaseError?) -> Void) {
        guard let call = openMapping(adding: nil, { completion($1) }) else { return }
        let session = self.session
        if let error = removalRefusal(type, session) {
            finishAuth(call, error)
            return
        }
        whenPlayable(call) { [self] in
            client.send(.removeMapping, ["userId": .string(session?.userId ?? ""), "idPCode": .string(type)]) { [self] reply in
                guard call.isOpen else { return }
                guard reply.resultCode == 0 else {
                    finishAuth(call, accountError(.removeMapping, reply))
                    return
                }
                lock.locked {
                    state.session?.member.authList.removeAll { $0.idPCode == type }
                    state.session?.providerTokens[type] = nil
                    state.session?.providerProfiles[type] = nil
                }
                if adapter(for: type)?.logout != nil { runLoop.post { [self] in adapter(for: type)?.logout?(type) } }
                call.succeed(nil)
                authEnded()
            }
        }
    }

    // MARK: Steps

    private func openMapping(
        timeoutMilliseconds: Int64? = nil, adding provider: String?, _ completion: @escaping (AuthToken?, GamebaseError?) -> Void
    ) -> OpenCall<AuthToken>? {
        guard
            let call = client.open(
                Client.gamebaseDomain, needs: .loggedIn, timeoutMilliseconds: timeoutMilliseconds, onAbort: { [self] in authEnded() },
                completion
            )
        else { return nil }
        let refusal: GamebaseError? = lock.locked {
            if provider == ClientAccounts.guestProvider {
                return GamebaseError(
                    GamebaseError.Code.authAddMappingCannotAddGuestIdP, "a guest cannot be added to a member",
                    domain: "\(Client.gamebaseDomain)")
            }
            if isAuthRunning { return authInProgress }
            if let provider, let session = state.session, session.member.authList.contains(where: { $0.idPCode == provider }) {
                return GamebaseError(
                    GamebaseError.Code.authAddMappingAlreadyHasSameIdP,
                    "the member has a \(provider) account already; remove it first", domain: "\(Client.gamebaseDomain)")
            }
            own.authCall = call.identifier
            return nil
        }
        guard let refusal else {
            authEnded()
            return call
        }
        call.fail(refusal)
        return nil
    }

    private var loggedOutMeanwhile: GamebaseError {
        GamebaseError(GamebaseError.Code.notLoggedIn, "the session ended meanwhile; log in first", domain: "\(Client.gamebaseDomain)")
    }

    private func removalRefusal(_ type: String, _ session: Client.Session?) -> GamebaseError? {
        guard let session else { return loggedOutMeanwhile }
        if session.provider == type {
            return GamebaseError(
                GamebaseError.Code.authRemoveMappingLoggedInIdP,
                "the session came in by \(type); log in with another provider to remove it", domain: "\(Client.gamebaseDomain)")
        }
        // With one left, it is the session's: any other was never mapped. The service would say the same.
        if session.member.authList.count <= 1 {
            return GamebaseError(
                GamebaseError.Code.authRemoveMappingLastMappedIdP, "the last provider of a member cannot be removed",
                domain: "\(Client.gamebaseDomain)")
        }
        return nil
    }

    private func parameters(_ ticket: ForcingMappingTicket, _ userId: String) -> JSONObject {
        [
            "userId": .string(userId), "forcingMappingKey": .string(ticket.forcingMappingKey),
            "mappedUserId": .string(ticket.mappedUserId),
            "tokenInfo": ["idPCode": .string(ticket.idPCode), "accessToken": .string(ticket.accessToken)],
        ]
    }

    private func addMapping(_ credential: ProviderCredential, _ call: OpenCall<AuthToken>) {
        guard let userId = userID else {
            finishAuth(call, loggedOutMeanwhile)
            return
        }
        sendMapping(
            ClientAccounts.addMappingApi, ["userId": .string(userId), "forcing": false, "idPInfo": credential.idPInfo],
            credential, call)
    }

    /// From here on the service decides, and a cancel would not say what it decided.
    private func sendMapping(
        _ api: RequestName, _ parameters: JSON, _ credential: ProviderCredential?, _ call: OpenCall<AuthToken>
    ) {
        guard conclude(call) else { return }
        client.send(api, parameters) { [self] reply in
            guard call.isOpen else { return }
            guard reply.resultCode == 0 else {
                finishAuth(call, accountError(api, reply))
                return
            }
            guard let answer = AuthToken(json: reply.body) else {
                finishAuth(call, notALogin)
                return
            }
            adopt(answer, credential)
            call.succeed(answer)
            authEnded()
        }
    }

    /// The mapping is durable at the service. The provider that this device remembers follows; should the device die before, the
    /// next login with the stored token brings it up to date.
    private func adopt(_ answer: AuthToken, _ credential: ProviderCredential?) {
        let device: Device? = lock.locked {
            guard state.session?.userId == answer.member.userId else { return nil }
            if let provider = answer.token.sourceIdPCode { state.session?.provider = provider }
            state.session?.member = answer.member
            if let credential { state.session?.keep(credential) }
            return state.device
        }
        guard let device, let provider = answer.token.sourceIdPCode else { return }
        do {
            try device.update { $0.lastProvider = provider }
        } catch {
            client.log(.error, "the provider could not be remembered on this device: \(error.message)")
        }
    }

    /// A session that the service does not know any more ends here too.
    func accountError(_ api: RequestName, _ reply: Reply) -> GamebaseError {
        let error = ServiceErrors.clientError(for: api, reply, domain: Client.gamebaseDomain)
        if error.code == GamebaseError.Code.authInvalidGamebaseToken { sessionIsUnknown(error, reply) }
        return error
    }
}
