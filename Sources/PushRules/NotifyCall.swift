import Linux
import Wire

/// The arguments of `org.freedesktop.Notifications.Notify` (sections 6.1 and 6.3).
public struct NotifyCall: Equatable, Sendable {
    public enum Hint: Equatable, Sendable {
        case text(String)
        case byte(UInt8)
        case flag(Bool)
    }

    public let appName: String
    public let appIcon: String
    public let summary: String
    public let body: String
    /// Keys and titles in turn.
    public let actions: [String]
    public let hintNames: [String]
    public let hints: [Hint]
    /// As long as the desktop wants.
    public let expireMilliseconds: Int32 = -1

    static let hintBytesMax = 255

    @export(interface) public func hint(_ name: String) -> Hint? { hintNames.firstIndex(of: name).map { hints[$0] } }

    /// - Parameter capabilities: what GetCapabilities answered. What is not in there is left out: buttons are then those of the game's
    ///   inbox, and text without markup is text.
    @export(interface) public init(_ push: PushAppearance, app: DesktopApp, capabilities: [String]) {
        let texts = push.texts()
        appName = PushText.line(app.name)
        appIcon = app.icon
        summary = texts.title
        // A sender's text is never markup: where the desktop reads some, it is escaped.
        body = capabilities.contains("body-markup") ? PushText.markup(texts.body) : texts.body
        var actions: [String] = []
        if capabilities.contains("actions") {
            // The desktop says no words for a click, but some show what stands here.
            actions = [DesktopKeys.defaultAction, appName]
            for button in push.shownButtons() { actions += [button.id, PushText.line(button.title)] }
        }
        self.actions = actions
        var names: [String] = []
        var hints: [Hint] = []
        func add(_ name: String, _ hint: Hint) {
            names.append(name)
            hints.append(hint)
        }
        add("urgency", .byte(push.urgency.rawValue))
        if !app.entry.utf8.isEmpty { add("desktop-entry", .text(app.entry)) }
        if push.isTransient { add("transient", .flag(true)) }
        if let category = push.category { add("category", .text(Self.category(category, app))) }
        if let media = push.media {
            switch media.type.kind {
            case .image: add("image-path", .text(Self.fileAddress(media.path)))
            // What the desktop cannot play it leaves out; nobody promises MP3.
            case .audio: if capabilities.contains("sound") { add("sound-file", .text(media.path)) }
            // No desktop shows one: it opens with the click.
            case .video: break
            }
        }
        hintNames = names
        self.hints = hints
    }

    /// Categories of one's own begin with `x-` and a name: "x-org.example.game.INFO_CATEGORY".
    private static func category(_ category: String, _ app: DesktopApp) -> String {
        let name = app.entry.utf8.isEmpty ? "game" : app.entry
        return PushText.line("x-\(name).\(category)", bytesMax: hintBytesMax)
    }

    /// `file:///path`, with what has a meaning in an address encoded.
    private static func fileAddress(_ path: String) -> String {
        var address = Array("file://".utf8)
        for part in path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: true) {
            address.append(UInt8(ascii: "/"))
            address += Array(PercentEncoding.encode(String(decoding: Array(part), as: UTF8.self)).utf8)
        }
        return String(decoding: address, as: UTF8.self)
    }
}
