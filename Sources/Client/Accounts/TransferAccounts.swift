import Codecs
import Linux
import Messages

/// Moving a guest to another device with an id and a password.
extension ClientAccounts {
    @export(interface) public func issueTransferAccount(completion: @escaping (TransferAccountInfo?, GamebaseError?) -> Void) {
        makeTransferAccount(nil, completion)
    }

    @export(interface) public func renewTransferAccount(
        _ renewal: TransferAccountRenewConfiguration, completion: @escaping (TransferAccountInfo?, GamebaseError?) -> Void
    ) {
        makeTransferAccount(renewal.json, completion)
    }

    @export(interface) public func queryTransferAccount(completion: @escaping (TransferAccountInfo?, GamebaseError?) -> Void) {
        let api = RequestName.queryTransferAccount
        ask(api, completion) { [self] reply in
            guard reply.resultCode == 0 else { return .failure(accountError(api, reply)) }
            guard let info = TransferAccountInfo(json: reply.body) else { return .failure(notALogin) }
            return .success(info)
        }
    }

    /// The service offers an account, the password's key is made, and the service keeps the account with it.
    private func makeTransferAccount(_ renewal: JSON?, _ completion: @escaping (TransferAccountInfo?, GamebaseError?) -> Void) {
        guard let (call, session) = openAuth(completion) else { return }
        let api = RequestName.offerTransferAccount
        client.send(api, ["userId": .string(session.userId), "renewal": renewal ?? .null]) { [self] reply in
            guard call.isOpen else { return }
            guard reply.resultCode == 0 else {
                finishAuth(call, accountError(api, reply))
                return
            }
            let offer = reply.body
            let password = offer["password"]?.stringValue
            makeKey(password ?? "", salt: offer["salt"]?.stringValue, for: call) { [self] key in
                keepTransferAccount(
                    [
                        "userId": .string(session.userId), "id": offer["id"] ?? .null, "issuedType": offer["issuedType"] ?? .null,
                        "salt": offer["salt"] ?? .null, "key": key.map { .string($0) } ?? .null,
                    ], password, call)
            }
        }
    }

    private func keepTransferAccount(_ parameters: JSON, _ password: String?, _ call: OpenCall<TransferAccountInfo>) {
        let api = RequestName.keepTransferAccount
        client.send(api, parameters) { [self] reply in
            guard call.isOpen else { return }
            guard reply.resultCode == 0 else {
                finishAuth(call, accountError(api, reply))
                return
            }
            guard var info = TransferAccountInfo(json: reply.body) else {
                finishAuth(call, notALogin)
                return
            }
            info.account.password = password
            call.succeed(info)
            authEnded()
        }
    }

    /// Makes this device's guest the account's. A guest that is logged in here is lost.
    @export(interface) public func transferAccount(
        id: String, password: String, completion: @escaping (AuthToken?, GamebaseError?) -> Void
    ) {
        guard let call = openAuth(ignoreLoggedIn: true, completion) else { return }
        if let provider = client.currentProvider, provider != ClientAccounts.guestProvider {
            finishAuth(
                call,
                GamebaseError(
                    GamebaseError.Code.notGuestOrHasOthers, "a player of another provider is logged in; log out first",
                    domain: "\(Client.gamebaseDomain)"))
            return
        }
        whenPlayable(call) { [self] in
            let secret = lock.locked { state.device?.identity.guestSecret }
            let guest: JSON = [
                "idPCode": .string(ClientAccounts.guestProvider), "accessToken": .string(secret ?? ""),
            ]
            let api = RequestName.checkTransferAccount
            client.send(api, ["idPInfo": guest, "account": ["id": .string(id)]]) { [self] reply in
                guard call.isOpen else { return }
                guard reply.resultCode == 0 else {
                    finishAuth(call, ServiceErrors.clientError(for: api, reply, domain: Client.gamebaseDomain))
                    return
                }
                makeKey(password, salt: reply.body["salt"]?.stringValue, for: call) { [self] key in
                    // From here on the service decides, and a cancel would not say what it decided.
                    guard conclude(call) else { return }
                    authenticate(
                        .transferAccount,
                        [
                            "idPInfo": guest, "account": ["id": .string(id), "key": key.map { .string($0) } ?? .null],
                            "member": .object(launching.memberParameters()),
                        ], provider: ClientAccounts.guestProvider, call)
                }
            }
        }
    }
}

/// The key of a password, made on the client's own thread: neither the game's thread nor the service's waits for it.
extension ClientAccounts {
    /// How much of it is done at a time: a few milliseconds, between which the thread looks at its timers and callbacks.
    static let keyIterationsAtATime = 8_192

    /// - Parameter salt: nil: there is no password, and no key either.
    /// - Parameter then: gets the key in hex, while the call is open. Otherwise the call has ended.
    func makeKey<Answer>(_ password: String, salt: String?, for call: OpenCall<Answer>, then: @escaping (String?) -> Void) {
        guard let salt else { return then(nil) }
        guard let derivation = PasswordSalt.derivation(of: password, salt: salt) else {
            finishAuth(
                call,
                GamebaseError(
                    GamebaseError.Code.serverInvalidResponse, "the service's answer has a salt that this library cannot use",
                    domain: "\(Client.gamebaseDomain)"))
            return
        }
        advance(derivation, for: call, then: then)
    }

    private func advance<Answer>(_ derivation: PBKDF2, for call: OpenCall<Answer>, then: @escaping (String?) -> Void) {
        let scheduled = reactor?.schedule(afterMilliseconds: 0) { [self] in
            guard call.isOpen else { return }
            var derivation = derivation
            derivation.advance(by: ClientAccounts.keyIterationsAtATime)
            if let key = derivation.key { then(Hex.encode(key)) } else { advance(derivation, for: call, then: then) }
        }
        if scheduled == nil {
            finishAuth(
                call,
                GamebaseError(
                    GamebaseError.Code.notCallableState, "too much waits on the library's thread; try again",
                    domain: "\(Client.gamebaseDomain)"))
        }
    }
}
