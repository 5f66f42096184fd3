import Codecs
import Linux
import Storage
import Testing

@testable import Messages
@testable import Service

/// Players who subscribe and what their stores do to that, beside which subscriptions players had before and after each request.
private final class SubscriptionWorld {
    static let products = ["pass", "gold", "crate"]
    static let names = ["new", "resumed", "renewed", "lapsed"]

    let bench: ServiceBench
    let first: Int64
    private var random: ServiceTestRandom
    private(set) var turns = 0
    private(set) var today: Int64
    private var players: [ServiceBench.Player] = []
    private var receipts: [JSON] = []
    /// Those that players have, and all that there were: the product of each.
    private var listed: [String: String] = [:]
    private var known: Set<String> = []
    /// By name, product and day.
    private var counts: [String: [String: [Int64: Int64]]] = [:]

    init(seed: UInt64, zone: String) throws {
        let day = CalendarDay.dayMilliseconds
        var settings = try #require(`Subscription requests`.settings.objectValue)
        settings["figures"] = ["utcTimeZone": .string(zone)]
        settings["products"] = .array(
            Self.products.map { name in
                [
                    "gamebaseProductId": .string(name), "productType": name == "crate" ? "CONSUMABLE_AUTO_RENEWABLE" : "AUTO_RENEWABLE",
                    "price": "4.99", "currency": "USD", "subscriptionPeriodMilliseconds": .integer(name == "crate" ? day : 2 * day),
                ]
            })
        settings["sandboxStore"] = [
            "gracePeriodMilliseconds": .integer(day), "accountHoldMilliseconds": .integer(2 * day), "renewalsMax": 4,
        ]
        bench = try ServiceBench(settings: .object(settings), seed: seed)
        random = ServiceTestRandom(seed: seed)
        today = try ConsoleSettings(json: .object(settings)).day(of: bench.clock.epochMilliseconds())
        first = today
        bench.turnTaken = { [unowned self] _, _ in turns += 1 }
    }

    private func pick(_ below: Int) -> Int { Int(random.bytes(1)[0]) % below }

    func play(days: Int) throws {
        for _ in 0..<days {
            try look()
            for _ in 0..<pick(9) { try act() }
            bench.clock.advance(CalendarDay.dayMilliseconds)
            today += 1
        }
        try look()
    }

    private func act() throws {
        if receipts.isEmpty || pick(3) == 0 {
            let player = try bench.login("a-guest-secret-of-many-characters-\(players.count)")
            players.append(player)
            receipts.append(try bench.buy(player, Self.products[pick(3)], requestId: "buy-\(players.count)"))
        } else {
            // Many are refused, as they are not for what the subscription is now. Who is on hold is so for two days.
            let action = pick(2) == 0 ? ["HOLD", "RECOVER"][pick(2)] : Subscriptions.subscriptionActions[pick(9)]
            _ = bench.change(receipts[max(0, receipts.count - 1 - pick(5))], action)
        }
        try count()
    }

    /// Whoever looks books what has become due.
    private func look() throws {
        for player in players { _ = bench.receipts("purchase.activated", player) }
        try count()
    }

    private func count() throws {
        var now: [String: String] = [:]
        for row in try bench.database.query("SELECT original_payment_id, gamebase_product_id, status FROM subscriptions", []) {
            let (id, product) = (row.text(0), row.text(1))
            guard ["ACTIVE", "CANCELED", "IN_GRACE"].contains(row.text(2)) else { continue }
            now[id] = product
            if listed[id] == nil {
                counts[known.contains(id) ? "resumed" : "new", default: [:]][product, default: [:]][today, default: 0] += 1
            }
            known.insert(id)
        }
        for (id, product) in listed where now[id] == nil { counts["lapsed", default: [:]][product, default: [:]][today, default: 0] += 1 }
        listed = now
        for product in Self.products {
            counts["active", default: [:]][product, default: [:]][today] = Int64(listed.values.filter { $0 == product }.count)
            let renewed = try bench.database.query(
                """
                SELECT COUNT(*) FROM ledger l JOIN payments p ON p.payment_seq = l.payment_seq
                WHERE l.movement = 'RENEWED' AND p.gamebase_product_id = ?
                """, [.text(product)]
            ).first?.integer(0)
            let before = (first..<today).reduce(0) { $0 + (counts["renewed"]?[product]?[$1] ?? 0) }
            counts["renewed", default: [:]][product, default: [:]][today] = (renewed ?? 0) - before
        }
    }

