import Codecs
import Linux
import Messages

/// What the service says on its own goes to the capability that it concerns.
extension Client {
    /// On a service thread.
    func receive(_ event: ServerEvent) {
        switch event.kind {
        case .installationsWaiting: return datastore.receiveMessages()
        case .ncmbMail: return datastore.receiveMail(event.body)
        case .rightsChanged: return
        case .reconnected: return reconnected(isBehind: event.body["isBehind"]?.boolValue == true)
        default: if isMobileBackendAlone { return }
        }
        switch event.kind {
        case .launchingChanged: launching.changed()
        case .memberChanged:
            if event.userId == nil || event.userId == userID { presence.sendHeartbeat() }
        case .serverPush: presence.receivePush(event.body)
        case .purchaseChanged, .storeOrderChanged, .storePurchase: purchases.storeChanged(event)
        case .idPRevoked: accounts.hear(revocation: event.body, of: event.userId)
        case .installationsWaiting, .ncmbMail, .rightsChanged, .reconnected: break
        case .pushWaiting: if event.userId == nil || event.userId == userID { push.receivePushes(waited: false) }
        }
    }

    /// The service elsewhere can be asked again: what waited goes, and what was interrupted goes on.
    /// - Parameter isBehind: what it told before is not known, so that everything is read anew which an event could have changed.
    private func reconnected(isBehind: Bool) {
        datastore.serviceReturned()
        if isBehind { datastore.receiveMessages() }
        if isMobileBackendAlone { return }
        analytics.sendJournalSoon()
        purchases.reprocessPurchases()
        guard isBehind else { return }
        launching.changed()
        guard isInitialized else { return }
        presence.sendHeartbeat()
        push.receivePushes(waited: false)
    }

    /// Then there is no launching, no member and no purchase that an event could be about.
    private var isMobileBackendAlone: Bool {
        !isInitialized && lock.locked { state.hasDatastore && !state.isIAPInitialized && state.startCalls.isEmpty }
    }
}
