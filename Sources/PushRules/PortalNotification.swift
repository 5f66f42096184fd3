import Linux

/// The table of `org.freedesktop.portal.Notification.AddNotification`, for games in a sandbox (section 6.2). Its id is the key of what is
/// shown: the same id takes the place of what is there.
public struct PortalNotification: Equatable, Sendable {
    public enum Value: Equatable, Sendable {
        case text(String)
        case texts([String])
        /// A path: the portal takes the open file.
        case icon(file: String)
        case sound(file: String)
        /// Each is a table of its own: "label", "action" and "target", all texts.
        case buttons([PushButton])
    }

    /// The first one that has these.
    static let versionOfSounds: UInt32 = 2
    static let idBytesMax = 255

    public let id: String
    public let names: [String]
    public let values: [Value]
    /// Comes back with a click: which push it was. So a click is known after the game was started anew.
    public let target: String

    @export(interface) public func value(_ name: String) -> Value? { names.firstIndex(of: name).map { values[$0] } }

    /// - Parameter version: the property of the portal; what it does not know yet is left out, because it refuses what it does not know.
    @export(interface) public init(_ push: PushAppearance, key: String, target: String, version: UInt32) {
        let texts = push.texts()
        var names: [String] = []
        var values: [Value] = []
        func add(_ name: String, _ value: Value) {
            names.append(name)
            values.append(value)
        }
        add("title", .text(texts.title))
        // Not "markup-body": a sender's text is never markup.
        if !texts.body.utf8.isEmpty { add("body", .text(texts.body)) }
        add("priority", .text(Self.priority(push.urgency)))
        add("default-action", .text(DesktopKeys.defaultAction))
        add("default-action-target", .text(target))
        let buttons = push.shownButtons()
        if !buttons.isEmpty {
            add("buttons", .buttons(buttons.map { PushButton(id: $0.id, title: PushText.line($0.title), options: $0.options) }))
        }
        if version >= Self.versionOfSounds {
            if push.isTransient { add("display-hint", .texts(["transient"])) }
            if let media = push.media {
                // Of sounds the portal takes WAV and Ogg, of pictures PNG, JPEG and SVG.
                switch media.type {
                case .jpeg, .png: add("icon", .icon(file: media.path))
                case .wav: add("sound", .sound(file: media.path))
                default: break
                }
            }
        }
        self.id = PushText.line(key, bytesMax: Self.idBytesMax)
        self.target = target
        self.names = names
        self.values = values
    }

    private static func priority(_ urgency: PushAppearance.Urgency) -> String {
        switch urgency {
        case .low: "low"
        case .normal: "normal"
        case .critical: "urgent"
        }
    }
}
