@testable import Messages
@testable import Service
import Codecs
import Storage
import Testing

@Suite struct `Other stores` {
    static let settings: JSON = [
        "app": ["appId": "Shop", "secretKey": "shop-secret"],
        "stores": [["storeCode": "SANDBOX"], ["storeCode": "STEAM"], ["storeCode": "WEB", "verification": "SERVER"]],
        "products": [
            [
                "gamebaseProductId": "gem", "productType": "CONSUMABLE", "storeCode": "STEAM", "marketItemId": "1001", "price": "1.50",
                "currency": "USD",
            ],
            [
                "gamebaseProductId": "crate", "productType": "CONSUMABLE_AUTO_RENEWABLE", "storeCode": "STEAM", "price": "2.50",
                "currency": "USD",
            ],
            ["gamebaseProductId": "pass", "productType": "AUTO_RENEWABLE", "storeCode": "STEAM", "price": "4", "currency": "USD"],
            ["gamebaseProductId": "gem", "productType": "CONSUMABLE", "storeCode": "WEB", "price": "1.50", "currency": "USD"],
            ["gamebaseProductId": "coin", "productType": "CONSUMABLE", "price": "7", "currency": "USD"],
            [
                "gamebaseProductId": "club", "productType": "CONSUMABLE_AUTO_RENEWABLE", "price": "3.10", "currency": "USD",
                "subscriptionPeriodMilliseconds": 1000,
            ],
        ],
    ]

    struct Shop {
        let bench: ServiceBench
        var player: ServiceBench.Player

        init() throws {
            bench = try ServiceBench(settings: `Other stores`.settings)
            player = try bench.login()
        }

        func ask(_ api: String, _ parameters: JSON) -> Reply { bench.ask(api, parameters, token: player.token) }

        func reserve(_ product: String, _ requestId: String, store: String = "STEAM") -> String {
            let reply = ask(
                "purchase.reserve", ["requestId": .string(requestId), "gamebaseProductId": .string(product), "storeCode": .string(store)])
            #expect(reply.message == "")
            return reply.body["paymentSeq"]?.stringValue ?? ""
        }

        func report(_ seq: String, _ status: String, _ more: JSONObject = [:]) -> Reply {
            var parameters: JSONObject = ["paymentSeq": .string(seq), "status": .string(status)]
            for member in more.members { parameters[member.key] = member.value }
            return ask("purchase.report", .object(parameters))
        }

        func paid(_ seq: String, _ transaction: String, _ more: JSONObject = [:]) -> Reply {
            var all: JSONObject = ["storeTransactionId": .string(transaction), "receipt": "r"]
            for member in more.members { all[member.key] = member.value }
            return report(seq, "PAID", all)
        }

        var all: [JSON] { bench.receipts("purchase.notConsumed", player, ["allStores": true]) }
    }

    // invariant 7; invariant 15
    @Test func `a capture-last store goes through APPROVED, durable before the money is asked for, and no step goes back`() throws {
        let shop = try Shop()
        let seq = shop.reserve("gem", "r")
        #expect(shop.report(seq, "INIT").body["state"] == "RESERVED")
        #expect(shop.report(seq, "PENDING").body["state"] == "STORE_PENDING")
        #expect(shop.report(seq, "APPROVED", ["storeTransactionId": "t1"]).body["state"] == "APPROVED")
        let open = shop.ask("purchase.open", [:]).body["payments"]?.arrayValue?.first
        #expect(open?["isAuthorized"] == true)
        #expect(open?["storeTransactionId"] == "t1")
        #expect(open?["orderNumber"]?.stringValue.flatMap { UInt64($0) } != nil)
        #expect(try shop.bench.count("ledger") == 0)
        #expect(shop.report(seq, "PENDING").body["state"] == "APPROVED")
        let granted = shop.paid(seq, "t1", ["price": "1.5", "currency": "USD", "marketItemId": "1001"])
        #expect(granted.body["state"] == "UNCONSUMED")
        #expect(granted.body["receipt"]?["sandboxPayment"] == true)
        for status in ["INIT", "PENDING", "APPROVED", "CANCELLED", "DECLINED", "UNKNOWN"] {
            #expect(shop.report(seq, status, ["storeTransactionId": "t1"]).body["state"] == "UNCONSUMED")
        }
        #expect(shop.paid(seq, "t1").body == granted.body)
        #expect(shop.all.count == 1)
        try shop.bench.expectSound()
    }

