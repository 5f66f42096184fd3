import Codecs
import Testing
@testable import Service

@Suite struct `The SANDBOX store` {
    func begin(_ bench: ServiceBench, _ player: ServiceBench.Player, _ key: String) throws -> JSON {
        try bench.reserve(player, orderKey: key)
        return bench.ask(
            "store.begin", ["orderKey": .string(key), "marketItemId": "m.gem", "price": "0.99", "currency": "USD"], token: player.token
        ).body
    }

    func poll(_ bench: ServiceBench, _ player: ServiceBench.Player, _ key: String) -> JSON {
        bench.ask("store.poll", ["orderKey": .string(key)], token: player.token).body
    }

    @Test func `the outcome is decided when an order begins, whatever the console says later`() throws {
        let bench = try ServiceBench.shop()
        let player = try bench.login()
        for (outcome, status) in [("APPROVE", "PAID"), ("DECLINE", "DECLINED"), ("CANCEL", "CANCELLED"), ("PENDING", "PENDING")] {
            #expect(bench.console("setSandboxStore", ["outcome": .string(outcome), "delayMilliseconds": 0]).isSuccess)
            #expect(try begin(bench, player, outcome)["status"] == .string(status))
        }
        #expect(bench.console("setSandboxStore", ["outcome": "APPROVE"]).isSuccess)
        #expect(poll(bench, player, "DECLINE")["status"] == "DECLINED")
        #expect(try begin(bench, player, "CANCEL")["status"] == "CANCELLED")
        #expect(poll(bench, player, "never")["status"] == "UNKNOWN")
        #expect(poll(bench, player, "DECLINE")["receipt"] == nil)
    }

    @Test func `a delay keeps the outcome hidden and says how long`() throws {
        let bench = try ServiceBench.shop()
        let player = try bench.login()
        #expect(bench.console("setSandboxStore", ["outcome": "APPROVE", "delayMilliseconds": 3000]).isSuccess)
        let order = try begin(bench, player, "k")
        #expect(order["status"] == "PENDING")
        #expect(order["delayMilliseconds"] == 3000)
        #expect(order["receipt"] == nil)
        bench.clock.advance(2999)
        #expect(poll(bench, player, "k")["delayMilliseconds"] == 1)
        bench.clock.advance(1)
        #expect(poll(bench, player, "k")["status"] == "PAID")
        #expect(poll(bench, player, "k")["delayMilliseconds"] == 0)
    }

    @Test func `a pending order waits for the console and is settled once`() throws {
        let bench = try ServiceBench.shop()
        let player = try bench.login()
        #expect(bench.console("setSandboxStore", ["outcome": "PENDING"]).isSuccess)
        #expect(try begin(bench, player, "k")["delayMilliseconds"] == -1)
        bench.clock.advance(86_400_000)
        #expect(poll(bench, player, "k")["status"] == "PENDING")
        #expect(bench.console("settlePendingPurchases", ["orderKey": "k", "outcome": "APPROVE"]).isSuccess)
        #expect(poll(bench, player, "k")["status"] == "PAID")
        #expect(
            bench.console("settlePendingPurchases", ["orderKey": "k", "outcome": "DECLINE"]).message
                == "orderKey: the order is PAID already")
    }

    // crash 7; invariant 6
    @Test func `an order is finished with the grant of its payment, in one transaction`() throws {
        let bench = try ServiceBench.shop()
        let player = try bench.login()
        for product in ["gem", "crate"] {
            let purchase = try bench.pay(player, product, requestId: product)
            func finished() throws -> [Int64] {
                try bench.database.query(
                    """
                    SELECT finished, store_finished FROM sandbox_orders o JOIN payments p ON p.order_key = o.order_key
                    WHERE o.order_key = ?
                    """, [.text(purchase.orderKey)]
                ).flatMap { [$0.integer(0), $0.integer(1)] }
            }
            #expect(try finished() == [0, 0])
            for _ in 0..<2 {
                #expect(bench.ask("purchase.report", purchase.report, token: player.token).body["receipt"] != nil)
                #expect(try finished() == [1, 1])
            }
        }
        #expect(bench.ask("purchase.open", token: player.token).body == ["payments": [], "orders": []])
        try bench.expectSound()
    }

    @Test func `a payment that an older version granted before it told SANDBOX is finished when it is next found`() throws {
        let bench = try ServiceBench.shop()
        let player = try bench.login()
        let seq = try bench.buy(player, "gem", requestId: "r")["paymentSeq"] ?? nil
        _ = try bench.database.run("UPDATE payments SET store_finished = 0", [])
        _ = try bench.database.run("UPDATE sandbox_orders SET finished = 0", [])
        #expect(bench.ask("purchase.open", token: player.token).body["payments"]?.arrayValue?.map { $0["state"] } == ["UNCONSUMED"])
        for _ in 0..<2 { #expect(bench.ask("purchase.finished", ["paymentSeq": seq], token: player.token).isSuccess) }
        #expect(try bench.count("payments", "store_finished = 0") == 0)
        #expect(try bench.count("sandbox_orders", "finished = 0") == 0)
        #expect(bench.notConsumed(player).count == 1)
    }

    @Test func `a purchase that is called off while its order is pending is never captured`() throws {
        let bench = try ServiceBench.shop()
        let player = try bench.login()
        #expect(bench.console("setSandboxStore", ["outcome": "APPROVE", "delayMilliseconds": 1000]).isSuccess)
        let reserved = bench.reserve(player, "gem", requestId: "r").body
        let key = try #require(reserved["orderKey"]?.stringValue)
        #expect(try begin(bench, player, key)["status"] == "PENDING")
        let reply = bench.ask(
            "purchase.report", ["paymentSeq": reserved["paymentSeq"] ?? nil, "status": "CANCELLED"], token: player.token)
        #expect(reply.body["state"] == "CANCELLED")
        bench.clock.advance(1000)
        #expect(poll(bench, player, key)["status"] == "CANCELLED")
    }
}
