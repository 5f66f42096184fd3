import Accessors
import Boundary
import CGamebase
import Client
import Codecs

extension NotificationOptions: BoundaryValue {
    package static var boundaryClass: BoundaryClass { .TCGBNotificationOptions }

    package func field(_ field: TCGBNotificationOptionsField) -> FieldValue {
        switch field {
        case .foregroundEnabled: .flag(foregroundEnabled)
        case .badgeEnabled: .flag(badgeEnabled)
        case .soundEnabled: .flag(soundEnabled)
        case .jsonString: .text(json.text())
        case .prettyJsonString: .text(json.prettyText())
        }
    }
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

@_cdecl("TCGBNotificationOptions_setForegroundEnabled") @implementation
public func TCGBNotificationOptions_setForegroundEnabled(_ options: OpaquePointer?, _ foregroundEnabled: Bool) {
    change(options, NotificationOptions.self) { $0.foregroundEnabled = foregroundEnabled }
}

@_cdecl("TCGBNotificationOptions_setBadgeEnabled") @implementation
public func TCGBNotificationOptions_setBadgeEnabled(_ options: OpaquePointer?, _ badgeEnabled: Bool) {
    change(options, NotificationOptions.self) { $0.badgeEnabled = badgeEnabled }
}

@_cdecl("TCGBNotificationOptions_setSoundEnabled") @implementation
public func TCGBNotificationOptions_setSoundEnabled(_ options: OpaquePointer?, _ soundEnabled: Bool) {
    change(options, NotificationOptions.self) { $0.soundEnabled = soundEnabled }
}
