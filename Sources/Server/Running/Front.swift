import Codecs
import Linux
import Messages

/// Lets requests in, brings them to their app's service, and the answers back. Belongs to the loop.
final class Front: HTTPFront {
    let loop: Loop
    let clock: any Clock
    let apps: Apps
    let log: ServerLog
    let limits: Limits
    let door: Door
    var settings: FrontSettings
    let aside: Aside
    let audit: Audit
    let stores: StoreDesk
    let signIn: SignInDesk
    let mails: MailDesk
    let alarms: AlarmDesk
    let attempts: AttemptDesk
    var key: OperatorKey
    var players = Players()
    var metrics = Metrics()
    /// How far this machine's clock is ahead of the one that the services go by.
    var clockOffMilliseconds: () -> Int64 = { 0 }
    /// Further off it is not ready; nil: however far.
    var clockOffMaxMilliseconds: Int64?
    /// Streams and polls that are open.
    var listening = Listening()
    let wireKeys: WireKeys
    let backups: Backups
    let page = ConsolePage()
    let people: People
    /// Pages that watch an app's numbers.
    var lives: [ObjectIdentifier: LiveStream] = [:]
    /// For calls of game servers that bring no transaction id.
    var wireCalls: UInt64 = 0
    /// Requests that were let in and have no answer yet.
    var underWay = 0
    private(set) var isStopping = false
    weak var server: HTTPServer?
    weak var reconciliation: Reconciliation?
    weak var database: DatabaseState?
    /// Runs when nothing is under way any more, once the end has begun.
    var onQuiet: (() -> Void)?

    init(
        loop: Loop, clock: any Clock, apps: Apps, log: ServerLog, audit: Audit, limits: Limits, key: OperatorKey, aside: Aside,
        stores: StoreDesk, signIn: SignInDesk, mails: MailDesk, alarms: AlarmDesk, settings: FrontSettings, backups: Backups,
        people: People
    ) {
        self.loop = loop
        self.clock = clock
        self.apps = apps
        self.log = log
        self.audit = audit
        self.limits = limits
        door = Door(limits, clock)
        self.key = key
        self.aside = aside
        self.stores = stores
        self.signIn = signIn
        self.mails = mails
        self.alarms = alarms
        attempts = AttemptDesk(loop, stores, signIn)
        self.settings = settings
        self.backups = backups
        self.people = people
        wireKeys = WireKeys(apps, loop, clock)
        mails.onMore = { [unowned self] in noteWork($0) }
        alarms.sums = { [unowned self] in metrics.sums(of: $0) }
        alarms.refusal = { [unowned self] in database?.refusal }
    }

    // MARK: Heads

    func admit(_ head: HTTPHead, _ exchange: Exchange) -> Verdict {
        let verdict = judged(head, exchange)
        guard case .refuse(var answer) = verdict else { return verdict }
        // Who writes heads that are wrong is not trusted with where the next one begins.
        if [400, 411, 413].contains(answer.status) { answer.closes = true }
        noteRefused(answer, Forwarded.asker(head, exchange.peer, settings.proxies))
        var told = shaped(answer, path: head.path)
        told.isHeld = answer.isHeld
        return .refuse(told)
    }

