import Codecs
import Messages
import Published

/// Calls of game servers: the Gamebase Server API v1.3, the NHN Cloud IAP server API and NHN Cloud Push.
extension Front {
    func takeGameServer(_ wire: PublishedWire, _ request: Admitted, _ body: [UInt8], _ exchange: Exchange) {
        let head = request.head
        if let answer = refusal(ofGameServer: head, body) { return refuse(answer, request, "", exchange) }
        // What was cut or turned round on its way is no JSON, and is not repaired here.
        guard let text = String(validating: body, as: UTF8.self) else {
            let isOfPayments = wire == .iap || head.target.utf8.starts(with: "/tcgb-inapp/".utf8)
            let code = isOfPayments ? ResultCode.iapJSONInvalid : ResultCode.gatewayJSONInvalid
            let answer = HTTPAnswer(status: 200, code, "the body is not UTF-8")
            return tell(answer.resultCode, answer.message, wire, request, "", nil, exchange)
        }
        let key = wire == .iap ? head[.iapAppKey] : head[.secretKey]
        let call = { (body: String) in
            ServerCall(method: head.method, path: head.target, key: key, transactionId: head[.transactionId], body: body)
        }
        let go: (App, Door.Entry) -> Void = { [self] app, entry in
            reading(body.count, by: request.peer.limitKey, { ServerFront(call(text)) }) { [self] in
                ask($0, app, entry, wire, request, exchange)
            }
        }
        if wire == .iap { return takeIAP(key ?? "", request, exchange, go) }
        // The path names the app, so a refused caller costs no reading of JSON.
        let named = ServerFront(call(""))
        let isNotice = Self.appOfAppleNotice(head) != nil
        guard !named.isOfNoApp || isNotice, let id = call("").appId else {
            return finish(.success(), named, wire, request, "", nil, exchange)
        }
        guard let app = apps[id] else {
            let unserved = missing(id)
            if unserved.status == 503 { return refuse(unserved, request, id, exchange) }
            return tell(ResultCode.appIdInvalid, "apps/\(id): there is no such app on this server", wire, request, "", nil, exchange)
        }
        if Self.appOfAppleNotice(head) == id { return takeAppleNotice(app, call(text), text, wire, request, exchange) }
        let entry = entry(.gameServer, id, key ?? "", request)
        if let refusal = entry.refusal { return refuse(refusal, request, id, exchange) }
        go(app, entry)
    }

    /// The key names the app, and lets in.
    private func takeIAP(_ key: String, _ request: Admitted, _ exchange: Exchange, _ go: @escaping (App, Door.Entry) -> Void) {
        let wire = PublishedWire.iap
        let entry = entry(.gameServer, "", key, request)
        if let refusal = entry.refusal { return refuse(refusal, request, "", exchange) }
        wireKeys.find(.iap, key) { [self] found in
            switch found {
            case .app(let app): go(app, entry)
            case .unanswered:
                _ = entry.found(.nothing)
                tell(ResultCode.iapUnknown, "the store of an app does not answer; ask again later", wire, request, "", nil, exchange)
            case .nobody:
                if let refusal = entry.found(.wrong) { return refuse(refusal, request, "", exchange) }
                let message = "X-NHN-TCIAP-AppKey is not the app key ($.app.iapAppKey)"
                tell(ResultCode.iapParameterInvalid, message, wire, request, "", nil, exchange)
            }
        }
    }

    private func refusal(ofGameServer head: HTTPHead, _ body: [UInt8]) -> HTTPAnswer? {
        let wrong = { (status: Int, message: String) in HTTPAnswer(status: status, ResultCode.parameterInvalid, message) }
        if head.target.utf8.count > ServerCall.pathBytesMax { return wrong(414, "the path may have \(ServerCall.pathBytesMax) bytes") }
        if (head[.transactionId] ?? "").utf8.count > ServerCall.transactionIdBytesMax {
            return wrong(400, "X-TCGB-Transaction-Id may have \(ServerCall.transactionIdBytesMax) bytes")
        }
        if body.isEmpty { return nil }
        let type = (head[.contentType] ?? "").lowercased().split(separator: ";").map { $0.filter { $0 != " " } }
        guard type.first == HTTPForm.mediaType, type.count == 1 || (type.count == 2 && type[1] == "charset=utf-8") else {
            return wrong(415, "Content-Type must be application/json; charset=UTF-8")
        }
        return nil
    }

