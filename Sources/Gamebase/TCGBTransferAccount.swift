import Accessors
import Boundary
import CGamebase
import Client
import Codecs

extension TransferAccountInfo: BoundaryValue {
    package static var boundaryClass: BoundaryClass { .TCGBTransferAccountInfo }

    package func field(_ field: TCGBTransferAccountInfoField) -> FieldValue {
        switch field {
        case .issuedType: .text(issuedType)
        case .jsonString: .laterText { json.text() }
        case .prettyJsonString: .laterText { json.prettyText() }
        }
    }
}

extension TransferAccountInfo.Account: BoundaryValue {
    package static var boundaryClass: BoundaryClass { .TCGBTransferAccountInfoAccount }

    package func field(_ field: TCGBTransferAccountInfoAccountField) -> FieldValue {
        switch field {
        case .accountId: .text(id)
        case .accountPassword: .text(password)
        }
    }
}

extension TransferAccountInfo.Condition: BoundaryValue {
    package static var boundaryClass: BoundaryClass { .TCGBTransferAccountInfoCondition }

    package func field(_ field: TCGBTransferAccountInfoConditionField) -> FieldValue {
        switch field {
        case .transferAccountType: .text(transferAccountType)
        case .expirationType: .text(expirationType)
        case .expirationDate: .number(expirationDate)
        }
    }
}

extension TransferAccountFailInfo: BoundaryValue {
    package static var boundaryClass: BoundaryClass { .TCGBTransferAccountFailInfo }

    package func field(_ field: TCGBTransferAccountFailInfoField) -> FieldValue {
        switch field {
        case .appId: .text(appId)
        case .accountId: .text(id)
        case .status: .text(status)
        case .failCount: .number(failCount)
        case .blockEndDate: .number(blockEndDate)
        case .regDate: .number(regDate)
        }
    }
}

// MARK: TCGBTransferAccountInfo

@_cdecl("TCGBTransferAccountInfo_transferAccountInfoFromJsonString") @implementation
public func TCGBTransferAccountInfo_transferAccountInfoFromJsonString(_ jsonString: UnsafePointer<CChar>?) -> OpaquePointer? {
    newHandle(fromJSON: jsonString, TransferAccountInfo.init(json:), "TCGBTransferAccountInfo")
}

@_cdecl("TCGBTransferAccountInfo_account") @implementation
public func TCGBTransferAccountInfo_account(_ transferAccount: OpaquePointer?) -> OpaquePointer? {
    read(transferAccount, TransferAccountInfo.self, else: nil) { $0.child(0) { $0.account } }
}

@_cdecl("TCGBTransferAccountInfo_condition") @implementation
public func TCGBTransferAccountInfo_condition(_ transferAccount: OpaquePointer?) -> OpaquePointer? {
    read(transferAccount, TransferAccountInfo.self, else: nil) { $0.child(1) { $0.condition } }
}

// MARK: TCGBTransferAccountFailInfo

@_cdecl("TCGBTransferAccountFailInfo_transferAccountFailInfoFromError") @implementation
public func TCGBTransferAccountFailInfo_transferAccountFailInfoFromError(_ error: OpaquePointer?) -> OpaquePointer? {
    if error == nil { return nil }
    guard let error = value(error, GamebaseError.self), let info = TransferAccountFailInfo.from(error) else { return nil }
    return newHandle(info)
}
