import Accessors
import Boundary
import CGamebase
import CLinux
import Client
import Codecs
import Linux

// MARK: Alerts

/// The host's copy of a pop-up. When the last reference goes unfinished, nobody can finish it any more: that counts as closed.
struct HostAlert: BoundaryValue {
    static let closedButton: Int32 = -1
    let alert: Alert

    package static var boundaryClass: BoundaryClass { .TCGBAlert }
    package func handleEnded() { alert.finish(HostAlert.closedButton) }

    package func field(_ field: TCGBAlertField) -> FieldValue {
        switch field {
        case .title: .text(alert.title)
        case .message: .text(alert.message)
        case .firstButton: .text(nil)  // read by index
        }
    }
}

@_cdecl("TCGBAlert_buttons_count") @implementation
public func TCGBAlert_buttons_count(_ alert: OpaquePointer?) -> Int {
    read(alert, HostAlert.self, else: 0) { $0.value.alert.buttons.count }
}

@_cdecl("TCGBAlert_buttons_at") @implementation
public func TCGBAlert_buttons_at(_ alert: OpaquePointer?, _ index: Int) -> UnsafePointer<CChar>? {
    read(alert, HostAlert.self, else: nil) { box in
        guard index >= 0, index < box.value.alert.buttons.count else { return nil }
        return box.text(HostAlert.Field.firstButton.rawValue + index) { $0.alert.buttons[index] }
    }
}

@_cdecl("TCGBAlert_finish") @implementation
public func TCGBAlert_finish(_ alert: OpaquePointer?, _ buttonIndex: Int32) {
    // Outside the handle's lock: finishing queues a completion.
    guard let alert = value(alert, HostAlert.self)?.alert else { return }
    let isButton = buttonIndex >= 0 && Int(buttonIndex) < alert.buttons.count
    alert.finish(isButton ? buttonIndex : HostAlert.closedButton)
}

// MARK: Delegate

@_cdecl("TCGBHost_setDelegate") @implementation
public func TCGBHost_setDelegate(_ delegate: UnsafePointer<TCGBHostDelegate>?) -> Bool {
    guard let delegate else {
        Clients.current.hostDelegate = nil
        return true
    }
    var copy = TCGBHostDelegate()
    guard copySized(delegate, into: &copy) else {
        Clients.current.log(.warn, "TCGBHost_setDelegate: structSize: must be sizeof(TCGBHostDelegate)")
        return false
    }
    Clients.current.hostDelegate = hostDelegate(copy)
    return true
}

private func hostDelegate(_ host: TCGBHostDelegate) -> HostDelegate {
    let context = host.context
    var delegate = HostDelegate()
    if let openURL = host.openURL {
        delegate.openURL = { url in url.withCString { openURL($0, context) } }
    }
    if let showAlert = host.showAlert {
        delegate.showAlert = { alert in
            withBorrowed(HostAlert(alert: alert)) { handle in
                if let handle { showAlert(handle, context) }
            }
        }
    }
    if let showToast = host.showToast {
        delegate.showToast = { message, durationMilliseconds in message.withCString { showToast($0, durationMilliseconds, context) } }
    }
    if let showNotification = host.showNotification {
        delegate.showNotification = { title, body, extras in
            title.withCString { title in
                body.withCString { body in extras.withCString { showNotification(title, body, $0, context) } }
            }
        }
    }
    if let showWebView = host.showWebView {
        delegate.showWebView = { request in
            guard let handle = newHandle(HostWebViewRequest(request: request)) else { return request.failUntold() }
            request.name = UInt(bitPattern: handle)
            showWebView(handle, context)
            releaseHandle(handle)
        }
    }
    if let controlWebView = host.controlWebView {
        delegate.controlWebView = { request, command, url in
            withBorrowed(text: url) {
                controlWebView(
                    OpaquePointer(bitPattern: request.name), TCGBWebViewCommand(rawValue: numericCast(command.rawValue)), $0, context)
            }
        }
    }
    return delegate
}

// MARK: Log, files, addresses

