import Accessors
import Boundary
import CGamebase
import Client
import Codecs

/// The host's copy of a page that it was asked to show. When the last reference goes unfinished, nobody can finish it any more: that
/// counts as closed.
struct HostWebViewRequest: BoundaryValue {
    let request: WebViewRequest

    package static var boundaryClass: BoundaryClass { .TCGBWebViewRequest }
    package func handleEnded() { request.close(answer: nil) }

    package func field(_ field: TCGBWebViewRequestField) -> FieldValue {
        switch field {
        case .url: .text(request.url)
        case .data: .text(request.data)
        }
    }
}

@_cdecl("TCGBWebViewRequest_kind") @implementation
public func TCGBWebViewRequest_kind(_ request: OpaquePointer?) -> TCGBWebViewKind {
    TCGBWebViewKind(rawValue: numericCast(read(request, HostWebViewRequest.self, else: 0) { $0.value.request.kind.rawValue }))
}

@_cdecl("TCGBWebViewRequest_configuration") @implementation
public func TCGBWebViewRequest_configuration(_ request: OpaquePointer?) -> OpaquePointer? {
    read(request, HostWebViewRequest.self, else: nil) { $0.child(0) { $0.request.configuration } }
}

@_cdecl("TCGBWebViewRequest_viewController") @implementation
public func TCGBWebViewRequest_viewController(_ request: OpaquePointer?) -> UnsafeMutableRawPointer? {
    read(request, HostWebViewRequest.self, else: nil) { UnsafeMutableRawPointer(bitPattern: $0.value.request.window) }
}

// What follows reaches the client, so it runs outside the handle's lock.

@_cdecl("TCGBWebViewRequest_didLoad") @implementation
public func TCGBWebViewRequest_didLoad(_ request: OpaquePointer?) { value(request, HostWebViewRequest.self)?.request.noteLoaded() }

@_cdecl("TCGBWebViewRequest_navigate") @implementation
public func TCGBWebViewRequest_navigate(_ request: OpaquePointer?, _ url: UnsafePointer<CChar>?) -> Bool {
    guard let request = value(request, HostWebViewRequest.self)?.request else { return false }
    var arguments = Arguments("TCGBHost")
    let url = arguments.requiredText(url, "url", "the address that the page goes to")
    if arguments.refusedIntoLog() { return false }
    return request.navigate(url)
}

@_cdecl("TCGBWebViewRequest_finish") @implementation
public func TCGBWebViewRequest_finish(_ request: OpaquePointer?, _ errorCode: Int64) -> Bool {
    guard let request = value(request, HostWebViewRequest.self)?.request else { return false }
    return errorCode == 0 ? request.close(answer: nil) : request.fail(errorCode)
}

@_cdecl("TCGBWebViewRequest_finishWithAnswer") @implementation
public func TCGBWebViewRequest_finishWithAnswer(_ request: OpaquePointer?, _ answerJson: UnsafePointer<CChar>?) -> Bool {
    guard let request = value(request, HostWebViewRequest.self)?.request else { return false }
    var arguments = Arguments("TCGBHost")
    let answer = arguments.requiredJSON(answerJson, "answerJson", "a JSON object")
    if arguments.error == nil, answer.objectValue == nil { arguments.refuse("answerJson", "must be a JSON object, {…}") }
    if arguments.refusedIntoLog() { return false }
    return request.close(answer: answer)
}
