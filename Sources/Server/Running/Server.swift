import CHTTPServer
import CLinux
import Codecs
import Linux
import Messages
import Service
import Storage

/// The server, put together: from options to a process that ends when it is told to.
public final class Server {
    private let options: Options
    private let homes: any AppHomes
    private let data: DataFolder?
    private let clock: any Clock
    private let loop: Loop
    private let apps: Apps
    private let front: Front
    private let http: HTTPServer
    private let log: ServerLog
    private let audit: Audit
    private let aside: Aside
    private let homesAside = Aside("gamebased-homes")
    private let memory: FreedMemory
    private let consoleFiles: ConsoleFiles
    private let stores: StoreDesk
    private let signIn: SignInDesk
    private let mails: MailDesk
    private let alarms: AlarmDesk
    private let people: People
    private let reconciliation: Reconciliation
    private let playerCount: PlayerCount
    /// Behind all apps; of files nil.
    private let database: DatabaseState?
    private let due: DueApps
    private var isEnding = false
    /// Tells a person at the terminal of the first link, where it could not be made at the start.
    private var tellLinkLate: ((String) -> Void)?
    /// How often nothing was under way since the end began.
    private var quiets = 0

    /// How long an end takes at most: for answers, then for the stores.
    static let answersMilliseconds: Int64 = 8_000
    static let endMilliseconds: Int64 = 10_000
    static let farewellMilliseconds: Int64 = 200
    /// So often it is looked whether the last answers were taken.
    static let writtenMilliseconds: Int64 = 20
    static let startMilliseconds: Int64 = 60_000
    /// What there is to walk, for tests: a line for each path and each request.
    public static var routes: String { Route.list }
    public static let keyVariable = "GAMEBASED_OPERATOR_KEY"

    private init(_ options: Options, _ homes: any AppHomes, _ data: DataFolder?, _ parts: Parts) {
        self.options = options
        self.homes = homes
        self.data = data
        clock = parts.clock
        aside = Aside("gamebased-aside", now: { [clock = parts.clock] in clock.monotonicNanoseconds() })
        loop = parts.loop
        log = parts.log
        audit = parts.audit
        memory = FreedMemory(loop, homesAside)
        apps = Apps(homes, loop, homesAside, clock, parts.random)
        consoleFiles = ConsoleFiles(options.consoleFiles, data)
        stores = StoreDesk(loop, clock, log, parts.outgoing, parts.secrets)
        signIn = SignInDesk(loop, clock, parts.random, log, parts.providers, parts.secrets)
        mails = MailDesk(
            loop, clock, parts.random, log, parts.mailing, parts.secrets, apps, authorities: options.mailAuthoritiesFile)
        alarms = AlarmDesk(
            loop, homes.clock, parts.random, log, apps,
            AlarmDesk.Ways(
                mailing: parts.mailing, webhooks: parts.webhooks, secrets: parts.secrets, authorities: options.mailAuthoritiesFile,
                reconcileSeconds: options.storeReconcileSeconds, name: "\(MachineName.read()):\(options.listen.port)"))
        people = parts.people
        reconciliation = Reconciliation(stores, apps, loop, clock, milliseconds: options.storeReconcileSeconds * 1000)
        playerCount = PlayerCount(apps, loop, homes.clock, server: parts.random.bytes(6).reduce(0) { $0 << 8 | Int64($1) })
        alarms.hasToldPlayers = { [playerCount] in playerCount.isTold($0) }
        var settings = FrontSettings()
        settings.hasAdminListener = options.adminListen != nil
        settings.proxies = Set(options.proxies.compactMap { Peer(text: $0) })
        settings.logsRequests = options.logsRequests
        settings.auditPath = Self.auditPath(options, data)
        settings.peopleProvider = parts.peopleProvider
        front = Front(
            loop: loop, clock: clock, apps: apps, log: log, audit: audit, limits: Limits(options.rates, clock), key: parts.key,
            aside: aside, stores: stores, signIn: signIn, mails: mails, alarms: alarms,
            settings: settings, backups: Backups(data, loop, clock, parts.random, parts.log), people: parts.people)
        http = HTTPServer(loop, clock, front, connectionsMax: options.connectionsMax ?? Options.connectionsUsual, proxies: settings.proxies)
        front.server = http
        http.onLong = { [memory] in memory.noteLong() }
        front.reconciliation = reconciliation
        database = homes.watch.map { DatabaseState($0, parts.loop, parts.clock, parts.log) }
        front.database = database
        database?.giveUp = { [apps] in for app in apps.all.values { app.home.giveUp() } }
        due = DueApps(apps, homes.due, parts.loop, parts.clock)
        front.clockOffMilliseconds = { homes.clockOffMilliseconds }
        front.clockOffMaxMilliseconds = options.clockOffMaxMilliseconds
    }

