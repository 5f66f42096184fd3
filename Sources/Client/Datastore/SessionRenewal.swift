import Linux
import Messages

/// Requests that a log-in of this device overtook. A user has one session, so what was sent in the one before is refused once the service
/// has opened the next. Nothing of it was done: it is asked again, as the same user.
extension ClientDatastore {
    struct Renewal {
        /// Sessions that a log-in of the same user replaced, the latest last.
        fileprivate var earlierTokens: [String] = []
        fileprivate var logIns = 0
        /// Refused requests that wait for the log-ins under way; as many at most as there are calls.
        fileprivate var waiting: [() -> Void] = []
    }

    /// Of one user; a request is not under way for longer than so many log-ins.
    private static let earlierTokensMax = 32

    /// - Returns: to be called once, with the answer of the log-in.
    func duringLogIn(_ end: @escaping Answer<DataObject>) -> Answer<DataObject> {
        lock.locked { own.renewal.logIns += 1 }
        return { [self] user, error in
            let waiting = lock.locked { () -> [() -> Void] in
                own.renewal.logIns -= 1
                guard own.renewal.logIns <= 0 else { return [] }
                defer { own.renewal.waiting = [] }
                return own.renewal.waiting
            }
            for work in waiting { work() }
            end(user, error)
        }
    }

    /// Called with the lock held, before the token of a log-in takes the other's place.
    func noteReplaced(_ token: String?, bySameUser: Bool) {
        guard bySameUser, let token else { return own.renewal.earlierTokens = [] }
        if own.renewal.earlierTokens.count >= Self.earlierTokensMax { own.renewal.earlierTokens.removeFirst() }
        own.renewal.earlierTokens.append(token)
    }

    /// What to do with a request that was refused because its session means nothing: `again` in the session that took its place, or `over`
    /// when there is none. A log-in under way says which, so it is waited for.
    func renewed(_ token: String, again: @escaping (String) -> Void, over: @escaping () -> Void) {
        let decide = { [self] in
            let newer = lock.locked { own.renewal.earlierTokens.contains(token) ? own.token : nil }
            if let newer { again(newer) } else { over() }
        }
        let waits = lock.locked { () -> Bool in
            // One that is of an earlier session already need not wait.
            guard own.renewal.logIns > 0, own.token == token else { return false }
            own.renewal.waiting.append(decide)
            return true
        }
        if !waits { decide() }
    }
}
