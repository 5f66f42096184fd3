import Accessors
import Boundary
import CGamebase
import Client
import Codecs

extension AuthToken: BoundaryValue {
    package static var boundaryClass: BoundaryClass { .TCGBAuthToken }

    package func field(_ field: TCGBAuthTokenField) -> FieldValue {
        switch field {
        case .jsonString: .laterText { json.text() }
        case .prettyJsonString: .laterText { json.prettyText() }
        }
    }
}

extension Token: BoundaryValue {
    package static var boundaryClass: BoundaryClass { .TCGBToken }

    package func field(_ field: TCGBTokenField) -> FieldValue {
        switch field {
        case .sourceIdPCode: .text(sourceIdPCode)
        case .accessToken: .text(accessToken)
        case .accessTokenSecret: .text(accessTokenSecret)
        case .subCode: .text(subCode)
        case .thirdIdPCode: .text(thirdIdPCode)
        case .extraParams: .text(extraParams.map { JSON.object($0).text() })
        case .expiresIn: .number(expiresIn)
        }
    }
}

extension Member: BoundaryValue {
    package static var boundaryClass: BoundaryClass { .TCGBMember }

    package func field(_ field: TCGBMemberField) -> FieldValue {
        switch field {
        case .userId: .text(userId)
        case .appId: .text(appId)
        case .valid: .text(valid)
        case .regDate: .number(regDate)
        case .lastLoginDate: .number(lastLoginDate)
        }
    }
}

extension AuthMapping: BoundaryValue {
    package static var boundaryClass: BoundaryClass { .TCGBAuthMappingInfo }

    package func field(_ field: TCGBAuthMappingInfoField) -> FieldValue {
        switch field {
        case .userId: .text(userId)
        case .authSystem: .text(authSystem)
        case .idPCode: .text(idPCode)
        case .authKey: .text(authKey)
        case .regDate: .number(regDate)
        }
    }
}

extension TemporaryWithdrawal: BoundaryValue {
    package static var boundaryClass: BoundaryClass { .TCGBTemporaryWithdrawalInfo }

    package func field(_ field: TCGBTemporaryWithdrawalInfoField) -> FieldValue {
        switch field {
        case .gracePeriodDate: .number(gracePeriodDate)
        }
    }
}

// MARK: TCGBAuthToken

@_cdecl("TCGBAuthToken_authTokenFromJsonString") @implementation
public func TCGBAuthToken_authTokenFromJsonString(_ jsonString: UnsafePointer<CChar>?) -> OpaquePointer? {
    newHandle(fromJSON: jsonString, AuthToken.init(json:), "TCGBAuthToken")
}

@_cdecl("TCGBAuthToken_tcgbToken") @implementation
public func TCGBAuthToken_tcgbToken(_ authToken: OpaquePointer?) -> OpaquePointer? {
    read(authToken, AuthToken.self, else: nil) { $0.child(0) { $0.token } }
}

@_cdecl("TCGBAuthToken_tcgbMember") @implementation
public func TCGBAuthToken_tcgbMember(_ authToken: OpaquePointer?) -> OpaquePointer? {
    read(authToken, AuthToken.self, else: nil) { $0.child(1) { $0.member } }
}

// MARK: TCGBMember

@_cdecl("TCGBMember_authList_count") @implementation
public func TCGBMember_authList_count(_ member: OpaquePointer?) -> Int {
    read(member, Member.self, else: 0) { $0.value.authList.count }
}

@_cdecl("TCGBMember_authList_at") @implementation
public func TCGBMember_authList_at(_ member: OpaquePointer?, _ index: Int) -> OpaquePointer? {
    read(member, Member.self, else: nil) { box in
        guard index >= 0, index < box.value.authList.count else { return nil }
        return box.child(1 + index) { $0.authList[index] }
    }
}

@_cdecl("TCGBMember_temporaryWithdrawal") @implementation
public func TCGBMember_temporaryWithdrawal(_ member: OpaquePointer?) -> OpaquePointer? {
    read(member, Member.self, else: nil) { $0.child(0) { $0.temporaryWithdrawal } }
}

@_cdecl("TCGBMember_graceBanInfo") @implementation
public func TCGBMember_graceBanInfo(_ member: OpaquePointer?) -> OpaquePointer? {
    // The place after those of the mappings.
    read(member, Member.self, else: nil) { box in box.child(1 + box.value.authList.count) { $0.graceBan } }
}