    private struct Parts {
        let clock: any Clock
        let random: any RandomSource
        let loop: Loop
        let log: ServerLog
        let audit: Audit
        let key: OperatorKey
        let secrets: Secrets
        let outgoing: Outgoing
        /// Identity providers are asked beside stores: neither waits for the other.
        let providers: Outgoing
        let mailing: Outgoing
        let webhooks: Outgoing
        let people: People
        let peopleProvider: PeopleProvider?
    }

    /// Opens apps and listeners.
    /// - Parameter tell: what a person at the terminal should read.
    public static func start(
        _ options: Options, homes: any AppHomes, data: DataFolder?, clock: any Clock, random: any RandomSource,
        tell: @escaping (String) -> Void
    ) throws(HomeFailure) -> Server {
        let (key, isNew) = try key(options, data, random)
        let secrets = try Secrets.read(file: options.secretsKeyFile)
        if let path = options.mailAuthoritiesFile, !Files.exists(path) { throw HomeFailure("--mail-ca-file: there is no file \(path)") }
        let (timeout, reach) = (Int(options.storeTimeoutSeconds) * 1000, OutgoingReach(options.reach))
        guard let loop = Loop.make(), let outgoing = Outgoing.make(clock, random, tryMilliseconds: timeout, reach),
            let providers = Outgoing.make(clock, random, tryMilliseconds: timeout, reach),
            let mailing = Outgoing.make(clock, random, tryMilliseconds: timeout, reach),
            let webhooks = Outgoing.make(clock, random, tryMilliseconds: timeout, reach)
        else { throw HomeFailure("the system has no descriptors to give") }
        let log = ServerLog(try LineFile.open(options.logFile), clock)
        let auditFile = try LineFile.open(auditPath(options, data))
        let people = People(loop, clock) { () throws(StorageError) in try PeopleStore.open(homes, homes.secrets, random) }
        let peopleProvider = try PeopleProvider.read(options.openIDFile, reach)
        // Each other question to a database that does not answer would keep the start waiting for a while of its own.
        let early = outage(homes.watch?.look())
        let firstLink = early == nil ? firstLink(people, peopleProvider, log) : nil
        let parts = Parts(
            clock: clock, random: random, loop: loop, log: log, audit: Audit(auditFile, clock, log), key: key, secrets: secrets,
            outgoing: outgoing, providers: providers, mailing: mailing, webhooks: webhooks, people: people,
            peopleProvider: peopleProvider)
        let server = Server(options, homes, data, parts)
        guard server.aside.start(), server.homesAside.start(), people.start() else { throw HomeFailure("the system has no thread to give") }
        server.apps.onUnserved = { app, reason in log.write(.error, "appNotServed", ["app": .string(app), "reason": .string(reason)]) }
        let outage: String? = if let early { early } else { try server.openHomes() }
        guard server.database?.begin(outage: outage, prepare: server.openLate) ?? true else {
            throw HomeFailure("the system has no thread to give")
        }
        guard server.due.begin() else { throw HomeFailure("the system has no thread to give") }
        guard server.hearSignals() else { throw HomeFailure("the system has no descriptor or memory for signals to give") }
        let port = try server.listen(options.listen, isAdmin: false)
        var adminPort: Int?
        server.reconciliation.begin()
        server.playerCount.begin()
        server.mails.begin()
        server.alarms.begin()
        server.watchClock(isOff: false)
        server.warnOfSecrets()
        if let place = options.adminListen { adminPort = try server.listen(place, isAdmin: true) }
        if let outage { tell("the database is not there, and is waited for: \(outage)") }
        let consolePort = adminPort ?? port
        if let firstLink { server.tell(link: firstLink, consolePort, tell) }
        if outage != nil, firstLink == nil { server.tellLinkLate = { [weak server] in server?.tell(link: $0, consolePort, tell) } }
        server.greet(port: port, adminPort: adminPort, isNewKey: isNew, isWaiting: outage != nil, tell)
        return server
    }

