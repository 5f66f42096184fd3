@testable import Messages
@testable import Service
import Codecs
import Storage
import Testing

@Suite struct `Subscription requests` {
    static let settings: JSON = [
        "app": ["appId": "Shop", "secretKey": "shop-secret"],
        "products": [
            [
                "gamebaseProductId": "pass", "productType": "AUTO_RENEWABLE", "price": "4.99", "currency": "USD",
                "subscriptionPeriodMilliseconds": 1000, "subscriptionGroup": "vip",
            ],
            [
                "gamebaseProductId": "gold", "productType": "AUTO_RENEWABLE", "price": "9.99", "currency": "USD",
                "subscriptionPeriodMilliseconds": 1000, "subscriptionGroup": "vip",
            ],
            [
                "gamebaseProductId": "crate", "productType": "CONSUMABLE_AUTO_RENEWABLE", "price": "2.50", "currency": "USD",
                "subscriptionPeriodMilliseconds": 1000,
            ],
        ],
        "sandboxStore": ["gracePeriodMilliseconds": 300, "accountHoldMilliseconds": 500, "renewalsMax": 5],
    ]

    func shop() throws -> (ServiceBench, ServiceBench.Player) {
        let bench = try ServiceBench(settings: Self.settings)
        return (bench, try bench.login())
    }

    func statuses(_ bench: ServiceBench, _ player: ServiceBench.Player) -> [String] {
        bench.receipts("purchase.activated", player).map { $0["subscriptionStatus"]?.stringValue ?? "" }
    }

