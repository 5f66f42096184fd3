import Codecs
import Messages

/// Logout and withdrawal, at once or after a time to think again.
extension ClientAccounts {
    /// Ends the session here and at the service. What is kept on this device is dropped even when the service cannot be told.
    @export(interface) public func logout(completion: @escaping (GamebaseError?) -> Void) {
        // A shutdown is no reason to forget.
        let unheard = { [self] in if phase == .started { endSessionWithoutWaiting() } }
        ask(.logout, onAbort: unheard, { (_: Bool?, error) in completion(error) }) { [self] reply in
            endSession()
            return reply.resultCode == 0
                ? .success(true) : .failure(ServiceErrors.clientError(for: .logout, reply, domain: Client.gamebaseDomain))
        }
    }

    /// Deletes the member. The same sign-in makes a new member afterwards.
    @export(interface) public func withdraw(completion: @escaping (GamebaseError?) -> Void) {
        ask(.withdraw, { (_: Bool?, error) in completion(error) }) { [self] reply in
            // Already withdrawn is what was asked for.
            guard reply.resultCode == 0 || reply.resultCode == ResultCode.alreadyWithdrawn else {
                return .failure(accountError(.withdraw, reply))
            }
            endSession()
            return .success(true)
        }
    }

    /// Deletes the member after the console's grace period, unless that is called off.
    @export(interface) public func requestTemporaryWithdrawal(completion: @escaping (TemporaryWithdrawal?, GamebaseError?) -> Void) {
        let api = RequestName.requestTemporaryWithdrawal
        ask(api, completion) { [self] reply in
            guard reply.resultCode == 0 else { return .failure(accountError(api, reply)) }
            guard let pending = TemporaryWithdrawal(json: reply.body) else { return .failure(notALogin) }
            return .success(pending)
        }
    }

    @export(interface) public func cancelTemporaryWithdrawal(completion: @escaping (GamebaseError?) -> Void) {
        let api = RequestName.cancelTemporaryWithdrawal
        ask(api, { (_: Bool?, error) in completion(error) }) { [self] reply in
            reply.resultCode == 0 ? .success(true) : .failure(accountError(api, reply))
        }
    }

    /// Sends a request of the player who is logged in, while no other sign-in call runs.
    /// - Parameter onAbort: runs when no answer came in time.
    /// - Parameter read: turns the reply into the answer; runs while the call is open.
    func ask<Answer>(
        _ api: RequestName, onAbort: @escaping () -> Void = {}, _ completion: @escaping (Answer?, GamebaseError?) -> Void,
        _ read: @escaping (Reply) -> Result<Answer, GamebaseError>
    ) {
        guard let (call, session) = openAuth(onAbort: onAbort, completion) else { return }
        client.send(api, ["userId": .string(session.userId)]) { [self] reply in
            guard call.isOpen else { return }
            switch read(reply) {
            case .success(let answer): call.succeed(answer)
            case .failure(let error): call.fail(error)
            }
            authEnded()
        }
    }
}
