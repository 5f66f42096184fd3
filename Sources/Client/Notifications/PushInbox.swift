import Linux
import PushRules

/// The pushes that came, for the game to list: each of a group by itself (iap_push.md 5.4).
extension ClientNotifications {
    /// What whoever plays now may see. With the lock held.
    var visible: Inbox { own.content.inbox.visible(to: state.session?.userId ?? "") }

    /// Puts a push into the inbox, which has been read. What has to go for it leaves the screen, too; another player's is not there.
    /// - Returns: false when it is there already.
    func keep(_ entry: InboxEntry) -> Bool {
        let (added, user) = lock.locked {
            let added = own.content.inbox.add(entry)
            if added.isNew { own.isKeptUnsaved = true }
            return (added, state.session?.userId)
        }
        if let dropped = added.dropped, dropped.userId.utf8.isEmpty || dropped.userId == user { refresh([dropped]) }
        return added.isNew
    }

    /// The newest first.
    /// - Parameter group: nil for all; "" for those without one.
    @export(interface) public func messages(group: String?, completion: @escaping ([PushNote]?, GamebaseError?) -> Void) {
        read({ [self] (entries: [InboxEntry]?, error) in completion(entries?.map { note($0) }, error) }) { [self] in
            visible.list(group: group)
        }
    }

    /// 0 while the file has not been read.
    @export(interface) public func unreadCount(group: String?) -> Int { lock.locked { visible.unreadCount(group: group) } }

    @export(interface) public func markRead(_ id: String, completion: @escaping (GamebaseError?) -> Void) {
        changeInbox(completion) { [self] inbox in
            guard let entry = visible.entry(id) else { return [] }
            _ = inbox.markRead(id, of: entry.userId)
            return [entry]
        }
    }

    @export(interface) public func markAllRead(group: String?, completion: @escaping (GamebaseError?) -> Void) {
        changeInbox(completion) { [self] inbox in
            let entries = visible.list(group: group)
            for entry in entries { _ = inbox.markRead(entry.id, of: entry.userId) }
            return entries
        }
    }

    @export(interface) public func remove(_ id: String, completion: @escaping (GamebaseError?) -> Void) {
        changeInbox(completion) { [self] inbox in
            visible.entry(id).flatMap { inbox.remove(id, of: $0.userId) }.map { [$0] } ?? []
        }
    }

    @export(interface) public func removeAll(group: String?, completion: @escaping (GamebaseError?) -> Void) {
        changeInbox(completion) { [self] inbox in
            let entries = visible.list(group: group)
            for entry in entries { _ = inbox.remove(entry.id, of: entry.userId) }
            return entries
        }
    }

    /// - Parameter body: with the lock held; gives what was changed, whose notices are brought up to date.
    private func changeInbox(_ completion: @escaping (GamebaseError?) -> Void, _ body: @escaping (inout Inbox) -> [InboxEntry]) {
        change(
            { (_: [InboxEntry]?, error) in completion(error) },
            { [self] in
                var inbox = own.content.inbox
                let changed = body(&inbox)
                own.content.inbox = inbox
                return changed
            }, then: { [self] in refresh($0) })
    }
}
