import Boundary
import CGamebase
import Client

extension BanInfo: BoundaryValue {
    package static var boundaryClass: BoundaryClass { .banInfo }
    package enum Field: Int { case userId, banType, message, csInfo, csUrl }
}

@_cdecl("TCGBBanInfo_banInfoFromError") @implementation
public func TCGBBanInfo_banInfoFromError(_ error: OpaquePointer?) -> OpaquePointer? {
    guard let error = value(error, GamebaseError.self), let ban = BanInfo.from(error) else { return nil }
    return newHandle(ban)
}

@_cdecl("TCGBBanInfo_userId") @implementation
public func TCGBBanInfo_userId(_ banInfo: OpaquePointer?) -> UnsafePointer<CChar>? { text(banInfo, BanInfo.self, .userId) { $0.userId } }

@_cdecl("TCGBBanInfo_banType") @implementation
public func TCGBBanInfo_banType(_ banInfo: OpaquePointer?) -> UnsafePointer<CChar>? { text(banInfo, BanInfo.self, .banType) { $0.banType } }

@_cdecl("TCGBBanInfo_beginDate") @implementation
public func TCGBBanInfo_beginDate(_ banInfo: OpaquePointer?) -> Int64 { read(banInfo, BanInfo.self, else: 0) { $0.value.beginDate } }

@_cdecl("TCGBBanInfo_endDate") @implementation
public func TCGBBanInfo_endDate(_ banInfo: OpaquePointer?) -> Int64 { read(banInfo, BanInfo.self, else: 0) { $0.value.endDate ?? 0 } }

@_cdecl("TCGBBanInfo_message") @implementation
public func TCGBBanInfo_message(_ banInfo: OpaquePointer?) -> UnsafePointer<CChar>? { text(banInfo, BanInfo.self, .message) { $0.message } }

@_cdecl("TCGBBanInfo_csInfo") @implementation
public func TCGBBanInfo_csInfo(_ banInfo: OpaquePointer?) -> UnsafePointer<CChar>? { text(banInfo, BanInfo.self, .csInfo) { $0.csInfo } }

@_cdecl("TCGBBanInfo_csUrl") @implementation
public func TCGBBanInfo_csUrl(_ banInfo: OpaquePointer?) -> UnsafePointer<CChar>? { text(banInfo, BanInfo.self, .csUrl) { $0.csUrl } }