    private func takeAppleNotice(
        _ app: App, _ call: ServerCall, _ text: String, _ wire: PublishedWire, _ request: Admitted, _ exchange: Exchange
    ) {
        let entry = entry(.signature, app.id, nil, request)
        if let answer = entry.refusal ?? limits.take(.app, Limits.key(app.id)) { return refuse(answer, request, app.id, exchange) }
        guard text.utf8.count <= AppleNotice.bytesMax else {
            if let refusal = entry.found(.wrong) { return refuse(refusal, request, app.id, exchange) }
            return tell(ResultCode.parameterInvalid, AppleNotice.noToken, wire, request, app.id, nil, exchange)
        }
        takeAppleNotice(app, text) { [self] found, outcome in
            if let refusal = entry.found(found) { return refuse(refusal, request, app.id, exchange) }
            guard let (code, message) = outcome else { return finish(.success(), ServerFront(call), wire, request, "", nil, exchange) }
            tell(code, message, wire, request, app.id, nil, exchange)
        }
    }

    private func ask(
        _ front: ServerFront, _ app: App, _ entry: Door.Entry, _ wire: PublishedWire, _ admitted: Admitted, _ exchange: Exchange
    ) {
        if let answer = limits.take(.app, Limits.key(app.id)) {
            _ = entry.found(.nothing)
            return refuse(answer, admitted, app.id, exchange)
        }
        var request = Request(front.request, origin: .gameServer, transactionId: "", parameters: front.parameters)
        request.setCarried(from: admitted.peer.network)
        let asked = request
        if let reason = database?.refusal {
            _ = entry.found(.nothing)
            return finish(.failure(ResultCode.storageFailed, reason), front, wire, admitted, app.id, asked, exchange)
        }
        loop.ask(app.home.connection, request) { [self] reply in
            note(reply, app.id, asked, exchange)
            // Of the other interfaces the path has named the app, and a stranger's guess at its key says nothing of which app has which.
            if wire == .iap, reply.proof == .wrong { wireKeys.forget() }
            if let answer = refusal(reply, entry) { return refuse(answer, admitted, app.id, exchange) }
            finish(reply, front, wire, admitted, app.id, asked, exchange)
        }
    }

    private func finish(
        _ reply: Reply, _ front: ServerFront, _ wire: PublishedWire, _ admitted: Admitted, _ app: String, _ request: Request?,
        _ exchange: Exchange
    ) {
        var reply = reply.forStrangers
        let id = transactionId(wire, admitted)
        reply.transactionId = id
        guard let text = front.body(reply, trace: wire.trace(admitted.head.path, clock.epochMilliseconds())) else {
            return tell(codeOfFault(wire, admitted.head.path) ?? reply.resultCode, reply.message, wire, admitted, app, request, exchange)
        }
        var answer = HTTPAnswer(gameServer: text, resultCode: reply.resultCode, transactionId: id)
        answer.retryAfter = reply.retryAfterSeconds
        finish(answer, app, request, admitted.peer, exchange)
    }

    /// How an interface says that it cannot answer now, where it has a code for that.
    private func codeOfFault(_ wire: PublishedWire, _ path: String) -> Int32? {
        if wire == .iap { return ResultCode.iapUnknown }
        if wire == .push { return ResultCode.pushSystem }
        if path.utf8.starts(with: "/tcgb-leaderboard/".utf8) { return ResultCode.leaderboardSystem }
        if path.utf8.starts(with: "/tcgb-push/".utf8) { return ResultCode.pushSystem }
        let isOfCoupons = path.utf8.split(separator: UInt8(ascii: "/")).contains { $0.elementsEqual("coupons".utf8) }
        return isOfCoupons ? ResultCode.couponSystem : nil
    }

    private func tell(
        _ code: Int32, _ message: String, _ wire: PublishedWire, _ admitted: Admitted, _ app: String, _ request: Request?,
        _ exchange: Exchange
    ) {
        let id = transactionId(wire, admitted)
        let code = wire == .push ? ServerFront.pushCode(code) : code
        let text = ServerFront.answer(code, message, id, trace: wire.trace(admitted.head.path, clock.epochMilliseconds()))
        let answer = HTTPAnswer(gameServer: text, resultCode: code, transactionId: id)
        finish(answer, app, request, admitted.peer, exchange)
    }

    /// The caller's own, or one that this server has given to no other call; the IAP interface and NHN Cloud Push have none.
    private func transactionId(_ wire: PublishedWire, _ request: Admitted) -> String? {
        if wire == .iap || wire == .push { return nil }
        if let given = request.head[.transactionId] { return given }
        wireCalls &+= 1
        return "\(clock.epochMilliseconds())\(wireCalls)"
    }
}
