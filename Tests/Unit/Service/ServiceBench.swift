@testable import Published
import Linux
@testable import Messages
@testable import Service
import Codecs
import Storage
import Synchronization
import Testing

/// A clock that stands until it is moved.
final class ServiceTestClock: Clock {
    private let time = Atomic<Int64>(1_795_000_000_000)
    private let error = Atomic<Int64>(0)
    /// How often somebody asked for the date.
    let looks = Atomic<Int>(0)

    func monotonicNanoseconds() -> Int64 { time.load(ordering: .relaxed) * 1_000_000 }
    func epochMilliseconds() -> Int64 {
        looks.wrappingAdd(1, ordering: .relaxed)
        return time.load(ordering: .relaxed) + error.load(ordering: .relaxed)
    }
    /// Time passes.
    func advance(_ milliseconds: Int64) { time.wrappingAdd(milliseconds, ordering: .relaxed) }
    /// Somebody sets it wrong, or right again; no time passes.
    func set(wrongBy milliseconds: Int64) { error.store(milliseconds, ordering: .relaxed) }
}

/// The same bytes for the same seed.
final class ServiceTestRandom: RandomSource {
    private let state: Atomic<UInt64>

    init(seed: UInt64) { state = Atomic(seed) }

    func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in
            var z = state.wrappingAdd(0x9E37_79B9_7F4A_7C15, ordering: .relaxed).newValue
            z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
            z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
            return UInt8(truncatingIfNeeded: z ^ (z >> 31))
        }
    }
}

/// A service in memory, asked one request a transaction. PostgreSQL is given its statements, too, where there is one.
final class ServiceBench {
    let clock = ServiceTestClock()
    let database: SQLiteDatabase
    let service: Service
    private(set) var events: [ServerEvent] = []
    /// Hears of every turn that a request takes, and of the answer with the last one.
    var turnTaken: ((Request, Reply?) -> Void)?

