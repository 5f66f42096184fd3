import Accessors
import Boundary
import CGamebase
import Client
import Codecs

extension PushMessage: BoundaryValue {
    package static var boundaryClass: BoundaryClass { .TCGBPushMessage }

    package func field(_ field: TCGBPushMessageField) -> FieldValue {
        switch field {
        case .identifier: .text(identifier)
        case .title: .text(title)
        case .body: .text(body)
        case .extras: .text(extras)
        case .jsonString: .laterText { json.text() }
        case .prettyJsonString: .laterText { json.prettyText() }
        }
    }
}

extension PushAction: BoundaryValue {
    package static var boundaryClass: BoundaryClass { .TCGBPushAction }

    package func field(_ field: TCGBPushActionField) -> FieldValue {
        switch field {
        case .actionType: .text(actionType)
        case .userText: .text(userText)
        case .jsonString: .laterText { json.text() }
        case .prettyJsonString: .laterText { json.prettyText() }
        }
    }
}

// MARK: TCGBPushMessage

@_cdecl("TCGBPushMessage_pushMessageFromJsonString") @implementation
public func TCGBPushMessage_pushMessageFromJsonString(_ jsonString: UnsafePointer<CChar>?) -> OpaquePointer? {
    newHandle(fromJSON: jsonString, PushMessage.init(json:), "TCGBPushMessage")
}

// MARK: TCGBPushAction

@_cdecl("TCGBPushAction_pushActionFromJsonString") @implementation
public func TCGBPushAction_pushActionFromJsonString(_ jsonString: UnsafePointer<CChar>?) -> OpaquePointer? {
    newHandle(fromJSON: jsonString, PushAction.init(json:), "TCGBPushAction")
}

@_cdecl("TCGBPushAction_message") @implementation
public func TCGBPushAction_message(_ action: OpaquePointer?) -> OpaquePointer? {
    read(action, PushAction.self, else: nil) { $0.child(0) { $0.message } }
}