    // invariant 18; invariant 27
    @Test func `each renewal is one unconsumed entry, however often and how late somebody looks`() throws {
        for looks in [1, 3, 40] {
            let (bench, player) = try shop()
            let crate = try bench.buy(player, "crate", requestId: "r")
            for _ in 0..<looks {
                bench.clock.advance(3600 / Int64(looks))
                _ = bench.notConsumed(player)
                _ = bench.receipts("purchase.restore", player)
            }
            let entries = bench.notConsumed(player)
            #expect(entries.count == 4)
            let began = crate["purchaseTime"]?.int64Value ?? 0
            // The dates are those of the periods, not those of whoever looked.
            #expect(entries.map { ($0["purchaseTime"]?.int64Value ?? 0) - began } == [0, 1000, 2000, 3000])
            #expect(entries.map { ($0["expiryTime"]?.int64Value ?? 0) - began } == [1000, 2000, 3000, 4000])
            let original = crate["paymentId"]?.stringValue ?? ""
            #expect(entries.map { $0["paymentId"]?.stringValue } == [original, "\(original)..1", "\(original)..2", "\(original)..3"])
            #expect(entries.allSatisfy { $0["originalPaymentId"]?.stringValue == original })
            #expect(Set(entries.map { $0["paymentSeq"]?.stringValue }).count == 4)
            #expect(try bench.count("ledger", "movement = 'RENEWED'") == 3)
            for entry in entries { #expect(try bench.consume(entry).headerCode == 0) }
            #expect(bench.notConsumed(player).isEmpty)
            #expect(bench.receipts("purchase.restore", player).count == 4)
            #expect(bench.notConsumed(player).isEmpty)
            try bench.expectSound()
        }
    }

    @Test func `periods of one millisecond follow each other without a gap`() throws {
        let product: JSON = [
            "gamebaseProductId": "crate", "productType": "CONSUMABLE_AUTO_RENEWABLE", "price": "1", "currency": "USD",
            "subscriptionPeriodMilliseconds": 1,
        ]
        let bench = try ServiceBench(settings: ["products": [product]])
        let player = try bench.login()
        let began = try bench.buy(player, "crate", requestId: "r")["purchaseTime"]?.int64Value ?? 0
        bench.clock.advance(3)
        let entries = bench.notConsumed(player)
        #expect(entries.map { ($0["purchaseTime"]?.int64Value ?? 0) - began } == [0, 1, 2, 3])
        #expect(entries.map { ($0["expiryTime"]?.int64Value ?? 0) - began } == [1, 2, 3, 4])
    }

    @Test func `a subscription that is ended within its period ends now, and not when it would have`() throws {
        let (bench, player) = try shop()
        let pass = try bench.buy(player, "pass", requestId: "r")
        bench.clock.advance(400)
        #expect(bench.change(pass, "EXPIRE").body["expiryDate"] == .integer(bench.clock.epochMilliseconds()))
        let again = try bench.buy(player, "pass", requestId: "r2")
        bench.clock.advance(400)
        #expect(bench.change(again, "REVOKE").body["expiryDate"] == .integer(bench.clock.epochMilliseconds()))
        let held = try bench.buy(player, "pass", requestId: "r3")
        bench.clock.advance(400)
        #expect(bench.change(held, "HOLD").body["expiryDate"] == .integer(bench.clock.epochMilliseconds()))
    }

    // invariant 17
    @Test func `a subscription renews no more often than the sandbox allows, though ten years go by`() throws {
        var (bench, player) = try shop()
        _ = try bench.buy(player, "crate", requestId: "r")
        _ = try bench.buy(player, "pass", requestId: "p")
        bench.clock.advance(10 * 365 * 86_400_000)
        player = try bench.login()
        #expect(bench.notConsumed(player).count == 6)
        #expect(statuses(bench, player).isEmpty)
        #expect(bench.receipts("purchase.restore", player).count == 12)
        try bench.expectSound()
    }

    @Test func `grace is in the active list and brings no entry; hold, pause and expiry are in neither`() throws {
        let (bench, player) = try shop()
        let crate = try bench.buy(player, "crate", requestId: "r")
        _ = try bench.consume(crate)
        #expect(bench.change(crate, "FAIL_RENEWAL").isSuccess)
        #expect(statuses(bench, player) == ["ACTIVE"])
        bench.clock.advance(1000)
        #expect(statuses(bench, player) == ["IN_GRACE"])
        let began = crate["purchaseTime"]?.int64Value ?? 0
        #expect(bench.receipts("purchase.activated", player).first?["expiryTime"] == .integer(began + 1300))
        #expect(bench.notConsumed(player).isEmpty)
        bench.clock.advance(300)
        #expect(statuses(bench, player).isEmpty)
        #expect(bench.notConsumed(player).isEmpty)
        #expect(bench.reserve(player, "crate", requestId: "again").body["detailCode"] == 5)
        bench.clock.advance(500)
        #expect(bench.receipts("purchase.restore", player).first?["subscriptionStatus"] == "EXPIRED")
        #expect(bench.reserve(player, "crate", requestId: "again").isSuccess)
        #expect(bench.notConsumed(player).isEmpty)
        try bench.expectSound()
    }

    @Test func `a payment that succeeds after all carries the subscription on`() throws {
        let (bench, player) = try shop()
        for (status, after) in [("IN_GRACE", Int64(1100)), ("ON_HOLD", 1500)] {
            let crate = try bench.buy(player, "crate", requestId: status)
            #expect(bench.change(crate, "FAIL_RENEWAL").isSuccess)
            bench.clock.advance(after)
            let before = bench.notConsumed(player).count
            let reply = bench.change(crate, "RECOVER")
            #expect(reply.body["referenceStatus"] == "RECOVERED")
            #expect(bench.notConsumed(player).count == before + 1)
            #expect(statuses(bench, player) == ["ACTIVE"])
            // In grace the new period follows the old one, on hold it begins with the payment.
            let began = crate["purchaseTime"]?.int64Value ?? 0
            #expect(reply.body["expiryDate"] == .integer(status == "IN_GRACE" ? began + 2000 : began + 2500))
            #expect(bench.change(crate, "EXPIRE").isSuccess)
        }
        let pass = try bench.buy(player, "pass", requestId: "pass")
        #expect(bench.change(pass, "PAUSE").body["referenceStatus"] == "PAUSE_SCHEDULED")
        #expect(statuses(bench, player) == ["ACTIVE"])
        bench.clock.advance(50_000)
        #expect(statuses(bench, player).isEmpty)
        #expect(bench.change(pass, "RECOVER").body["status"] == "ACTIVE")
        #expect(statuses(bench, player) == ["ACTIVE"])
        try bench.expectSound()
    }

    @Test func `a grace that the store begins before its time is paid for from its beginning on`() throws {
        let (bench, player) = try shop()
        let crate = try bench.buy(player, "crate", requestId: "r")
        let began = crate["purchaseTime"]?.int64Value ?? 0
        bench.clock.advance(400)
        #expect(bench.change(crate, "GRACE").body["expiryDate"] == .integer(began + 700))
        bench.clock.advance(100)
        #expect(bench.change(crate, "RECOVER").body["expiryDate"] == .integer(began + 1400))
    }

    @Test func `a subscription that is cancelled while nothing is paid ends at once, and can be bought again`() throws {
        let (bench, player) = try shop()
        for (action, wait) in [("FAIL_RENEWAL", Int64(1000)), ("HOLD", 10), ("PAUSE", 1000)] {
            let pass = try bench.buy(player, "pass", requestId: action)
            #expect(bench.change(pass, action).isSuccess)
            bench.clock.advance(wait)
            let cancelled = bench.change(pass, "CANCEL")
            #expect(cancelled.body["status"] == "EXPIRED", "\(action)")
            #expect(cancelled.body["expiryDate"]?.int64Value ?? .max <= bench.clock.epochMilliseconds(), "\(action)")
        }
    }

    // code 14
    @Test func `a cancelled subscription runs to the end of what was paid, and can be taken up again before`() throws {
        let (bench, player) = try shop()
        let pass = try bench.buy(player, "pass", requestId: "r")
        #expect(bench.change(pass, "CANCEL").body["referenceStatus"] == "CANCELED_SUBSCRIPTION")
        bench.clock.advance(999)
        #expect(statuses(bench, player) == ["CANCELED"])
        #expect(bench.change(pass, "RESTART").body["referenceStatus"] == "RESTARTED")
        bench.clock.advance(1)
        #expect(statuses(bench, player) == ["ACTIVE"])
        #expect(bench.change(pass, "CANCEL").isSuccess)
        bench.clock.advance(1000)
        #expect(statuses(bench, player).isEmpty)
        let late = bench.change(pass, "RESTART")
        #expect(late.resultCode == ResultCode.paymentStateInvalid)
        #expect(late.body["detailCode"] == 14)
        let again = try bench.buy(player, "pass", requestId: "r2")
        #expect(again["referenceStatus"] == "REPURCHASED")
        #expect(again["originalPaymentId"] != pass["originalPaymentId"])
    }

    // code 5; code 6
    @Test func `one product of a group at a time`() throws {
        let (bench, player) = try shop()
        let pass = try bench.buy(player, "pass", requestId: "r")
        #expect(bench.reserve(player, "gold", requestId: "g").body["detailCode"] == 5)
        #expect(bench.reserve(player, "crate", requestId: "c").isSuccess)
        #expect(bench.change(pass, "EXPIRE").isSuccess)
        let gold = bench.reserve(player, "gold", requestId: "g").body
        #expect(gold["paymentSeq"] != nil)
        // While a parent is asked about one of the group, no other begins.
        #expect(
            bench.ask("purchase.report", ["paymentSeq": gold["paymentSeq"] ?? nil, "status": "PENDING"], token: player.token).body["state"]
                == "STORE_PENDING")
        let other = bench.reserve(player, "pass", requestId: "p2")
        #expect(other.resultCode == ResultCode.alreadyInProgress)
        #expect(other.body["detailCode"] == 6)
    }

