import Codecs
import Linux

/// A push that came, as the game can list it.
public struct InboxEntry: Equatable, Sendable {
    public static let idBytesMax = 128
    public static let pathBytesMax = 4_096
    public static let userBytesMax = 64
    /// Of `rest`, as JSON: what the console sends at most, with what its extras take more as a text.
    public static let restBytesMax = 32 << 10

    public enum Source: String, Sendable { case local, remote }

    /// The push's, the same for all its receivers. A player's inbox has one entry of an id.
    public let id: String
    /// Empty: the group of the app.
    public let groupId: String
    public let source: Source
    public let title: String
    public let body: String
    /// When the sender sent it, not when it came or when its media did (section 5.5).
    public let sentAt: Int64
    /// The file of its media; nil without.
    public internal(set) var mediaPath: String?
    /// Names its buttons; nil without.
    public let category: String?
    public internal(set) var isRead = false
    /// Whose it is; empty: of whoever plays on this device.
    public let userId: String
    /// What else came with it: buttons of its own, a link, what the sender added.
    public let rest: JSONObject

    /// Texts are cut to what can be shown. Nil when an id, a path or a category is empty or too long to be one, or the rest too long.
    @export(interface) public init?(
        id: String, groupId: String, source: Source, title: String, body: String, sentAt: Int64, mediaPath: String? = nil,
        category: String? = nil, isRead: Bool = false, userId: String = "", rest: JSONObject = JSONObject()
    ) {
        guard (1...Self.idBytesMax).contains(id.utf8.count), groupId.utf8.count <= LocalPush.groupBytesMax,
            userId.utf8.count <= Self.userBytesMax, Self.mayBeKept(rest)
        else { return nil }
        if let mediaPath { guard (1...Self.pathBytesMax).contains(mediaPath.utf8.count) else { return nil } }
        if let category { guard (1...ActionBook.idBytesMax).contains(category.utf8.count) else { return nil } }
        self.id = id
        self.groupId = groupId
        self.source = source
        self.title = PushText.line(title)
        self.body = PushText.body(body)
        self.sentAt = sentAt
        self.mediaPath = mediaPath
        self.category = category
        self.isRead = isRead
        self.userId = userId
        self.rest = rest
    }

    /// Whether a push with this rest can be read again.
    @export(interface) public static func mayBeKept(_ rest: JSONObject) -> Bool {
        if rest.isEmpty { return true }
        let text = Array(rest.text().utf8)
        return text.count <= restBytesMax && JSONNesting.isAtMost(LocalPush.restDepthMax, text[...])
    }

    /// Nil for a path that is too long.
    @export(interface) public func with(media path: String) -> InboxEntry? {
        guard (1...Self.pathBytesMax).contains(path.utf8.count) else { return nil }
        var entry = self
        entry.mediaPath = path
        return entry
    }

    @export(interface) public var json: JSON {
        var object: JSONObject = ["id": .string(id)]
        object["groupId"] = .string(groupId)
        object["source"] = .string(source.rawValue)
        object["title"] = .string(title)
        object["body"] = .string(body)
        object["sentAt"] = .integer(sentAt)
        object.set("mediaPath", mediaPath)
        object.set("category", category)
        object["isRead"] = .bool(isRead)
        if !userId.utf8.isEmpty { object["userId"] = .string(userId) }
        if !rest.isEmpty { object["rest"] = .object(rest) }
        return .object(object)
    }

    /// Nil for a member of a wrong type or a missing id, source or time.
    static func read(_ json: JSON) -> InboxEntry? {
        guard let object = json.objectValue, let id = object["id"]?.stringValue, let groupId = LocalPush.text(object, "groupId"),
            let source = object["source"]?.stringValue, let title = LocalPush.text(object, "title"),
            let body = LocalPush.text(object, "body"), let sentAt = object["sentAt"]?.int64Value,
            let path = LocalPush.text(object, "mediaPath"), let category = LocalPush.text(object, "category"),
            let userId = LocalPush.text(object, "userId"),
            source == Source.local.rawValue || source == Source.remote.rawValue
        else { return nil }
        var isRead = false
        if let value = object["isRead"] {
            guard let flag = value.boolValue else { return nil }
            isRead = flag
        }
        return InboxEntry(
            id: id, groupId: groupId, source: source == Source.local.rawValue ? .local : .remote, title: title, body: body,
            sentAt: sentAt, mediaPath: path.utf8.isEmpty ? nil : path, category: category.utf8.isEmpty ? nil : category, isRead: isRead,
            userId: userId, rest: object["rest"]?.objectValue ?? JSONObject())
    }
}
