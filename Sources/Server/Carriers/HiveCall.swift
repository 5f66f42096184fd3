import Codecs
import Messages
import Published

/// Calls that send pushes in Hive's shape.
extension Front {
    func takeHive(_ request: Admitted, _ body: [UInt8], _ exchange: Exchange) {
        let head = request.head
        let isSecond = head.path.utf8.starts(with: "/v2/".utf8)
        guard head.path == "/push/send" || head.path == "/v2/push/send" else {
            return refuse(HTTPAnswer(status: 404, ResultCode.apiUnknown, "there is no such path"), request, "", exchange)
        }
        guard head.method == "POST" else {
            var answer = HTTPAnswer(status: 405, ResultCode.parameterInvalid, "the method of this path is POST")
            answer.allow = "POST"
            return refuse(answer, request, "", exchange)
        }
        guard let text = String(validating: body, as: UTF8.self) else {
            return refuse(HTTPAnswer(status: 400, ResultCode.parameterInvalid, "the body is not UTF-8"), request, "", exchange)
        }
        let key = isSecond ? head[.accessToken] : RequestBody.token(head)
        reading(body.count, by: request.peer.limitKey, { HiveFront(key: key, body: text) }) { [self] in
            takeHive($0, key, request, exchange)
        }
    }

    private func takeHive(_ front: HiveFront, _ key: String?, _ request: Admitted, _ exchange: Exchange) {
        if let reason = front.refusal {
            return refuse(HTTPAnswer(status: 400, ResultCode.parameterInvalid, reason), request, "", exchange)
        }
        guard let app = apps[front.appId] else {
            let unserved = missing(front.appId)
            if unserved.status == 503 { return refuse(unserved, request, front.appId, exchange) }
            let answer = HTTPAnswer(status: 400, ResultCode.appIdInvalid, "game.appids: there is no such app on this server")
            return refuse(answer, request, "", exchange)
        }
        if let answer = limits.take(.app, Limits.key(app.id)) { return refuse(answer, request, app.id, exchange) }
        let entry = entry(.gameServer, app.id, key ?? "", request)
        if let refusal = entry.refusal { return refuse(refusal, request, app.id, exchange) }
        var asked = Request(.serverSendPush, origin: .gameServer, transactionId: "", parameters: front.parameters)
        asked.setCarried(from: request.peer.network)
        let push = asked
        loop.ask(app.home.connection, push) { [self] reply in
            note(reply, app.id, push, exchange)
            if let answer = refusal(reply, entry) { return refuse(answer, request, app.id, exchange) }
            finish(Self.hive(reply), app.id, push, request.peer, exchange)
        }
    }

    private static func hive(_ reply: Reply) -> HTTPAnswer {
        // The codes of parameters are the other interface's.
        let code = reply.resultCode == ResultCode.pushParameter ? ResultCode.parameterInvalid : reply.resultCode
        let text = HiveFront.answer(
            code, reply.isSuccess ? "SUCCESS" : reply.forStrangers.message, messageId: reply.isSuccess ? reply.body["messageId"] : nil)
        let status =
            reply.isSuccess
            ? 200 : reply.resultCode == ResultCode.secretKeyInvalid ? 401 : ResultCode.meansNoAnswer(reply.resultCode) ? 503 : 400
        var answer = HTTPAnswer(text: text, type: HTTPForm.mediaType, status: status)
        answer.resultCode = code
        return answer
    }
}
