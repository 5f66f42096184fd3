import Codecs
import Linux
import Messages

/// Server pushes: kickouts, from the console and after a transfer.
extension ClientPresence {
    static let stampsMax = 64

    /// The order of steps is the vendor's desktop client's: ignore what is not for us, stop the heartbeat, log out, disconnect, tell.
    func receivePush(_ push: JSON) {
        let isKickout = push["type"]?.stringValue == "appKickout"
        guard session != nil || !isKickout, concernsThisPlayer(push), isNewStamp(push["stamp"]?.stringValue) else { return }
        if push["stopHeartbeat"]?.boolValue == true { lock.locked { state.session?.heartbeats = false } }
        if push["logout"]?.boolValue == true { accounts.endSession() }
        var data = JSONObject()
        if let extras = push["extras"], !extras.isNull { data["extras"] = extras }
        if let popup = push["popup"], !popup.isNull { data["popup"] = popup }
        let category = isKickout ? EventMessage.Category.serverPushAppKickout : EventMessage.Category.serverPushTransferKickout
        let message = JSON.object(data)
        if isKickout { client.raise(EventMessage.Category.serverPushAppKickoutMessageReceived, message) }
        showPopup(of: push) { [self] in client.raise(category, message) }
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
            if own.stampsSeen.contains(stamp) { return false }
            if own.stampsSeen.count >= ClientPresence.stampsMax { own.stampsSeen.removeFirst() }
            own.stampsSeen.append(stamp)
            return true
        }
    }

    /// The event after a pop-up is never lost: without a pop-up, a text, or a delegate it is raised at once.
    private func showPopup(of push: JSON, then finish: @escaping () -> Void) {
        guard client.permitsPopup({ $0.enableKickoutPopup }), hostDelegate?.showAlert != nil, let text = popupText(push["popup"]) else {
            finish()
            return
        }
        client.showAlert(title: text.title, message: text.message, buttons: [languages.localizedText("common_ok_button")]) { _ in finish() }
    }

    private func popupText(_ popup: JSON?) -> (title: String, message: String)? {
        guard let messages = popup?["messages"] else { return nil }
        let languages = [languages.displayLanguageCode, languages.deviceLanguageCode, popup?["defaultLanguage"]?.stringValue]
        for case let language? in languages {
            if let text = messages[language], let message = text["message"]?.stringValue {
                return (text["title"]?.stringValue ?? "", message)
            }
        }
        return nil
    }
}
