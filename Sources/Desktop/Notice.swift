/// What the player is shown: plain values, ready for the screen.
public struct Notice: Sendable {
    public struct Action: Sendable {
        public var key: String
        public var label: String
        @export(interface) public init(key: String, label: String) {
            self.key = key
            self.label = label
        }
    }

    public enum Urgency: UInt8, Sendable { case low, normal, critical }

    /// The owner's name for it. One that is shown under the same key replaces the one before.
    public var key: String
    /// What it stands for, in the owner's words: told with a press on it, also when another of its key is on its way.
    public var mark = ""
    public var title: String
    /// As it is, without markup.
    public var body: String
    /// The same with markup, for a server that reads it.
    public var bodyMarkup: String?
    public var icon = ""
    /// A file on this machine.
    public var imagePath: String?
    public var soundPath: String?
    public var category: String?
    public var urgency = Urgency.normal
    public var isTransient = false
    public var isSilent = false
    public var actions: [Action] = []
    /// The label of a field for an answer in words, where the desktop has one.
    public var replyLabel: String?
    /// The label of a button in its place where it has none: the game asks for the words itself.
    public var replyTitle: String?
    /// -1: as the desktop does; 0: until the player closes it.
    public var timeoutMilliseconds: Int32 = -1
    /// How long it may wait for a desktop that is not there.
    public var keepMilliseconds: Int64 = 10 * 60_000

    @export(interface) public init(key: String, title: String, body: String) {
        self.key = key
        self.title = title
        self.body = body
    }

    /// The action of a click on the notice itself.
    public static let defaultAction = "default"
    /// The action under which an answer in words arrives.
    public static let replyAction = "inline-reply"

    /// Whether a desktop would take it: a message that is too large would cost the connection, and D-Bus has no texts with a NUL.
    var isPresentable: Bool {
        guard !key.isEmpty, Self.fits(key, DesktopLimit.keyBytesMax), Self.fits(title, DesktopLimit.titleBytesMax),
            Self.fits(body, DesktopLimit.bodyBytesMax), Self.fits(bodyMarkup ?? "", DesktopLimit.bodyBytesMax),
            actions.count <= DesktopLimit.actionsMax
        else { return false }
        for text in [icon, imagePath ?? "", soundPath ?? "", category ?? "", replyLabel ?? "", replyTitle ?? ""]
        where !Self.fits(text, DesktopLimit.hintBytesMax) { return false }
        for action in actions
        where action.key.isEmpty || !Self.fits(action.key, DesktopLimit.keyBytesMax) || !Self.fits(action.label, DesktopLimit.titleBytesMax)
        {
            return false
        }
        return true
    }

    private static func fits(_ text: String, _ bytesMax: Int) -> Bool { text.utf8.count <= bytesMax && !text.utf8.contains(0) }

    func offers(_ action: String) -> Bool {
        action == Self.defaultAction || (action == Self.replyAction && replyLabel != nil) || actions.contains { $0.key == action }
    }
}

/// What shows the notices.
public struct NoticeServer: Sendable {
    public var name = ""
    public var version = ""
    /// As it says itself: "actions", "body-markup", "sound", …
    public var capabilities: [String] = []

    @export(interface) public func has(_ capability: String) -> Bool { capabilities.contains(capability) }
}

/// Why a notice is on the screen no more.
public enum NoticeEnd: UInt8, Sendable {
    /// As the server says.
    case expired = 1, dismissed, closedByCall, undefined
    /// Who showed it is gone, and it with it. It may be shown again.
    case serverGone
    /// More were shown than are remembered.
    case forgotten
}

/// Why a notice is not on the screen.
public enum NoticeObstacle: UInt8, Sendable {
    case noLibrary, noBus, noService, slow
    /// The server refused it, or answered nonsense.
    case refused, badAnswer
    case tooMany, tooLarge, expired
}

/// What the owner is told. Called on the desktop's thread, which must not be held up; never under a lock.
public struct NoticeOwner: Sendable {
    /// It is on the screen. The number is the server's; in a sandbox there is none, and 0 is told.
    public var shown: @Sendable (_ key: String, _ id: UInt32) -> Void = { _, _ in }
    /// The mark is that of the notice that was pressed.
    public var pressed: @Sendable (_ key: String, _ mark: String, _ action: String, _ activationToken: String?, _ reply: String?) -> Void =
        { _, _, _, _, _ in }
    /// Nothing of this key is on the screen any more, nor waits to be.
    public var closed: @Sendable (_ key: String, _ why: NoticeEnd) -> Void = { _, _ in }
    /// `isKept`: it waits, and is shown when that can be, or another of its key waits or is on the screen. Otherwise it was dropped.
    public var unavailable: @Sendable (_ key: String, _ why: NoticeObstacle, _ isKept: Bool) -> Void = { _, _, _ in }
    /// nil: nobody shows notices now.
    public var server: @Sendable (NoticeServer?) -> Void = { _ in }

    @export(interface) public init() {}
}
