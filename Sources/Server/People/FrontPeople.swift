import Codecs
import Messages

/// What people ask for by the console's page.
extension Front {
    static let cookie = "gamebase-console"

    // MARK: Heads

    /// What is wrong with a head, before anything of the body is read.
    func refusal(ofCall call: PeopleCall, _ head: HTTPHead, _ exchange: Exchange) -> HTTPAnswer? {
        guard isOfSameSite(head) else {
            return HTTPAnswer(status: 403, ResultCode.pageForeign, "this was asked by another site's page")
        }
        guard call.method == "POST" else { return nil }
        if let answer = RequestBody.refusal(of: head) { return answer }
        // The operator's key was let in already, and no browser sends it by itself.
        guard !call.isOpen, call != .link || exchange.operatorName == nil else { return nil }
        guard let secret = secret(head) else { return PeopleRefusal.notSignedIn.answer }
        let given = head[.csrf] ?? ""
        guard HMACSHA256.areEqual(Array(PeopleSecret.csrf(secret).utf8), Array(given.utf8)) else {
            return HTTPAnswer(status: 403, ResultCode.pageForeign, "x-csrf-token: is missing, or of another session")
        }
        return nil
    }

    /// Browsers say which site's page asks. A proxy may have given the host another name, so the older `Origin` counts where the newer
    /// field is missing alone, as it is over plain HTTP.
    private func isOfSameSite(_ head: HTTPHead) -> Bool {
        if let site = head[.fetchSite] { return site == "same-origin" || (site == "none" && head.method == "GET") }
        guard let origin = head[.origin] else { return true }
        guard let host = head[.host] else { return false }
        return ["http://", "https://"].contains { origin.lowercased() == $0 + host.lowercased() }
    }

    /// What the session's cookie says; nil without one, or with what is none.
    func secret(_ head: HTTPHead) -> String? {
        for part in (head[.cookie] ?? "").split(separator: ";") {
            let pair = part.drop { $0 == " " }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard pair.count == 2, pair[0] == Self.cookie, !pair[1].isEmpty, pair[1].utf8.count <= PeopleSecret.textBytesMax else {
                continue
            }
            return String(pair[1])
        }
        return nil
    }

    private func cookie(_ value: String, _ head: HTTPHead, _ exchange: Exchange, seconds: Int64) -> (name: String, value: String) {
        let isSecure = settings.proxies.contains(exchange.peer) && head[.forwardedProtocol]?.lowercased() == "https"
        return (
            "Set-Cookie",
            "\(Self.cookie)=\(value); HttpOnly; SameSite=Strict; Path=\(ConsolePage.path)/; Max-Age=\(seconds)"
                + (isSecure ? "; Secure" : "")
        )
    }

    // MARK: Calls

    func take(_ call: PeopleCall, _ request: Admitted, _ body: [UInt8], _ exchange: Exchange) {
        switch call {
        case .ask(let app): return takeAsk(app, request, body, exchange)
        case .work(let app, let work):
            let refused: () -> AuditLine? = {
                AuditLine(app: app, request: work.rawValue, object: work.named(try? JSON.parse(bytes: body)), key: nil)
            }
            return person(request, exchange, { $0.lacks(ConsoleRole.needed(for: work), in: app) }, refused: refused) { [self] person in
                exchange.isOfOneApp = !person.has(.viewer, in: ConsoleRole.everyApp)
                take(work, request, app, body, exchange)
            }
        case .session: return takeSession(request, exchange)
        case .live(let app): return takeLive(app, request, exchange)
        default: break
        }
        var form: JSON = [:]
        if call.method == "POST" {
            guard let read = try? JSON.parse(bytes: body, limits: HTTPForm.bodyLimits), read.objectValue != nil else {
                return end(.invalid("the body must be an object"), call, request, exchange)
            }
            if let refusal = call.refusal(of: read) { return end(refusal, call, request, exchange) }
            form = read
        }
        switch call {
        case .first, .accept, .logIn: takeOpen(call, form, request, exchange)
        case .openID, .openIDLogIn, .openIDAccept, .openIDConnect: takeOpenID(call, form, request, exchange)
        case .audit: takeAudit(request, exchange)
        case .metrics:
            person(request, exchange, { $0.lacks(.viewer, in: ConsoleRole.everyApp) }) { [self] _ in
                if exchange.token != nil { return over(metricsAnswer(), exchange) }
                end(.success(["text": .string(metricsText())]), nil, request, exchange)
            }
        case .link:
            people.ask { (store) throws(PeopleRefusal) in
                try store.link()
            } _: { [self] result in
                switch result {
                case .failure(let refusal): end(refusal, call, request, exchange)
                case .success(let body): end(.success(body), call, request, exchange)
                }
            }
        default: takeOwn(call, form, request, exchange)
        }
    }

