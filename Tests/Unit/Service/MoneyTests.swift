@testable import Messages
@testable import Service
import Codecs
import Storage
import Testing

/// What limits and counts money, with two players and every state that a payment can be in.
@Suite struct `Money of two players` {
    private typealias Shop = `Other stores`.Shop

    private static func limit(_ shop: Shop, _ amount: String) {
        var settings = shop.bench.console("saveSettings").body["settings"]?.objectValue ?? [:]
        settings["purchases"] = ["monthlyLimits": [["currency": "USD", "amount": .string(amount)]]]
        #expect(shop.bench.console("loadSettings", ["settings": .object(settings)]).message == "")
    }

    private static func tried(_ shop: Shop, _ requestId: String) -> Int32 {
        shop.ask(
            "purchase.reserve", ["requestId": .string(requestId), "gamebaseProductId": "gem", "storeCode": "STEAM"]
        ).resultCode
    }

    @Test(arguments: [true, false]) func `deciding one player's pending orders decides no other player's`(_ isDelayed: Bool) throws {
        let bench = try ServiceBench.shop()
        let players = [try bench.login("the-secret-of-the-first-of-them!"), try bench.login("the-secret-of-the-second-of-them")]
        #expect(
            bench.console("setSandboxStore", ["outcome": isDelayed ? "APPROVE" : "PENDING", "delayMilliseconds": isDelayed ? 60_000 : 0])
                .isSuccess)
        var keys: [JSON] = []
        for player in players {
            for number in 0..<2 {
                let reserved = bench.reserve(player, "gem", requestId: "r\(number)").body
                let order: JSON = [
                    "orderKey": reserved["orderKey"] ?? nil, "marketItemId": "m.gem", "price": "0.99", "currency": "USD",
                ]
                #expect(bench.ask("store.begin", order, token: player.token).isSuccess)
                keys.append(reserved["orderKey"] ?? nil)
            }
        }
        func statuses() -> [String] {
            keys.enumerated().map { place, key in
                bench.ask("store.poll", ["orderKey": key], token: players[place / 2].token).body["status"]?.stringValue ?? ""
            }
        }
        let before = statuses()
        #expect(Set(before).count == 1 && before.first != "PAID")
        let settled = bench.console("settlePendingPurchases", ["userId": .string(players[1].userId), "outcome": "APPROVE"])
        #expect(settled.body["settled"] == 2)
        #expect(statuses() == Array(before.prefix(2)) + ["PAID", "PAID"])
    }

    @Test(arguments: [true, false]) func `pending orders are decided to the last, however many there are`(_ isDelayed: Bool) throws {
        let bench = try ServiceBench.shop()
        let player = try bench.login()
        #expect(
            bench.console("setSandboxStore", ["outcome": isDelayed ? "APPROVE" : "PENDING", "delayMilliseconds": isDelayed ? 60_000 : 0])
                .isSuccess)
        let count = SlicedWork.rows + 30
        for number in 0..<count {
            let reserved = bench.reserve(player, "gem", requestId: "r\(number)").body
            let order: JSON = ["orderKey": reserved["orderKey"] ?? nil, "marketItemId": "m.gem", "price": "0.99", "currency": "USD"]
            #expect(bench.ask("store.begin", order, token: player.token).isSuccess)
        }
        #expect(bench.console("settlePendingPurchases", ["outcome": "DECLINE"]).body["settled"] == .integer(Int64(count)))
        #expect(try bench.count("sandbox_orders", "outcome = 'DECLINED'") == Int64(count))
        #expect(bench.console("settlePendingPurchases", ["outcome": "DECLINE"]).body["settled"] == 0)
    }

    @Test func `the monthly limit counts what is consumed, and each player's own alone`() throws {
        var shop = try Shop()
        Self.limit(shop, "3.00")
        for (number, states) in [["CONSUMED", "UNCONSUMED"], ["CONSUMED", "CONSUMED"]].enumerated() {
            shop.player = try shop.bench.login("the-secret-of-player-number-\(number)-of-2")
            for (place, state) in states.enumerated() {
                let seq = shop.reserve("gem", "r\(place)")
                let receipt = shop.paid(seq, "t\(number)\(place)").body["receipt"] ?? nil
                if state == "CONSUMED" { #expect(try shop.bench.consume(receipt).headerCode == 0) }
                #expect(try shop.bench.state(seq) == state)
            }
            #expect(Self.tried(shop, "more") == ResultCode.limitExceeded)
        }
    }

    @Test func `the monthly limit counts what is open and can still be paid, and no longer`() throws {
        var shop = try Shop()
        Self.limit(shop, "4.50")
        let other = try shop.bench.login("the-secret-of-quite-another-guest")
        var open = (0..<3).map { shop.reserve("gem", "r\($0)") }
        #expect(Self.tried(shop, "r3") == ResultCode.limitExceeded)
        let own = shop.player
        shop.player = other
        #expect(Self.tried(shop, "r3") == 0)
        shop.player = own
        // A page that was left with a no counts no longer.
        #expect(shop.report(open.removeLast(), "CANCELLED").isSuccess)
        #expect(Self.tried(shop, "r4") == 0)
        #expect(Self.tried(shop, "r5") == ResultCode.limitExceeded)
        // Nor does one that nobody can pay any more; what a store still decides counts as long as it takes.
        #expect(shop.report(open[0], "PENDING").isSuccess)
        shop.bench.clock.advance(3_600_000 + 1)
        #expect(Self.tried(shop, "r6") == 0)
        #expect(Self.tried(shop, "r7") == 0)
        #expect(Self.tried(shop, "r8") == ResultCode.limitExceeded)
    }

    @Test func `the monthly limit holds for orders that are approved when others were paid since`() throws {
        let shop = try Shop()
        Self.limit(shop, "3.00")
        let late = shop.reserve("gem", "late")
        shop.bench.clock.advance(3_600_000 + 1)
        for number in 0..<2 { #expect(shop.paid(shop.reserve("gem", "r\(number)"), "t\(number)").isSuccess) }
        let reply = shop.report(late, "APPROVED", ["storeTransactionId": "t9"])
        #expect(reply.body["state"] == "CANCELLED")
        #expect(reply.body["detailCode"] == .integer(IAPCode.purchaseLimitExceeded))
    }

    @Test func `what was charged back lifts no suspended ban, as what was refunded does not`() throws {
        let bench = try ServiceBench.shop()
        for (number, kind) in ["REFUND", "CHARGEBACK", nil].enumerated() {
            let secret = "the-secret-of-player-number-\(number)-of-3"
            let player = try bench.login(secret)
            let ban: JSON = [
                "gracePeriodDate": .integer(bench.clock.epochMilliseconds() + 1_000), "message": "m", "banType": "PERMANENT",
                "releaseRuleCondition": ["conditionType": "AND", "amount": "0.99", "count": 1, "currency": "USD"],
            ]
            #expect(bench.console("setGraceBan", ["userId": .string(player.userId), "graceBan": ban]).message == "")
            let receipt = try bench.buy(player, "gem", requestId: "r")
            if let kind { #expect(bench.console("refund", ["paymentSeq": receipt["paymentSeq"] ?? nil, "kind": .string(kind)]).isSuccess) }
            bench.clock.advance(2_000)
            let reply = bench.ask(
                "gateway.idPLogin", ["idPInfo": ["idPCode": "guest", "accessToken": .string(secret)], "member": [:]])
            #expect((reply.resultCode == 0) == (kind == nil), "\(kind ?? "paid")")
        }
    }

    @Test func `a suspended ban asks for no currency that no payment has`() throws {
        let bench = try ServiceBench.shop()
        let player = try bench.login()
        for currency in ["usd", "Usd", "US1", "$$$", "\u{E9}D"] {
            let ban: JSON = [
                "gracePeriodDate": .integer(bench.clock.epochMilliseconds() + 1_000), "message": "m", "banType": "PERMANENT",
                "releaseRuleCondition": ["conditionType": "AND", "amount": "0.99", "count": 1, "currency": .string(currency)],
            ]
            let reply = bench.console("setGraceBan", ["userId": .string(player.userId), "graceBan": ban])
            #expect(reply.message.contains("currency: must be three capital letters"), "\(currency): \(reply.message)")
        }
        #expect(try bench.count("grace_bans") == 0)
    }

    @Test func `what is verified behind the date of a suspended ban lifts it no more`() throws {
        let bench = try ServiceBench(settings: [
            "app": ["appId": "Shop"], "stores": [["storeCode": "WEB", "verification": "SERVER"]],
            "products": [
                ["gamebaseProductId": "gem", "productType": "CONSUMABLE", "storeCode": "WEB", "price": "1.50", "currency": "USD"]
            ],
        ])
        for (number, wait) in [Int64(999), 1_000].enumerated() {
            let secret = "the-secret-of-player-number-\(number)-of-2"
            let player = try bench.login(secret)
            let wish: JSON = ["requestId": "r", "gamebaseProductId": "gem", "storeCode": "WEB"]
            let seq = bench.ask("purchase.reserve", wish, token: player.token).body["paymentSeq"] ?? nil
            let claim: JSON = ["paymentSeq": seq, "status": "PAID", "storeTransactionId": .string("t\(number)"), "receipt": "r"]
            #expect(bench.ask("purchase.report", claim, token: player.token).body["state"] == "PAID")
            let ban: JSON = [
                "gracePeriodDate": .integer(bench.clock.epochMilliseconds() + 1_000), "message": "m", "banType": "PERMANENT",
                "releaseRuleCondition": ["conditionType": "AND", "amount": "1.50", "count": 1, "currency": "USD"],
            ]
            #expect(bench.console("setGraceBan", ["userId": .string(player.userId), "graceBan": ban]).message == "")
            bench.clock.advance(wait)
            #expect(bench.console("verifyPayment", ["paymentSeq": seq, "verified": true]).body["state"] == "UNCONSUMED")
            bench.clock.advance(2_000)
            let login = bench.ask("gateway.idPLogin", ["idPInfo": ["idPCode": "guest", "accessToken": .string(secret)], "member": [:]])
            #expect((login.resultCode == 0) == (wait < 1_000), "\(wait)")
        }
    }

    @Test func `a transaction of one store is none of another's, though both call it the same`() throws {
        let codes = ["WEB", "NET"]
        let bench = try ServiceBench(settings: [
            "app": ["appId": "Shop"], "stores": .array(codes.map { ["storeCode": .string($0), "verification": "SERVER"] }),
            "products": .array(
                codes.map {
                    ["gamebaseProductId": "gem", "productType": "CONSUMABLE", "storeCode": .string($0), "price": "1.50", "currency": "USD"]
                }),
        ])
        let player = try bench.login()
        var claimed: [JSON] = []
        for code in codes {
            let wish: JSON = ["requestId": .string(code), "gamebaseProductId": "gem", "storeCode": .string(code)]
            let seq = bench.ask("purchase.reserve", wish, token: player.token).body["paymentSeq"] ?? nil
            let claim: JSON = ["paymentSeq": seq, "status": "PAID", "storeTransactionId": "t", "receipt": "r"]
            #expect(bench.ask("purchase.report", claim, token: player.token).body["state"] == "PAID", "\(code)")
            claimed.append(seq)
        }
        for seq in claimed {
            #expect(bench.console("verifyPayment", ["paymentSeq": seq, "verified": true]).body["state"] == "UNCONSUMED")
        }
        try bench.expectSound()
    }

    @Test func `a date in micro- or nanoseconds, one that is none, an empty receipt and a strange number keep nothing open`() throws {
        let shop = try Shop()
        let now = shop.bench.clock.epochMilliseconds()
        for (number, date) in [now * 1_000, now * 1_000_000, -5, 0, Int64.min, now].enumerated() {
            let seq = shop.reserve("gem", "r\(number)")
            let receipt = shop.paid(seq, "t\(number)", ["purchaseTime": .integer(date), "receipt": ""]).body["receipt"]
            #expect(receipt?["purchaseTime"] == .integer(date == 0 ? 0 : now), "\(date)")
            let foreign: JSON = [
                "storeCode": "STEAM", "kind": "FOREIGN", "storeTransactionId": .string("f\(number)"), "marketItemId": "1001",
                "purchaseTime": .integer(date), "receipt": "",
            ]
            #expect(shop.ask("purchase.adopt", foreign).body["receipt"]?["purchaseTime"] == .integer(date == 0 ? 0 : now), "\(date)")
        }
        let seq = shop.reserve("gem", "no")
        #expect(shop.report(seq, "FAILED", ["detailCode": -7]).body["state"] == "DECLINED")
        #expect(shop.all.count == 12)
        try shop.bench.expectSound()
    }

    @Test func `a price that the store of its product does not take is refused when settings are loaded, with its place`() throws {
        let bench = try ServiceBench.shop()
        func loaded(_ price: String, _ currency: String, _ interface: String, _ verification: String = "STORE") -> String {
            let product: (String, String, String) -> JSON = { store, price, currency in
                [
                    "gamebaseProductId": .string("gem." + store), "productType": "CONSUMABLE", "storeCode": .string(store),
                    "price": .string(price), "currency": .string(currency),
                ]
            }
            let settings: JSON = [
                "app": ["appId": "Shop"],
                "stores": [
                    ["storeCode": "SANDBOX"],
                    ["storeCode": "PAY", "verification": .string(verification), "interface": .string(interface), "apiKey": "k"],
                ],
                "products": [product("SANDBOX", "5.124", "KWD"), product("PAY", price, currency)],
            ]
            let whole = bench.console("loadSettings", ["settings": settings]).message
            let catalogue = bench.console("setCatalogue", ["products": settings["products"] ?? nil]).message
            if verification == "STORE", whole == "" { #expect(catalogue == "") }
            return whole
        }
        for (price, currency, interface) in [
            ("5.124", "KWD", "CHECKOUT"), ("40.10", "ISK", "CHECKOUT"), ("100.5", "UGX", "CHECKOUT"), ("1.5", "JPY", "CHECKOUT"),
            ("0", "USD", "CHECKOUT"), ("0.999", "USD", "STEAM"), ("1.50", "JPY", "STEAM"),
        ] {
            let message = loaded(price, currency, interface)
            #expect(message.hasPrefix("$.products[1].price: ") && message.contains("gem.PAY") && message.contains(currency), "\(message)")
            #expect(loaded(price, currency, interface, "SERVER") == "")
        }
        for (price, currency, interface) in [
            ("5.120", "KWD", "CHECKOUT"), ("40", "ISK", "CHECKOUT"), ("100", "UGX", "CHECKOUT"), ("10.50", "HUF", "CHECKOUT"),
            ("120", "JPY", "STEAM"),
        ] {
            #expect(loaded(price, currency, interface) == "")
        }
    }
}
