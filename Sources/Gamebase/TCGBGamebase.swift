// The Gamebase room: the functions of include/Gamebase, one Swift file for each header. They turn C arguments into values of the
// Client room and values into handles, and do nothing else. Whatever is decided, remembered or waited for belongs to the Client.
// Every pointer that comes in may be NULL, stale or invented; nothing here follows one that was not checked.
import Boundary
import CGamebase
import Client
import Codecs

// MARK: Lifecycle

@_cdecl("TCGBGamebase_initializeWithConfiguration_completion") @implementation
public func TCGBGamebase_initializeWithConfiguration_completion(
    _ configuration: OpaquePointer?, _ completion: TCGBInitializeCompletion?, _ context: UnsafeMutableRawPointer?
) {
    initialize(configuration, nil, completion, context)
}

@_cdecl("TCGBGamebase_initializeWithConfiguration_launchOptions_completion") @implementation
public func TCGBGamebase_initializeWithConfiguration_launchOptions_completion(
    _ configuration: OpaquePointer?, _ launchOptions: UnsafePointer<CChar>?, _ completion: TCGBInitializeCompletion?,
    _ context: UnsafeMutableRawPointer?
) {
    initialize(configuration, launchOptions, completion, context)
}

/// `launchOptions` is UIKit's dictionary. It is checked and has no effect here.
private func initialize(
    _ configuration: OpaquePointer?, _ launchOptions: CText?, _ completion: TCGBInitializeCompletion?,
    _ context: UnsafeMutableRawPointer?, _ function: StaticString = #function
) {
    var arguments = Arguments("TCGBGamebase")
    let configuration = arguments.value(configuration, Configuration.self, "configuration")
    _ = arguments.object(launchOptions, "launchOptions")
    let deliver = deliver(text: completion, context)
    guard let configuration, arguments.error == nil else {
        return refuse(arguments.error ?? GamebaseError(GamebaseError.Code.invalidParameter), completion != nil, function) {
            deliver(nil, $0)
        }
    }
    Clients.current.initialize(configuration) { launching, error in
        deliver(error == nil ? launching?.text() : nil, error)
    }
}

@_cdecl("TCGBGamebase_isSuccessWithError") @implementation
public func TCGBGamebase_isSuccessWithError(_ error: OpaquePointer?) -> Bool {
    if error == nil { return true }
    return read(error, GamebaseError.self, else: false) { $0.value.code == 0 }
}

@_cdecl("TCGBGamebase_isInitialized") @implementation
public func TCGBGamebase_isInitialized() -> Bool { Clients.read { $0.isInitialized } }

@_cdecl("TCGBGamebase_shutdown") @implementation
public func TCGBGamebase_shutdown(_ timeoutMilliseconds: Int64) -> Bool {
    Clients.current.shutdown(timeoutMilliseconds: timeoutMilliseconds)
}

// MARK: Environment

@_cdecl("TCGBGamebase_setDebugMode") @implementation
public func TCGBGamebase_setDebugMode(_ debugMode: Bool) { Clients.current.debugMode = debugMode }

@_cdecl("TCGBGamebase_isDebugMode") @implementation
public func TCGBGamebase_isDebugMode() -> Bool { Clients.read { $0.debugMode } }

@_cdecl("TCGBGamebase_SDKVersion") @implementation
public func TCGBGamebase_SDKVersion() -> UnsafePointer<CChar>? { ThreadTexts.keep(.sdkVersion, Client.version) }

@_cdecl("TCGBGamebase_appID") @implementation
public func TCGBGamebase_appID() -> UnsafePointer<CChar>? { ThreadTexts.keep(.appID, Clients.current.appID) }

@_cdecl("TCGBGamebase_userID") @implementation
public func TCGBGamebase_userID() -> UnsafePointer<CChar>? { ThreadTexts.keep(.userID, Clients.current.userID) }

@_cdecl("TCGBGamebase_accessToken") @implementation
public func TCGBGamebase_accessToken() -> UnsafePointer<CChar>? { ThreadTexts.keep(.accessToken, Clients.current.accessToken) }

@_cdecl("TCGBGamebase_lastLoggedInProvider") @implementation
public func TCGBGamebase_lastLoggedInProvider() -> UnsafePointer<CChar>? {
    ThreadTexts.keep(.lastLoggedInProvider, Clients.current.lastLoggedInProvider)
}

