// The Client room: everything that lives in the game. Session, run loop, events, timers, languages, purchases, journal, adapters.
// It talks to a service through `ServiceConnection` and to the host through closures; the C surface is a translation of this room.
// No C type of the public headers may come in, and nothing of the host may be called outside the run loop.
import Codecs
import Linux
import Messages
import Synchronization

/// One player's client: what `TCGBInstance` names, and what the class functions speak for.
///
/// Safe to call from any thread. State is guarded by `lock`; work that waits (files, service) happens outside it.
public final class Client: @unchecked Sendable {
    public static let version = "1.0.0"
    /// How long an ordinary call may stay unanswered before it fails with 101.
    static let callTimeoutMillisecondsDefault: Int64 = 30_000
    /// How long a purchase may take, the player's time at the store's checkout included.
    static let purchaseTimeoutMilliseconds: Int64 = 15 * 60_000

    public let identifier: InstanceIdentifier
    public let runLoop: RunLoop
    let platform: Platform
    let calls = Calls()
    let lock = Lock()
    /// It uses the embedded service of another client.
    let isSharing: Bool
    /// The client whose embedded service this one uses; nil when it has its own, and once it is destroyed: clients that were made
    /// one from another must not keep each other. Guarded by `lock`.
    private var shared: Client?
    /// Nothing starts any more. Guarded by `lock`.
    private(set) var isDestroyed = false
    /// The name under which the boundary knows this client; 0 while it has none.
    public let boundaryName = Atomic<UInt>(0)

    var state = State()
    var host = HostState()
    let hub = EventHub()
    /// Read on hot paths without the lock; written under it.
    let ready = Atomic<Bool>(false)
    let launchingCode = Atomic<Int32>(0)
    let sandbox = Atomic<Bool>(false)
    let debug = Atomic<Bool>(false)
    let transactions: Atomic<UInt64>
    /// A timer will send the journal.
    let journalScheduled = Atomic<Bool>(false)
    /// A batch is on its way; a second one would hold the same events.
    let journalSending = Atomic<Bool>(false)
    let journalRetryScheduled = Atomic<Bool>(false)
    /// The service takes no metrics before this time, in nanoseconds of the monotonic clock.
    let journalHeldUntil = Atomic<Int64>(0)
    /// The losses that the service has heard of in this life.
    let lossesTold = Atomic<UInt64>(0)
    let journalTail: JournalTail
    /// How often a request is repeated that the service could not take; 0: never.
    let retries = Atomic<Int32>(0)
    let retryMilliseconds = Atomic<Int64>(Client.retryMillisecondsDefault)
    let callTimeoutMilliseconds = Atomic<Int64>(Client.callTimeoutMillisecondsDefault)

    @export(interface) public init(identifier: InstanceIdentifier, platform: Platform, sharing: Client? = nil) {
        self.identifier = identifier
        self.platform = platform
        shared = sharing
        isSharing = sharing != nil
        var first: UInt64 = 0
        for byte in platform.random.bytes(8) { first = first << 8 | UInt64(byte) }
        transactions = Atomic(first)
        runLoop = RunLoop(clock: platform.clock, instance: identifier)
        journalTail = JournalTail(clock: platform.clock, isServed: true)
    }

    /// Milliseconds since 1970-01-01 UTC, by the clock of this machine.
    @export(interface) public var epochMilliseconds: Int64 { platform.clock.epochMilliseconds() }

    /// From now on no start succeeds: one that came between the last shutdown and the end would run on with nobody to stop it.
    @export(interface) public func beginDestruction() { lock.locked { isDestroyed = true } }

    /// The client is destroyed, and `heir` delivers what is owed. What it held is let go outside the lock.
    @export(interface) public func retire(to heir: Client) {
        runLoop.retire(to: heir.runLoop)
        let forgotten = lock.locked {
            defer { shared = nil }
            return shared
        }
        withExtendedLifetime(forgotten) {}
    }

    /// Called with the lock held.
    var sharedHome: ServiceHome? { shared.flatMap { other in other.lock.locked { other.state.home } } }

    /// What begins with `initialize` and ends with `shutdown`. An object: each copy of a value takes over four kilobytes of code.
    final class State {
        enum Phase { case stopped, started, stopping }

