import Codecs
import Testing
@testable import Service

@Suite struct `Subscriptions for game servers` {
    static let base = "/tcgb-inapp/v1.3/apps/Shop"

    @Test func `running subscriptions are listed with their newest period, those on hold when asked`() throws {
        let bench = try ServiceBench.shop()
        let player = try bench.login()
        let crate = try bench.buy(player, "crate", requestId: "r", payload: "p")
        func list(_ more: JSONObject = [:]) throws -> [JSON] {
            var body: JSONObject = ["userId": .string(player.userId), "packageName": "com.game", "marketIds": []]
            for member in more.members { body[member.key] = member.value }
            return try #require(try bench.server("POST", Self.base + "/active-subscriptions", .object(body))["result"]?.arrayValue)
        }
        let first = try #require(try list().first)
        #expect(first["referenceStatus"] == "PURCHASED")
        #expect(first["renewTime"] == nil)
        #expect(first["userId"] == .string(player.userId))
        #expect(first["productId"] == "crate")
        #expect(first["payload"] == "p")
        #expect(first["linkedPaymentId"]?.isNull == true)
        bench.clock.advance(60_000)
        let second = try #require(try list().first)
        #expect(second["referenceStatus"] == "RENEWED")
        #expect(second["renewTime"]?.stringValue.flatMap { ISO8601.parse($0) } == bench.clock.epochMilliseconds())
        #expect(second["expiryTime"]?.stringValue.flatMap { ISO8601.parse($0) } == bench.clock.epochMilliseconds() + 60_000)
        #expect(second["originalPaymentId"] == first["paymentId"])
        #expect(second["paymentId"] != first["paymentId"])
        #expect(second["isTestPurchase"] == true)
        #expect(try list(["marketIds": ["GG"]]).isEmpty)
        #expect(bench.change(crate, "HOLD").isSuccess)
        #expect(try list().isEmpty)
        #expect(try list(["includeInactiveGoogleStatuses": ["ON_HOLD"]]).first?["referenceStatus"] == "ON_HOLD")
        #expect(bench.change(crate, "EXPIRE").isSuccess)
        let again = try bench.buy(player, "crate", requestId: "r2")
        #expect(try list().first?["linkedPaymentId"] == second["paymentId"])
        #expect(try list().first?["referenceStatus"] == "REPURCHASED")
        #expect(again["originalPaymentId"] != crate["originalPaymentId"])
        #expect(try bench.server("POST", Self.base + "/active-subscriptions", ["userId": "X"]).headerCode == 1100)
    }

    @Test func `a subscription names the last of its group that the player had before, and no other's`() throws {
        let bench = try ServiceBench(settings: `Subscription requests`.settings)
        let player = try bench.login(), other = try bench.login("the-secret-of-quite-another-guest")
        func had(_ product: String, _ requestId: String, by player: ServiceBench.Player) throws -> JSON {
            let receipt = try bench.buy(player, product, requestId: requestId)
            bench.clock.advance(100)
            #expect(bench.change(receipt, "EXPIRE").isSuccess)
            return receipt["paymentId"] ?? nil
        }
        _ = try had("pass", "first", by: player)
        let second = try had("gold", "second", by: player)
        _ = try had("gold", "another's", by: other)
        for product in ["crate", "pass"] { _ = try bench.buy(player, product, requestId: product) }
        let body: JSON = ["userId": .string(player.userId), "packageName": "com.game", "marketIds": []]
        let running = try bench.server("POST", Self.base + "/active-subscriptions", body)["result"]?.arrayValue ?? []
        #expect(running.count == 2)
        for one in running {
            #expect(one["linkedPaymentId"] == (one["productId"] == "pass" ? second : .null), "\(one["productId"]?.text() ?? "")")
        }
    }

