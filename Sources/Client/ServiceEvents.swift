import Linux
import Messages
import Wire

/// What the service says on its own, and what the network does: turned into the events of the SDK.
extension Client {
    static let stampsMax = 64

    /// On a service thread.
    func receive(_ event: ServerEvent) {
        switch event.kind {
        case .launchingChanged: readLaunching {}
        case .memberChanged:
            if event.userId == nil || event.userId == userID { sendHeartbeat() }
        case .serverPush: receivePush(event.body)
        case .purchaseChanged, .storeOrderChanged, .storePurchase: storeChanged(event)
        case .idPRevoked:
            let list = (event.body["authMappingList"]?.arrayValue ?? []).compactMap { $0.stringValue }
            if let provider = event.body["idPType"]?.stringValue { tellRevoked(provider, of: event.userId, list) }
        case .pushWaiting: if event.userId == nil || event.userId == userID { receivePushes(waited: false) }
        }
    }

    /// The order of steps is the vendor's desktop client's: ignore what is not for us, stop the heartbeat, log out, disconnect, tell.
    private func receivePush(_ push: JSON) {
        let isKickout = push["type"]?.stringValue == "appKickout"
        guard session != nil || !isKickout, concernsThisPlayer(push), isNewStamp(push["stamp"]?.stringValue) else { return }
        if push["stopHeartbeat"]?.boolValue == true { lock.locked { state.session?.heartbeats = false } }
        if push["logout"]?.boolValue == true { endSession(forgetProvider: true) }
        var data = JSONObject()
        if let extras = push["extras"], !extras.isNull { data["extras"] = extras }
        if let popup = push["popup"], !popup.isNull { data["popup"] = popup }
        let category = isKickout ? EventMessage.Category.serverPushAppKickout : EventMessage.Category.serverPushTransferKickout
        let message = JSON.object(data)
        if isKickout { raise(EventMessage.Category.serverPushAppKickoutMessageReceived, message) }
        showPopup(of: push) { [self] in raise(category, message) }
    }

    private func concernsThisPlayer(_ push: JSON) -> Bool {
        let (user, configuration, ended) = lock.locked {
            (state.session?.userId, state.configuration, state.session?.accessToken ?? state.endedToken)
        }
        // Which sessions a transfer ended, by the hashes of their tokens.
        if let sessions = push["sessions"]?.arrayValue {
            guard let token = ended, sessions.contains(.string(Hex.encode(SHA256.hash(Array(token.utf8))))) else { return false }
        }
        if let users = push["userIds"]?.arrayValue, !users.isEmpty {
            guard let user, users.contains(.string(user)) else { return false }
        }
        if let versions = push["clientVersions"]?.arrayValue, !versions.isEmpty {
            guard let version = configuration?.appVersion, versions.contains(.string(version)) else { return false }
        }
        return true
    }

    private func isNewStamp(_ stamp: String?) -> Bool {
        guard let stamp else { return true }
        return lock.locked {
            if state.stampsSeen.contains(stamp) { return false }
            if state.stampsSeen.count >= Client.stampsMax { state.stampsSeen.removeFirst() }
            state.stampsSeen.append(stamp)
            return true
        }
    }

    /// The event after a pop-up is never lost: without a pop-up, a text, or a delegate it is raised at once.
    private func showPopup(of push: JSON, then finish: @escaping () -> Void) {
        guard permitsPopup({ $0.enableKickoutPopup }), hostDelegate?.showAlert != nil, let text = popupText(push["popup"]) else {
            finish()
            return
        }
        showAlert(title: text.title, message: text.message, buttons: [localizedText("common_ok_button")]) { _ in finish() }
    }

    private func popupText(_ popup: JSON?) -> (title: String, message: String)? {
        guard let messages = popup?["messages"] else { return nil }
        let languages = [displayLanguageCode, deviceLanguageCode, popup?["defaultLanguage"]?.stringValue]
        for case let language? in languages {
            if let text = messages[language], let message = text["message"]?.stringValue {
                return (text["title"]?.stringValue ?? "", message)
            }
        }
        return nil
    }

    // MARK: Heartbeat

    static let heartbeatMilliseconds: Int64 = 120_000

    func scheduleHeartbeat() {
        guard let reactor else { return }
        let timer = reactor.schedule(afterMilliseconds: Client.heartbeatMilliseconds, repeating: true) { [self] in sendHeartbeat() }
        let earlier = lock.locked {
            defer { state.heartbeatTimer = timer }
            return state.heartbeatTimer
        }
        reactor.cancel(earlier)
    }

    func sendHeartbeat() {
        guard let session, session.heartbeats else { return }
        send(.heartbeat, ["userId": .string(session.userId)]) { [self] reply in
            guard reply.resultCode != 0, self.session?.accessToken == session.accessToken else { return }
            heartbeatFailed(reply)
        }
    }

    private func heartbeatFailed(_ reply: Reply) {
        let error = ServiceErrors.clientError(for: .heartbeat, reply, domain: Client.gamebaseDomain)
        switch error.code {
        case GamebaseError.Code.invalidMember, GamebaseError.Code.bannedMember:
            // The session stays until the game acts.
            raise(EventMessage.Category.observerHeartbeat, [
                "code": .integer(error.code), "message": .string(error.message), "extras": .string(error.json.text()),
            ])
        case GamebaseError.Code.authInvalidGamebaseToken:
            endSession(forgetProvider: false)
            raise(EventMessage.Category.loggedOut, ["message": .string(error.message), "extras": .string(error.json.text())])
        default: log(.warn, "heartbeat: \(error.message)")
        }
    }

    // MARK: Network

    /// On the client's thread: at start, and whenever rtnetlink reports a change.
    func networkMayHaveChanged(_ monitor: NetworkMonitor) {
        let status = monitor.currentStatus()
        let before = lock.locked {
            defer { state.network = status }
            return state.network
        }
        guard before != .notDefined, before != status, isInitialized else { return }
        raise(EventMessage.Category.observerNetwork, [
            "code": .integer(Int64(status.rawValue)), "message": .string(networkText(status)), "extras": .null,
        ])
    }

    private func networkText(_ status: NetworkStatus) -> String {
        switch status {
        case .notDefined: return "unknown"
        case .notReachable: return "not reachable"
        case .wwan: return "reachable by a cellular network"
        case .wifi: return "reachable"
        }
    }
}
