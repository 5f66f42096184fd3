import Boundary
import CGamebase
import Client
import Messages
import Published

@_cdecl("TCGBServer_requestWithMethod_path_secretKey_transactionId_body_completion") @implementation
public func TCGBServer_requestWithMethod_path_secretKey_transactionId_body_completion(
    _ method: UnsafePointer<CChar>?, _ path: UnsafePointer<CChar>?, _ secretKey: UnsafePointer<CChar>?,
    _ transactionId: UnsafePointer<CChar>?, _ body: UnsafePointer<CChar>?, _ completion: TCGBServerCompletion?,
    _ context: UnsafeMutableRawPointer?
) {
    var arguments = Arguments("TCGBServer")
    let method = arguments.requiredText(method, "method", "GET, POST, PUT or DELETE")
    let path = arguments.requiredText(path, "path", "the path of a Gamebase Server API request, query included")
    let secretKey = arguments.text(secretKey, "secretKey")
    let transactionId = arguments.text(transactionId, "transactionId")
    let body = arguments.text(body, "body")
    arguments.limit(method, "method", ServerCall.methodBytesMax)
    arguments.limit(path, "path", ServerCall.pathBytesMax)
    arguments.limit(transactionId, "transactionId", ServerCall.transactionIdBytesMax)
    arguments.limit(body, "body", ServerCall.bodyBytesMax)
    let deliver = deliver(server: completion, context)
    if let error = arguments.error { return refuse(error, completion != nil) { deliver(0, nil, $0) } }
    let front = ServerFront(ServerCall(method: method, path: path, key: secretKey, transactionId: transactionId, body: body ?? ""))
    Clients.current.console.serve(front.request, front.parameters) { reply, error in
        guard let body = reply.flatMap({ front.body($0) }) else { return deliver(0, nil, error) }
        deliver(ServerFront.status, body, nil)
    }
}

private func deliver(
    server completion: TCGBServerCompletion?, _ context: UnsafeMutableRawPointer?
) -> (Int32, String?, GamebaseError?) -> Void {
    guard let completion else { return { _, _, _ in } }
    LastResort.prepare()
    return { status, body, error in
        withBorrowed(text: body) { body in withBorrowed(error: error) { completion(status, body, $0, context) } }
    }
}
