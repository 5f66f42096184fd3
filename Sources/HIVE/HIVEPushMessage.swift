import Accessors
import Boundary
import CGamebase
import Client
import Codecs
import Linux
import PushRules

struct HIVEMessage: BoundaryValue {
    let note: PushNote

    package static var boundaryClass: BoundaryClass { .HIVEPushMessage }

    package func field(_ field: HIVEPushMessageField) -> FieldValue {
        switch field {
        case .identifier: .text(note.entry.id)
        case .isLocal: .flag(note.isLocal)
        case .noticeId: .number(note.noticeId)
        case .title: .text(note.entry.title)
        case .body: .text(note.entry.body)
        case .groupId: .text(note.entry.groupId)
        case .category: .text(note.entry.category)
        case .link: .text(note.link)
        case .mediaUrl: .text(note.media)
        case .mediaPath: .text(note.entry.mediaPath)
        case .extras: .text(note.extras)
        case .sentAt: .number(note.entry.sentAt)
        case .isRead: .flag(note.entry.isRead)
        case .isLate: .flag(note.isLate)
        case .jsonString: .laterText { note.json.text() }
        case .buttons: .text(nil)
        }
    }
}

@_cdecl("HIVEPushMessage_pushMessageFromJsonString") @implementation
public func HIVEPushMessage_pushMessageFromJsonString(_ jsonString: UnsafePointer<CChar>?) -> OpaquePointer? {
    newHandle(
        fromJSON: jsonString, { (json: JSON) -> HIVEMessage? in PushNote.read(json).map { HIVEMessage(note: $0) } }, "HIVEPushMessage")
}

@_cdecl("HIVEPushMessage_buttonIds_count") @implementation
public func HIVEPushMessage_buttonIds_count(_ message: OpaquePointer?) -> Int {
    read(message, HIVEMessage.self, else: 0) { $0.value.note.buttons.count }
}

@_cdecl("HIVEPushMessage_buttonIds_at") @implementation
public func HIVEPushMessage_buttonIds_at(_ message: OpaquePointer?, _ index: Int) -> UnsafePointer<CChar>? {
    text(message, 2 * min(max(index, 0), 3), index) { $0.id }
}

@_cdecl("HIVEPushMessage_buttonTitles_at") @implementation
public func HIVEPushMessage_buttonTitles_at(_ message: OpaquePointer?, _ index: Int) -> UnsafePointer<CChar>? {
    text(message, 2 * min(max(index, 0), 3) + 1, index) { $0.title }
}

private func text(
    _ message: OpaquePointer?, _ place: Int, _ index: Int, _ function: StaticString = #function, _ text: (NoteButton) -> String
) -> CText? {
    read(message, HIVEMessage.self, else: nil, function) { box in
        box.text(HIVEPushMessageField.buttons.rawValue + place) { message in
            message.note.buttons.indices.contains(index) ? text(message.note.buttons[index]) : nil
        }
    }
}
