import Linux
import Messages
import Wire

/// Lets requests in, brings them to their app's service, and the answers back. Belongs to the loop.
final class Front: HTTPFront {
    let loop: Loop
    let clock: any Clock
    let apps: Apps
    let log: ServerLog
    let limits: Limits
    let settings: FrontSettings
    let aside: Aside
    let audit: Audit
    let stores: StoreDesk
    let signIn: SignInDesk
    var key: OperatorKey
    var players = Players()
    var metrics = Metrics()
    /// Streams and polls that are open.
    var listening = Listening()
    let wireKeys: WireKeys
    let backups: Backups
    /// For calls of game servers that bring no transaction id.
    var wireCalls: UInt64 = 0
    /// Requests that were let in and have no answer yet.
    var underWay = 0
    private(set) var isStopping = false
    weak var server: HTTPServer?
    weak var reconciliation: Reconciliation?
    /// Runs when nothing is under way any more, once the end has begun.
    var onQuiet: (() -> Void)?

    init(
        loop: Loop, clock: any Clock, apps: Apps, log: ServerLog, audit: Audit, limits: Limits, key: OperatorKey, aside: Aside,
        stores: StoreDesk, signIn: SignInDesk, settings: FrontSettings, backups: Backups
    ) {
        self.loop = loop
        self.clock = clock
        self.apps = apps
        self.log = log
        self.audit = audit
        self.limits = limits
        self.key = key
        self.aside = aside
        self.stores = stores
        self.signIn = signIn
        self.settings = settings
        self.backups = backups
        wireKeys = WireKeys(apps, loop, clock)
    }

    // MARK: Heads

    func admit(_ head: HTTPHead, _ exchange: Exchange) -> Verdict {
        let verdict = judged(head, exchange)
        guard case .refuse(var answer) = verdict else { return verdict }
        // Who writes heads that are wrong is not trusted with where the next one begins.
        if [400, 411, 413].contains(answer.status) { answer.closes = true }
        noteRefused(answer, Forwarded.asker(head, exchange.peer, settings.proxies))
        return .refuse(shaped(answer, path: head.path))
    }

    private func judged(_ head: HTTPHead, _ exchange: Exchange) -> Verdict {
        let peer = Forwarded.asker(head, exchange.peer, settings.proxies)
        guard let route = Route.find(head.path) else {
            return .refuse(HTTPAnswer(status: 404, ResultCode.apiUnknown, "there is no such path"))
        }
        if isStopping, route != .health, route != .ready { return .refuse(.stopped()) }
        if !peer.isLoopback, !isOperator(head, route, peer), let answer = limits.take(.address, peer.limitKey) { return .refuse(answer) }
        if case .wire(let wire) = route { return judged(wire, head, peer) }
        if head.isChunked {
            let message = "transfer-encoding: this path takes a body in one piece, with its content-length"
            return .refuse(HTTPAnswer(status: 411, ResultCode.parameterInvalid, message))
        }
        if case .signInCallback(let app) = route { return judged(callback: head, app, peer) }
        guard head.method == route.method else {
            var answer = HTTPAnswer(status: 405, ResultCode.parameterInvalid, "the method of this path is \(route.method)")
            answer.allow = route.method == "GET" ? "GET, HEAD" : route.method
            return .refuse(answer)
        }
        if case .requests(let app, let origin) = route {
            if let answer = refusal(of: head, app, origin, peer, exchange) { return .refuse(answer) }
            let most = origin == .gameServer ? HTTPForm.bodyBytesMax : HTTPForm.objectBodyBytesMax
            return .admit(Admitted(head: head, route: route, peer: peer, bodyBytesMax: most))
        }
        if case .storeEvents(let app, _) = route {
            if let answer = refusal(ofStoreEvent: head, app) { return .refuse(answer) }
            return .admit(Admitted(head: head, route: route, peer: peer, bodyBytesMax: Self.storeEventBytesMax))
        }
        if case .work(let app, _) = route {
            if let answer = refusal(of: head, app, .console, peer, exchange) { return .refuse(answer) }
            return .admit(Admitted(head: head, route: route, peer: peer, bodyBytesMax: Backups.bodyBytesMax))
        }
        if let answer = refusal(ofReading: head, route, peer, exchange) { return .refuse(answer) }
        return .admit(Admitted(head: head, route: route, peer: peer, bodyBytesMax: 0))
    }

    private func refusal(of head: HTTPHead, _ app: String, _ origin: RequestOrigin, _ peer: Peer, _ exchange: Exchange) -> HTTPAnswer? {
        if origin == .console {
            if settings.hasAdminListener, !exchange.isAdmin {
                return HTTPAnswer(status: 404, ResultCode.apiUnknown, "there is no such path")
            }
            if let answer = refusalOfKey(head, app, peer) { return answer }
        } else if apps[app] == nil {
            return missing(app)
        }
        // Whoever has the key does long work, such as an import.
        return RequestBody.refusal(of: head) ?? (origin == .console ? nil : limits.take(.app, Limits.key(app)))
    }