    @Test func `status is answered for up to ten payments, of any period, with both keys`() throws {
        let bench = try ServiceBench.shop()
        let player = try bench.login()
        let crate = try bench.buy(player, "crate", requestId: "r")
        let gem = try bench.buy(player, "gem", requestId: "g")
        let key: JSON = ["paymentSeq": crate["paymentSeq"] ?? nil, "accessToken": crate["purchaseToken"] ?? nil]
        func status(_ payments: [JSON]) throws -> JSON {
            try bench.server("POST", Self.base + "/subscriptions/status", ["payments": .array(payments)])
        }
        #expect(try status([key])["result"]?.arrayValue?.first?["referenceStatus"] == "PURCHASED")
        bench.clock.advance(60_000)
        let renewed = try #require(try status([key, key])["result"]?.arrayValue)
        #expect(renewed.count == 2)
        #expect(renewed[0]["referenceStatus"] == "RENEWED")
        #expect(renewed[0]["paymentSeq"] == crate["paymentSeq"])
        #expect(renewed[0]["paymentId"]?.stringValue?.hasSuffix("..1") == true)
        bench.clock.advance(86_400_000)
        #expect(try status([key])["result"]?.arrayValue?.first?["referenceStatus"] == "EXPIRED")
        #expect(try status([JSON](repeating: key, count: 11)).headerCode == 1100)
        #expect(try status([["paymentSeq": crate["paymentSeq"] ?? nil, "accessToken": "wrong"]]).headerCode == 5000)
        #expect(try status([["paymentSeq": gem["paymentSeq"] ?? nil, "accessToken": gem["purchaseToken"] ?? nil]]).headerCode == 1100)
    }

