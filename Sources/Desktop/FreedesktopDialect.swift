import Linux

/// org.freedesktop.Notifications, version 1.2 and what KDE added to it.
final class FreedesktopDialect: NoticeDialect {
    let service: StaticString = "org.freedesktop.Notifications"
    let path: StaticString = "/org/freedesktop/Notifications"
    let interface: StaticString = "org.freedesktop.Notifications"
    private let facts: DesktopFacts

    init(_ facts: DesktopFacts) { self.facts = facts }

    private func call(_ destination: String, _ member: StaticString, _ arguments: [BusValue] = []) -> BusCall {
        BusCall(destination: destination, path: path.description, interface: interface, member: member, arguments: arguments)
    }

    func questions(_ destination: String) -> [BusCall] {
        [call(destination, "GetServerInformation"), call(destination, "GetCapabilities")]
    }

    func learn(_ question: Int, _ values: [BusValue], _ server: inout NoticeServer) {
        if question == 0 {
            guard values.count >= 3 else { return }
            server.name = DesktopText.short(values[0], DesktopLimit.factBytesMax) ?? ""
            server.version = DesktopText.short(values[2], DesktopLimit.factBytesMax) ?? ""
        } else {
            for value in (values.first?.arrayValue ?? []).prefix(DesktopLimit.capabilitiesMax) {
                if let text = DesktopText.short(value, DesktopLimit.factBytesMax) { server.capabilities.append(text) }
            }
        }
    }

    func show(_ notice: Notice, replaces id: UInt32, _ server: NoticeServer, _ destination: String) -> BusCall {
        var actions: [BusValue] = []
        if server.has("actions") {
            for action in notice.actions { actions += [.string(action.key), .string(action.label)] }
            let label = server.has(Notice.replyAction) ? notice.replyLabel : notice.replyTitle
            if let label { actions += [.string(Notice.replyAction), .string(label)] }
        }
        let markup = server.has("body-markup") ? notice.bodyMarkup : nil
        let arguments: [BusValue] = [
            .string(facts.applicationName), .uint32(id), .string(notice.icon), .string(notice.title), .string(markup ?? notice.body),
            .array(actions, of: "s"), .array(hints(notice, server), of: BusValue.dictionary), .int32(notice.timeoutMilliseconds),
        ]
        return call(destination, "Notify", arguments)
    }

    private func hints(_ notice: Notice, _ server: NoticeServer) -> [BusValue] {
        var hints: [BusValue] = [BusValue.row("urgency", .byte(notice.urgency.rawValue))]
        func add(_ key: StaticString, _ text: String?) { if let text, !text.isEmpty { hints.append(BusValue.row(key, .string(text))) } }
        add("desktop-entry", facts.desktopEntry)
        add("category", notice.category)
        add("image-path", notice.imagePath.map { FileAddress.of($0) })
        if server.has("sound") {
            if notice.isSilent { hints.append(BusValue.row("suppress-sound", .bool(true))) } else { add("sound-file", notice.soundPath) }
        }
        if server.has(Notice.replyAction) { add("x-kde-reply-placeholder-text", notice.replyLabel) }
        if notice.isTransient { hints.append(BusValue.row("transient", .bool(true))) }
        return hints
    }

    func shown(_ values: [BusValue]) -> UInt32? { values.first?.uint32Value.flatMap { $0 == 0 ? nil : $0 } }

    func close(_ key: String, _ id: UInt32, _ destination: String) -> BusCall { call(destination, "CloseNotification", [.uint32(id)]) }

    func event(_ signal: BusMessage) -> NoticeEvent? {
        let members: [StaticString] = ["ActionInvoked", "ActivationToken", "NotificationReplied", "NotificationClosed"]
        guard signal.isAt(path), let member = members.firstIndex(where: { signal.isSignal(interface, $0) }),
            let values = signal.values(), values.count >= 2, let id = values[0].uint32Value
        else { return nil }
        if member == 3 {
            guard let reason = values[1].uint32Value else { return nil }
            let end = reason <= 3 ? NoticeEnd(rawValue: UInt8(reason)) : nil
            return NoticeEvent(id: id, kind: .closed(end ?? .undefined))
        }
        guard let text = values[1].stringValue else { return nil }
        switch member {
        case 0: return NoticeEvent(id: id, kind: .pressed(action: text, reply: nil))
        case 1: return text.utf8.count <= DesktopLimit.tokenBytesMax ? NoticeEvent(id: id, kind: .token(text)) : nil
        default:
            let reply = DesktopText.cut(text, DesktopLimit.replyBytesMax)
            return NoticeEvent(id: id, kind: .pressed(action: Notice.replyAction, reply: reply))
        }
    }
}

/// The address of a file, as hints want it.
enum FileAddress {
    static func of(_ path: String) -> String {
        guard path.utf8.first == UInt8(ascii: "/") else { return path }
        return String(decoding: Array("file://".utf8) + BusAddress.escaped(path), as: UTF8.self)
    }
}
