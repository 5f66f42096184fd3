import Boundary
import CGamebase
import Client
import Linux

private var notifications: ClientNotifications { Clients.current.notifications }

@_cdecl("HIVEPushInbox_getMessages") @implementation
public func HIVEPushInbox_getMessages(
    _ groupId: UnsafePointer<CChar>?, _ callback: HIVEPushMessageListCallback?, _ context: UnsafeMutableRawPointer?
) {
    let deliver: ([HIVEMessage], GamebaseError?) -> Void = deliver(callback, context)
    var arguments = Arguments("HIVEPushInbox")
    let group = arguments.text(groupId, "groupId")
    if let error = arguments.error { return refuse(error, callback != nil) { deliver([], $0) } }
    notifications.messages(group: group) { deliver(($0 ?? []).map { HIVEMessage(note: $0) }, $1) }
}

@_cdecl("HIVEPushInbox_unreadCount") @implementation
public func HIVEPushInbox_unreadCount(_ groupId: UnsafePointer<CChar>?) -> Int {
    var arguments = Arguments("HIVEPushInbox")
    let group = arguments.text(groupId, "groupId")
    return arguments.refusedIntoLog() ? 0 : notifications.unreadCount(group: group)
}

/// A call about one push, or about a group.
private func about(
    _ text: CText?, isGroup: Bool, _ callback: ResultCallback?, _ context: UnsafeMutableRawPointer?, _ function: StaticString = #function,
    _ call: (ClientNotifications, String?, @escaping (GamebaseError?) -> Void) -> Void
) {
    let deliver = deliver(callback, context)
    var arguments = Arguments("HIVEPushInbox")
    let name: String? =
        isGroup ? arguments.text(text, "groupId") : arguments.requiredText(text, "identifier", "the identifier of a message")
    if let error = arguments.error { return refuse(error, callback != nil, function) { deliver($0) } }
    call(notifications, name, deliver)
}

@_cdecl("HIVEPushInbox_markRead") @implementation
public func HIVEPushInbox_markRead(
    _ identifier: UnsafePointer<CChar>?, _ callback: HIVEPushResultCallback?, _ context: UnsafeMutableRawPointer?
) {
    about(identifier, isGroup: false, callback, context) { $0.markRead($1 ?? "", completion: $2) }
}

@_cdecl("HIVEPushInbox_markAllRead") @implementation
public func HIVEPushInbox_markAllRead(
    _ groupId: UnsafePointer<CChar>?, _ callback: HIVEPushResultCallback?, _ context: UnsafeMutableRawPointer?
) {
    about(groupId, isGroup: true, callback, context) { $0.markAllRead(group: $1, completion: $2) }
}

@_cdecl("HIVEPushInbox_remove") @implementation
public func HIVEPushInbox_remove(
    _ identifier: UnsafePointer<CChar>?, _ callback: HIVEPushResultCallback?, _ context: UnsafeMutableRawPointer?
) {
    about(identifier, isGroup: false, callback, context) { $0.remove($1 ?? "", completion: $2) }
}

@_cdecl("HIVEPushInbox_removeAll") @implementation
public func HIVEPushInbox_removeAll(
    _ groupId: UnsafePointer<CChar>?, _ callback: HIVEPushResultCallback?, _ context: UnsafeMutableRawPointer?
) {
    about(groupId, isGroup: true, callback, context) { $0.removeAll(group: $1, completion: $2) }
}

@_cdecl("HIVEPushInbox_press") @implementation
public func HIVEPushInbox_press(
    _ identifier: UnsafePointer<CChar>?, _ actionId: UnsafePointer<CChar>?, _ text: UnsafePointer<CChar>?
) -> Bool {
    var arguments = Arguments("HIVEPushInbox")
    let identifier = arguments.requiredText(identifier, "identifier", "the identifier of a message")
    let action = arguments.text(actionId, "actionId")
    let text = arguments.text(text, "text")
    arguments.limit(text, "text", 4_096)
    if arguments.refusedIntoLog() { return false }
    return notifications.pressed(identifier, action: action, text: text)
}
