@testable import Messages
@testable import Service
import Codecs
import Storage
import Testing

/// A store whose receipts a game server verifies, in a real app over a network: what its players say is claimed.
@Suite struct `Claims to a store's transactions` {
    private final class Server {
        let bench: ServiceBench
        let thief: ServiceBench.Player
        let buyer: ServiceBench.Player

        init(verification: String = "SERVER") throws {
            let settings: JSON = [
                "app": ["appId": "Shop", "typeCode": "REAL"],
                "stores": [["storeCode": "SANDBOX"], ["storeCode": "WEB", "verification": .string(verification)]],
                "products": [
                    [
                        "gamebaseProductId": "gem", "productType": "CONSUMABLE", "storeCode": "WEB", "price": "0.59", "currency": "USD",
                    ],
                    [
                        "gamebaseProductId": "pass", "productType": "AUTO_RENEWABLE", "storeCode": "WEB", "price": "4", "currency": "USD",
                    ],
                ],
            ]
            bench = try ServiceBench(settings: settings)
            thief = try bench.login("the secret of somebody who steals")
            buyer = try bench.login("the secret of somebody who buys.")
        }

        func ask(_ player: ServiceBench.Player, _ api: String, _ parameters: JSON) -> Reply {
            var request = Request(api: api, origin: .client, transactionId: "t", accessToken: player.token, parameters: parameters)
            request.isOwnProcess = false
            return bench.ask(request)
        }

        func reserve(_ player: ServiceBench.Player, _ requestId: String, _ product: String = "gem") -> String {
            let reply = ask(
                player, "purchase.reserve",
                ["requestId": .string(requestId), "gamebaseProductId": .string(product), "storeCode": "WEB"])
            #expect(reply.message == "")
            return reply.body["paymentSeq"]?.stringValue ?? ""
        }

        func report(_ player: ServiceBench.Player, _ seq: String, _ status: String, _ transaction: String, price: String? = nil) -> Reply {
            var parameters: JSONObject = [
                "paymentSeq": .string(seq), "status": .string(status), "storeTransactionId": .string(transaction), "receipt": "r",
            ]
            parameters.set("price", price)
            return ask(player, "purchase.report", .object(parameters))
        }

        func verify(_ seq: String, _ isVerified: Bool) -> Reply {
            bench.console("verifyPayment", ["paymentSeq": .string(seq), "verified": .bool(isVerified)])
        }

        var captured: JSON? {
            bench.console("report").body["revenue"]?.arrayValue?.first { $0["currency"] == "USD" }?["captured"] ?? nil
        }
    }