    /// Without a directory of its own a server writes it into its log. nil: standard error.
    private static func auditPath(_ options: Options, _ data: DataFolder?) -> String? { data?.path("audit.log") ?? options.logFile }

    /// Games are served also where the people who watch over them cannot be known.
    private static func firstLink(_ people: People, _ provider: PeopleProvider?, _ log: ServerLog) -> String? {
        do throws(PeopleRefusal) { return try people.firstLink(provider?.idP.issuer) } catch {
            log.write(.error, "peopleNotServed", ["reason": .string(error.message)])
            return nil
        }
    }

    private func tell(link: String, _ port: Int, _ tell: (String) -> Void) {
        let name = Reach((options.adminListen ?? options.listen).host).name
        tell("make the console's first administrator with this link (24 hours, once): http://\(name):\(port)/console/#/first/\(link)")
    }

    private static let linkMilliseconds: Int64 = 2_000

    /// Nobody could be looked up when the database was not there. Nor can anybody before all that was opened has been let in.
    private func tellLate() {
        guard let tellLinkLate, !isEnding else { return }
        people.ask(.quickly) { [issuer = front.settings.peopleProvider?.idP.issuer] (store) throws(PeopleRefusal) in
            try store.firstLink(issuer)
        } _: { [self] result in
            guard case .success(let link) = result else {
                return loop.after(milliseconds: Self.linkMilliseconds) { [weak self] in self?.tellLate() }
            }
            self.tellLinkLate = nil
            if let link { tellLinkLate(link) }
        }
    }

    static let clockLookMilliseconds: Int64 = 10_000

    /// The service goes by the database's clock; a machine whose own is another has wrong dates in all else that it does.
    private func watchClock(isOff: Bool) {
        let ahead = homes.clockOffMilliseconds
        let isNowOff = ahead.magnitude > UInt64(options.clockOffMaxMilliseconds ?? Options.clockOffMilliseconds)
        if isNowOff != isOff {
            log.write(isNowOff ? .error : .info, isNowOff ? "clockOff" : "clockRight", ["aheadMilliseconds": .integer(ahead)])
        }
        loop.after(milliseconds: Self.clockLookMilliseconds) { [weak self] in
            if let self, !isEnding { watchClock(isOff: isNowOff) }
        }
    }

    private static func key(
        _ options: Options, _ data: DataFolder?, _ random: any RandomSource
    ) throws(HomeFailure) -> (OperatorKey, isNew: Bool) {
        if let path = options.keyFile { return (try OperatorKey.read(path), false) }
        if let text = Environment.value(keyVariable) {
            guard let key = OperatorKey(text) else {
                throw HomeFailure("\(keyVariable): must be \(OperatorKey.bytesMin) to \(OperatorKey.bytesMax) visible characters")
            }
            return (key, false)
        }
        guard let data else { throw HomeFailure("--operator-key-file FILE or \(keyVariable) is missing; without --data none can be made") }
        let (key, isNew) = try OperatorKey.own(data, random)
        return (key, isNew)
    }

    private func listen(_ place: Options.Place, isAdmin: Bool) throws(HomeFailure) -> Int {
        var failure = ""
        guard let port = http.listen(host: place.host, port: place.port, isAdmin: isAdmin, failure: &failure) else {
            throw HomeFailure("cannot listen on \(place.host):\(place.port): \(failure)")
        }
        return port
    }

    /// Nobody has asked for the usual number, and a little less is no news.
    private func tellFewer(_ most: Int, _ tell: (String) -> Void) {
        let asked = options.connectionsMax ?? Options.connectionsUsual
        guard most < options.connectionsMax ?? asked / 2 else { return }
        tell("\(most) connections at most, and not \(asked): the system lets it open no more files (ulimit -n, LimitNOFILE of systemd)")
        log.write(.warning, "connectionsLowered", ["connections": .integer(Int64(most)), "asked": .integer(Int64(asked))])
    }

