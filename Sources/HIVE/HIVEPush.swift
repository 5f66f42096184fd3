import Boundary
import CGamebase
import Client
import Codecs
import Linux
import PushRules

private var notifications: ClientNotifications { Clients.current.notifications }

// MARK: Agreement

@_cdecl("HIVEPush_getRemotePush") @implementation
public func HIVEPush_getRemotePush(_ callback: HIVERemotePushCallback?, _ context: UnsafeMutableRawPointer?) {
    let deliver: (HIVERemote?, GamebaseError?) -> Void = deliver(callback, HIVEResultAPICodePushInvalidParamRemotePush, context)
    notifications.remoteConsent { deliver($0.map { HIVERemote(consent: $0) }, $1) }
}

@_cdecl("HIVEPush_setRemotePush_handler") @implementation
public func HIVEPush_setRemotePush_handler(
    _ remotePush: OpaquePointer?, _ callback: HIVERemotePushCallback?, _ context: UnsafeMutableRawPointer?
) { HIVEPush_setRemotePush(remotePush, callback, context) }

@_cdecl("HIVEPush_setRemotePush") @implementation
public func HIVEPush_setRemotePush(
    _ remotePush: OpaquePointer?, _ callback: HIVERemotePushCallback?, _ context: UnsafeMutableRawPointer?
) {
    let deliver: (HIVERemote?, GamebaseError?) -> Void = deliver(callback, HIVEResultAPICodePushInvalidParamRemotePush, context)
    var arguments = Arguments("HIVEPush")
    guard let value = arguments.value(remotePush, HIVERemote.self, "remotePush") else {
        return refuse(arguments, callback != nil) { deliver(nil, $0) }
    }
    notifications.setRemoteConsent(value.consent) { deliver($0.map { HIVERemote(consent: $0) }, $1) }
}

private func refuse(
    _ arguments: Arguments, _ isHeard: Bool, _ function: StaticString = #function, _ deliver: @escaping (GamebaseError) -> Void
) {
    if let error = arguments.error { Boundary.refuse(error, isHeard, function, deliver) }
}

// MARK: Local pushes

@_cdecl("HIVEPush_registerLocalPush_handler") @implementation
public func HIVEPush_registerLocalPush_handler(
    _ localPush: OpaquePointer?, _ callback: HIVELocalPushCallback?, _ context: UnsafeMutableRawPointer?
) { HIVEPush_registerLocalPush(localPush, callback, context) }

@_cdecl("HIVEPush_registerLocalPush") @implementation
public func HIVEPush_registerLocalPush(
    _ localPush: OpaquePointer?, _ callback: HIVELocalPushCallback?, _ context: UnsafeMutableRawPointer?
) {
    let deliver: (HIVELocal?, GamebaseError?) -> Void = deliver(callback, HIVEResultAPICodePushInvalidParamLocalPush, context)
    var arguments = Arguments("HIVEPush")
    let value = arguments.value(localPush, HIVELocal.self, "localPush")
    do throws(LocalPush.Fault) {
        if let value, arguments.error == nil {
            let push = try value.checked()
            return notifications.register(push) { deliver(value, $1) }
        }
    } catch {
        arguments.refuse("localPush", error.reason)
    }
    refuse(arguments, callback != nil) { deliver(value, $0) }
}

@_cdecl("HIVEPush_unregisterLocalPush") @implementation
public func HIVEPush_unregisterLocalPush(_ noticeId: Int64) { notifications.unregister([noticeId]) }

@_cdecl("HIVEPush_unregisterLocalPushes") @implementation
public func HIVEPush_unregisterLocalPushes(_ noticeIds: UnsafePointer<Int64>?, _ count: Int) {
    var arguments = Arguments("HIVEPush")
    if count < 0 || count > 1_024 { arguments.refuse("count", "is \(count); pass at most 1024") }
    if noticeIds == nil, count > 0 { arguments.refuse("noticeIds", "is NULL; pass \(count) numbers") }
    if arguments.refusedIntoLog() { return }
    notifications.unregister(Array(UnsafeBufferPointer(start: noticeIds, count: count)))
}

@_cdecl("HIVEPush_unregisterAllLocalPushes") @implementation
public func HIVEPush_unregisterAllLocalPushes() { notifications.unregister(nil) }

@_cdecl("HIVEPush_getLocalPushes") @implementation
public func HIVEPush_getLocalPushes(_ callback: HIVELocalPushListCallback?, _ context: UnsafeMutableRawPointer?) {
    let deliver: ([HIVELocal], GamebaseError?) -> Void = deliver(callback, context)
    notifications.localPushes { deliver(($0 ?? []).map { HIVELocal($0) }, $1) }
}

// MARK: In front

@_cdecl("HIVEPush_getForegroundPush") @implementation
public func HIVEPush_getForegroundPush(_ callback: HIVEPushSettingCallback?, _ context: UnsafeMutableRawPointer?) {
    let deliver: (HIVESetting?, GamebaseError?) -> Void = deliver(callback, HIVEResultAPICodePushInvalidParamRemotePush, context)
    notifications.foreground { deliver($0.map { HIVESetting(setting: $0) }, $1) }
}

