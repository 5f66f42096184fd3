import Boundary
import CGamebase
import Client
import Codecs

/// A credential in JSON. What is not JSON, or no object, is as wrong as one without a token: `code` says so in either case.
/// - Parameter body: makes the call; not called when the argument was refused.
func withCredential(
    _ credential: CText?, _ code: Int64, _ completion: TCGBLoginCompletion?, _ context: UnsafeMutableRawPointer?,
    _ function: StaticString = #function, _ body: (JSONObject) -> Void
) {
    var arguments = Arguments("TCGBGamebase")
    let json = arguments.requiredJSON(credential, "credential", "a JSON object with the keys of TCGBConstants.h")
    if arguments.error == nil, json.objectValue == nil { arguments.refuse("credential", "must be a JSON object, {…}") }
    if let object = json.objectValue, arguments.error == nil { return body(object) }
    let reason = arguments.error?.message ?? ""
    let client = Clients.current
    let isMapping = code == GamebaseError.Code.authAddMappingInvalidIdPInfo
    let error: GamebaseError
    if !client.isInitialized {
        error = GamebaseError(GamebaseError.Code.notInitialized, nil, domain: "TCGB.Gamebase.TCGBGamebase")
    } else if isMapping, client.userID == nil {
        error = GamebaseError(GamebaseError.Code.notLoggedIn, nil, domain: "TCGB.Gamebase.TCGBGamebase")
    } else {
        error = GamebaseError(code, reason, domain: "TCGB.Gamebase.TCGBGamebase")
    }
    let deliver = deliver(value: AuthToken.self, completion, context)
    refuse(error, completion != nil, function) { deliver(nil, $0) }
}

// MARK: TCGBGamebase

@_cdecl("TCGBGamebase_addMappingWithType_viewController_completion") @implementation
public func TCGBGamebase_addMappingWithType_viewController_completion(
    _ type: UnsafePointer<CChar>?, _ viewController: UnsafeMutableRawPointer?, _ completion: TCGBLoginCompletion?,
    _ context: UnsafeMutableRawPointer?
) {
    addMapping(type, nil, viewController, completion, context)
}

@_cdecl("TCGBGamebase_addMappingWithType_additionalInfo_viewController_completion") @implementation
public func TCGBGamebase_addMappingWithType_additionalInfo_viewController_completion(
    _ type: UnsafePointer<CChar>?, _ additionalInfo: UnsafePointer<CChar>?, _ viewController: UnsafeMutableRawPointer?,
    _ completion: TCGBLoginCompletion?, _ context: UnsafeMutableRawPointer?
) {
    addMapping(type, additionalInfo, viewController, completion, context)
}

private func addMapping(
    _ type: CText?, _ additionalInfo: CText?, _ window: UnsafeMutableRawPointer?, _ completion: TCGBLoginCompletion?,
    _ context: UnsafeMutableRawPointer?, _ function: StaticString = #function
) {
    var arguments = Arguments("TCGBGamebase")
    let type = arguments.requiredText(type, "type", "a provider such as kTCGBAuthGoogle")
    let info = arguments.object(additionalInfo, "additionalInfo")
    let deliver = deliver(value: AuthToken.self, completion, context)
    if let error = arguments.error { return refuse(error, completion != nil, function) { deliver(nil, $0) } }
    Clients.current.accounts.addMapping(type: type, additionalInfo: info, window: UInt(bitPattern: window), completion: deliver)
}

@_cdecl("TCGBGamebase_addMappingWithCredential_viewController_completion") @implementation
public func TCGBGamebase_addMappingWithCredential_viewController_completion(
    _ credential: UnsafePointer<CChar>?, _ viewController: UnsafeMutableRawPointer?, _ completion: TCGBLoginCompletion?,
    _ context: UnsafeMutableRawPointer?
) {
    let deliver = deliver(value: AuthToken.self, completion, context)
    withCredential(credential, GamebaseError.Code.authAddMappingInvalidIdPInfo, completion, context) {
        Clients.current.accounts.addMapping(credential: $0, completion: deliver)
    }
}

