import Codecs
import Messages
import Published

/// Calls of published interfaces: let in, brought to their app, and answered in their own words.
extension Front {
    func judged(_ wire: PublishedWire, _ head: HTTPHead, _ peer: Peer) -> Verdict {
        guard (head[.contentEncoding] ?? "identity").lowercased() == "identity" else {
            return .refuse(HTTPAnswer(status: 415, ResultCode.parameterInvalid, "content-encoding: a body is sent as it is"))
        }
        if head.isChunked, wire.bodyBytesMax == 0 {
            return .refuse(HTTPAnswer(status: 413, ResultCode.parameterInvalid, "this path takes no body"))
        }
        return .admit(Admitted(head: head, route: .wire(wire), peer: peer, bodyBytesMax: wire.bodyBytesMax))
    }

    func shaped(_ refusal: HTTPAnswer, path: String) -> HTTPAnswer {
        PublishedWire.find(path)?.shaped(refusal, path: path, now: clock.epochMilliseconds()) ?? refusal
    }

    func take(_ wire: PublishedWire, _ request: Admitted, _ body: [UInt8], _ exchange: Exchange) {
        if wire.isForBrowsers, request.head.method == "OPTIONS", request.head[.origin] != nil, request.head[.askedMethod] != nil {
            return finish(BrowserFields.allowed(), "", nil, request.peer, exchange)
        }
        switch wire {
        case .ncmb: takeNCMB(request, body, exchange)
        case .publicFiles: takePublicFile(request, exchange)
        case .gamebase, .iap, .push: takeGameServer(wire, request, body, exchange)
        case .hive: takeHive(request, body, exchange)
        }
    }

    /// Ends a call in the words of its interface.
    func refuse(_ refusal: HTTPAnswer, _ request: Admitted, _ app: String, _ exchange: Exchange) {
        noteRefused(refusal, request.peer)
        finish(shaped(refusal, path: request.head.path), app, nil, request.peer, exchange)
    }

    // MARK: The mobile backend

    private func takeNCMB(_ request: Admitted, _ body: [UInt8], _ exchange: Exchange) {
        let head = request.head
        let call = NCMBCall(
            method: head.isHead ? "HEAD" : head.method, host: head[.host] ?? "", path: head.target, headers: Self.ncmbHeaders(head),
            body: body)
        if let sending = NCMBFileSending(call) {
            return withApp(.ncmb, call.applicationKey, request, exchange) { [self] in
                FileCall(self, sending, $0, $1, request, exchange).begin()
            }
        }
        if body.count >= Aside.bytesMin { return takeLong(call, body.count, request, exchange) }
        let front = NCMBFront(call)
        if let answer = front.answerAtOnce { return finish(HTTPAnswer(answer), "", nil, request.peer, exchange) }
        withApp(.ncmb, call.applicationKey, request, exchange) { [self] in
            NCMBExchange(self, front, $0, $1, request, exchange, bytes: body.count).begin()
        }
    }

    /// A long body is read when its app is known, and its asker owes nothing.
    private func takeLong(_ call: NCMBCall, _ bytes: Int, _ request: Admitted, _ exchange: Exchange) {
        let peer = request.peer
        withApp(.ncmb, call.applicationKey, request, exchange) { [self] app, entry in
            let asker = asker(request.head[.ncmbSession], app.id, peer)
            if bytes > HTTPForm.bodyBytesMax, let answer = refusal(ofDebtor: asker, peer) {
                return refuse(answer, request, app.id, exchange)
            }
            reading(bytes, by: asker, { NCMBFront(call) }) { [self] front in
                if let answer = front.answerAtOnce {
                    chargeReading(bytes, by: asker, peer)
                    return finish(HTTPAnswer(answer), app.id, nil, peer, exchange)
                }
                NCMBExchange(self, front, app, entry, request, exchange, bytes: bytes).begin()
            }
        }
    }

    private static func ncmbHeaders(_ head: HTTPHead) -> [(name: String, value: String)] {
        [HTTPHead.Name.applicationKey, .ncmbTimestamp, .ncmbSignature, .ncmbSession, .contentType].compactMap { name in
            head[name].map { (name: name.rawValue, value: $0) }
        }
    }

    private func takePublicFile(_ request: Admitted, _ exchange: Exchange) {
        let address = request.head.target
        guard request.head.method == "GET" else {
            return refuse(HTTPAnswer(status: 405, ResultCode.parameterInvalid, ""), request, "", exchange)
        }
        guard let id = NCMBFileSending.application(ofPublicFile: address), let sending = NCMBFileSending(publicFile: address) else {
            return refuse(HTTPAnswer(status: 404, ResultCode.apiUnknown, ""), request, "", exchange)
        }
        guard let app = apps[id] else {
            let unserved = missing(id)
            if unserved.status == 503 { return refuse(unserved, request, id, exchange) }
            return finish(HTTPAnswer(NCMBFront.applicationMissing()), "", nil, request.peer, exchange)
        }
        if let answer = limits.take(.app, Limits.key(id)) { return refuse(answer, request, id, exchange) }
        FileCall(self, sending, app, nil, request, exchange).begin()
    }

    /// Of an upload that is not short the parts go to the service as they come.
    func taker(_ request: Admitted, _ exchange: Exchange) -> (any BodyTaker)? {
        let head = request.head
        guard case .wire(.ncmb) = request.route else { return nil }
        let call = NCMBCall(method: head.method, host: head[.host] ?? "", path: head.target, headers: Self.ncmbHeaders(head), body: [])
        guard let upload = NCMBUploading(head: call) else { return nil }
        let taker = UploadCall(self, upload, call.applicationKey, request, exchange)
        taker.begin()
        return taker
    }

    /// Goes on with the app of a key, unless it has too much to do, or too many keys and signatures from there were wrong.
    /// - Parameter refused: runs before the refusal is told.
    func withApp(
        _ kind: WireKeys.Kind, _ key: String?, _ request: Admitted, _ exchange: Exchange, refused: @escaping () -> Void = {},
        _ go: @escaping (App, Door.Entry) -> Void
    ) {
        wireKeys.find(kind, key ?? "") { [self] found in
            guard case .app(let app) = found else {
                refused()
                if case .unanswered = found { return finish(HTTPAnswer(NCMBFront.unavailable()), "", nil, request.peer, exchange) }
                apps.look()
                let entry = entry(.signature, "", nil, request)
                if let answer = entry.refusal ?? entry.found(.wrong) { return refuse(answer, request, "", exchange) }
                return finish(HTTPAnswer(NCMBFront.applicationMissing()), "", nil, request.peer, exchange)
            }
            if let answer = limits.take(.app, Limits.key(app.id)) {
                refused()
                return refuse(answer, request, app.id, exchange)
            }
            let entry = entry(.signature, app.id, nil, request)
            if let refusal = entry.refusal {
                refused()
                return refuse(refusal, request, app.id, exchange)
            }
            go(app, entry)
        }
    }
}