    // code 9; code 10; code 18
    @Test func `what an adapter says no to is closed with its reason`() throws {
        let shop = try Shop()
        for (status, state, code) in [
            ("DENIED", "CANCELLED", Int64(9)), ("CANCELLED", "CANCELLED", 9), ("FAILED", "DECLINED", 10), ("DECLINED", "DECLINED", 10),
        ] {
            let reply = shop.report(shop.reserve("gem", status), status)
            #expect(reply.body["state"] == .string(state))
            #expect(reply.body["detailCode"] == .integer(code))
        }
        let seq = shop.reserve("gem", "limit")
        #expect(shop.report(seq, "FAILED", ["detailCode": 18, "storeErrorCode": "106"]).body["detailCode"] == 18)
        #expect(shop.report(seq, "FAILED").body["detailCode"] == 18)
        #expect(shop.report(seq, "nonsense").message.hasPrefix("status: must be"))
        #expect(try shop.bench.count("payments", "store_error = '106'") == 1)
    }

    @Test func `what a store took in another amount, and gave back before it was heard of, is entered as it was`() throws {
        let shop = try Shop()
        let seq = shop.reserve("gem", "r")
        for _ in 0..<2 {
            #expect(shop.report(seq, "REFUNDED", ["storeTransactionId": "t", "price": "1.49"]).body["state"] == "DECLINED")
        }
        #expect(try shop.bench.count("ledger", "amount = '1.49'") == 2 && shop.bench.count("ledger") == 2)
        #expect(try shop.bench.count("unmatched_money", "returned = 'REFUNDED'") == 1)
        try shop.bench.expectSound()
    }

    @Test func `a transaction that is another payment's does not go back as this one's`() throws {
        let shop = try Shop()
        let (first, second) = (shop.reserve("gem", "r1"), shop.reserve("gem", "r2"))
        #expect(shop.paid(first, "t").body["state"] == "UNCONSUMED")
        #expect(shop.report(second, "REFUNDED", ["storeTransactionId": "t"]).resultCode == ResultCode.receiptRefused)
        #expect(try shop.bench.state(first) == "UNCONSUMED" && shop.bench.state(second) == "RESERVED")
        #expect(try shop.bench.count("ledger") == 2)
        try shop.bench.expectSound()
    }

