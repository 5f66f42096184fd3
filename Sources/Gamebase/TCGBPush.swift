import Boundary
import CGamebase
import Client
import Codecs

/// Keeps a handle for as long as the Client keeps this object.
private final class KeptHandle: HostForm {
    let handle: OpaquePointer

    init(_ handle: OpaquePointer) {
        self.handle = handle
        super.init()
    }

    deinit { releaseHandle(handle) }
}

@_cdecl("TCGBPush_registerPushWithPushConfiguration_completion") @implementation
public func TCGBPush_registerPushWithPushConfiguration_completion(
    _ configuration: OpaquePointer?, _ completion: TCGBErrorCompletion?, _ context: UnsafeMutableRawPointer?
) {
    register(configuration, nil, completion, context)
}

@_cdecl("TCGBPush_registerPushWithPushConfiguration_notificationOptions_completion") @implementation
public func TCGBPush_registerPushWithPushConfiguration_notificationOptions_completion(
    _ configuration: OpaquePointer?, _ notificationOptions: OpaquePointer?, _ completion: TCGBErrorCompletion?,
    _ context: UnsafeMutableRawPointer?
) {
    register(configuration, notificationOptions, completion, context)
}

private func register(
    _ configuration: OpaquePointer?, _ options: OpaquePointer?, _ completion: TCGBErrorCompletion?, _ context: UnsafeMutableRawPointer?,
    _ function: StaticString = #function
) {
    let deliver = deliver(error: completion, context)
    var arguments = Arguments("TCGBPush")
    let configuration = arguments.value(configuration, PushConfiguration.self, "configuration")
    let options = options == nil ? nil : arguments.value(options, NotificationOptions.self, "notificationOptions")
    guard let configuration, arguments.error == nil else {
        if let error = arguments.error { refuse(error, completion != nil, function, deliver) }
        return
    }
    Clients.current.push.registerPush(configuration, options: options, completion: deliver)
}

@_cdecl("TCGBPush_queryTokenInfoWithCompletion") @implementation
public func TCGBPush_queryTokenInfoWithCompletion(_ completion: TCGBPushTokenInfoCompletion?, _ context: UnsafeMutableRawPointer?) {
    LastResort.prepare()
    Clients.current.push.queryPushToken { info, error in
        guard let completion else { return }
        deliverOne(info, error) { completion($0, $1, context) }
    }
}

@_cdecl("TCGBPush_queryPushWithCompletion") @implementation
public func TCGBPush_queryPushWithCompletion(_ completion: TCGBPushConfigurationCompletion?, _ context: UnsafeMutableRawPointer?) {
    LastResort.prepare()
    Clients.current.push.queryPushToken { info, error in
        guard let completion else { return }
        deliverOne(info?.configuration, error) { completion($0, $1, context) }
    }
}

@_cdecl("TCGBPush_notificationOptions") @implementation
public func TCGBPush_notificationOptions() -> OpaquePointer? {
    let kept = Clients.current.push.notificationOptions { options in newHandle(options).map { KeptHandle($0) } }
    guard let kept else { return nil }
    return unsafeDowncast(kept, to: KeptHandle.self).handle
}

@_cdecl("TCGBPush_queryNotificationAllowedWithCompletion") @implementation
public func TCGBPush_queryNotificationAllowedWithCompletion(
    _ completion: TCGBNotificationAllowedCompletion?, _ context: UnsafeMutableRawPointer?
) {
    LastResort.prepare()
    Clients.current.push.queryNotificationAllowed { isAllowed, error in
        guard let completion else { return }
        withBorrowed(error: error) { completion(isAllowed, $0, context) }
    }
}

@_cdecl("TCGBPush_setSandboxMode") @implementation
public func TCGBPush_setSandboxMode(_ isSandbox: Bool) { Clients.current.push.setPushSandbox(isSandbox) }

// MARK: What the player did

@_cdecl("TCGBPush_clickMessage") @implementation
public func TCGBPush_clickMessage(_ messageJson: UnsafePointer<CChar>?) -> Bool {
    var arguments = Arguments("TCGBPush")
    guard let message = message(messageJson, &arguments) else { return false }
    Clients.current.push.pushClicked(message)
    return true
}

@_cdecl("TCGBPush_clickAction_actionType_userText") @implementation
public func TCGBPush_clickAction_actionType_userText(
    _ messageJson: UnsafePointer<CChar>?, _ actionType: UnsafePointer<CChar>?, _ userText: UnsafePointer<CChar>?
) -> Bool {
    var arguments = Arguments("TCGBPush")
    let type = arguments.requiredText(actionType, "actionType", "OPEN_APP, OPEN_URL, REPLY or DISMISS")
    let text = arguments.text(userText, "userText")
    guard let message = message(messageJson, &arguments) else { return false }
    if Clients.current.push.pushActionClicked(message, type, userText: text) { return true }
    arguments.refuse("actionType", "must be OPEN_APP, OPEN_URL, REPLY or DISMISS")
    _ = arguments.refusedIntoLog()
    return false
}

private func message(_ text: CText?, _ arguments: inout Arguments, _ function: StaticString = #function) -> PushMessage? {
    let json = arguments.requiredJSON(text, "messageJson", "the extras that showNotification was handed")
    let message = PushMessage(json: json)
    if arguments.error == nil, message == nil {
        arguments.refuse("messageJson", "is not a push message: id is missing, or a member has a wrong type")
    }
    return arguments.refusedIntoLog(function) ? nil : message
}