        var phase = Phase.stopped
        /// Grows with every start, so that an answer to an earlier life is recognised and dropped.
        var life: UInt64 = 0
        var configuration: Configuration?
        /// nil also when initialize failed: the next one makes another.
        var home: ServiceHome?
        /// The one that was left when initialize failed, or that did not end within a shutdown's limit; it may still be closing its files.
        /// Kept over a start: the next shutdown waits for it, too.
        var homeLeft: ServiceHome?
        /// Calls of initialize that have not ended.
        var startCalls: [CallIdentifier] = []
        var subscription: Int64?
        var reactor: Reactor?
        var device: Device?
        /// Of a client that uses another's service: of its own folder, which no service holds.
        var folderLock: FileLock?
        /// Opens when that service has written what an earlier shutdown could not wait for, and the folder is free. Kept over a start.
        var folderLeft: Latch?
        /// The machine's time zone.
        var zoneName = "UTC"
        var network = NetworkStatus.notDefined
        /// The store that the game chose on the run.
        var chosenStore: String?
        var session: Session?
        /// Of the last session, so that a transfer is heard of although a heartbeat was faster.
        var endedToken: String?
        var isIAPInitialized = false
        /// The client runs for NHN Cloud purchases or the mobile backend, and Gamebase was not initialized yet.
        var isStartedByIAP = false
        /// The keys of the mobile backend are set; the client may run for it alone.
        var hasDatastore = false
        // The parts of the capabilities, each touched by its own alone.
        var accounts = ClientAccounts.Part()
        var launching = ClientLaunching.Part()
        var presence = ClientPresence.Part()
        var purchases = ClientPurchases.Part()
        var push = PushState()
        var notifications = ClientNotifications.Part()
        var languages = LanguageState()
        var analytics = ClientAnalytics.Part()
        var datastore = ClientDatastore.Part()
        var console = ClientConsole.Part()
    }

    struct Session: Sendable {
        var userId: String
        var accessToken: String
        var provider: String
        var member: Member
        /// What the providers gave in this session, by provider code.
        var providerTokens: [String: String] = [:]
        var providerProfiles: [String: JSONObject] = [:]
        var heartbeats = true
        /// Whose consent is known to be taken back.
        var revokedProviders: Set<String> = []

        mutating func keep(_ credential: ProviderCredential) {
            if credential.isOfService { return }
            if let token = credential.accessToken { providerTokens[credential.provider] = token }
            providerProfiles[credential.provider] = credential.profile
        }
    }

    // MARK: Capabilities

    public var accounts: ClientAccounts { ClientAccounts(client: self) }
    public var launching: ClientLaunching { ClientLaunching(client: self) }
    public var presence: ClientPresence { ClientPresence(client: self) }
    public var purchases: ClientPurchases { ClientPurchases(client: self) }
    public var push: ClientPush { ClientPush(client: self) }
    public var notifications: ClientNotifications { ClientNotifications(client: self) }
    public var screens: ClientScreens { ClientScreens(client: self) }
    public var languages: ClientLanguages { ClientLanguages(client: self) }
    public var analytics: ClientAnalytics { ClientAnalytics(client: self) }
    public var leaderboards: ClientLeaderboards { ClientLeaderboards(client: self) }
    public var coupons: ClientCoupons { ClientCoupons(client: self) }
    public var console: ClientConsole { ClientConsole(client: self) }
    public var datastore: ClientDatastore { ClientDatastore(client: self) }

    /// The service is not in this process.
    var isRemote: Bool { lock.locked { state.home?.remote != nil } }
    /// The service is in this process, and answers what is handed to it as it is.
    var isLocal: Bool { lock.locked { state.home?.local != nil } }

    var phase: State.Phase { lock.locked { state.phase } }
    /// Whether work that began in this life may still change anything. Called with the lock held.
    func isRunning(_ life: UInt64) -> Bool { state.phase == .started && state.life == life }
    var reactor: Reactor? { lock.locked { state.reactor } }
    var session: Session? { lock.locked { state.session } }
    var configuration: Configuration? { lock.locked { state.configuration } }

    /// Where the client keeps its files; nil: in memory. Called with the lock held.
    var filesDirectory: String? { !isSharing ? state.home?.directory : host.storage?.path }

    /// Work that may wait for a disk: never on the game's thread, nor on the client's own, which is the watchdog. Runs on the service's; without
    /// a service, as after an initialize that failed, on the client's, because then there is no call that could run out of time.
    func mayWaitForDisk(_ work: @escaping @Sendable () -> Void) {
        let (home, reactor) = lock.locked { (state.home, state.reactor) }
        if let home { return home.perform(work) }
        if reactor?.schedule(afterMilliseconds: 0, work) == nil { work() }
    }

    // MARK: What class functions read

    public var isInitialized: Bool { ready.load(ordering: .acquiring) }
    public var launchingStatus: Int32 { launchingCode.load(ordering: .relaxed) }
    public var isSandbox: Bool { sandbox.load(ordering: .relaxed) }
    public var debugMode: Bool {
        get { debug.load(ordering: .relaxed) }
        set { debug.store(newValue, ordering: .relaxed) }
    }

    @export(interface) public var appID: String? { configuration?.appID }
    public var userID: String? { session?.userId }
    @export(interface) public var accessToken: String? { session?.accessToken }
    public var currentProvider: String? { session?.provider }
    @export(interface) public var lastLoggedInProvider: String? { lock.locked { state.device?.identity.lastProvider } }
    public var uuid: String? { lock.locked { state.device?.identity.uuid } }
    @export(interface) public var launchingInformations: JSON? { launching.informations }

    /// How long an ordinary call may stay unanswered; at least 100 ms.
    @export(interface) public func setCallTimeout(milliseconds: Int64) {
        callTimeoutMilliseconds.store(max(100, milliseconds), ordering: .relaxed)
    }
}