    private func judged(_ head: HTTPHead, _ exchange: Exchange) -> Verdict {
        let peer = Forwarded.asker(head, exchange.peer, settings.proxies)
        guard let route = Route.find(head.path)?.asked(by: head.method) else {
            return .refuse(refusal(ofAddress: peer) ?? HTTPAnswer(status: 404, ResultCode.apiUnknown, "there is no such path"))
        }
        if isStopping, route != .health, route != .ready { return .refuse(.stopped()) }
        let operated = operatorEntry(head, route, peer, exchange)
        if case .right = operated {} else if let answer = refusal(ofAddress: peer) { return .refuse(answer) }
        if case .refused(let answer) = operated { return .refuse(answer) }
        if let answer = refusalOfDatabase(route, isForOperator: exchange.operatorName != nil) { return .refuse(answer) }
        if case .wire(let wire) = route { return judged(wire, head, peer) }
        if head.isChunked {
            let message = "transfer-encoding: this path takes a body in one piece, with its content-length"
            return .refuse(HTTPAnswer(status: 411, ResultCode.parameterInvalid, message))
        }
        if case .signInCallback(let app) = route { return judged(callback: head, app, peer) }
        if case .mailPage(let app, let page) = route { return judged(mailPage: head, page, app, peer) }
        if route.isOfConsole, settings.hasAdminListener, !exchange.isAdmin {
            return .refuse(HTTPAnswer(status: 404, ResultCode.apiUnknown, "there is no such path"))
        }
        guard head.method == route.method else {
            var answer = HTTPAnswer(status: 405, ResultCode.parameterInvalid, "the method of this path is \(route.method)")
            answer.allow = route.method == "GET" ? "GET, HEAD" : route.method
            return .refuse(answer)
        }
        if case .requests(let app, let origin) = route {
            if let answer = refusal(of: head, app, origin, exchange) { return .refuse(answer) }
            if origin == .client, head.contentLength ?? 0 > HTTPForm.bodyBytesMax,
                let answer = refusal(ofDebtor: asker(RequestBody.token(head), app, peer), peer)
            {
                return .refuse(answer)
            }
            let most = origin == .gameServer ? HTTPForm.bodyBytesMax : HTTPForm.objectBodyBytesMax
            return .admit(Admitted(head: head, route: route, peer: peer, bodyBytesMax: most))
        }
        if case .storeEvents(let app, _) = route {
            if let answer = refusal(ofStoreEvent: head, app) { return .refuse(answer) }
            return .admit(Admitted(head: head, route: route, peer: peer, bodyBytesMax: Self.storeEventBytesMax))
        }
        if case .work(let app, _) = route {
            if let answer = refusal(of: head, app, .console, exchange) { return .refuse(answer) }
            return .admit(Admitted(head: head, route: route, peer: peer, bodyBytesMax: Backups.bodyBytesMax))
        }
        if case .people(let call) = route, let answer = refusal(ofCall: call, head, exchange) { return .refuse(answer) }
        if case .people(let call) = route, call.method == "POST" {
            return .admit(Admitted(head: head, route: route, peer: peer, bodyBytesMax: call.bodyBytesMax))
        }
        if let answer = refusal(ofReading: head, route) { return .refuse(answer) }
        return .admit(Admitted(head: head, route: route, peer: peer, bodyBytesMax: 0))
    }

    private func refusal(ofAddress peer: Peer) -> HTTPAnswer? {
        guard !peer.isLoopback, var answer = limits.take(.address, peer.limitKey) else { return nil }
        // At the end there is no time for it.
        answer.isHeld = !isStopping
        return answer
    }

    private func refusal(of head: HTTPHead, _ app: String, _ origin: RequestOrigin, _ exchange: Exchange) -> HTTPAnswer? {
        if origin == .console {
            if settings.hasAdminListener, !exchange.isAdmin {
                return HTTPAnswer(status: 404, ResultCode.apiUnknown, "there is no such path")
            }
        } else if apps[app] == nil {
            return missing(app)
        }
        // Whoever has the key does long work, such as an import.
        return RequestBody.refusal(of: head) ?? (origin == .console ? nil : limits.take(.app, Limits.key(app)))
    }