    func isOperator(_ head: HTTPHead, _ route: Route, _ peer: Peer) -> Bool {
        switch route {
        case .requests(_, .console), .work, .metrics: break
        default: return false
        }
        if limits.lacks(.operatorKey, peer.limitKey) != nil { return false }
        return RequestBody.token(head).map { key.isEqual(to: $0) } ?? false
    }

    private func refusal(ofReading head: HTTPHead, _ route: Route, _ peer: Peer, _ exchange: Exchange) -> HTTPAnswer? {
        guard (head.contentLength ?? 0) == 0 else { return HTTPAnswer(status: 413, ResultCode.parameterInvalid, "this path takes no body") }
        switch route {
        case .events(let app): return apps[app] == nil ? missing(app) : RequestBody.refusal(ofAuthorization: head)
        case .metrics: return peer.isLoopback && !head.isForwarded ? nil : refusalOfKey(head, "", peer)
        default: return nil
        }
    }

    /// The answer to who names an app that is not served here.
    func missing(_ app: String, isForOperator: Bool = false) -> HTTPAnswer {
        apps.look()
        guard let reason = apps.refusal(app) else {
            return HTTPAnswer(status: 404, ResultCode.appUnregistered, "there is no such app on this server")
        }
        return HTTPAnswer(.failure(ResultCode.storageFailed, reason), isForOperator: isForOperator)
    }

    private func refusalOfKey(_ head: HTTPHead, _ app: String, _ peer: Peer) -> HTTPAnswer? {
        if let answer = limits.lacks(.operatorKey, peer.limitKey) { return answer }
        if let given = RequestBody.token(head), key.isEqual(to: given) { return nil }
        _ = limits.take(.operatorKey, peer.limitKey)
        let answer = HTTPAnswer(status: 401, ResultCode.notAuthenticated, "the operator's key is missing or wrong")
        audit.note(app: app, request: "", peer: peer, key: nil, status: answer.status, resultCode: answer.resultCode)
        return answer
    }

    func admitLong(_ start: [UInt8], _ request: Admitted) -> Bool {
        if case .wire = request.route { return true }
        return RequestBody.mayBeLong(start)
    }

    func noteRefused(_ answer: HTTPAnswer, _ peer: Peer) {
        metrics.count(status: answer.status)
        log.write(
            .info, "refused",
            ["status": .integer(Int64(answer.status)), "resultCode": .integer(Int64(answer.resultCode)), "address": .string(peer.text)])
    }

    // MARK: Requests

    func take(_ request: Admitted, body: [UInt8], _ exchange: Exchange) {
        switch request.route {
        case .health: exchange.answer(HTTPAnswer(text: "ok\n"))
        case .ready: answerReady(request, exchange)
        case .metrics: exchange.answer(HTTPAnswer(text: metricsText(), type: "text/plain; version=0.0.4; charset=utf-8"))
        case .events(let app): takeEvents(request, app, exchange)
        case .signInCallback(let app): takeCallback(app, request, body, exchange)
        case .storeEvents(let app, let store): takeStoreEvent(app, store, request, body, exchange)
        case .work(let app, let work):
            underWay += 1
            take(work, request, app, body, exchange)
        case .wire(let wire):
            underWay += 1
            take(wire, request, body, exchange)
        case .requests(let app, let origin):
            underWay += 1
            let (head, peer) = (request.head, request.peer)
            guard body.count >= Aside.bytesMin else { return ask(RequestBody.read(body, head, origin, peer), request, app, exchange) }
            aside.run { [self] in
                let outcome = RequestBody.read(body, head, origin, peer)
                loop.post { [self] in ask(outcome, request, app, exchange) }
            }
        }
    }

    private func ask(_ outcome: RequestBody.Outcome, _ admitted: Admitted, _ app: String, _ exchange: Exchange) {
        switch outcome {
        case .refusal(let answer): finish(answer, app, nil, admitted.peer, exchange)
        case .request(let asked):
            if let answer = refusal(of: asked, app, admitted.peer) { return finish(answer, app, asked, admitted.peer, exchange) }
            var asked = asked
            if asked.name == .consoleLoadSettings {
                do throws(HomeFailure) { asked = try stores.secrets.sealed(asked, app: app) } catch {
                    let answer = HTTPAnswer(.failure(ResultCode.parameterInvalid, error.message))
                    return finish(answer, app, asked, admitted.peer, exchange)
                }
            }
            ask(asked, admitted, app, exchange)
        }
    }

