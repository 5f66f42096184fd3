import CGamebase
import Client
import Linux
import Wire

/// There is no advertising id and no vendor id on Linux; the SDKs' answer to a player who forbids tracking.
private let noIdentifier = "00000000-0000-0000-0000-000000000000"

@_cdecl("TCGBUtil_gamebaseVersion") @implementation
public func TCGBUtil_gamebaseVersion() -> UnsafePointer<CChar>? { ThreadTexts.keep(.utilGamebaseVersion, Client.version) }

@_cdecl("TCGBUtil_idfa") @implementation
public func TCGBUtil_idfa() -> UnsafePointer<CChar>? { ThreadTexts.keep(.utilIdfa, noIdentifier) }

@_cdecl("TCGBUtil_idfv") @implementation
public func TCGBUtil_idfv() -> UnsafePointer<CChar>? { ThreadTexts.keep(.utilIdfv, noIdentifier) }

@_cdecl("TCGBUtil_uuid") @implementation
public func TCGBUtil_uuid() -> UnsafePointer<CChar>? { ThreadTexts.keep(.utilUUID, Clients.current.uuid) }

@_cdecl("TCGBUtil_osCode") @implementation
public func TCGBUtil_osCode() -> UnsafePointer<CChar>? { ThreadTexts.keep(.utilOSCode, "LINUX") }

@_cdecl("TCGBUtil_osVersion") @implementation
public func TCGBUtil_osVersion() -> UnsafePointer<CChar>? { ThreadTexts.keep(.utilOSVersion, SystemFacts.osVersion) }

@_cdecl("TCGBUtil_deviceModel") @implementation
public func TCGBUtil_deviceModel() -> UnsafePointer<CChar>? { ThreadTexts.keep(.utilDeviceModel, SystemFacts.deviceModel) }

@_cdecl("TCGBUtil_deviceLanguageCode") @implementation
public func TCGBUtil_deviceLanguageCode() -> UnsafePointer<CChar>? {
    ThreadTexts.keep(.utilDeviceLanguageCode, Clients.current.deviceLanguageCode)
}

@_cdecl("TCGBUtil_deviceCountryCode") @implementation
public func TCGBUtil_deviceCountryCode() -> UnsafePointer<CChar>? {
    ThreadTexts.keep(.utilDeviceCountryCode, Clients.current.deviceCountryCode)
}

@_cdecl("TCGBUtil_bundleID") @implementation
public func TCGBUtil_bundleID() -> UnsafePointer<CChar>? { ThreadTexts.keep(.utilBundleID, SystemFacts.executableName) }

@_cdecl("TCGBUtil_unixEpochTime") @implementation
public func TCGBUtil_unixEpochTime() -> Int64 { SystemClock().epochMilliseconds() }

@_cdecl("TCGBUtil_extractValueFrom_searchString") @implementation
public func TCGBUtil_extractValueFrom_searchString(
    _ json: UnsafePointer<CChar>?, _ searchString: UnsafePointer<CChar>?
) -> UnsafePointer<CChar>? {
    var arguments = Arguments("TCGBUtil")
    let json = arguments.requiredJSON(json, "json", "JSON text")
    let search = arguments.requiredText(searchString, "searchString", "a path such as launching.status.code or tcIap[0].storeCode")
    if arguments.refusedIntoLog() { return nil }
    guard let found = json.value(at: search), !found.isNull else { return nil }
    return ThreadTexts.keep(.utilExtracted, found.stringValue ?? found.text())
}

@_cdecl("TCGBUtil_showAlertWithTitle_message") @implementation
public func TCGBUtil_showAlertWithTitle_message(_ title: UnsafePointer<CChar>?, _ message: UnsafePointer<CChar>?) {
    showAlert(title, message, {})
}

@_cdecl("TCGBUtil_showAlertWithTitle_message_completion") @implementation
public func TCGBUtil_showAlertWithTitle_message_completion(
    _ title: UnsafePointer<CChar>?, _ message: UnsafePointer<CChar>?, _ completion: TCGBAlertCompletion?, _ context: UnsafeMutableRawPointer?
) {
    showAlert(title, message) { completion?(context) }
}

/// The completion has no error to carry: an alert that cannot be shown is logged and counts as closed.
private func showAlert(_ title: CText?, _ message: CText?, _ completion: @escaping () -> Void, _ function: StaticString = #function) {
    var arguments = Arguments("TCGBUtil")
    let title = arguments.text(title, "title") ?? ""
    let message = arguments.text(message, "message") ?? ""
    let client = Clients.current
    if arguments.refusedIntoLog(function) { return client.runLoop.post(completion) }
    client.showAlert(title: title, message: message, buttons: ["OK"]) { _ in completion() }
}

private let toastShortMilliseconds: Int32 = 2_000
private let toastLongMilliseconds: Int32 = 3_500

@_cdecl("TCGBUtil_showToastWithMessage_length") @implementation
public func TCGBUtil_showToastWithMessage_length(_ message: UnsafePointer<CChar>?, _ length: Int32) {
    var arguments = Arguments("TCGBUtil")
    let message = arguments.requiredText(message, "message", "a text")
    if length != 0 && length != 1 {
        arguments.refuse("length", "is \(length); pass TCGBToastLengthShort or TCGBToastLengthLong")
    }
    if arguments.refusedIntoLog() { return }
    Clients.current.showToast(message, durationMilliseconds: length == 1 ? toastLongMilliseconds : toastShortMilliseconds)
}
