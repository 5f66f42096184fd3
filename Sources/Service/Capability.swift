import Codecs
import Linux
import Messages
import Storage

/// A part of the service: its requests, and what other parts may ask of it. It has no state but the core's, so it is made where it is
/// needed. Which part may ask which is a table in `Tests/suites/rooms.py`.
protocol Capability {
    var core: ServiceCore { get }
    init(core: ServiceCore)
}

extension Capability {
    var members: Members { Members(core: core) }
    var users: Users { Users(core: core) }
    var objects: Objects { Objects(core: core) }
    var storedFiles: StoredFiles { StoredFiles(core: core) }
    var notifications: Notifications { Notifications(core: core) }
    var payments: Payments { Payments(core: core) }
    var subscriptions: Subscriptions { Subscriptions(core: core) }
    var sandboxStore: SandboxStore { SandboxStore(core: core) }
    var launching: Launching { Launching(core: core) }
    var screens: Screens { Screens(core: core) }
    var push: Push { Push(core: core) }
    var analytics: Analytics { Analytics(core: core) }
    var figures: Figures { Figures(core: core) }
    var gameServers: GameServers { GameServers(core: core) }
    var leaderboards: Leaderboards { Leaderboards(core: core) }
    var coupons: Coupons { Coupons(core: core) }
    var operations: Operations { Operations(core: core) }
    var rights: Rights { Rights(core: core) }
    #if !hasFeature(Embedded)
    var alarms: Alarms { Alarms(core: core) }
    #endif
    var retention: Retention { Retention(core: core) }
}

/// The core's calls, under their own names.
extension Capability {
    var now: Int64 { core.now }
    var appId: String? { core.appId }
    /// Changed by `Operations` alone.
    @inline(__always) var settings: ConsoleSettings { _read { yield core.settings } }
    @inline(__always) var persisted: PersistedState {
        _read { yield core.persisted }
        nonmutating _modify { yield &core.persisted }
    }

    func run(_ sql: String, _ values: [Value]) throws(Failure) { try core.run(sql, values) }
    func runCounted(_ sql: String, _ values: [Value]) throws(Failure) -> Int { try core.runCounted(sql, values) }
    func tally(_ sql: String, _ keys: [Value], _ amount: Int64) throws(Failure) { try core.tally(sql, keys, amount) }
    func query(_ sql: String, _ values: [Value]) throws(Failure) -> [Row] { try core.query(sql, values) }
    func claim(_ sql: String, _ values: [Value]) throws(Failure) { try core.claim(sql, values) }
    func persist(_ name: String, _ value: String) throws(Failure) { try core.persist(name, value) }
    func raise(_ kind: EventKind, userId: String? = nil, _ body: JSON = [:]) { core.raise(kind, userId: userId, body) }
    func attempt(_ part: () throws(Failure) -> Void) throws(Failure) -> Failure? { try core.attempt(part) }
    func keepWhenRefused(_ what: KeptWhenRefused, _ write: @escaping () throws(Failure) -> Void) { core.keepWhenRefused(what, write) }
    func newSecret() -> String { core.newSecret() }
    func newCode(characters count: Int) -> String { core.newCode(characters: count) }
}

#if !hasFeature(Embedded)
/// Minutes since 1970, in which servers count what they see.
enum Minute {
    static let milliseconds: Int64 = 60_000
}

extension Capability {
    func minute(of date: Int64) -> Int64 { date / Minute.milliseconds }
    /// A server counts by a clock that nobody moves; the service's may have been moved ahead (`console.advanceClock`).
    func serviceMinute(_ minute: Int64) -> Int64 { minute &+ persisted.clockOffsetMilliseconds / Minute.milliseconds }
}
#endif
