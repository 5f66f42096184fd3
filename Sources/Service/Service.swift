// The Service room: everything authoritative, one type a capability, over a small core. A request comes in, statements run in the
// transaction that the caller opened, a reply and events go out. Deterministic: time, randomness and storage come from outside; nothing
// here may read a clock, a file or a generator of its own, start a thread, or know who is on the other end.
import Codecs
import Documents
import Linux
import Messages
import Storage

#if !hasFeature(Embedded)
/// What one of several services over a database knows to be due without being asked for.
public struct DueWork: Sendable {
    /// Before this no push is due.
    let date: Int64
    /// Those that long queries would need.
    let indexes: [LongScans.Wanted]
}
#endif

/// What a game's back end decides, as its caller sees it. Single-threaded.
public final class Service {
    let core: ServiceCore

    private init(_ core: ServiceCore) { self.core = core }

    /// Brings the database to this version's schema and reads the settings. Opens transactions of its own.
    /// - Parameters:
    ///   - number: of the services that share a database each has one of its own, 0 to 999; their payment numbers end in it.
    ///   - keepsEvents: players are elsewhere, and a carrier brings them their events (`carrier.events`). Always so in a database that
    ///     services share.
    ///   - keeper: seals what must be read again; nil: it is kept as it is given.
    ///   - zoneFile: the file of a zone of the tz database, by a name that leads nowhere else; nil when there is none.
    @export(interface) public static func open(
        database: any Database, clock: any Clock, random: any RandomSource, number: Int64 = 0, keepsEvents: Bool = false,
        keeper: (any SecretKeeper)? = nil, zoneFile: @escaping (String) -> [UInt8]? = { _ in nil }
    ) throws(StorageError) -> Service {
        try Migrations.apply(Schema.migrations, to: database)
        let core = ServiceCore(database, clock, random, number: number, keepsEvents: keepsEvents, keeper: keeper, zoneFile: zoneFile)
        try core.readCachedState()
        try core.keepSecrets()
        try core.beginPlaces()
        core.hasUnbuiltIndex = try !database.query("SELECT index_id FROM object_indexes WHERE built_to IS NOT NULL LIMIT 1", []).isEmpty
        core.hasUndeclaredIndex = !core.settings.ncmb.indexes.isEmpty
        try core.endOldSends()
        try core.readNextSendDate()
        try core.readNextCampaignDate()
        try core.readNextUploadDate()
        return Service(core)
    }

    #if !hasFeature(Embedded)
    /// Why no app of a server can begin with these settings; nil: one can. Asks for no store, so that one is made behind it.
    public static func refusal(ofFirst settings: JSON, keeper: (any SecretKeeper)?) -> String? {
        Operations.refusal(ofFirst: settings, keeper)
    }
    #endif

    /// The newest schema that this code knows.
    @export(interface) public static var schemaVersion: Int { Schema.migrations.last?.version ?? 0 }

    /// Makes the file of a new store.
    @export(interface) public static func create(path: String, app: String?, isIAPKey: Bool) throws(StorageError) {
        try SQLiteDatabase.create(path: path, Schema.migrations) { database throws(StorageError) in
            try prepare(database, app: app, isIAPKey: isIAPKey)
        }
    }

    /// Fills a new file: the schema, and the app that the first client would bring, so that its first request commits nothing.
    /// - Parameter isIAPKey: the app is the key of NHN Cloud purchases that run without Gamebase.
    @export(interface) public static func prepare(_ database: any Database, app: String?, isIAPKey: Bool) throws(StorageError) {
        try Migrations.apply(Schema.migrations, to: database)
        guard let app, !app.isEmpty, app.utf8.count <= Launching.appIdBytesMax else { return }
        _ = try database.run(
            "INSERT INTO service_state (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING",
            [.text(isIAPKey ? PersistedState.Name.iapAppKey : PersistedState.Name.adoptedAppId), .text(app)])
    }

    /// How secrets that requests bring become what rows are found by: a database that reads ahead tries these.
    public static let waysOfKeys: [@Sendable (String) -> String] = [
        { ServiceCore.fingerprint($0) }, { Members.guestKey($0) }, { RequestKey.text(ofClient: $0) }, { Analytics.saleIdPrefix + $0 },
    ]

