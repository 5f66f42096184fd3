import Codecs
import Storage
import Testing

@testable import Messages
@testable import Service

@Suite struct `Approved subscriptions` {
    private static let settings: JSON = [
        "app": ["appId": "Shop", "secretKey": "shop-secret"], "stores": [["storeCode": "SANDBOX"], ["storeCode": "STEAM"]],
        "products": [
            [
                "gamebaseProductId": "season", "productType": "CONSUMABLE_AUTO_RENEWABLE", "marketItemId": "s", "price": "3",
                "currency": "USD",
                "storeCode": "STEAM", "subscriptionPeriodMilliseconds": 1000,
            ]
        ],
    ]

    @Test func `two open checkouts of one subscription take the money once`() throws {
        let bench = try ServiceBench(settings: Self.settings)
        let player = try bench.login()
        let payments = ["a", "b", "c"].map { id in
            bench.ask(
                "purchase.reserve", ["requestId": .string(id), "gamebaseProductId": "season", "storeCode": "STEAM"], token: player.token
            ).body["paymentSeq"] ?? nil
        }
        func report(_ place: Int, _ status: JSON) -> JSON {
            bench.ask(
                "purchase.report",
                ["paymentSeq": payments[place], "status": status, "storeTransactionId": .string("T\(place)"), "receipt": "r"],
                token: player.token
            ).body
        }
        #expect(report(0, "APPROVED")["state"] == "APPROVED" && report(1, "APPROVED")["state"] == "APPROVED")
        #expect(report(1, "PAID")["state"] == "UNCONSUMED")
        let second = report(0, "APPROVED")
        #expect(second["state"] == "CANCELLED" && second["detailCode"] == 5)
        // The store took the money all the same: then it is not lost.
        #expect(report(0, "PAID")["receipt"] != nil)
        bench.clock.advance(1_000_000)
        #expect(report(2, "APPROVED")["state"] == "APPROVED")
        try bench.expectSound()
    }

    /// Of one subscription, at a store that the server asks.
    private static func twoOrders() throws -> (bench: ServiceBench, orders: [JSON]) {
        var settings = try #require(Self.settings.objectValue)
        settings["stores"] = [["storeCode": "SANDBOX"], ["storeCode": "STEAM", "verification": "STORE", "interface": "STEAM"]]
        let bench = try ServiceBench(settings: .object(settings), keepsEvents: true)
        let player = try bench.login()
        let orders = try ["a", "b"].map { id in
            var request = Request(
                api: "purchase.reserve", origin: .client, transactionId: "t", accessToken: player.token,
                parameters: ["requestId": .string(id), "gamebaseProductId": "season", "storeCode": "STEAM"])
            request.isOwnProcess = false
            return try #require(bench.ask(request).body["orderKey"])
        }
        return (bench, orders)
    }

    /// The server takes the money as soon as it has told of the approval.
    @Test func `of two checkouts of one subscription that are approved at once a server takes the money of one`() throws {
        let (bench, orders) = try Self.twoOrders()
        func tell(_ place: Int, _ status: JSON) -> JSON? {
            bench.ask(
                Request(
                    .carrierStoreReport, origin: .carrier, transactionId: "t",
                    parameters: [
                        "storeCode": "STEAM", "orderKey": orders[place], "status": status, "storeTransactionId": .string("T\(place)"),
                        "receipt": "r",
                    ])
            ).body["storeOrder"]?["state"]
        }
        #expect(tell(1, "APPROVED") == "APPROVED")
        #expect(tell(0, "APPROVED") == "CANCELLED", "the other one's money is being taken")
        #expect(tell(1, "APPROVED") == "APPROVED", "told again it goes on")
        #expect(tell(1, "PAID") == "UNCONSUMED")
        #expect(try bench.count("subscriptions") == 1 && bench.count("ledger", "movement = 'CAPTURED'") == 1)
        try bench.expectSound()
    }

    /// No page of a checkout asks the server before it takes the money.
    @Test func `of two pages of one subscription that are both paid the second one is told, once, and both are granted`() throws {
        let (bench, orders) = try Self.twoOrders()
        func paid(_ place: Int) -> String {
            let body = bench.ask(
                Request(
                    .carrierStoreReport, origin: .carrier, transactionId: "t",
                    parameters: [
                        "storeCode": "STEAM", "orderKey": orders[place], "status": "PAID", "storeTransactionId": .string("T\(place)"),
                        "receipt": "r",
                    ])
            ).body
            return "\(body["storeOrder"]?["state"]?.stringValue ?? "") \(body["isTwice"]?.boolValue ?? false)"
        }
        #expect(paid(0) == "UNCONSUMED false" && paid(1) == "UNCONSUMED true")
        for place in 0..<2 { #expect(paid(place) == "UNCONSUMED false") }
        #expect(try bench.count("subscriptions") == 2 && bench.count("ledger", "movement = 'CAPTURED'") == 2)
        try bench.expectSound()
        // The second one stands in sight until it went back.
        func inSight() -> [JSON] { bench.console("payments", ["state": "UNMATCHED"]).body["unmatched"]?.arrayValue ?? [] }
        let row = try #require(inSight().first)
        #expect(inSight().count == 1 && row["storeTransactionId"] == "T1" && row["orderKey"] == orders[1])
        let back = bench.ask(
            Request(
                .carrierStoreReport, origin: .carrier, transactionId: "t",
                parameters: ["storeCode": "STEAM", "orderKey": orders[1], "status": "REFUNDED", "storeTransactionId": "T1", "receipt": "r"])
        )
        #expect(back.isSuccess && inSight().isEmpty)
        #expect(try bench.count("unmatched_money", "returned = 'REFUNDED'") == 1)
        try bench.expectSound()
    }

    /// They were kept when the other store of the account told of the order.
    @Test func `an order of one store is no unmatched money of another one after the upgrade, and other money stays`() throws {
        let (bench, orders) = try Self.twoOrders()
        _ = bench.ask(
            Request(
                .carrierStoreReport, origin: .carrier, transactionId: "t",
                parameters: ["storeCode": "STEAM", "orderKey": orders[0], "status": "PAID", "storeTransactionId": "T0", "receipt": "r"]))
        for (store, transaction) in [("OTHER", "T0"), ("OTHER", "T9"), ("STEAM", "T0")] {
            _ = try bench.database.run(
                """
                INSERT INTO unmatched_money (payment_seq, reason, store_code, store_transaction_id, user_id, captured_amount, reported_date,
                    order_key) VALUES (?, 'r', ?, ?, 'U', '1', 1, ?)
                """,
                [.text("\(store) \(transaction)"), .text(store), .text(transaction), .text(orders[0].stringValue ?? "")])
        }
        for statement in Schema.sharedOrders { _ = try bench.database.run(statement, []) }
        #expect(try bench.count("unmatched_money") == 2 && bench.count("unmatched_money", "payment_seq = 'OTHER T0'") == 0)
    }

    @Test func `a subscription taken up while the clock is back begins where the last period ended`() throws {
        let bench = try ServiceBench(settings: ServiceBench.shopSettings)
        let player = try bench.login()
        let crate = try bench.buy(player, "crate", requestId: "r")
        bench.clock.advance(10_000)
        #expect(bench.change(crate, "HOLD").isSuccess)
        bench.clock.advance(-86_400_000)
        #expect(bench.change(crate, "RECOVER").isSuccess)
        let begins = bench.notConsumed(player).map { ($0["purchaseTime"]?.int64Value ?? 0) - (crate["purchaseTime"]?.int64Value ?? 0) }
        #expect(begins == [0, 10_000])
        try bench.expectSound()
    }
}
