import Codecs
import Linux
import Messages
import PushRules

/// Push messages on their way to the game. The service keeps each until it hears that the handlers were called with it, so that a
/// message is neither lost nor told twice, whatever ends the process in between; only when that is a kill between the handlers and
/// the service's commit is it told again, with the same id.
extension ClientPush {
    /// Asks for what waits for the player on this device.
    /// - Parameter waited: the messages came while the player was not here.
    func receivePushes(waited: Bool) {
        let (epoch, last, isLoggedIn) = lock.locked { (own.epoch, own.last, state.session != nil) }
        guard isLoggedIn else { return }
        client.send(.pushReceive, ["deviceKey": deviceKey, "after": .integer(last)]) { [self] reply in
            guard reply.resultCode == 0 else {
                client.log(.warn, "push messages were not fetched: \(reply.message)")
                return receiveAgain(waited: waited)
            }
            guard let messages = reply.body["messages"]?.arrayValue else { return }
            let stored = NotificationOptions(json: reply.body["options"] ?? [:]) ?? NotificationOptions()
            let consent = reply.body["agreement"].map {
                PushConsent(isAgreeNotice: $0["adAgreement"]?.boolValue ?? false, isAgreeNight: $0["adAgreementNight"]?.boolValue ?? false)
            }
            let options: NotificationOptions? = lock.locked {
                guard own.epoch == epoch else { return nil }
                own.consent = consent
                own.token = reply.body["token"]?.stringValue
                if own.options == nil { own.options = stored }
                return own.options
            }
            guard let options, let token = reply.body["token"]?.stringValue else { return }
            sendClicks()
            // Here, and not with the question: an answer that was made before must not find them forgotten.
            for seq in lock.locked({ own.heard.filter { $0.value.hasFailed }.map { $0.key } }) { acknowledge(seq) }
            let heard = PushState.Heard(token: token)
            for message in messages where !tell(message, epoch, heard, isOnTop: options.foregroundEnabled, waited) { return }
        }
    }

    /// Repeats a fetch or an acknowledgement that failed, after a minute. Without it the next push or login would be the first to do so:
    /// the service says only once that messages wait.
    private func receiveAgain(waited: Bool) {
        let reactor = lock.locked { () -> Reactor? in
            own.isFetchedWaited = own.isFetchedWaited || waited
            if own.isFetchedAgain { return nil }
            own.isFetchedAgain = state.reactor != nil
            return state.reactor
        }
        guard let reactor else { return }
        let timer = reactor.schedule(afterMilliseconds: PushState.againMilliseconds) { [self] in
            let waited = lock.locked { () -> Bool in
                defer { (own.isFetchedAgain, own.isFetchedWaited) = (false, false) }
                return own.isFetchedWaited
            }
            receivePushes(waited: waited)
        }
        if timer == nil { lock.locked { own.isFetchedAgain = false } }
    }

    /// - Returns: false when it cannot be told now; it waits on, and so do those behind it.
    private func tell(_ message: JSON, _ epoch: UInt64, _ heard: PushState.Heard, isOnTop: Bool, _ waited: Bool) -> Bool {
        guard let seq = message["seq"]?.int64Value, var object = message.objectValue else { return true }
        object["seq"] = nil
        var extras = ClientPush.object(of: message["extras"]?.stringValue)
        extras["isForeground"] = .bool(!waited)
        object["extras"] = .string(JSON.object(extras).text())
        let text = JSON.object(object).text()
        let event = EventMessage(category: EventMessage.Category.pushReceivedMessage, data: text)
        let isNew: Bool = lock.locked {
            guard own.epoch == epoch, seq > own.last else { return false }
            own.last = seq
            // Told in an earlier session of this life, of which the service has not taken note yet.
            return own.heard[seq]?.token != heard.token
        }
        if !isNew { return true }
        let isQueued = runLoop.postEvent { [self] in
            let user: String? = lock.locked {
                guard state.phase == .started, own.epoch == epoch, let session = state.session else { return nil }
                own.heard[seq] = heard
                return session.userId
            }
            // It waits for the next login.
            guard let user else { return }
            let id = message["id"]?.stringValue ?? ""
            notifications.hears(message, id: id, userId: user)
            hub.deliver(event)
            // It is this player's, who may have left meanwhile.
            notifications.take(
                message, id: id, userId: user, isShown: isOnTop, hasHostShown: true
            ) { [self] in acknowledge(seq) }
            guard lock.locked({ own.epoch == epoch }) else { return }
            let isShown = waited || isOnTop || !notifications.isInFront
            if isShown, mayShow(isAd: message["isAd"]?.boolValue ?? false), let show = lock.locked({ host.delegate?.showNotification }) {
                show(message["title"]?.stringValue ?? "", message["body"]?.stringValue ?? "", text)
            }
        }
        if !isQueued {
            lock.locked { if own.epoch == epoch { own.last = min(own.last, seq - 1) } }
            client.log(
                .error, "a push message waits for the next one, or the next login: \(RunLoop.eventsMax) events wait, drain the run loop")
        }
        return isQueued
    }

