import Codecs
import Messages

/// Webhooks of stores, and what an operator gives back.
extension Front {
    static let storeEventBytesMax = 256 << 10

    /// Before the body is read.
    func refusal(ofStoreEvent head: HTTPHead, _ app: String) -> HTTPAnswer? {
        if apps[app] == nil { return missing(app) }
        guard (head[.contentEncoding] ?? "identity").lowercased() == "identity" else {
            return HTTPAnswer(status: 415, ResultCode.parameterInvalid, "content-encoding: a body is sent as it is")
        }
        guard head[.storeSignature] != nil else { return HTTPAnswer(status: 400, ResultCode.parameterInvalid, "the signature is missing") }
        return limits.take(.app, Limits.key(app))
    }

    /// Answers 200 when what the message says is kept, or is nothing to keep; then the store does not send it again.
    func takeStoreEvent(_ id: String, _ storeCode: String, _ request: Admitted, _ body: [UInt8], _ exchange: Exchange) {
        underWay += 1
        let end: (HTTPAnswer) -> Void = { [self] in finish($0, id, nil, request.peer, exchange) }
        let later: (String) -> HTTPAnswer = {
            var answer = HTTPAnswer(status: 503, ResultCode.serviceUnreachable, $0)
            answer.retryAfter = 5
            return answer
        }
        guard let app = apps[id] else { return end(missing(id)) }
        stores.stores(of: app) { [self] all in
            guard let all else { return end(later("the service does not answer")) }
            guard let asked = all.first(where: { $0.storeCode == storeCode }) else {
                return end(HTTPAnswer(status: 404, ResultCode.apiUnknown, "this app has no such store that it queries"))
            }
            let entry = entry(.signature, "\(id)\n\(storeCode)", nil, request)
            if let refusal = entry.refusal { return end(refusal) }
            let verdict = asked.verifier.event(signature: request.head[.storeSignature], body, now: clock.epochMilliseconds())
            if case .refused = verdict, let answer = entry.found(.wrong) { return end(answer) }
            switch verdict {
            case .refused(let reason):
                noteRefused(HTTPAnswer(status: 400, ResultCode.parameterInvalid, reason), request.peer)
                end(HTTPAnswer(status: 400, ResultCode.parameterInvalid, reason))
            case .nothing:
                _ = entry.found(.right)
                end(HTTPAnswer(.success()))
            case .place(let place):
                _ = entry.found(.right)
                asked.verifier.look(place) { [self] told in
                    stores.settle(told, asked) { [self] settled in
                        guard case .later(let reason) = settled else { return end(HTTPAnswer(.success())) }
                        stores.note("storeNotReached", app, storeCode, reason)
                        end(later("the store cannot be asked: send it again"))
                    }
                }
            }
        }
    }
}