    /// - Parameters:
    ///   - path: where the database is kept.
    ///   - keepsEvents: players are elsewhere, as for a server.
    ///   - recorder: stands between the service and its database.
    ///   - prepare: fills the database before the service opens it.
    init(
        settings: JSON? = nil, seed: UInt64 = 1, path: String = ":memory:", recorder: StatementRecorder? = nil,
        keepsEvents: Bool = false, keeper: (any SecretKeeper)? = nil,
        _ prepare: (SQLiteDatabase) throws -> Void = { _ in }, zoneFile: @escaping (String) -> [UInt8]? = { _ in nil }
    ) throws {
        if path != ":memory:" { try SQLiteDatabase.create(path: path) { _ in } }
        database = try SQLiteDatabase.open(path: path)
        try prepare(database)
        recorder?.real = database
        let tried = TriedOnPostgreSQL(database)
        service = try Service.open(
            database: recorder ?? tried, clock: clock, random: ServiceTestRandom(seed: seed), keepsEvents: keepsEvents, keeper: keeper,
            zoneFile: zoneFile)
        tried.isTrying = true
        if let settings { #expect(console("loadSettings", ["settings": settings]).message == "") }
        _ = takeEvents()
    }

    static let shopSettings: JSON = [
        "app": ["appId": "Shop", "secretKey": "shop-secret"],
        "products": [
            [
                "gamebaseProductId": "gem", "productType": "CONSUMABLE", "marketItemId": "m.gem", "price": "0.99", "currency": "USD",
                "itemSeq": 7,
            ],
            ["gamebaseProductId": "chest", "productType": "CONSUMABLE", "price": "1200", "currency": "JPY"],
            ["gamebaseProductId": "pass", "productType": "AUTO_RENEWABLE", "price": "4.99", "currency": "USD"],
            [
                "gamebaseProductId": "crate", "productType": "CONSUMABLE_AUTO_RENEWABLE", "price": "2.50", "currency": "USD",
                "subscriptionPeriodMilliseconds": 60_000,
            ],
            ["gamebaseProductId": "old", "productType": "CONSUMABLE", "price": "1", "currency": "USD", "active": false],
        ],
    ]

    static func shop() throws -> ServiceBench { try ServiceBench(settings: shopSettings) }

    /// Tests that ask for what no request knows say so: else a slip of the pen would go by as a refusal that nobody looks at.
    var slips = false

    func ask(_ request: Request) -> Reply {
        do {
            try service.begin()
            let looks = clock.looks.load(ordering: .relaxed)
            var reply = try service.reply(to: request)
            // Two dates of one request that are compared would differ now and then.
            let more = clock.looks.load(ordering: .relaxed) - looks
            #expect(more <= 1, "\(request.name.text) looked at the clock \(more) times")
            var unfinished = service.takeUnfinished()
            while true {
                try service.commit()
                events += service.takeEvents()
                turnTaken?(request, unfinished == nil ? reply : nil)
                guard let work = unfinished else {
                    #expect(slips || reply.message.hasPrefix("$") || !reply.message.contains(KnownNames.refusal), "\(reply.message)")
                    return reply
                }
                try service.begin()
                if let answer = try service.proceeded(work) { (reply, unfinished) = (answer, nil) }
            }
        } catch {
            database.rollback()
            service.requestRolledBack()
            Issue.record("the storage failed: \(error)")
            return .failure(ResultCode.storageFailed, error.message)
        }
    }

    func ask(_ api: String, _ parameters: JSON = [:], token: String? = nil) -> Reply {
        ask(Request(api: api, origin: .client, transactionId: "t", accessToken: token, parameters: parameters))
    }

    /// All that is due.
    func sweepAll() throws {
        while let work = service.dueSweep() {
            while true {
                try service.begin()
                let reply = try service.proceeded(work)
                try service.commit()
                if reply != nil { break }
            }
        }
    }

    func console(_ operation: String, _ parameters: JSON = [:]) -> Reply {
        ask(Request(api: "console.\(operation)", origin: .console, transactionId: "t", parameters: parameters))
    }

    func takeEvents() -> [ServerEvent] {
        defer { events = [] }
        return events
    }

    // MARK: Players

    struct Player {
        var userId: String
        var token: String
    }

    func login(_ secret: String = "a-guest-secret-of-32-characters!") throws -> Player {
        let reply = ask("gateway.idPLogin", ["idPInfo": ["idPCode": "guest", "accessToken": .string(secret)], "member": [:]])
        #expect(reply.message == "")
        return Player(
            userId: try #require(reply.body["member"]?["userId"]?.stringValue),
            token: try #require(reply.body["token"]?["accessToken"]?.stringValue))
    }

    // MARK: Purchases

    struct Purchase {
        var paymentSeq: String
        var orderKey: String
        var transactionId: String
        var receipt: String
        var report: JSON {
            [
                "paymentSeq": .string(paymentSeq), "status": "PAID", "storeTransactionId": .string(transactionId),
                "receipt": .string(receipt),
            ]
        }
    }

    func reserve(_ player: Player, _ product: String, requestId: String, payload: String? = nil) -> Reply {
        var parameters: JSONObject = [
            "requestId": .string(requestId), "gamebaseProductId": .string(product), "storeCode": "SANDBOX",
        ]
        if let payload { parameters["payload"] = .string(payload) }
        return ask("purchase.reserve", .object(parameters), token: player.token)
    }

    /// Reserves a gem under a key of the test's choice, unless that is reserved.
    func reserve(_ player: Player, orderKey: String) throws {
        if try count("payments", "order_key = '\(orderKey)'") > 0 { return }
        let seq = reserve(player, "gem", requestId: orderKey).body["paymentSeq"]?.stringValue ?? ""
        _ = try database.run("UPDATE payments SET order_key = ? WHERE payment_seq = ?", [.text(orderKey), .text(seq)])
    }

    /// As if the payment had been given up while its order was under way.
    func close(unpaid seq: String) throws {
        let values: [Value] = [.integer(PaymentState.cancelled), .integer(clock.epochMilliseconds()), .text(seq)]
        _ = try database.run("UPDATE payments SET state = ?, closed_date = ? WHERE payment_seq = ?", values)
    }

    /// Reserves and pays at the SANDBOX store; the service has not heard of the payment yet.
    func pay(_ player: Player, _ product: String, requestId: String, payload: String? = nil) throws -> Purchase {
        let reserved = reserve(player, product, requestId: requestId, payload: payload)
        #expect(reserved.message == "")
        let orderKey = try #require(reserved.body["orderKey"])
        let order = ask(
            "store.begin",
            [
                "orderKey": orderKey, "marketItemId": reserved.body["marketItemId"] ?? nil, "price": reserved.body["price"] ?? nil,
                "currency": reserved.body["currency"] ?? nil,
            ], token: player.token)
        #expect(order.body["status"] == "PAID")
        return Purchase(
            paymentSeq: try #require(reserved.body["paymentSeq"]?.stringValue), orderKey: try #require(orderKey.stringValue),
            transactionId: try #require(order.body["storeTransactionId"]?.stringValue),
            receipt: try #require(order.body["receipt"]?.stringValue))
    }

    /// - Returns: the receipt of a whole purchase.
    func buy(_ player: Player, _ product: String, requestId: String, payload: String? = nil) throws -> JSON {
        let purchase = try pay(player, product, requestId: requestId, payload: payload)
        let reply = ask("purchase.report", purchase.report, token: player.token)
        #expect(reply.message == "")
        return try #require(reply.body["receipt"])
    }

    func state(_ paymentSeq: String) throws -> String? {
        let rows = try database.query("SELECT state FROM payments WHERE payment_seq = ?", [.text(paymentSeq)])
        return rows.first.map { PaymentState.name($0.integer(0)) }
    }

    func count(_ table: String, _ condition: String = "1 = 1") throws -> Int64 {
        try database.query("SELECT COUNT(*) FROM \(table) WHERE \(condition)", []).first?.integer(0) ?? -1
    }

    /// The ledger agrees with everything else.
    func expectSound(_ location: SourceLocation = #_sourceLocation) throws {
        let report = console("checkLedger").body
        #expect(report["sound"] == true, "\(report["differences"]?.text() ?? "")", sourceLocation: location)
        #expect(report["differenceCount"] == 0, sourceLocation: location)
    }

    func receipts(_ api: String, _ player: Player, _ parameters: JSON = ["storeCode": "SANDBOX"]) -> [JSON] {
        ask(api, parameters, token: player.token).body["receipts"]?.arrayValue ?? []
    }

    func change(_ receipt: JSON, _ action: String) -> Reply {
        console("changeSubscription", ["paymentSeq": receipt["paymentSeq"] ?? nil, "action": .string(action)])
    }

    func notConsumed(_ player: Player) -> [JSON] {
        ask("purchase.notConsumed", ["storeCode": "SANDBOX", "allStores": false], token: player.token).body["receipts"]?.arrayValue ?? []
    }

    // MARK: Game servers

    /// - Returns: the body of the answer.
    func server(
        _ method: String, _ path: String, _ body: JSON? = nil, secretKey: String? = "shop-secret", transactionId: String? = nil
    ) throws -> JSON {
        let front = ServerFront(
            ServerCall(
                method: method, path: path, key: secretKey, transactionId: transactionId, body: body?.text() ?? ""))
        var reply = ask(Request(front.request, origin: .gameServer, transactionId: "t", parameters: front.parameters))
        reply.transactionId = "t"
        return try JSON.parse(try #require(front.body(reply)))
    }

    func consume(_ receipt: JSON, transactionId: String? = nil) throws -> JSON {
        try server(
            "POST", "/tcgb-inapp/v1.3/apps/Shop/consume",
            ["paymentSeq": receipt["paymentSeq"] ?? nil, "accessToken": receipt["purchaseToken"] ?? nil], transactionId: transactionId)
    }
}

extension JSON {
    /// Of a game server's answer.
    var headerCode: Int64? { self["header"]?["resultCode"]?.int64Value }
}
