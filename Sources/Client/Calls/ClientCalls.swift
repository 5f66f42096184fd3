import Codecs
import Documents
import Linux
import Messages
import Synchronization

/// Carries a host's completion across threads: it is only ever called inside the run loop.
struct Crossing<Value>: @unchecked Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
}

/// Who hears a reply, on a service thread.
struct ReplyHandler: @unchecked Sendable {
    let hear: (Reply) -> Void
}

/// A call whose completion is owed, with the way to complete it.
struct OpenCall<Answer>: @unchecked Sendable {
    let identifier: CallIdentifier
    let client: Client
    let complete: (Answer?, GamebaseError?) -> Void

    var isOpen: Bool { client.calls.isOpen(identifier) }

    /// Does nothing when a timeout or shutdown was first; so do the others.
    func succeed(_ answer: Answer?) {
        guard client.calls.close(identifier) else { return }
        let complete = complete
        client.runLoop.complete { complete(answer, nil) }
    }

    func fail(_ error: GamebaseError) {
        guard client.calls.close(identifier) else { return }
        let complete = complete
        client.runLoop.complete { complete(nil, error) }
    }

    func finish(_ answer: Answer?, _ error: GamebaseError?) {
        if let error { fail(error) } else { succeed(answer) }
    }

    /// Both at once: what there is, and why it may not be all.
    func finish(_ answer: Answer, with error: GamebaseError?) {
        guard client.calls.close(identifier) else { return }
        let complete = complete
        client.runLoop.complete { complete(answer, error) }
    }
}

extension Client {
    /// What a call needs before it may begin, in the order in which it is checked.
    enum Need { case nothing, started, initialized, loggedIn, served, iap, datastore }

    /// Completes a call that was refused at the boundary. The completion still comes through the run loop, exactly once.
    @export(interface) public func refuse(_ error: GamebaseError, _ deliver: @escaping (GamebaseError) -> Void) {
        LastCall.identifier = 0
        runLoop.refuse(deliver, error)
    }

    /// Opens a call, or refuses it through the run loop and returns nil.
    /// - Parameter onAbort: runs at once when the watchdog or a shutdown closes the call, before the completion is queued.
    func open<Answer>(
        _ domain: StaticString, needs need: Need, timeoutMilliseconds: Int64? = nil, onAbort: @escaping () -> Void = {},
        _ complete: @escaping (Answer?, GamebaseError?) -> Void
    ) -> OpenCall<Answer>? {
        let identifier = openCall(domain, need, timeoutMilliseconds, onAbort) { complete(nil, $0) }
        return identifier.map { OpenCall(identifier: $0, client: self, complete: complete) }
    }

    /// The part that is the same for every answer.
    private func openCall(
        _ domain: StaticString, _ need: Need, _ timeoutMilliseconds: Int64?, _ onAbort: @escaping () -> Void,
        _ fail: @escaping (GamebaseError) -> Void
    ) -> CallIdentifier? {
        if let refusal = refusal(need, domain) {
            refuse(refusal, fail)
            return nil
        }
        let timeout = timeoutMilliseconds ?? callTimeoutMilliseconds.load(ordering: .relaxed)
        let runLoop = runLoop
        runLoop.owe()
        let identifier = calls.open(deadlineNanoseconds: deadlineNanoseconds(runLoop.waits, afterMilliseconds: timeout)) { error in
            onAbort()
            // A timeout and a shutdown speak for every class; who hears of them asked one.
            let told = sameText(error.domain, "\(Client.gamebaseDomain)") ? error.told(by: "\(domain)") : error
            runLoop.complete(refusing: fail, told)
        }
        guard let identifier else {
            LastCall.identifier = 0
            runLoop.complete(
                refusing: fail,
                GamebaseError(
                    GamebaseError.Code.notCallableState,
                    "\(Calls.outstandingMax) calls are outstanding; drain the run loop and try again", domain: "\(domain)"))
            return nil
        }
        // A shutdown may have swept the calls between the check and the opening: then this one must not be left behind.
        if phase != .started, calls.close(identifier) {
            LastCall.identifier = 0
            runLoop.complete(refusing: fail, notInitialized(domain))
            return nil
        }
        reactor?.watchCalls()
        LastCall.identifier = identifier
        return identifier
    }

