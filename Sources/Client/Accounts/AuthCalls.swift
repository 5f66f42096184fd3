import Codecs
import Linux

/// The calls that sign players in and out. One of them is open at a time; a second is refused with 3010.
///
/// Who is first is remembered by its call, and counts for as long as that call is open. So whoever closes it (the answer, a cancel, the
/// watchdog, a shutdown) lets the next one in, in whatever order they come.
extension ClientAccounts {
    /// Called with the lock held.
    var isAuthRunning: Bool { own.authCall.map { calls.isOpen($0) } ?? false }

    func openAuth(
        ignoreLoggedIn: Bool, timeoutMilliseconds: Int64? = nil, _ completion: @escaping (AuthToken?, GamebaseError?) -> Void
    ) -> OpenCall<AuthToken>? {
        guard
            let call = client.open(
                Client.gamebaseDomain, needs: .initialized, timeoutMilliseconds: timeoutMilliseconds, onAbort: { [self] in authEnded() },
                completion
            )
        else { return nil }
        let refusal: GamebaseError? = lock.locked {
            if isAuthRunning { return authInProgress }
            if state.session != nil, !ignoreLoggedIn {
                return GamebaseError(
                    GamebaseError.Code.authIdPLoginFailed,
                    "already logged in; log out first, or pass ignore_already_logged_in in additionalInfo",
                    domain: "\(Client.gamebaseDomain)")
            }
            own.authCall = call.identifier
            return nil
        }
        if let refusal {
            call.fail(refusal)
            return nil
        }
        authEnded()
        letCancel(call)
        return call
    }

    /// For a call of the player who is logged in.
    /// - Returns: the call and the session; nil when it was refused.
    func openAuth<Answer>(
        onAbort: @escaping () -> Void = {}, _ completion: @escaping (Answer?, GamebaseError?) -> Void
    ) -> (call: OpenCall<Answer>, session: Client.Session)? {
        guard
            let call: OpenCall<Answer> = client.open(
                Client.gamebaseDomain, needs: .loggedIn,
                onAbort: { [self] in
                    onAbort()
                    authEnded()
                }, completion
            )
        else { return nil }
        let session: Client.Session? = lock.locked {
            guard !isAuthRunning, let session = state.session else { return nil }
            own.authCall = call.identifier
            return session
        }
        guard let session else {
            call.fail(authInProgress)
            return nil
        }
        authEnded()
        return (call, session)
    }

    /// Ends the sign-in call that runs, with 3001.
    /// - Returns: false when none runs, or its outcome is no longer open.
    @export(interface) public func cancelLogin() -> Bool {
        // Closed under the lock, so that nobody concludes a call whose cancellation has begun.
        let cancelled: OpenCall<AuthToken>? = lock.locked {
            guard let call = own.cancellable, calls.close(call.identifier) else { return nil }
            return call
        }
        guard let cancelled else { return false }
        authEnded()
        let error = GamebaseError(
            GamebaseError.Code.authUserCanceled, "the game cancelled the call with TCGBGamebase_cancelLogin",
            domain: "\(Client.gamebaseDomain)")
        let complete = cancelled.complete
        runLoop.complete { complete(nil, error) }
        return true
    }

    /// Lets `cancelLogin` end the call, until `conclude`.
    func letCancel(_ call: OpenCall<AuthToken>) { lock.locked { own.cancellable = call } }

    /// Called with the lock held.
    func canCancel(_ call: CallIdentifier) -> Bool { own.cancellable?.identifier == call }

    /// What comes now cannot be taken back: the call is no longer cancelled.
    /// - Returns: false when it was cancelled or ended before.
    func conclude(_ call: OpenCall<AuthToken>) -> Bool {
        lock.locked {
            if own.cancellable?.identifier == call.identifier { own.cancellable = nil }
            return call.isOpen
        }
    }

    var authInProgress: GamebaseError {
        GamebaseError(
            GamebaseError.Code.authAlreadyInProgressError, "another login, logout or withdrawal is running; wait for its completion",
            domain: "\(Client.gamebaseDomain)")
    }

    /// Forgets what calls left that are closed. A question that such a call still has with an adapter is called off.
    func authEnded() {
        let asked = lock.locked { () -> SignInRequest? in
            stopListeners()
            if !isAuthRunning { own.authCall = nil }
            if let call = own.cancellable, !call.isOpen { own.cancellable = nil }
            guard let asked = own.signIn, !calls.isOpen(asked.call) else { return nil }
            own.signIn = nil
            return asked
        }
        guard let asked, let adapter = asked.cancel() else { return }
        runLoop.post { [self] in if self.adapter(for: asked.provider) === adapter { adapter.cancel?(asked) } }
    }

    /// - Returns: false when the call had ended before.
    @discardableResult
    func finishAuth<Answer>(_ call: OpenCall<Answer>, _ error: GamebaseError) -> Bool {
        guard calls.close(call.identifier) else { return false }
        authEnded()
        let complete = call.complete
        runLoop.complete { complete(nil, error) }
        return true
    }

    var notALogin: GamebaseError {
        GamebaseError(
            GamebaseError.Code.serverInvalidResponse, "the service's answer is not a login", domain: "\(Client.gamebaseDomain)")
    }

    func whenPlayable(_ call: OpenCall<AuthToken>, _ proceed: @escaping () -> Void) {
        launching.withFreshStatus { [self] status in
            guard call.isOpen else { return }
            if ClientLaunching.isPlayable(status) {
                proceed()
            } else {
                finishAuth(
                    call,
                    GamebaseError(
                        GamebaseError.Code.authNotPlayable, "the launching status is \(status), which lets no player in",
                        domain: "\(Client.gamebaseDomain)"))
            }
        }
    }
}
