import Codecs
import Documents
import Linux
import Messages

/// What belongs to the mobile backend and to the host rather than to one start; forgotten by shutdown.
struct MobileBackendHost {
    /// Hears the pushes, in the form that devices have them.
    var onPush: ((String) -> Void)?
    /// What stands for scripts, by their names.
    var scripts: [String: (ScriptCall) -> Void] = [:]
}

/// Pushes on their way to the game. The service keeps each until it hears that the handler was called with it.
struct InstallationHearing {
    static let lookMilliseconds: Int64 = 60_000
    /// Changes with every handler: what was on its way to an earlier one is asked for again.
    var epoch: UInt64 = 0
    /// The last message that was put before the game.
    var last: Int64 = 0
    /// The last one that it was called with.
    var told: Int64 = 0
    /// Those that the service has not taken note of yet.
    var heard: [Int64: Heard] = [:]
    /// A look from time to time is due: a service that nobody asks does not send what has its time.
    var looks = false

    struct Heard {
        let installation: JSONObject
        var isSent = false
        /// The acknowledgement failed; the next look repeats it.
        var hasFailed = false
    }
}

extension ClientDatastore {
    /// - Parameter handler: nil: pushes wait at the service until there is one, or until they expire.
    @export(interface) public func setPushHandler(_ handler: ((String) -> Void)?) {
        lock.locked {
            host.mobileBackend.onPush = handler
            own.hearing.epoch &+= 1
            own.hearing.last = own.hearing.told
        }
        receiveMessages()
    }

    /// Asks for what waits for this installation.
    func receiveMessages() {
        let (hears, installation, epoch, last) = lock.locked {
            (host.mobileBackend.onPush != nil, own.installation, own.hearing.epoch, own.hearing.last)
        }
        guard hears, let proof = installation?.proof else { return }
        lookLater()
        for seq in lock.locked({ own.hearing.heard.filter { $0.value.hasFailed }.map { $0.key } }) { acknowledge(seq) }
        var parameters = proof
        parameters["after"] = .integer(last)
        client.transmit(.installationsReceive, .object(parameters), nil) { [self] reply in
            guard reply.isSuccess else { return client.log(.warn, "pushes were not fetched: \(reply.message)") }
            for message in reply.body["messages"]?.arrayValue ?? [] where !tell(message, epoch, proof) { return }
        }
    }

    private func lookLater() {
        let reactor = lock.locked { () -> Reactor? in
            if own.hearing.looks { return nil }
            own.hearing.looks = state.reactor != nil
            return state.reactor
        }
        guard let reactor else { return }
        let timer = reactor.schedule(afterMilliseconds: InstallationHearing.lookMilliseconds) { [self] in
            lock.locked { own.hearing.looks = false }
            receiveMessages()
        }
        if timer == nil { lock.locked { own.hearing.looks = false } }
    }

    /// - Returns: false when it cannot be told now; it waits on, and so do those behind it.
    private func tell(_ message: JSON, _ epoch: UInt64, _ proof: JSONObject) -> Bool {
        guard let seq = message["seq"]?.int64Value, let object = message.objectValue else { return true }
        let (isDue, isNew) = lock.locked { () -> (Bool, Bool) in
            guard own.hearing.epoch == epoch else { return (false, false) }
            guard seq > own.hearing.last else { return (true, false) }
            own.hearing.last = seq
            return (true, true)
        }
        guard isNew else { return isDue }
        let text = JSON.object(PushPayload.of(object)).text()
        let isQueued = runLoop.postEvent { [self] in
            let handler = lock.locked { () -> ((String) -> Void)? in
                guard state.phase == .started, own.hearing.epoch == epoch else { return nil }
                own.hearing.told = seq
                own.hearing.heard[seq] = InstallationHearing.Heard(installation: proof)
                return host.mobileBackend.onPush
            }
            guard let handler else { return }
            let note = Self.note(object, extras: text).map { JSON.object($0) }
            let id = "ncmb-" + (object["id"]?.stringValue ?? "")
            if let note { notifications.hears(note, id: id, userId: "") }
            handler(text)
            guard let note else { return acknowledge(seq) }
            notifications.take(note, id: id, userId: "", isShown: false, hasHostShown: false) { [self] in acknowledge(seq) }
        }
        if !isQueued {
            lock.locked { if own.hearing.epoch == epoch { own.hearing.last = min(own.hearing.last, seq - 1) } }
            client.log(.error, "a push waits for the next one, or the next start: \(RunLoop.eventsMax) events wait, drain the run loop")
        }
        return isQueued
    }

    /// What the player is shown of it; nil for one that only wakes the game, and for one without a text.
    private static func note(_ object: JSONObject, extras: String) -> JSONObject? {
        if object["contentAvailable"] == true || (object["title"] == nil && object["message"] == nil) { return nil }
        var note: JSONObject = ["extras": .string(extras)]
        for (key, name) in [
            ("title", "title"), ("body", "message"), ("category", "category"), ("groupId", "groupId"), ("link", "richUrl"),
            ("media", "mediaUrl"),
        ] { note[key] = object[name] }
        return note
    }

    private func acknowledge(_ seq: Int64) {
        let proof: JSONObject? = lock.locked {
            guard let heard = own.hearing.heard[seq], !heard.isSent else { return nil }
            own.hearing.heard[seq]?.isSent = true
            own.hearing.heard[seq]?.hasFailed = false
            return heard.installation
        }
        guard let proof else { return }
        var parameters = proof
        parameters["seq"] = .integer(seq)
        client.transmit(.installationsAcknowledge, .object(parameters), nil) { [self] reply in
            if !reply.isSuccess { client.log(.warn, "a push may come again: \(reply.message)") }
            let isUnheard = ResultCode.meansNoAnswer(reply.resultCode)
            lock.locked {
                own.hearing.heard[seq] = isUnheard ? InstallationHearing.Heard(installation: proof, hasFailed: true) : nil
                host.stopped.broadcast()
            }
        }
    }

    /// Before the service is left: what the game has heard is not told again after the next start.
    func acknowledgeMessages(untilNanoseconds deadline: Int64) {
        for seq in lock.locked({ Array(own.hearing.heard.keys) }) { acknowledge(seq) }
        let limit = min(deadline, deadlineNanoseconds(platform.clock, afterMilliseconds: Client.acknowledgementMilliseconds))
        lock.locked {
            while own.hearing.heard.contains(where: { $0.value.isSent }) {
                if !host.stopped.wait(lock, untilNanoseconds: limit) { return }
            }
        }
    }
}

extension DataObject {
    /// How an installation proves that it is the one; nil before it was saved with a token.
    fileprivate var proof: JSONObject? {
        guard let id = objectId, let token = lock.locked({ state.known[InstallationFields.token] })?.stringValue else { return nil }
        return ["installationId": .string(id), InstallationFields.token: .string(token)]
    }

    /// As the service knows it.
    var savedToken: JSON? { proof?[InstallationFields.token] }
}