    func refusal(_ need: Need, _ domain: StaticString) -> GamebaseError? {
        switch need {
        case .nothing: return nil
        case .started: return phase == .started ? nil : notInitialized(domain)
        case .initialized: return isInitialized ? nil : notInitialized(domain)
        // For operators and game servers: a client that runs for purchases or the mobile backend alone is enough.
        case .served:
            return isInitialized || lock.locked({ state.isIAPInitialized || state.hasDatastore }) ? nil : notInitialized(domain)
        case .iap:
            return lock.locked({ state.isIAPInitialized })
                ? nil : IAPErrors.error(IAPCode.notInitialized, "call NHNCloudIAP_initWithConfiguration first")
        case .datastore:
            return lock.locked({ state.hasDatastore })
                ? nil : GamebaseError(GamebaseError.Code.notInitialized, "call NCMB_setApplicationKey_clientKey first", domain: "\(domain)")
        case .loggedIn:
            guard isInitialized else { return notInitialized(domain) }
            return session == nil
                ? GamebaseError(GamebaseError.Code.notLoggedIn, "log in first", domain: "\(domain)") : nil
        }
    }

    func notInitialized(_ domain: StaticString) -> GamebaseError {
        GamebaseError(
            GamebaseError.Code.notInitialized, "call TCGBGamebase_initializeWithConfiguration_completion first and wait for its completion",
            domain: "\(domain)")
    }

    // MARK: Requests

    /// Sends a request and hands over its reply on a service thread; a reply to an earlier life of the client is dropped.
    /// - Parameter buyer: for whom it is, if that is not whoever is logged in now.
    func send(
        _ name: RequestName, _ parameters: JSON, as buyer: Buyer? = nil, _ onReply: @escaping (Reply) -> Void
    ) {
        guard let buyer else { return transmit(name, parameters, lock.locked { state.session?.accessToken }, onReply) }
        transmit(name, parameters, buyer.accessToken) { [self] reply in
            guard reply.resultCode == ResultCode.accessTokenInvalid, !buyer.isPlayer else { return onReply(reply) }
            // Sessions end; who is known by an id alone is let in again.
            purchases.renew(buyer) { [self] token in
                if let token { transmit(name, parameters, token, onReply) } else { onReply(reply) }
            }
        }
    }

    func transmit(
        _ name: RequestName, _ parameters: JSON, query: PreparedQuery? = nil, _ token: String?, _ onReply: @escaping (Reply) -> Void
    ) {
        let (home, life, key) = lock.locked { (state.home, state.life, host.network.operatorKey) }
        guard let home else {
            onReply(.failure(ResultCode.serviceStopped, "the service is not running"))
            return
        }
        var token = token
        if home.remote != nil, name.facts.asker == .console {
            token = key ?? home.operatorKey
            if token == nil {
                onReply(
                    .failure(
                        ResultCode.notAuthenticated,
                        "the service is elsewhere and takes this from its operator alone: call TCGBConsole_setOperatorKey first, or set "
                            + "\(Client.operatorKeyVariable)"))
                return
            }
        }
        // This process is the player's, the operator's and the game server's at once.
        let request = Request(
            name, origin: name.facts.asker, transactionId: newTransactionIdentifier(), accessToken: token, parameters: parameters,
            query: query)
        send(request, home, life, repetition: 0, ReplyHandler(hear: onReply))
    }

    private func send(_ request: Request, _ home: ServiceHome, _ life: UInt64, repetition: Int32, _ onReply: ReplyHandler) {
        home.connection.send(request) { [self] reply in
            guard lock.locked({ state.life == life }) else { return }
            // Also of a success: a declined payment is one, and an error of the game's.
            var reply = reply
            reply.transactionId = request.transactionId
            if reply.isSuccess { return onReply.hear(reply) }
            if isRepeated(
                request, reply, repetition, { [self] in send(request, home, life, repetition: repetition + 1, onReply) })
            {
                return
            }
            onReply.hear(reply)
        }
    }

    /// Sends a request whose reply completes `call`.
    func send<Answer>(
        _ name: RequestName, _ parameters: JSON, as buyer: Buyer? = nil, for call: OpenCall<Answer>,
        domain: StaticString, _ onSuccess: @escaping (JSON) -> Void
    ) {
        send(name, parameters, as: buyer) { reply in
            guard call.isOpen else { return }
            if reply.resultCode == 0 {
                onSuccess(reply.body)
            } else {
                call.fail(ServiceErrors.clientError(for: name, reply, domain: domain))
            }
        }
    }

    /// Random where it starts, counted from there: it must differ, not be a secret, and comes with every request.
    private func newTransactionIdentifier() -> String {
        let number = transactions.wrappingAdd(1, ordering: .relaxed).newValue
        return Hex.short(number)
    }
}
