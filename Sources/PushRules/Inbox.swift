import Codecs
import Linux

/// The pushes that came, in the order in which they did.
public struct Inbox: Equatable, Sendable {
    /// Beyond it the oldest go, those that were read first.
    public static let countMax = 256

    public private(set) var entries: [InboxEntry] = []

    @export(interface) public init() {}

    /// What was added, and what had to go for it. A push that is there already changes nothing. One push to two players of this device has
    /// one id, and is an entry of each.
    public struct Added: Equatable, Sendable {
        public let isNew: Bool
        public let dropped: InboxEntry?
    }

    @export(interface) public mutating func add(_ entry: InboxEntry) -> Added {
        guard place(of: entry.id, entry.userId) == nil else { return Added(isNew: false, dropped: nil) }
        var dropped: InboxEntry?
        if entries.count >= Self.countMax { dropped = entries.remove(at: entries.firstIndex { $0.isRead } ?? 0) }
        entries.append(entry)
        return Added(isNew: true, dropped: dropped)
    }

    /// - Parameter userId: whose it is, as the entry says; nil: the first of that id.
    @export(interface) public func entry(_ id: String, of userId: String? = nil) -> InboxEntry? {
        place(of: id, userId).map { entries[$0] }
    }

    /// What a player may see: what was sent to that player, and what is the device's.
    @export(interface) public func visible(to userId: String) -> Inbox {
        var inbox = Inbox()
        inbox.entries = entries.filter { $0.userId.utf8.isEmpty || $0.userId == userId }
        return inbox
    }

    /// The newest first.
    @export(interface) public func list(group: String?) -> [InboxEntry] {
        entries.reversed().filter { group == nil || $0.groupId == group }
    }

    /// The groups, the one with the newest push first.
    @export(interface) public func groups() -> [String] {
        var groups: [String] = []
        for entry in entries.reversed() where !groups.contains(entry.groupId) { groups.append(entry.groupId) }
        return groups
    }

    @export(interface) public func unreadCount(group: String?) -> Int { list(group: group).filter { !$0.isRead }.count }

    /// - Returns: false when there is none, or it was read before.
    @export(interface) public mutating func markRead(_ id: String, of userId: String? = nil) -> Bool {
        guard let place = place(of: id, userId), !entries[place].isRead else { return false }
        entries[place].isRead = true
        return true
    }

    /// - Parameter group: nil for all.
    /// - Returns: how many were not read before.
    @export(interface) public mutating func markAllRead(group: String?) -> Int {
        var count = 0
        for place in entries.indices where !entries[place].isRead && (group == nil || entries[place].groupId == group) {
            entries[place].isRead = true
            count += 1
        }
        return count
    }

    /// Puts the file of its media beside a push, or takes it away when the file is gone.
    /// - Returns: false when there is no such push.
    @export(interface) public mutating func setMedia(_ path: String?, of id: String, _ userId: String? = nil) -> Bool {
        guard let place = place(of: id, userId), (path?.utf8.count ?? 1) <= InboxEntry.pathBytesMax else { return false }
        entries[place].mediaPath = path
        return true
    }

    @export(interface) public mutating func remove(_ id: String, of userId: String? = nil) -> InboxEntry? {
        place(of: id, userId).map { entries.remove(at: $0) }
    }

    /// - Parameter group: nil for all.
    /// - Returns: what was removed, whose media are needed no more.
    @export(interface) public mutating func removeAll(group: String?) -> [InboxEntry] {
        let removed = list(group: group)
        entries.removeAll { group == nil || $0.groupId == group }
        return removed
    }

    private func place(of id: String, _ userId: String?) -> Int? {
        entries.firstIndex { $0.id == id && (userId == nil || $0.userId == userId) }
    }

    @export(interface) public var json: JSON { ["version": 1, "entries": .array(entries.map { $0.json })] }

    /// A file may hold anything: what is wrong in it is left out and counted, and so are second ones and those that are too many.
    @export(interface) public static func read(_ json: JSON) -> (inbox: Inbox, wrong: Int) {
        var inbox = Inbox()
        guard let list = json["entries"]?.arrayValue else { return (inbox, 1) }
        var wrong = 0
        for element in list {
            guard let entry = InboxEntry.read(element) else {
                wrong += 1
                continue
            }
            let added = inbox.add(entry)
            if !added.isNew || added.dropped != nil { wrong += 1 }
        }
        return (inbox, wrong)
    }
}
