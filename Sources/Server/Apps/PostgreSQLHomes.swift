import Codecs
import Linux
import Messages
import PostgreSQL
import Service
import Storage
import Synchronization

/// A schema for each app in one database, which other servers may share.
public final class PostgreSQLHomes: AppHomes {
    private let address: String
    private let workers: Int
    /// The database's, which all of its servers go by.
    private let shared: DatabaseClock
    private let machineClock: any Clock
    private let random: any RandomSource
    public let secrets: Secrets?
    private let accepted: Set<String>
    /// As an app's tables, those of people are not made again, empty, while the server runs: they would stand in a copy's way.
    private let arePeopleServed = Atomic(false)
    private let found: PostgreSQLFound
    public let watch: (any DatabaseWatch)?
    public let due: (any DueWatch)?

    /// - Parameter accepted: what the database need not have, of `PostgreSQLHome.acceptable`.
    public init(
        _ address: String, workers: Int, clock: any Clock, random: any RandomSource, secrets: Secrets? = nil, accepted: Set<String> = []
    ) {
        self.accepted = accepted
        found = PostgreSQLFound(clock)
        watch = WatchOfHomes(PostgreSQLWatch(address, accepted: accepted, clock: clock, found: found))
        due = PostgreSQLDue(address, clock: clock)
        self.secrets = secrets
        self.address = address
        self.workers = workers
        shared = DatabaseClock(clock)
        machineClock = clock
        self.random = random
    }

    public var isShared: Bool { true }
    public var clock: any Clock { shared }
    public var clockOffMilliseconds: Int64 { shared.machineAheadMilliseconds }

    public func known() throws(HomeFailure) -> [String] {
        do throws(StorageError) {
            return try PostgreSQLHome.apps(in: address, served: true, accepted: accepted).filter { App.isId($0) }
        } catch {
            throw HomeFailure("--database: \(error.message)")
        }
    }

    public func open(_ app: String) throws(HomeFailure) -> any AppHome {
        guard var home = PostgreSQLHome(address: address, app: app) else { throw HomeFailure("\(app) is no app's id") }
        home.accepted = accepted
        let refusal: String?
        do throws(StorageError) {
            let database = try PostgreSQLDatabase.open(home, clock: clock, takesNumber: false)
            defer { database.close() }
            refusal = try PostgreSQLStoreOfMove.refusal(database)
            if refusal == nil { try Service.prepare(database, app: app, isIAPKey: false) }
        } catch {
            throw HomeFailure("--database: \(error.message)")
        }
        if let refusal { throw HomeFailure("--database: \(app): \(refusal)", isOfMove: true) }
        home.isServed = true
        home.found = found
        return SharedHome(
            PostgreSQLService(
                home: home, clock: clock, random: random, workers: workers, keeper: keeper(of: app)), home, clock, random)
    }

    public func keeper(of app: String) -> (any SecretKeeper)? { secrets.map { AppSecrets($0, app: app) } }

    public func openPeople() throws(StorageError) -> any Database {
        let isServed = arePeopleServed.load(ordering: .relaxed)
        let database = try PeopleStore.database(at: address, accepted: accepted, isServed: isServed, found: found, clock)
        arePeopleServed.store(true, ordering: .relaxed)
        return database
    }

    public func health(of apps: [String]) throws(HomeFailure) -> JSON {
        do throws(StorageError) {
            var facts = try PostgreSQLHealth.look(address, apps: apps, accepted: accepted, clock: machineClock).objectValue ?? [:]
            facts["serverDate"] = .integer(machineClock.epochMilliseconds())
            facts["apps"] = .integer(Int64(apps.count))
            facts["workers"] = .integer(Int64(workers))
            facts["schemaVersion"] = .integer(Int64(Service.schemaVersion))
            return .object(facts)
        } catch {
            throw HomeFailure("--database: \(error.message)")
        }
    }

    public func close() {}
}

extension PostgreSQLDue: DueWatch {}

private final class WatchOfHomes: DatabaseWatch {
    private let watch: PostgreSQLWatch

    init(_ watch: PostgreSQLWatch) { self.watch = watch }

    func start(_ tell: @escaping @Sendable (DatabaseSight) -> Void) -> Bool { watch.start { tell(Self.told($0)) } }
    func stop(untilNanoseconds deadline: Int64) { watch.stop(untilNanoseconds: deadline) }
    var silentMilliseconds: Int64 { watch.silentMilliseconds }
    func look() -> DatabaseSight { Self.told(watch.look()) }

    private static func told(_ seen: PostgreSQLWatch.Sight) -> DatabaseSight {
        let lacks = seen.unmet.map { DatabaseSight.Lack(fault: $0.fault, sentence: $0.sentence, isAccepted: $0.isAccepted) }
        return DatabaseSight(outage: seen.outage, isRefusal: seen.isRefusal, isFull: seen.isFull, lacks: lacks)
    }
}

final class SharedHome: AppHome {
    private let service: PostgreSQLService
    private let place: PostgreSQLHome
    private let clock: any Clock
    private let random: any RandomSource

    init(_ service: PostgreSQLService, _ place: PostgreSQLHome, _ clock: any Clock, _ random: any RandomSource) {
        self.service = service
        self.place = place
        self.clock = clock
        self.random = random
    }

    var connection: any ServiceConnection { service }
    var longestTurn: Int { service.longestTurn }

    func watchOutbox(_ body: @escaping @Sendable () -> Void) -> Int64 { service.watchOutbox(body) }

    func unwatchOutbox(_ watcher: Int64) { service.unwatchOutbox(watcher) }

    func giveUp() { service.giveUp() }

    func look(_ then: @escaping @Sendable (Bool) -> Void) { service.look(then) }

    func backUp(to path: String) throws(StorageError) { try StoreBackUp.copy(place, to: path, clock: clock, random: random) }

    func start() -> Bool { service.start() }

    func beginStop() { service.beginStop() }

    func stop(untilNanoseconds deadline: Int64) -> Bool { service.stop(untilNanoseconds: deadline) }
}
