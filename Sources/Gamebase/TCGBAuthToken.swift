import Boundary
import CGamebase
import Client
import Wire

extension AuthToken: BoundaryValue {
    package static var boundaryClass: BoundaryClass { .authToken }
    package enum Field: Int { case jsonString, prettyJsonString }
}

extension Token: BoundaryValue {
    package static var boundaryClass: BoundaryClass { .token }
    package enum Field: Int { case sourceIdPCode, accessToken, accessTokenSecret, subCode, thirdIdPCode, extraParams }
}

extension Member: BoundaryValue {
    package static var boundaryClass: BoundaryClass { .member }
    package enum Field: Int { case userId, appId, valid }
}

extension AuthMapping: BoundaryValue {
    package static var boundaryClass: BoundaryClass { .authMapping }
    package enum Field: Int { case userId, authSystem, idPCode, authKey }
}

extension TemporaryWithdrawal: BoundaryValue {
    package static var boundaryClass: BoundaryClass { .temporaryWithdrawal }
    package typealias Field = NoField
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

@_cdecl("TCGBAuthToken_jsonString") @implementation
public func TCGBAuthToken_jsonString(_ authToken: OpaquePointer?) -> UnsafePointer<CChar>? {
    longText(authToken, AuthToken.self, .jsonString) { $0.json.text() }
}

@_cdecl("TCGBAuthToken_prettyJsonString") @implementation
public func TCGBAuthToken_prettyJsonString(_ authToken: OpaquePointer?) -> UnsafePointer<CChar>? {
    longText(authToken, AuthToken.self, .prettyJsonString) { $0.json.prettyText() }
}

// MARK: TCGBToken

@_cdecl("TCGBToken_sourceIdPCode") @implementation
public func TCGBToken_sourceIdPCode(_ token: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(token, Token.self, .sourceIdPCode) { $0.sourceIdPCode }
}

@_cdecl("TCGBToken_accessToken") @implementation
public func TCGBToken_accessToken(_ token: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(token, Token.self, .accessToken) { $0.accessToken }
}

@_cdecl("TCGBToken_accessTokenSecret") @implementation
public func TCGBToken_accessTokenSecret(_ token: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(token, Token.self, .accessTokenSecret) { $0.accessTokenSecret }
}

@_cdecl("TCGBToken_subCode") @implementation
public func TCGBToken_subCode(_ token: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(token, Token.self, .subCode) { $0.subCode }
}

@_cdecl("TCGBToken_thirdIdPCode") @implementation
public func TCGBToken_thirdIdPCode(_ token: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(token, Token.self, .thirdIdPCode) { $0.thirdIdPCode }
}

@_cdecl("TCGBToken_extraParams") @implementation
public func TCGBToken_extraParams(_ token: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(token, Token.self, .extraParams) { $0.extraParams.map { JSON.object($0).text() } }
}

@_cdecl("TCGBToken_expiresIn") @implementation
public func TCGBToken_expiresIn(_ token: OpaquePointer?) -> Int64 {
    read(token, Token.self, else: 0) { $0.value.expiresIn }
}

// MARK: TCGBMember

@_cdecl("TCGBMember_userId") @implementation
public func TCGBMember_userId(_ member: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(member, Member.self, .userId) { $0.userId }
}

@_cdecl("TCGBMember_appId") @implementation
public func TCGBMember_appId(_ member: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(member, Member.self, .appId) { $0.appId }
}

@_cdecl("TCGBMember_valid") @implementation
public func TCGBMember_valid(_ member: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(member, Member.self, .valid) { $0.valid }
}

@_cdecl("TCGBMember_regDate") @implementation
public func TCGBMember_regDate(_ member: OpaquePointer?) -> Int64 {
    read(member, Member.self, else: 0) { $0.value.regDate }
}

@_cdecl("TCGBMember_lastLoginDate") @implementation
public func TCGBMember_lastLoginDate(_ member: OpaquePointer?) -> Int64 {
    read(member, Member.self, else: 0) { $0.value.lastLoginDate }
}

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

// MARK: TCGBAuthMappingInfo

@_cdecl("TCGBAuthMappingInfo_userId") @implementation
public func TCGBAuthMappingInfo_userId(_ mapping: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(mapping, AuthMapping.self, .userId) { $0.userId }
}

@_cdecl("TCGBAuthMappingInfo_authSystem") @implementation
public func TCGBAuthMappingInfo_authSystem(_ mapping: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(mapping, AuthMapping.self, .authSystem) { $0.authSystem }
}

@_cdecl("TCGBAuthMappingInfo_idPCode") @implementation
public func TCGBAuthMappingInfo_idPCode(_ mapping: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(mapping, AuthMapping.self, .idPCode) { $0.idPCode }
}

@_cdecl("TCGBAuthMappingInfo_authKey") @implementation
public func TCGBAuthMappingInfo_authKey(_ mapping: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(mapping, AuthMapping.self, .authKey) { $0.authKey }
}

@_cdecl("TCGBAuthMappingInfo_regDate") @implementation
public func TCGBAuthMappingInfo_regDate(_ mapping: OpaquePointer?) -> Int64 {
    read(mapping, AuthMapping.self, else: 0) { $0.value.regDate }
}

// MARK: TCGBTemporaryWithdrawalInfo

@_cdecl("TCGBTemporaryWithdrawalInfo_gracePeriodDate") @implementation
public func TCGBTemporaryWithdrawalInfo_gracePeriodDate(_ info: OpaquePointer?) -> Int64 {
    read(info, TemporaryWithdrawal.self, else: 0) { $0.value.gracePeriodDate }
}