    /// Calls `then` for a person who has signed in and passes the check. Anybody else is refused.
    /// - Parameters:
    ///   - isUse: as in `PeopleStore.person`.
    ///   - refused: what a person who may not was about to do, for the audit log.
    func person(
        _ request: Admitted, _ exchange: Exchange, isUse: Bool = true, _ check: @escaping (Person) -> PeopleRefusal?,
        refused: @escaping () -> AuditLine? = { nil }, _ then: @escaping (Person) -> Void
    ) {
        let (token, secret) = (exchange.token, secret(request.head))
        if token == nil, secret == nil { return end(.notSignedIn, nil, request, exchange) }
        people.ask { (store) throws(PeopleRefusal) -> Person in
            if let token { return try store.bearer(token) }
            return try store.signedIn(secret ?? "", isUse: isUse)
        } _: { [self] result in
            switch result {
            case .failure(let refusal):
                if token != nil { noteWrongToken(refusal, request) }
                // A wrong session counts as one of players does.
                let wrong = refusal.status == 401 ? door.admitted(Door.Claim(kind: .session, name: "", place: request.place)) : nil
                if let answer = wrong?.found(.wrong) { return over(answer, exchange) }
                end(refusal, nil, request, exchange)
            case .success(let person):
                (exchange.personName, exchange.tokenName) = (person.name, person.tokenName)
                guard let refusal = check(person) else { return then(person) }
                if var line = refused() {
                    (line.person, line.token) = (person.name, person.tokenName)
                    audit.note(line, peer: request.peer, status: refusal.status, resultCode: refusal.code)
                }
                end(refusal, nil, request, exchange)
            }
        }
    }

    private func noteWrongToken(_ refusal: PeopleRefusal, _ request: Admitted) {
        audit.note(
            AuditLine(app: "", request: "", object: [:], key: nil), peer: request.peer, status: refusal.status, resultCode: refusal.code)
    }

    func over(_ answer: HTTPAnswer, _ exchange: Exchange) {
        exchange.answer(answer)
        ended()
    }

    func end(_ refusal: PeopleRefusal, _ call: PeopleCall?, _ request: Admitted, _ exchange: Exchange, _ object: JSONObject = [:]) {
        end(refusal.answer, call, request, exchange, object)
    }

    private func end(_ reply: Reply, _ call: PeopleCall?, _ request: Admitted, _ exchange: Exchange, _ object: JSONObject = [:]) {
        end(HTTPAnswer(reply, isForOperator: true), call, request, exchange, object)
    }

    /// - Parameter call: what is to be noted; nil: nothing was changed.
    private func end(_ answer: HTTPAnswer, _ call: PeopleCall?, _ request: Admitted, _ exchange: Exchange, _ object: JSONObject = [:]) {
        if let call {
            audit.note(
                AuditLine(app: "", request: call.auditName, object: object, key: exchange.operatorName, person: exchange.personName),
                peer: request.peer, status: answer.status, resultCode: answer.resultCode)
        }
        over(answer, exchange)
    }

    // MARK: Signing in

    private func takeSession(_ request: Admitted, _ exchange: Exchange) {
        let nobody = { [self] in end(.success(["person": .null, "openID": openIDName]), nil, request, exchange) }
        guard let secret = secret(request.head) else { return nobody() }
        people.ask { (store) throws(PeopleRefusal) in
            // The page asks for it by itself, and goes on to ask for something when somebody is there.
            try store.person(secret, isUse: false)
        } _: { [self] result in
            switch result {
            case .failure(let refusal): end(refusal, nil, request, exchange)
            case .success(nil): nobody()
            case .success(.some(let person)): end(.success(sessionForm(person, secret)), nil, request, exchange)
            }
        }
    }