    @Test func `what was paid at a store that the settings do not name any more does not go back by an operator's word`() throws {
        let shop = try Shop()
        let seq = shop.reserve("gem", "r")
        #expect(shop.paid(seq, "t").body["state"] == "UNCONSUMED")
        let wanted: [JSON] = ["REFUND", "CHARGEBACK"].map { ["paymentSeq": .string(seq), "kind": .string($0)] }
        let named = shop.bench.console("saveSettings").body["settings"]?.objectValue ?? [:]
        var without = named
        without["stores"] = [["storeCode": "SANDBOX"]]
        without["products"] = []
        #expect(shop.bench.console("loadSettings", ["settings": .object(without)]).message == "")
        for refund in wanted { #expect(shop.bench.console("refund", refund).resultCode == ResultCode.paymentStateInvalid) }
        #expect(try shop.bench.state(seq) == "UNCONSUMED")
        #expect(shop.bench.console("loadSettings", ["settings": .object(named)]).message == "")
        #expect(shop.bench.console("refund", wanted[0]).body["state"] == "REFUNDED")
        try shop.bench.expectSound()
    }

    // invariant 20; code 11
    @Test func `a report that does not fit the reservation grants nothing and keeps the money in sight`() throws {
        for (field, value) in [("price", "1.49"), ("currency", "EUR"), ("marketItemId", "1002")] {
            let shop = try Shop()
            let seq = shop.reserve("gem", "r")
            for _ in 0..<2 {
                let reply = shop.paid(seq, "t", [field: .string(value)])
                #expect(reply.resultCode == ResultCode.receiptRefused)
                #expect(reply.body["detailCode"] == 11)
            }
            #expect(try shop.bench.state(seq) == "DECLINED")
            #expect(try shop.bench.count("unmatched_money", "captured_amount IS NOT NULL") == 1)
            #expect(shop.all.isEmpty)
            try shop.bench.expectSound()
            func waiting() -> [JSON] {
                (shop.bench.console("report").body["unmatchedMoney"]?.arrayValue ?? []).filter { $0["returned"]?.isNull ?? true }
            }
            #expect(waiting().count == 1)
            #expect(shop.bench.console("refund", ["paymentSeq": .string(seq), "kind": "REFUND"]).isSuccess)
            #expect(try shop.bench.count("ledger", "movement = 'REFUNDED'") == 1)
            #expect(waiting().isEmpty)
            try shop.bench.expectSound()
        }
    }

    // invariant 3; code 7; code 11
    @Test func `a store transaction is one payment, whoever brings it and however`() throws {
        let shop = try Shop()
        let first = shop.reserve("gem", "r1")
        #expect(shop.paid(first, "t").isSuccess)
        let second = shop.reserve("gem", "r2")
        #expect(shop.paid(second, "t").body["detailCode"] == 11)
        // It is the first one's money: nobody has paid for the second.
        #expect(try shop.bench.state(second) == "RESERVED")
        #expect(try shop.bench.count("ledger", "movement = 'CAPTURED'") == 1)
        #expect(try shop.bench.count("unmatched_money", "captured_amount IS NULL") == 1)
        let adopted = shop.ask(
            "purchase.adopt", ["storeCode": "STEAM", "kind": "FOREIGN", "storeTransactionId": "t", "marketItemId": "1001"])
        #expect(adopted.body["isNew"] == false)
        #expect(adopted.body["receipt"]?["paymentSeq"] == .string(first))
        let thief = try shop.bench.login("the-secret-of-quite-another-guest")
        let stolen = shop.bench.ask(
            "purchase.adopt", ["storeCode": "STEAM", "kind": "FOREIGN", "storeTransactionId": "t", "marketItemId": "1001"],
            token: thief.token)
        #expect(stolen.resultCode == ResultCode.buyerWrong)
        #expect(stolen.body["detailCode"] == 7)
        #expect(shop.all.count == 1)
        try shop.bench.expectSound()
    }

    @Test func `money that comes after all is not lost: authorised, given up, then captured`() throws {
        let shop = try Shop()
        let seq = shop.reserve("gem", "r")
        #expect(shop.report(seq, "APPROVED", ["storeTransactionId": "t"]).isSuccess)
        #expect(shop.report(seq, "CANCELLED").body["state"] == "CANCELLED")
        let late = shop.paid(seq, "t")
        #expect(late.body["state"] == "UNCONSUMED")
        #expect(shop.paid(seq, "t").body == late.body)
        #expect(try shop.bench.state(seq) == "CANCELLED")
        #expect(shop.all.count == 1)
        // The same money found again by its order.
        let order = shop.ask("purchase.open", [:]).body["payments"]?.arrayValue?.first?["orderKey"] ?? nil
        let found = shop.ask("purchase.adopt", ["storeCode": "STEAM", "kind": "FOREIGN", "storeTransactionId": "t", "orderKey": order])
        #expect(found.body["receipt"]?["paymentSeq"] == late.body["receipt"]?["paymentSeq"])
        #expect(shop.all.count == 1)
        try shop.bench.expectSound()
    }

    @Test(arguments: ["REFUNDED", "REVOKED", "CHARGEBACK"], [true, false])
    func `what went back of an order whose money came late is taken from the payment that the money became`(
        _ status: String, _ isNamed: Bool
    ) throws {
        let shop = try Shop()
        let seq = shop.reserve("gem", "r")
        #expect(shop.report(seq, "CANCELLED").body["state"] == "CANCELLED")
        let late = shop.paid(seq, "t").body["receipt"]?["paymentSeq"]?.stringValue ?? ""
        #expect(late != seq && shop.all.count == 1)
        // Another transaction is none of this order's.
        #expect(shop.report(seq, status, ["storeTransactionId": "other"]).body["state"] == "CANCELLED")
        for _ in 0..<2 {
            let reply = shop.report(seq, status, isNamed ? ["storeTransactionId": "t"] : [:])
            #expect(reply.body["state"] == "REFUNDED")
        }
        #expect(try shop.bench.state(late) == "REFUNDED" && shop.bench.state(seq) == "CANCELLED")
        #expect(shop.all.isEmpty)
        #expect(try shop.bench.count("ledger", "movement IN ('REFUNDED', 'CHARGEBACK')") == 1)
        try shop.bench.expectSound()
    }

    // invariant 19
    @Test func `a refund ends a payment in every state, once`() throws {
        for status in ["REFUNDED", "REVOKED", "CHARGEBACK"] {
            let shop = try Shop()
            let unheard = shop.reserve("gem", "r0")
            #expect(shop.report(unheard, status).body["state"] == "REFUNDED")
            #expect(shop.paid(unheard, "t0").body["state"] == "REFUNDED")
            let unconsumed = shop.reserve("gem", "r1")
            let entry = shop.paid(unconsumed, "t1").body["receipt"] ?? nil
            #expect(shop.report(unconsumed, status).body["state"] == "REFUNDED")
            #expect(try shop.bench.consume(entry).headerCode == 5000)
            let consumed = shop.reserve("gem", "r2")
            let second = shop.paid(consumed, "t2").body["receipt"] ?? nil
            #expect(try shop.bench.consume(second).headerCode == 0)
            for _ in 0..<2 { #expect(shop.report(consumed, status).body["state"] == "REFUNDED") }
            #expect(shop.all.isEmpty)
            let movement = status == "REFUNDED" ? "REFUNDED" : "CHARGEBACK"
            #expect(try shop.bench.count("ledger", "movement = '\(movement)'") == 3)
            // Its game is told of each, once.
            #expect(
                shop.bench.takeEvents().filter { $0.userId == shop.player.userId && $0.body["cause"]?.stringValue == movement }.count == 3)
            #expect(try shop.bench.count("ledger", "movement = 'REVOKED'") == 1)
            try shop.bench.expectSound()
        }
    }

    @Test func `a receipt that waits for a server is paid, then verified or refused, and grants nothing before`() throws {
        let shop = try Shop()
        let good = shop.reserve("gem", "r1", store: "WEB")
        let bad = shop.reserve("gem", "r2", store: "WEB")
        for (seq, transaction) in [(good, "t1"), (bad, "t2")] {
            for _ in 0..<2 {
                let reply = shop.paid(seq, transaction)
                #expect(reply.body["state"] == "PAID")
                #expect(reply.body["receipt"] == nil)
            }
        }
        #expect(shop.all.isEmpty)
        // Claimed: nobody but the device says that the store took money.
        #expect(try shop.bench.count("ledger") == 0)
        #expect(shop.bench.console("report").body["claims"] == [["currency": "USD", "count": 2, "claimed": "3.00"]])
        #expect(shop.bench.console("report").body["revenue"] == [])
        try shop.bench.expectSound()
        #expect(shop.report(good, "CANCELLED").body["state"] == "PAID")
        let adopted = shop.ask("purchase.adopt", ["storeCode": "WEB", "kind": "FOREIGN", "storeTransactionId": "t1"])
        #expect(adopted.body["state"] == "PAID" && adopted.body["isNew"] == false)
        #expect(shop.reserve("gem", "r3", store: "WEB") != "")
        #expect(try shop.bench.state(good) == "PAID")
        for _ in 0..<2 {
            #expect(shop.bench.console("verifyPayment", ["paymentSeq": .string(good), "verified": true]).body["state"] == "UNCONSUMED")
        }
        #expect(shop.bench.console("verifyPayment", ["paymentSeq": .string(bad), "verified": false]).body["state"] == "DECLINED")
        #expect(
            shop.bench.console("verifyPayment", ["paymentSeq": .string(bad), "verified": true]).resultCode == ResultCode.paymentStateInvalid
        )
        #expect(shop.all.count == 1)
        #expect(try shop.bench.count("unmatched_money") == 1)
        try shop.bench.expectSound()
    }

