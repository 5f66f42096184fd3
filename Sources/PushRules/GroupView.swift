import Linux

/// What stands on the desktop for a push or its group (section 5.4). No desktop folds notifications by a key of ours, so a group is one
/// notification, put anew in its own place when it grows (section 6.3): the newest of them with its picture and buttons, and their
/// number. It is unfolded by a button of its own, or in the game.
public struct GroupView: Equatable, Sendable {
    /// The notification with this key is replaced: `replaces_id` there, the id itself at the portal.
    public let key: String
    public let title: String
    public let body: String
    /// Whose buttons and media are shown.
    public let newest: InboxEntry
    /// How many are not read.
    public let count: Int

    @export(interface) public var isFolded: Bool { count > 1 }

    /// Pushes without a group have none in common to fold them by: each is shown by itself.
    @export(interface) public static func key(of entry: InboxEntry) -> String {
        entry.groupId.utf8.isEmpty ? keyAlone(of: entry) : "group:\(entry.groupId)"
    }

    /// The key of a push that is shown by itself though it has a group.
    @export(interface) public static func keyAlone(of entry: InboxEntry) -> String { "push:\(entry.id)" }

    /// A push by itself, of a group that the player has unfolded.
    @export(interface) public static func alone(_ entry: InboxEntry) -> GroupView {
        GroupView(key: keyAlone(of: entry), title: entry.title, body: entry.body, newest: entry, count: 1)
    }

    /// What is to be shown for a push that came and is in the inbox. One alone is shown as itself, more by the newest and their number.
    /// - Parameter languages: the player's, the first that there is a text in.
    @export(interface) public static func of(_ entry: InboxEntry, in inbox: Inbox, for languages: [String]) -> GroupView {
        let others = entry.groupId.utf8.isEmpty ? [] : inbox.list(group: entry.groupId).filter { !$0.isRead }
        return view(of: others, else: entry, for: languages)
    }

    /// What is left to be shown of a group when one of its pushes was read or removed; nil when nothing is.
    @export(interface) public static func of(group: String, in inbox: Inbox, for languages: [String]) -> GroupView? {
        let unread = group.utf8.isEmpty ? [] : inbox.list(group: group).filter { !$0.isRead }
        guard let newest = unread.first else { return nil }
        return view(of: unread, else: newest, for: languages)
    }

    private static func view(of unread: [InboxEntry], else entry: InboxEntry, for languages: [String]) -> GroupView {
        let newest = unread.first ?? entry
        var body = newest.body
        if unread.count > 1 { body += (body.utf8.isEmpty ? "" : "\n") + PushTexts.newOnes(unread.count, for: languages) }
        return GroupView(key: key(of: newest), title: newest.title, body: body, newest: newest, count: max(unread.count, 1))
    }
}
