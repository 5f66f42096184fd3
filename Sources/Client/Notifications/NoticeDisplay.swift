import Codecs
import Desktop
import Linux
import PushRules

/// Pushes on the player's desktop, or wherever the host puts them (iap_push.md 6.3). The inbox has them in any case: a desktop that is not
/// there, is slow or dies takes nothing away.
extension ClientNotifications {
    /// Called on any thread.
    /// - Parameters:
    ///   - evenInFront: also while the player looks at the game, where a push is an event and no banner.
    ///   - hasHostShown: who told of it gives it to the host's `showNotification`, too.
    func show(_ entry: InboxEntry, evenInFront: Bool, hasHostShown: Bool = false) {
        let (display, isWanted, hasOld) = lock.locked {
            (settings.display, isOpen(entry) && (evenInFront || !settings.isInFront), host.delegate?.showNotification != nil)
        }
        guard isWanted, display != .off, push.mayShow(isAd: entry.rest["isAd"]?.boolValue ?? false) else { return }
        if display == .desktop, hasOld {
            if !hasHostShown { showByHost(entry) }
            return
        }
        put(entry)
    }

    /// Whoever plays now may be another, and may have read or removed it. With the lock held.
    private func isOpen(_ entry: InboxEntry) -> Bool { visible.entry(entry.id, of: entry.userId)?.isRead == false }

    private func showByHost(_ entry: InboxEntry) {
        let text = note(entry).message.json.text()
        _ = runLoop.postEvent { [self] in lock.locked { host.delegate?.showNotification }?(entry.title, entry.body, text) }
    }

    /// Shows the push, or the group that it belongs to, in the place of what is shown for it.
    private func put(_ entry: InboxEntry) {
        let view: GroupView? = lock.locked {
            guard isOpen(entry) else { return nil }
            let isUnfolded = own.unfolded.contains(GroupView.key(of: entry))
            let view = isUnfolded ? GroupView.alone(entry) : GroupView.of(entry, in: visible, for: gameLanguages)
            own.shown.insert(view.key)
            return view
        }
        if let view { present(view) }
    }

    private func present(_ view: GroupView) {
        let newest = note(view.newest)
        if lock.locked({ settings.display == .host }) {
            _ = runLoop.postEvent { [self] in lock.locked { settings.delegate.show }?(newest) }
        } else if desktop()?.show(notice(view, newest)) != true {
            client.log(.info, "a notification was not shown: too many wait for the desktop, or its thread could not be started")
        }
    }

    private func notice(_ view: GroupView, _ note: PushNote) -> Notice {
        let form = lock.locked {
            NoticeForm(gameName: gameName, desktopEntry: settings.desktopEntry, icon: settings.icon, languages: gameLanguages)
        }
        var notice = form.notice(view, note)
        notice.mark = view.newest.id
        return notice
    }

    /// With the lock held.
    var gameName: String { settings.name.isEmpty ? SystemFacts.executableName : settings.name }

    func desktop() -> Desktop? {
        let (made, name, entry) = lock.locked { (own.desktop, gameName, settings.desktopEntry) }
        if let made { return made }
        var owner = NoticeOwner()
        owner.pressed = { [self] key, mark, action, token, reply in desktopPressed(key, of: mark, action, token, reply) }
        owner.closed = { [self] key, _ in lock.locked { _ = own.shown.remove(key) } }
        owner.unavailable = { [self] key, why, isKept in
            if !isKept { lock.locked { _ = own.shown.remove(key) } }
            client.log(.info, "a notification \(isKept ? "waits" : "was not shown"): \(Self.reason(why))")
        }
        let fresh = Desktop(platform.desktop(name, entry), notices: owner, clock: platform.clock)
        return lock.locked {
            guard state.phase == .started else { return nil }
            if own.desktop == nil { own.desktop = fresh }
            return own.desktop
        }
    }

    private static func reason(_ why: NoticeObstacle) -> String {
        switch why {
        case .noLibrary: DesktopLibrary.lack
        case .noBus: "there is no session bus"
        case .noService: "no notification service is on the bus"
        case .slow: "the notification service does not answer"
        case .refused, .badAnswer: "the notification service refused it"
        case .tooMany: "too many wait"
        case .tooLarge: "it is too large"
        case .expired: "it waited too long"
        }
    }

    /// Brings up to date what stands for these, of which some were read or are gone.
    func refresh(_ entries: [InboxEntry]) {
        var keys: [String] = []
        for entry in entries where lock.locked({ visible.entry(entry.id, of: entry.userId)?.isRead ?? true }) {
            takeAwayAlone(entry)
            let key = GroupView.key(of: entry)
            if keys.contains(key) { continue }
            keys.append(key)
            refresh(key, entry.groupId) { visible }
        }
    }

    /// The player leaves: whoever plays next is not shown what was sent to this one.
    func sessionEnds() {
        var keys: [String] = []
        for entry in lock.locked({ visible.entries }) where !entry.userId.utf8.isEmpty {
            takeAwayAlone(entry)
            let key = GroupView.key(of: entry)
            if keys.contains(key) { continue }
            keys.append(key)
            refresh(key, entry.groupId) { own.content.inbox.visible(to: "") }
        }
    }

