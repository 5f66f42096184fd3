import CGamebase
import Client
import Wire

extension PushConfiguration: BoundaryValue {
    static var boundaryClass: BoundaryClass { .pushConfiguration }
    enum Field: Int { case displayLanguageCode, jsonString, prettyJsonString }
}

extension NotificationOptions: BoundaryValue {
    static var boundaryClass: BoundaryClass { .notificationOptions }
    enum Field: Int { case jsonString, prettyJsonString }
}

extension PushTokenInfo: BoundaryValue {
    static var boundaryClass: BoundaryClass { .pushTokenInfo }
    enum Field: Int { case pushType, token, userId, deviceCountryCode, timezone, registeredDateTime, languageCode, jsonString, prettyJsonString }
}

extension PushAgreement: BoundaryValue {
    static var boundaryClass: BoundaryClass { .pushAgreement }
    typealias Field = NoField
}

// MARK: TCGBPushConfiguration

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

@_cdecl("TCGBPushConfiguration_pushEnabled") @implementation
public func TCGBPushConfiguration_pushEnabled(_ configuration: OpaquePointer?) -> Bool {
    read(configuration, PushConfiguration.self, else: false) { $0.value.pushEnabled }
}

@_cdecl("TCGBPushConfiguration_setPushEnabled") @implementation
public func TCGBPushConfiguration_setPushEnabled(_ configuration: OpaquePointer?, _ pushEnabled: Bool) {
    change(configuration, PushConfiguration.self) { $0.pushEnabled = pushEnabled }
}

@_cdecl("TCGBPushConfiguration_ADAgreement") @implementation
public func TCGBPushConfiguration_ADAgreement(_ configuration: OpaquePointer?) -> Bool {
    read(configuration, PushConfiguration.self, else: false) { $0.value.adAgreement }
}

@_cdecl("TCGBPushConfiguration_setADAgreement") @implementation
public func TCGBPushConfiguration_setADAgreement(_ configuration: OpaquePointer?, _ ADAgreement: Bool) {
    change(configuration, PushConfiguration.self) { $0.adAgreement = ADAgreement }
}

@_cdecl("TCGBPushConfiguration_ADAgreementNight") @implementation
public func TCGBPushConfiguration_ADAgreementNight(_ configuration: OpaquePointer?) -> Bool {
    read(configuration, PushConfiguration.self, else: false) { $0.value.adAgreementNight }
}

@_cdecl("TCGBPushConfiguration_setADAgreementNight") @implementation
public func TCGBPushConfiguration_setADAgreementNight(_ configuration: OpaquePointer?, _ ADAgreementNight: Bool) {
    change(configuration, PushConfiguration.self) { $0.adAgreementNight = ADAgreementNight }
}

@_cdecl("TCGBPushConfiguration_displayLanguageCode") @implementation
public func TCGBPushConfiguration_displayLanguageCode(_ configuration: OpaquePointer?) -> UnsafePointer<CChar>? {
    changingText(configuration, PushConfiguration.self, .displayLanguageCode) { $0.displayLanguageCode }
}

@_cdecl("TCGBPushConfiguration_setDisplayLanguageCode") @implementation
public func TCGBPushConfiguration_setDisplayLanguageCode(_ configuration: OpaquePointer?, _ displayLanguageCode: UnsafePointer<CChar>?) {
    var arguments = Arguments("TCGBPushConfiguration")
    let code = arguments.text(displayLanguageCode, "displayLanguageCode")
    if arguments.refusedIntoLog() { return }
    change(configuration, PushConfiguration.self) { $0.displayLanguageCode = code }
}

@_cdecl("TCGBPushConfiguration_alwaysAllowTokenRegistration") @implementation
public func TCGBPushConfiguration_alwaysAllowTokenRegistration(_ configuration: OpaquePointer?) -> Bool {
    read(configuration, PushConfiguration.self, else: false) { $0.value.alwaysAllowTokenRegistration }
}

@_cdecl("TCGBPushConfiguration_setAlwaysAllowTokenRegistration") @implementation
public func TCGBPushConfiguration_setAlwaysAllowTokenRegistration(_ configuration: OpaquePointer?, _ alwaysAllowTokenRegistration: Bool) {
    change(configuration, PushConfiguration.self) { $0.alwaysAllowTokenRegistration = alwaysAllowTokenRegistration }
}