@_cdecl("TCGBGamebase_currentProvider") @implementation
public func TCGBGamebase_currentProvider() -> UnsafePointer<CChar>? {
    ThreadTexts.keep(.currentProvider, Clients.current.currentProvider)
}

@_cdecl("TCGBGamebase_isSandbox") @implementation
public func TCGBGamebase_isSandbox() -> Bool { Clients.read { $0.isSandbox } }

@_cdecl("TCGBGamebase_deviceLanguageCode") @implementation
public func TCGBGamebase_deviceLanguageCode() -> UnsafePointer<CChar>? {
    ThreadTexts.keep(.deviceLanguageCode, Clients.current.languages.deviceLanguageCode)
}

@_cdecl("TCGBGamebase_setDisplayLanguageCode") @implementation
public func TCGBGamebase_setDisplayLanguageCode(_ languageCode: UnsafePointer<CChar>?) {
    var arguments = Arguments("TCGBGamebase")
    let code = arguments.requiredText(languageCode, "languageCode", "a code such as kTCGBDisplayLanguageCodeEnglish")
    if arguments.refusedIntoLog() { return }
    Clients.current.languages.setDisplayLanguageCode(code)
}

@_cdecl("TCGBGamebase_displayLanguageCode") @implementation
public func TCGBGamebase_displayLanguageCode() -> UnsafePointer<CChar>? {
    ThreadTexts.keep(.displayLanguageCode, Clients.current.languages.displayLanguageCode)
}

@_cdecl("TCGBGamebase_deviceCountryCode") @implementation
public func TCGBGamebase_deviceCountryCode() -> UnsafePointer<CChar>? {
    ThreadTexts.keep(.deviceCountryCode, Clients.current.languages.deviceCountryCode)
}

@_cdecl("TCGBGamebase_countryCode") @implementation
public func TCGBGamebase_countryCode() -> UnsafePointer<CChar>? {
    ThreadTexts.keep(.countryCode, Clients.current.languages.deviceCountryCode)
}

@_cdecl("TCGBGamebase_countryCodeOfDevice") @implementation
public func TCGBGamebase_countryCodeOfDevice() -> UnsafePointer<CChar>? {
    ThreadTexts.keep(.countryCodeOfDevice, Clients.current.languages.deviceCountryCode)
}

/// What the SDKs say of a device without a SIM card.
private let withoutSIM = "ZZ"

@_cdecl("TCGBGamebase_countryCodeOfUSIM") @implementation
public func TCGBGamebase_countryCodeOfUSIM() -> UnsafePointer<CChar>? { ThreadTexts.keep(.countryCodeOfUSIM, withoutSIM) }

@_cdecl("TCGBGamebase_carrierCode") @implementation
public func TCGBGamebase_carrierCode() -> UnsafePointer<CChar>? { ThreadTexts.keep(.carrierCode, "") }

@_cdecl("TCGBGamebase_carrierName") @implementation
public func TCGBGamebase_carrierName() -> UnsafePointer<CChar>? { ThreadTexts.keep(.carrierName, "") }

@_cdecl("TCGBGamebase_languageCode") @implementation
public func TCGBGamebase_languageCode() -> UnsafePointer<CChar>? {
    ThreadTexts.keep(.languageCode, Clients.current.languages.deviceLanguageCode)
}

// MARK: Login. `viewController` is for the adapters that show a window; others have no use for it.

@_cdecl("TCGBGamebase_loginWithType_viewController_completion") @implementation
public func TCGBGamebase_loginWithType_viewController_completion(
    _ type: UnsafePointer<CChar>?, _ viewController: UnsafeMutableRawPointer?, _ completion: TCGBLoginCompletion?,
    _ context: UnsafeMutableRawPointer?
) {
    login(type, nil, viewController, completion, context)
}

@_cdecl("TCGBGamebase_loginWithType_additionalInfo_viewController_completion") @implementation
public func TCGBGamebase_loginWithType_additionalInfo_viewController_completion(
    _ type: UnsafePointer<CChar>?, _ additionalInfo: UnsafePointer<CChar>?, _ viewController: UnsafeMutableRawPointer?,
    _ completion: TCGBLoginCompletion?, _ context: UnsafeMutableRawPointer?
) {
    login(type, additionalInfo, viewController, completion, context)
}

