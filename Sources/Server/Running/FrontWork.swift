import Codecs
import Messages

/// What an operator asks of the server itself, and not of an app's service.
extension Front {
    func take(_ work: OperatorWork, _ request: Admitted, _ id: String, _ body: [UInt8], _ exchange: Exchange) {
        let read = try? JSON.parse(bytes: body)
        let object = work.named(read)
        let finish: (HTTPAnswer) -> Void = { [self] answer in
            audit.note(
                AuditLine(
                    app: id, request: work.rawValue, object: object, key: exchange.operatorName, person: exchange.personName,
                    token: exchange.tokenName), peer: request.peer, status: answer.status, resultCode: answer.resultCode)
            exchange.answer(answer)
            ended()
        }
        let end: (Reply) -> Void = { finish(HTTPAnswer($0, isForOperator: true)) }
        guard let form = read, form.objectValue != nil else {
            return finish(HTTPAnswer(status: 400, ResultCode.parameterInvalid, "the body must be an object"))
        }
        if let wrong = work.refusal(of: form) { return finish(HTTPAnswer(status: 400, ResultCode.parameterInvalid, wrong)) }
        guard let app = apps[id] else {
            return finish(missing(id, isForOperator: true))
        }
        switch work {
        case .backup: end(backUp(app, form))
        case .reconcile: reconciliation?.round(of: app, end) ?? end(.failure(ResultCode.serviceStopped, "the server ends"))
        case .mail: mails.test(app, form, end)
        case .database: apps.health { end(exchange.isOfOneApp ? $0.ofDatabase(of: id) : $0) }
        case .attempt: attempts.run(form, app, finish)
        }
    }
}

extension OperatorWork {
    /// The subject of the request, and which of its several actions it takes: for the audit log.
    func named(_ form: JSON?) -> JSONObject {
        switch self {
        case .attempt: AttemptDesk.named(form)
        // Else the newest copy is looked at.
        case .backup: ["start": .bool(form?["start"]?.boolValue ?? false)]
        case .reconcile, .mail, .database: [:]
        }
    }
}

extension Reply {
    /// {database: {schemas: {app: version}, …}} without the other apps.
    fileprivate func ofDatabase(of app: String) -> Reply {
        guard var body = body.objectValue, var facts = body["database"]?.objectValue, let schemas = facts["schemas"] else { return self }
        var own = JSONObject()
        own[app] = schemas[app]
        facts["schemas"] = .object(own)
        body["database"] = .object(facts)
        var reply = self
        reply.body = .object(body)
        return reply
    }
}
