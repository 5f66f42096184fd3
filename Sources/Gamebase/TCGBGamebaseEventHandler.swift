import Boundary
import CGamebase
import Client
import Wire

extension EventMessage: BoundaryValue {
    package static var boundaryClass: BoundaryClass { .eventMessage }
    package enum Field: Int { case category, data, jsonString, prettyJsonString }
}

extension IdPRevokedData: BoundaryValue {
    package static var boundaryClass: BoundaryClass { .idPRevoked }
    package enum Field: Int { case idPType, extras, jsonString, prettyJsonString, firstMapping }
}

extension LoggedOutData: BoundaryValue {
    package static var boundaryClass: BoundaryClass { .loggedOut }
    package enum Field: Int { case message, extras, jsonString, prettyJsonString }
}

extension ServerPushData: BoundaryValue {
    package static var boundaryClass: BoundaryClass { .serverPush }
    package enum Field: Int { case extras, jsonString, prettyJsonString }
}

extension ObserverData: BoundaryValue {
    package static var boundaryClass: BoundaryClass { .observer }
    package enum Field: Int { case message, extras, jsonString, prettyJsonString }
}

// MARK: TCGBGamebaseEventMessage

@_cdecl("TCGBGamebaseEventMessage_gamebaseEventMessageFromJsonString") @implementation
public func TCGBGamebaseEventMessage_gamebaseEventMessageFromJsonString(_ jsonString: UnsafePointer<CChar>?) -> OpaquePointer? {
    newHandle(fromJSON: jsonString, EventMessage.init(json:), "TCGBGamebaseEventMessage")
}

@_cdecl("TCGBGamebaseEventMessage_category") @implementation
public func TCGBGamebaseEventMessage_category(_ message: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(message, EventMessage.self, .category) { $0.category }
}

@_cdecl("TCGBGamebaseEventMessage_data") @implementation
public func TCGBGamebaseEventMessage_data(_ message: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(message, EventMessage.self, .data) { $0.data }
}

@_cdecl("TCGBGamebaseEventMessage_jsonString") @implementation
public func TCGBGamebaseEventMessage_jsonString(_ message: OpaquePointer?) -> UnsafePointer<CChar>? {
    longText(message, EventMessage.self, .jsonString) { $0.json.text() }
}

@_cdecl("TCGBGamebaseEventMessage_prettyJsonString") @implementation
public func TCGBGamebaseEventMessage_prettyJsonString(_ message: OpaquePointer?) -> UnsafePointer<CChar>? {
    longText(message, EventMessage.self, .prettyJsonString) { $0.json.prettyText() }
}

// MARK: TCGBGamebaseEventIdPRevokedData

@_cdecl("TCGBGamebaseEventIdPRevokedData_gamebaseEventIdPRevokedDataFromJsonString") @implementation
public func TCGBGamebaseEventIdPRevokedData_gamebaseEventIdPRevokedDataFromJsonString(_ jsonString: UnsafePointer<CChar>?) -> OpaquePointer? {
    newHandle(fromJSON: jsonString, IdPRevokedData.init(json:), "TCGBGamebaseEventIdPRevokedData")
}

@_cdecl("TCGBGamebaseEventIdPRevokedData_code") @implementation
public func TCGBGamebaseEventIdPRevokedData_code(_ data: OpaquePointer?) -> Int64 {
    read(data, IdPRevokedData.self, else: 0) { $0.value.code }
}

@_cdecl("TCGBGamebaseEventIdPRevokedData_authMappingList_count") @implementation
public func TCGBGamebaseEventIdPRevokedData_authMappingList_count(_ data: OpaquePointer?) -> Int {
    read(data, IdPRevokedData.self, else: 0) { $0.value.authMappingList.count }
}

@_cdecl("TCGBGamebaseEventIdPRevokedData_idPType") @implementation
public func TCGBGamebaseEventIdPRevokedData_idPType(_ data: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(data, IdPRevokedData.self, .idPType) { $0.idPType }
}

@_cdecl("TCGBGamebaseEventIdPRevokedData_extras") @implementation
public func TCGBGamebaseEventIdPRevokedData_extras(_ data: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(data, IdPRevokedData.self, .extras) { $0.extras }
}

@_cdecl("TCGBGamebaseEventIdPRevokedData_authMappingList_at") @implementation
public func TCGBGamebaseEventIdPRevokedData_authMappingList_at(_ data: OpaquePointer?, _ index: Int) -> UnsafePointer<CChar>? {
    read(data, IdPRevokedData.self, else: nil) { box in
        guard index >= 0, index < box.value.authMappingList.count else { return nil }
        return box.text(IdPRevokedData.Field.firstMapping.rawValue + index) { $0.authMappingList[index] }
    }
}

@_cdecl("TCGBGamebaseEventIdPRevokedData_jsonString") @implementation
public func TCGBGamebaseEventIdPRevokedData_jsonString(_ data: OpaquePointer?) -> UnsafePointer<CChar>? {
    longText(data, IdPRevokedData.self, .jsonString) { $0.json.text() }
}

