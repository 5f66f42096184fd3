import Desktop
import Linux
import PushRules
import Wire

/// Pushes on the player's desktop, or wherever the host puts them (iap_push.md 6.3). The inbox has them in any case: a desktop that is not
/// there, is slow or dies takes nothing away.
extension Notifications {
    /// Called on any thread.
    /// - Parameter evenInFront: also while the player looks at the game, where a push is an event and no banner.
    func show(_ entry: InboxEntry, evenInFront: Bool) {
        let (display, isWanted, hasOld) = lock.locked {
            (settings.display, evenInFront || !settings.isInFront, host.delegate?.showNotification != nil)
        }
        guard isWanted, display != .off, push.mayShow(isAd: entry.rest["isAd"]?.boolValue ?? false) else { return }
        if display == .desktop, hasOld {
            // Pushes of the service are shown by those who told of them.
            if entry.source == .local { showByHost(entry) }
            return
        }
        put(entry)
    }

    private func showByHost(_ entry: InboxEntry) {
        let text = note(entry).message.json.text()
        _ = runLoop.postEvent { [self] in lock.locked { host.delegate?.showNotification }?(entry.title, entry.body, text) }
    }

    /// Shows the push, or the group that it belongs to, in the place of what is shown for it.
    private func put(_ entry: InboxEntry) {
        let view: GroupView = lock.locked {
            let view = GroupView.of(entry, in: own.content.inbox.visible(to: entry.userId), for: [languages.inUse.effective])
            own.shown[view.key] = view.newest.id
            return view
        }
        let newest = note(view.newest)
        if lock.locked({ settings.display == .host }) {
            _ = runLoop.postEvent { [self] in lock.locked { settings.delegate.show }?(newest) }
        } else if desktop()?.show(notice(view, newest)) != true {
            client.log(.info, "a notification was not shown: too many wait for the desktop, or its thread could not be started")
        }
    }

    private func notice(_ view: GroupView, _ note: PushNote) -> Notice {
        let form = lock.locked { NoticeForm(gameName: gameName, desktopEntry: settings.desktopEntry, icon: settings.icon) }
        return form.notice(view, note)
    }

    /// With the lock held.
    var gameName: String { settings.name.isEmpty ? SystemFacts.executableName : settings.name }

    func desktop() -> Desktop? {
        let (made, name, entry) = lock.locked { (own.desktop, gameName, settings.desktopEntry) }
        if let made { return made }
        var owner = NoticeOwner()
        owner.pressed = { [self] key, action, token, reply in desktopPressed(key, action, token, reply) }
        owner.closed = { [self] key, _ in lock.locked { _ = own.shown.removeValue(forKey: key) } }
        owner.unavailable = { [self] key, why, isKept in
            if !isKept { lock.locked { _ = own.shown.removeValue(forKey: key) } }
            client.log(.info, "a notification \(isKept ? "waits" : "was not shown"): \(Self.reason(why))")
        }
        let fresh = Desktop(platform.desktop(name, entry), notices: owner, clock: platform.clock)
        return lock.locked {
            guard state.phase == .started else { return nil }
            if own.desktop == nil { own.desktop = fresh }
            return own.desktop
        }
    }

    private static func reason(_ why: NoticeObstacle) -> StaticString {
        switch why {
        case .noLibrary: "libdbus-1.so.3 is not installed"
        case .noBus: "there is no session bus"
        case .noService: "nobody shows notifications on the bus"
        case .slow: "who shows notifications does not answer"
        case .refused, .badAnswer: "who shows notifications refused it"
        case .tooMany: "too many wait"
        case .tooLarge: "it is too large"
        case .expired: "it waited too long"
        }
    }

    /// Brings up to date what stands for these, of which some were read or are gone.
    func refresh(_ entries: [InboxEntry]) {
        var keys: [String] = []
        for entry in entries {
            let key = GroupView.key(of: entry)
            if keys.contains(key) { continue }
            keys.append(key)
            let (left, isStale) = lock.locked { () -> (GroupView?, Bool) in
                let inbox = own.content.inbox.visible(to: entry.userId)
                guard own.shown[key] != nil, inbox.entry(entry.id)?.isRead ?? true else { return (nil, false) }
                let left = GroupView.of(group: entry.groupId, in: inbox, for: [languages.inUse.effective])
                if let left { own.shown[key] = left.newest.id }
                return (left, true)
            }
            guard isStale else { continue }
            guard let left else {
                takeAway([key])
                continue
            }
            if lock.locked({ settings.display == .host }) {
                _ = runLoop.postEvent { [self] in lock.locked { settings.delegate.show }?(note(left.newest)) }
            } else {
                _ = lock.locked { own.desktop }?.show(notice(left, note(left.newest)))
            }
        }
    }

    /// The player leaves: whoever plays next is not shown what was sent to this one.
    func sessionEnds() {
        let keys = lock.locked {
            own.shown.filter { !(own.content.inbox.entry($0.value)?.userId.utf8.isEmpty ?? true) }.map { $0.key }
        }
        takeAway(keys)
    }

    private func takeAway(_ keys: [String]) {
        for key in keys {
            let (isHost, desktop) = lock.locked {
                own.shown[key] = nil
                return (settings.display == .host, own.desktop)
            }
            if isHost {
                _ = runLoop.postEvent { [self] in lock.locked { settings.delegate.hide }?(key) }
            } else {
                _ = desktop?.close(key)
            }
        }
    }

    // MARK: What the player does

    /// On the desktop's thread.
    private func desktopPressed(_ key: String, _ action: String, _ token: String?, _ reply: String?) {
        guard let id = lock.locked({ own.shown[key] }) else { return }
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
        let (entry, delegate, isStarted) = lock.locked { (visible.entry(id), settings.delegate, state.phase == .started) }
        guard let entry, isStarted else { return }
        let note = note(entry)
        if let action {
            let isReply = action == Notice.replyAction
            guard let button = note.buttons.first(where: { isReply ? $0.kind == .reply : $0.id == action }) else { return }
            if button.kind == .openApp { delegate.raise?(token) }
            delegate.pressed?(note, entry.category, button.id, text)
            _ = push.pressed(note.message, button.kind.name, userText: text, action: button.id)
            if button.kind == .openURL, let link = button.link { screens.openWebBrowser(link) }
        } else {
            delegate.raise?(token)
            delegate.clicked?(note)
            push.pushClicked(note.message)
        }
        lock.locked { _ = own.content.inbox.markRead(id) }
        save()
        refresh([entry])
    }
}
