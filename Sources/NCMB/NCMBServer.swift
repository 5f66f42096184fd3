import Boundary
import CGamebase
import Client
import Codecs
import Linux
import Messages
import Published

@_cdecl("NCMBServer_requestWithMethod_host_path_headers_data_length_completion") @implementation
public func NCMBServer_requestWithMethod_host_path_headers_data_length_completion(
    _ method: UnsafePointer<CChar>?, _ host: UnsafePointer<CChar>?, _ path: UnsafePointer<CChar>?, _ headers: UnsafePointer<CChar>?,
    _ data: UnsafeRawPointer?, _ length: Int, _ completion: NCMBServerCompletion?, _ context: UnsafeMutableRawPointer?
) {
    var arguments = Arguments("NCMBServer")
    let method = arguments.requiredText(method, "method", "GET, POST, PUT or DELETE")
    let host = arguments.requiredText(host, "host", "the host that the caller has signed")
    let path = arguments.requiredText(path, "path", "the path of a request, from /2013-09-01/ on")
    let lines = arguments.text(headers, "headers")
    let headers = NCMBHeaders.read(lines ?? "")
    if headers == nil { arguments.refuse("headers", "has a line that is not \"Name: value\"") }
    let body = arguments.bytes(data, length, "data", NCMBCall.bodyBytesMax)
    let deliver = deliver(answer: completion, context)
    if let error = arguments.error { return refuse(DataError.argument(error), completion != nil) { deliver(nil, $0) } }
    let served = ServedCall(NCMBCall(method: method, host: host, path: path, headers: headers ?? [], body: body))
    Clients.current.datastore.serve(
        served.front.request.map { ($0, served.front.parameters) }, token: served.front.sessionToken, next: served.next
    ) { _, error in deliver(served.answer, error) }
}

/// A request on its way through the service.
private final class ServedCall: @unchecked Sendable {
    var front: NCMBFront
    private(set) var answer: NCMBAnswer?

    init(_ call: NCMBCall) {
        front = NCMBFront(call)
        answer = front.answerAtOnce
    }

    /// - Returns: what the service is asked next; nil when the answer is there.
    func next(_ reply: Reply) -> (RequestName, JSON)? {
        answer = front.next(reply)
        guard answer == nil, let request = front.request else { return nil }
        return (request, front.parameters)
    }
}

private func deliver(answer completion: NCMBServerCompletion?, _ context: UnsafeMutableRawPointer?) -> (NCMBAnswer?, GamebaseError?) -> Void
{
    guard let completion else { return { _, _ in } }
    LastResort.prepare()
    return { answer, error in
        guard error == nil, let answer else { return withBorrowed(error: error) { completion(0, nil, nil, 0, $0, context) } }
        withBorrowed(text: NCMBHeaders.text(answer.headers)) { headers in
            answer.body.withUnsafeBytes { completion(answer.status, headers, $0.baseAddress, $0.count, nil, context) }
        }
    }
}
