import Boundary
import CGamebase
import Client
import Wire

extension TransferAccountInfo: BoundaryValue {
    package static var boundaryClass: BoundaryClass { .transferAccount }
    package enum Field: Int { case issuedType, jsonString, prettyJsonString }
}

extension TransferAccountInfo.Account: BoundaryValue {
    package static var boundaryClass: BoundaryClass { .transferIdentity }
    package enum Field: Int { case id, password }
}

extension TransferAccountInfo.Condition: BoundaryValue {
    package static var boundaryClass: BoundaryClass { .transferCondition }
    package enum Field: Int { case transferAccountType, expirationType }
}

extension TransferAccountFailInfo: BoundaryValue {
    package static var boundaryClass: BoundaryClass { .transferFailure }
    package enum Field: Int { case appId, id, status }
}

// MARK: TCGBTransferAccountInfo

@_cdecl("TCGBTransferAccountInfo_transferAccountInfoFromJsonString") @implementation
public func TCGBTransferAccountInfo_transferAccountInfoFromJsonString(_ jsonString: UnsafePointer<CChar>?) -> OpaquePointer? {
    newHandle(fromJSON: jsonString, TransferAccountInfo.init(json:), "TCGBTransferAccountInfo")
}

@_cdecl("TCGBTransferAccountInfo_issuedType") @implementation
public func TCGBTransferAccountInfo_issuedType(_ transferAccount: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(transferAccount, TransferAccountInfo.self, .issuedType) { $0.issuedType }
}

@_cdecl("TCGBTransferAccountInfo_account") @implementation
public func TCGBTransferAccountInfo_account(_ transferAccount: OpaquePointer?) -> OpaquePointer? {
    read(transferAccount, TransferAccountInfo.self, else: nil) { $0.child(0) { $0.account } }
}

@_cdecl("TCGBTransferAccountInfo_condition") @implementation
public func TCGBTransferAccountInfo_condition(_ transferAccount: OpaquePointer?) -> OpaquePointer? {
    read(transferAccount, TransferAccountInfo.self, else: nil) { $0.child(1) { $0.condition } }
}

@_cdecl("TCGBTransferAccountInfo_jsonString") @implementation
public func TCGBTransferAccountInfo_jsonString(_ transferAccount: OpaquePointer?) -> UnsafePointer<CChar>? {
    longText(transferAccount, TransferAccountInfo.self, .jsonString) { $0.json.text() }
}

@_cdecl("TCGBTransferAccountInfo_prettyJsonString") @implementation
public func TCGBTransferAccountInfo_prettyJsonString(_ transferAccount: OpaquePointer?) -> UnsafePointer<CChar>? {
    longText(transferAccount, TransferAccountInfo.self, .prettyJsonString) { $0.json.prettyText() }
}

@_cdecl("TCGBTransferAccountInfoAccount_accountId") @implementation
public func TCGBTransferAccountInfoAccount_accountId(_ account: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(account, TransferAccountInfo.Account.self, .id) { $0.id }
}

@_cdecl("TCGBTransferAccountInfoAccount_accountPassword") @implementation
public func TCGBTransferAccountInfoAccount_accountPassword(_ account: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(account, TransferAccountInfo.Account.self, .password) { $0.password }
}

@_cdecl("TCGBTransferAccountInfoCondition_transferAccountType") @implementation
public func TCGBTransferAccountInfoCondition_transferAccountType(_ condition: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(condition, TransferAccountInfo.Condition.self, .transferAccountType) { $0.transferAccountType }
}

@_cdecl("TCGBTransferAccountInfoCondition_expirationType") @implementation
public func TCGBTransferAccountInfoCondition_expirationType(_ condition: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(condition, TransferAccountInfo.Condition.self, .expirationType) { $0.expirationType }
}

@_cdecl("TCGBTransferAccountInfoCondition_expirationDate") @implementation
public func TCGBTransferAccountInfoCondition_expirationDate(_ condition: OpaquePointer?) -> Int64 {
    read(condition, TransferAccountInfo.Condition.self, else: 0) { $0.value.expirationDate }
}

// MARK: TCGBTransferAccountFailInfo

@_cdecl("TCGBTransferAccountFailInfo_transferAccountFailInfoFromError") @implementation
public func TCGBTransferAccountFailInfo_transferAccountFailInfoFromError(_ error: OpaquePointer?) -> OpaquePointer? {
    if error == nil { return nil }
    guard let error = value(error, GamebaseError.self), let info = TransferAccountFailInfo.from(error) else { return nil }
    return newHandle(info)
}

@_cdecl("TCGBTransferAccountFailInfo_appId") @implementation
public func TCGBTransferAccountFailInfo_appId(_ failInfo: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(failInfo, TransferAccountFailInfo.self, .appId) { $0.appId }
}

@_cdecl("TCGBTransferAccountFailInfo_accountId") @implementation
public func TCGBTransferAccountFailInfo_accountId(_ failInfo: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(failInfo, TransferAccountFailInfo.self, .id) { $0.id }
}

@_cdecl("TCGBTransferAccountFailInfo_status") @implementation
public func TCGBTransferAccountFailInfo_status(_ failInfo: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(failInfo, TransferAccountFailInfo.self, .status) { $0.status }
}

@_cdecl("TCGBTransferAccountFailInfo_failCount") @implementation
public func TCGBTransferAccountFailInfo_failCount(_ failInfo: OpaquePointer?) -> Int64 {
    read(failInfo, TransferAccountFailInfo.self, else: 0) { $0.value.failCount }
}

@_cdecl("TCGBTransferAccountFailInfo_blockEndDate") @implementation
public func TCGBTransferAccountFailInfo_blockEndDate(_ failInfo: OpaquePointer?) -> Int64 {
    read(failInfo, TransferAccountFailInfo.self, else: 0) { $0.value.blockEndDate }
}

@_cdecl("TCGBTransferAccountFailInfo_regDate") @implementation
public func TCGBTransferAccountFailInfo_regDate(_ failInfo: OpaquePointer?) -> Int64 {
    read(failInfo, TransferAccountFailInfo.self, else: 0) { $0.value.regDate }
}