@_cdecl("TCGBGamebaseEventIdPRevokedData_prettyJsonString") @implementation
public func TCGBGamebaseEventIdPRevokedData_prettyJsonString(_ data: OpaquePointer?) -> UnsafePointer<CChar>? {
    longText(data, IdPRevokedData.self, .prettyJsonString) { $0.json.prettyText() }
}

// MARK: TCGBGamebaseEventLoggedOutData

@_cdecl("TCGBGamebaseEventLoggedOutData_gamebaseEventLoggedOutDataFromJsonString") @implementation
public func TCGBGamebaseEventLoggedOutData_gamebaseEventLoggedOutDataFromJsonString(_ jsonString: UnsafePointer<CChar>?) -> OpaquePointer? {
    newHandle(fromJSON: jsonString, LoggedOutData.init(json:), "TCGBGamebaseEventLoggedOutData")
}

@_cdecl("TCGBGamebaseEventLoggedOutData_message") @implementation
public func TCGBGamebaseEventLoggedOutData_message(_ data: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(data, LoggedOutData.self, .message) { $0.message }
}

@_cdecl("TCGBGamebaseEventLoggedOutData_extras") @implementation
public func TCGBGamebaseEventLoggedOutData_extras(_ data: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(data, LoggedOutData.self, .extras) { $0.extras }
}

@_cdecl("TCGBGamebaseEventLoggedOutData_jsonString") @implementation
public func TCGBGamebaseEventLoggedOutData_jsonString(_ data: OpaquePointer?) -> UnsafePointer<CChar>? {
    longText(data, LoggedOutData.self, .jsonString) { $0.json.text() }
}

@_cdecl("TCGBGamebaseEventLoggedOutData_prettyJsonString") @implementation
public func TCGBGamebaseEventLoggedOutData_prettyJsonString(_ data: OpaquePointer?) -> UnsafePointer<CChar>? {
    longText(data, LoggedOutData.self, .prettyJsonString) { $0.json.prettyText() }
}

// MARK: TCGBGamebaseEventServerPushData

@_cdecl("TCGBGamebaseEventServerPushData_gamebaseEventServerPushDataFromJsonString") @implementation
public func TCGBGamebaseEventServerPushData_gamebaseEventServerPushDataFromJsonString(_ jsonString: UnsafePointer<CChar>?) -> OpaquePointer? {
    newHandle(fromJSON: jsonString, ServerPushData.init(json:), "TCGBGamebaseEventServerPushData")
}

@_cdecl("TCGBGamebaseEventServerPushData_extras") @implementation
public func TCGBGamebaseEventServerPushData_extras(_ data: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(data, ServerPushData.self, .extras) { $0.extras }
}

@_cdecl("TCGBGamebaseEventServerPushData_jsonString") @implementation
public func TCGBGamebaseEventServerPushData_jsonString(_ data: OpaquePointer?) -> UnsafePointer<CChar>? {
    longText(data, ServerPushData.self, .jsonString) { $0.json.text() }
}

@_cdecl("TCGBGamebaseEventServerPushData_prettyJsonString") @implementation
public func TCGBGamebaseEventServerPushData_prettyJsonString(_ data: OpaquePointer?) -> UnsafePointer<CChar>? {
    longText(data, ServerPushData.self, .prettyJsonString) { $0.json.prettyText() }
}

// MARK: TCGBGamebaseEventObserverData

@_cdecl("TCGBGamebaseEventObserverData_gamebaseEventObserverDataFromJsonString") @implementation
public func TCGBGamebaseEventObserverData_gamebaseEventObserverDataFromJsonString(_ jsonString: UnsafePointer<CChar>?) -> OpaquePointer? {
    newHandle(fromJSON: jsonString, ObserverData.init(json:), "TCGBGamebaseEventObserverData")
}

@_cdecl("TCGBGamebaseEventObserverData_code") @implementation
public func TCGBGamebaseEventObserverData_code(_ data: OpaquePointer?) -> Int64 {
    read(data, ObserverData.self, else: 0) { $0.value.code }
}

@_cdecl("TCGBGamebaseEventObserverData_message") @implementation
public func TCGBGamebaseEventObserverData_message(_ data: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(data, ObserverData.self, .message) { $0.message }
}

@_cdecl("TCGBGamebaseEventObserverData_extras") @implementation
public func TCGBGamebaseEventObserverData_extras(_ data: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(data, ObserverData.self, .extras) { $0.extras }
}

@_cdecl("TCGBGamebaseEventObserverData_jsonString") @implementation
public func TCGBGamebaseEventObserverData_jsonString(_ data: OpaquePointer?) -> UnsafePointer<CChar>? {
    longText(data, ObserverData.self, .jsonString) { $0.json.text() }
}

@_cdecl("TCGBGamebaseEventObserverData_prettyJsonString") @implementation
public func TCGBGamebaseEventObserverData_prettyJsonString(_ data: OpaquePointer?) -> UnsafePointer<CChar>? {
    longText(data, ObserverData.self, .prettyJsonString) { $0.json.prettyText() }
}
