import Boundary
import CGamebase
import Client

extension Configuration: BoundaryValue {
    package static var boundaryClass: BoundaryClass { .configuration }
    package enum Field: Int { case appID, appVersion, zoneType, storeCode, displayLanguageCode }
}

@_cdecl("TCGBConfiguration_configurationWithAppID_appVersion") @implementation
public func TCGBConfiguration_configurationWithAppID_appVersion(_ appID: UnsafePointer<CChar>?, _ appVersion: UnsafePointer<CChar>?) -> OpaquePointer? {
    newConfiguration(appID, appVersion, nil)
}

@_cdecl("TCGBConfiguration_configurationWithAppID_appVersion_zoneType") @implementation
public func TCGBConfiguration_configurationWithAppID_appVersion_zoneType(_ appID: UnsafePointer<CChar>?, _ appVersion: UnsafePointer<CChar>?, _ zoneType: UnsafePointer<CChar>?) -> OpaquePointer? {
    newConfiguration(appID, appVersion, zoneType)
}

private func newConfiguration(_ appID: CText?, _ appVersion: CText?, _ zoneType: CText?, _ function: StaticString = #function) -> OpaquePointer? {
    var arguments = Arguments("TCGBConfiguration")
    let appID = arguments.requiredText(appID, "appID", "the id of the app in the console")
    let appVersion = arguments.requiredText(appVersion, "appVersion", "the version of the game, such as 1.0.0")
    let zoneType = arguments.text(zoneType, "zoneType")
    if arguments.refusedIntoLog(function) { return nil }
    return newHandle(Configuration(appID: appID, appVersion: appVersion, zoneType: zoneType ?? "REAL"))
}

@_cdecl("TCGBConfiguration_appID") @implementation
public func TCGBConfiguration_appID(_ configuration: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(configuration, Configuration.self, .appID) { $0.appID }
}

@_cdecl("TCGBConfiguration_appVersion") @implementation
public func TCGBConfiguration_appVersion(_ configuration: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(configuration, Configuration.self, .appVersion) { $0.appVersion }
}

@_cdecl("TCGBConfiguration_zoneType") @implementation
public func TCGBConfiguration_zoneType(_ configuration: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(configuration, Configuration.self, .zoneType) { $0.zoneType }
}

@_cdecl("TCGBConfiguration_enablePopup") @implementation
public func TCGBConfiguration_enablePopup(_ configuration: OpaquePointer?, _ enable: Bool) {
    change(configuration, Configuration.self) { $0.enablePopup = enable }
}

@_cdecl("TCGBConfiguration_isEnablePopup") @implementation
public func TCGBConfiguration_isEnablePopup(_ configuration: OpaquePointer?) -> Bool {
    read(configuration, Configuration.self, else: false) { $0.value.enablePopup }
}

@_cdecl("TCGBConfiguration_enableLaunchingStatusPopup") @implementation
public func TCGBConfiguration_enableLaunchingStatusPopup(_ configuration: OpaquePointer?, _ enable: Bool) {
    change(configuration, Configuration.self) { $0.enableLaunchingStatusPopup = enable }
}

@_cdecl("TCGBConfiguration_isEnableLaunchingStatusPopup") @implementation
public func TCGBConfiguration_isEnableLaunchingStatusPopup(_ configuration: OpaquePointer?) -> Bool {
    read(configuration, Configuration.self, else: false) { $0.value.enableLaunchingStatusPopup }
}

@_cdecl("TCGBConfiguration_enableBanPopup") @implementation
public func TCGBConfiguration_enableBanPopup(_ configuration: OpaquePointer?, _ enable: Bool) {
    change(configuration, Configuration.self) { $0.enableBanPopup = enable }
}

@_cdecl("TCGBConfiguration_isEnableBanPopup") @implementation
public func TCGBConfiguration_isEnableBanPopup(_ configuration: OpaquePointer?) -> Bool {
    read(configuration, Configuration.self, else: false) { $0.value.enableBanPopup }
}

@_cdecl("TCGBConfiguration_enableKickoutPopup") @implementation
public func TCGBConfiguration_enableKickoutPopup(_ configuration: OpaquePointer?, _ enable: Bool) {
    change(configuration, Configuration.self) { $0.enableKickoutPopup = enable }
}

@_cdecl("TCGBConfiguration_isEnableKickoutPopup") @implementation
public func TCGBConfiguration_isEnableKickoutPopup(_ configuration: OpaquePointer?) -> Bool {
    read(configuration, Configuration.self, else: false) { $0.value.enableKickoutPopup }
}

@_cdecl("TCGBConfiguration_setStoreCode") @implementation
public func TCGBConfiguration_setStoreCode(_ configuration: OpaquePointer?, _ storeCode: UnsafePointer<CChar>?) {
    var arguments = Arguments("TCGBConfiguration")
    let code = arguments.requiredText(storeCode, "storeCode", "the code of a store, such as SANDBOX")
    if arguments.refusedIntoLog() { return }
    change(configuration, Configuration.self) { $0.storeCode = code }
}

@_cdecl("TCGBConfiguration_storeCode") @implementation
public func TCGBConfiguration_storeCode(_ configuration: OpaquePointer?) -> UnsafePointer<CChar>? {
    changingText(configuration, Configuration.self, .storeCode) { $0.storeCode }
}

@_cdecl("TCGBConfiguration_setDisplayLanguageCode") @implementation
public func TCGBConfiguration_setDisplayLanguageCode(_ configuration: OpaquePointer?, _ languageCode: UnsafePointer<CChar>?) {
    var arguments = Arguments("TCGBConfiguration")
    let code = arguments.text(languageCode, "languageCode")
    if arguments.refusedIntoLog() { return }
    change(configuration, Configuration.self) { $0.displayLanguageCode = code }
}

@_cdecl("TCGBConfiguration_displayLanguageCode") @implementation
public func TCGBConfiguration_displayLanguageCode(_ configuration: OpaquePointer?) -> UnsafePointer<CChar>? {
    changingText(configuration, Configuration.self, .displayLanguageCode) { $0.displayLanguageCode }
}