    private func ask(_ asked: Request, _ admitted: Admitted, _ app: String, _ exchange: Exchange) {
        if let known = apps[app], asked.proven.isNull, asked.origin == .client, isOfSignIn(asked) {
            signIn(asked, known, { [self] in finish($0, app, asked, admitted.peer, exchange) }) { [self] in
                ask($0, admitted, app, exchange)
            }
        } else if let known = apps[app] {
            let aside = Self.mayAnswerLong(asked.name) ? aside : nil
            loop.ask(known.home.connection, asked, longAnswers: aside) { [self] in
                note($0.reply, app, asked, exchange)
                guard StoreDesk.requests.contains(asked.name), $0.reply.body["storeOrder"] != nil else {
                    return finish($0.answer, app, asked, admitted.peer, exchange)
                }
                // Of a store that this server asks itself.
                stores.carryOn($0.reply, asked, known) { [self] in finish(HTTPAnswer($0), app, asked, admitted.peer, exchange) }
            }
        } else if asked.name == .consoleLoadSettings {
            apps.make(app, with: asked) { [self] in finish(HTTPAnswer($0), app, asked, admitted.peer, exchange) }
        } else {
            finish(missing(app, isForOperator: asked.origin == .console), app, asked, admitted.peer, exchange)
        }
    }

    func refusal(of request: Request, _ app: String, _ peer: Peer) -> HTTPAnswer? {
        if request.name == .consoleLoadSettings, let wrong = Apps.otherApp(than: app, in: request) { return HTTPAnswer(wrong) }
        guard request.origin == .client else { return nil }
        if Self.isLogin(request), !peer.isLoopback, let answer = limits.take(.login, peer.limitKey) { return answer }
        let (name, tokens) = Limits.price(request)
        if let token = request.accessToken { return limits.take(name, players.key(token: token, app: app), price: tokens) }
        return name == .metrics && !peer.isLoopback ? limits.take(name, peer.limitKey, price: tokens) : nil
    }

    /// Also who has a provider asked, and who makes a user, which costs what logging in costs.
    private static func isLogin(_ request: Request) -> Bool {
        Limits.isLogin(request.name) || SignInDesk.names(request)
            || request.name == .objectsCreate && request.parameters["className"]?.stringValue == "user"
    }

    private static func mayAnswerLong(_ name: RequestName) -> Bool {
        switch name {
        case .objectsFind, .filesRead, .consoleReadFile, .consoleGiveClass, .consoleGiveObjects, .consoleGiveMembers, .consoleSaveSettings,
            .consolePayments, .consoleReport, .consoleExportMember:
            true
        default: false
        }
    }

    func note(_ reply: Reply, _ app: String, _ request: Request, _ exchange: Exchange) {
        let taken = clock.monotonicNanoseconds() - exchange.beganNanoseconds
        metrics.count(app: app, request.name, reply.resultCode, nanoseconds: taken)
        if request.origin == .client { players.note(reply, app: app) }
        if let known = apps[app] { apps.note(reply, of: known) }
        if ResultCode.meansNoAnswer(reply.resultCode) {
            log.write(
                .error, "notAnswered",
                [
                    "app": .string(app), "request": .string(request.name.text), "resultCode": .integer(Int64(reply.resultCode)),
                    "reason": .string(reply.message),
                ])
        }
    }

    func finish(_ answer: HTTPAnswer, _ app: String, _ request: Request?, _ peer: Peer, _ exchange: Exchange) {
        if request?.origin == .console {
            if request?.name == .consoleLoadSettings { wireKeys.forget() }
            audit.note(
                app: app, request: request?.name.text ?? "", peer: peer, key: key.name, status: answer.status, resultCode: answer.resultCode
            )
        }
        if settings.logsRequests {
            log.writeRequest([
                "app": .string(app), "request": .string(request?.name.text ?? ""), "status": .integer(Int64(answer.status)),
                "resultCode": .integer(Int64(answer.resultCode)), "address": .string(peer.text),
                "microseconds": .integer((clock.monotonicNanoseconds() - exchange.beganNanoseconds) / 1000),
            ])
        }
        exchange.answer(answer)
        ended(status: answer.status)
    }

    /// One of those under way is through.
    func ended(status: Int) {
        underWay -= 1
        metrics.count(status: status)
        if isStopping, underWay == 0 { onQuiet?() }
    }

    // MARK: The end

    func beginStop() {
        isStopping = true
        if underWay == 0 { onQuiet?() }
    }
}

/// What an operator chose.
struct FrontSettings {
    var hasAdminListener = false
    /// Whose `X-Forwarded-For` or `Forwarded` is believed.
    var proxies: Set<Peer> = []
    var logsRequests = false
}