    /// How `carrier.keys` names the key.
    public static func digest(ofIAPAppKey key: String) -> String { GuardedField.digest(key, of: GuardedField.iapAppKey) }

    #if !hasFeature(Embedded)
    /// By the digest of this a guest's log-in finds the session that an earlier try of it opened; nil for other requests.
    public static func sessionToken(ofGuest request: Request) -> String? { Members.sessionToken(ofGuest: request) }
    #endif

    /// By the digest of this the answer to a change is found.
    public static func name(ofChange id: String) -> String { "change \(id)" }

    /// The app that it serves; nil until the settings or the first client name it.
    public var appId: String? { core.appId }

    /// Begins a transaction. What is cached is read again if another service has changed it.
    @export(interface) public func begin() throws(StorageError) {
        #if !hasFeature(Embedded)
        // Before what is read ahead.
        (core.begunNanoseconds, core.hasSavedObject) = (core.clock.monotonicNanoseconds(), false)
        #endif
        try core.database.begin()
        #if !hasFeature(Embedded)
        core.sharesUnderWay = [:]
        #endif
        try core.readChangesOfOthers()
    }

    /// Ends the transaction: its events get their places, and all is durable.
    @export(interface) public func commit() throws(StorageError) {
        try core.placeEvents()
        try core.writeFigures()
        #if !hasFeature(Embedded)
        try core.refuseLateSaves()
        #endif
        try core.database.commit()
    }

    /// Answers one request inside the transaction that the caller opened, and which the caller commits (`commit`) or rolls back. A
    /// request that is refused leaves nothing behind but what it means to keep (`KeptWhenRefused`), neither rows nor events.
    ///
    /// Throws when the storage failed. If `StorageError.isRequestsOwn`, what the request wrote is undone and the transaction goes on;
    /// else the caller rolls back and calls `requestRolledBack`.
    /// - Parameter sharesTransaction: other requests have the same transaction; without, a refusal begins the transaction anew.
    @export(interface) public func handle(_ request: Request, sharesTransaction: Bool = false) throws(StorageError) -> Outcome {
        try core.undoingRefusal(sharesTransaction: sharesTransaction) { () throws(Failure) in
            core.asker = Asker(
                isBelieved: ServiceCore.believes(request), isCarrier: request.origin == .carrier, network: request.network)
            return try MadeOnce(core: core).answer(request) { () throws(Failure) in try Dispatch(core: core).answer(request) }
        } ?? .commit(.success())
    }

    /// Somebody takes mails on. Until then who asks for one is told that none comes.
    @export(interface) public var hasMailCarrier: Bool {
        get { core.hasMailCarrier }
        set { core.hasMailCarrier = newValue }
    }

    /// The events that the requests since the last call raised. They are sent after the commit, and dropped with a rollback.
    @export(interface) public func takeEvents() -> [ServerEvent] {
        let events = core.raised
        core.raised = []
        return events
    }

    /// The transaction was undone whole: its events are dropped, cached state is read again before the next request.
    @export(interface) public func requestRolledBack() { core.rolledBack() }

    /// The work that the last request began and did not finish: its reply is to come, and the one that `handle` gave means nothing.
    @export(interface) public func takeUnfinished() -> SlicedWork? {
        defer { core.unfinished = nil }
        #if !hasFeature(Embedded)
        core.unfinished?.service = ObjectIdentifier(core)
        #endif
        return core.unfinished
    }

    #if !hasFeature(Embedded)
    /// Whether the work was begun here. One of a service whose storage was closed by a fault can ask nothing any more.
    public func hasBegun(_ work: SlicedWork) -> Bool { work.service.map { $0 == ObjectIdentifier(core) } ?? true }
    #endif

    #if !hasFeature(Embedded)
    /// What was done since the last call, in units of `Work`; and whether a slice did nothing because it waits for other work to end.
    public func takeSpent() -> (work: Int, isWaiting: Bool) {
        defer { (core.spent, core.isWaiting) = (0, false) }
        return (core.spent, core.isWaiting)
    }

    /// Whether the last request came with a session that there is.
    public var knowsSession: Bool { core.hasSession }
    #endif

