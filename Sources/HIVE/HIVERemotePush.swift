import Accessors
import Boundary
import CGamebase
import Client
import Codecs
import Linux
import PushRules

struct HIVERemote: BoundaryValue {
    var consent: PushConsent

    package static var boundaryClass: BoundaryClass { .HIVERemotePush }

    package func field(_ field: HIVERemotePushField) -> FieldValue {
        switch field {
        case .isAgreeNotice: .flag(consent.isAgreeNotice)
        case .isAgreeNight: .flag(consent.isAgreeNight)
        case .jsonString: .text(consent.json.text())
        }
    }
}

struct HIVESetting: BoundaryValue {
    var setting: ForegroundSetting

    package static var boundaryClass: BoundaryClass { .HIVEPushSetting }

    package func field(_ field: HIVEPushSettingField) -> FieldValue {
        switch field {
        case .useForegroundRemotePush: .flag(setting.remote)
        case .useForegroundLocalPush: .flag(setting.local)
        case .jsonString: .text(setting.json.text())
        }
    }
}

@_cdecl("HIVERemotePush_initWithIsAgreeNotice_isAgreeNight") @implementation
public func HIVERemotePush_initWithIsAgreeNotice_isAgreeNight(_ isAgreeNotice: Bool, _ isAgreeNight: Bool) -> OpaquePointer? {
    newHandle(HIVERemote(consent: PushConsent(isAgreeNotice: isAgreeNotice, isAgreeNight: isAgreeNight)))
}

@_cdecl("HIVERemotePush_setIsAgreeNotice") @implementation
public func HIVERemotePush_setIsAgreeNotice(_ remotePush: OpaquePointer?, _ isAgreeNotice: Bool) {
    change(remotePush, HIVERemote.self) { $0.consent = $0.consent.with(notice: isAgreeNotice) }
}

@_cdecl("HIVERemotePush_setIsAgreeNight") @implementation
public func HIVERemotePush_setIsAgreeNight(_ remotePush: OpaquePointer?, _ isAgreeNight: Bool) {
    change(remotePush, HIVERemote.self) { $0.consent = $0.consent.with(night: isAgreeNight) }
}

@_cdecl("HIVEPushSetting_initWithUseForegroundRemotePush_useForegroundLocalPush") @implementation
public func HIVEPushSetting_initWithUseForegroundRemotePush_useForegroundLocalPush(
    _ useForegroundRemotePush: Bool, _ useForegroundLocalPush: Bool
) -> OpaquePointer? {
    var setting = ForegroundSetting()
    setting.remote = useForegroundRemotePush
    setting.local = useForegroundLocalPush
    return newHandle(HIVESetting(setting: setting))
}

@_cdecl("HIVEPushSetting_setUseForegroundRemotePush") @implementation
public func HIVEPushSetting_setUseForegroundRemotePush(_ pushSetting: OpaquePointer?, _ useForegroundRemotePush: Bool) {
    change(pushSetting, HIVESetting.self) { $0.setting.remote = useForegroundRemotePush }
}

@_cdecl("HIVEPushSetting_setUseForegroundLocalPush") @implementation
public func HIVEPushSetting_setUseForegroundLocalPush(_ pushSetting: OpaquePointer?, _ useForegroundLocalPush: Bool) {
    change(pushSetting, HIVESetting.self) { $0.setting.local = useForegroundLocalPush }
}