    private func greet(port: Int, adminPort: Int?, isNewKey: Bool, isWaiting: Bool, _ tell: (String) -> Void) {
        let host = { (place: Options.Place) in place.host.contains(":") ? "[\(place.host)]" : place.host }
        tellFewer(http.connectionsMax, tell)
        tell("gamebased listens on http://\(host(options.listen)):\(port)")
        if let adminPort, let place = options.adminListen { tell("the operator is heard on http://\(host(place)):\(adminPort)") }
        if isNewKey, let data { tell("created the operator's key: \(data.path(OperatorKey.fileName))") }
        if apps.all.isEmpty, apps.unserved.isEmpty, !isWaiting {
            tell("there is no app yet: restart with --console FILE, the settings of an app")
        } else {
            let reach = Reach(options.listen.host)
            if !reach.isThisMachine { tell(Reach.plain) }
            // The operator's key opens everything: no game gets it.
            tell("a game reaches it so: GAMEBASE_SERVICE_URL=http://\(reach.name):\(port) GAME...")
        }
        log.write(.info, "started", ["port": .integer(Int64(port)), "apps": .integer(Int64(apps.all.count))])
    }

    /// - Returns: why the database is not there; it is waited for. nil: every app that could be opened is open. One that is there and
    ///   refuses is an error: waiting would hide a mistake.
    private func openHomes() throws(HomeFailure) -> String? {
        do throws(HomeFailure) {
            try apps.openKnown()
            try loadConsoleFiles()
        } catch {
            guard let sight = homes.watch?.look() else { throw error }
            if let lack = sight.lacks.first(where: { !$0.isAccepted }) { throw HomeFailure("--database: \(lack.sentence)") }
            guard let outage = Self.outage(sight) else { throw error }
            return outage
        }
        return nil
    }

    /// Why the database is waited for; nil: it answers, or it says no, which ends the start.
    private static func outage(_ sight: DatabaseSight?) -> String? {
        guard let sight, !sight.isRefusal || sight.isFull else { return nil }
        return sight.outage
    }

    /// What a start does, when the database that it was to be done with is there.
    private func openLate(_ then: @escaping () -> Void) {
        apps.look { [self] in
            let end = { [self] in
                warnOfSecrets()
                tellLate()
                then()
            }
            loadChangedFiles(then: end)
        }
    }

    // MARK: Settings

    /// At the start: waits for each. An app that was there before and cannot be used, or is being moved, keeps the others from nothing; its
    /// file is read again at SIGHUP.
    private func loadConsoleFiles() throws(HomeFailure) {
        for file in try consoleFiles.changed(isServed: { apps[$0] != nil }) {
            if apps[file.app] == nil, let reason = apps.refusal(file.app) {
                refuse(file, HomeFailure(reason))
                continue
            }
            let wasThere = apps[file.app] != nil
            try refuseUnfit(file)
            for (id, other) in apps.all where id != file.app {
                // One that does not answer keeps nobody else from starting.
                let keys = waited(Request(.carrierKeys, origin: .carrier, transactionId: ""), other, WireKeys.lookMilliseconds)
                if let wrong = keys.flatMap({ WireKeys.refusal(of: file.settings, id, $0) }) { throw HomeFailure("\(file.path): \(wrong)") }
            }
            let app: App
            do throws(HomeFailure) { app = try apps.open(file.app) } catch {
                guard error.isOfMove else { throw error }
                refuse(file, error)
                continue
            }
            let reply =
                waited(try request(file), app, Self.startMilliseconds)
                ?? .failure(ResultCode.serviceUnreachable, "the store does not answer")
            if reply.isSuccess {
                try consoleFiles.note(file)
            } else if wasThere, ResultCode.meansNoAnswer(reply.resultCode) {
                apps.note(reply, of: app)
                refuse(file, HomeFailure(reply.message))
            } else {
                throw HomeFailure("\(file.path): \(reply.message)")
            }
        }
    }