    private func refusal(ofReading head: HTTPHead, _ route: Route) -> HTTPAnswer? {
        guard (head.contentLength ?? 0) == 0 else { return HTTPAnswer(status: 413, ResultCode.parameterInvalid, "this path takes no body") }
        switch route {
        case .events(let app): return apps[app] == nil ? missing(app) : RequestBody.refusal(ofAuthorization: head)
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

    func admitLong(_ start: [UInt8], _ request: Admitted) -> Bool {
        if case .wire = request.route { return true }
        return RequestBody.mayBeLong(start)
    }

    func noteRefused(_ answer: HTTPAnswer, _ peer: Peer) {
        log.write(
            .info, "refused",
            ["status": .integer(Int64(answer.status)), "resultCode": .integer(Int64(answer.resultCode)), "address": .string(peer.text)])
    }

    func noteAnswered(status: Int) { metrics.count(status: status) }

    // MARK: Requests

    func take(_ request: Admitted, body: [UInt8], _ exchange: Exchange) {
        if exchange.token != nil, let call = PeopleCall.ofToken(request.route) {
            underWay += 1
            return take(call, request, body, exchange)
        }
        switch request.route {
        case .health: exchange.answer(HTTPAnswer(text: "ok\n"))
        case .ready: answerReady(request, exchange)
        case .metrics: exchange.answer(metricsAnswer())
        case .events(let app): takeEvents(request, app, exchange)
        case .signInCallback(let app): takeCallback(app, request, body, exchange)
        case .mailPage(let app, let page): takeMailPage(page, app, request, body, exchange)
        case .storeEvents(let app, let store): takeStoreEvent(app, store, request, body, exchange)
        case .work(let app, let work):
            underWay += 1
            take(work, request, app, body, exchange)
        case .page(let name): exchange.answer(name.map { page.answer($0, request.head) } ?? ConsolePage.moved())
        case .people(let call):
            underWay += 1
            take(call, request, body, exchange)
        case .wire(let wire):
            underWay += 1
            take(wire, request, body, exchange)
        case .requests(let app, let origin):
            underWay += 1
            let (head, peer) = (request.head, request.peer)
            let asker = origin == .console ? 0 : asker(origin == .client ? RequestBody.token(head) : nil, app, peer)
            reading(body.count, by: asker, { RequestBody.read(body, head, origin, peer) }) { [self] in ask($0, request, app, exchange) }
        }
    }

    /// Reads what came in so many bytes: aside where that takes long.
    func reading<Value>(_ bytes: Int, by asker: UInt64, _ read: @escaping () -> Value, _ go: @escaping (Value) -> Void) {
        if bytes < Aside.bytesMin { return go(read()) }
        aside.run(by: asker) { [loop] in
            let value = read()
            loop.post { go(value) }
        }
    }

    func ask(_ outcome: RequestBody.Outcome, _ admitted: Admitted, _ app: String, _ exchange: Exchange) {
        switch outcome {
        case .refusal(let answer):
            chargeReading(admitted, app)
            finish(answer, app, nil, admitted.peer, exchange)
        case .request(let asked):
            if let answer = refusal(of: asked, app, admitted.peer) {
                chargeReading(admitted, app)
                return finish(answer, app, asked, admitted.peer, exchange)
            }
            if asked.name == .consoleLoadSettings { return load(asked, admitted, app, exchange) }
            ask(asked, admitted, app, exchange)
        }
    }

    /// With the keys of stores sealed, and unless they bring the key of another app.
    private func load(_ asked: Request, _ admitted: Admitted, _ app: String, _ exchange: Exchange) {
        let refuse: (String) -> Void = { [self] reason in
            finish(HTTPAnswer(.failure(ResultCode.parameterInvalid, reason)), app, asked, admitted.peer, exchange)
        }
        let settings = Apps.settings(of: asked)
        if let wrong = alarms.refusal(of: settings) { return refuse(wrong) }
        wireKeys.refusal(of: settings, for: app, names: !exchange.isOfOneApp) { [self] wrong in
            if let wrong { return refuse(wrong) }
            do throws(HomeFailure) { ask(try stores.secrets.sealed(asked, app: app), admitted, app, exchange) } catch {
                refuse(error.message)
            }
        }
    }

    private func ask(_ asked: Request, _ admitted: Admitted, _ app: String, _ exchange: Exchange) {
        if let known = apps[app], asked.proven.isNull, asked.origin == .client, isOfSignIn(asked) {
            signIn(asked, known, { [self] in finish($0, app, asked, admitted.peer, exchange) }) { [self] in
                ask($0, admitted, app, exchange)
            }
        } else if let known = apps[app] {
            let entry = entry(asked, app, admitted)
            if let refusal = entry?.refusal {
                noteRefused(refusal, admitted.peer)
                return finish(refusal, app, asked, admitted.peer, exchange)
            }
            let asked = asking(asked.withLanguages(admitted.head), app, admitted, exchange)
            let aside = Self.mayAnswerLong(asked.name) ? aside : nil
            loop.ask(known.home.connection, asked, longAnswers: aside) { [self] in
                note($0.reply, app, asked, exchange)
                let refusal = asked.origin == .client ? refusal(ofSession: $0.reply, admitted.place) : refusal($0.reply, entry)
                if let refusal { return finish(refusal, app, asked, admitted.peer, exchange) }
                if exchange.isWithoutSecrets {
                    return finish(HTTPAnswer($0.reply.withoutSecrets, isForOperator: true), app, asked, admitted.peer, exchange)
                }
                if asked.name == .consoleSaveSettings, let reply = withClosedSecrets($0.reply, app) {
                    return finish(HTTPAnswer(reply, isForOperator: true), app, asked, admitted.peer, exchange)
                }
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

    /// - Returns: nil when this server can open every secret of the settings.
    private func withClosedSecrets(_ reply: Reply, _ app: String) -> Reply? {
        let closed = stores.secrets.closed(in: reply.body, app: app)
        guard !closed.isEmpty, var body = reply.body.objectValue else { return nil }
        body["closedSecrets"] = .array(closed)
        var reply = reply
        reply.body = .object(body)
        return reply
    }

    /// Whose turn a request takes: the player's, else that of the network it comes from. Operators and game servers take nobody's.
    /// - Parameter bytes: that came for it; nil: the body.
    func asking(_ request: Request, _ app: String, _ admitted: Admitted, _ exchange: Exchange, bytes: Int? = nil) -> Request {
        guard request.origin == .client else { return request }
        let asking = Asking(asker: asker(request.accessToken, app, admitted.peer), isLimited: !admitted.peer.isLoopback)
        asking.charge((bytes ?? admitted.head.contentLength ?? 0) / Work.bytesOfUnit)
        exchange.asking = asking
        var request = request
        request.asking = asking
        return request
    }

    func asker(_ token: String?, _ app: String, _ peer: Peer) -> UInt64 {
        token.flatMap { players.player(token: $0, app: app) } ?? peer.limitKey
    }

    // MARK: Long bodies

    /// A long body costs when it is read, so who owes work is refused before. Of such length are objects alone, no purchase and no sign-in
    /// but that of a new user.
    func refusal(ofDebtor asker: UInt64, _ peer: Peer) -> HTTPAnswer? { peer.isLoopback ? nil : limits.lacks(.work, asker) }

    /// What was read in vain is work as well: else a long body that is wrong in its last byte costs its sender nothing.
    func chargeReading(_ bytes: Int, by asker: UInt64, _ peer: Peer) {
        if !peer.isLoopback { limits.charge(.work, asker, price: Double(bytes / Work.bytesOfUnit)) }
    }

    private func chargeReading(_ admitted: Admitted, _ app: String) {
        guard case .requests(_, .client) = admitted.route else { return }
        chargeReading(admitted.head.contentLength ?? 0, by: asker(RequestBody.token(admitted.head), app, admitted.peer), admitted.peer)
    }

    func refusal(of request: Request, _ app: String, _ peer: Peer) -> HTTPAnswer? {
        if request.name == .consoleLoadSettings, let wrong = Apps.otherApp(than: app, in: request) { return HTTPAnswer(wrong) }
        guard request.origin == .client else { return nil }
        if Self.isLogin(request), !peer.isLoopback, let answer = limits.take(.login, peer.limitKey) { return answer }
        if MailDesk.requests.contains(request.name), !peer.isLoopback, let answer = limits.take(.mail, peer.limitKey) { return answer }
        if !peer.isLoopback, request.room == .others, let answer = limits.lacks(.work, asker(request.accessToken, app, peer)) {
            return answer
        }
        let (name, tokens) = Limits.price(request)
        if let token = request.accessToken { return limits.take(name, players.key(token: token, app: app), price: tokens) }
        return name == .metrics && !peer.isLoopback ? limits.take(name, peer.limitKey, price: tokens) : nil
    }

    /// Also who has a provider asked, who makes a user, which costs what logging in costs, and who gives one a name, or an installation its
    /// token, which says whether somebody has it.
    private static func isLogin(_ request: Request) -> Bool {
        if request.name.facts.door == .logIn || SignInDesk.names(request) { return true }
        guard request.name == .objectsCreate || request.name == .objectsUpdate else { return false }
        let fields = request.parameters["fields"]
        switch request.parameters["className"]?.stringValue {
        case "user": return request.name == .objectsCreate || fields?["userName"] != nil || fields?["mailAddress"] != nil
        case "installation": return fields?["deviceToken"] != nil
        default: return false
        }
    }

    /// Requests that queue a message or change the alarms' settings.
    private static func concernsAlarms(_ name: RequestName) -> Bool { name == .consoleTestAlarm || name == .consoleLoadSettings }

    private static func mayAnswerLong(_ name: RequestName) -> Bool {
        switch name {
        case .objectsFind, .filesRead, .consoleReadFile, .consoleGiveClass, .consoleGiveObjects, .consoleGiveMembers, .consoleFindObjects,
            .consoleSaveSettings, .consolePayments, .consoleReport, .consoleExportMember:
            true
        default: false
        }
    }

    func note(_ reply: Reply, _ app: String, _ request: Request, _ exchange: Exchange) {
        let taken = clock.monotonicNanoseconds() - exchange.beganNanoseconds
        metrics.count(app: app, request.name, reply.resultCode, nanoseconds: taken)
        if request.origin == .client { players.note(reply, app: app) }
        if let known = apps[app] { apps.note(reply, of: known) }
        if MailDesk.requests.contains(request.name), reply.isSuccess, let known = apps[app] { mails.look(known) }
        if Self.concernsAlarms(request.name), reply.isSuccess, let known = apps[app] { alarms.look(known) }
        if let asking = request.asking {
            if asking.isLimited { limits.charge(.work, asking.asker, price: Double(asking.charged)) }
            if asking.isKnown, let token = request.accessToken { players.note(session: token, app: app) }
        }
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
                AuditLine(app: app, request, key: exchange.operatorName, person: exchange.personName, token: exchange.tokenName),
                peer: peer,
                status: answer.status, resultCode: answer.resultCode)
        }
        if settings.logsRequests {
            log.writeRequest([
                "app": .string(app), "request": .string(request?.name.text ?? ""), "status": .integer(Int64(answer.status)),
                "resultCode": .integer(Int64(answer.resultCode)), "address": .string(peer.text),
                "microseconds": .integer((clock.monotonicNanoseconds() - exchange.beganNanoseconds) / 1000),
            ])
        }
        exchange.answer(answer)
        ended()
    }

    /// Work of the server's own has begun, or ended.
    private func noteWork(_ more: Int) {
        underWay += more
        if isStopping, underWay == 0 { onQuiet?() }
    }

    /// One of those under way is through.
    func ended() {
        underWay -= 1
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
    /// nil: what people did is in no file.
    var auditPath: String?
    /// nil: people sign in by passwords alone.
    var peopleProvider: PeopleProvider?
}