    private func sessionForm(_ person: Person, _ secret: String) -> JSON {
        let known = Set(apps.all.keys).union(apps.unserved).filter { person.has(.viewer, in: $0) }.sorted()
        return [
            "person": person.form, "csrf": .string(PeopleSecret.csrf(secret)), "apps": .array(known.map { ["id": .string($0)] }),
            "idleSeconds": .integer(PeopleStore.idleMilliseconds / 1000), "version": .string(Homes.version),
            "openID": openIDName, "requests": ConsoleRole.ofRequests,
        ]
    }

    /// What the button for the studio's provider says.
    private var openIDName: JSON { settings.peopleProvider.map { .string($0.name) } ?? .null }

    /// By a password, or by a link: each a proof, whose wrong ones are counted by address and by name.
    private func takeOpen(_ call: PeopleCall, _ form: JSON, _ request: Admitted, _ exchange: Exchange) {
        let name = form["name"]?.stringValue ?? ""
        let subject = call == .logIn ? "person \(PeopleStore.nameKey(name))" : own("link", request)
        let proof = ["password", "secret", "code"].map { form[$0]?.stringValue ?? "" }.joined(separator: "\n")
        let entry = entry(.operatorKey, subject, proof, request)
        if let refusal = entry.refusal { return end(refusal, call, request, exchange) }
        let place = place(request)
        let asked: People.Asked = entry.isKnown ? .byKnown : .byStranger(network: request.peer.limitKey)
        people.ask(asked) { (store) throws(PeopleRefusal) -> (String, Person) in
            if call != .logIn { try store.make(by: call == .first ? .first : .invitation, form) }
            let secret = try store.logIn(form, place)
            return (secret, try store.signedIn(secret))
        } _: { [self] result in
            enter(result, call, form, entry, request, exchange)
        }
    }

    /// Of what names nobody, and is as long as chance: many who try it together from elsewhere close it to nobody.
    private func own(_ subject: String, _ request: Admitted) -> String { "\(subject) \(request.peer.limitKey)" }

    private func place(_ request: Admitted) -> SignInPlace {
        let agent = (request.head[.userAgent] ?? "").prefix(SignInPlace.agentBytesMax)
        return SignInPlace(address: request.peer.text, agent: String(agent))
    }

    /// A session begins, or a wrong proof is counted.
    private func enter(
        _ result: Result<(String, Person), PeopleRefusal>, _ call: PeopleCall, _ form: JSON, _ entry: Door.Entry, _ request: Admitted,
        _ exchange: Exchange
    ) {
        // The name of a log-in may be a password that was typed into the wrong field.
        let isLogIn = call == .logIn || call == .openIDLogIn
        var object = isLogIn ? [:] : AuditLine.object(ofPeople: form)
        switch result {
        case .failure(let refusal):
            let isWrong = refusal.code == ResultCode.personWrong || refusal.status == 403
            let limited = entry.found(isWrong ? .wrong : .nothing)
            end(limited ?? refusal.answer, call, request, exchange, object)
        case .success((let secret, let person)):
            _ = entry.found(.right)
            exchange.personName = person.name
            if !isLogIn { object["roles"] = Roles.form(person.roles) }
            var answer = HTTPAnswer(.success(sessionForm(person, secret)), isForOperator: true)
            answer.fields = [cookie(secret, request.head, exchange, seconds: PeopleStore.wholeMilliseconds / 1000)]
            end(answer, call, request, exchange, object)
        }
    }

    // MARK: The studio's provider

    private func takeOpenID(_ call: PeopleCall, _ form: JSON, _ request: Admitted, _ exchange: Exchange) {
        guard let provider = settings.peopleProvider else {
            return end(PeopleRefusal(404, ResultCode.apiUnknown, "this server was started without --openid"), call, request, exchange)
        }
        switch call {
        case .openID: signIn.begin(provider) { [self] in told($0, nil, request, exchange) }
        case .openIDConnect: takeConnect(provider, form, request, exchange)
        default:
            let given = "\(form["ticket"]?.stringValue ?? "")\n\(form["code"]?.stringValue ?? "")"
            let entry = entry(.operatorKey, own("openid", request), given, request)
            if let refusal = entry.refusal { return end(refusal, call, request, exchange) }
            let place = place(request)
            signIn.prove(provider, form) { [self] proven in
                switch proven {
                case .failure(let refusal): enter(.failure(refusal), call, form, entry, request, exchange)
                case .success(let account):
                    people.ask { (store) throws(PeopleRefusal) -> (String, Person) in
                        if call == .openIDAccept { try store.make(by: .invitation, form, account) }
                        let secret = try store.logIn(by: account, place)
                        return (secret, try store.signedIn(secret))
                    } _: { [self] result in
                        enter(result, call, form, entry, request, exchange)
                    }
                }
            }
        }
    }

