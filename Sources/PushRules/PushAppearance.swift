import Linux

/// Names that both ways to the desktop know.
public enum DesktopKeys {
    /// The action of a click on the notification itself.
    public static let defaultAction = "default"
}

/// The game, as a desktop knows it.
public struct DesktopApp: Equatable, Sendable {
    /// Shown as the sender.
    public let name: String
    /// The name of its desktop file without ".desktop"; empty without one.
    public let entry: String
    /// A path or a themed name; empty without one.
    public let icon: String

    @export(interface) public init(name: String, entry: String = "", icon: String = "") {
        self.name = name
        self.entry = entry
        self.icon = icon
    }
}

/// A file of a push's media that is on the disk and was judged.
public struct PushMedia: Equatable, Sendable {
    public let path: String
    public let type: MediaType

    @export(interface) public init(path: String, type: MediaType) {
        self.path = path
        self.type = type
    }
}

/// What is to be shown of a push, before it is known what the desktop can do.
public struct PushAppearance: Equatable, Sendable {
    public enum Urgency: UInt8, Sendable { case low, normal, critical }

    public var title: String
    public var body: String
    public var category: String?
    public var buttons: [PushButton]
    public var media: PushMedia?
    public var urgency = Urgency.normal
    /// Not kept by the desktop when it was seen.
    public var isTransient = false

    @export(interface) public init(
        title: String, body: String, category: String? = nil, buttons: [PushButton] = [], media: PushMedia? = nil
    ) {
        self.title = title
        self.body = body
        self.category = category
        self.buttons = buttons
        self.media = media
    }

    /// Of a group: one that is folded has neither buttons nor media, which would be those of one push among several.
    @export(interface) public init(_ view: GroupView, book: ActionBook, languages: [String], media: PushMedia?) {
        let category = view.isFolded ? nil : view.newest.category
        self.init(
            title: view.title, body: view.body, category: category, buttons: book.buttons(of: category, for: languages),
            media: view.isFolded ? nil : media)
    }

    /// A title and a body as they can be shown; what has no title is its body.
    func texts() -> (title: String, body: String) {
        let title = PushText.line(title)
        return title.utf8.isEmpty ? (PushText.line(body), "") : (title, PushText.body(body))
    }

    func shownButtons() -> ArraySlice<PushButton> { buttons.prefix(PushCategory.actionsMax) }
}
