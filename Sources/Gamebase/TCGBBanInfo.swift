import Accessors
import Boundary
import CGamebase
import Client

extension BanInfo: BoundaryValue {
    package static var boundaryClass: BoundaryClass { .TCGBBanInfo }

    package func field(_ field: TCGBBanInfoField) -> FieldValue {
        switch field {
        case .userId: .text(userId)
        case .banType: .text(banType)
        case .beginDate: .number(beginDate)
        case .endDate: .number(endDate ?? 0)
        case .message: .text(message)
        case .csInfo: .text(csInfo)
        case .csUrl: .text(csUrl)
        }
    }
}

@_cdecl("TCGBBanInfo_banInfoFromError") @implementation
public func TCGBBanInfo_banInfoFromError(_ error: OpaquePointer?) -> OpaquePointer? {
    guard let error = value(error, GamebaseError.self), let ban = BanInfo.from(error) else { return nil }
    return newHandle(ban)
}