    private func takeConnect(_ provider: PeopleProvider, _ form: JSON, _ request: Admitted, _ exchange: Exchange) {
        let call = PeopleCall.openIDConnect
        person(request, exchange, { _ in nil }) { [self] person in
            if form["remove"]?.boolValue == true {
                return people.ask { (store) throws(PeopleRefusal) in
                    try store.disconnect(person)
                } _: { [self] in
                    told($0, call, request, exchange, AuditLine.object(ofPeople: form))
                }
            }
            signIn.prove(provider, form) { [self] proven in
                switch proven {
                case .failure(let refusal): end(refusal, call, request, exchange)
                case .success(let account):
                    people.ask { (store) throws(PeopleRefusal) in
                        try store.connect(person, to: account)
                    } _: { [self] in
                        told($0, call, request, exchange)
                    }
                }
            }
        }
    }

    private func told(
        _ result: Result<JSON, PeopleRefusal>, _ call: PeopleCall?, _ request: Admitted, _ exchange: Exchange, _ object: JSONObject = [:]
    ) {
        switch result {
        case .failure(let refusal): end(refusal, call, request, exchange, object)
        case .success(let body): end(.success(body), call, request, exchange, object)
        }
    }

    // MARK: Oneself, and others

    private func takeOwn(_ call: PeopleCall, _ form: JSON, _ request: Admitted, _ exchange: Exchange) {
        guard let secret = secret(request.head) else { return end(.notSignedIn, nil, request, exchange) }
        // At an open browser somebody else could guess the password.
        var proof: Door.Entry?
        if call.isProof {
            let given = ["password", "code"].map { form[$0]?.stringValue ?? "" }.joined(separator: "\n")
            proof = entry(.operatorKey, "session \(PeopleSecret.digest(secret))", given, request)
        }
        if let refusal = proof?.refusal { return end(refusal, call, request, exchange, AuditLine.object(ofPeople: form)) }
        let issuer = settings.peopleProvider?.idP.issuer
        let host = request.head[.host] ?? ""
        let change: (PeopleStore) throws(PeopleRefusal) -> (Person, JSON) = { (store) throws(PeopleRefusal) in
            let person = try store.signedIn(secret)
            do throws(PeopleRefusal) { return (person, try Self.done(call, form, person, secret, issuer, host, store)) } catch {
                throw error.of(person)
            }
        }
        let over: (Result<(Person, JSON), PeopleRefusal>) -> Void = { [self] in endOwn($0, call, form, proof, request, exchange) }
        guard Self.looksAtPassword(call, form) else { return people.ask(.quickly, change, over) }
        // A session that is none has no place among those whose passwords are looked at.
        people.ask { (store) throws(PeopleRefusal) in
            try store.signedIn(secret)
        } _: { [self] result in
            switch result {
            case .failure(let refusal): over(.failure(refusal))
            case .success: people.ask(.byKnown, change, over)
            }
        }
    }

    /// Of codes only their removal asks for it: where it is not looked at, one that is given proves nothing.
    private static func looksAtPassword(_ call: PeopleCall, _ form: JSON) -> Bool {
        call == .code ? form["remove"]?.boolValue == true : form["password"] != nil
    }

    private func endOwn(
        _ result: Result<(Person, JSON), PeopleRefusal>, _ call: PeopleCall, _ form: JSON, _ proof: Door.Entry?, _ request: Admitted,
        _ exchange: Exchange
    ) {
        let (noted, object) = (call.method == "POST" ? call : nil, AuditLine.object(ofPeople: form))
        switch result {
        case .failure(let refusal):
            exchange.personName = refusal.person
            let limited = proof?.found(refusal.code == ResultCode.personWrong ? .wrong : .nothing)
            end(limited ?? refusal.answer, noted, request, exchange, object)
        case .success((let person, let body)):
            // An offer of codes, and a code made from it, prove nothing: anybody at an open browser has both.
            _ = proof?.found(Self.looksAtPassword(call, form) ? .right : .nothing)
            exchange.personName = person.name
            var answer = HTTPAnswer(.success(body), isForOperator: true)
            if call == .logOut { answer.fields = [cookie("", request.head, exchange, seconds: 0)] }
            end(answer, noted, request, exchange, object)
        }
    }

