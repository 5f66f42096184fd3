import Boundary
import CGamebase
import Client
import Codecs
import Linux

private func logIn(
    _ kind: ClientDatastore.LogInName, _ name: CText?, _ password: CText?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
    var arguments = Arguments("NCMBUser")
    let name = arguments.credential(name, "name", "the name or mail address of a user")
    let password = arguments.credential(password, "password", "the password")
    if let refusal = arguments.error {
        _ = give(DataError.argument(refusal), to: error)
        return nil
    }
    let (user, failure) = Clients.current.datastore.logInBlocking(kind, name, password: password)
    return give(failure, to: error) ? user.flatMap { ownedHandle($0) } : nil
}

private func logIn(
    _ kind: ClientDatastore.LogInName, _ name: CText?, _ password: CText?, _ block: NCMBUserResultBlock?,
    _ context: UnsafeMutableRawPointer?,
    _ function: StaticString = #function
) {
    var arguments = Arguments("NCMBUser")
    let name = arguments.credential(name, "name", "the name or mail address of a user")
    let password = arguments.credential(password, "password", "the password")
    let deliver = deliver(object: block, context)
    if let refusal = arguments.error { return refuse(DataError.argument(refusal), block != nil, function) { deliver(nil, $0) } }
    Clients.current.datastore.logIn(kind, name, password: password, completion: deliver)
}

@_cdecl("NCMBUser_logInWithUsername_password_error") @implementation
public func NCMBUser_logInWithUsername_password_error(
    _ username: UnsafePointer<CChar>?, _ password: UnsafePointer<CChar>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
    logIn(.userName, username, password, error)
}

@_cdecl("NCMBUser_logInWithUsernameInBackground_password_block") @implementation
public func NCMBUser_logInWithUsernameInBackground_password_block(
    _ username: UnsafePointer<CChar>?, _ password: UnsafePointer<CChar>?, _ block: NCMBUserResultBlock?, _ context: UnsafeMutableRawPointer?
) {
    logIn(.userName, username, password, block, context)
}

@_cdecl("NCMBUser_logInWithMailAddress_password_error") @implementation
public func NCMBUser_logInWithMailAddress_password_error(
    _ email: UnsafePointer<CChar>?, _ password: UnsafePointer<CChar>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
    logIn(.mailAddress, email, password, error)
}

@_cdecl("NCMBUser_logInWithMailAddressInBackground_password_block") @implementation
public func NCMBUser_logInWithMailAddressInBackground_password_block(
    _ email: UnsafePointer<CChar>?, _ password: UnsafePointer<CChar>?, _ block: NCMBUserResultBlock?, _ context: UnsafeMutableRawPointer?
) {
    logIn(.mailAddress, email, password, block, context)
}
