import Boundary
import CGamebase
import Client
import Codecs

@_cdecl("NCMBAnalytics_trackAppOpenedWithLaunchOptions") @implementation
public func NCMBAnalytics_trackAppOpenedWithLaunchOptions(_ launchOptions: UnsafePointer<CChar>?) -> Bool {
    launchOptions != nil && handle(launchOptions) { Clients.current.datastore.trackOpened(launch: $0) }
}

@_cdecl("NCMBAnalytics_trackAppOpenedWithRemoteNotificationPayload") @implementation
public func NCMBAnalytics_trackAppOpenedWithRemoteNotificationPayload(_ userInfo: UnsafePointer<CChar>?) -> Bool {
    handle(userInfo) { Clients.current.datastore.trackOpened($0) }
}