    /// On the thread of people.
    private static func done(
        _ call: PeopleCall, _ form: JSON, _ person: Person, _ secret: String, _ issuer: String?, _ host: String, _ store: PeopleStore
    ) throws(PeopleRefusal) -> JSON {
        switch call {
        case .people: try person.must(.administrator, in: ConsoleRole.everyApp)
        case .invite, .change, .remove: return try administered(call, form, secret, issuer, store)
        default: break
        }
        switch call {
        case .logOut: try store.logOut(secret)
        case .password: try store.changePassword(person, form)
        case .code: return try store.changeCode(person, form, at: host)
        case .sessions: return try store.sessions(person)
        case .endSession: try store.endSessions(person, form)
        case .tokens: return try store.tokens(person)
        case .makeToken: return try store.makeToken(person, form)
        case .endToken: try store.endToken(person, form)
        case .people: return try store.list()
        case .invite, .change, .remove, .session, .first, .accept, .logIn, .openID, .openIDLogIn, .openIDAccept, .openIDConnect, .audit,
            .metrics, .link, .live, .ask, .work:
            break
        }
        return [:]
    }

    /// Session and role are read inside the transaction, after its lock: while this server waited for the lock, another one may have
    /// removed them. Otherwise two administrators who remove each other at two servers would both be removed.
    private static func administered(
        _ call: PeopleCall, _ form: JSON, _ secret: String, _ issuer: String?, _ store: PeopleStore
    ) throws(PeopleRefusal) -> JSON {
        try store.whole { () throws(PeopleRefusal) in
            try store.signedIn(secret).must(.administrator, in: ConsoleRole.everyApp)
            switch call {
            case .invite: return try store.invite(form)
            case .change: try store.change(form, issuer)
            case .remove: try store.remove(form, issuer)
            default: break
            }
            return [:]
        }
    }

    // MARK: Apps

    private func takeAsk(_ app: String, _ request: Admitted, _ body: [UInt8], _ exchange: Exchange) {
        let (head, peer) = (request.head, request.peer)
        let refused: () -> AuditLine? = {
            var asked: Request?
            // A long one is not read for it: that costs.
            if body.count < Aside.bytesMin, case .request(let read) = RequestBody.read(body, head, .console, peer) { asked = read }
            return AuditLine(app: app, asked, key: nil)
        }
        // Before anything is read: a long body costs.
        person(request, exchange, { $0.lacks(.viewer, in: app) }, refused: refused) { [self] person in
            exchange.isOfOneApp = !person.has(.viewer, in: ConsoleRole.everyApp)
            let read: (RequestBody.Outcome) -> Void = { [self] in takeAsk($0, person, request, app, exchange) }
            reading(body.count, by: 0, { RequestBody.read(body, head, .console, peer) }, read)
        }
    }

    private func takeAsk(
        _ outcome: RequestBody.Outcome, _ person: Person, _ admitted: Admitted, _ app: String, _ exchange: Exchange
    ) {
        if case .request(let asked) = outcome {
            let role = ConsoleRole.needed(for: asked)
            guard let role, person.has(role, in: app) else {
                let refusal = PeopleRefusal.needed(role ?? .administrator, app)
                return finish(refusal.answer, app, asked, admitted.peer, exchange)
            }
            exchange.isWithoutSecrets =
                asked.name == .consoleSaveSettings && !person.has(.operator, in: app)
                || asked.name == .consoleReport && !person.has(.support, in: app)
        }
        ask(outcome, admitted, app, exchange)
    }

    // MARK: The audit log

    private func takeAudit(_ request: Admitted, _ exchange: Exchange) {
        let fields = Self.formFields(request.head.query ?? "")
        let app = fields["app"].flatMap { $0.isEmpty ? nil : $0 }
        let before = fields["before"].flatMap { Int($0) }
        person(request, exchange, { $0.lacks(.operator, in: app ?? ConsoleRole.everyApp) }) { [self] _ in
            guard let path = settings.auditPath else {
                let reason = "the audit log goes to standard error and cannot be read here; --log gives it a file"
                return end(PeopleRefusal(404, ResultCode.apiUnknown, reason), nil, request, exchange)
            }
            aside.run { [self] in
                let page = AuditPage.read(path, app: app, before: before)
                loop.post { [self] in end(.success(page), nil, request, exchange) }
            }
        }
    }
}
