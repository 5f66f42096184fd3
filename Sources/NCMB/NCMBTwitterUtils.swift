import Boundary
import CGamebase
import Client
import Codecs
import Linux

private let provider = "twitter"

@_cdecl("NCMBTwitterUtils_initializeWithConsumerKey_consumerSecret") @implementation
public func NCMBTwitterUtils_initializeWithConsumerKey_consumerSecret(
    _ consumerKey: UnsafePointer<CChar>?, _ consumerSecret: UnsafePointer<CChar>?
) {
    var arguments = Arguments("NCMBTwitterUtils")
    let key = arguments.requiredText(consumerKey, "consumerKey", "the key of the game at Twitter")
    let secret = arguments.requiredText(consumerSecret, "consumerSecret", "the secret of the game at Twitter")
    if !arguments.refusedIntoLog() { Clients.current.datastore.setTwitterConsumer(key: key, secret: secret) }
}

@_cdecl("NCMBTwitterUtils_isLinkedWithUser") @implementation
public func NCMBTwitterUtils_isLinkedWithUser(_ user: OpaquePointer?) -> Bool {
    userObject(user)?.isLinked(with: provider) ?? false
}

@_cdecl("NCMBTwitterUtils_logInWithTwitterId_screenName_authToken_authTokenSecret_block") @implementation
public func NCMBTwitterUtils_logInWithTwitterId_screenName_authToken_authTokenSecret_block(
    _ twitterId: UnsafePointer<CChar>?, _ screenName: UnsafePointer<CChar>?, _ authToken: UnsafePointer<CChar>?,
    _ authTokenSecret: UnsafePointer<CChar>?, _ block: NCMBUserResultBlock?, _ context: UnsafeMutableRawPointer?
) {
    var arguments = Arguments("NCMBTwitterUtils")
    let data = arguments.twitter(twitterId, screenName, authToken, authTokenSecret)
    logIn(with: provider, data, arguments, block, context)
}

@_cdecl("NCMBTwitterUtils_linkUser_twitterId_screenName_authToken_authTokenSecret_block") @implementation
public func NCMBTwitterUtils_linkUser_twitterId_screenName_authToken_authTokenSecret_block(
    _ user: OpaquePointer?, _ twitterId: UnsafePointer<CChar>?, _ screenName: UnsafePointer<CChar>?, _ authToken: UnsafePointer<CChar>?,
    _ authTokenSecret: UnsafePointer<CChar>?, _ block: NCMBErrorResultBlock?, _ context: UnsafeMutableRawPointer?
) {
    var arguments = Arguments("NCMBTwitterUtils")
    let data = arguments.twitter(twitterId, screenName, authToken, authTokenSecret)
    link(user, provider, data, arguments, block, context)
}

@_cdecl("NCMBTwitterUtils_unlinkUser_error") @implementation
public func NCMBTwitterUtils_unlinkUser_error(_ user: OpaquePointer?, _ error: UnsafeMutablePointer<OpaquePointer?>?) -> Bool {
    unlinkBlocking(user, from: provider, error)
}

@_cdecl("NCMBTwitterUtils_unlinkUserInBackground_block") @implementation
public func NCMBTwitterUtils_unlinkUserInBackground_block(
    _ user: OpaquePointer?, _ block: NCMBErrorResultBlock?, _ context: UnsafeMutableRawPointer?
) {
    link(user, provider, nil, Arguments("NCMBTwitterUtils"), block, context)
}

// MARK: With a window that is not here

@_cdecl("NCMBTwitterUtils_logInWithBlock") @implementation
public func NCMBTwitterUtils_logInWithBlock(_ block: NCMBUserResultBlock?, _ context: UnsafeMutableRawPointer?) {
    Clients.current.datastore.signIn(
        atPageOf: provider, nil, instead: "NCMBTwitterUtils_logInWithTwitterId_screenName_authToken_authTokenSecret_block",
        completion: deliver(object: block, context))
}

@_cdecl("NCMBTwitterUtils_linkUser_block") @implementation
public func NCMBTwitterUtils_linkUser_block(
    _ user: OpaquePointer?, _ block: NCMBErrorResultBlock?, _ context: UnsafeMutableRawPointer?
) {
    link(
        atPageOf: provider, user, instead: "NCMBTwitterUtils_linkUser_twitterId_screenName_authToken_authTokenSecret_block", block, context)
}
