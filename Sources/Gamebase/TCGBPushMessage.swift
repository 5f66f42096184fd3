import Boundary
import CGamebase
import Client
import Wire

extension PushMessage: BoundaryValue {
    package static var boundaryClass: BoundaryClass { .pushMessage }
    package enum Field: Int { case identifier, title, body, extras, jsonString, prettyJsonString }
}

extension PushAction: BoundaryValue {
    package static var boundaryClass: BoundaryClass { .pushAction }
    package enum Field: Int { case actionType, userText, jsonString, prettyJsonString }
}

// MARK: TCGBPushMessage

@_cdecl("TCGBPushMessage_pushMessageFromJsonString") @implementation
public func TCGBPushMessage_pushMessageFromJsonString(_ jsonString: UnsafePointer<CChar>?) -> OpaquePointer? {
    newHandle(fromJSON: jsonString, PushMessage.init(json:), "TCGBPushMessage")
}

@_cdecl("TCGBPushMessage_identifier") @implementation
public func TCGBPushMessage_identifier(_ message: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(message, PushMessage.self, .identifier) { $0.identifier }
}

@_cdecl("TCGBPushMessage_title") @implementation
public func TCGBPushMessage_title(_ message: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(message, PushMessage.self, .title) { $0.title }
}

@_cdecl("TCGBPushMessage_body") @implementation
public func TCGBPushMessage_body(_ message: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(message, PushMessage.self, .body) { $0.body }
}

@_cdecl("TCGBPushMessage_extras") @implementation
public func TCGBPushMessage_extras(_ message: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(message, PushMessage.self, .extras) { $0.extras }
}

@_cdecl("TCGBPushMessage_jsonString") @implementation
public func TCGBPushMessage_jsonString(_ message: OpaquePointer?) -> UnsafePointer<CChar>? {
    longText(message, PushMessage.self, .jsonString) { $0.json.text() }
}

@_cdecl("TCGBPushMessage_prettyJsonString") @implementation
public func TCGBPushMessage_prettyJsonString(_ message: OpaquePointer?) -> UnsafePointer<CChar>? {
    longText(message, PushMessage.self, .prettyJsonString) { $0.json.prettyText() }
}

// MARK: TCGBPushAction

@_cdecl("TCGBPushAction_pushActionFromJsonString") @implementation
public func TCGBPushAction_pushActionFromJsonString(_ jsonString: UnsafePointer<CChar>?) -> OpaquePointer? {
    newHandle(fromJSON: jsonString, PushAction.init(json:), "TCGBPushAction")
}

@_cdecl("TCGBPushAction_actionType") @implementation
public func TCGBPushAction_actionType(_ action: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(action, PushAction.self, .actionType) { $0.actionType }
}

@_cdecl("TCGBPushAction_userText") @implementation
public func TCGBPushAction_userText(_ action: OpaquePointer?) -> UnsafePointer<CChar>? {
    text(action, PushAction.self, .userText) { $0.userText }
}

@_cdecl("TCGBPushAction_message") @implementation
public func TCGBPushAction_message(_ action: OpaquePointer?) -> OpaquePointer? {
    read(action, PushAction.self, else: nil) { $0.child(0) { $0.message } }
}

@_cdecl("TCGBPushAction_jsonString") @implementation
public func TCGBPushAction_jsonString(_ action: OpaquePointer?) -> UnsafePointer<CChar>? {
    longText(action, PushAction.self, .jsonString) { $0.json.text() }
}

@_cdecl("TCGBPushAction_prettyJsonString") @implementation
public func TCGBPushAction_prettyJsonString(_ action: OpaquePointer?) -> UnsafePointer<CChar>? {
    longText(action, PushAction.self, .prettyJsonString) { $0.json.prettyText() }
}