@_cdecl("HIVEPush_setForegroundPush_handler") @implementation
public func HIVEPush_setForegroundPush_handler(
    _ pushSetting: OpaquePointer?, _ callback: HIVEPushSettingCallback?, _ context: UnsafeMutableRawPointer?
) { HIVEPush_setForegroundPush(pushSetting, callback, context) }

@_cdecl("HIVEPush_setForegroundPush") @implementation
public func HIVEPush_setForegroundPush(
    _ pushSetting: OpaquePointer?, _ callback: HIVEPushSettingCallback?, _ context: UnsafeMutableRawPointer?
) {
    let deliver: (HIVESetting?, GamebaseError?) -> Void = deliver(callback, HIVEResultAPICodePushInvalidParamRemotePush, context)
    var arguments = Arguments("HIVEPush")
    guard let value = arguments.value(pushSetting, HIVESetting.self, "pushSetting") else {
        return refuse(arguments, callback != nil) { deliver(nil, $0) }
    }
    notifications.setForeground(value.setting) { deliver($0.map { HIVESetting(setting: $0) }, $1) }
}

@_cdecl("HIVEPush_requestPushPermission") @implementation
public func HIVEPush_requestPushPermission() { notifications.use() }

// MARK: The desktop

@_cdecl("HIVEPush_setDelegate") @implementation
public func HIVEPush_setDelegate(_ delegate: UnsafePointer<HIVEPushDelegate>?) -> Bool {
    notifications.use()
    var host = NotificationDelegate()
    guard let delegate else {
        notifications.setDelegate(host)
        return true
    }
    var copy = HIVEPushDelegate()
    guard copySized(delegate, into: &copy) else { return false }
    let context = copy.context
    host.received = told(copy.didReceive, context)
    host.clicked = told(copy.didClick, context)
    host.show = told(copy.show, context)
    if let pressed = copy.didPressAction {
        host.pressed = { note, category, action, text in
            withBorrowed(HIVEMessage(note: note)) { message in
                withBorrowed(text: category) { category in
                    withBorrowed(text: action) { action in withBorrowed(text: text) { pressed(message, category, action, $0, context) } }
                }
            }
        }
    }
    if let raise = copy.raise { host.raise = { token in withBorrowed(text: token) { raise($0, context) } } }
    if let hide = copy.hide { host.hide = { key in withBorrowed(text: key) { hide($0, context) } } }
    notifications.setDelegate(host)
    return true
}

private func told(
    _ function: (@convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Void)?, _ context: UnsafeMutableRawPointer?
) -> ((PushNote) -> Void)? {
    guard let function else { return nil }
    return { note in withBorrowed(HIVEMessage(note: note)) { if $0 != nil { function($0, context) } } }
}

@_cdecl("HIVEPush_setDisplay") @implementation
public func HIVEPush_setDisplay(_ display: HIVEPushDisplay) {
    notifications.use()
    notifications.setDisplay(NotificationDisplay(rawValue: Int32(clamping: display.rawValue)) ?? .desktop)
}

@_cdecl("HIVEPush_setActive") @implementation
public func HIVEPush_setActive(_ isActive: Bool) {
    notifications.use()
    notifications.setInFront(isActive)
}

@_cdecl("HIVEPush_setApplication") @implementation
public func HIVEPush_setApplication(
    _ name: UnsafePointer<CChar>?, _ desktopEntry: UnsafePointer<CChar>?, _ icon: UnsafePointer<CChar>?
) {
    var arguments = Arguments("HIVEPush")
    let name = arguments.text(name, "name")
    let entry = arguments.text(desktopEntry, "desktopEntry")
    let icon = arguments.text(icon, "icon")
    arguments.limit(name, "name", 256)
    arguments.limit(entry, "desktopEntry", 256)
    arguments.limit(icon, "icon", 4_096)
    if arguments.refusedIntoLog() { return }
    notifications.use()
    notifications.setApplication(name: name ?? "", desktopEntry: entry ?? "", icon: icon ?? "")
}

@_cdecl("HIVEPush_setMediaExceptions") @implementation
public func HIVEPush_setMediaExceptions(_ allowsInsecureHTTP: Bool, _ allowsLocalNetwork: Bool) {
    notifications.use()
    notifications.setMediaExceptions(insecure: allowsInsecureHTTP, local: allowsLocalNetwork)
}

@_cdecl("HIVEPush_setMediaTimeout") @implementation
public func HIVEPush_setMediaTimeout(_ milliseconds: Int64) -> Bool {
    var arguments = Arguments("HIVEPush")
    let range = ClientNotifications.mediaTimeoutMilliseconds
    if !range.contains(milliseconds) {
        arguments.refuse("milliseconds", "is \(milliseconds); pass \(range.lowerBound) to \(range.upperBound)")
    }
    if arguments.refusedIntoLog() { return false }
    notifications.use()
    notifications.setMediaTimeout(milliseconds: milliseconds)
    return true
}

@_cdecl("HIVEPush_setPushActions") @implementation
public func HIVEPush_setPushActions(_ json: UnsafePointer<CChar>?) -> Bool {
    var arguments = Arguments("HIVEPush")
    let text = arguments.requiredText(json, "json", "the text of a hive_push_actions.json")
    if arguments.error == nil {
        notifications.use()
        if let wrong = notifications.setActions(Array(text.utf8)) { arguments.refuse("json", wrong) }
    }
    return !arguments.refusedIntoLog()
}