    @Test func `what was refused stays refused, also when it came after its payment had ended`() throws {
        let server = try Server()
        let seq = server.reserve(server.buyer, "r")
        #expect(server.report(server.buyer, seq, "CANCELLED", "t1").body["state"] == "CANCELLED")
        #expect(server.report(server.buyer, seq, "PAID", "t1").body["state"] == "PAID")
        let late = try server.bench.database.query("SELECT payment_seq FROM payments WHERE state = 20", []).map { $0.text(0) }
        #expect(late.count == 1 && late != [seq])
        #expect(server.verify(late[0], false).body["state"] == "DECLINED")
        // The device asks at each of its starts.
        for _ in 0..<3 { #expect(server.report(server.buyer, seq, "PAID", "t1").body["state"] == "CANCELLED") }
        #expect(try server.bench.count("payments") == 2 && server.bench.count("store_claims") == 0)
        // Another transaction of the order is another claim.
        #expect(server.report(server.buyer, seq, "PAID", "t2").body["state"] == "PAID")
        try server.bench.expectSound()
    }

    @Test func `payments that have one number at two stores are both found by it`() throws {
        let server = try Server()
        let (first, second) = (server.reserve(server.buyer, "r1"), server.reserve(server.thief, "r2"))
        for (player, seq, transaction) in [(server.buyer, first, "t1"), (server.thief, second, "t2")] {
            #expect(server.report(player, seq, "PAID", transaction).isSuccess)
            #expect(server.verify(seq, true).isSuccess)
        }
        _ = try server.bench.database.run(
            "UPDATE payments SET store_code = 'SANDBOX', store_transaction_id = 't1' WHERE payment_seq = ?", [.text(second)])
        let found = server.bench.console("payments", ["text": "t1"]).body["payments"]?.arrayValue ?? []
        #expect(found.count == 2 && Set(found.map { $0["paymentSeq"]?.stringValue ?? "" }) == [first, second])
    }

    @Test(arguments: ["APPROVED", "PAID"]) func `a claim is no money and takes no name: the first that is verified has it`(
        _ status: String
    ) throws {
        let server = try Server()
        let stolen = server.reserve(server.thief, "r")
        #expect(server.report(server.thief, stolen, status, "t1").body["state"] == .string(status))
        let bought = server.reserve(server.buyer, "r")
        #expect(server.report(server.buyer, bought, "PAID", "t1").body["state"] == "PAID")
        #expect(server.captured == nil)
        #expect(server.bench.console("report").body["claims"] == [["currency": "USD", "count": 2, "claimed": "1.18"]])
        let open = server.ask(server.buyer, "purchase.open", [:]).body["payments"]?.arrayValue?.first
        #expect(open?["storeTransactionId"] == "t1")
        #expect(server.verify(bought, true).body["state"] == "UNCONSUMED")
        #expect(server.captured == "0.59")
        if status == "PAID" { #expect(server.verify(stolen, true).resultCode == ResultCode.receiptRefused) }
        #expect(server.verify(stolen, false).body["state"] == "DECLINED")
        #expect(server.captured == "0.59")
        #expect(server.bench.console("report").body["claims"] == [])
        try server.bench.expectSound()
        // The name is taken now, for whoever says it next.
        let late = server.reserve(server.thief, "late")
        #expect(server.report(server.thief, late, "PAID", "t1").resultCode == ResultCode.receiptRefused)
        #expect(server.report(server.thief, late, "APPROVED", "t1").resultCode == ResultCode.receiptRefused)
    }

    @Test func `what was claimed is granted by the store's own word when the server asks that store from then on`() throws {
        let server = try Server()
        let seq = server.reserve(server.buyer, "r")
        #expect(server.report(server.buyer, seq, "PAID", "claimed").body["state"] == "PAID")
        askStoreFromNowOn(server)
        for _ in 0..<2 {
            // The device may have claimed another transaction than the store's.
            let told = try storeSays(server, seq, "PAID")
            #expect(told.body["storeOrder"]?["state"] == "UNCONSUMED", "\(told.message)")
        }
        #expect(server.captured == "0.59")
        #expect(try server.bench.count("store_claims") == 0 && server.bench.count("unmatched_money") == 0)
        try server.bench.expectSound()
    }

    @Test func `of what was claimed behind a closed order the store's own word is taken, too`() throws {
        let server = try Server()
        let seq = server.reserve(server.buyer, "r")
        #expect(server.report(server.buyer, seq, "CANCELLED", "t1").body["state"] == "CANCELLED")
        #expect(server.report(server.buyer, seq, "PAID", "t1").body["state"] == "PAID")
        askStoreFromNowOn(server)
        _ = try storeSays(server, seq, "PAID")
        #expect(server.captured == "0.59")
        #expect(try server.bench.count("payments", "state = 40") == 1 && server.bench.count("store_claims") == 0)
        try server.bench.expectSound()
    }

    @Test func `a claim for which the store took another amount ends, and its money goes back as it was taken`() throws {
        let server = try Server()
        let seq = server.reserve(server.buyer, "r")
        #expect(server.report(server.buyer, seq, "PAID", "t1").body["state"] == "PAID")
        askStoreFromNowOn(server)
        #expect(try !storeSays(server, seq, "PAID", price: "0.49").isSuccess)
        #expect(try server.bench.count("payments", "state = 91") == 1 && server.bench.count("store_claims") == 0)
        #expect(server.captured == "0.49")
        _ = try storeSays(server, seq, "REFUNDED", price: "0.49")
        try server.bench.expectSound()
    }

    @Test func `a claim of a member who has withdrawn is granted to nobody by the store's word either`() throws {
        let server = try Server()
        let seq = server.reserve(server.buyer, "r")
        #expect(server.report(server.buyer, seq, "PAID", "t1").body["state"] == "PAID")
        let (id, token) = (server.buyer.userId, server.buyer.token)
        #expect(server.bench.ask("gateway.withdraw", ["userId": .string(id)], token: token).isSuccess)
        askStoreFromNowOn(server)
        for _ in 0..<2 { #expect(try storeSays(server, seq, "PAID").body["isKept"] == true) }
        #expect(try server.bench.count("payments", "state = 40") == 0 && server.bench.count("ledger") == 0)
        #expect(try server.bench.count("unmatched_money") == 1 && server.bench.count("store_claims") == 0)
        try server.bench.expectSound()
    }

    @Test func `a claim of a member who has withdrawn is granted to nobody, whoever verifies it, and its money stays in sight`() throws {
        let server = try Server()
        let seq = server.reserve(server.buyer, "r")
        #expect(server.report(server.buyer, seq, "PAID", "t1").body["state"] == "PAID")
        let (id, token) = (server.buyer.userId, server.buyer.token)
        #expect(server.bench.ask("gateway.withdraw", ["userId": .string(id)], token: token).isSuccess)
        let refused = server.verify(seq, true)
        #expect(refused.resultCode == ResultCode.receiptRefused && refused.message.contains("the member is gone"))
        #expect(server.captured == "0.59")
        #expect(try server.bench.count("payments", "state = 91") == 1 && server.bench.count("store_claims") == 0)
        #expect(try server.bench.count("unmatched_money", "captured_amount IS NOT NULL") == 1)
        try server.bench.expectSound()
    }

    @Test func `an order that is paid twice, and wrongly each time, has the money of both in sight, and each goes back by itself`() throws {
        let server = try Server()
        let seq = server.reserve(server.buyer, "r")
        askStoreFromNowOn(server)
        for transaction in ["t1", "t2", "t2"] {
            #expect(try !storeSays(server, seq, "PAID", price: "0.49", transaction).isSuccess)
        }
        #expect(server.captured == "0.49")
        #expect(try server.bench.count("unmatched_money", "captured_amount = '0.49'") == 2)
        #expect(try storeSays(server, seq, "REFUNDED", price: "0.49", "t2").body["isKept"] == true)
        #expect(try server.bench.count("unmatched_money", "returned = 'REFUNDED' AND store_transaction_id = 't2'") == 1)
        #expect(try server.bench.count("unmatched_money", "returned IS NULL AND store_transaction_id = 't1'") == 1)
        _ = try storeSays(server, seq, "REFUNDED", price: "0.49")
        #expect(try server.bench.count("unmatched_money", "returned IS NULL") == 0)
        try server.bench.expectSound()
    }

    @Test(arguments: ["RESERVED", "PAID", "CANCELLED"], ["REFUNDED", "CHARGEBACK"])
    func `what came in another amount and went back before it was heard of is both movements of that amount`(
        _ state: String, _ status: String
    ) throws {
        let server = try Server()
        let seq = server.reserve(server.buyer, "r")
        if state != "RESERVED" { #expect(server.report(server.buyer, seq, state, "t1").body["state"] == .string(state)) }
        askStoreFromNowOn(server)
        for _ in 0..<2 {
            let told = try storeSays(server, seq, status, price: "0.49")
            #expect(told.body["storeOrder"]?["state"] == .string(state == "CANCELLED" ? state : "DECLINED"), "\(told.message)")
        }
        #expect(server.captured == "0.49")
        #expect(try server.bench.count("ledger") == 2 && server.bench.count("store_claims") == 0)
        #expect(try server.bench.count("ledger", "movement = '\(status)' AND amount = '0.49'") == 1)
        #expect(try server.bench.count("unmatched_money", "returned = '\(status)' AND captured_amount = '0.49'") == 1)
        try server.bench.expectSound()
    }

    private func askStoreFromNowOn(_ server: Server) {
        var settings = server.bench.console("saveSettings").body["settings"]?.objectValue ?? [:]
        settings["stores"] = [["storeCode": "SANDBOX"], ["storeCode": "WEB", "verification": "STORE"]]
        #expect(server.bench.console("loadSettings", ["settings": .object(settings)]).message == "")
    }

    private func storeSays(
        _ server: Server, _ seq: String, _ status: String, price: String = "0.59", _ transaction: String = "t1"
    ) throws -> Reply {
        let order = try server.bench.database.query("SELECT order_key FROM payments WHERE payment_seq = ?", [.text(seq)]).first?.text(0)
        return server.bench.ask(
            Request(
                .carrierStoreReport, origin: .carrier, transactionId: "t",
                parameters: [
                    "storeCode": "WEB", "orderKey": .string(order ?? ""), "status": .string(status),
                    "storeTransactionId": .string(transaction), "receipt": "r", "price": .string(price), "currency": "USD",
                    "userId": .string(server.buyer.userId),
                ]))
    }

    @Test func `a refusal frees the name`() throws {
        let server = try Server()
        for (number, status) in ["APPROVED", "PAID"].enumerated() {
            let stolen = server.reserve(server.thief, "r\(number)")
            #expect(server.report(server.thief, stolen, status, "t\(number)").isSuccess)
            #expect(server.verify(stolen, false).body["state"] == "DECLINED")
            // Said again it stays refused, and no new claim comes of it.
            #expect(server.report(server.thief, stolen, "PAID", "t\(number)").body["state"] == "DECLINED")
            let bought = server.reserve(server.buyer, "r\(number)")
            #expect(server.report(server.buyer, bought, "PAID", "t\(number)").body["state"] == "PAID")
            #expect(server.verify(bought, true).body["state"] == "UNCONSUMED")
        }
        #expect(try server.bench.count("store_claims") == 0)
        try server.bench.expectSound()
    }

    @Test func `reports that nobody verified show no money, and are bounded for each player`() throws {
        let server = try Server()
        for number in 0..<60 {
            let seq = server.reserve(server.thief, "w\(number)")
            #expect(server.report(server.thief, seq, "PAID", "w\(number)", price: "100000000").resultCode == ResultCode.receiptRefused)
        }
        #expect(server.captured == nil)
        #expect(try server.bench.count("ledger") == 0)
        #expect(try server.bench.count("unmatched_money") == Payments.unprovenOfMemberMax)
        for number in 0...Payments.claimsOfMemberMax {
            let reply = server.report(server.thief, server.reserve(server.thief, "r\(number)"), "PAID", "t\(number)")
            #expect(reply.resultCode == (number < Payments.claimsOfMemberMax ? 0 : ResultCode.tooManyRequests))
            // To be said as 429: without a time it is 503, which a game asks again each second, and an operator is alarmed of.
            #expect(reply.retryAfterSeconds == (reply.isSuccess ? nil : 3_600))
        }
        #expect(try server.bench.count("store_claims") == Payments.claimsOfMemberMax)
        #expect(server.captured == nil)
        // Another player is not kept from anything.
        let bought = server.reserve(server.buyer, "r")
        #expect(server.report(server.buyer, bought, "PAID", "t0").body["state"] == "PAID")
        #expect(server.verify(bought, true).body["state"] == "UNCONSUMED")
        #expect(
            server.bench.console("refund", ["paymentSeq": .string(server.reserve(server.buyer, "no")), "kind": "REFUND"]).isSuccess == false
        )
        try server.bench.expectSound()
    }

    @Test func `a subscription that is only claimed is nobody's, and another's is not taken by claiming it`() throws {
        let server = try Server()
        let stolen = server.reserve(server.thief, "r", "pass")
        #expect(server.report(server.thief, stolen, "PAID", "s1").body["state"] == "PAID")
        let bought = server.reserve(server.buyer, "r", "pass")
        #expect(server.report(server.buyer, bought, "PAID", "s1").body["state"] == "PAID")
        #expect(try server.bench.count("subscriptions") == 0)
        #expect(server.verify(bought, true).body["state"] == "UNCONSUMED")
        #expect(try server.bench.count("subscriptions", "user_id = '\(server.buyer.userId)'") == 1)
        #expect(server.verify(stolen, true).resultCode == ResultCode.receiptRefused)
        #expect(server.bench.console("refund", ["paymentSeq": .string(stolen), "kind": "REFUND"]).isSuccess == false)
        try server.bench.expectSound()
    }

    /// A database of the version before claims: two of a thief's, one of a buyer's, and a reservation.
    private static func older() throws -> SQLiteDatabase {
        let database = try SQLiteDatabase.open(path: ":memory:")
        try Migrations.apply(Schema.migrations.filter { $0.version < 32 }, to: database)
        for user in ["THIEF", "BUYER"] {
            _ = try database.run("INSERT INTO members (user_id, valid, registered_date) VALUES (?, 'Y', 1)", [.text(user)])
        }
        for (number, user, state) in [(1, "THIEF", Int64(15)), (2, "THIEF", 20), (3, "BUYER", 10), (4, "BUYER", 20)] {
            _ = try database.run(
                """
                INSERT INTO payments (payment_seq, order_key, user_id, request_id, state, store_finished, store_code, gamebase_product_id,
                    item_seq, market_item_id, product_type, price, currency, subscription_period, is_sandbox, reserved_date,
                    store_transaction_id, receipt, purchase_date, paid_date)
                VALUES (?, ?, ?, ?, ?, 0, 'WEB', 'gem', 1, 'gem', 'CONSUMABLE', '0.59', 'USD', 0, 1, 1, ?, ?, ?, ?)
                """,
                [
                    .text("202611180000000000\(number)"), .text("WEB-\(number)"), .text(user), .text("client r\(number)"),
                    .integer(state), state > 10 ? .text("t\(number)") : .null, state == 20 ? .text("r") : .null,
                    state == 20 ? .integer(7) : .null, state == 20 ? .integer(7) : .null,
                ])
            if state == 20 {
                _ = try database.run(
                    "INSERT INTO ledger (payment_seq, movement, amount, currency, moved_date) VALUES (?, 'CAPTURED', '0.59', 'USD', 1)",
                    [.text("202611180000000000\(number)")])
            }
        }
        return database
    }

    @Test func `claims that an earlier version had booked give their names back, and are verified or refused`() throws {
        let clock = ServiceTestClock()
        let database = try Self.older()
        let service = try Service.open(database: database, clock: clock, random: ServiceTestRandom(seed: 1))
        func ask(_ api: String, _ parameters: JSON = [:]) throws -> Reply {
            try database.begin()
            let reply = try service.reply(to: Request(api: "console.\(api)", origin: .console, transactionId: "t", parameters: parameters))
            try database.commit()
            return reply
        }
        let settings: JSON = [
            "app": ["appId": "Shop", "typeCode": "REAL"],
            "stores": [["storeCode": "SANDBOX"], ["storeCode": "WEB", "verification": "SERVER"]],
        ]
        #expect(try ask("loadSettings", ["settings": settings]).message == "")
        #expect(try database.query("SELECT payment_seq FROM payments WHERE store_transaction_id IS NOT NULL", []).isEmpty)
        #expect(try ask("report").body["claims"] == [["currency": "USD", "count": 3, "claimed": "1.77"]])
        #expect(try ask("checkLedger").body["sound"] == true)
        func verify(_ number: Int, _ isVerified: Bool) throws -> JSON? {
            try ask("verifyPayment", ["paymentSeq": .string("202611180000000000\(number)"), "verified": .bool(isVerified)]).body["state"]
        }
        #expect(try verify(1, false) == "DECLINED")
        #expect(try verify(2, false) == "DECLINED")
        #expect(try verify(4, true) == "UNCONSUMED")
        #expect(try ask("report").body["claims"] == [])
        let row = try #require(
            try database.query("SELECT store_transaction_id, receipt FROM payments WHERE payment_seq = '2026111800000000004'", []).first)
        #expect(row.text(0) == "t4" && row.text(1) == "r")
        #expect(try ask("checkLedger").body["differences"] == [])
    }
}