@_cdecl("TCGBPushConfiguration_JSONString") @implementation
public func TCGBPushConfiguration_JSONString(_ configuration: OpaquePointer?) -> UnsafePointer<CChar>? {
    changingText(configuration, PushConfiguration.self, .jsonString) { $0.json.text() }
}

@_cdecl("TCGBPushConfiguration_JSONPrettyString") @implementation
public func TCGBPushConfiguration_JSONPrettyString(_ configuration: OpaquePointer?) -> UnsafePointer<CChar>? {
    changingText(configuration, PushConfiguration.self, .prettyJsonString) { $0.json.prettyText() }
}

// MARK: TCGBNotificationOptions

@_cdecl("TCGBNotificationOptions_notificationOptionsWithForegroundEnabled_badgeEnabled_soundEnabled") @implementation
public func TCGBNotificationOptions_notificationOptionsWithForegroundEnabled_badgeEnabled_soundEnabled(
    _ foregroundEnabled: Bool, _ badgeEnabled: Bool, _ soundEnabled: Bool
) -> OpaquePointer? {
    newHandle(NotificationOptions(foregroundEnabled: foregroundEnabled, badgeEnabled: badgeEnabled, soundEnabled: soundEnabled))
}

@_cdecl("TCGBNotificationOptions_notificationOptionsWithJSONString") @implementation
public func TCGBNotificationOptions_notificationOptionsWithJSONString(_ jsonString: UnsafePointer<CChar>?) -> OpaquePointer? {
    newHandle(fromJSON: jsonString, NotificationOptions.init(json:), "TCGBNotificationOptions")
}

@_cdecl("TCGBNotificationOptions_foregroundEnabled") @implementation
public func TCGBNotificationOptions_foregroundEnabled(_ options: OpaquePointer?) -> Bool {
    read(options, NotificationOptions.self, else: false) { $0.value.foregroundEnabled }
}

@_cdecl("TCGBNotificationOptions_setForegroundEnabled") @implementation
public func TCGBNotificationOptions_setForegroundEnabled(_ options: OpaquePointer?, _ foregroundEnabled: Bool) {
    change(options, NotificationOptions.self) { $0.foregroundEnabled = foregroundEnabled }
}

@_cdecl("TCGBNotificationOptions_badgeEnabled") @implementation
public func TCGBNotificationOptions_badgeEnabled(_ options: OpaquePointer?) -> Bool {
    read(options, NotificationOptions.self, else: false) { $0.value.badgeEnabled }
}

@_cdecl("TCGBNotificationOptions_setBadgeEnabled") @implementation
public func TCGBNotificationOptions_setBadgeEnabled(_ options: OpaquePointer?, _ badgeEnabled: Bool) {
    change(options, NotificationOptions.self) { $0.badgeEnabled = badgeEnabled }
}

@_cdecl("TCGBNotificationOptions_soundEnabled") @implementation
public func TCGBNotificationOptions_soundEnabled(_ options: OpaquePointer?) -> Bool {
    read(options, NotificationOptions.self, else: false) { $0.value.soundEnabled }
}

@_cdecl("TCGBNotificationOptions_setSoundEnabled") @implementation
public func TCGBNotificationOptions_setSoundEnabled(_ options: OpaquePointer?, _ soundEnabled: Bool) {
    change(options, NotificationOptions.self) { $0.soundEnabled = soundEnabled }
}

@_cdecl("TCGBNotificationOptions_jsonString") @implementation
public func TCGBNotificationOptions_jsonString(_ options: OpaquePointer?) -> UnsafePointer<CChar>? {
    changingText(options, NotificationOptions.self, .jsonString) { $0.json.text() }
}

@_cdecl("TCGBNotificationOptions_prettyJsonString") @implementation
public func TCGBNotificationOptions_prettyJsonString(_ options: OpaquePointer?) -> UnsafePointer<CChar>? {
    changingText(options, NotificationOptions.self, .prettyJsonString) { $0.json.prettyText() }
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
