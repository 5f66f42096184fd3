import Accessors
import Boundary
import CGamebase
import Client
import Codecs

extension UpdateInfo: BoundaryValue {
    package static var boundaryClass: BoundaryClass { .TCGBUpdateInfo }

    package func field(_ field: TCGBUpdateInfoField) -> FieldValue {
        switch field {
        case .installUrl: .text(installUrl)
        case .message: .text(message)
        case .detailUrl: .text(detailUrl)
        case .jsonString: .laterText { json.text() }
        case .prettyJsonString: .laterText { json.prettyText() }
        }
    }
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
