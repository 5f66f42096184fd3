import Accessors
import Boundary
import CGamebase
import Client
import Codecs

extension TransferAccountRenewConfiguration: BoundaryValue {
    package static var boundaryClass: BoundaryClass { .TCGBTransferAccountRenewConfiguration }

    package func field(_ field: TCGBTransferAccountRenewConfigurationField) -> FieldValue {
        switch field {
        case .renewalMode: .number(Int64(isManual ? 1 : 0))
        case .renewalTarget: .number(Int64(Int32(clamping: target)))
        case .accountId: .text(accountId)
        case .accountPassword: .text(accountPassword)
        case .jsonString: .laterText { json.text() }
        }
    }
}

@_cdecl("TCGBTransferAccountRenewConfiguration_autoRenewConfigurationWithRenewalTarget") @implementation
public func TCGBTransferAccountRenewConfiguration_autoRenewConfigurationWithRenewalTarget(_ renewalTarget: Int32) -> OpaquePointer? {
    typealias Renewal = TransferAccountRenewConfiguration
    let target = Int64(renewalTarget)
    guard target == Renewal.passwordTarget || target == Renewal.idPasswordTarget else {
        Clients.current.log(
            .warn, "TCGBTransferAccountRenewConfiguration_autoRenewConfigurationWithRenewalTarget: renewalTarget: is neither 0 nor 1")
        return nil
    }
    return newHandle(Renewal(isManual: false, target: target))
}

@_cdecl("TCGBTransferAccountRenewConfiguration_manualRenewConfigurationWithAccountPassword") @implementation
public func TCGBTransferAccountRenewConfiguration_manualRenewConfigurationWithAccountPassword(
    _ accountPassword: UnsafePointer<CChar>?
) -> OpaquePointer? {
    var arguments = Arguments("TCGBTransferAccountRenewConfiguration")
    let password = arguments.requiredText(accountPassword, "accountPassword", "the password that the player chose")
    if arguments.refusedIntoLog() { return nil }
    return newHandle(
        TransferAccountRenewConfiguration(
            isManual: true, target: TransferAccountRenewConfiguration.passwordTarget, accountPassword: password))
}

@_cdecl("TCGBTransferAccountRenewConfiguration_manualRenewConfigurationWithAccountId_accountPassword") @implementation
public func TCGBTransferAccountRenewConfiguration_manualRenewConfigurationWithAccountId_accountPassword(
    _ accountId: UnsafePointer<CChar>?, _ accountPassword: UnsafePointer<CChar>?
) -> OpaquePointer? {
    var arguments = Arguments("TCGBTransferAccountRenewConfiguration")
    let id = arguments.requiredText(accountId, "accountId", "the id that the player chose")
    let password = arguments.text(accountPassword, "accountPassword")
    if arguments.refusedIntoLog() { return nil }
    return newHandle(
        TransferAccountRenewConfiguration(
            isManual: true, target: TransferAccountRenewConfiguration.idPasswordTarget, accountId: id, accountPassword: password))
}

@_cdecl("TCGBTransferAccountRenewConfiguration_transferAccountRenewConfigurationFromJsonString") @implementation
public func TCGBTransferAccountRenewConfiguration_transferAccountRenewConfigurationFromJsonString(
    _ jsonString: UnsafePointer<CChar>?
) -> OpaquePointer? {
    newHandle(fromJSON: jsonString, TransferAccountRenewConfiguration.init(json:), "TCGBTransferAccountRenewConfiguration")
}