    /// Settings that are refused make no app: it would be served without any, and everybody would be a game server of it.
    private func refuseUnfit(_ file: ConsoleFiles.File) throws(HomeFailure) {
        guard apps[file.app] == nil else { return }
        let settings = try request(file).parameters["settings"] ?? .null
        guard let wrong = Service.refusal(ofFirst: settings, keeper: homes.keeper(of: file.app)) else { return }
        throw HomeFailure("\(file.path): \(wrong)")
    }

    private func waited(_ request: Request, _ app: App, _ milliseconds: Int64) -> Reply? {
        let answer = Answer()
        var request = request
        request.isOwnProcess = false
        app.home.connection.send(request) { answer.give($0) }
        return answer.wait(untilNanoseconds: deadlineNanoseconds(clock, afterMilliseconds: milliseconds))
    }

    /// Apps that have been real with such secrets go on; somebody must know it. So do apps with secrets that this server has no key for: of
    /// one that was taken out too early, or of a data directory that was lost.
    private func warnOfSecrets() {
        for app in apps.all.values {
            loop.carry(.consoleSaveSettings, origin: .console, to: app.home) { [log, stores] reply in
                let closed = stores.secrets.closed(in: reply.body, app: app.id)
                if !closed.isEmpty { log.write(.error, "secretsClosed", ["app": .string(app.id), "secrets": .array(closed)]) }
            }
            var request = Request(.carrierKeys, origin: .carrier, transactionId: "")
            request.isOwnProcess = false
            loop.ask(app.home.connection, request) { [log] reply in
                let weak = reply.body["weakSecrets"]?.arrayValue ?? []
                if !weak.isEmpty { log.write(.error, "weakSecrets", ["app": .string(app.id), "secrets": .array(weak)]) }
            }
        }
    }

    /// With the keys of stores sealed.
    private func request(_ file: ConsoleFiles.File) throws(HomeFailure) -> Request {
        if let wrong = alarms.refusal(of: file.settings) { throw HomeFailure("\(file.path): \(wrong)") }
        do throws(HomeFailure) { return try stores.secrets.sealed(ConsoleFiles.request(file), app: file.app) } catch {
            throw HomeFailure("\(file.path): \(error.message)")
        }
    }

    private final class Answer: @unchecked Sendable {
        private let latch = Latch()
        private let lock = Lock()
        private var reply: Reply?

        func give(_ reply: Reply) {
            lock.locked { self.reply = reply }
            latch.open()
        }

        func wait(untilNanoseconds deadline: Int64) -> Reply? {
            latch.wait(untilNanoseconds: deadline) ? lock.locked { reply } : nil
        }
    }

    private func reload() {
        log.reopen()
        // A file that cannot be read keeps none of the others from being read.
        var isWhole = true
        func read(_ part: () throws(HomeFailure) -> Void) {
            do throws(HomeFailure) { try part() } catch {
                isWhole = false
                log.write(.error, "notReloaded", ["reason": .string(error.message)])
            }
        }
        read { () throws(HomeFailure) in try audit.reopen() }
        read { () throws(HomeFailure) in
            if let path = options.keyFile {
                front.key = try OperatorKey.read(path)
            } else if Environment.value(Self.keyVariable) == nil, let data {
                front.key = try OperatorKey.read(data.path(OperatorKey.fileName))
            }
        }
        read { () throws(HomeFailure) in
            front.settings.peopleProvider = try PeopleProvider.read(options.openIDFile, OutgoingReach(options.reach))
        }
        loadChangedFiles {}
        if isWhole { log.write(.info, "reloaded", ["key": .string(front.key.name)]) }
    }

    /// - Parameter then: runs on the loop when each is loaded or refused.
    private func loadChangedFiles(then: @escaping () -> Void) {
        let files = consoleFiles.changed(isServed: { apps[$0] != nil }) { refuse($0, $1) }
        var left = files.count
        if files.isEmpty { then() }
        for file in files {
            let end = {
                left -= 1
                if left == 0 { then() }
            }
            do throws(HomeFailure) { try refuseUnfit(file) } catch {
                refuse(file, error)
                end()
                continue
            }
            apps.open(file.app) { [self] opened in
                switch opened {
                case .success(let app): load(file, app, end)
                case .failure(let failure):
                    database?.prepareAgain(openLate)
                    refuse(file, failure)
                    end()
                }
            }
        }
    }

