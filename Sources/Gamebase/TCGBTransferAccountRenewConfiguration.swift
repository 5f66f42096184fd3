import Boundary
import CGamebase
import Client
import Wire

extension TransferAccountRenewConfiguration: BoundaryValue {
    package static var boundaryClass: BoundaryClass { .transferRenewal }
    package enum Field: Int { case accountId, accountPassword, jsonString }
}

@_cdecl("TCGBTransferAccountRenewConfiguration_autoRenewConfigurationWithRenewalTarget") @implementation
public func TCGBTransferAccountRenewConfiguration_autoRenewConfigurationWithRenewalTarget(_ renewalTarget: Int32) -> OpaquePointer? {
    typealias Renewal = TransferAccountRenewConfiguration
    let target = Int64(renewalTarget)
    guard target == Renewal.passwordTarget || target == Renewal.idPasswordTarget else {
        Clients.current.log(.warn, "TCGBTransferAccountRenewConfiguration_autoRenewConfigurationWithRenewalTarget: renewalTarget: is neither 0 nor 1")
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
    return newHandle(TransferAccountRenewConfiguration(
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
    return newHandle(TransferAccountRenewConfiguration(
        isManual: true, target: TransferAccountRenewConfiguration.idPasswordTarget, accountId: id, accountPassword: password))
}

@_cdecl("TCGBTransferAccountRenewConfiguration_transferAccountRenewConfigurationFromJsonString") @implementation
public func TCGBTransferAccountRenewConfiguration_transferAccountRenewConfigurationFromJsonString(
    _ jsonString: UnsafePointer<CChar>?
) -> OpaquePointer? {
    newHandle(fromJSON: jsonString, TransferAccountRenewConfiguration.init(json:), "TCGBTransferAccountRenewConfiguration")
}

@_cdecl("TCGBTransferAccountRenewConfiguration_renewalMode") @implementation
public func TCGBTransferAccountRenewConfiguration_renewalMode(_ configuration: OpaquePointer?) -> Int32 {
    read(configuration, TransferAccountRenewConfiguration.self, else: 0) { $0.value.isManual ? 1 : 0 }
}

@_cdecl("TCGBTransferAccountRenewConfiguration_renewalTarget") @implementation
public func TCGBTransferAccountRenewConfiguration_renewalTarget(_ configuration: OpaquePointer?) -> Int32 {
    read(configuration, TransferAccountRenewConfiguration.self, else: 0) { Int32(clamping: $0.value.target) }
}

@_cdecl("TCGBTransferAccountRenewConfiguration_accountId") @implementation
public func TCGBTransferAccountRenewConfiguration_accountId(_ configuration: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(configuration, TransferAccountRenewConfiguration.self, .accountId) { $0.accountId }
}

@_cdecl("TCGBTransferAccountRenewConfiguration_accountPassword") @implementation
public func TCGBTransferAccountRenewConfiguration_accountPassword(_ configuration: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(configuration, TransferAccountRenewConfiguration.self, .accountPassword) { $0.accountPassword }
}

@_cdecl("TCGBTransferAccountRenewConfiguration_jsonString") @implementation
public func TCGBTransferAccountRenewConfiguration_jsonString(_ configuration: OpaquePointer?) -> UnsafePointer<CChar>? {
    longText(configuration, TransferAccountRenewConfiguration.self, .jsonString) { $0.json.text() }
}
