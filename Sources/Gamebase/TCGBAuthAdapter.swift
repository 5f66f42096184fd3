import Accessors
import Boundary
import CGamebase
import CLinux
import Client
import Codecs
import Linux

/// The host's copy of a question to its adapter. When the last reference goes without an answer, none can come any more.
struct HostSignInRequest: BoundaryValue {
    let request: SignInRequest

    package static var boundaryClass: BoundaryClass { .TCGBAuthAdapterRequest }
    package func handleEnded() { request.abandon() }

    package func field(_ field: TCGBAuthAdapterRequestField) -> FieldValue {
        switch field {
        case .providerName: .text(request.provider)
        case .additionalInfo: .text(request.additionalInfo)
        case .providerSettings: .text(request.settings)
        case .isCancelled: .flag(request.isCancelled)
        }
    }
}

@_cdecl("TCGBAuthAdapter_register") @implementation
public func TCGBAuthAdapter_register(_ providerName: UnsafePointer<CChar>?, _ adapter: UnsafePointer<TCGBAuthAdapter>?) -> Bool {
    var arguments = Arguments("TCGBAuthAdapter")
    let provider = arguments.requiredText(providerName, "providerName", "a provider such as kTCGBAuthGoogle")
    if arguments.refusedIntoLog() { return false }
    let client = Clients.current
    guard let adapter else { return client.accounts.setAdapter(nil, for: provider) }
    guard let copy = copied(adapter) else {
        client.log(.warn, "TCGBAuthAdapter_register: adapter: structSize must be sizeof(TCGBAuthAdapter), and requestCredential a function")
        return false
    }
    guard client.accounts.setAdapter(copy, for: provider) else {
        client.log(.warn, "TCGBAuthAdapter_register: providerName: \(provider) takes no adapter: it is guest, too long, or one too many")
        return false
    }
    return true
}

private func copied(_ adapter: UnsafePointer<TCGBAuthAdapter>) -> SignInAdapter? {
    var copy = TCGBAuthAdapter()
    guard copySized(adapter, into: &copy), let requestCredential = copy.requestCredential else { return nil }
    let context = copy.context
    let ask: (SignInRequest) -> Void = { request in
        guard let handle = newHandle(HostSignInRequest(request: request)) else { return request.abandon() }
        request.name = UInt(bitPattern: handle)
        requestCredential(handle, context)
        releaseHandle(handle)
    }
    var tell: ((SignInRequest) -> Void)?
    if let cancel = copy.cancel { tell = { cancel(OpaquePointer(bitPattern: $0.name), context) } }
    var forget: ((String) -> Void)?
    if let logout = copy.logout { forget = { $0.withCString { logout($0, context) } } }
    return SignInAdapter(requestCredential: ask, cancel: tell, logout: forget)
}

// MARK: TCGBAuthAdapterRequest

@_cdecl("TCGBAuthAdapterRequest_viewController") @implementation
public func TCGBAuthAdapterRequest_viewController(_ request: OpaquePointer?) -> UnsafeMutableRawPointer? {
    read(request, HostSignInRequest.self, else: nil) { UnsafeMutableRawPointer(bitPattern: $0.value.request.window) }
}

@_cdecl("TCGBAuthAdapterRequest_succeed") @implementation
public func TCGBAuthAdapterRequest_succeed(_ request: OpaquePointer?, _ credentialJson: UnsafePointer<CChar>?) -> Bool {
    // Outside the handle's lock: an answer sends a request to the service.
    guard let request = value(request, HostSignInRequest.self)?.request else { return false }
    var arguments = Arguments("TCGBAuthAdapter")
    let json = arguments.requiredJSON(credentialJson, "credentialJson", "a JSON object with the keys of TCGBConstants.h")
    if arguments.error == nil, json.objectValue == nil { arguments.refuse("credentialJson", "must be a JSON object, {…}") }
    if let object = json.objectValue, arguments.error == nil { return request.succeed(object) }
    return request.refuse(
        GamebaseError(
            GamebaseError.Code.authExternalLibraryError, "the sign-in adapter's answer is no credential",
            domain: "TCGB.Gamebase.TCGBAuthAdapter",
            underlying: arguments.error))
}

@_cdecl("TCGBAuthAdapterRequest_fail") @implementation
public func TCGBAuthAdapterRequest_fail(_ request: OpaquePointer?, _ code: Int64, _ message: UnsafePointer<CChar>?) -> Bool {
    guard let request = value(request, HostSignInRequest.self)?.request else { return false }
    var arguments = Arguments("TCGBAuthAdapter")
    // A message that cannot be read must not keep the failure from being one.
    let message = arguments.text(message, "message")
    _ = arguments.refusedIntoLog()
    return request.fail(code, message)
}
