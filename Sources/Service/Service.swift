// The Service room: everything authoritative, one file a capability. A request comes in, statements run in the transaction
// that the caller opened, a reply and events go out. Deterministic: time, randomness and storage come from outside; nothing
// here may read a clock, a file or a generator of its own, start a thread, or know who is on the other end.
import Linux
import Messages
import Storage
import Wire

/// What a game's back end decides: members, launching, catalogue, payments, bans, events. Single-threaded.
public final class Service {
    let database: any Database
    let clock: any Clock
    let random: any RandomSource

    /// Cached from the storage, written through; read again after a rollback.
    var settings = ConsoleSettings()
    var persisted = PersistedState()
    var lastPaymentSeq: Int64 = 0

    /// What the request under way says of the buyer, for the purchase metric.
    var buyerData: JSON?

    /// What the request under way has begun and not finished.
    var unfinished: SlicedWork?
    /// Another number is for tests, which have no time for so many.
    var listedMax = Service.paymentsListedMax
    /// Not before this is another sweep begun.
    var nextSweepDate = Int64.min

    var raised: [ServerEvent] = []
    private var isStale = false
    /// What the request under way has done so far, so that a refusal can undo it.
    var progress = RequestProgress()

    private init(_ database: any Database, _ clock: any Clock, _ random: any RandomSource) {
        self.database = database
        self.clock = clock
        self.random = random
    }

    /// Brings the database to this version's schema and reads the settings. Opens transactions of its own.
    @export(interface) public static func open(database: any Database, clock: any Clock, random: any RandomSource) throws(StorageError) -> Service {
        try Migrations.apply(Schema.migrations, to: database)
        let service = Service(database, clock, random)
        try service.readCachedState()
        return service
    }

    /// Fills a new file: the schema, and the app that the first client would bring, so that its first request commits nothing.
    /// - Parameter isIAPKey: the app is the key of NHN Cloud purchases that run without Gamebase.
    @export(interface) public static func prepare(_ database: any Database, app: String?, isIAPKey: Bool) throws(StorageError) {
        try Migrations.apply(Schema.migrations, to: database)
        guard let app, !app.isEmpty, app.utf8.count <= appIdBytesMax else { return }
        _ = try database.run(
            "INSERT INTO service_state (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING",
            [.text(isIAPKey ? PersistedState.Name.iapAppKey : PersistedState.Name.adoptedAppId), .text(app)])
    }

    /// Answers one request inside the transaction that the caller opened, and which the caller commits or rolls back. A request that is
    /// refused leaves nothing behind but what it means to keep (`KeptWhenRefused`), neither rows nor events.
    ///
    /// Throws when the storage failed. If `StorageError.isRequestsOwn`, what the request wrote is undone and the transaction goes on;
    /// else the caller rolls back and calls `requestRolledBack`.
    /// - Parameter sharesTransaction: other requests have the same transaction; without, a refusal begins the transaction anew.
    @export(interface) public func handle(_ request: Request, sharesTransaction: Bool = false) throws(StorageError) -> Reply {
        try undoingRefusal(sharesTransaction: sharesTransaction) { () throws(Failure) in try answer(request) } ?? .success()
    }

    /// The events that the requests since the last call raised. They are sent after the commit, and dropped with a rollback.
    @export(interface) public func takeEvents() -> [ServerEvent] {
        let events = raised
        raised = []
        return events
    }

    /// The transaction was undone whole: its events are dropped, cached state is read again before the next request.
    @export(interface) public func requestRolledBack() {
        raised = []
        unfinished = nil
        progress = RequestProgress()
        isStale = true
    }

    func refresh() throws(StorageError) {
        guard isStale else { return }
        try readCachedState()
        isStale = false
    }

    func raise(_ kind: EventKind, userId: String? = nil, _ body: JSON = [:]) {
        raised.append(ServerEvent(kind: kind, userId: userId, body: body))
    }

    /// Service time: the clock plus what the console moved it forward. Milliseconds since 1970-01-01 UTC.
    var now: Int64 {
        let (sum, overflow) = clock.epochMilliseconds().addingReportingOverflow(persisted.clockOffsetMilliseconds)
        return overflow ? Int64.max : sum
    }
}
