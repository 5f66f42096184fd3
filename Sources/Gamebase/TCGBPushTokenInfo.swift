import Accessors
import Boundary
import CGamebase
import Client
import Codecs

extension PushTokenInfo: BoundaryValue {
    package static var boundaryClass: BoundaryClass { .TCGBPushTokenInfo }

    package func field(_ field: TCGBPushTokenInfoField) -> FieldValue {
        switch field {
        case .pushType: .text(pushType)
        case .token: .text(token)
        case .userId: .text(userId)
        case .deviceCountryCode: .text(deviceCountryCode)
        case .timezone: .text(timezone)
        case .registeredDateTime: .text(registeredDateTime)
        case .languageCode: .text(languageCode)
        case .sandbox: .flag(sandbox)
        case .jsonString: .laterText { json.text() }
        case .prettyJsonString: .laterText { json.prettyText() }
        }
    }
}

extension PushAgreement: BoundaryValue {
    package static var boundaryClass: BoundaryClass { .TCGBPushAgreement }

    package func field(_ field: TCGBPushAgreementField) -> FieldValue {
        switch field {
        case .pushEnabled: .flag(pushEnabled)
        case .ADAgreement: .flag(adAgreement)
        case .ADAgreementNight: .flag(adAgreementNight)
        }
    }
}

// MARK: TCGBPushTokenInfo

@_cdecl("TCGBPushTokenInfo_pushTokenInfoFromJsonString") @implementation
public func TCGBPushTokenInfo_pushTokenInfoFromJsonString(_ jsonString: UnsafePointer<CChar>?) -> OpaquePointer? {
    newHandle(fromJSON: jsonString, PushTokenInfo.init(json:), "TCGBPushTokenInfo")
}

@_cdecl("TCGBPushTokenInfo_agreement") @implementation
public func TCGBPushTokenInfo_agreement(_ tokenInfo: OpaquePointer?) -> OpaquePointer? {
    read(tokenInfo, PushTokenInfo.self, else: nil) { $0.child(0) { $0.agreement } }
}
