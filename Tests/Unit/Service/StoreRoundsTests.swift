@testable import Messages
@testable import Service
import Codecs
import Storage
import Testing

/// What a server's rounds ask a store that it asks itself: again after waits, page by page, in turn.
@Suite struct `Rounds of a store that is asked` {
    private static let settings: JSON = [
        "app": ["appId": "Shop"],
        "stores": [["storeCode": "WEB", "verification": "STORE"], ["storeCode": "EXT", "verification": "SERVER"]],
        "products": [
            ["gamebaseProductId": "gem", "productType": "CONSUMABLE", "storeCode": "WEB", "price": "1.50", "currency": "USD"],
            ["gamebaseProductId": "ruby", "productType": "CONSUMABLE", "storeCode": "EXT", "price": "1.50", "currency": "USD"],
        ],
    ]
    private static let day = CalendarDay.dayMilliseconds

    private let bench: ServiceBench

    init() throws { bench = try ServiceBench(settings: Self.settings, keepsEvents: true) }

    private func carrier(_ name: RequestName, _ parameters: JSONObject) -> JSON {
        var parameters = parameters
        parameters["storeCode"] = "WEB"
        let reply = bench.ask(Request(name, origin: .carrier, transactionId: "t", parameters: .object(parameters)))
        #expect(reply.message == "")
        return reply.body
    }

    /// A round of the server's own; the operator's takes no lease.
    private func round(_ parameters: JSONObject = ["leaseMilliseconds": 1]) -> JSON { carrier(.carrierStoreRound, parameters) }

    /// - Returns: their numbers.
    private func reserve(_ count: Int, _ product: String = "gem", at store: String = "WEB") throws -> [String] {
        let player = try bench.login()
        return try (0..<count).map { number in
            var request = Request(
                api: "purchase.reserve", origin: .client, transactionId: "t", accessToken: player.token,
                parameters: ["requestId": .string("r\(number)"), "gamebaseProductId": .string(product), "storeCode": .string(store)])
            request.setCarried(from: "192.0.2.1")
            return try #require(bench.ask(request).body["paymentSeq"]?.stringValue)
        }
    }

    private static func numbers(_ orders: JSON?) -> [String] {
        (orders?.arrayValue ?? []).map { $0["paymentSeq"]?.stringValue ?? "" }
    }

    /// How long the one row of a table waits, each time until nobody asks for it any more.
    private func waits(_ table: String, _ kind: String) throws -> [Int64] {
        var waits: [Int64] = []
        while let next = try bench.database.query("SELECT next_date FROM \(table)", []).first?.integerOrNil(0), waits.count < 100 {
            let wait = next - bench.clock.epochMilliseconds()
            waits.append(wait)
            bench.clock.advance(wait - 1)
            #expect(round()[kind] == [])
            bench.clock.advance(1)
            #expect(round()[kind]?.arrayValue?.count == 1)
        }
        return waits
    }

    @Test func `a member has a thousand orders open at a store that is asked, and keeps nobody else from one`() throws {
        try haveTooManyOpen("gem", at: "WEB")
    }

    @Test func `a member has a thousand orders open at a store whose orders are kept for good`() throws {
        try haveTooManyOpen("ruby", at: "EXT")
    }

    private func haveTooManyOpen(_ product: String, at store: String) throws {
        let seq = try #require(try reserve(1, product, at: store).first)
        let columns = """
            order_key, user_id, request_id, state, store_finished, store_code, gamebase_product_id, item_seq, market_item_id,
            product_type, price, currency, subscription_period, is_sandbox, reserved_date
            """
        let copied = columns.replacing("order_key", with: "order_key || i").replacing("request_id", with: "request_id || i")
        _ = try bench.database.run(
            """
            INSERT INTO payments (payment_seq, \(columns)) WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ?)
            SELECT CAST(payment_seq + 1000000 + i AS TEXT), \(copied) FROM payments, n WHERE payment_seq = ?
            """, [.integer(Int64(Payments.reservationsOfMemberMax) - 1), .text(seq)])
        let (own, other) = (try bench.login(), try bench.login("the-secret-of-quite-another-guest"))
        func ask(_ id: String, _ player: ServiceBench.Player) -> Reply {
            var request = Request(
                api: "purchase.reserve", origin: .client, transactionId: "t", accessToken: player.token,
                parameters: ["requestId": .string(id), "gamebaseProductId": .string(product), "storeCode": .string(store)])
            request.setCarried(from: "192.0.2.1")
            return bench.ask(request)
        }
        #expect(ask("last", own).isSuccess)
        let refusal = ask("more", own)
        #expect(refusal.resultCode == ResultCode.tooManyRequests && refusal.retryAfterSeconds == 900)
        #expect(ask("last", own).isSuccess, "the same request has its answer")
        #expect(ask("more", other).isSuccess)
        bench.clock.advance(Payments.storeLooksMilliseconds)
        #expect(ask("more", own).isSuccess == (store == "WEB"))
    }