    /// - Parameter inbox: what may be shown; asked with the lock held.
    private func refresh(_ key: String, _ group: String, _ inbox: () -> Inbox) {
        let (left, isShown) = lock.locked { () -> (GroupView?, Bool) in
            let left = GroupView.of(group: group, in: inbox(), for: gameLanguages)
            // The next push of a group of which nothing is left begins it anew.
            if left == nil { own.unfolded.remove(key) }
            guard own.shown.contains(key) else { return (nil, false) }
            if left == nil { own.shown.remove(key) }
            return (left, true)
        }
        if let left { present(left) } else if isShown { takeAway(key) }
    }

    /// A push of a group that was unfolded.
    private func takeAwayAlone(_ entry: InboxEntry) {
        if entry.groupId.utf8.isEmpty { return }
        let key = GroupView.keyAlone(of: entry)
        if lock.locked({ own.shown.remove(key) }) != nil { takeAway(key) }
    }

    private func takeAway(_ key: String) {
        let (isHost, desktop) = lock.locked { (settings.display == .host, own.desktop) }
        if isHost {
            _ = runLoop.postEvent { [self] in lock.locked { settings.delegate.hide }?(key) }
        } else {
            _ = desktop?.close(key)
        }
    }

    // MARK: What the player does

    /// The pushes of a group one by one, in the place of what stands for all of them. Those that are too many stay in the inbox.
    private func showEach(_ id: String) {
        let (key, entries) = lock.locked { () -> (String, [InboxEntry]) in
            guard let entry = visible.entry(id) else { return ("", []) }
            let key = GroupView.key(of: entry)
            if own.unfolded.count >= Self.unfoldedMax { own.unfolded = [] }
            own.unfolded.insert(key)
            own.shown.remove(key)
            return (key, visible.list(group: entry.groupId))
        }
        if entries.isEmpty { return }
        takeAway(key)
        // The newest comes last, on top.
        for place in (0..<min(entries.count, Self.eachMax)).reversed() { put(entries[place]) }
    }

    private static let unfoldedMax = 64
    private static let eachMax = 10

    /// On the desktop's thread.
    /// - Parameter id: of the push that the player saw; the next of its group may be on its way to the screen, or was refused there.
    private func desktopPressed(_ key: String, of id: String, _ action: String, _ token: String?, _ reply: String?) {
        guard lock.locked({ own.shown.contains(key) }) else { return }
        let isQueued = runLoop.postEvent { [self] in
            press(id, action == Notice.defaultAction ? nil : action, text: reply, token: token)
        }
        if !isQueued { client.log(.error, "a press was dropped: \(RunLoop.eventsMax) events wait, drain the run loop") }
    }

    /// The game's own screen showed it.
    /// - Parameter action: nil for a click on the push itself.
    /// - Returns: false when there is no such push or button.
    @export(interface) public func pressed(_ id: String, action: String?, text: String?) -> Bool {
        guard let entry = lock.locked({ visible.entry(id) }) else { return false }
        if let action, !note(entry).buttons.contains(where: { $0.id == action }) { return false }
        return runLoop.postEvent { [self] in press(id, action, text: text, token: nil) }
    }

    /// In the run loop.
    private func press(_ id: String, _ action: String?, text: String?, token: String?) {
        let (entry, life) = lock.locked { (visible.entry(id), state.life) }
        guard let entry, lock.locked({ client.isRunning(life) }) else { return }
        if action == ActionBook.showEachId { return showEach(id) }
        let note = note(entry)
        if let action, action != ActionBook.playId {
            let isReply = action == Notice.replyAction
            guard let button = note.buttons.first(where: { isReply ? $0.kind == .reply : $0.id == action }) else { return }
            // Without words for a reply the desktop has no field for them: the game asks for them.
            // Looked up before each call: one of its functions may have taken the delegate away, and its context may be freed.
            if button.kind == .openApp || button.kind == .reply && text == nil { lock.locked { settings.delegate.raise }?(token) }
            lock.locked { settings.delegate.pressed }?(note, entry.category, button.id, text)
            guard lock.locked({ client.isRunning(life) }) else { return }
            _ = push.pressed(note.message, button.kind.name, userText: text, action: button.id)
            if button.kind == .openURL, let link = button.link { screens.openWebBrowser(link) }
        } else {
            // A film plays outside of the game.
            if action == nil {
                lock.locked { settings.delegate.raise }?(token)
            } else if let film = note.media {
                screens.openWebBrowser(film)
            }
            lock.locked { settings.delegate.clicked }?(note)
            guard lock.locked({ client.isRunning(life) }) else { return }
            push.pushClicked(note.message)
        }
        lock.locked { _ = own.content.inbox.markRead(id, of: entry.userId) }
        save()
        refresh([entry])
    }
}
