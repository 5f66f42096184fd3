import Accessors
import Boundary
import CGamebase
import Client
import Codecs
import Linux
import PushRules

/// A local push before it is registered: whatever the game sets, checked when it is.
struct HIVELocal: BoundaryValue {
    var push = LocalPush.Members()

    package static var boundaryClass: BoundaryClass { .HIVELocalPush }

    init() {}

    init(_ push: LocalPush.Members) { self.push = push }

    init(_ push: LocalPush) { self.push = LocalPush.Members(push) }

    var json: JSONObject {
        var object: JSONObject = ["noticeId": .integer(push.noticeId), "title": .string(push.title), "msg": .string(push.msg)]
        object["after"] = .integer(push.after)
        object["groupId"] = .string(push.groupId)
        for (key, value) in push.rest.members where object[key] == nil { object.append(key, value) }
        return object
    }

    func checked() throws(LocalPush.Fault) -> LocalPush {
        try LocalPush.make(push)
    }

    package func field(_ field: HIVELocalPushField) -> FieldValue {
        switch field {
        case .noticeId: .number(push.noticeId)
        case .title: .text(push.title)
        case .msg: .text(push.msg)
        case .after: .number(push.after)
        case .groupId: .text(push.groupId)
        case .jsonString: .text(JSON.object(json).text())
        }
    }
}

@_cdecl("HIVELocalPush_create") @implementation
public func HIVELocalPush_create() -> OpaquePointer? { newHandle(HIVELocal()) }

@_cdecl("HIVELocalPush_initWithNoticeId_title_msg_after") @implementation
public func HIVELocalPush_initWithNoticeId_title_msg_after(
    _ noticeId: Int64, _ title: UnsafePointer<CChar>?, _ msg: UnsafePointer<CChar>?, _ after: Int64
) -> OpaquePointer? {
    var arguments = Arguments("HIVELocalPush")
    var push = LocalPush.Members()
    push.noticeId = noticeId
    push.title = arguments.text(title, "title") ?? ""
    push.msg = arguments.text(msg, "msg") ?? ""
    push.after = after
    return arguments.refusedIntoLog() ? nil : newHandle(HIVELocal(push))
}

@_cdecl("HIVELocalPush_localPushFromJsonString") @implementation
public func HIVELocalPush_localPushFromJsonString(_ jsonString: UnsafePointer<CChar>?) -> OpaquePointer? {
    newHandle(
        fromJSON: jsonString, { (json: JSON) -> HIVELocal? in json.objectValue.flatMap { LocalPush.Members($0) }.map { HIVELocal($0) } },
        "HIVELocalPush")
}

private func set(
    _ push: OpaquePointer?, _ text: CText?, _ name: StaticString, _ function: StaticString = #function,
    _ body: (inout HIVELocal, String) -> Void
) {
    var arguments = Arguments("HIVELocalPush")
    let text = arguments.text(text, name) ?? ""
    if !arguments.refusedIntoLog(function) { change(push, HIVELocal.self, function) { body(&$0, text) } }
}

@_cdecl("HIVELocalPush_setNoticeId") @implementation
public func HIVELocalPush_setNoticeId(_ localPush: OpaquePointer?, _ noticeId: Int64) {
    change(localPush, HIVELocal.self) { $0.push.noticeId = noticeId }
}

@_cdecl("HIVELocalPush_setTitle") @implementation
public func HIVELocalPush_setTitle(_ localPush: OpaquePointer?, _ title: UnsafePointer<CChar>?) {
    set(localPush, title, "title") { $0.push.title = $1 }
}

@_cdecl("HIVELocalPush_setMsg") @implementation
public func HIVELocalPush_setMsg(_ localPush: OpaquePointer?, _ msg: UnsafePointer<CChar>?) {
    set(localPush, msg, "msg") { $0.push.msg = $1 }
}

@_cdecl("HIVELocalPush_setAfter") @implementation
public func HIVELocalPush_setAfter(_ localPush: OpaquePointer?, _ after: Int64) {
    change(localPush, HIVELocal.self) { $0.push.after = after }
}

@_cdecl("HIVELocalPush_setGroupId") @implementation
public func HIVELocalPush_setGroupId(_ localPush: OpaquePointer?, _ groupId: UnsafePointer<CChar>?) {
    set(localPush, groupId, "groupId") { $0.push.groupId = $1 }
}
