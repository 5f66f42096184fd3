import Boundary
import CGamebase
import Client
import Linux
import Wire

@_cdecl("NCMBMail_setFunction") @implementation
public func NCMBMail_setFunction(_ function: NCMBMailFunction?, _ context: UnsafeMutableRawPointer?) {
    guard let function else { return Clients.current.datastore.setMail(nil) }
    Clients.current.datastore.setMail { mail in
        let kind = mail.isPasswordReset ? NCMBMailKindPasswordReset : NCMBMailKindAuthentication
        withBorrowed(text: mail.address) { address in
            withBorrowed(text: mail.userName) { userName in
                withBorrowed(text: mail.key) { key in
                    withBorrowed(text: mail.subject) { subject in
                        withBorrowed(text: mail.text) { function(kind, address, userName, key, subject, $0, context) }
                    }
                }
            }
        }
    }
}

@_cdecl("NCMBMail_finishPasswordResetWithKey_password_block") @implementation
public func NCMBMail_finishPasswordResetWithKey_password_block(
    _ key: UnsafePointer<CChar>?, _ password: UnsafePointer<CChar>?, _ block: NCMBErrorResultBlock?, _ context: UnsafeMutableRawPointer?
) {
    var arguments = Arguments("NCMBMail")
    let key = arguments.requiredText(key, "key", "the key that came by mail")
    let password = arguments.requiredText(password, "password", "the new password")
    let deliver = deliver(error: block, context)
    if let refusal = arguments.error { return refuse(DataError.argument(refusal), block != nil) { deliver($0) } }
    Clients.current.datastore.finishPasswordReset(key: key, password: password, completion: deliver)
}

@_cdecl("NCMBMail_finishAuthenticationWithKey_password_block") @implementation
public func NCMBMail_finishAuthenticationWithKey_password_block(
    _ key: UnsafePointer<CChar>?, _ password: UnsafePointer<CChar>?, _ block: NCMBUserResultBlock?, _ context: UnsafeMutableRawPointer?
) {
    var arguments = Arguments("NCMBMail")
    let key = arguments.requiredText(key, "key", "the key that came by mail")
    let password = arguments.text(password, "password")
    let deliver = deliver(object: block, context)
    if let refusal = arguments.error { return refuse(DataError.argument(refusal), block != nil) { deliver(nil, $0) } }
    Clients.current.datastore.finishMailEntry(key: key, password: password, completion: deliver)
}