    /// Does one slice in the transaction that the caller opened, and has to itself. One that is refused ends the work and leaves nothing
    /// behind but what it means to keep; what the slices before it did stays. Throws as `handle` does.
    /// - Returns: how it ended; nil while there is more to do.
    @export(interface) public func proceed(_ work: SlicedWork) throws(StorageError) -> Outcome? {
        let outcome = try core.undoingRefusal(sharesTransaction: false) { () throws(Failure) in
            core.asker = work.asker
            let reply = try MadeOnce(core: core).slice(work)
            #if !hasFeature(Embedded)
            (work.isComputing, core.isComputing) = (core.isComputing, false)
            work.rolesGranted.formUnion(core.knownRoles.granted)
            try work.askAgain(core.clock, isOver: reply != nil)
            #endif
            return reply
        }
        return switch outcome {
        case .commit(let reply)?: .commit(work.finish(reply))
        case .refused(let reply)?: .refused(work.finish(reply))
        case .tryAgain, nil: outcome
        }
    }

    #if !hasFeature(Embedded)
    /// Does a slice that asks nothing of the database (`SlicedWork.isComputing`), outside of a transaction.
    public func compute(_ work: SlicedWork) {
        core.isAside = true
        // What is wrong with it is said by the next one.
        do throws(Failure) { _ = try work.slice(false) } catch {}
        core.isAside = false
        (work.isComputing, core.isComputing) = (core.isComputing, false)
    }
    #endif

    /// What is due without being asked for: pushes, a round of sweeping, indexes. Small bites, between players' requests; nobody waits for
    /// it.
    @export(interface) public func dueSweep() -> SlicedWork? {
        core.noteClock()
        return Push(core: core).dueCampaigns() ?? Notifications(core: core).dueSend() ?? Retention(core: core).dueSweep()
            ?? StoredFiles(core: core).dueSweep() ?? Objects(core: core).dueIndex()
    }

    #if !hasFeature(Embedded)
    /// What is due of which this service knows. It forgets it: another one does what is due in its place.
    /// - Returns: nil when there is nothing.
    public func takeDue() -> DueWork? {
        let due = DueWork(date: min(core.nextCampaignDate, core.nextSendDate), indexes: core.longScans.takeDue())
        (core.nextCampaignDate, core.nextSendDate) = (Int64.max, Int64.max)
        return due.date == Int64.max && due.indexes.isEmpty ? nil : due
    }

    /// Another service of the database knows of it.
    public func note(_ due: DueWork) {
        core.nextCampaignDate = min(core.nextCampaignDate, due.date)
        core.nextSendDate = min(core.nextSendDate, due.date)
        core.longScans.add(due: due.indexes)
    }

    /// Behind a fault: a round of sweeping that the fault has cut short, and may cut short again, waits for its hour.
    public func noteReopened() { core.lastResumeDate = core.now }
    #endif

    /// How long an idle service may rest: until the next push or round of sweeping is due. In a game what else `dueSweep` finds waits for
    /// the next request: who plays asks again soon.
    @export(interface) public var restMilliseconds: Int64? {
        var next = min(core.nextCampaignDate, core.nextSendDate, core.nextUploadDate)
        #if !hasFeature(Embedded)
        next = min(next, Retention(core: core).nextSweepDate)
        if let wait = core.millisecondsToIndex { next = min(next, core.now &+ wait) }
        #endif
        return next == Int64.max ? nil : max(0, next) &- max(0, core.now)
    }
}

/// How a request, or a slice of a long one, ended: what the owner of the transaction has to do.
public enum Outcome: Sendable {
    /// What it wrote is part of the transaction; the reply may go out when that is durable.
    case commit(Reply)
    /// By a rule. What it wrote is undone, but for what it means to keep; that is part of the transaction.
    case refused(Reply)
    /// Another writer changed what it had read. The transaction is undone and begun anew; the text is for developers.
    case tryAgain(String)

    /// What it says to whoever asked; nil: nothing yet.
    @export(interface) public var reply: Reply? {
        switch self {
        case .commit(let reply), .refused(let reply): reply
        case .tryAgain: nil
        }
    }
}
