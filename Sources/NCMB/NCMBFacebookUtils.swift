import Boundary
import CGamebase
import Client
import Codecs
import Linux

private let provider = "facebook"

@_cdecl("NCMBFacebookUtils_initializeFacebook") @implementation
public func NCMBFacebookUtils_initializeFacebook() {}

@_cdecl("NCMBFacebookUtils_initializeFacebookWithUrlSchemeSuffix") @implementation
public func NCMBFacebookUtils_initializeFacebookWithUrlSchemeSuffix(_ urlSchemeSuffix: UnsafePointer<CChar>?) {
    var arguments = Arguments("NCMBFacebookUtils")
    _ = arguments.text(urlSchemeSuffix, "urlSchemeSuffix")
    _ = arguments.refusedIntoLog()
}

@_cdecl("NCMBFacebookUtils_isLinkedWithUser") @implementation
public func NCMBFacebookUtils_isLinkedWithUser(_ user: OpaquePointer?) -> Bool {
    userObject(user)?.isLinked(with: provider) ?? false
}

@_cdecl("NCMBFacebookUtils_handleOpenURL") @implementation
public func NCMBFacebookUtils_handleOpenURL(_ url: UnsafePointer<CChar>?) -> Bool {
    var arguments = Arguments("NCMBFacebookUtils")
    let url = arguments.requiredText(url, "url", "the address that a browser was sent to")
    return !arguments.refusedIntoLog() && Clients.current.accounts.takeReturn(url)
}

@_cdecl("NCMBFacebookUtils_session") @implementation
public func NCMBFacebookUtils_session() -> UnsafePointer<CChar>? {
    ThreadTexts.keep(.facebookSession, Clients.current.datastore.facebookSession)
}

@_cdecl("NCMBFacebookUtils_logInWithFacebookId_accessToken_expirationDate_block") @implementation
public func NCMBFacebookUtils_logInWithFacebookId_accessToken_expirationDate_block(
    _ facebookId: UnsafePointer<CChar>?, _ accessToken: UnsafePointer<CChar>?, _ expirationDate: Int64, _ block: NCMBUserResultBlock?,
    _ context: UnsafeMutableRawPointer?
) {
    var arguments = Arguments("NCMBFacebookUtils")
    let data = arguments.facebook(facebookId, accessToken, expirationDate)
    logIn(with: provider, data, arguments, block, context)
}

@_cdecl("NCMBFacebookUtils_linkUser_facebookId_accessToken_expirationDate_block") @implementation
public func NCMBFacebookUtils_linkUser_facebookId_accessToken_expirationDate_block(
    _ user: OpaquePointer?, _ facebookId: UnsafePointer<CChar>?, _ accessToken: UnsafePointer<CChar>?, _ expirationDate: Int64,
    _ block: NCMBErrorResultBlock?, _ context: UnsafeMutableRawPointer?
) {
    var arguments = Arguments("NCMBFacebookUtils")
    let data = arguments.facebook(facebookId, accessToken, expirationDate)
    link(user, provider, data, arguments, block, context)
}

@_cdecl("NCMBFacebookUtils_unlinkUser_error") @implementation
public func NCMBFacebookUtils_unlinkUser_error(_ user: OpaquePointer?, _ error: UnsafeMutablePointer<OpaquePointer?>?) -> Bool {
    unlinkBlocking(user, from: provider, error)
}

@_cdecl("NCMBFacebookUtils_unlinkUserInBackground_block") @implementation
public func NCMBFacebookUtils_unlinkUserInBackground_block(
    _ user: OpaquePointer?, _ block: NCMBErrorResultBlock?, _ context: UnsafeMutableRawPointer?
) {
    link(user, provider, nil, Arguments("NCMBFacebookUtils"), block, context)
}

// MARK: At Facebook's page

private let linkInstead: StaticString = "NCMBFacebookUtils_linkUser_facebookId_accessToken_expirationDate_block"

@_cdecl("NCMBFacebookUtils_logInWithPermissions_block") @implementation
public func NCMBFacebookUtils_logInWithPermissions_block(
    _ permissions: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int, _ block: NCMBUserResultBlock?, _ context: UnsafeMutableRawPointer?
) {
    Clients.current.datastore.signIn(
        atPageOf: provider, nil, instead: "NCMBFacebookUtils_logInWithFacebookId_accessToken_expirationDate_block",
        completion: deliver(object: block, context))
}

@_cdecl("NCMBFacebookUtils_linkUser_permissions_block") @implementation
public func NCMBFacebookUtils_linkUser_permissions_block(
    _ user: OpaquePointer?, _ permissions: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int, _ block: NCMBErrorResultBlock?,
    _ context: UnsafeMutableRawPointer?
) {
    link(atPageOf: provider, user, instead: linkInstead, block, context)
}

@_cdecl("NCMBFacebookUtils_reauthorizeUser_permissions_audience_block") @implementation
public func NCMBFacebookUtils_reauthorizeUser_permissions_audience_block(
    _ user: OpaquePointer?, _ permissions: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int, _ audience: Int32,
    _ block: NCMBErrorResultBlock?, _ context: UnsafeMutableRawPointer?
) {
    link(atPageOf: provider, user, instead: linkInstead, block, context)
}