private func login(
    _ type: CText?, _ additionalInfo: CText?, _ window: UnsafeMutableRawPointer?, _ completion: TCGBLoginCompletion?,
    _ context: UnsafeMutableRawPointer?, _ function: StaticString = #function
) {
    var arguments = Arguments("TCGBGamebase")
    let type = arguments.requiredText(type, "type", "a provider such as kTCGBAuthGuest")
    let info = arguments.object(additionalInfo, "additionalInfo")
    let deliver = deliver(value: AuthToken.self, completion, context)
    if let error = arguments.error { return refuse(error, completion != nil, function) { deliver(nil, $0) } }
    Clients.current.accounts.login(type: type, additionalInfo: info, window: UInt(bitPattern: window), completion: deliver)
}

@_cdecl("TCGBGamebase_loginWithCredential_viewController_completion") @implementation
public func TCGBGamebase_loginWithCredential_viewController_completion(
    _ credential: UnsafePointer<CChar>?, _ viewController: UnsafeMutableRawPointer?, _ completion: TCGBLoginCompletion?,
    _ context: UnsafeMutableRawPointer?
) {
    let deliver = deliver(value: AuthToken.self, completion, context)
    withCredential(credential, GamebaseError.Code.authIdPLoginInvalidIdPInfo, completion, context) {
        Clients.current.accounts.login(credential: $0, completion: deliver)
    }
}

@_cdecl("TCGBGamebase_cancelLogin") @implementation
public func TCGBGamebase_cancelLogin() -> Bool { Clients.current.accounts.cancelLogin() }

@_cdecl("TCGBGamebase_loginForLastLoggedInProviderWithViewController_completion") @implementation
public func TCGBGamebase_loginForLastLoggedInProviderWithViewController_completion(
    _ viewController: UnsafeMutableRawPointer?, _ completion: TCGBLoginCompletion?, _ context: UnsafeMutableRawPointer?
) {
    Clients.current.accounts.loginForLastLoggedInProvider(completion: deliver(value: AuthToken.self, completion, context))
}

@_cdecl("TCGBGamebase_logoutWithViewController_completion") @implementation
public func TCGBGamebase_logoutWithViewController_completion(
    _ viewController: UnsafeMutableRawPointer?, _ completion: TCGBErrorCompletion?, _ context: UnsafeMutableRawPointer?
) {
    Clients.current.accounts.logout(completion: deliver(error: completion, context))
}

@_cdecl("TCGBGamebase_withdrawWithViewController_completion") @implementation
public func TCGBGamebase_withdrawWithViewController_completion(
    _ viewController: UnsafeMutableRawPointer?, _ completion: TCGBErrorCompletion?, _ context: UnsafeMutableRawPointer?
) {
    Clients.current.accounts.withdraw(completion: deliver(error: completion, context))
}

// MARK: Events

@_cdecl("TCGBGamebase_addEventHandler") @implementation
public func TCGBGamebase_addEventHandler(_ handler: TCGBGamebaseEventHandler?, _ context: UnsafeMutableRawPointer?) {
    guard let handler else {
        Clients.current.log(.warn, "TCGBGamebase_addEventHandler: handler: is NULL; pass a function")
        return
    }
    Clients.current.addEventHandler(identity: identity(handler, context)) { message in
        withBorrowed(message) { if let message = $0 { handler(message, context) } }
    }
}

@_cdecl("TCGBGamebase_removeEventHandler") @implementation
public func TCGBGamebase_removeEventHandler(_ handler: TCGBGamebaseEventHandler?, _ context: UnsafeMutableRawPointer?) {
    guard let handler else { return }
    Clients.current.removeEventHandler(identity: identity(handler, context))
}

@_cdecl("TCGBGamebase_removeAllEventHandler") @implementation
public func TCGBGamebase_removeAllEventHandler() { Clients.current.removeAllEventHandlers() }

private func identity(_ handler: TCGBGamebaseEventHandler, _ context: UnsafeMutableRawPointer?) -> EventHandlerIdentity {
    EventHandlerIdentity(
        function: UInt(bitPattern: unsafeBitCast(handler, to: UnsafeRawPointer.self)), context: UInt(bitPattern: context))
}
