import Accessors
import Boundary
import CGamebase
import Client
import Codecs

extension PushConfiguration: BoundaryValue {
    package static var boundaryClass: BoundaryClass { .TCGBPushConfiguration }

    package func field(_ field: TCGBPushConfigurationField) -> FieldValue {
        switch field {
        case .pushEnabled: .flag(pushEnabled)
        case .ADAgreement: .flag(adAgreement)
        case .ADAgreementNight: .flag(adAgreementNight)
        case .displayLanguageCode: .text(displayLanguageCode)
        case .alwaysAllowTokenRegistration: .flag(alwaysAllowTokenRegistration)
        case .JSONString: .text(json.text())
        case .JSONPrettyString: .text(json.prettyText())
        }
    }
}

@_cdecl("TCGBPushConfiguration_pushConfigurationWithPushEnable_ADAgreement_ADAgreementNight") @implementation
public func TCGBPushConfiguration_pushConfigurationWithPushEnable_ADAgreement_ADAgreementNight(
    _ enable: Bool, _ ADAgree: Bool, _ ADAgreeNight: Bool
) -> OpaquePointer? {
    newHandle(PushConfiguration(pushEnabled: enable, adAgreement: ADAgree, adAgreementNight: ADAgreeNight))
}

@_cdecl("TCGBPushConfiguration_pushConfigurationWithPushEnable_ADAgreement_ADAgreementNight_displayLanguage") @implementation
public func TCGBPushConfiguration_pushConfigurationWithPushEnable_ADAgreement_ADAgreementNight_displayLanguage(
    _ enable: Bool, _ ADAgree: Bool, _ ADAgreeNight: Bool, _ displayLanguage: UnsafePointer<CChar>?
) -> OpaquePointer? {
    var arguments = Arguments("TCGBPushConfiguration")
    var configuration = PushConfiguration(pushEnabled: enable, adAgreement: ADAgree, adAgreementNight: ADAgreeNight)
    configuration.displayLanguageCode = arguments.text(displayLanguage, "displayLanguage")
    return arguments.refusedIntoLog() ? nil : newHandle(configuration)
}

@_cdecl("TCGBPushConfiguration_pushConfigurationWithPushEnable_ADAgreement_ADAgreementNight_alwaysAllowTokenRegistration") @implementation
public func TCGBPushConfiguration_pushConfigurationWithPushEnable_ADAgreement_ADAgreementNight_alwaysAllowTokenRegistration(
    _ enable: Bool, _ ADAgree: Bool, _ ADAgreeNight: Bool, _ alwaysAllowTokenRegistration: Bool
) -> OpaquePointer? {
    var configuration = PushConfiguration(pushEnabled: enable, adAgreement: ADAgree, adAgreementNight: ADAgreeNight)
    configuration.alwaysAllowTokenRegistration = alwaysAllowTokenRegistration
    return newHandle(configuration)
}

@_cdecl("TCGBPushConfiguration_pushConfigurationWithJSONString") @implementation
public func TCGBPushConfiguration_pushConfigurationWithJSONString(_ jsonString: UnsafePointer<CChar>?) -> OpaquePointer? {
    newHandle(fromJSON: jsonString, PushConfiguration.init(json:), "TCGBPushConfiguration")
}

@_cdecl("TCGBPushConfiguration_setPushEnabled") @implementation
public func TCGBPushConfiguration_setPushEnabled(_ configuration: OpaquePointer?, _ pushEnabled: Bool) {
    change(configuration, PushConfiguration.self) { $0.pushEnabled = pushEnabled }
}

@_cdecl("TCGBPushConfiguration_setADAgreement") @implementation
public func TCGBPushConfiguration_setADAgreement(_ configuration: OpaquePointer?, _ ADAgreement: Bool) {
    change(configuration, PushConfiguration.self) { $0.adAgreement = ADAgreement }
}

@_cdecl("TCGBPushConfiguration_setADAgreementNight") @implementation
public func TCGBPushConfiguration_setADAgreementNight(_ configuration: OpaquePointer?, _ ADAgreementNight: Bool) {
    change(configuration, PushConfiguration.self) { $0.adAgreementNight = ADAgreementNight }
}

@_cdecl("TCGBPushConfiguration_setDisplayLanguageCode") @implementation
public func TCGBPushConfiguration_setDisplayLanguageCode(_ configuration: OpaquePointer?, _ displayLanguageCode: UnsafePointer<CChar>?) {
    var arguments = Arguments("TCGBPushConfiguration")
    let code = arguments.text(displayLanguageCode, "displayLanguageCode")
    if arguments.refusedIntoLog() { return }
    change(configuration, PushConfiguration.self) { $0.displayLanguageCode = code }
}

@_cdecl("TCGBPushConfiguration_setAlwaysAllowTokenRegistration") @implementation
public func TCGBPushConfiguration_setAlwaysAllowTokenRegistration(_ configuration: OpaquePointer?, _ alwaysAllowTokenRegistration: Bool) {
    change(configuration, PushConfiguration.self) { $0.alwaysAllowTokenRegistration = alwaysAllowTokenRegistration }
}