    @Test func `a refunded period leaves the lists and ends its subscription; an earlier one leaves alone`() throws {
        let (bench, player) = try shop()
        _ = try bench.buy(player, "crate", requestId: "r")
        bench.clock.advance(1000)
        let entries = bench.notConsumed(player)
        #expect(entries.count == 2)
        func refund(_ place: Int) -> Reply {
            bench.console("refund", ["paymentSeq": entries[place]["paymentSeq"] ?? nil, "kind": "REFUND"])
        }
        #expect(refund(0).isSuccess)
        #expect(bench.notConsumed(player) == [entries[1]])
        #expect(statuses(bench, player) == ["ACTIVE"])
        #expect(refund(1).isSuccess)
        #expect(bench.notConsumed(player).isEmpty)
        #expect(statuses(bench, player).isEmpty)
        #expect(bench.receipts("purchase.restore", player).isEmpty)
        bench.clock.advance(10_000)
        #expect(bench.notConsumed(player).isEmpty)
        #expect(try bench.consume(entries[0]).headerCode == 5000)
        try bench.expectSound()
    }

    // invariant 17
    @Test func `a clock that goes back revives nothing and renews nothing twice`() throws {
        let (bench, player) = try shop()
        let crate = try bench.buy(player, "crate", requestId: "r")
        bench.clock.advance(1500)
        #expect(bench.notConsumed(player).count == 2)
        bench.clock.advance(-86_400_000)
        #expect(bench.notConsumed(player).count == 2)
        bench.clock.advance(86_400_000)
        #expect(bench.notConsumed(player).count == 2)
        #expect(bench.change(crate, "CANCEL").isSuccess)
        bench.clock.advance(10_000)
        #expect(statuses(bench, player).isEmpty)
        bench.clock.advance(-10_000)
        #expect(statuses(bench, player).isEmpty)
        try bench.expectSound()
    }

    @Test func `the member's game is told of what happens to its subscriptions`() throws {
        let (bench, player) = try shop()
        let crate = try bench.buy(player, "crate", requestId: "r")
        _ = bench.takeEvents()
        bench.clock.advance(2000)
        #expect(bench.change(crate, "FAIL_RENEWAL").isSuccess)
        bench.clock.advance(5000)
        _ = bench.notConsumed(player)
        let events = bench.takeEvents().filter { $0.kind == "purchaseChanged" }
        #expect(events.allSatisfy { $0.userId == player.userId })
        #expect(events.map { $0.body["cause"]?.stringValue } == ["RENEWED", "RENEWED", "EXPIRED"])
        #expect(events.first?.body["receipt"]?["paymentId"]?.stringValue?.hasSuffix("..1") == true)
    }

