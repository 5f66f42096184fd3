import Boundary
import CGamebase
import Client
import Codecs
import Linux

@_cdecl("NCMBMail_setFunction") @implementation
public func NCMBMail_setFunction(_ function: NCMBMailFunction?, _ context: UnsafeMutableRawPointer?) {
    guard let function else { return Clients.current.datastore.setMail(nil) }
    Clients.current.datastore.setMail { mail in
        let kind = mail.isPasswordReset ? NCMBMailKindPasswordReset : NCMBMailKindAuthentication
        withBorrowed([mail.address, mail.userName, mail.key, mail.subject, mail.text], []) { texts in
            function(kind, texts[0], texts[1], texts[2], texts[3], texts[4], context)
        }
    }
}

/// One text inside the other. Nested by hand, each would cost a kilobyte.
@inline(never)
private func withBorrowed(_ texts: [String?], _ given: [CText?], _ body: ([CText?]) -> Void) {
    if given.count == texts.count { return body(given) }
    withBorrowed(text: texts[given.count]) { withBorrowed(texts, given + [$0], body) }
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
