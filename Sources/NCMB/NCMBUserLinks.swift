import Boundary
import CGamebase
import Client
import Codecs
import Linux

@_cdecl("NCMBUser_signUpWithGoogleToken_withBlock") @implementation
public func NCMBUser_signUpWithGoogleToken_withBlock(
    _ user: OpaquePointer?, _ googleInfo: UnsafePointer<CChar>?, _ block: NCMBErrorResultBlock?, _ context: UnsafeMutableRawPointer?
) {
    link(user, "google", googleInfo, "googleInfo", signsUp: true, block, context)
}

@_cdecl("NCMBUser_linkWithGoogleToken_withBlock") @implementation
public func NCMBUser_linkWithGoogleToken_withBlock(
    _ user: OpaquePointer?, _ googleInfo: UnsafePointer<CChar>?, _ block: NCMBErrorResultBlock?, _ context: UnsafeMutableRawPointer?
) {
    link(user, "google", googleInfo, "googleInfo", signsUp: false, block, context)
}

@_cdecl("NCMBUser_signUpWithTwitterToken_withBlock") @implementation
public func NCMBUser_signUpWithTwitterToken_withBlock(
    _ user: OpaquePointer?, _ twitterInfo: UnsafePointer<CChar>?, _ block: NCMBErrorResultBlock?, _ context: UnsafeMutableRawPointer?
) {
    link(user, "twitter", twitterInfo, "twitterInfo", signsUp: true, block, context)
}

@_cdecl("NCMBUser_linkWithTwitterToken_withBlock") @implementation
public func NCMBUser_linkWithTwitterToken_withBlock(
    _ user: OpaquePointer?, _ twitterInfo: UnsafePointer<CChar>?, _ block: NCMBErrorResultBlock?, _ context: UnsafeMutableRawPointer?
) {
    link(user, "twitter", twitterInfo, "twitterInfo", signsUp: false, block, context)
}

@_cdecl("NCMBUser_signUpWithFacebookToken_withBlock") @implementation
public func NCMBUser_signUpWithFacebookToken_withBlock(
    _ user: OpaquePointer?, _ facebookInfo: UnsafePointer<CChar>?, _ block: NCMBErrorResultBlock?, _ context: UnsafeMutableRawPointer?
) {
    link(user, "facebook", facebookInfo, "facebookInfo", signsUp: true, block, context)
}

@_cdecl("NCMBUser_linkWithFacebookToken_withBlock") @implementation
public func NCMBUser_linkWithFacebookToken_withBlock(
    _ user: OpaquePointer?, _ facebookInfo: UnsafePointer<CChar>?, _ block: NCMBErrorResultBlock?, _ context: UnsafeMutableRawPointer?
) {
    link(user, "facebook", facebookInfo, "facebookInfo", signsUp: false, block, context)
}

@_cdecl("NCMBUser_signUpWithAppleToken_withBlock") @implementation
public func NCMBUser_signUpWithAppleToken_withBlock(
    _ user: OpaquePointer?, _ appleInfo: UnsafePointer<CChar>?, _ block: NCMBErrorResultBlock?, _ context: UnsafeMutableRawPointer?
) {
    link(user, "apple", appleInfo, "appleInfo", signsUp: true, block, context)
}

@_cdecl("NCMBUser_linkWithAppleToken_withBlock") @implementation
public func NCMBUser_linkWithAppleToken_withBlock(
    _ user: OpaquePointer?, _ appleInfo: UnsafePointer<CChar>?, _ block: NCMBErrorResultBlock?, _ context: UnsafeMutableRawPointer?
) {
    link(user, "apple", appleInfo, "appleInfo", signsUp: false, block, context)
}

@_cdecl("NCMBUser_unlink_withBlock") @implementation
public func NCMBUser_unlink_withBlock(
    _ user: OpaquePointer?, _ type: UnsafePointer<CChar>?, _ block: NCMBErrorResultBlock?, _ context: UnsafeMutableRawPointer?
) {
    var arguments = Arguments("NCMBUser")
    let provider = arguments.requiredText(type, "type", "the name of a provider")
    link(user, provider, nil, arguments, block, context)
}