    @Test func `a foreign order that was refused stays refused, at whatever start its device finds it`() throws {
        let shop = try Shop()
        func adopt(_ transaction: JSON) -> Reply {
            shop.ask(
                "purchase.adopt", ["storeCode": "WEB", "kind": "FOREIGN", "storeTransactionId": transaction, "marketItemId": "gem"])
        }
        #expect(adopt("f1").body["state"] == "PAID")
        let seq = try shop.bench.database.query("SELECT payment_seq FROM payments", []).first?.text(0) ?? ""
        #expect(shop.bench.console("verifyPayment", ["paymentSeq": .string(seq), "verified": false]).body["state"] == "DECLINED")
        for _ in 0..<3 { #expect(adopt("f1").body["state"] == "DECLINED") }
        #expect(try shop.bench.count("payments") == 1 && shop.bench.count("store_claims") == 0)
        // Another order is another claim, and another player may claim the same one.
        #expect(adopt("f2").body["state"] == "PAID")
        let other = try shop.bench.login("the-secret-of-quite-another-guest")
        let claimed = shop.bench.ask(
            "purchase.adopt", ["storeCode": "WEB", "kind": "FOREIGN", "storeTransactionId": "f1", "marketItemId": "gem"],
            token: other.token)
        #expect(claimed.body["state"] == "PAID")
        try shop.bench.expectSound()
    }

    // invariant 18; code 3; code 4; code 15
    @Test func `renewals of a store are booked once each and belong to their subscription`() throws {
        let shop = try Shop()
        let now = shop.bench.clock.epochMilliseconds()
        let seq = shop.reserve("crate", "r")
        #expect(shop.paid(seq, "s0", ["originalTransactionId": "s0", "expiryTime": .integer(now + 1000)]).isSuccess)
        func renewal(_ number: Int64, original: String = "s0", item: String = "crate") -> Reply {
            shop.ask(
                "purchase.adopt",
                [
                    "storeCode": "STEAM", "kind": "RENEWAL", "storeTransactionId": .string("s\(number)"),
                    "originalTransactionId": .string(original),
                    "marketItemId": .string(item), "purchaseTime": .integer(now + number * 1000),
                    "expiryTime": .integer(now + number * 1000 + 1000),
                ])
        }
        shop.bench.clock.advance(2500)
        #expect(shop.bench.receipts("purchase.activated", shop.player, [:]).isEmpty)
        // In any order, more than once.
        for number in [2, 1, 2, 1, 1] { #expect(renewal(Int64(number)).body["state"] == "UNCONSUMED") }
        #expect(shop.all.count == 3)
        #expect(shop.bench.receipts("purchase.activated", shop.player, [:]).map { $0["paymentId"] } == ["s2"])
        for entry in shop.all { #expect(try shop.bench.consume(entry).headerCode == 0) }
        for number in [2, 1] { #expect(renewal(Int64(number)).body["state"] == "CONSUMED") }
        #expect(shop.all.isEmpty)
        #expect(renewal(7, original: "never").body["detailCode"] == 15)
        #expect(renewal(8, item: "pass").body["detailCode"] == 4)
        #expect(renewal(9, item: "what").body["detailCode"] == 3)
        #expect(try shop.bench.count("unmatched_money") == 3)
        try shop.bench.expectSound()
    }

    @Test func `a period that its store lets last longer is no renewal`() throws {
        let shop = try Shop()
        let now = shop.bench.clock.epochMilliseconds()
        #expect(
            shop.paid(shop.reserve("crate", "r"), "s0", ["originalTransactionId": "s0", "expiryTime": .integer(now + 1000)]).isSuccess)
        func lasts(until date: Int64) throws -> [String] {
            let reply = shop.ask(
                "purchase.adopt",
                [
                    "storeCode": "STEAM", "kind": "RESTORE", "storeTransactionId": "s0", "originalTransactionId": "s0",
                    "marketItemId": "crate", "expiryTime": .integer(date),
                ])
            #expect(reply.body["receipt"]?["expiryTime"] == .integer(date))
            let rows = try shop.bench.database.query(
                "SELECT status, reference_status, periods, paid_until FROM subscriptions", [])
            return rows.flatMap { [$0.text(0), $0.text(1), "\($0.integer(2))", "\($0.integer(3) - now)"] }
        }
        #expect(try lasts(until: now + 5000) == ["ACTIVE", "PURCHASED", "1", "5000"])
        shop.bench.clock.advance(6000)
        #expect(shop.bench.receipts("purchase.activated", shop.player, [:]).isEmpty)
        #expect(try lasts(until: now + 9000) == ["ACTIVE", "RECOVERED", "1", "9000"])
        try shop.bench.expectSound()
    }

    // invariant 27; code 16
    @Test func `restoring books what is missing, expired too, and never revives what was consumed`() throws {
        let shop = try Shop()
        func restore(_ transaction: String, _ item: String, expiry: Int64) -> Reply {
            shop.ask(
                "purchase.adopt",
                [
                    "storeCode": "STEAM", "kind": "RESTORE", "storeTransactionId": .string(transaction),
                    "originalTransactionId": .string(transaction),
                    "marketItemId": .string(item), "purchaseTime": 1000, "expiryTime": .integer(expiry),
                ])
        }
        for _ in 0..<2 { #expect(restore("old", "crate", expiry: 2000).body["state"] == "UNCONSUMED") }
        #expect(shop.all.count == 1)
        #expect(shop.bench.receipts("purchase.activated", shop.player, [:]).isEmpty)
        #expect(shop.bench.receipts("purchase.restore", shop.player, [:]).count == 1)
        #expect(try shop.bench.consume(shop.all[0]).headerCode == 0)
        #expect(restore("old", "crate", expiry: 2000).body["state"] == "CONSUMED")
        #expect(shop.all.isEmpty)
        #expect(restore("gem", "1001", expiry: 0).body["detailCode"] == 16)
        try shop.bench.expectSound()
    }

    @Test func `what was bought outside the game arrives once, marked as a promotion`() throws {
        let shop = try Shop()
        let user = JSON.string(shop.player.userId)
        #expect(shop.bench.console("startPromotion", ["gamebaseProductId": "coin", "userId": user, "paid": true]).isSuccess)
        #expect(shop.bench.takeEvents().map { $0.kind } == ["storeOrderChanged"])
        let order = shop.ask("purchase.open", [:]).body["orders"]?.arrayValue?.first
        #expect(order?["kind"] == "PROMOTION")
        for turn in 0..<3 {
            let reply = shop.ask(
                "purchase.adopt", ["storeCode": "SANDBOX", "kind": "PROMOTION", "storeTransactionId": order?["storeTransactionId"] ?? nil])
            #expect(reply.body["isNew"] == .bool(turn == 0))
            #expect(reply.body["receipt"]?["isPromotion"] == true)
            #expect(reply.body["receipt"]?["priceString"] == "7")
        }
        #expect(shop.all.count == 1)
        #expect(shop.ask("purchase.open", [:]).body == ["payments": [], "orders": []])
        try shop.bench.expectSound()
        #expect(shop.bench.console("startPromotion", ["gamebaseProductId": "coin", "paid": true]).message.hasPrefix("userId: is missing"))
        #expect(
            shop.bench.console("startPromotion", ["gamebaseProductId": "coin", "userId": "NOBODY"]).resultCode == ResultCode.memberMissing)
    }

    @Test func `an offer of the store's window waits until the game carries it on or drops it`() throws {
        let shop = try Shop()
        func offers() -> [JSON] { shop.ask("store.promotions", [:]).body["promotions"]?.arrayValue ?? [] }
        for _ in 0..<2 { #expect(shop.bench.console("startPromotion", ["gamebaseProductId": "coin"]).isSuccess) }
        #expect(shop.bench.takeEvents().map { $0.kind } == ["storePurchase", "storePurchase"])
        let waiting = offers()
        #expect(waiting.count == 2)
        #expect(waiting.first?["gamebaseProductId"] == "coin")
        let drop: JSON = ["offerId": waiting[0]["offerId"] ?? nil]
        for _ in 0..<2 { #expect(shop.ask("store.takePromotion", drop).isSuccess) }
        #expect(offers() == [waiting[1]])
        let reserved = shop.ask(
            "purchase.reserve",
            [
                "requestId": "r", "gamebaseProductId": "coin", "storeCode": "SANDBOX", "offerId": waiting[1]["offerId"] ?? nil,
            ])
        #expect(reserved.isSuccess)
        #expect(offers().isEmpty)
        #expect(try shop.bench.count("payments", "is_promotion = 1") == 1)
        #expect(shop.ask("store.takePromotion", ["offerId": "none"]).message.hasPrefix("offerId: there is no offer"))
    }

    @Test func `as many offers wait as may, and one that was dropped makes room for another`() throws {
        let shop = try Shop()
        _ = try shop.bench.database.run(
            """
            INSERT INTO store_offers (offer_id, gamebase_product_id, market_item_id, offered_date, closed_date)
            WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
            SELECT 'o' || i, 'coin', 'coin', 1, CASE WHEN i = 1 THEN 1 END FROM n
            """, [.integer(SandboxStore.offersOpenMax)])
        func begin() -> Int32 { shop.bench.console("startPromotion", ["gamebaseProductId": "coin"]).resultCode }
        #expect(begin() == 0)
        #expect(begin() == ResultCode.tooManyRequests)
        #expect(shop.ask("store.takePromotion", ["offerId": "o2"]).body["wasOpen"] == true)
        #expect(begin() == 0)
        #expect(begin() == ResultCode.tooManyRequests)
    }

    @Test func `one wish is one purchase, whoever else heard of it, and who comes late is told nothing but that`() throws {
        let shop = try Shop()
        #expect(shop.bench.console("startPromotion", ["gamebaseProductId": "coin"]).isSuccess)
        let offer = shop.ask("store.promotions", [:]).body["promotions"]?.arrayValue?.first?["offerId"] ?? nil
        let other = try shop.bench.login("another-secret-of-32-characters!!")
        func reserve(_ id: JSON, _ token: String) -> Reply {
            shop.bench.ask(
                "purchase.reserve", ["requestId": id, "gamebaseProductId": "coin", "storeCode": "SANDBOX", "offerId": offer], token: token)
        }
        #expect(reserve("mine", shop.player.token).isSuccess)
        #expect(reserve("mine", shop.player.token).isSuccess)
        for token in [shop.player.token, other.token] {
            let late = reserve("late", token)
            #expect(!late.isSuccess && late.body["isOfferClosed"] == true)
            #expect(shop.bench.ask("store.takePromotion", ["offerId": offer], token: token).body["wasOpen"] == false)
        }
        // Also when the late one would be refused for another reason.
        var closed = `Other stores`.settings.objectValue ?? JSONObject()
        closed["purchases"] = ["allowed": false]
        #expect(shop.bench.console("loadSettings", ["settings": .object(closed)]).isSuccess)
        #expect(reserve("later", other.token).body["isOfferClosed"] == true)
        #expect(try shop.bench.count("payments", "1 = 1") == 1)
    }

    @Test func `an earlier journal is imported once, with its numbers`() throws {
        let shop = try Shop()
        let entries: JSON = [
            [
                "paymentSeq": "2016122110023125", "gamebaseProductId": "coin", "price": "6.50", "currency": "USD", "payload": "p",
                "purchaseTime": 5,
            ],
            ["paymentSeq": "9223372036854775807999", "itemSeq": 1005],
            ["paymentSeq": "3", "gamebaseProductId": "nothing"],
        ]
        for _ in 0..<3 {
            let reply = shop.ask("purchase.import", ["entries": entries]).body
            #expect(reply["successList"]?.arrayValue?.map { $0["paymentSeq"] } == ["2016122110023125", "9223372036854775807999"])
            #expect(reply["failList"]?.arrayValue?.map { $0["detailCode"] } == [3])
            #expect(reply["successList"]?.arrayValue?.first?["priceString"] == "6.50")
        }
        #expect(shop.all.count == 2)
        try shop.bench.expectSound()
        #expect(try shop.bench.consume(shop.all[0]).headerCode == 0)
        #expect(shop.ask("purchase.import", ["entries": entries]).body["consumed"] == 1)
        #expect(shop.all.count == 1)
        let thief = try shop.bench.login("the-secret-of-quite-another-guest")
        let stolen = shop.bench.ask("purchase.import", ["entries": entries], token: thief.token).body
        #expect(stolen["failList"]?.arrayValue?.map { $0["detailCode"] } == [7, 7, 3])
        // A subscription of long ago is what it was and no more.
        let club: JSON = ["entries": [["paymentSeq": "77", "gamebaseProductId": "club", "purchaseTime": 5]]]
        #expect(shop.ask("purchase.import", club).body["successList"]?.arrayValue?.count == 1)
        #expect(shop.all.count == 2)
        #expect(try shop.bench.count("subscriptions", "status = 'EXPIRED'") == 1)
        // Numbers of ours go on from ours.
        let next = try Service.open(database: shop.bench.database, clock: shop.bench.clock, random: ServiceTestRandom(seed: 9))
        #expect(next.core.newPaymentSeq().hasPrefix("20261118"))
    }

    // invariant 10; invariant 12; code 7; code 13
    @Test func `a player's own game consumes once, with both keys and its own payments only`() throws {
        let shop = try Shop()
        let receipt = shop.paid(shop.reserve("gem", "r"), "t").body["receipt"] ?? nil
        func consume(_ key: String?, token: String? = nil, by player: ServiceBench.Player? = nil) -> Reply {
            shop.bench.ask(
                "purchase.consume",
                [
                    "paymentSeq": receipt["paymentSeq"] ?? nil, "accessToken": token.map { .string($0) } ?? receipt["purchaseToken"] ?? nil,
                    "requestId": .optional(key),
                ], token: (player ?? shop.player).token)
        }
        let thief = try shop.bench.login("the-secret-of-quite-another-guest")
        #expect(consume("k", by: thief).body["detailCode"] == 7)
        #expect(consume("k", token: "wrong").body["detailCode"] == 13)
        #expect(shop.all.count == 1)
        let first = consume("k")
        #expect(first.body == ["price": "1.50", "currency": "USD", "productSeq": receipt["itemSeq"] ?? nil])
        #expect(consume("k").body == first.body)
        for other in ["k2", nil] {
            let reply = consume(other)
            #expect(reply.resultCode == ResultCode.paymentStateInvalid)
            #expect(reply.body["detailCode"] == 13)
            #expect(reply.body["innerCode"] == 5018)
        }
        // A game server's repetition under the same name is another request.
        #expect(try shop.bench.consume(receipt, transactionId: "client k").headerCode == 5018)
        #expect(try shop.bench.count("ledger", "movement = 'CONSUMED'") == 1)
    }

    @Test func `a user whom the game names has a member of its own, and never another's`() throws {
        let shop = try Shop()
        func signIn(_ name: String) throws -> (String, String) {
            let body = shop.bench.ask("iap.signIn", ["userID": .string(name)]).body
            return (try #require(body["userId"]?.stringValue), try #require(body["accessToken"]?.stringValue))
        }
        let (first, _) = try signIn("hero")
        let (second, token) = try signIn("hero")
        #expect(first == second)
        #expect(try signIn(first).0 != first)
        #expect(try signIn(shop.player.userId).0 != shop.player.userId)
        let reply = shop.bench.ask("purchase.reserve", ["requestId": "r", "marketItemId": "coin", "storeCode": "SANDBOX"], token: token)
        #expect(reply.body["gamebaseProductId"] == "coin")
        // The console finds it by either.
        for user in ["hero", first] {
            #expect(shop.bench.console("payments", ["userId": .string(user)]).body["payments"]?.arrayValue?.count == 1)
        }
        #expect(shop.bench.console("startPromotion", ["gamebaseProductId": "coin", "userId": "hero", "paid": true]).isSuccess)
        #expect(shop.bench.ask("purchase.open", token: token).body["orders"]?.arrayValue?.count == 1)
    }

    // code 17; code 18
    @Test func `the monthly limit holds before the store is asked, by currency and calendar month`() throws {
        var shop = try Shop()
        let limited = shop.bench.console("saveSettings").body["settings"] ?? nil
        var settings = limited.objectValue ?? [:]
        settings["purchases"] = ["monthlyLimits": [["currency": "USD", "amount": "3.00"], ["currency": "JPY", "amount": "1"]]]
        #expect(shop.bench.console("loadSettings", ["settings": .object(settings)]).message == "")
        #expect(shop.paid(shop.reserve("gem", "r1"), "t1").isSuccess)
        let second = shop.reserve("gem", "r2")
        #expect(shop.paid(second, "t2").isSuccess)
        let third = shop.ask("purchase.reserve", ["requestId": "r3", "gamebaseProductId": "gem", "storeCode": "STEAM"])
        #expect(third.resultCode == ResultCode.limitExceeded)
        #expect(third.body["detailCode"] == 18)
        #expect(shop.report(second, "REFUNDED").isSuccess)
        #expect(shop.reserve("gem", "r3") != "")
        shop.bench.clock.advance(31 * 86_400_000)
        shop.player = try shop.bench.login()
        #expect(shop.paid(shop.reserve("gem", "r4"), "t4").isSuccess)
        settings["purchases"] = ["allowed": false]
        #expect(shop.bench.console("loadSettings", ["settings": .object(settings)]).message == "")
        let off = shop.ask("purchase.reserve", ["requestId": "r5", "gamebaseProductId": "gem", "storeCode": "STEAM"])
        #expect(off.resultCode == ResultCode.purchaseNotAllowed)
        #expect(off.body["detailCode"] == 17)
    }

    @Test func `lists are whole, however long`() throws {
        let shop = try Shop()
        for number in 0..<2500 { #expect(shop.paid(shop.reserve("gem", "r\(number)"), "t\(number)").isSuccess) }
        #expect(shop.all.count == 2500)
        #expect(Set(shop.all.map { $0["paymentSeq"]?.stringValue }).count == 2500)
        #expect(shop.ask("purchase.open", [:]).body["payments"]?.arrayValue?.count == 2500)
        let answer = try shop.bench.server("POST", "/tcgb-inapp/v1.3/apps/Shop/consumable", ["userId": .string(shop.player.userId)])
        #expect(answer["result"]?.arrayValue?.count == 2500)
        try shop.bench.expectSound()
    }

    // code 2; code 17; code 18
    @Test func `every outcome of the sandbox store has its answer`() throws {
        let shop = try Shop()
        func begin(_ outcome: String) -> (Reply, String, String) {
            #expect(shop.bench.console("setSandboxStore", ["outcome": .string(outcome)]).isSuccess)
            let reserved = shop.ask(
                "purchase.reserve", ["requestId": .string(outcome), "gamebaseProductId": "coin", "storeCode": "SANDBOX"]
            ).body
            let reply = shop.ask(
                "store.begin",
                [
                    "orderKey": reserved["orderKey"] ?? nil, "marketItemId": "coin", "price": "7", "currency": "USD",
                ])
            return (reply, reserved["orderKey"]?.stringValue ?? "", reserved["paymentSeq"]?.stringValue ?? "")
        }
        for (outcome, code) in [("NOT_ALLOWED", Int64(17)), ("LIMIT", 18)] {
            let (reply, _, seq) = begin(outcome)
            #expect(reply.body["status"] == "DECLINED")
            #expect(reply.body["detailCode"] == .integer(code))
            #expect(shop.report(seq, "DECLINED").body["detailCode"] == .integer(code))
        }
        let (away, key, _) = begin("UNAVAILABLE")
        #expect(away.body["detailCode"] == 2)
        #expect(shop.ask("store.poll", ["orderKey": .string(key)]).body["status"] == "UNKNOWN")
        let (lost, lostKey, lostSeq) = begin("LOSE_ANSWER")
        #expect(lost.resultCode == ResultCode.timeout)
        let polled = shop.ask("store.poll", ["orderKey": .string(lostKey)]).body
        #expect(polled["status"] == "PAID")
        #expect(
            shop.paid(lostSeq, polled["storeTransactionId"]?.stringValue ?? "", ["receipt": polled["receipt"] ?? nil]).body["state"]
                == "UNCONSUMED")
        let (_, _, pendingSeq) = begin("PENDING")
        #expect(shop.bench.console("settlePendingPurchases", ["userId": "NOBODY", "outcome": "APPROVE"]).body["settled"] == 0)
        #expect(
            shop.bench.console("settlePendingPurchases", ["userId": .string(shop.player.userId), "outcome": "APPROVE"]).body["settled"] == 1
        )
        #expect(shop.report(pendingSeq, "CANCELLED").body["state"] == "UNCONSUMED")
        // Given back before the game heard that it was paid.
        let (_, _, backSeq) = begin("APPROVE")
        #expect(shop.bench.console("refund", ["paymentSeq": .string(backSeq), "kind": "CHARGEBACK"]).body["state"] == "REFUNDED")
        #expect(shop.all.count == 2)
        try shop.bench.expectSound()
    }
}
