import Boundary
import CGamebase
import Client
import Codecs
import Linux

@_cdecl("TCGBUtil_gamebaseVersion") @implementation
public func TCGBUtil_gamebaseVersion() -> UnsafePointer<CChar>? { ThreadTexts.keep(.utilGamebaseVersion, Client.version) }

@_cdecl("TCGBUtil_idfa") @implementation
public func TCGBUtil_idfa() -> UnsafePointer<CChar>? { ThreadTexts.keep(.utilIdfa, Clients.current.screens.advertisingIdentifier) }

@_cdecl("TCGBUtil_idfv") @implementation
public func TCGBUtil_idfv() -> UnsafePointer<CChar>? { ThreadTexts.keep(.utilIdfv, Clients.current.screens.vendorIdentifier) }

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
    ThreadTexts.keep(.utilDeviceLanguageCode, Clients.current.languages.deviceLanguageCode)
}

@_cdecl("TCGBUtil_deviceCountryCode") @implementation
public func TCGBUtil_deviceCountryCode() -> UnsafePointer<CChar>? {
    ThreadTexts.keep(.utilDeviceCountryCode, Clients.current.languages.deviceCountryCode)
}

@_cdecl("TCGBUtil_bundleID") @implementation
public func TCGBUtil_bundleID() -> UnsafePointer<CChar>? { ThreadTexts.keep(.utilBundleID, SystemFacts.executableName) }

@_cdecl("TCGBUtil_unixEpochTime") @implementation
public func TCGBUtil_unixEpochTime() -> Int64 { Clients.current.epochMilliseconds }

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
    _ title: UnsafePointer<CChar>?, _ message: UnsafePointer<CChar>?, _ completion: TCGBAlertCompletion?,
    _ context: UnsafeMutableRawPointer?
) {
    Client.callsWithoutNumber()
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

// MARK: Encoding and the log

@_cdecl("TCGBUtil_isURLEncoded") @implementation
public func TCGBUtil_isURLEncoded(_ targetString: UnsafePointer<CChar>?) -> Bool {
    var arguments = Arguments("TCGBUtil")
    let text = arguments.text(targetString, "targetString") ?? ""
    if arguments.refusedIntoLog() { return false }
    return PercentEncoding.isEncoded(text)
}

@_cdecl("TCGBUtil_URLEncodedString") @implementation
public func TCGBUtil_URLEncodedString(_ string: UnsafePointer<CChar>?) -> UnsafePointer<CChar>? {
    var arguments = Arguments("TCGBUtil")
    let text = arguments.text(string, "string")
    if arguments.refusedIntoLog() { return nil }
    guard let text else { return nil }
    return ThreadTexts.keep(.utilEncoded, PercentEncoding.encode(text))
}

@_cdecl("TCGBUtil_URLEncodedStringWithData") @implementation
public func TCGBUtil_URLEncodedStringWithData(_ data: UnsafeRawPointer?, _ length: Int) -> UnsafePointer<CChar>? {
    var arguments = Arguments("TCGBUtil")
    if data == nil { arguments.refuse("data", "is NULL; pass bytes") }
    if length < 0 || length > Arguments.textBytesMax { arguments.refuse("length", "must be at most \(Arguments.textBytesMax)") }
    if arguments.refusedIntoLog() { return nil }
    guard let data else { return nil }
    return ThreadTexts.keep(.utilEncodedData, PercentEncoding.encode(bytes: UnsafeRawBufferPointer(start: data, count: length)))
}

@_cdecl("TCGBUtil_logWithString") @implementation
public func TCGBUtil_logWithString(_ logString: UnsafePointer<CChar>?) {
    var arguments = Arguments("TCGBUtil")
    let text = arguments.requiredText(logString, "logString", "a line")
    if arguments.refusedIntoLog() { return }
    Clients.current.log(.info, text)
}

// MARK: Action sheet

private let actionSheetBlocksMax = 32

@_cdecl("TCGBUtil_showActionSheetWithTitle_message_blocks") @implementation
public func TCGBUtil_showActionSheetWithTitle_message_blocks(
    _ title: UnsafePointer<CChar>?, _ message: UnsafePointer<CChar>?, _ blocks: UnsafePointer<TCGBActionSheetBlock>?, _ blocksCount: Int
) {
    var arguments = Arguments("TCGBUtil")
    let title = arguments.text(title, "title") ?? ""
    let message = arguments.text(message, "message") ?? ""
    var choices: [TCGBActionSheetBlock] = []
    var texts: [String] = []
    if let blocks, blocksCount >= 1, blocksCount <= actionSheetBlocksMax {
        for choice in UnsafeBufferPointer(start: blocks, count: blocksCount) {
            texts.append(arguments.requiredText(choice.title, "blocks", "a title with each"))
            choices.append(choice)
        }
    } else {
        arguments.refuse("blocks", "must be 1 to \(actionSheetBlocksMax) choices")
    }
    if arguments.refusedIntoLog() { return }
    let client = Clients.current
    client.showAlert(title: title, message: message, buttons: texts + [client.languages.localizedText("common_cancel_button")]) { chosen in
        guard let index = Int(exactly: chosen), choices.indices.contains(index) else { return }
        choices[index].block?(choices[index].context)
    }
}
