import Boundary
import CGamebase
import Client
import Codecs

// The calls of TCGBGamebase.h that move a guest to another device.

@_cdecl("TCGBGamebase_issueTransferAccountWithCompletion") @implementation
public func TCGBGamebase_issueTransferAccountWithCompletion(
    _ completion: TCGBTransferAccountCompletion?, _ context: UnsafeMutableRawPointer?
) {
    Clients.current.accounts.issueTransferAccount(completion: deliver(value: TransferAccountInfo.self, completion, context))
}

@_cdecl("TCGBGamebase_queryTransferAccountWithCompletion") @implementation
public func TCGBGamebase_queryTransferAccountWithCompletion(
    _ completion: TCGBTransferAccountCompletion?, _ context: UnsafeMutableRawPointer?
) {
    Clients.current.accounts.queryTransferAccount(completion: deliver(value: TransferAccountInfo.self, completion, context))
}

@_cdecl("TCGBGamebase_renewTransferAccountWithConfiguration_completion") @implementation
public func TCGBGamebase_renewTransferAccountWithConfiguration_completion(
    _ configuration: OpaquePointer?, _ completion: TCGBTransferAccountCompletion?, _ context: UnsafeMutableRawPointer?
) {
    var arguments = Arguments("TCGBGamebase")
    let deliver = deliver(value: TransferAccountInfo.self, completion, context)
    guard let configuration = arguments.value(configuration, TransferAccountRenewConfiguration.self, "configuration") else {
        return refuse(arguments.error ?? GamebaseError(GamebaseError.Code.invalidParameter), completion != nil) { deliver(nil, $0) }
    }
    Clients.current.accounts.renewTransferAccount(configuration, completion: deliver)
}

@_cdecl("TCGBGamebase_transferAccountWithIdPLoginWithAccountId_accountPassword_completion") @implementation
public func TCGBGamebase_transferAccountWithIdPLoginWithAccountId_accountPassword_completion(
    _ accountId: UnsafePointer<CChar>?, _ accountPassword: UnsafePointer<CChar>?, _ completion: TCGBLoginCompletion?,
    _ context: UnsafeMutableRawPointer?
) {
    var arguments = Arguments("TCGBGamebase")
    let id = arguments.requiredText(accountId, "accountId", "the id that was issued on the other device")
    let password = arguments.text(accountPassword, "accountPassword")
    let deliver = deliver(value: AuthToken.self, completion, context)
    if let error = arguments.error { return refuse(error, completion != nil) { deliver(nil, $0) } }
    Clients.current.accounts.transferAccount(id: id, password: password ?? "", completion: deliver)
}
