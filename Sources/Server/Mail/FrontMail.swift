import Codecs
import Messages
import Service

/// The pages behind the links of mails.
extension Front {
    static let mailPageBytesMax = 8 << 10

    func judged(mailPage head: HTTPHead, _ page: MailPage, _ app: String, _ peer: Peer) -> Verdict {
        judged(page: head, .mailPage(app: app, page), app, peer, bodyBytesMax: Self.mailPageBytesMax)
    }

    func takeMailPage(_ page: MailPage, _ id: String, _ request: Admitted, _ body: [UInt8], _ exchange: Exchange) {
        underWay += 1
        let languages = request.head[.acceptLanguage] ?? ""
        let isPost = request.head.method == "POST"
        let fields = Self.formFields(isPost ? String(decoding: body, as: UTF8.self) : request.head.query ?? "")
        let key = fields["key"] ?? ""
        let end: (MailPage.Outcome, String) -> Void = { [self] outcome, name in
            finish(page.answer(outcome, app: name, languages: languages), id, nil, request.peer, exchange)
        }
        guard let app = apps[id] else { return finish(missing(id), id, nil, request.peer, exchange) }
        var looked = Request(
            .carrierMailKey, origin: .carrier, transactionId: "",
            parameters: ["kind": .string(page.rawValue), "key": .string(MailPage.isKey(key) ? key : "")])
        looked.setCarried(from: request.peer.network)
        loop.ask(app.home.connection, looked) { [self] reply in
            let name = reply.body["appName"]?.stringValue ?? ""
            guard reply.isSuccess else { return refuse(reply, page, request, id, exchange) }
            let asksPassword = page == .passwordReset || reply.body["isUser"]?.boolValue == false
            guard isPost else { return end(.form(key: key, asksPassword: asksPassword, wrong: nil), name) }
            let password = fields["password"] ?? ""
            if asksPassword, let wrong = Self.wrong(password, fields["again"] ?? "") {
                return end(.form(key: key, asksPassword: true, wrong: wrong), name)
            }
            spend(key, asksPassword ? password : nil, page, app, request, exchange) { [self] reply in
                if reply.isSuccess { end(.done, name) } else { refuse(reply, page, request, id, exchange) }
            }
        }
    }

    private static func wrong(_ password: String, _ again: String) -> MailPage.Wrong? {
        if password.isEmpty { return .empty }
        if password.utf8.count > MailPage.passwordBytesMax { return .long }
        return password == again ? nil : .different
    }

    private func spend(
        _ key: String, _ password: String?, _ page: MailPage, _ app: App, _ admitted: Admitted, _ exchange: Exchange,
        _ answer: @escaping (Reply) -> Void
    ) {
        var request = Request(
            page == .passwordReset ? .usersFinishPasswordReset : .usersFinishMailEntry, origin: .client, transactionId: "",
            parameters: ["key": .string(key), "password": password.map { .string($0) } ?? .null])
        request.setCarried(from: admitted.peer.network)
        let asked = asking(request, app.id, admitted, exchange)
        loop.ask(app.home.connection, asked) { [self] reply in
            note(reply, app.id, asked, exchange)
            answer(reply)
        }
    }

    private func refuse(_ reply: Reply, _ page: MailPage, _ request: Admitted, _ app: String, _ exchange: Exchange) {
        let languages = request.head[.acceptLanguage] ?? ""
        let code = reply.body["code"]?.stringValue
        var outcome = MailPage.Outcome.later
        if code == NCMBCode.rowMissing.text { outcome = .used }
        if code == NCMBCode.oneTimeKeyExpired.text { outcome = .expired }
        let refusal = refusal(ofSession: reply, request.place)
        var answer = page.answer(refusal == nil ? outcome : .later, app: "", languages: languages)
        if let refusal { (answer.status, answer.retryAfter) = (refusal.status, refusal.retryAfter) }
        finish(answer, app, nil, request.peer, exchange)
    }
}

extension Request {
    /// Of a request that leaves a mail: with the languages that its asker reads, where the head says so and the asker does not.
    func withLanguages(_ head: HTTPHead) -> Request {
        guard MailDesk.requests.contains(name), let languages = head[.acceptLanguage], languages.utf8.count <= AcceptedLanguage.bytesMax,
            parameters["languages"] == nil, var object = parameters.objectValue
        else { return self }
        object["languages"] = .string(languages)
        var request = self
        request.parameters = .object(object)
        return request
    }
}
