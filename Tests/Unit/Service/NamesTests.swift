@testable import Messages
@testable import Service
import Codecs
import Storage
import Testing

/// What clients name and what the service names itself: none can take the other's name.
@Suite struct `Names` {
    private func crates() throws -> (ServiceBench, ServiceBench.Player, JSON) {
        let bench = try ServiceBench(settings: `Subscription requests`.settings)
        let player = try bench.login()
        return (bench, player, try bench.buy(player, "crate", requestId: "r"))
    }

    @Test func `a client's name for its request is in no way of the service's own`() throws {
        let (bench, player, crate) = try crates()
        let original = crate["paymentId"]?.stringValue ?? ""
        let next = try #require(Int64(crate["paymentSeq"]?.stringValue ?? ""))
        var names = (1...3).map { "renewal-\(original)..\($0)" }
        for number in 1...40 { names += ["late", "adopted", "import"].map { "\($0)-\(next + Int64(number))" } }
        for name in names { #expect(bench.reserve(player, "crate", requestId: name).resultCode == ResultCode.alreadyOwned) }
        #expect(bench.change(crate, "EXPIRE").isSuccess)
        for name in names.prefix(3) { #expect(bench.reserve(player, "crate", requestId: name).message == "") }
        let again = try bench.buy(player, "crate", requestId: "again")
        for name in ["renewal-\(again["paymentId"]?.stringValue ?? "")..1", "client again", "again "] {
            _ = bench.reserve(player, "crate", requestId: name)
        }
        bench.clock.advance(3600)
        #expect(bench.notConsumed(player).count == 2 + 3)
        try bench.expectSound()
    }

    @Test func `a purchase that an older version began is the same purchase after the change`() throws {
        let clock = ServiceTestClock()
        let database = try SQLiteDatabase.open(path: ":memory:")
        try Migrations.apply(Schema.migrations.filter { $0.version < 10 }, to: database)
        _ = try database.run("INSERT INTO members (user_id, valid, registered_date) VALUES ('U', 'Y', 0)", [])
        let insert = """
            INSERT INTO payments (payment_seq, order_key, user_id, request_id, state, store_finished, store_code, gamebase_product_id, item_seq,
                market_item_id, product_type, price, currency, subscription_period, is_sandbox, reserved_date, store_transaction_id, purchase_date)
            VALUES (?, ?, 'U', ?, ?, 0, 'SANDBOX', 'gem', 7, 'm.gem', 'CONSUMABLE', '0.99', 'USD', 0, 1, 5, ?, ?)
            """
        // Names of clients, some like the service's own and one like another's name with the word; then the service's own.
        let rows: [(seq: String, name: String, transaction: String?)] = [
            ("11", "an-id", nil), ("12", "client an-id", nil), ("13", "client client an-id", nil), ("14", "renewal-x..1", nil),
            ("15", "late-16", nil),
            ("16", "late-16 ", nil), ("17", "late-17", "t17"), ("18", "adopted-18", "t18"), ("19", "import-19", "t19"),
            ("20", "renewal-t..1", "t..1"),
        ]
        for row in rows {
            _ = try database.run(
                insert,
                [
                    .text(row.seq), .text("SANDBOX-\(row.seq)"), .text(row.name), .integer(row.transaction == nil ? 10 : 40),
                    Value(row.transaction),
                    row.transaction == nil ? .null : .integer(77),
                ])
        }
        _ = try database.run(
            "INSERT INTO ledger (payment_seq, movement, amount, currency, moved_date) VALUES ('17', 'CAPTURED', '0.99', 'USD', 99)", [])
        _ = try Service.open(database: database, clock: clock, random: ServiceTestRandom(seed: 1))
        let names = try database.query("SELECT request_id, paid_date FROM payments ORDER BY payment_seq", [])
        #expect(names.map { $0.text(0) } == rows.map { $0.transaction == nil ? "client " + $0.name : $0.name })
        #expect(names.map { $0.integerOrNil(1) } == [nil, nil, nil, nil, nil, nil, 99, 77, 77, 77])
    }

    @Test func `a purchase cut short before the change of version is carried on by its id`() throws {
        let bench = try ServiceBench.shop()
        let player = try bench.login()
        let first = bench.reserve(player, "gem", requestId: "id").body
        // As it was stored before.
        _ = try bench.database.run("UPDATE payments SET request_id = 'id'", [])
        _ = try bench.database.run("DROP INDEX payments_by_paid_date", [])
        _ = try bench.database.run("ALTER TABLE payments DROP COLUMN paid_date", [])
        for statement in Schema.paidDates + Schema.requestNames { _ = try bench.database.run(statement, []) }
        let service = try Service.open(database: bench.database, clock: bench.clock, random: ServiceTestRandom(seed: 2))
        try bench.database.begin()
        let again = try service.reply(
            to:
                Request(
                    api: "purchase.reserve", origin: .client, transactionId: "t", accessToken: player.token,
                    parameters: ["requestId": "id", "gamebaseProductId": "gem", "storeCode": "SANDBOX"]))
        try bench.database.commit()
        #expect(again.body == first)
        #expect(try bench.count("payments") == 1)
    }

    @Test func `a subscription that cannot be carried on stops no other, and the operator is told of it`() throws {
        let (bench, player, crate) = try crates()
        let other = try bench.login("the-secret-of-quite-another-guest")
        let pass = try bench.buy(other, "pass", requestId: "r")
        let own = try bench.buy(player, "gold", requestId: "own")
        _ = bench.takeEvents()
        // Another payment has the number of the next period at the store.
        _ = try bench.database.run(
            "UPDATE payments SET store_transaction_id = ? WHERE payment_seq = ?",
            [
                .text("\(crate["paymentId"]?.stringValue ?? "")..1"), .text(own["paymentSeq"]?.stringValue ?? ""),
            ])
        bench.clock.advance(1500)
        #expect(bench.receipts("purchase.activated", other).count == 1)
        #expect(bench.events.filter { $0.kind == "purchaseChanged" }.map { $0.userId } == [other.userId])
        #expect(bench.receipts("purchase.activated", player).count == 2)
        let report = bench.console("checkLedger").body
        #expect(report["sound"] == false)
        #expect(
            report["differences"]?.arrayValue?.contains { $0["reason"]?.stringValue?.contains("is due and cannot be carried on") == true }
                == true)
        #expect(try bench.count("payments", "original_payment_id = '\(pass["paymentId"]?.stringValue ?? "")'") == 2)
        // Of the one that failed nothing is there, and what the player could buy and withdraw is not held up.
        #expect(try bench.count("payments", "original_payment_id = '\(crate["paymentId"]?.stringValue ?? "")'") == 1)
        #expect(bench.ask("gateway.withdraw", token: player.token).isSuccess)
    }

    @Test func `many subscriptions that stay due end the ledger's check, and it names each once`() throws {
        let bench = try ServiceBench.shop()
        for index in 0..<25 { _ = try bench.buy(try bench.login("the-secret-of-the-guest-number-\(index)"), "crate", requestId: "r") }
        // Those that were first have lost their payment.
        _ = try bench.database.run("UPDATE subscriptions SET payment_seq = 'none-' || payment_seq", [])
        bench.clock.advance(1)
        let crate = try bench.buy(try bench.login(), "crate", requestId: "r")
        bench.clock.advance(61_000)
        try bench.database.begin()
        var reply: Reply? = try bench.service.reply(to: Request(api: "console.checkLedger", origin: .console, transactionId: "t"))
        var slices = 1
        if let work = bench.service.takeUnfinished() {
            reply = nil
            while reply == nil, slices < 20 {
                slices += 1
                try bench.database.commit()
                try bench.database.begin()
                reply = try bench.service.proceeded(work)
            }
        }
        try bench.database.commit()
        #expect(slices == 2)
        let reasons = reply?.body["differences"]?.arrayValue?.compactMap { $0["reason"]?.stringValue } ?? []
        #expect(reasons.filter { $0.contains("is due and cannot be carried on") }.count == 25)
        #expect(reasons.filter { $0.contains("its payment is missing") }.count == 25)
        #expect(try bench.count("payments", "original_payment_id = '\(crate["paymentId"]?.stringValue ?? "")'") == 2)
    }

    @Test func `a client's event takes nothing from the purchase metric`() throws {
        let bench = try ServiceBench.shop()
        let player = try bench.login()
        let purchase = try bench.pay(player, "gem", requestId: "r")
        let sent = bench.ask(
            "presence.sendEvents",
            [
                "events": [
                    [
                        "eventId": .string("purchase-\(purchase.paymentSeq)"), "type": "levelUp", "time": 1,
                        "userId": .string(player.userId), "data": ["userLevel": 1],
                    ],
                    ["eventId": "e", "type": "levelUp", "time": 1, "userId": .string(player.userId), "data": ["userLevel": 1]],
                ]
            ], token: player.token
        ).body
        #expect(sent["accepted"] == 1)
        #expect(sent["rejected"] == 1)
        #expect(bench.ask("purchase.report", purchase.report, token: player.token).isSuccess)
        #expect(try bench.count("analytics_events", "type = 'completePurchase'") == 1)
    }

    @Test func `an order key that another member gave is no claim to a member's own order`() throws {
        let shop = try `Other stores`.Shop()
        let thief = try shop.bench.login("the-secret-of-quite-another-guest")
        let seq = shop.reserve("gem", "r")
        let order = "STEAM-\((Int64(seq) ?? 0) + 2)"
        let stolen = shop.bench.ask(
            "purchase.adopt",
            [
                "storeCode": "STEAM", "kind": "FOREIGN", "storeTransactionId": "t-thief", "orderKey": .string(order),
                "marketItemId": "1001",
            ], token: thief.token)
        #expect(stolen.message == "")
        let own = shop.ask("purchase.reserve", ["requestId": "r2", "gamebaseProductId": "gem", "storeCode": "STEAM"]).body
        #expect(own["orderKey"] == .string(order))
        let mine = shop.ask(
            "purchase.adopt",
            [
                "storeCode": "STEAM", "kind": "FOREIGN", "storeTransactionId": "t-mine", "orderKey": .string(order), "marketItemId": "1001",
            ])
        #expect(mine.body["receipt"]?["paymentSeq"] == own["paymentSeq"])
        #expect(shop.all.count == 1)
    }
}
