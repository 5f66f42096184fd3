import Codecs
import Linux
import Messages

/// Whether player and machine are still there: heartbeat and kickouts.
public struct ClientPresence: ClientCapability {
    let client: Client

    /// Guarded by the client's lock.
    struct Part {
        var heartbeatTimer: Reactor.TimerIdentifier?
        var stampsSeen: [String] = []
    }

    /// Guarded by `lock`.
    @inline(__always) var own: Part {
        _read { yield client.state.presence }
        nonmutating _modify { yield &client.state.presence }
    }
}

/// Whether the player may still play, asked every two minutes.
extension ClientPresence {
    static let heartbeatMilliseconds: Int64 = 120_000

    func scheduleHeartbeat() {
        guard let reactor else { return }
        let timer = reactor.schedule(afterMilliseconds: ClientPresence.heartbeatMilliseconds, repeating: true) { [self] in sendHeartbeat() }
        let earlier = lock.locked {
            defer { own.heartbeatTimer = timer }
            return own.heartbeatTimer
        }
        reactor.cancel(earlier)
    }

    /// Called with the lock held.
    func sessionEnds() {
        state.reactor?.cancel(own.heartbeatTimer)
        own.heartbeatTimer = nil
    }

    func sendHeartbeat() {
        guard let session, session.heartbeats else { return }
        client.send(.heartbeat, ["userId": .string(session.userId)]) { [self] reply in
            guard reply.resultCode != 0, self.session?.accessToken == session.accessToken else { return }
            heartbeatFailed(reply)
        }
    }

    private func heartbeatFailed(_ reply: Reply) {
        let error = ServiceErrors.clientError(for: .heartbeat, reply, domain: Client.gamebaseDomain)
        switch error.code {
        case GamebaseError.Code.invalidMember, GamebaseError.Code.bannedMember:
            // The session stays until the game acts.
            client.raise(
                EventMessage.Category.observerHeartbeat,
                [
                    "code": .integer(error.code), "message": .string(error.message), "extras": .string(error.json.text()),
                ])
        case GamebaseError.Code.authInvalidGamebaseToken: accounts.sessionIsUnknown(error, reply)
        default: client.log(.warn, "heartbeat: \(error.message)")
        }
    }
}
