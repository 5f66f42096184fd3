import Codecs
import Linux

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
