import Boundary
import CGamebase
import Client
import Codecs
import Linux

private func notAUser(_ pointer: OpaquePointer?) -> GamebaseError? {
    var arguments = Arguments("NCMBUser")
    _ = arguments.user(pointer, "user")
    return arguments.error.map { DataError.argument($0) }
}

@_cdecl("NCMBUser_signUp") @implementation
public func NCMBUser_signUp(_ user: OpaquePointer?, _ error: UnsafeMutablePointer<OpaquePointer?>?) -> Bool {
    let refusal = notAUser(user)
    if let refusal { return give(refusal, to: error) }
    return waited(user, error) { Clients.current.datastore.saveBlocking($0) }
}

@_cdecl("NCMBUser_signUpInBackgroundWithBlock") @implementation
public func NCMBUser_signUpInBackgroundWithBlock(
    _ user: OpaquePointer?, _ block: NCMBErrorResultBlock?, _ context: UnsafeMutableRawPointer?
) {
    if let refusal = notAUser(user) {
        let deliver = deliver(error: block, context)
        return refuse(refusal, block != nil) { deliver($0) }
    }
    background(user, block, context) { Clients.current.datastore.save($0, completion: $1) }
}

@_cdecl("NCMBUser_logOut") @implementation
public func NCMBUser_logOut() {
    Clients.current.datastore.logOutNow()
}

@_cdecl("NCMBUser_logOutInBackgroundWithBlock") @implementation
public func NCMBUser_logOutInBackgroundWithBlock(_ block: NCMBErrorResultBlock?, _ context: UnsafeMutableRawPointer?) {
    Clients.current.datastore.logOut(completion: deliver(error: block, context))
}

@_cdecl("NCMBUser_signUpFromAnonymous_password_error") @implementation
public func NCMBUser_signUpFromAnonymous_password_error(
    _ user: OpaquePointer?, _ userName: UnsafePointer<CChar>?, _ password: UnsafePointer<CChar>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Bool {
    var arguments = Arguments("NCMBUser")
    let anonymous = arguments.user(user, "user")
    let name = arguments.credential(userName, "userName", "the name to log in with")
    let word = arguments.credential(password, "password", "the password")
    if let refusal = arguments.error { return give(DataError.argument(refusal), to: error) }
    guard let anonymous else { return false }
    return give(Clients.current.datastore.signUpFromAnonymousBlocking(anonymous, userName: name, password: word), to: error)
}

@_cdecl("NCMBUser_signUpFromAnonymousInBackgroundWithBlock_password_block") @implementation
public func NCMBUser_signUpFromAnonymousInBackgroundWithBlock_password_block(
    _ user: OpaquePointer?, _ userName: UnsafePointer<CChar>?, _ password: UnsafePointer<CChar>?, _ block: NCMBErrorResultBlock?,
    _ context: UnsafeMutableRawPointer?
) {
    var arguments = Arguments("NCMBUser")
    let anonymous = arguments.user(user, "user")
    let name = arguments.credential(userName, "userName", "the name to log in with")
    let word = arguments.credential(password, "password", "the password")
    let deliver = deliver(error: block, context)
    if let refusal = arguments.error { return refuse(DataError.argument(refusal), block != nil) { deliver($0) } }
    guard let anonymous else { return }
    Clients.current.datastore.signUpFromAnonymous(anonymous, userName: name, password: word, completion: deliver)
}

@_cdecl("NCMBUser_enableAutomaticUser") @implementation
public func NCMBUser_enableAutomaticUser() {
    Clients.current.datastore.enableAutomaticUser()
}

@_cdecl("NCMBUser_automaticCurrentUserWithBlock") @implementation
public func NCMBUser_automaticCurrentUserWithBlock(_ block: NCMBUserResultBlock?, _ context: UnsafeMutableRawPointer?) {
    Clients.current.datastore.automaticUser(completion: deliver(object: block, context))
}

@_cdecl("NCMBUser_requestPasswordResetForEmail_error") @implementation
public func NCMBUser_requestPasswordResetForEmail_error(
    _ email: UnsafePointer<CChar>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Bool {
    var arguments = Arguments("NCMBUser")
    let address = arguments.requiredText(email, "email", "a mail address")
    if let refusal = arguments.error { return give(DataError.argument(refusal), to: error) }
    return give(Clients.current.datastore.requestMailBlocking(isPasswordReset: true, to: address), to: error)
}

@_cdecl("NCMBUser_requestPasswordResetForEmailInBackground_block") @implementation
public func NCMBUser_requestPasswordResetForEmailInBackground_block(
    _ email: UnsafePointer<CChar>?, _ block: NCMBErrorResultBlock?, _ context: UnsafeMutableRawPointer?
) {
    var arguments = Arguments("NCMBUser")
    let address = arguments.requiredText(email, "email", "a mail address")
    let deliver = deliver(error: block, context)
    if let refusal = arguments.error { return refuse(DataError.argument(refusal), block != nil) { deliver($0) } }
    Clients.current.datastore.requestMail(isPasswordReset: true, to: address, completion: deliver)
}

@_cdecl("NCMBUser_requestAuthenticationMail_error") @implementation
public func NCMBUser_requestAuthenticationMail_error(
    _ email: UnsafePointer<CChar>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Bool {
    var arguments = Arguments("NCMBUser")
    let address = arguments.requiredText(email, "email", "a mail address")
    if let refusal = arguments.error { return give(DataError.argument(refusal), to: error) }
    return give(Clients.current.datastore.requestMailBlocking(isPasswordReset: false, to: address), to: error)
}

@_cdecl("NCMBUser_requestAuthenticationMailInBackground_block") @implementation
public func NCMBUser_requestAuthenticationMailInBackground_block(
    _ email: UnsafePointer<CChar>?, _ block: NCMBErrorResultBlock?, _ context: UnsafeMutableRawPointer?
) {
    var arguments = Arguments("NCMBUser")
    let address = arguments.requiredText(email, "email", "a mail address")
    let deliver = deliver(error: block, context)
    if let refusal = arguments.error { return refuse(DataError.argument(refusal), block != nil) { deliver($0) } }
    Clients.current.datastore.requestMail(isPasswordReset: false, to: address, completion: deliver)
}
