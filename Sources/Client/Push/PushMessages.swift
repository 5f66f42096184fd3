import Linux
import Messages
import Wire

/// Push messages on their way to the game. The service keeps each until it hears that the handlers were called with it, so that a
/// message is neither lost nor told twice, whatever ends the process in between; only when that is a kill between the handlers and
/// the service's commit is it told again, with the same id.
extension Push {
    /// Asks for what waits for the player on this device.
    /// - Parameter waited: the messages came while the player was not here.
    func receivePushes(waited: Bool) {
        let (epoch, last, isLoggedIn) = lock.locked { (own.epoch, own.last, state.session != nil) }
        guard isLoggedIn else { return }
        client.send(.pushReceive, ["deviceKey": deviceKey, "after": .integer(last)]) { [self] reply in
            guard reply.resultCode == 0 else { return client.log(.warn, "push messages were not fetched: \(reply.message)") }
            guard let messages = reply.body["messages"]?.arrayValue else { return }
            let stored = NotificationOptions(json: reply.body["options"] ?? [:]) ?? NotificationOptions()
            let options: NotificationOptions? = lock.locked {
                guard own.epoch == epoch else { return nil }
                if own.options == nil { own.options = stored }
                return own.options
            }
            guard let options, let token = reply.body["token"]?.stringValue else { return }
            let heard = PushState.Heard(token: token)
            for message in messages where !tell(message, epoch, heard, isOnTop: options.foregroundEnabled, waited) { return }
        }
    }

    /// - Returns: false when it cannot be told now; it waits on, and so do those behind it.
    private func tell(_ message: JSON, _ epoch: UInt64, _ heard: PushState.Heard, isOnTop: Bool, _ waited: Bool) -> Bool {
        guard let seq = message["seq"]?.int64Value, var object = message.objectValue else { return true }
        object["seq"] = nil
        var extras = Push.object(of: message["extras"]?.stringValue)
        extras["isForeground"] = .bool(!waited)
        object["extras"] = .string(JSON.object(extras).text())
        let text = JSON.object(object).text()
        let event = EventMessage(category: EventMessage.Category.pushReceivedMessage, data: text)
        let isNew: Bool = lock.locked {
            guard own.epoch == epoch, seq > own.last else { return false }
            own.last = seq
            return true
        }
        if !isNew { return true }
        let isQueued = runLoop.postEvent { [self] in
            let isHeard: Bool = lock.locked {
                guard state.phase == .started, own.epoch == epoch else { return false }
                own.heard[seq] = heard
                return true
            }
            // It waits for the next login.
            if !isHeard { return }
            hub.deliver(event)
            notifications.take(message, id: message["id"]?.stringValue ?? "", userId: userID ?? "", isShown: isOnTop) { [self] in
                acknowledge(seq)
            }
            let isShown = waited || isOnTop || !notifications.isInFront
            if isShown, let show = lock.locked({ host.delegate?.showNotification }) {
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

    private func acknowledge(_ seq: Int64) {
        let token: String? = lock.locked {
            guard let heard = own.heard[seq], !heard.isSent else { return nil }
            own.heard[seq]?.isSent = true
            return heard.token
        }
        guard let token else { return }
        client.send(.pushAcknowledge, ["token": .string(token), "seq": .integer(seq)]) { [self] reply in
            if reply.resultCode != 0 { client.log(.warn, "a push message may come again: \(reply.message)") }
            lock.locked {
                own.heard[seq] = nil
                host.stopped.broadcast()
            }
        }
    }

    /// Before the service is left: what the game has heard, also inside the callback that shuts down, is not told again after the next start.
    func acknowledgePushes(untilNanoseconds deadline: Int64) {
        for seq in lock.locked({ Array(own.heard.keys) }) { acknowledge(seq) }
        let limit = min(deadline, deadlineNanoseconds(platform.clock, afterMilliseconds: Client.acknowledgementMilliseconds))
        lock.locked {
            while !own.heard.isEmpty {
                if !host.stopped.wait(lock, untilNanoseconds: limit) { return }
            }
        }
    }

    static func object(of text: String?) -> JSONObject {
        guard let text else { return [:] }
        do throws(JSONError) { return try JSON.parse(text).objectValue ?? [:] } catch { return [:] }
    }

    // MARK: What the player did with a notification

    static let pushActionTypes = ["OPEN_APP", "OPEN_URL", "REPLY", "DISMISS"]

    @export(interface) public func pushClicked(_ message: PushMessage) {
        client.raise(EventMessage.Category.pushClickMessage, message.json)
    }

    /// - Returns: false for an action that there is not.
    @export(interface) public func pushActionClicked(_ message: PushMessage, _ type: String, userText: String?) -> Bool {
        guard Push.pushActionTypes.contains(type) else { return false }
        client.raise(EventMessage.Category.pushClickAction, PushAction(actionType: type, message: message, userText: userText).json)
        return true
    }
}