    @Test func `a server cancels to the end of the period, or revokes and refunds at once`() throws {
        let bench = try ServiceBench.shop()
        let player = try bench.login()
        let crate = try bench.buy(player, "crate", requestId: "r")
        func end(_ action: String) throws -> JSON {
            try bench.server(
                "POST", "\(Self.base)/subscriptions/\(action)",
                ["paymentSeq": crate["paymentSeq"] ?? nil, "accessToken": crate["purchaseToken"] ?? nil])
        }
        for _ in 0..<2 { #expect(try end("cancel")["header"]?["isSuccessful"] == true) }
        #expect(bench.receipts("purchase.activated", player).first?["subscriptionStatus"] == "CANCELED")
        #expect(try end("revoke").headerCode == 0)
        #expect(bench.receipts("purchase.activated", player).isEmpty)
        #expect(bench.notConsumed(player).isEmpty)
        #expect(try bench.count("ledger", "movement = 'REFUNDED'") == 1)
        #expect(try end("revoke").headerCode == 1100)
        #expect(try end("cancel").headerCode == 1100)
        #expect(try end("nothing").headerCode == -4_040_101)
        try bench.expectSound()
    }

    @Test func `a subscription of a store of the host's is ended at that store and not by a game server`() throws {
        let shop = try `Other stores`.Shop()
        let end = shop.bench.clock.epochMilliseconds() + 1000
        let paid = shop.paid(shop.reserve("crate", "r"), "s0", ["originalTransactionId": "s0", "expiryTime": .integer(end)]).body["receipt"]
        let keys: JSON = ["paymentSeq": paid?["paymentSeq"] ?? nil, "accessToken": paid?["purchaseToken"] ?? nil]
        for action in ["cancel", "revoke"] {
            #expect(try shop.bench.server("POST", "\(Self.base)/subscriptions/\(action)", keys).headerCode == 1100)
        }
        #expect(shop.bench.receipts("purchase.activated", shop.player, [:]).map { $0["subscriptionStatus"] } == ["ACTIVE"])
        #expect(shop.all.count == 1)
    }

    @Test func `the first period of a subscription was not renewed, the next one was`() throws {
        let bench = try ServiceBench(settings: [
            "app": ["appId": "Shop", "secretKey": "shop-secret", "iapAppKey": "iap-key"],
            "products": ServiceBench.shopSettings["products"] ?? nil,
        ])
        let player = try bench.login()
        _ = try bench.buy(player, "crate", requestId: "c")
        func renewed() throws -> JSON? {
            let list = try bench.server(
                "POST", "/v1/service/activeSubscriptionList", ["userKey": .string(player.userId)], secretKey: "iap-key")
            return try #require(list["result"]?.arrayValue?.first)["renewTimeMillis"]
        }
        #expect(try renewed() == nil)
        bench.clock.advance(60_000)
        #expect(try renewed() == .integer(bench.clock.epochMilliseconds()))
    }

    @Test func `the longest name of a buyer is one for servers and operators`() throws {
        let bench = try ServiceBench(settings: [
            "app": ["appId": "Shop", "secretKey": "shop-secret", "iapAppKey": "iap-key"],
            "products": ServiceBench.shopSettings["products"] ?? nil,
        ])
        let name = JSON.string(String(repeating: "u", count: 256))
        let body = bench.ask("iap.signIn", ["userID": name]).body
        let player = ServiceBench.Player(userId: body["userId"]?.stringValue ?? "", token: body["accessToken"]?.stringValue ?? "")
        _ = try bench.buy(player, "gem", requestId: "g")
        let list = try bench.server("POST", "/v1/service/consumable", ["userChannel": "GF", "userKey": name], secretKey: "iap-key")
        #expect(list["result"]?.arrayValue?.count == 1)
        #expect(bench.console("payments", ["userId": name]).body["payments"]?.arrayValue?.count == 1)
    }

    @Test func `the NHN Cloud IAP shape has its own paths, key and fields`() throws {
        let bench = try ServiceBench(settings: [
            "app": ["appId": "Shop", "secretKey": "shop-secret", "iapAppKey": "iap-key"],
            "products": ServiceBench.shopSettings["products"] ?? nil,
        ])
        let body = bench.ask("iap.signIn", ["userID": "hero"]).body
        let player = ServiceBench.Player(userId: body["userId"]?.stringValue ?? "", token: body["accessToken"]?.stringValue ?? "")
        let gem = try bench.buy(player, "gem", requestId: "g", payload: "p")
        let crate = try bench.buy(player, "crate", requestId: "c")
        func ask(_ path: String, _ body: JSON, key: String? = "iap-key", transaction: String? = nil) throws -> JSON {
            try bench.server("POST", "/v1/service/" + path, body, secretKey: key, transactionId: transaction)
        }
        for user in ["hero", player.userId] {
            let list = try #require(
                try ask("consumable", ["marketId": "SANDBOX", "userChannel": "GF", "userKey": .string(user)])["result"]?.arrayValue)
            let entry: JSON = [
                "paymentSeq": gem["paymentSeq"] ?? nil, "productSeq": 7, "currency": "USD", "price": .decimal("0.99"),
                "accessToken": gem["purchaseToken"] ?? nil,
            ]
            #expect(list.first == entry)
            #expect(list.count == 2)
        }
        bench.clock.advance(60_000)
        let active = try #require(
            try ask("activeSubscriptionList", ["packageName": "x", "userChannel": "GF", "userKey": "hero"])["result"]?.arrayValue?.first)
        #expect(active["channel"] == "GF")
        #expect(active["userId"] == "hero")
        #expect(active["originalPaymentId"] == crate["paymentId"])
        #expect(active["renewTimeMillis"] == .integer(bench.clock.epochMilliseconds()))
        #expect(active["expiryTimeMillis"] == .integer(bench.clock.epochMilliseconds() + 60_000))
        let keys: JSON = ["paymentSeq": gem["paymentSeq"] ?? nil, "accessToken": gem["purchaseToken"] ?? nil]
        let first = try ask("consume", keys, transaction: "tx")
        #expect(
            first == [
                "header": ["isSuccessful": true, "resultCode": 0, "resultMessage": "SUCCESS"],
                "result": ["price": .decimal("0.99"), "currency": "USD", "productSeq": 7],
            ])
        #expect(try ask("consume", keys, transaction: "tx") == first)
        #expect(try ask("consume", keys).headerCode == 5018)
        // The other shape is not the same request, though its id is.
        #expect(try bench.consume(gem, transactionId: "tx").headerCode == 5018)
        #expect(try ask("consume", ["paymentSeq": "1", "accessToken": "2"]).headerCode == 5000)
        #expect(try ask("consume", keys, key: "wrong").headerCode == 1100)
        #expect(try ask("consume", keys, key: nil).headerCode == 1100)
        #expect(try ask("nothing", [:]).headerCode == 1100)
        #expect(try ask("consumable", ["userChannel": "XX", "userKey": "hero"]).headerCode == 1100)
        #expect(try bench.server("GET", "/v1/service/consume", secretKey: "iap-key").headerCode == 2112)
        try bench.expectSound()
    }
}
