import Boundary
import CGamebase
import Client
import Wire

extension PushTokenInfo: BoundaryValue {
    package static var boundaryClass: BoundaryClass { .pushTokenInfo }
    package enum Field: Int { case pushType, token, userId, deviceCountryCode, timezone, registeredDateTime, languageCode, jsonString, prettyJsonString }
}

extension PushAgreement: BoundaryValue {
    package static var boundaryClass: BoundaryClass { .pushAgreement }
    package typealias Field = NoField
}

// MARK: TCGBPushTokenInfo

@_cdecl("TCGBPushTokenInfo_pushTokenInfoFromJsonString") @implementation
public func TCGBPushTokenInfo_pushTokenInfoFromJsonString(_ jsonString: UnsafePointer<CChar>?) -> OpaquePointer? {
    newHandle(fromJSON: jsonString, PushTokenInfo.init(json:), "TCGBPushTokenInfo")
}

@_cdecl("TCGBPushTokenInfo_pushType") @implementation
public func TCGBPushTokenInfo_pushType(_ tokenInfo: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(tokenInfo, PushTokenInfo.self, .pushType) { $0.pushType }
}

@_cdecl("TCGBPushTokenInfo_token") @implementation
public func TCGBPushTokenInfo_token(_ tokenInfo: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(tokenInfo, PushTokenInfo.self, .token) { $0.token }
}

@_cdecl("TCGBPushTokenInfo_userId") @implementation
public func TCGBPushTokenInfo_userId(_ tokenInfo: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(tokenInfo, PushTokenInfo.self, .userId) { $0.userId }
}

@_cdecl("TCGBPushTokenInfo_deviceCountryCode") @implementation
public func TCGBPushTokenInfo_deviceCountryCode(_ tokenInfo: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(tokenInfo, PushTokenInfo.self, .deviceCountryCode) { $0.deviceCountryCode }
}

@_cdecl("TCGBPushTokenInfo_timezone") @implementation
public func TCGBPushTokenInfo_timezone(_ tokenInfo: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(tokenInfo, PushTokenInfo.self, .timezone) { $0.timezone }
}

@_cdecl("TCGBPushTokenInfo_registeredDateTime") @implementation
public func TCGBPushTokenInfo_registeredDateTime(_ tokenInfo: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(tokenInfo, PushTokenInfo.self, .registeredDateTime) { $0.registeredDateTime }
}

@_cdecl("TCGBPushTokenInfo_languageCode") @implementation
public func TCGBPushTokenInfo_languageCode(_ tokenInfo: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(tokenInfo, PushTokenInfo.self, .languageCode) { $0.languageCode }
}

@_cdecl("TCGBPushTokenInfo_sandbox") @implementation
public func TCGBPushTokenInfo_sandbox(_ tokenInfo: OpaquePointer?) -> Bool {
    read(tokenInfo, PushTokenInfo.self, else: false) { $0.value.sandbox }
}

@_cdecl("TCGBPushTokenInfo_agreement") @implementation
public func TCGBPushTokenInfo_agreement(_ tokenInfo: OpaquePointer?) -> OpaquePointer? {
    read(tokenInfo, PushTokenInfo.self, else: nil) { $0.child(0) { $0.agreement } }
}

@_cdecl("TCGBPushTokenInfo_jsonString") @implementation
public func TCGBPushTokenInfo_jsonString(_ tokenInfo: OpaquePointer?) -> UnsafePointer<CChar>? {
    longText(tokenInfo, PushTokenInfo.self, .jsonString) { $0.json.text() }
}

@_cdecl("TCGBPushTokenInfo_prettyJsonString") @implementation
public func TCGBPushTokenInfo_prettyJsonString(_ tokenInfo: OpaquePointer?) -> UnsafePointer<CChar>? {
    longText(tokenInfo, PushTokenInfo.self, .prettyJsonString) { $0.json.prettyText() }
}

// MARK: TCGBPushAgreement

@_cdecl("TCGBPushAgreement_pushEnabled") @implementation
public func TCGBPushAgreement_pushEnabled(_ agreement: OpaquePointer?) -> Bool {
    read(agreement, PushAgreement.self, else: false) { $0.value.pushEnabled }
}

@_cdecl("TCGBPushAgreement_ADAgreement") @implementation
public func TCGBPushAgreement_ADAgreement(_ agreement: OpaquePointer?) -> Bool {
    read(agreement, PushAgreement.self, else: false) { $0.value.adAgreement }
}

@_cdecl("TCGBPushAgreement_ADAgreementNight") @implementation
public func TCGBPushAgreement_ADAgreementNight(_ agreement: OpaquePointer?) -> Bool {
    read(agreement, PushAgreement.self, else: false) { $0.value.adAgreementNight }
}
