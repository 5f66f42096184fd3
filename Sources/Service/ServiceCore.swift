import Codecs
import Linux
import Messages
import Storage

/// What all capabilities stand on: the database, what is cached of it, the clock, chance, and the request under way. Single-threaded.
final class ServiceCore {
    let database: any Database
    let clock: any Clock
    let random: any RandomSource
    /// Of those that share the database.
    let number: Int64
    /// Players are elsewhere: events go into rows, from where they are carried.
    let keepsEvents: Bool
    /// nil: nothing can be sealed here.
    let keeper: (any SecretKeeper)?

    /// By request: its parameters in `RequestTable`, parsed when the first of its kind comes.
    var knownNames = [KnownNames?](repeating: nil, count: RequestName.allCases.count)
    /// Cached from the storage, written through; read again after a rollback, and when another service has changed it.
    var settings = ConsoleSettings()
    var persisted = PersistedState()
    var lastPaymentSeq: Int64 = 0
    var newestObject = Objects.Newest()

    /// Of the request under way.
    var asker = Asker()
    var believesAsker: Bool { asker.isBelieved }
    var isCarrier: Bool { asker.isCarrier }
    #if !hasFeature(Embedded)
    /// What this transaction has added to shares and not written.
    var sharesUnderWay: [String: Int64] = [:]
    #endif
    /// Before this no upload is over.
    var nextUploadDate = Int64.max

    static func believes(_ request: Request) -> Bool {
        request.isOwnProcess || request.origin == .carrier || request.origin == .console
    }

    /// The file is the player's own, who asks for it in the same process.
    func keepsAsGiven(_ request: Request) -> Bool {
        request.isOwnProcess && !keepsEvents && persisted.secretsKept == SecretsKept.names
    }

    /// The request under way is that of a game server that has shown the app's key.
    var isKeyRight = false

    /// What the request under way says of the buyer, for the purchase metric.
    var buyerData: JSON?
    /// What the log-in under way says of the device.
    var memberSaid: JSON?
    /// What this transaction adds to figures.
    var figures = FigureSums()

    /// What an earlier try of the request under way had begun when it ended.
    var begun: String?
    /// What the request under way has begun and not finished.
    var unfinished: SlicedWork?
    /// Another number is for tests, which have no time for so many.
    var listedMax = Payments.paymentsListedMax
    var sliceRows = SlicedWork.rows
    /// Somebody takes mails on. Until then who asks for one is told that none comes.
    var hasMailCarrier = false
    var carriesMails: Bool {
        #if hasFeature(Embedded)
        hasMailCarrier
        #else
        hasMailCarrier || queuesMails
        #endif
    }
    let passwordTurns = PasswordTurns()
    #if !hasFeature(Embedded)
    /// What the request or slice under way has cost, in units of `Work`.
    var spent = 0
    /// Of that what was done before the slice began.
    var spentBefore = 0
    /// The slice under way found no room for what it needs, and did nothing.
    var isWaiting = false
    /// The slice under way said that the next one needs no transaction.
    var isComputing = false
    /// The slice under way has no transaction.
    var isAside = false
    /// The session that the request under way came with is one.
    var hasSession = false
    /// When the transaction under way began, by the monotonic clock, and whether it has saved an object.
    var begunNanoseconds: Int64 = 0
    var hasSavedObject = false
    /// The index that is filled next, and from when on.
    var indexWait: (number: Int64, making: Int64, untilNanoseconds: Int64)?
    /// Rows of sums that this service has written and not added up yet.
    var waitingAdditions = 0
    #endif
    /// In place of the setting, for tests.
    var passwordCost: Int64?
    /// When a sweep was begun last.
    var lastSweepDate = Int64.min
    #if !hasFeature(Embedded)
    /// When it went on with a round that was cut short.
    var lastResumeDate = Int64.min
    #endif
    /// Of the time; nil before anything was read.
    var witness: Witness?

    /// When it was asked last what is due.
    var lastLookDate = Int64.min
    /// A clock has gone back: what is due is found out anew, as it may have been put off until a date that comes in a year.
    func noteClock() {
        if now < lastLookDate { (nextSendDate, nextCampaignDate, nextUploadDate) = (Int64.min, Int64.min, Int64.min) }
        lastLookDate = now
    }

    /// Before this no push is due.
    var nextSendDate = Int64.min
    var nextCampaignDate = Int64.min
    let zones: KnownZones

    let lists = KnownAccessList()
    var knownRoles = KnownRoles()
    var longScans = LongScans()
    var knownIndexes = KnownIndexes()
    var hasUnbuiltIndex = false
    /// The settings may name an index that is not there.
    var hasUndeclaredIndex = false

    var raised: [ServerEvent] = []
    /// Of the requests of this transaction.
    var unplaced: [UnplacedEvent] = []
    private var isStale = false
    /// What the clock shows to the request under way.
    private var shownUnderWay: Int64?
    /// What the request under way has done so far, so that a refusal can undo it.
    var progress = RequestProgress()

    init(
        _ database: any Database, _ clock: any Clock, _ random: any RandomSource, number: Int64,
        keepsEvents: Bool, keeper: (any SecretKeeper)?, zoneFile: @escaping (String) -> [UInt8]?
    ) {
        self.keeper = keeper
        self.database = database
        self.clock = clock
        self.random = random
        self.number = number
        self.keepsEvents = keepsEvents || database.isShared
        zones = KnownZones(zoneFile)
    }

    /// The transaction was undone whole: its events are dropped, cached state is read again before the next request.
    func rolledBack() {
        raised = []
        unplaced = []
        unfinished = nil
        figures.cut(to: 0)
        progress = RequestProgress()
        knownIndexes.forget()
        isStale = true
    }

    /// Whether others write to the database, too. A library has its own alone, so it has no code for what that takes.
    var isShared: Bool {
        #if hasFeature(Embedded)
        false
        #else
        database.isShared
        #endif
    }

    /// At the beginning of a transaction. Whoever changes what is cached changes its version, on condition of the one that it had read.
    func readChangesOfOthers() throws(StorageError) {
        guard isShared, !isStale else { return }
        let version = try database.query("SELECT value FROM service_state WHERE name = ?", [.text(PersistedState.Name.version)]).first
        if (version.flatMap { Int64($0.text(0)) } ?? 0) != persisted.version { isStale = true }
    }

    func refresh() throws(StorageError) {
        guard isStale else { return }
        try readCachedState()
        isStale = false
    }

    func raise(_ kind: EventKind, userId: String? = nil, _ body: JSON = [:]) {
        raised.append(ServerEvent(kind: kind, userId: userId, body: body))
    }

    /// Service time: the clock plus what the console moved it forward. Milliseconds since 1970-01-01 UTC. A request, and a slice of its
    /// work, has one: two dates that it writes or compares would differ by the time between two looks at the clock.
    var now: Int64 {
        let (sum, overflow) = shownDate.addingReportingOverflow(persisted.clockOffsetMilliseconds)
        return overflow ? Int64.max : sum
    }

    /// What the clock shows, to a request under way all the time.
    var shownDate: Int64 { shownUnderWay ?? clock.epochMilliseconds() }

    /// A request begins, or goes on behind somebody for whom it waited: what that one has written is not of later than now.
    func lookAtClock() { shownUnderWay = clock.epochMilliseconds() }

    func forgetClock() { shownUnderWay = nil }

    /// The same, as what cannot be compared with a time of another clock.
    var time: Timestamp<ServiceClock> { Timestamp(epochMilliseconds: now) }
}