    /// - Parameter last: nil for today.
    func figures(by: JSON? = nil, to last: Int64? = nil) throws -> JSON {
        var query: JSONObject = [
            "kind": "subscriptions", "from": .string(FigureRange.text(first)), "to": .string(FigureRange.text(last ?? today)),
            "tests": true,
        ]
        if let by { query["by"] = by }
        let reply = bench.console("figures", .object(query))
        #expect(reply.message == "")
        return reply.body
    }

    func check(_ figures: JSON?, of products: [String], _ names: [String] = names + ["active"], to last: Int64? = nil) {
        for name in names {
            let wanted = (first...(last ?? today)).map { day in products.reduce(Int64(0)) { $0 + (counts[name]?[$1]?[day] ?? 0) } }
            #expect(figures?[name]?.arrayValue?.map { $0.int64Value ?? .min } == wanted, "\(name) of \(products)")
        }
    }

    func total(_ name: String) -> Int64 { counts[name]?.values.reduce(0) { $0 + $1.values.reduce(0, +) } ?? 0 }
}

@Suite struct `Figures of subscriptions` {
    @Test(arguments: [(UInt64(1), "+00:00"), (2, "+09:00"), (3, "-11:30")])
    func `tell by day which began, went on, ended and were there`(seed: UInt64, zone: String) throws {
        let world = try SubscriptionWorld(seed: seed, zone: zone)
        try world.play(days: 70)
        for name in SubscriptionWorld.names { #expect(world.total(name) > 0, "too little is played: \(name)") }
        world.check(try world.figures()["figures"], of: SubscriptionWorld.products)
        let early = world.first + 33
        world.check(try world.figures(to: early)["figures"], of: SubscriptionWorld.products, to: early)
        let parts = try #require(try world.figures(by: "product")["parts"]?.arrayValue)
        #expect(Set(parts.map { $0["value"]?.stringValue }) == Set(SubscriptionWorld.products))
        for part in parts { world.check(part["figures"], of: [part["value"]?.stringValue ?? ""]) }
        let stores = try #require(try world.figures(by: "store")["parts"]?.arrayValue)
        #expect(stores.map { $0["value"] } == ["SANDBOX"])
        world.check(stores.first?["figures"], of: SubscriptionWorld.products)
    }

    @Test(arguments: [UInt64(4), 5]) func `of what an earlier version kept begin with those that there are`(seed: UInt64) throws {
        let world = try SubscriptionWorld(seed: seed, zone: "+00:00")
        try world.play(days: 40)
        let database = world.bench.database
        // All sums are added up.
        _ = try world.figures()
        try database.begin()
        let measures = "('subscribers', 'subscribed', 'resumed', 'renewed', 'lapsed')"
        _ = try database.run("DELETE FROM figures WHERE measure IN \(measures)", [])
        for statement in Schema.subscriptionsOfBefore { _ = try database.run(statement, []) }
        try database.commit()
        let figures = try world.figures()["figures"]
        world.check(figures, of: SubscriptionWorld.products, ["new", "renewed"])
        func last(_ figures: JSON?, _ name: String) -> JSON? { figures?[name]?.arrayValue?.last }
        let running = try world.bench.count("subscriptions", "status IN \(Subscription.listed)")
        #expect(last(figures, "active") == .integer(running) && running > 0)
        #expect(figures?["active"]?.arrayValue?.allSatisfy { ($0.int64Value ?? -1) >= 0 } == true)
        try world.play(days: 20)
        let running2 = try world.bench.count("subscriptions", "status IN \(Subscription.listed)")
        #expect(last(try world.figures()["figures"], "active") == .integer(running2))
    }

    @Test func `leave tests out when they are told to, and are divided by product and store alone`() throws {
        let world = try SubscriptionWorld(seed: 6, zone: "+00:00")
        try world.play(days: 10)
        let usual = world.bench.console("figures", ["kind": "subscriptions", "tests": false]).body["figures"]?["new"]?.arrayValue
        #expect(usual?.allSatisfy { $0 == 0 } == true)
        // So long ago that a turn for every 20 days would be thousands.
        let before = world.turns
        let long = world.bench.console("figures", ["kind": "subscriptions", "from": "0900-01-01", "to": "0900-03-01", "tests": true]).body
        #expect(long["figures"]?["active"]?.arrayValue?.allSatisfy { $0 == 0 } == true && world.turns - before < 5)
        let refused = world.bench.console("figures", ["kind": "subscriptions", "by": "country"])
        #expect(refused.message.contains("product, store"))
    }
}