@_cdecl("TCGBHost_setLogSink") @implementation
public func TCGBHost_setLogSink(_ minimumLevel: TCGBLogLevel, _ sink: TCGBLogSink?, _ context: UnsafeMutableRawPointer?) {
    guard let sink else { return Clients.current.setLogSink(minimum: .none, sink: nil) }
    let minimum = LogLevel(rawValue: Int32(clamping: minimumLevel.rawValue)) ?? .none
    Clients.current.setLogSink(minimum: minimum) { level, message in
        message.withCString { sink(TCGBLogLevel(rawValue: numericCast(level.rawValue)), $0, context) }
    }
}

@_cdecl("TCGBHost_setStorageDirectory") @implementation
public func TCGBHost_setStorageDirectory(_ path: UnsafePointer<CChar>?) -> Bool {
    var arguments = Arguments("TCGBHost")
    let path = arguments.requiredText(path, "path", "an absolute path, or :memory:")
    if arguments.refusedIntoLog() { return false }
    return Clients.current.setStorageDirectory(path)
}

@_cdecl("TCGBHost_setUsesSecretService") @implementation
public func TCGBHost_setUsesSecretService(_ uses: Bool) { Clients.current.accounts.setUsesSecretService(uses) }

@_cdecl("TCGBHost_setAllowsPlainHTTP") @implementation
public func TCGBHost_setAllowsPlainHTTP(_ allows: Bool) { Clients.current.setAllowsPlainHTTP(allows) }

@_cdecl("TCGBHost_storageDirectory") @implementation
public func TCGBHost_storageDirectory() -> UnsafePointer<CChar>? {
    ThreadTexts.keep(.storageDirectory, Clients.current.storageDirectory)
}

@_cdecl("TCGBHost_setLocalizedStrings") @implementation
public func TCGBHost_setLocalizedStrings(_ json: UnsafePointer<CChar>?) -> Bool {
    var arguments = Arguments("TCGBHost")
    let strings = arguments.requiredJSON(json, "json", "the text of a localizedstring.json")
    if arguments.error == nil, let wrong = Clients.current.languages.setLocalizedStrings(strings) { arguments.refuse("json", wrong) }
    return !arguments.refusedIntoLog()
}

@_cdecl("TCGBHost_setLocalizedStringsFromFile") @implementation
public func TCGBHost_setLocalizedStringsFromFile(_ path: UnsafePointer<CChar>?) -> Bool {
    var arguments = Arguments("TCGBHost")
    let path = arguments.requiredText(path, "path", "the path of a localizedstring.json")
    if arguments.error == nil {
        switch SettingsFile.read(path) {
        case .failure(let failure): arguments.refuse("path", failure.reason)
        case .success(let strings):
            if let wrong = Clients.current.languages.setLocalizedStrings(strings) { arguments.refuse("path", "\(path): \(wrong)") }
        }
    }
    return !arguments.refusedIntoLog()
}

@_cdecl("TCGBHost_requestedDisplayLanguageCode") @implementation
public func TCGBHost_requestedDisplayLanguageCode() -> UnsafePointer<CChar>? {
    ThreadTexts.keep(.requestedDisplayLanguageCode, Clients.current.languages.requestedDisplayLanguageCode)
}

@_cdecl("TCGBHost_openURL") @implementation
public func TCGBHost_openURL(_ url: UnsafePointer<CChar>?) -> Bool {
    var arguments = Arguments("TCGBHost")
    let url = arguments.requiredText(url, "url", "an address such as https://example.com/")
    if arguments.refusedIntoLog() { return false }
    return Clients.current.openURL(url)
}

@_cdecl("TCGBHost_setAdvertisingIdentifier") @implementation
public func TCGBHost_setAdvertisingIdentifier(_ identifier: UnsafePointer<CChar>?) -> Bool {
    var arguments = Arguments("TCGBHost")
    let identifier = arguments.text(identifier, "identifier")
    if arguments.refusedIntoLog() { return false }
    return Clients.current.screens.setAdvertisingIdentifier(identifier)
}

@_cdecl("TCGBHost_setVendorIdentifier") @implementation
public func TCGBHost_setVendorIdentifier(_ identifier: UnsafePointer<CChar>?) -> Bool {
    var arguments = Arguments("TCGBHost")
    let identifier = arguments.text(identifier, "identifier")
    if arguments.refusedIntoLog() { return false }
    return Clients.current.screens.setVendorIdentifier(identifier)
}
