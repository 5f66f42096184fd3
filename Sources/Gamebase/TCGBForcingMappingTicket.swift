import Boundary
import CGamebase
import Client
import Wire

extension ForcingMappingTicket: BoundaryValue {
    package static var boundaryClass: BoundaryClass { .forcingMappingTicket }
    package enum Field: Int {
        case userId, mappedUserId, mappedUserValid, idPCode, forcingMappingKey, accessToken, subCode, extraParams, jsonString, prettyJsonString
    }
}

@_cdecl("TCGBForcingMappingTicket_forcingMappingTicketFromError") @implementation
public func TCGBForcingMappingTicket_forcingMappingTicketFromError(_ error: OpaquePointer?) -> OpaquePointer? {
    if error == nil { return nil }
    guard let error = value(error, GamebaseError.self), let ticket = ForcingMappingTicket.from(error) else { return nil }
    return newHandle(ticket)
}

@_cdecl("TCGBForcingMappingTicket_forcingMappingTicketFromJsonString") @implementation
public func TCGBForcingMappingTicket_forcingMappingTicketFromJsonString(_ jsonString: UnsafePointer<CChar>?) -> OpaquePointer? {
    newHandle(fromJSON: jsonString, ForcingMappingTicket.init(json:), "TCGBForcingMappingTicket")
}

@_cdecl("TCGBForcingMappingTicket_userId") @implementation
public func TCGBForcingMappingTicket_userId(_ ticket: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(ticket, ForcingMappingTicket.self, .userId) { $0.userId }
}

@_cdecl("TCGBForcingMappingTicket_mappedUserId") @implementation
public func TCGBForcingMappingTicket_mappedUserId(_ ticket: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(ticket, ForcingMappingTicket.self, .mappedUserId) { $0.mappedUserId }
}

@_cdecl("TCGBForcingMappingTicket_mappedUserValid") @implementation
public func TCGBForcingMappingTicket_mappedUserValid(_ ticket: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(ticket, ForcingMappingTicket.self, .mappedUserValid) { $0.mappedUserValid }
}

@_cdecl("TCGBForcingMappingTicket_idPCode") @implementation
public func TCGBForcingMappingTicket_idPCode(_ ticket: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(ticket, ForcingMappingTicket.self, .idPCode) { $0.idPCode }
}

@_cdecl("TCGBForcingMappingTicket_forcingMappingKey") @implementation
public func TCGBForcingMappingTicket_forcingMappingKey(_ ticket: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(ticket, ForcingMappingTicket.self, .forcingMappingKey) { $0.forcingMappingKey }
}

@_cdecl("TCGBForcingMappingTicket_expirationDate") @implementation
public func TCGBForcingMappingTicket_expirationDate(_ ticket: OpaquePointer?) -> Int64 {
    read(ticket, ForcingMappingTicket.self, else: 0) { $0.value.expirationDate }
}

@_cdecl("TCGBForcingMappingTicket_accessToken") @implementation
public func TCGBForcingMappingTicket_accessToken(_ ticket: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(ticket, ForcingMappingTicket.self, .accessToken) { $0.accessToken }
}

@_cdecl("TCGBForcingMappingTicket_subCode") @implementation
public func TCGBForcingMappingTicket_subCode(_ ticket: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(ticket, ForcingMappingTicket.self, .subCode) { $0.subCode }
}

@_cdecl("TCGBForcingMappingTicket_extraParams") @implementation
public func TCGBForcingMappingTicket_extraParams(_ ticket: OpaquePointer?) -> UnsafePointer<CChar>? {
    longText(ticket, ForcingMappingTicket.self, .extraParams) { JSON.object($0.extraParams ?? JSONObject()).text() }
}

@_cdecl("TCGBForcingMappingTicket_jsonString") @implementation
public func TCGBForcingMappingTicket_jsonString(_ ticket: OpaquePointer?) -> UnsafePointer<CChar>? {
    longText(ticket, ForcingMappingTicket.self, .jsonString) { $0.json.text() }
}

@_cdecl("TCGBForcingMappingTicket_prettyJsonString") @implementation
public func TCGBForcingMappingTicket_prettyJsonString(_ ticket: OpaquePointer?) -> UnsafePointer<CChar>? {
    longText(ticket, ForcingMappingTicket.self, .prettyJsonString) { $0.json.prettyText() }
}
