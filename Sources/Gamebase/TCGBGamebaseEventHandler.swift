import Accessors
import Boundary
import CGamebase
import Client
import Codecs

extension EventMessage: BoundaryValue {
    package static var boundaryClass: BoundaryClass { .TCGBGamebaseEventMessage }

    package func field(_ field: TCGBGamebaseEventMessageField) -> FieldValue {
        switch field {
        case .category: .text(category)
        case .data: .text(data)
        case .jsonString: .laterText { json.text() }
        case .prettyJsonString: .laterText { json.prettyText() }
        }
    }
}

extension IdPRevokedData: BoundaryValue {
    package static var boundaryClass: BoundaryClass { .TCGBGamebaseEventIdPRevokedData }

    package func field(_ field: TCGBGamebaseEventIdPRevokedDataField) -> FieldValue {
        switch field {
        case .code: .number(code)
        case .idPType: .text(idPType)
        case .extras: .text(extras)
        case .jsonString: .laterText { json.text() }
        case .prettyJsonString: .laterText { json.prettyText() }
        case .firstMapping: .text(nil)  // read by index
        }
    }
}

extension LoggedOutData: BoundaryValue {
    package static var boundaryClass: BoundaryClass { .TCGBGamebaseEventLoggedOutData }

    package func field(_ field: TCGBGamebaseEventLoggedOutDataField) -> FieldValue {
        switch field {
        case .message: .text(message)
        case .extras: .text(extras)
        case .jsonString: .laterText { json.text() }
        case .prettyJsonString: .laterText { json.prettyText() }
        }
    }
}

extension ServerPushData: BoundaryValue {
    package static var boundaryClass: BoundaryClass { .TCGBGamebaseEventServerPushData }

    package func field(_ field: TCGBGamebaseEventServerPushDataField) -> FieldValue {
        switch field {
        case .extras: .text(extras)
        case .jsonString: .laterText { json.text() }
        case .prettyJsonString: .laterText { json.prettyText() }
        }
    }
}

extension ObserverData: BoundaryValue {
    package static var boundaryClass: BoundaryClass { .TCGBGamebaseEventObserverData }

    package func field(_ field: TCGBGamebaseEventObserverDataField) -> FieldValue {
        switch field {
        case .code: .number(code)
        case .message: .text(message)
        case .extras: .text(extras)
        case .jsonString: .laterText { json.text() }
        case .prettyJsonString: .laterText { json.prettyText() }
        }
    }
}

// MARK: TCGBGamebaseEventMessage

@_cdecl("TCGBGamebaseEventMessage_gamebaseEventMessageFromJsonString") @implementation
public func TCGBGamebaseEventMessage_gamebaseEventMessageFromJsonString(_ jsonString: UnsafePointer<CChar>?) -> OpaquePointer? {
    newHandle(fromJSON: jsonString, EventMessage.init(json:), "TCGBGamebaseEventMessage")
}

// MARK: TCGBGamebaseEventIdPRevokedData

@_cdecl("TCGBGamebaseEventIdPRevokedData_gamebaseEventIdPRevokedDataFromJsonString") @implementation
public func TCGBGamebaseEventIdPRevokedData_gamebaseEventIdPRevokedDataFromJsonString(_ jsonString: UnsafePointer<CChar>?) -> OpaquePointer?
{
    newHandle(fromJSON: jsonString, IdPRevokedData.init(json:), "TCGBGamebaseEventIdPRevokedData")
}

@_cdecl("TCGBGamebaseEventIdPRevokedData_authMappingList_count") @implementation
public func TCGBGamebaseEventIdPRevokedData_authMappingList_count(_ data: OpaquePointer?) -> Int {
    read(data, IdPRevokedData.self, else: 0) { $0.value.authMappingList.count }
}

@_cdecl("TCGBGamebaseEventIdPRevokedData_authMappingList_at") @implementation
public func TCGBGamebaseEventIdPRevokedData_authMappingList_at(_ data: OpaquePointer?, _ index: Int) -> UnsafePointer<CChar>? {
    read(data, IdPRevokedData.self, else: nil) { box in
        guard index >= 0, index < box.value.authMappingList.count else { return nil }
        return box.text(IdPRevokedData.Field.firstMapping.rawValue + index) { $0.authMappingList[index] }
    }
}

// MARK: TCGBGamebaseEventLoggedOutData

@_cdecl("TCGBGamebaseEventLoggedOutData_gamebaseEventLoggedOutDataFromJsonString") @implementation
public func TCGBGamebaseEventLoggedOutData_gamebaseEventLoggedOutDataFromJsonString(_ jsonString: UnsafePointer<CChar>?) -> OpaquePointer? {
    newHandle(fromJSON: jsonString, LoggedOutData.init(json:), "TCGBGamebaseEventLoggedOutData")
}

// MARK: TCGBGamebaseEventServerPushData

@_cdecl("TCGBGamebaseEventServerPushData_gamebaseEventServerPushDataFromJsonString") @implementation
public func TCGBGamebaseEventServerPushData_gamebaseEventServerPushDataFromJsonString(_ jsonString: UnsafePointer<CChar>?) -> OpaquePointer?
{
    newHandle(fromJSON: jsonString, ServerPushData.init(json:), "TCGBGamebaseEventServerPushData")
}

// MARK: TCGBGamebaseEventObserverData

@_cdecl("TCGBGamebaseEventObserverData_gamebaseEventObserverDataFromJsonString") @implementation
public func TCGBGamebaseEventObserverData_gamebaseEventObserverDataFromJsonString(_ jsonString: UnsafePointer<CChar>?) -> OpaquePointer? {
    newHandle(fromJSON: jsonString, ObserverData.init(json:), "TCGBGamebaseEventObserverData")
}
