import CGamebase
import Client

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
    let deliver = deliver(completion, context)
    if let error = arguments.error { return refuse(error, completion != nil) { deliver(0, nil, $0) } }
    Clients.current.serverRequest(
        method: method, path: path, secretKey: secretKey, transactionId: transactionId, body: body, completion: deliver)
}

private func deliver(_ completion: TCGBServerCompletion?, _ context: UnsafeMutableRawPointer?) -> (Int32, String?, GamebaseError?) -> Void {
    guard let completion else { return { _, _, _ in } }
    LastResort.prepare()
    return { status, body, error in
        withBorrowed(text: body) { body in withBorrowed(error: error) { completion(status, body, $0, context) } }
    }
}
