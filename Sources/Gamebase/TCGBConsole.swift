import Boundary
import CGamebase
import Client
import Codecs
import Linux
import Messages

@_cdecl("TCGBConsole_setOperatorKey") @implementation
public func TCGBConsole_setOperatorKey(_ key: UnsafePointer<CChar>?) -> Bool {
    var arguments = Arguments("TCGBConsole")
    let text = arguments.text(key, "key")
    if arguments.error == nil, !Clients.current.setOperatorKey(text) {
        arguments.refuse("key", "must have 1 to \(HTTPForm.tokenBytesMax) visible ASCII characters")
    }
    return !arguments.refusedIntoLog()
}

@_cdecl("TCGBConsole_loadSettings_completion") @implementation
public func TCGBConsole_loadSettings_completion(
    _ settingsJson: UnsafePointer<CChar>?, _ completion: TCGBErrorCompletion?, _ context: UnsafeMutableRawPointer?
) {
    var arguments = Arguments("TCGBConsole")
    let settings = arguments.requiredJSON(settingsJson, "settingsJson", "the console settings as JSON text")
    operate(.consoleLoadSettings, ["settings": settings], arguments, completion, context)
}

@_cdecl("TCGBConsole_loadSettingsFromFile_completion") @implementation
public func TCGBConsole_loadSettingsFromFile_completion(
    _ path: UnsafePointer<CChar>?, _ completion: TCGBErrorCompletion?, _ context: UnsafeMutableRawPointer?
) {
    var arguments = Arguments("TCGBConsole")
    let path = arguments.requiredText(path, "path", "the path of a console settings file")
    var settings = JSON.null
    if arguments.error == nil {
        switch SettingsFile.read(path) {
        case .success(let read): settings = read
        case .failure(let failure): arguments.refuse("path", failure.reason, code: failure.code)
        }
    }
    operate(.consoleLoadSettings, ["settings": settings], arguments, completion, context)
}

@_cdecl("TCGBConsole_startAnew") @implementation
public func TCGBConsole_startAnew(_ appID: UnsafePointer<CChar>?) -> Bool {
    var arguments = Arguments("TCGBConsole")
    let app = arguments.text(appID, "appID")
    if arguments.refusedIntoLog() { return false }
    return Clients.current.startAnew(appID: app)
}

@_cdecl("TCGBConsole_saveSettingsWithCompletion") @implementation
public func TCGBConsole_saveSettingsWithCompletion(_ completion: TCGBConsoleJsonCompletion?, _ context: UnsafeMutableRawPointer?) {
    let deliver = deliver(text: completion, context)
    Clients.current.console.request(.consoleSaveSettings, [:]) { body, error in
        deliver(error == nil ? (body["settings"] ?? body).prettyText() : nil, error)
    }
}

@_cdecl("TCGBConsole_setLaunchingStatus_message_completion") @implementation
public func TCGBConsole_setLaunchingStatus_message_completion(
    _ status: Int32, _ message: UnsafePointer<CChar>?, _ completion: TCGBErrorCompletion?, _ context: UnsafeMutableRawPointer?
) {
    var arguments = Arguments("TCGBConsole")
    var parameters: JSONObject = ["status": .integer(Int64(status))]
    if let message = arguments.text(message, "message") { parameters["message"] = .string(message) }
    operate(.consoleSetLaunchingStatus, .object(parameters), arguments, completion, context)
}

@_cdecl("TCGBConsole_setMaintenance_completion") @implementation
public func TCGBConsole_setMaintenance_completion(
    _ maintenanceJson: UnsafePointer<CChar>?, _ completion: TCGBErrorCompletion?, _ context: UnsafeMutableRawPointer?
) {
    var arguments = Arguments("TCGBConsole")
    let maintenance = arguments.json(maintenanceJson, "maintenanceJson") ?? .null
    operate(.consoleSetMaintenance, ["maintenance": maintenance], arguments, completion, context)
}

