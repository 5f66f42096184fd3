import Codecs
import Linux
import PushRules

/// A button of a push, from its category or its own (iap_push.md 5.6 and 5.8).
public struct NoteButton: Sendable {
    /// What a press asks for, in the words of `kTCGBPushClickAction`.
    public enum Kind: Sendable {
        case openApp, openURL, reply, dismiss

        @export(interface) public var name: String {
            switch self {
            case .openApp: "OPEN_APP"
            case .openURL: "OPEN_URL"
            case .reply: "REPLY"
            case .dismiss: "DISMISS"
            }
        }
    }

    public let id: String
    public let title: String
    public let kind: Kind
    /// Of `openURL`.
    public let link: String?
    /// Of `reply`: what stands in the field before the player types.
    public let hint: String?

    init(_ button: PushButton) {
        id = button.id
        title = button.title
        kind = button.options.contains(.foreground) ? .openApp : .dismiss
        link = nil
        hint = nil
    }

    /// As a push carries it: `name` is its title, and its id where it has no other.
    init?(_ json: JSON) {
        guard let name = json["name"]?.stringValue, !name.isEmpty else { return nil }
        title = PushText.line(name, bytesMax: ActionBook.titleBytesMax)
        id = json["identifier"]?.stringValue ?? name
        link = json["link"]?.stringValue
        hint = json["hint"]?.stringValue
        switch json["buttonType"]?.stringValue {
        case "OPEN_URL", "DEEP_LINK": kind = .openURL
        case "REPLY": kind = .reply
        case "DISMISS": kind = .dismiss
        default: kind = .openApp
        }
    }

    var json: JSON {
        var object: JSONObject = ["identifier": .string(id), "name": .string(title), "buttonType": .string(kind.name)]
        object.set("link", link)
        object.set("hint", hint)
        return .object(object)
    }
}

/// A push as the game is told of it, and as it lists it.
public struct PushNote: Sendable {
    public let entry: InboxEntry
    public let buttons: [NoteButton]

    init(_ entry: InboxEntry, _ buttons: [NoteButton]) {
        self.entry = entry
        self.buttons = buttons
    }

    /// A push that the host describes: the JSON form, which need not have come from here.
    @export(interface) public static func read(_ json: JSON) -> PushNote? {
        guard let id = json["id"]?.stringValue, let entry = ClientNotifications.entry(json, id: id, userId: "", now: 0, isOurs: true) else {
            return nil
        }
        let buttons = json["buttons"]?.arrayValue ?? []
        return PushNote(entry, buttons.prefix(PushCategory.actionsMax).compactMap { NoteButton($0) })
    }

    public var noticeId: Int64 { entry.rest["noticeId"]?.int64Value ?? 0 }
    public var isLocal: Bool { entry.source == .local }
    public var isLate: Bool { entry.rest["isLate"]?.boolValue ?? false }
    public var link: String? { entry.rest["link"]?.stringValue }
    public var media: String? { entry.rest["media"]?.stringValue }
    @export(interface) public var extras: String { entry.rest["extras"]?.stringValue ?? "{}" }

    @export(interface) public var json: JSON {
        var object = entry.json.objectValue ?? JSONObject()
        object["rest"] = nil
        object["userId"] = nil
        object["buttons"] = nil
        for (key, value) in entry.rest.members where key != "buttons" { object[key] = value }
        object["buttons"] = .array(buttons.map { $0.json })
        return .object(object)
    }

    /// What Gamebase calls a push message.
    var message: PushMessage { PushMessage(identifier: entry.id, title: entry.title, body: entry.body, extras: extras) }
}

/// Pushes that come from elsewhere.
extension ClientNotifications {
    /// Beside the members that an entry has of its own; what is too long or too deep for the inbox goes from the end.
    private static let restKeys = ["isAd", "media", "link", "buttons", "extras"]
    /// What the library says of a push, and no sender.
    private static let ourKeys = ["isLate", "noticeId"]

    /// - Parameter isOurs: the form that `PushNote.json` gives, with what only the library can know.
    /// - Returns: nil for one without an id that can be kept.
    static func entry(_ message: JSON, id: String, userId: String, now: Int64, isOurs: Bool = false) -> InboxEntry? {
        var rest = JSONObject()
        for key in restKeys + (isOurs ? ourKeys : []) {
            guard let value = message[key], !value.isNull else { continue }
            rest[key] = value
            if !InboxEntry.mayBeKept(rest) { rest[key] = nil }
        }
        func text(_ key: String) -> String { message[key]?.stringValue ?? "" }
        let path = isOurs ? text("mediaPath") : ""
        // A longer one is no set of buttons.
        let category = message["category"]?.stringValue.flatMap { (1...ActionBook.idBytesMax).contains($0.utf8.count) ? $0 : nil }
        return InboxEntry(
            id: id, groupId: text("groupId"), source: isOurs && text("source") == "local" ? .local : .remote, title: text("title"),
            body: text("body"), sentAt: message["sentAt"]?.int64Value ?? now, mediaPath: path.utf8.isEmpty ? nil : path,
            category: category, isRead: isOurs && message["isRead"]?.boolValue == true, userId: userId,
            rest: rest)
    }

    func note(_ entry: InboxEntry) -> PushNote { PushNote(entry, buttons(of: entry)) }

    /// A push has its own, or those of its category in the game's language (section 5.7).
    private func buttons(of entry: InboxEntry) -> [NoteButton] {
        if let own = entry.rest["buttons"]?.arrayValue, !own.isEmpty {
            return own.prefix(PushCategory.actionsMax).compactMap { NoteButton($0) }
        }
        guard let category = entry.category else { return [] }
        let (book, languages) = lock.locked { (settings.book ?? own.book, gameLanguages) }
        return book.buttons(of: category, for: languages).map { NoteButton($0) }
    }

    func tell(_ entry: InboxEntry) {
        if let received = lock.locked({ settings.delegate.received }) { received(note(entry)) }
    }

    /// The game is about to hear of a push by the events of its SDK; `take` follows. In the run loop.
    func hears(_ message: JSON, id: String, userId: String) {
        guard let entry = Self.entry(message, id: id, userId: userId, now: platform.clock.epochMilliseconds()) else { return }
        lock.locked { if settings.isUsed, own.opening == .done { own.hearing.append(entry) } }
    }

    /// The game has heard of a push by the events of its SDK. In the run loop.
    /// - Parameters:
    ///   - isShown: also while the player looks at the game.
    ///   - hasHostShown: the caller gives it to the host's `showNotification`.
    ///   - then: when it is kept, or was not to be.
    func take(_ message: JSON, id: String, userId: String, isShown: Bool, hasHostShown: Bool, then: @escaping () -> Void) {
        lock.locked { own.hearing.removeAll { sameText($0.id, id) && sameText($0.userId, userId) } }
        guard lock.locked({ settings.isUsed }),
            let entry = Self.entry(message, id: id, userId: userId, now: platform.clock.epochMilliseconds())
        else { return then() }
        // What the handler does with it in the inbox counts.
        let isKept = lock.locked { own.opening == .done } ? keep(entry) : nil as Bool?
        tell(entry)
        whenOpen { [self] error in
            guard error == nil, isKept ?? keep(entry) else { return then() }
            save { _ in then() }
            withMedia(entry) { [self] in
                if let entry = $0 {
                    show(
                        entry, evenInFront: isShown || lock.locked { own.content.foreground.remote }, hasHostShown: hasHostShown)
                }
            }
        }
    }
}
