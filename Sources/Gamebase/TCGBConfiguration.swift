import Accessors
import Boundary
import CGamebase
import Client
import Linux
import Messages

extension Configuration: BoundaryValue {
    package static var boundaryClass: BoundaryClass { .TCGBConfiguration }

    package func field(_ field: TCGBConfigurationField) -> FieldValue {
        switch field {
        case .appID: .text(appID)
        case .appVersion: .text(appVersion)
        case .zoneType: .text(zoneType)
        case .isEnablePopup: .flag(enablePopup)
        case .isEnableLaunchingStatusPopup: .flag(enableLaunchingStatusPopup)
        case .isEnableBanPopup: .flag(enableBanPopup)
        case .isEnableKickoutPopup: .flag(enableKickoutPopup)
        case .storeCode: .text(storeCode)
        case .displayLanguageCode: .text(displayLanguageCode)
        case .serviceURL: .text(serviceURL?.text)
        }
    }
}

@_cdecl("TCGBConfiguration_configurationWithAppID_appVersion") @implementation
public func TCGBConfiguration_configurationWithAppID_appVersion(
    _ appID: UnsafePointer<CChar>?, _ appVersion: UnsafePointer<CChar>?
) -> OpaquePointer? {
    newConfiguration(appID, appVersion, nil)
}

@_cdecl("TCGBConfiguration_configurationWithAppID_appVersion_zoneType") @implementation
public func TCGBConfiguration_configurationWithAppID_appVersion_zoneType(
    _ appID: UnsafePointer<CChar>?, _ appVersion: UnsafePointer<CChar>?, _ zoneType: UnsafePointer<CChar>?
) -> OpaquePointer? {
    newConfiguration(appID, appVersion, zoneType)
}

private func newConfiguration(
    _ appID: CText?, _ appVersion: CText?, _ zoneType: CText?, _ function: StaticString = #function
) -> OpaquePointer? {
    var arguments = Arguments("TCGBConfiguration")
    let appID = arguments.requiredText(appID, "appID", "the id of the app in the console")
    let appVersion = arguments.requiredText(appVersion, "appVersion", "the version of the game, such as 1.0.0")
    let zoneType = arguments.text(zoneType, "zoneType")
    if arguments.refusedIntoLog(function) { return nil }
    return newHandle(Configuration(appID: appID, appVersion: appVersion, zoneType: zoneType ?? "REAL"))
}

@_cdecl("TCGBConfiguration_enablePopup") @implementation
public func TCGBConfiguration_enablePopup(_ configuration: OpaquePointer?, _ enable: Bool) {
    change(configuration, Configuration.self) { $0.enablePopup = enable }
}

@_cdecl("TCGBConfiguration_enableLaunchingStatusPopup") @implementation
public func TCGBConfiguration_enableLaunchingStatusPopup(_ configuration: OpaquePointer?, _ enable: Bool) {
    change(configuration, Configuration.self) { $0.enableLaunchingStatusPopup = enable }
}

@_cdecl("TCGBConfiguration_enableBanPopup") @implementation
public func TCGBConfiguration_enableBanPopup(_ configuration: OpaquePointer?, _ enable: Bool) {
    change(configuration, Configuration.self) { $0.enableBanPopup = enable }
}

@_cdecl("TCGBConfiguration_enableKickoutPopup") @implementation
public func TCGBConfiguration_enableKickoutPopup(_ configuration: OpaquePointer?, _ enable: Bool) {
    change(configuration, Configuration.self) { $0.enableKickoutPopup = enable }
}

@_cdecl("TCGBConfiguration_setStoreCode") @implementation
public func TCGBConfiguration_setStoreCode(_ configuration: OpaquePointer?, _ storeCode: UnsafePointer<CChar>?) {
    var arguments = Arguments("TCGBConfiguration")
    let code = arguments.requiredText(storeCode, "storeCode", "the code of a store, such as SANDBOX")
    if arguments.refusedIntoLog() { return }
    change(configuration, Configuration.self) { $0.storeCode = code }
}

@_cdecl("TCGBConfiguration_setDisplayLanguageCode") @implementation
public func TCGBConfiguration_setDisplayLanguageCode(_ configuration: OpaquePointer?, _ languageCode: UnsafePointer<CChar>?) {
    var arguments = Arguments("TCGBConfiguration")
    let code = arguments.text(languageCode, "languageCode")
    if arguments.refusedIntoLog() { return }
    change(configuration, Configuration.self) { $0.displayLanguageCode = code }
}

@_cdecl("TCGBConfiguration_setServiceURL") @implementation
public func TCGBConfiguration_setServiceURL(_ configuration: OpaquePointer?, _ url: UnsafePointer<CChar>?) {
    var arguments = Arguments("TCGBConfiguration")
    var address: ServiceAddress?
    if let text = arguments.text(url, "url") {
        do throws(ServiceAddress.Refusal) {
            address = try ServiceAddress.read(text)
        } catch {
            arguments.refuse("url", "\(error.reason)")
        }
    }
    if arguments.refusedIntoLog() { return }
    change(configuration, Configuration.self) { $0.serviceURL = address }
}