@_cdecl("TCGBConsole_setCatalogue_completion") @implementation
public func TCGBConsole_setCatalogue_completion(
    _ productsJson: UnsafePointer<CChar>?, _ completion: TCGBErrorCompletion?, _ context: UnsafeMutableRawPointer?
) {
    var arguments = Arguments("TCGBConsole")
    let products = arguments.requiredJSON(productsJson, "productsJson", "the products as a JSON array")
    operate(.consoleSetCatalogue, ["products": products], arguments, completion, context)
}

@_cdecl("TCGBConsole_setSandboxStoreOutcome_delayMilliseconds_completion") @implementation
public func TCGBConsole_setSandboxStoreOutcome_delayMilliseconds_completion(
    _ outcome: UnsafePointer<CChar>?, _ delayMilliseconds: Int64, _ completion: TCGBErrorCompletion?, _ context: UnsafeMutableRawPointer?
) {
    var arguments = Arguments("TCGBConsole")
    let outcome = arguments.requiredText(outcome, "outcome", "APPROVE, DECLINE, CANCEL or PENDING")
    operate(
        .consoleSetSandboxStore, ["outcome": .string(outcome), "delayMilliseconds": .integer(delayMilliseconds)], arguments, completion,
        context)
}

@_cdecl("TCGBConsole_kickout_completion") @implementation
public func TCGBConsole_kickout_completion(
    _ kickoutJson: UnsafePointer<CChar>?, _ completion: TCGBErrorCompletion?, _ context: UnsafeMutableRawPointer?
) {
    var arguments = Arguments("TCGBConsole")
    let kickout = arguments.object(kickoutJson, "kickoutJson") ?? [:]
    operate(.consoleKickout, .object(kickout), arguments, completion, context)
}

@_cdecl("TCGBConsole_sendPush_completion") @implementation
public func TCGBConsole_sendPush_completion(
    _ pushJson: UnsafePointer<CChar>?, _ completion: TCGBConsoleJsonCompletion?, _ context: UnsafeMutableRawPointer?
) {
    var arguments = Arguments("TCGBConsole")
    let push = arguments.requiredObject(pushJson, "pushJson", "a push message as a JSON object")
    ask(.consoleSendPush, push, arguments, completion, context)
}

@_cdecl("TCGBConsole_cancelPush_completion") @implementation
public func TCGBConsole_cancelPush_completion(
    _ messageId: UnsafePointer<CChar>?, _ completion: TCGBConsoleJsonCompletion?, _ context: UnsafeMutableRawPointer?
) {
    var arguments = Arguments("TCGBConsole")
    let id = arguments.requiredText(messageId, "messageId", "the messageId of a push")
    ask(.consoleCancelPush, ["messageId": .string(id)], arguments, completion, context)
}

@_cdecl("TCGBConsole_banUser_type_message_endDate_completion") @implementation
public func TCGBConsole_banUser_type_message_endDate_completion(
    _ userId: UnsafePointer<CChar>?, _ type: UnsafePointer<CChar>?, _ message: UnsafePointer<CChar>?, _ endDate: Int64,
    _ completion: TCGBErrorCompletion?, _ context: UnsafeMutableRawPointer?
) {
    var arguments = Arguments("TCGBConsole")
    let parameters: JSON = [
        "userId": .string(arguments.requiredText(userId, "userId", "the id of a user")),
        "banType": .string(arguments.requiredText(type, "type", "TEMPORARY or PERMANENT")),
        "message": .string(arguments.text(message, "message") ?? ""),
        "endDate": .integer(endDate),
    ]
    operate(.consoleBan, parameters, arguments, completion, context)
}

@_cdecl("TCGBConsole_releaseBanOfUser_completion") @implementation
public func TCGBConsole_releaseBanOfUser_completion(
    _ userId: UnsafePointer<CChar>?, _ completion: TCGBErrorCompletion?, _ context: UnsafeMutableRawPointer?
) {
    var arguments = Arguments("TCGBConsole")
    let user = arguments.requiredText(userId, "userId", "the id of a user")
    operate(.consoleReleaseBan, ["userId": .string(user)], arguments, completion, context)
}

