import Boundary
import CGamebase
import Client
import Linux

@_cdecl("HIVENotificationService_didReceiveNotificationRequest_withContentHandler") @implementation
public func HIVENotificationService_didReceiveNotificationRequest_withContentHandler(
    _ request: OpaquePointer?, _ contentHandler: HIVENotificationContentHandler?, _ context: UnsafeMutableRawPointer?
) {
    let deliver: (HIVEMessage?, GamebaseError?) -> Void = deliver(contentHandler, HIVEResultAPICodePushInvalidParamRemotePush, context)
    var arguments = Arguments("HIVENotificationService")
    guard let message = arguments.value(request, HIVEMessage.self, "request") else {
        if let error = arguments.error { refuse(error, contentHandler != nil) { deliver(nil, $0) } }
        return
    }
    Clients.current.notifications.fetchMedia(of: message.note) { note, error in
        deliver(note.map { HIVEMessage(note: $0) } ?? message, error)
    }
}

@_cdecl("HIVENotificationService_serviceExtensionTimeWillExpire") @implementation
public func HIVENotificationService_serviceExtensionTimeWillExpire() { Clients.current.notifications.endMediaCalls() }
