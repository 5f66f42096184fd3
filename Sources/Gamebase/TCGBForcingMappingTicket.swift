import Accessors
import Boundary
import CGamebase
import Client
import Codecs

extension ForcingMappingTicket: BoundaryValue {
    package static var boundaryClass: BoundaryClass { .TCGBForcingMappingTicket }

    package func field(_ field: TCGBForcingMappingTicketField) -> FieldValue {
        switch field {
        case .userId: .text(userId)
        case .mappedUserId: .text(mappedUserId)
        case .mappedUserValid: .text(mappedUserValid)
        case .idPCode: .text(idPCode)
        case .forcingMappingKey: .text(forcingMappingKey)
        case .expirationDate: .number(expirationDate)
        case .accessToken: .text(accessToken)
        case .subCode: .text(subCode)
        case .extraParams: .laterText { JSON.object(extraParams ?? JSONObject()).text() }
        case .jsonString: .laterText { json.text() }
        case .prettyJsonString: .laterText { json.prettyText() }
        }
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