@_cdecl("TCGBConsole_setGraceBanOfUser_graceBanJson_completion") @implementation
public func TCGBConsole_setGraceBanOfUser_graceBanJson_completion(
    _ userId: UnsafePointer<CChar>?, _ graceBanJson: UnsafePointer<CChar>?, _ completion: TCGBErrorCompletion?,
    _ context: UnsafeMutableRawPointer?
) {
    var arguments = Arguments("TCGBConsole")
    let user = arguments.requiredText(userId, "userId", "the id of a user")
    let ban = arguments.json(graceBanJson, "graceBanJson") ?? .null
    operate(.consoleSetGraceBan, ["userId": .string(user), "graceBan": ban], arguments, completion, context)
}

@_cdecl("TCGBConsole_revokeIdP_authKey_completion") @implementation
public func TCGBConsole_revokeIdP_authKey_completion(
    _ idPCode: UnsafePointer<CChar>?, _ authKey: UnsafePointer<CChar>?, _ completion: TCGBErrorCompletion?,
    _ context: UnsafeMutableRawPointer?
) {
    var arguments = Arguments("TCGBConsole")
    let parameters: JSON = [
        "idPCode": .string(arguments.requiredText(idPCode, "idPCode", "a provider such as kTCGBAuthAppleID")),
        "authKey": .string(arguments.requiredText(authKey, "authKey", "the player's name at the provider")),
    ]
    operate(.consoleRevokeIdP, parameters, arguments, completion, context)
}

@_cdecl("TCGBConsole_advanceClockByMilliseconds_completion") @implementation
public func TCGBConsole_advanceClockByMilliseconds_completion(
    _ milliseconds: Int64, _ completion: TCGBErrorCompletion?, _ context: UnsafeMutableRawPointer?
) {
    operate(.consoleAdvanceClock, ["milliseconds": .integer(milliseconds)], Arguments("TCGBConsole"), completion, context)
}

@_cdecl("TCGBConsole_reportWithCompletion") @implementation
public func TCGBConsole_reportWithCompletion(_ completion: TCGBConsoleJsonCompletion?, _ context: UnsafeMutableRawPointer?) {
    ask(.consoleReport, [:], Arguments("TCGBConsole"), completion, context)
}

@_cdecl("TCGBConsole_figures_completion") @implementation
public func TCGBConsole_figures_completion(
    _ queryJson: UnsafePointer<CChar>?, _ completion: TCGBConsoleJsonCompletion?, _ context: UnsafeMutableRawPointer?
) {
    var arguments = Arguments("TCGBConsole")
    let query = arguments.requiredObject(queryJson, "queryJson", "the query as a JSON object, such as {\"kind\":\"members\"}")
    ask(.consoleFigures, query, arguments, completion, context)
}

@_cdecl("TCGBConsole_setServiceSuspended") @implementation
public func TCGBConsole_setServiceSuspended(_ suspended: Bool) -> Bool { Clients.current.console.setServiceSuspended(suspended) }

/// A request whose answer is the completion's JSON.
private func ask(
    _ request: RequestName, _ parameters: JSON, _ arguments: Arguments, _ completion: TCGBConsoleJsonCompletion?,
    _ context: UnsafeMutableRawPointer?, _ function: StaticString = #function
) {
    let deliver = deliver(text: completion, context)
    if let error = arguments.error { return refuse(error, completion != nil, function) { deliver(nil, $0) } }
    Clients.current.console.request(request, parameters) { body, error in deliver(error == nil ? body.text() : nil, error) }
}

extension Arguments {
    fileprivate mutating func requiredObject(_ pointer: UnsafePointer<CChar>?, _ name: StaticString, _ hint: StaticString) -> JSON {
        let value = requiredJSON(pointer, name, hint)
        if error == nil, value.objectValue == nil { refuse(name, "must be a JSON object, {…}") }
        return value
    }
}

func operate(
    _ request: RequestName, _ parameters: JSON, _ arguments: Arguments, _ completion: TCGBErrorCompletion?,
    _ context: UnsafeMutableRawPointer?,
    _ function: StaticString = #function
) {
    let deliver = deliver(error: completion, context)
    if let error = arguments.error { return refuse(error, completion != nil, function, deliver) }
    Clients.current.console.request(request, parameters) { _, error in deliver(error) }
}