@_cdecl("TCGBGamebase_addMappingForciblyWithTicket_viewController_completion") @implementation
public func TCGBGamebase_addMappingForciblyWithTicket_viewController_completion(
    _ ticket: OpaquePointer?, _ viewController: UnsafeMutableRawPointer?, _ completion: TCGBLoginCompletion?,
    _ context: UnsafeMutableRawPointer?
) {
    withTicket(ticket, "ticket", completion, context) { Clients.current.accounts.addMappingForcibly($0, completion: $1) }
}

@_cdecl("TCGBGamebase_changeLoginWithForcingMappingTicket_viewController_completion") @implementation
public func TCGBGamebase_changeLoginWithForcingMappingTicket_viewController_completion(
    _ forcingMappingTicket: OpaquePointer?, _ viewController: UnsafeMutableRawPointer?, _ completion: TCGBLoginCompletion?,
    _ context: UnsafeMutableRawPointer?
) {
    withTicket(forcingMappingTicket, "forcingMappingTicket", completion, context) {
        Clients.current.accounts.changeLogin($0, completion: $1)
    }
}

private func withTicket(
    _ ticket: OpaquePointer?, _ name: StaticString, _ completion: TCGBLoginCompletion?, _ context: UnsafeMutableRawPointer?,
    _ function: StaticString = #function, _ body: (ForcingMappingTicket, @escaping (AuthToken?, GamebaseError?) -> Void) -> Void
) {
    var arguments = Arguments("TCGBGamebase")
    let deliver = deliver(value: AuthToken.self, completion, context)
    guard let ticket = arguments.value(ticket, ForcingMappingTicket.self, name) else {
        return refuse(arguments.error ?? GamebaseError(GamebaseError.Code.invalidParameter), completion != nil, function) {
            deliver(nil, $0)
        }
    }
    body(ticket, deliver)
}

@_cdecl("TCGBGamebase_removeMappingWithType_viewController_completion") @implementation
public func TCGBGamebase_removeMappingWithType_viewController_completion(
    _ type: UnsafePointer<CChar>?, _ viewController: UnsafeMutableRawPointer?, _ completion: TCGBErrorCompletion?,
    _ context: UnsafeMutableRawPointer?
) {
    var arguments = Arguments("TCGBGamebase")
    let type = arguments.requiredText(type, "type", "a provider such as kTCGBAuthGoogle")
    let deliver = deliver(error: completion, context)
    if let error = arguments.error { return refuse(error, completion != nil) { deliver($0) } }
    Clients.current.accounts.removeMapping(type: type, completion: deliver)
}

@_cdecl("TCGBGamebase_authMappingList_count") @implementation
public func TCGBGamebase_authMappingList_count() -> Int { Clients.current.accounts.authMappingList.count }

@_cdecl("TCGBGamebase_authMappingList_at") @implementation
public func TCGBGamebase_authMappingList_at(_ index: Int) -> UnsafePointer<CChar>? {
    let list = Clients.current.accounts.authMappingList
    guard index >= 0, index < list.count else { return nil }
    return ThreadTexts.keep(.authMappingList, list[index])
}

@_cdecl("TCGBGamebase_authProviderUserIDWithIDPCode") @implementation
public func TCGBGamebase_authProviderUserIDWithIDPCode(_ IDPCode: UnsafePointer<CChar>?) -> UnsafePointer<CChar>? {
    var arguments = Arguments("TCGBGamebase")
    let code = arguments.requiredText(IDPCode, "IDPCode", "a provider such as kTCGBAuthGoogle")
    if arguments.refusedIntoLog() { return nil }
    return ThreadTexts.keep(.authProviderUserID, Clients.current.accounts.providerUserID(code))
}

@_cdecl("TCGBGamebase_authProviderAccessTokenWithIDPCode") @implementation
public func TCGBGamebase_authProviderAccessTokenWithIDPCode(_ IDPCode: UnsafePointer<CChar>?) -> UnsafePointer<CChar>? {
    var arguments = Arguments("TCGBGamebase")
    let code = arguments.requiredText(IDPCode, "IDPCode", "a provider such as kTCGBAuthGoogle")
    if arguments.refusedIntoLog() { return nil }
    return ThreadTexts.keep(.authProviderAccessToken, Clients.current.accounts.providerAccessToken(code))
}
