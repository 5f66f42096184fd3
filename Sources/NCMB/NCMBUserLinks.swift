import Boundary
import CGamebase
import Client
import Linux
import Wire

@_cdecl("NCMBUser_signUpWithGoogleToken_withBlock") @implementation
public func NCMBUser_signUpWithGoogleToken_withBlock(
    _ user: OpaquePointer?, _ googleInfo: UnsafePointer<CChar>?, _ block: NCMBErrorResultBlock?, _ context: UnsafeMutableRawPointer?
) {
    signUp(user, "google", block, context) { $0.info(googleInfo, "googleInfo") }
}

@_cdecl("NCMBUser_linkWithGoogleToken_withBlock") @implementation
public func NCMBUser_linkWithGoogleToken_withBlock(
    _ user: OpaquePointer?, _ googleInfo: UnsafePointer<CChar>?, _ block: NCMBErrorResultBlock?, _ context: UnsafeMutableRawPointer?
) {
    link(user, block, context) { ("google", $0.info(googleInfo, "googleInfo")) }
}

@_cdecl("NCMBUser_signUpWithTwitterToken_withBlock") @implementation
public func NCMBUser_signUpWithTwitterToken_withBlock(
    _ user: OpaquePointer?, _ twitterInfo: UnsafePointer<CChar>?, _ block: NCMBErrorResultBlock?, _ context: UnsafeMutableRawPointer?
) {
    signUp(user, "twitter", block, context) { $0.info(twitterInfo, "twitterInfo") }
}

@_cdecl("NCMBUser_linkWithTwitterToken_withBlock") @implementation
public func NCMBUser_linkWithTwitterToken_withBlock(
    _ user: OpaquePointer?, _ twitterInfo: UnsafePointer<CChar>?, _ block: NCMBErrorResultBlock?, _ context: UnsafeMutableRawPointer?
) {
    link(user, block, context) { ("twitter", $0.info(twitterInfo, "twitterInfo")) }
}

@_cdecl("NCMBUser_signUpWithFacebookToken_withBlock") @implementation
public func NCMBUser_signUpWithFacebookToken_withBlock(
    _ user: OpaquePointer?, _ facebookInfo: UnsafePointer<CChar>?, _ block: NCMBErrorResultBlock?, _ context: UnsafeMutableRawPointer?
) {
    signUp(user, "facebook", block, context) { $0.info(facebookInfo, "facebookInfo") }
}

@_cdecl("NCMBUser_linkWithFacebookToken_withBlock") @implementation
public func NCMBUser_linkWithFacebookToken_withBlock(
    _ user: OpaquePointer?, _ facebookInfo: UnsafePointer<CChar>?, _ block: NCMBErrorResultBlock?, _ context: UnsafeMutableRawPointer?
) {
    link(user, block, context) { ("facebook", $0.info(facebookInfo, "facebookInfo")) }
}

@_cdecl("NCMBUser_signUpWithAppleToken_withBlock") @implementation
public func NCMBUser_signUpWithAppleToken_withBlock(
    _ user: OpaquePointer?, _ appleInfo: UnsafePointer<CChar>?, _ block: NCMBErrorResultBlock?, _ context: UnsafeMutableRawPointer?
) {
    signUp(user, "apple", block, context) { $0.appleInfo(appleInfo) }
}

@_cdecl("NCMBUser_linkWithAppleToken_withBlock") @implementation
public func NCMBUser_linkWithAppleToken_withBlock(
    _ user: OpaquePointer?, _ appleInfo: UnsafePointer<CChar>?, _ block: NCMBErrorResultBlock?, _ context: UnsafeMutableRawPointer?
) {
    link(user, block, context) { ("apple", $0.appleInfo(appleInfo)) }
}

@_cdecl("NCMBUser_unlink_withBlock") @implementation
public func NCMBUser_unlink_withBlock(
    _ user: OpaquePointer?, _ type: UnsafePointer<CChar>?, _ block: NCMBErrorResultBlock?, _ context: UnsafeMutableRawPointer?
) {
    link(user, block, context) { ($0.requiredText(type, "type", "the name of a provider"), nil) }
}
