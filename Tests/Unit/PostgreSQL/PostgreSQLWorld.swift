import Codecs
import Linux
import Storage
import Testing

@testable import Engine
@testable import Messages
@testable import PostgreSQL
@testable import Service

/// The server that the suite `postgres` has started for these tests.
enum PostgreSQLWorld {
    static let address = Environment.value("GAMEBASE_POSTGRESQL")
    static var isThere: Bool { address != nil }
    private static let lock = Lock()
    nonisolated(unsafe) private static var apps = 0

    /// An app of its own for each test: none sees another's rows.
    static func home() throws -> PostgreSQLHome {
        let number = lock.locked { () -> Int in
            apps += 1
            return apps
        }
        return try #require(PostgreSQLHome(address: address ?? "", app: "test \(number) \(Hex.encode(SystemRandom().bytes(6)))"))
    }

    static func database(_ home: PostgreSQLHome? = nil) throws -> PostgreSQLDatabase {
        try PostgreSQLDatabase.open(home ?? Self.home(), clock: SystemClock(), ways: Service.waysOfKeys)
    }
}

extension RequestGroup {
    /// Asked alone, to the end of its work.
    func answer(_ request: Request) -> Reply {
        var outcome = commit([request])[0]
        while let work = outcome.unfinished { outcome = proceed(work) }
        return outcome.reply
    }
}

/// Some services over one database, each asked in groups as a worker asks it.
final class PostgreSQLBench {
    let home: PostgreSQLHome
    let clock = ServiceTestClock()
    private(set) var groups: [RequestGroup] = []
    private(set) var databases: [PostgreSQLDatabase] = []

    /// - Parameter wrapped: what each service has in place of its database.
    init(
        services: Int = 1, settings: JSON = ServiceBench.shopSettings,
        wrapped: ((PostgreSQLDatabase) -> any Database)? = nil
    ) throws {
        home = try PostgreSQLWorld.home()
        for number in 0..<services {
            let watcher = RequestForesight(), home = home, clock = clock
            let database = try PostgreSQLDatabase.open(home, clock: SystemClock(), ways: Service.waysOfKeys)
            watcher.database = database
            databases.append(database)
            let used: any Database = wrapped?(database) ?? database
            groups.append(
                RequestGroup(
                    ServiceStorage(clock: clock, random: ServiceTestRandom(seed: UInt64(number + 1)), watcher: watcher) {
                        () throws(StorageError) in used
                    }))
        }
        #expect(ask("console.loadSettings", ["settings": settings]).message == "")
    }

    static func request(_ api: String, _ parameters: JSON = [:], token: String? = nil) -> Request {
        let origin: RequestOrigin = api.hasPrefix("console.") ? .console : .client
        return Request(api: api, origin: origin, transactionId: "t", accessToken: token, parameters: parameters)
    }

    func ask(_ api: String, _ parameters: JSON = [:], token: String? = nil, at service: Int = 0) -> Reply {
        groups[service].answer(Self.request(api, parameters, token: token))
    }

    static func login(_ secret: String) -> Request {
        request("gateway.idPLogin", ["idPInfo": ["idPCode": "guest", "accessToken": .string(secret)], "member": [:]])
    }

    static func player(_ reply: Reply) throws -> ServiceBench.Player {
        #expect(reply.message == "")
        return ServiceBench.Player(
            userId: try #require(reply.body["member"]?["userId"]?.stringValue),
            token: try #require(reply.body["token"]?["accessToken"]?.stringValue))
    }

    func login(_ secret: String = "a-guest-secret-of-32-characters!", at service: Int = 0) throws -> ServiceBench.Player {
        try Self.player(groups[service].commit([Self.login(secret)])[0].reply)
    }

    func buy(_ player: ServiceBench.Player, _ requestId: String, _ product: String = "gem", at service: Int = 0) throws -> JSON {
        let reserved = ask(
            "purchase.reserve", ["requestId": .string(requestId), "gamebaseProductId": .string(product), "storeCode": "SANDBOX"],
            token: player.token, at: service
        ).body
        let order = ask(
            "store.begin",
            [
                "orderKey": reserved["orderKey"] ?? nil, "marketItemId": reserved["marketItemId"] ?? nil,
                "price": reserved["price"] ?? nil, "currency": "USD",
            ], token: player.token, at: service
        ).body
        let report: JSON = [
            "paymentSeq": reserved["paymentSeq"] ?? nil, "status": "PAID", "storeTransactionId": order["storeTransactionId"] ?? nil,
            "receipt": order["receipt"] ?? nil,
        ]
        return try #require(ask("purchase.report", report, token: player.token, at: service).body["receipt"])
    }

    func count(_ table: String, _ condition: String = "1 = 1") throws -> Int64 {
        try databases[0].query("SELECT COUNT(*) FROM \(table) WHERE \(condition)", []).first?.integer(0) ?? -1
    }
}

extension RequestGroup {
    private static let roundsMax = 100

    /// Asks again what others were too fast for, as whoever sends it does: under load that may be each request that meets another's.
    func taken(_ requests: [Request]) -> [Reply] {
        var replies = commit(requests).map { $0.reply }
        for _ in 0..<Self.roundsMax {
            let places = replies.indices.filter { replies[$0].resultCode == ResultCode.tooManyRequests }
            if places.isEmpty { break }
            for (place, outcome) in zip(places, commit(places.map { requests[$0] })) { replies[place] = outcome.reply }
        }
        return replies
    }

    func taken(_ request: Request) -> Reply { taken([request])[0] }
}

/// Runs bodies on threads of their own at the same moment, and waits for all.
func together(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let start = Latch()
    let threads = (0..<count).map { place in
        Thread.start(name: "together") {
            _ = start.wait(untilNanoseconds: Int64.max / 2)
            body(place)
        }
    }
    start.open()
    for thread in threads { thread?.join() }
}

struct Unchecked<Content>: @unchecked Sendable { let content: Content }