    @Test(arguments: ["CHECKOUT", "STEAM"])
    func `an order at an account that two stores share is that of the store that began it, whichever tells of it`(
        _ interface: String
    ) throws {
        var settings = Self.settings.objectValue ?? [:]
        settings["stores"] = .array(
            ["WEB", "SHOP"].map {
                ["storeCode": .string($0), "verification": "STORE", "interface": .string(interface), "storeAppId": "480"]
            } + [["storeCode": "EXT", "verification": "SERVER"]])
        let bench = try ServiceBench(settings: .object(settings), keepsEvents: true)
        let player = try bench.login()
        var request = Request(
            api: "purchase.reserve", origin: .client, transactionId: "t", accessToken: player.token,
            parameters: ["requestId": "r", "gamebaseProductId": "gem", "storeCode": "WEB"])
        request.setCarried(from: "192.0.2.1")
        let seq = try #require(bench.ask(request).body["paymentSeq"]?.stringValue)
        func told(_ storeCode: String, _ status: String, _ number: String, _ transaction: String) -> JSON {
            let reply = bench.ask(
                Request(
                    .carrierStoreReport, origin: .carrier, transactionId: "t",
                    parameters: [
                        "storeCode": .string(storeCode), "orderKey": .string("\(interface == "STEAM" ? storeCode : "WEB")-\(number)"),
                        "status": .string(status), "storeTransactionId": .string(transaction), "receipt": "r", "price": "1.50",
                        "currency": "USD",
                    ]))
            #expect(reply.message == "")
            return reply.body
        }
        for store in ["SHOP", "WEB", "SHOP"] { #expect(told(store, "PAID", seq, "t1")["storeOrder"]?["state"] == "UNCONSUMED") }
        #expect(try bench.count("ledger") == 2 && bench.count("unmatched_money") == 0)
        // An order that is not here.
        for store in ["SHOP", "WEB"] { #expect(told(store, "PAID", "1234567890123456789", "t2")["isKept"] == true) }
        #expect(try bench.count("unmatched_money") == 1)
        #expect(told("SHOP", "REFUNDED", seq, "t1")["storeOrder"]?["state"] == "REFUNDED")
        try bench.expectSound()
    }

    @Test func `what is paid after its member has withdrawn is granted to nobody, and waits in sight until it goes back`() throws {
        let seq = try #require(try reserve(1).first)
        let player = try bench.login()
        #expect(bench.ask("gateway.withdraw", ["userId": .string(player.userId)], token: player.token).isSuccess)
        #expect(try bench.state(seq) == "CANCELLED")
        let order = try bench.database.query("SELECT order_key FROM payments", []).first?.text(0) ?? ""
        func told(_ status: String) -> JSON {
            carrier(
                .carrierStoreReport,
                [
                    "orderKey": .string(order), "status": .string(status), "storeTransactionId": "cs_1", "receipt": "pi_1",
                    "price": "1.50", "currency": "USD", "userId": .string(player.userId),
                ])
        }
        for _ in 0..<2 { #expect(told("PAID")["isKept"] == true) }
        #expect(try bench.count("payments") == 1 && bench.count("ledger") == 0)
        let found = bench.console("report").body["unmatchedMoney"]?.arrayValue ?? []
        #expect(found.map { $0["userId"] } == [.string(player.userId)])
        #expect(bench.console("refund", ["paymentSeq": "WEB cs_1", "kind": "REFUND"]).body["refundPending"] == true)
        #expect(told("REFUNDED")["isKept"] == true)
        #expect(try bench.count("unmatched_money", "returned = 'REFUNDED'") == 1 && bench.count("refund_requests") == 0)
        try bench.expectSound()
    }

    @Test func `a refund is asked for forty times after waits that grow to a day, and as often each time the operator asks again`() throws {
        _ = try bench.database.run(
            """
            INSERT INTO unmatched_money (payment_seq, reason, store_code, store_transaction_id, user_id, captured_amount,
                captured_currency, receipt, reported_date) VALUES ('WEB pi_1', 'r', 'WEB', 'pi_1', 'U', '1', 'USD', '', 1)
            """, [])
        let refund: JSON = ["paymentSeq": "WEB pi_1", "kind": "REFUND"]
        #expect(bench.console("refund", refund).body["refundPending"] == true)
        let growing = (0..<40).map { $0 < 11 ? 60_000 << Int64($0) : Self.day }
        #expect(try waits("refund_requests", "refunds") == growing)
        bench.clock.advance(100 * Self.day)
        #expect(round()["refunds"] == [])
        // As often again, by tries that the store can tell from the first ones.
        #expect(bench.console("refund", refund).body["refundPending"] == true)
        #expect(try waits("refund_requests", "refunds") == growing)
        #expect(try bench.database.query("SELECT tries FROM refund_requests", []).first?.integer(0) == 82)
    }

    @Test func `a row that was put aside is asked about after waits that grow to a day, forty times, and then by the operator alone`()
        throws
    {
        let row: JSON = ["kind": "TRANSACTION", "name": "cs_1", "reason": "status 500"]
        #expect(round(["place": "{}", "aside": [row]])["fresh"] == ["cs_1"])
        let waits = try waits("store_rows", "aside")
        #expect(waits == (0..<40).map { $0 < 15 ? 5_000 << Int64($0) : Self.day })
        bench.clock.advance(100 * Self.day)
        #expect(round()["aside"] == [])
        #expect(round([:])["aside"]?.arrayValue?.map { $0["name"] } == ["cs_1"])
    }

    @Test func `reservations of long ago are looked at in turn, a few in each round, and then from the first again`() throws {
        let reserved = try reserve(Payments.olderOfRound + 3)
        bench.clock.advance(Payments.storeLooksMilliseconds + 1)
        for turn in 0..<2 {
            #expect(Self.numbers(round()["older"]) == Array(reserved.prefix(Payments.olderOfRound)), "\(turn)")
            bench.clock.advance(2)
            #expect(Self.numbers(round()["older"]) == Array(reserved.suffix(3)), "\(turn)")
            bench.clock.advance(2)
        }
    }

    @Test func `orders of one moment and one player are asked about page by page, each once`() throws {
        let reserved = try reserve(Payments.storeOrdersMax + 7)
        let first = round()
        let last = try #require(first["orders"]?.arrayValue?.last)
        let second = round(["afterDate": last["reservedDate"] ?? nil, "afterSeq": last["paymentSeq"] ?? nil])
        #expect(Self.numbers(first["orders"]).count == Payments.storeOrdersMax)
        #expect(Self.numbers(first["orders"]) + Self.numbers(second["orders"]) == reserved)
        // The store has them all, and has not decided.
        _ = try bench.database.run("UPDATE payments SET state = ?", [.integer(PaymentState.storePending)])
        bench.clock.advance(2)
        let undecided = round()
        #expect(undecided["orders"] == [])
        let rest = round(["underWayAfter": undecided["underWayNext"] ?? nil])
        #expect(Self.numbers(undecided["underWay"]) + Self.numbers(rest["underWay"]) == reserved)
        #expect(rest["underWayNext"] == nil)
    }

    @Test func `money of nobody's that went back once stays what it was, whatever the store says of it later`() throws {
        for status in ["PAID", "REFUNDED", "CHARGEBACK"] {
            let told = carrier(
                .carrierStoreReport,
                [
                    "orderKey": "of-another", "status": .string(status), "storeTransactionId": "pi_1", "price": "1.50", "currency": "USD",
                ])
            #expect(told["isKnown"] == false && told["isKept"] == true, "\(status)")
        }
        #expect(bench.console("refund", ["paymentSeq": "WEB pi_1", "kind": "REFUND"]).body["state"] == "REFUNDED")
    }
}
