@testable import Messages
@testable import Service
import Codecs
import Storage
import Testing

extension `Other stores` {
    @Test func `a store that names no end of a period, or 0 for it, leaves that to the catalogue`() throws {
        for (said, lasts) in [(nil, 2_592_000_000), (0, 2_592_000_000), (1, nil), (60_000, 60_000)] as [(Int64?, Int64?)] {
            let shop = try Shop()
            let now = shop.bench.clock.epochMilliseconds()
            var more = JSONObject()
            // A small number is a date long ago, a larger one here from now on.
            if let said { more["expiryTime"] = .integer(said > 1 ? now + said : said) }
            let receipt = shop.paid(shop.reserve("pass", "r"), "t", more).body["receipt"]
            #expect(receipt?["expiryTime"] == .integer(lasts.map { now + $0 } ?? 1), "\(said ?? -1)")
            #expect(shop.bench.receipts("purchase.activated", shop.player, [:]).count == (lasts == nil ? 0 : 1), "\(said ?? -1)")
        }
    }

    @Test func `a payment that was read before it was consumed is not consumed again`() throws {
        let shop = try Shop()
        let seq = shop.reserve("gem", "r")
        #expect(shop.paid(seq, "t").isSuccess)
        let service = shop.bench.service
        let read = try #require(try service.payments.payment(seq))
        try shop.bench.database.begin()
        _ = try service.payments.consume(read, key: nil, answer: "")
        let refused = #expect(throws: Failure.self) { try service.payments.consume(read, key: nil, answer: "") }
        try shop.bench.database.commit()
        guard case .storage? = refused else {
            Issue.record("it was tried: \(String(describing: refused))")
            return
        }
        // Begun anew, it reads what is so now, and is refused.
        #expect(try service.payments.payment(seq)?.state == PaymentState.consumed)
        #expect(try shop.bench.count("ledger", "movement = 'CONSUMED'") == 1)
        try shop.bench.expectSound()
    }

    @Test func `a list above 100,000 entries is refused, not given in part`() throws {
        let shop = try Shop()
        #expect(shop.bench.service.core.listedMax == 100_000)
        shop.bench.service.core.listedMax = 2000
        let columns = """
            order_key, user_id, request_id, state, store_finished, store_code, gamebase_product_id, item_seq, market_item_id, product_type, price,
            currency, subscription_period, is_sandbox, reserved_date
            """
        let seq = shop.reserve("gem", "r")
        let copied = columns.replacing("order_key", with: "order_key || i").replacing("request_id", with: "request_id || i")
        func copy(_ numbers: Range<Int64>) throws {
            _ = try shop.bench.database.run(
                """
                INSERT INTO payments (payment_seq, \(columns)) WITH RECURSIVE n (i) AS (SELECT ? UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ?)
                SELECT CAST(payment_seq + i AS TEXT), \(copied) FROM payments, n WHERE payment_seq = ?
                """, [.integer(numbers.lowerBound), .integer(numbers.upperBound), .text(seq)])
        }
        func lists() -> [Reply] {
            [shop.ask("purchase.open", [:]), shop.bench.console("payments", ["userId": .string(shop.player.userId)])]
        }
        try copy(1..<1999)
        for reply in lists() { #expect(reply.body["payments"]?.arrayValue?.count == 1999) }
        try copy(1999..<2001)
        for reply in lists() { #expect(reply.message.contains("is not given in part")) }
    }

    @Test(arguments: ["REFUND", "CHARGEBACK"])
    func `money of a store that no server asks, which belongs to no payment, is marked as returned when the operator says so`(
        _ kind: String
    ) throws {
        let shop = try Shop()
        let sold: JSON = [
            "storeCode": "STEAM", "kind": "FOREIGN", "storeTransactionId": "t", "marketItemId": "what", "price": "1.50", "currency": "USD",
        ]
        #expect(shop.ask("purchase.adopt", sold).body["detailCode"] == 3)
        let key = try #require(shop.bench.console("report").body["unmatchedMoney"]?.arrayValue?.first?["paymentSeq"])
        let movement = kind == "REFUND" ? "REFUNDED" : "CHARGEBACK"
        for again in ["REFUND", "CHARGEBACK"] {
            let reply = shop.bench.console("refund", ["paymentSeq": key, "kind": .string(again == "REFUND" ? kind : again)])
            #expect(reply.body["state"] == .string(movement), "\(reply.message)")
        }
        #expect(try shop.bench.count("unmatched_money", "returned = '\(movement)'") == 1)
        // No store is asked for it, and no payment has it.
        #expect(try shop.bench.count("refund_requests") == 0 && shop.bench.count("ledger") == 0)
        try shop.bench.expectSound()
    }
}
