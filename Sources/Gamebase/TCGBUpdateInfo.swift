import Boundary
import CGamebase
import Client
import Wire

extension UpdateInfo: BoundaryValue {
    package static var boundaryClass: BoundaryClass { .updateInfo }
    package enum Field: Int { case installUrl, message, detailUrl, jsonString, prettyJsonString }
}

@_cdecl("TCGBUpdateInfo_updateInfoFromError") @implementation
public func TCGBUpdateInfo_updateInfoFromError(_ error: OpaquePointer?) -> OpaquePointer? {
    if error == nil { return nil }
    guard let error = value(error, GamebaseError.self), let info = UpdateInfo.from(error) else { return nil }
    return newHandle(info)
}

@_cdecl("TCGBUpdateInfo_updateInfoFromJsonString") @implementation
public func TCGBUpdateInfo_updateInfoFromJsonString(_ jsonString: UnsafePointer<CChar>?) -> OpaquePointer? {
    newHandle(fromJSON: jsonString, UpdateInfo.init(json:), "TCGBUpdateInfo")
}

@_cdecl("TCGBUpdateInfo_installUrl") @implementation
public func TCGBUpdateInfo_installUrl(_ updateInfo: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(updateInfo, UpdateInfo.self, .installUrl) { $0.installUrl }
}

@_cdecl("TCGBUpdateInfo_message") @implementation
public func TCGBUpdateInfo_message(_ updateInfo: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(updateInfo, UpdateInfo.self, .message) { $0.message }
}

@_cdecl("TCGBUpdateInfo_detailUrl") @implementation
public func TCGBUpdateInfo_detailUrl(_ updateInfo: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(updateInfo, UpdateInfo.self, .detailUrl) { $0.detailUrl }
}

@_cdecl("TCGBUpdateInfo_jsonString") @implementation
public func TCGBUpdateInfo_jsonString(_ updateInfo: OpaquePointer?) -> UnsafePointer<CChar>? {
    longText(updateInfo, UpdateInfo.self, .jsonString) { $0.json.text() }
}

@_cdecl("TCGBUpdateInfo_prettyJsonString") @implementation
public func TCGBUpdateInfo_prettyJsonString(_ updateInfo: OpaquePointer?) -> UnsafePointer<CChar>? {
    longText(updateInfo, UpdateInfo.self, .prettyJsonString) { $0.json.prettyText() }
}