    @Test func `a first subscription is one, whoever has subscribed before, and who comes back has had it`() throws {
        let bench = try ServiceBench(settings: Self.settings)
        let players = try ["the-secret-of-the-first-of-them!", "the-secret-of-the-second-of-them"].map { try bench.login($0) }
        for player in players {
            let first = try bench.buy(player, "crate", requestId: "r")
            #expect(first["referenceStatus"] == "PURCHASED")
            #expect(bench.change(first, "EXPIRE").isSuccess)
            #expect(try bench.buy(player, "pass", requestId: "p")["referenceStatus"] == "PURCHASED")
        }
        for player in players {
            #expect(try bench.buy(player, "crate", requestId: "again")["referenceStatus"] == "REPURCHASED")
        }
    }

    @Test func `of what was begun outside the game the first period is marked, and those behind it are not`() throws {
        let (bench, player) = try shop()
        let begun = bench.console(
            "startPromotion", ["gamebaseProductId": "crate", "userId": .string(player.userId), "paid": true])
        let adopted = bench.ask(
            "purchase.adopt",
            ["storeCode": "SANDBOX", "kind": "PROMOTION", "storeTransactionId": begun.body["storeTransactionId"] ?? nil],
            token: player.token)
        #expect(adopted.body["isNew"] == true)
        bench.clock.advance(2_000)
        #expect(bench.notConsumed(player).map { $0["isPromotion"] } == [true, false, false])
    }

    @Test func `a withdrawn member pays for no further period`() throws {
        let (bench, player) = try shop()
        _ = try bench.buy(player, "crate", requestId: "r")
        #expect(bench.ask("gateway.withdraw", token: player.token).isSuccess)
        bench.clock.advance(100_000)
        try bench.expectSound()
        #expect(try bench.count("payments") == 1)
    }

    @Test func `subscriptions sold by an earlier version run to their end and stop there`() throws {
        let clock = ServiceTestClock()
        let now = clock.epochMilliseconds()
        let database = try SQLiteDatabase.open(path: ":memory:")
        try Migrations.apply(Schema.migrations.filter { $0.version < 6 }, to: database)
        _ = try database.run("INSERT INTO members (user_id, valid, registered_date) VALUES ('M', 'Y', 1)", [])
        for (number, state, expiry) in [(1, Int64(40), now + 1000), (2, 50, now - 1000), (3, 10, 0)] {
            _ = try database.run(
                """
                INSERT INTO payments (payment_seq, order_key, user_id, request_id, state, store_finished, store_code, gamebase_product_id,
                    item_seq, market_item_id, product_type, price, currency, subscription_period, is_sandbox, reserved_date,
                    store_transaction_id, purchase_token, original_payment_id, purchase_date, expiry_date, granted_date, consumed_date)
                VALUES (?, ?, 'M', ?, ?, 1, 'SANDBOX', 'crate', 1, 'crate', 'CONSUMABLE_AUTO_RENEWABLE', '2.50', 'USD', 1000, 1, 1, ?, ?, ?, 1, ?, 1, ?)
                """,
                [
                    .text("202611180000000000\(number)"), .text("o\(number)"), .text("r\(number)"), .integer(state), .text("t\(number)"),
                    .text("token\(number)"), state >= 40 ? .text("t\(number)") : .null, state >= 40 ? .integer(expiry) : .null,
                    state == 50 ? .integer(2) : .null,
                ])
            for movement in state == 10 ? [] : state == 40 ? ["CAPTURED", "GRANTED"] : ["CAPTURED", "GRANTED", "CONSUMED"] {
                _ = try database.run(
                    "INSERT INTO ledger (payment_seq, movement, amount, currency, moved_date) VALUES (?, ?, '2.50', 'USD', 1)",
                    [.text("202611180000000000\(number)"), .text(movement)])
            }
        }
        let service = try Service.open(database: database, clock: clock, random: ServiceTestRandom(seed: 1))
        func ask(_ api: String, _ parameters: JSON = [:]) throws -> JSON {
            try database.begin()
            let reply = try service.reply(to: Request(api: "console.\(api)", origin: .console, transactionId: "t", parameters: parameters))
            try database.commit()
            return reply.body
        }
        func statuses() throws -> [String?] {
            (try ask("payments", ["userId": "M"])["payments"]?.arrayValue ?? []).map { $0["subscriptionStatus"]?.stringValue }
        }
        #expect(try statuses() == ["CANCELED", "EXPIRED", nil])
        clock.advance(5000)
        #expect(try statuses() == ["EXPIRED", "EXPIRED", nil])
        #expect(try ask("checkLedger")["sound"] == true)
    }
}
