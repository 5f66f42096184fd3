import Linux

/// What joins when a player logs in, and when the session ends. A capability that has something to do then enters a line here;
/// `ClientAccounts` asks nobody by name. The order within a list is the order in which it happens.
struct SessionSteps: ClientCapability {
    let client: Client

    // MARK: Login

    /// The service has said yes to this player, and nobody is logged in yet, or the one before: a login need not wait for a log-out. On a
    /// service thread, which may wait for the disk.
    func prepare(for userId: String) {
        if let session, !sameText(session.userId, userId) { notifications.sessionEnds() }
        // In this order: what is reported meanwhile is nobody's.
        analytics.resetAnalytics()
        analytics.openJournal()
    }

    /// The session is there. Called with the lock held.
    func begin(_ userId: String) {
        purchases.sessionBegins(userId)
        push.sessionChanges()
        analytics.sessionBegins(userId)
    }

    /// Before the game hears of the login.
    func beforeAnswer() {
        client.listen()
        // What waited is told apart from what is sent from now on.
        push.receivePushes(waited: true)
    }

    /// When the game has heard of it.
    func afterAnswer() {
        launching.readLaunching {}
        presence.scheduleHeartbeat()
        purchases.reprocessPurchases()
        analytics.sendJournalSoon()
        screens.adoptTermsAfterLogin()
    }

    // MARK: The end of the session

    /// While it is still there.
    func beforeEnd() {
        analytics.resetAnalytics()
        notifications.sessionEnds()
    }

    /// Called with the lock held.
    /// - Parameter userId: nil when nobody was logged in.
    func end(_ userId: String?) {
        purchases.sessionEnds(userId)
        push.sessionChanges()
        presence.sessionEnds()
    }
    /// When nobody is logged in any more.
    func afterEnd() { client.listen() }
}