    /// The service has looked at the player's agreement and clock when it sent an advertisement, which may be hours ago.
    func mayShow(isAd: Bool) -> Bool {
        guard isAd, let consent = lock.locked({ own.consent }) else { return true }
        let now = platform.clock.epochMilliseconds()
        let offset = LocalTime.offsetMinutes(epochMilliseconds: now) * 60
        return consent.decide(isNotice: true, epochMilliseconds: now, offsetSeconds: offset) == .told
    }

    private func acknowledge(_ seq: Int64) {
        let token: String? = lock.locked {
            guard let heard = own.heard[seq], !heard.isSent else { return nil }
            own.heard[seq]?.isSent = true
            own.heard[seq]?.hasFailed = false
            return heard.token
        }
        guard let token else { return }
        client.send(.pushAcknowledge, ["token": .string(token), "seq": .integer(seq)]) { [self] reply in
            if reply.resultCode != 0 { client.log(.warn, "a push message may come again: \(reply.message)") }
            let isUnheard = ResultCode.meansNoAnswer(reply.resultCode)
            lock.locked {
                if isUnheard { own.heard[seq] = PushState.Heard(token: token, hasFailed: true) } else { own.heard[seq] = nil }
                host.stopped.broadcast()
            }
            if isUnheard { receiveAgain(waited: false) }
        }
    }

    /// Before the service is left: what the game has heard, also inside the callback that shuts down, is not told again after the next start.
    func acknowledgePushes(untilNanoseconds deadline: Int64) {
        for seq in lock.locked({ Array(own.heard.keys) }) { acknowledge(seq) }
        let limit = min(deadline, deadlineNanoseconds(platform.clock, afterMilliseconds: Client.acknowledgementMilliseconds))
        lock.locked {
            while own.heard.contains(where: { $0.value.isSent }) {
                if !host.stopped.wait(lock, untilNanoseconds: limit) { return }
            }
        }
    }

    static func object(of text: String?) -> JSONObject {
        guard let text else { return [:] }
        do throws(JSONError) { return try JSON.parse(text).objectValue ?? [:] } catch { return [:] }
    }

    // MARK: What the player did with a notification

    private static func isActionType(_ type: String) -> Bool {
        switch type {
        case "OPEN_APP", "OPEN_URL", "REPLY", "DISMISS": true
        default: false
        }
    }

    @export(interface) public func pushClicked(_ message: PushMessage) {
        client.raise(EventMessage.Category.pushClickMessage, message.json)
        countClick(on: message.identifier, action: nil)
    }

    /// - Returns: false for an action that there is not.
    @export(interface) public func pushActionClicked(_ message: PushMessage, _ type: String, userText: String?) -> Bool {
        pressed(message, type, userText: userText, action: type)
    }

    /// - Parameter action: the id of the button, where it has one.
    func pressed(_ message: PushMessage, _ type: String, userText: String?, action: String) -> Bool {
        guard ClientPush.isActionType(type) else { return false }
        client.raise(EventMessage.Category.pushClickAction, PushAction(actionType: type, message: message, userText: userText).json)
        countClick(on: message.identifier, action: action)
        return true
    }

    /// For the operator's report. Messages of the console have a number for their id. A game that a click has started says so before its
    /// player has logged in: that is counted then.
    private func countClick(on identifier: String, action: String?) {
        guard Int64(identifier) != nil else { return }
        var click: JSONObject = ["messageId": .string(identifier)]
        // A button without an id has its title for it.
        if let action, action.utf8.count <= ActionBook.titleBytesMax { click["action"] = .string(action) }
        lock.locked {
            if own.clicks.count >= PushState.clicksMax { own.clicks.removeFirst() }
            own.clicks.append(click)
        }
        sendClicks()
    }

    /// As soon as it is known which registration is here.
    private func sendClicks() {
        let (token, clicks) = lock.locked { () -> (String?, [JSONObject]) in
            guard let token = own.token else { return (nil, []) }
            defer { own.clicks = [] }
            return (token, own.clicks)
        }
        guard let token else { return }
        for click in clicks {
            var parameters = click
            parameters["token"] = .string(token)
            client.send(.pushClicked, .object(parameters)) { [self] reply in
                if reply.resultCode != 0 { client.log(.info, "a click was not counted: \(reply.message)") }
            }
        }
    }
}
