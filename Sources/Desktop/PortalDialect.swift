import Linux

/// org.freedesktop.portal.Notification: what a game in a sandbox has. It says neither whether a notice was seen nor that it was closed, and
/// knows notices by their keys, also those of an earlier run.
final class PortalDialect: NoticeDialect {
    static let portalService: StaticString = "org.freedesktop.portal.Desktop"
    static let portalPath: StaticString = "/org/freedesktop/portal/desktop"
    let service = PortalDialect.portalService
    let path = PortalDialect.portalPath
    let interface: StaticString = "org.freedesktop.portal.Notification"
    private static let signatureOfRows: StaticString = "a{sv}"
    /// Since this version: markup, sounds, answers in words.
    private static let richVersion: UInt32 = 2

    func questions(_ destination: String) -> [BusCall] {
        [
            BusCall(
                destination: destination, path: path.description, interface: "org.freedesktop.DBus.Properties", member: "Get",
                arguments: [.string(interface.description), .string("version")])
        ]
    }

    func learn(_ question: Int, _ values: [BusValue], _ server: inout NoticeServer) {
        let isRich = (values.first?.plain.uint32Value ?? 1) >= Self.richVersion
        server.name = "portal"
        server.version = isRich ? "2" : "1"
        server.capabilities = isRich ? ["actions", "body", "body-markup", Notice.replyAction] : ["actions", "body"]
    }

    func show(_ notice: Notice, replaces id: UInt32, _ server: NoticeServer, _ destination: String) -> BusCall {
        let priorities: [StaticString] = ["low", "normal", "urgent"]
        let markup = server.has("body-markup") ? notice.bodyMarkup : nil
        let hasReply = notice.replyLabel != nil && server.has(Notice.replyAction)
        var rows: [BusValue] = [
            BusValue.row("title", .string(notice.title)),
            BusValue.row(markup == nil ? "body" : "markup-body", .string(markup ?? notice.body)),
            BusValue.row("priority", .string(priorities[Int(notice.urgency.rawValue)].description)),
            BusValue.row("default-action", .string(Notice.defaultAction)),
            BusValue.row("buttons", .array(buttons(notice, hasReply: hasReply), of: Self.signatureOfRows)),
        ]
        if let picture = picture(notice) { rows.append(BusValue.row("icon", picture)) }
        if server.version == "2" {
            if notice.isSilent { rows.append(BusValue.row("sound", .string("silent"))) }
            if notice.isTransient { rows.append(BusValue.row("display-hint", .array([.string("transient")], of: "s"))) }
            // A field for an answer is shown with this category only.
            if hasReply { rows.append(BusValue.row("category", .string("im.received"))) }
        }
        return call(destination, "AddNotification", [.string(notice.key), .array(rows, of: BusValue.dictionary)])
    }

    private func buttons(_ notice: Notice, hasReply: Bool) -> [BusValue] {
        var buttons: [BusValue] = []
        func add(_ key: String, _ label: String, _ more: [BusValue] = []) {
            let rows = [BusValue.row("label", .string(label)), BusValue.row("action", .string(key))] + more
            buttons.append(.array(rows, of: BusValue.dictionary))
        }
        // Names that begin so would start the game through the bus.
        for action in notice.actions
        where action.key != Notice.defaultAction && TextParts.rest(of: action.key, behind: "app.") == nil {
            add(action.key, action.label)
        }
        if hasReply {
            add(Notice.replyAction, notice.replyLabel ?? "", [BusValue.row("purpose", .string("im.reply-with-text"))])
        } else if let title = notice.replyTitle {
            add(Notice.replyAction, title)
        }
        return buttons
    }

    /// The service cannot see the game's files: it is given the bytes.
    private func picture(_ notice: Notice) -> BusValue? {
        func icon(_ kind: StaticString, _ value: BusValue) -> BusValue { .structure([.string(kind.description), .variant(value)]) }
        if let path = notice.imagePath, let bytes = try? Files.read(path, bytesMax: DesktopLimit.pictureBytesMax) {
            return icon("bytes", .bytes(bytes))
        }
        return notice.icon.isEmpty ? nil : icon("themed", .array([.string(notice.icon)], of: "s"))
    }

    private func call(_ destination: String, _ member: StaticString, _ arguments: [BusValue]) -> BusCall {
        BusCall(destination: destination, path: path.description, interface: interface, member: member, arguments: arguments)
    }

    func shown(_ values: [BusValue]) -> UInt32? { 0 }

    func close(_ key: String, _ id: UInt32, _ destination: String) -> BusCall { call(destination, "RemoveNotification", [.string(key)]) }

    func event(_ signal: BusMessage) -> NoticeEvent? {
        guard signal.isAt(path), signal.isSignal(interface, "ActionInvoked"), let values = signal.values(), values.count >= 3,
            let key = values[0].stringValue, let action = values[1].stringValue
        else { return nil }
        var reply: String?
        var token: String?
        // Versions differ in the order of these.
        for value in values[2].arrayValue ?? [] {
            if let text = value.plain.stringValue { reply = DesktopText.cut(text, DesktopLimit.replyBytesMax) }
            token = DesktopText.short(value.plain["activation-token"], DesktopLimit.tokenBytesMax) ?? token
        }
        return NoticeEvent(key: key, token: token, kind: .pressed(action: action, reply: action == Notice.replyAction ? reply : nil))
    }
}