    private func load(_ file: ConsoleFiles.File, _ app: App, _ end: @escaping () -> Void) {
        front.wireKeys.refusal(of: file.settings, for: file.app) { [self] wrong in
            guard let wrong else { return loadChecked(file, app, end) }
            refuse(file, HomeFailure(wrong))
            end()
        }
    }

    private func loadChecked(_ file: ConsoleFiles.File, _ app: App, _ end: @escaping () -> Void) {
        let request: Request
        do throws(HomeFailure) { request = try self.request(file) } catch {
            refuse(file, error)
            return end()
        }
        loop.ask(app.home.connection, request) { [self] reply in
            if ResultCode.meansNoAnswer(reply.resultCode) { database?.prepareAgain(openLate) }
            do throws(HomeFailure) {
                guard reply.isSuccess else { throw HomeFailure(reply.message) }
                try consoleFiles.note(file)
                let event = reply.body["isLoaded"]?.boolValue == true ? "settingsKnown" : "settingsLoaded"
                log.write(.info, event, ["file": .string(file.path), "app": .string(file.app)])
            } catch {
                refuse(file, error)
            }
            end()
        }
    }

    private func refuse(_ file: ConsoleFiles.File, _ failure: HomeFailure) { refuse(file.path, failure) }

    private func refuse(_ path: String, _ failure: HomeFailure) {
        log.write(.error, "settingsRefused", ["file": .string(path), "reason": .string(failure.message)])
    }

    // MARK: Running

    /// Returns when the server has ended.
    /// - Returns: false when a store had not closed in time.
    public func run() -> Bool {
        loop.run()
        return close()
    }

    /// The first thing of a process that is to serve. A start may wait for a database, or raise a schema: SIGHUP, which means to read
    /// settings again, would end the process meanwhile. It is heard when the server runs.
    public static func holdReloads() { gb_hold_hangups(true) }

    /// Before the first line says that the server is there: a signal that comes then ends it as soon as the loop runs.
    private func hearSignals() -> Bool {
        gb_ignore_broken_pipes()
        defer { gb_hold_hangups(false) }
        return loop.onSignal(SIGTERM) { [self] in end() } && loop.onSignal(SIGINT) { [self] in end() }
            && loop.onSignal(SIGHUP) { [self] in reload() }
    }

    private func end() {
        if isEnding { return loop.stop() }
        isEnding = true
        log.write(.info, "ending")
        reconciliation.end()
        playerCount.end()
        mails.stop()
        alarms.stop()
        front.onQuiet = { [self] in quiet() }
        front.beginStop()
        apps.endFeeds()
        http.beginStop()
        loop.after(milliseconds: Self.answersMilliseconds) { [self] in loop.stop() }
    }

    /// Every answer is given; the last ones get a moment to arrive before their connections are cut. A request whose body came in that
    /// moment is answered as well: its end comes here again.
    private func quiet() {
        quiets += 1
        let (turn, isWritten) = (quiets, http.isWritten)
        loop.after(milliseconds: isWritten ? Self.farewellMilliseconds : Self.writtenMilliseconds) { [self] in
            guard turn == quiets, front.underWay == 0 else { return }
            isWritten ? loop.stop() : quiet()
        }
    }

    private func close() -> Bool {
        http.closeAll()
        let deadline = deadlineNanoseconds(clock, afterMilliseconds: Self.endMilliseconds - Self.answersMilliseconds)
        database?.end(untilNanoseconds: deadline)
        due.end(untilNanoseconds: deadline)
        let late = apps.stop(untilNanoseconds: deadline)
        aside.end(untilNanoseconds: deadline)
        stores.end(untilNanoseconds: deadline)
        signIn.end(untilNanoseconds: deadline)
        mails.end(untilNanoseconds: deadline)
        alarms.end(untilNanoseconds: deadline)
        people.end(untilNanoseconds: deadline)
        homesAside.end(untilNanoseconds: deadline)
        log.write(
            late.isEmpty ? .info : .error, "ended", late.isEmpty ? [:] : ["stillRunning": .array(late.map { .string($0) })])
        data?.release()
        return late.isEmpty
    }
}
