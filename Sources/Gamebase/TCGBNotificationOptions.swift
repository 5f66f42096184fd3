import Boundary
import CGamebase
import Client
import Wire

extension NotificationOptions: BoundaryValue {
    package static var boundaryClass: BoundaryClass { .notificationOptions }
    package enum Field: Int { case jsonString, prettyJsonString }
}

@_cdecl("TCGBNotificationOptions_notificationOptionsWithForegroundEnabled_badgeEnabled_soundEnabled") @implementation
public func TCGBNotificationOptions_notificationOptionsWithForegroundEnabled_badgeEnabled_soundEnabled(
    _ foregroundEnabled: Bool, _ badgeEnabled: Bool, _ soundEnabled: Bool
) -> OpaquePointer? {
    newHandle(NotificationOptions(foregroundEnabled: foregroundEnabled, badgeEnabled: badgeEnabled, soundEnabled: soundEnabled))
}

@_cdecl("TCGBNotificationOptions_notificationOptionsWithJSONString") @implementation
public func TCGBNotificationOptions_notificationOptionsWithJSONString(_ jsonString: UnsafePointer<CChar>?) -> OpaquePointer? {
    newHandle(fromJSON: jsonString, NotificationOptions.init(json:), "TCGBNotificationOptions")
}

@_cdecl("TCGBNotificationOptions_foregroundEnabled") @implementation
public func TCGBNotificationOptions_foregroundEnabled(_ options: OpaquePointer?) -> Bool {
    read(options, NotificationOptions.self, else: false) { $0.value.foregroundEnabled }
}

@_cdecl("TCGBNotificationOptions_setForegroundEnabled") @implementation
public func TCGBNotificationOptions_setForegroundEnabled(_ options: OpaquePointer?, _ foregroundEnabled: Bool) {
    change(options, NotificationOptions.self) { $0.foregroundEnabled = foregroundEnabled }
}

@_cdecl("TCGBNotificationOptions_badgeEnabled") @implementation
public func TCGBNotificationOptions_badgeEnabled(_ options: OpaquePointer?) -> Bool {
    read(options, NotificationOptions.self, else: false) { $0.value.badgeEnabled }
}

@_cdecl("TCGBNotificationOptions_setBadgeEnabled") @implementation
public func TCGBNotificationOptions_setBadgeEnabled(_ options: OpaquePointer?, _ badgeEnabled: Bool) {
    change(options, NotificationOptions.self) { $0.badgeEnabled = badgeEnabled }
}

@_cdecl("TCGBNotificationOptions_soundEnabled") @implementation
public func TCGBNotificationOptions_soundEnabled(_ options: OpaquePointer?) -> Bool {
    read(options, NotificationOptions.self, else: false) { $0.value.soundEnabled }
}

@_cdecl("TCGBNotificationOptions_setSoundEnabled") @implementation
public func TCGBNotificationOptions_setSoundEnabled(_ options: OpaquePointer?, _ soundEnabled: Bool) {
    change(options, NotificationOptions.self) { $0.soundEnabled = soundEnabled }
}

@_cdecl("TCGBNotificationOptions_jsonString") @implementation
public func TCGBNotificationOptions_jsonString(_ options: OpaquePointer?) -> UnsafePointer<CChar>? {
    changingText(options, NotificationOptions.self, .jsonString) { $0.json.text() }
}

@_cdecl("TCGBNotificationOptions_prettyJsonString") @implementation
public func TCGBNotificationOptions_prettyJsonString(_ options: OpaquePointer?) -> UnsafePointer<CChar>? {
    changingText(options, NotificationOptions.self, .prettyJsonString) { $0.json.prettyText() }
}
