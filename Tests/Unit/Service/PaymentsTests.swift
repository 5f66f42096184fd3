@testable import Messages
@testable import Service
import Codecs
import Storage
import Testing

@Suite struct `Payment requests` {
    // invariant 1
    @Test func `a reservation is written before the store hears of it and is no money`() throws {
        let bench = try ServiceBench.shop()
        let player = try bench.login()
        let reply = bench.reserve(player, "gem", requestId: "r1", payload: "{\"hero\":\"é\\n\"}")
        let paymentSeq = try #require(reply.body["paymentSeq"]?.stringValue)
        #expect(try bench.state(paymentSeq) == "RESERVED")
        #expect(reply.body["price"] == "0.99")
        #expect(reply.body["marketItemId"] == "m.gem")
        #expect(try bench.count("sandbox_orders") == 0)
        #expect(try bench.count("ledger") == 0)
        #expect(bench.notConsumed(player).isEmpty)
    }

    @Test func `the same request id is the same payment, and for another product a mistake`() throws {
        let bench = try ServiceBench.shop()
        let player = try bench.login()
        let first = bench.reserve(player, "gem", requestId: "r1")
        #expect(bench.reserve(player, "gem", requestId: "r1").body == first.body)
        #expect(bench.reserve(player, "chest", requestId: "r1").message.hasPrefix("requestId: was used for another product"))
        #expect(bench.reserve(player, "gem", requestId: "r2").body["paymentSeq"] != first.body["paymentSeq"])
        #expect(try bench.count("payments") == 2)
        let bySeq = bench.ask("purchase.reserve", ["requestId": "r3", "itemSeq": 7, "storeCode": "SANDBOX"], token: player.token)
        #expect(bySeq.body["gamebaseProductId"] == "gem")
    }

    @Test func `what cannot be bought is refused with its code`() throws {
        let bench = try ServiceBench.shop()
        let player = try bench.login()
        #expect(bench.reserve(player, "nothing", requestId: "r").resultCode == ResultCode.productUnknown)
        #expect(bench.reserve(player, "old", requestId: "r").resultCode == ResultCode.productInactive)
        let steam = bench.ask(
            "purchase.reserve", ["requestId": "r", "gamebaseProductId": "gem", "storeCode": "STEAM"], token: player.token)
        #expect(steam.resultCode == ResultCode.storeNotAvailable)
        #expect(bench.ask("purchase.reserve", ["requestId": "r"]).resultCode == ResultCode.notAuthenticated)
        #expect(
            bench.reserve(player, "gem", requestId: "r", payload: String(repeating: "x", count: 4097)).message.hasPrefix(
                "payload: must be at most"))
        #expect(try bench.count("payments") == 0)
    }

    // invariant 2
    @Test func `payment numbers start with the date, are unique and grow, also when the clock goes back`() throws {
        let bench = try ServiceBench.shop()
        let player = try bench.login()
        var numbers: [String] = []
        for index in 0..<50 {
            if index % 10 == 9 { bench.clock.advance(-5000) }
            numbers.append(try #require(bench.reserve(player, "gem", requestId: "r\(index)").body["paymentSeq"]?.stringValue))
        }
        #expect(numbers == numbers.sorted())
        #expect(Set(numbers).count == 50)
        // 1795000000 s after 1970 is 2026-11-18 11:06:40 UTC.
        #expect(numbers.allSatisfy { $0.hasPrefix("20261118") && $0.utf8.count >= 16 })
        let next = try Service.open(database: bench.database, clock: bench.clock, random: ServiceTestRandom(seed: 3))
        #expect(next.core.newPaymentSeq() > numbers[49])
    }

    // invariant 20; invariant 21
    @Test func `a purchase arrives with the price and payload of its reservation, whatever the catalogue says meanwhile`() throws {
        let bench = try ServiceBench.shop()
        let player = try bench.login()
        let payload = "{\"e\":\"e\u{301}\", \"q\": \"\\\"\"}"
        let purchase = try bench.pay(player, "gem", requestId: "r1", payload: payload)
        #expect(bench.console("setCatalogue", ["products": []]).isSuccess)
        let receipt = try #require(bench.ask("purchase.report", purchase.report, token: player.token).body["receipt"])
        #expect(receipt["price"] == .decimal("0.99"))
        #expect(receipt["priceString"] == "0.99")
        #expect(receipt["payload"]?.stringValue.map { Array($0.utf8) } == Array(payload.utf8))
        #expect(receipt["userId"] == .string(player.userId))
        #expect(receipt["paymentId"] == .string(purchase.transactionId))
        #expect(receipt["isTestPurchase"] == true)
        #expect(receipt["sandboxPayment"] == true)
        #expect(receipt["itemSeq"] == 7)
        #expect(receipt["purchaseToken"]?.stringValue?.utf8.count == 43)
        #expect(bench.notConsumed(player) == [receipt])
        #expect(
            try bench.database.query("SELECT movement FROM ledger ORDER BY movement", []).map { $0.text(0) } == ["CAPTURED", "GRANTED"])
    }

    @Test func `a repeated report has the same answer and moves no money`() throws {
        let bench = try ServiceBench.shop()
        let player = try bench.login()
        let purchase = try bench.pay(player, "gem", requestId: "r1")
        let first = bench.ask("purchase.report", purchase.report, token: player.token)
        for _ in 0..<3 { #expect(bench.ask("purchase.report", purchase.report, token: player.token).body == first.body) }
        _ = try bench.consume(try #require(first.body["receipt"]))
        let late = bench.ask("purchase.report", purchase.report, token: player.token)
        #expect(late.body["state"] == "CONSUMED")
        #expect(late.body["receipt"] == first.body["receipt"])
        #expect(try bench.count("ledger") == 3)
    }

    /// All sequences of four steps out of six.
    // invariant 7
    @Test func `in whatever order its steps arrive, a payment only moves forward and is granted at most once`() throws {
        let ranks = ["RESERVED": 0, "PAID": 1, "VERIFIED": 2, "UNCONSUMED": 3, "CONSUMED": 4, "CANCELLED": 9, "DECLINED": 9]
        let bench = try ServiceBench.shop()
        let player = try bench.login()
        for sequence in 0..<(6 * 6 * 6 * 6) {
            let purchase = try bench.pay(player, "gem", requestId: "r\(sequence)")
            var rank = 0
            var digits = sequence
            for _ in 0..<4 {
                step(digits % 6, bench, player, purchase, requestId: "r\(sequence)")
                digits /= 6
                let state = try bench.state(purchase.paymentSeq) ?? ""
                let now = try #require(ranks[state])
                #expect(now >= rank)
                rank = now
            }
            let movements = try bench.database.query(
                "SELECT movement FROM ledger WHERE payment_seq = ? ORDER BY movement", [.text(purchase.paymentSeq)])
            let expected = rank == 0 ? [] : rank == 3 ? ["CAPTURED", "GRANTED"] : ["CAPTURED", "CONSUMED", "GRANTED"]
            #expect(movements.map { $0.text(0) } == expected)
            // The store took the money when the order began, so no order of steps may end unpaid.
            #expect(rank < 9)
            #expect(bench.notConsumed(player).count == (rank == 3 ? 1 : 0))
            step(5, bench, player, purchase, requestId: "")
        }
    }

    private func step(
        _ step: Int, _ bench: ServiceBench, _ player: ServiceBench.Player, _ purchase: ServiceBench.Purchase, requestId: String
    ) {
        let seq = JSON.string(purchase.paymentSeq)
        switch step {
        case 0: _ = bench.ask("purchase.report", purchase.report, token: player.token)
        case 1: _ = bench.ask("purchase.report", ["paymentSeq": seq, "status": "CANCELLED"], token: player.token)
        case 2: _ = bench.ask("purchase.report", ["paymentSeq": seq, "status": "DECLINED"], token: player.token)
        case 3: _ = bench.ask("purchase.finished", ["paymentSeq": seq], token: player.token)
        case 4: _ = bench.reserve(player, "gem", requestId: requestId)
        default: if let receipt = bench.notConsumed(player).first { _ = try? bench.consume(receipt) }
        }
    }

    @Test func `a reservation that the store does not know is given time to reach it, and then given up`() throws {
        let bench = try ServiceBench.shop()
        let player = try bench.login()
        let seq = bench.reserve(player, "gem", requestId: "r").body["paymentSeq"] ?? nil
        let unknown: JSON = ["paymentSeq": seq, "status": "UNKNOWN"]
        #expect(bench.ask("purchase.report", unknown, token: player.token).body["state"] == "RESERVED")
        bench.clock.advance(15 * 60_000)
        #expect(bench.ask("purchase.report", unknown, token: player.token).body["state"] == "CANCELLED")
        let purchase = try bench.pay(player, "gem", requestId: "r2")
        bench.clock.advance(15 * 60_000)
        let wrong: JSON = ["paymentSeq": .string(purchase.paymentSeq), "status": "UNKNOWN"]
        #expect(bench.ask("purchase.report", wrong, token: player.token).body["state"] == "RESERVED")
        // One that was made by a clock that has gone back since may be under way this moment, and waits until its date.
        let early = bench.reserve(player, "gem", requestId: "r3").body["paymentSeq"] ?? nil
        bench.clock.advance(-14 * 60_000)
        #expect(bench.ask("purchase.report", ["paymentSeq": early, "status": "UNKNOWN"], token: player.token).body["state"] == "RESERVED")
        bench.clock.advance(-2 * 60_000)
        #expect(bench.ask("purchase.report", ["paymentSeq": early, "status": "UNKNOWN"], token: player.token).body["state"] == "RESERVED")
        bench.clock.advance(31 * 60_000)
        #expect(bench.ask("purchase.report", ["paymentSeq": early, "status": "UNKNOWN"], token: player.token).body["state"] == "CANCELLED")
    }

    @Test(arguments: [false, true])
    func `an order that reaches the store after its reservation was given up or swept away is refused, and nothing is charged`(
        isSwept: Bool
    ) throws {
        let bench = try ServiceBench.shop()
        let player = try bench.login()
        let reserved = bench.reserve(player, "gem", requestId: "r").body
        let seq = reserved["paymentSeq"] ?? nil
        bench.clock.advance(15 * 60_000)
        #expect(bench.ask("purchase.report", ["paymentSeq": seq, "status": "UNKNOWN"], token: player.token).body["state"] == "CANCELLED")
        if isSwept { _ = try bench.database.run("DELETE FROM payments WHERE payment_seq = ?", [.text(seq.stringValue ?? "")]) }
        let order: JSON = [
            "orderKey": reserved["orderKey"] ?? nil, "marketItemId": reserved["marketItemId"] ?? nil, "price": reserved["price"] ?? nil,
            "currency": reserved["currency"] ?? nil,
        ]
        let begun = bench.ask("store.begin", order, token: player.token)
        #expect(begun.resultCode == (isSwept ? ResultCode.parameterInvalid : ResultCode.paymentStateInvalid), "\(begun.message)")
        #expect(bench.ask("store.poll", ["orderKey": order["orderKey"] ?? nil], token: player.token).body["status"] == "UNKNOWN")
    }

    @Test func `all products of a store are listed, with those that are not on sale marked`() throws {
        let bench = try ServiceBench.shop()
        let player = try bench.login()
        let items = bench.ask("purchase.items", ["storeCode": "SANDBOX"], token: player.token).body["items"]?.arrayValue ?? []
        #expect(items.map { $0["gamebaseProductId"]?.stringValue } == ["gem", "chest", "pass", "crate", "old"])
        #expect(items.map { $0["isActive"]?.boolValue } == [true, true, true, true, false])
        #expect(items.first?["priceString"] == "0.99")
        #expect(items.first?["itemSeq"] == 7)
        #expect(bench.ask("purchase.items", ["storeCode": "STEAM"], token: player.token).body["items"] == [])
    }

    @Test func `declined and cancelled are final, and money taken after that becomes a payment of its own, once`() throws {
        let bench = try ServiceBench.shop()
        let player = try bench.login()
        let reserved = bench.reserve(player, "gem", requestId: "r", payload: "p").body
        let seq = reserved["paymentSeq"] ?? nil
        let order = bench.ask(
            "store.begin",
            ["orderKey": reserved["orderKey"] ?? nil, "marketItemId": "m.gem", "price": "0.99", "currency": "USD"], token: player.token
        ).body
        // The buyer's store goes on all the same.
        try bench.close(unpaid: seq.stringValue ?? "")
        let paid: JSON = [
            "paymentSeq": seq, "status": "PAID", "storeTransactionId": order["storeTransactionId"] ?? nil,
            "receipt": order["receipt"] ?? nil,
        ]
        for _ in 0..<3 {
            let reply = bench.ask("purchase.report", paid, token: player.token)
            #expect(reply.body["state"] == "UNCONSUMED")
            #expect(reply.body["receipt"]?["payload"] == "p")
            #expect(reply.body["receipt"]?["paymentSeq"] != seq)
        }
        #expect(try bench.state(seq.stringValue ?? "") == "CANCELLED")
        #expect(bench.notConsumed(player).count == 1)
        #expect(try bench.count("payments") == 2)
        #expect(try bench.count("ledger", "movement = 'CAPTURED'") == 1)
        #expect(bench.ask("purchase.open", token: player.token).body == ["payments": [], "orders": []])
        #expect(try bench.count("sandbox_orders", "finished = 1") == 1)
        try bench.expectSound()
    }

    // code 11
    @Test func `a receipt that is not the store's grants nothing and closes nothing`() throws {
        let bench = try ServiceBench.shop()
        let player = try bench.login()
        let mine = try bench.pay(player, "gem", requestId: "r1")
        let dear = try bench.pay(player, "chest", requestId: "r2")
        var forged = mine
        forged.receipt += " "
        var swapped = dear
        (swapped.transactionId, swapped.receipt) = (mine.transactionId, mine.receipt)
        for purchase in [forged, swapped] {
            for _ in 0..<2 {
                let reply = bench.ask("purchase.report", purchase.report, token: player.token)
                #expect(reply.resultCode == ResultCode.receiptRefused)
                #expect(reply.body["detailCode"] == 11)
            }
        }
        #expect(try bench.count("unmatched_money") == 2)
        #expect(try bench.state(mine.paymentSeq) == "RESERVED")
        #expect(bench.ask("purchase.report", mine.report, token: player.token).isSuccess)
        #expect(bench.ask("purchase.report", dear.report, token: player.token).isSuccess)
        #expect(bench.notConsumed(player).count == 2)
    }

    @Test func `money that waits for a decision is in the report, however much newer money went back`() throws {
        let bench = try ServiceBench.shop()
        for number in 0..<150 {
            _ = try bench.database.run(
                """
                INSERT INTO unmatched_money (payment_seq, reason, store_code, store_transaction_id, user_id, reported_date, returned)
                VALUES (?, 'UNKNOWN', 'GG', ?, 'U', ?, ?)
                """,
                [
                    .text("p\(number)"), .text("t\(number)"), .integer(Int64(number)), number < 2 ? .null : .text("REFUNDED"),
                ])
        }
        let report = bench.console("report").body
        let told = (report["unmatchedMoney"]?.arrayValue ?? []).compactMap { $0["paymentSeq"]?.stringValue }
        #expect(told.count == 100)
        #expect(Array(told.prefix(3)) == ["p1", "p0", "p149"])
        #expect(report["leftOut"]?["unmatchedMoney"]?["rows"] == 50)
    }

    @Test func `money that a store took is in the report, however much devices say that nobody verified`() throws {
        let bench = try ServiceBench.shop()
        for number in 0..<120 {
            let amount: Value = number < 2 ? .text("1") : .null
            _ = try bench.database.run(
                """
                INSERT INTO unmatched_money (payment_seq, reason, store_code, store_transaction_id, user_id, reported_date, captured_amount)
                VALUES (?, 'UNKNOWN', 'GG', ?, 'U', ?, ?)
                """, [.text("p\(number)"), .text("t\(number)"), .integer(Int64(number)), amount])
        }
        let report = bench.console("report").body
        let told = (report["unmatchedMoney"]?.arrayValue ?? []).compactMap { $0["paymentSeq"]?.stringValue }
        #expect(told.count == 100)
        #expect(Array(told.prefix(3)) == ["p1", "p0", "p119"])
        #expect(report["leftOut"]?["unmatchedMoney"]?["rows"] == 20)
    }

    @Test func `money that fits no payment is listed to its last row, and found by its names and its member`() throws {
        let bench = try ServiceBench.shop()
        let player = try bench.login()
        for number in 0..<250 {
            _ = try bench.database.run(
                """
                INSERT INTO unmatched_money (payment_seq, reason, store_code, store_transaction_id, user_id, reported_date,
                    captured_amount, order_key, returned) VALUES (?, 'UNKNOWN', 'GG', ?, ?, ?, '1', ?, ?)
                """,
                [
                    .text("GG t\(number)"), .text("t\(number)"), .text(number == 7 ? player.userId : "U"), .integer(Int64(number / 3)),
                    .text("o\(number)"), number == 9 ? .text("REFUNDED") : .null,
                ])
        }
        func names(_ body: JSON) -> [String] { (body["unmatched"]?.arrayValue ?? []).compactMap { $0["paymentSeq"]?.stringValue } }
        var (told, pages): ([String], Int) = ([], 0)
        var parameters: JSONObject = ["state": "UNMATCHED", "count": 100]
        while pages < 10 {
            let body = bench.console("payments", .object(parameters)).body
            told += names(body)
            pages += 1
            guard let next = body["next"]?.stringValue else { break }
            parameters["before"] = .string(next)
        }
        #expect(told.count == 249 && Set(told).count == 249 && !told.contains("GG t9") && pages == 3)
        for text in ["GG t4", "t4", "o4"] {
            let body = bench.console("payments", ["text": .string(text)]).body
            #expect(names(body) == ["GG t4"] && body["payments"] == [])
        }
        #expect(names(bench.console("payments", ["text": .string(player.userId)]).body) == ["GG t7"])
        for wrong: JSONObject in [["before": "x"], ["product": "gem"]] {
            parameters = ["state": "UNMATCHED"]
            for member in wrong.members { parameters[member.key] = member.value }
            #expect(bench.console("payments", .object(parameters)).resultCode == ResultCode.parameterInvalid)
        }
    }

    @Test func `another receipt for a payment that is settled is noted and is no money`() throws {
        let bench = try ServiceBench.shop()
        let player = try bench.login()
        var purchase = try bench.pay(player, "gem", requestId: "r")
        #expect(bench.ask("purchase.report", purchase.report, token: player.token).isSuccess)
        purchase.transactionId = "another"
        #expect(bench.ask("purchase.report", purchase.report, token: player.token).resultCode == ResultCode.receiptRefused)
        let noted = try #require(bench.console("report").body["unmatchedMoney"]?.arrayValue?.first)
        #expect(noted["storeTransactionId"] == "another")
        #expect(noted["capturedAmount"]?.isNull == true)
        #expect(noted["capturedCurrency"]?.isNull == true)
        #expect(bench.notConsumed(player).count == 1)
        try bench.expectSound()
    }

    @Test func `the store's own receipt grants nothing while the store has no money for it`() throws {
        let bench = try ServiceBench.shop()
        let player = try bench.login()
        let purchase = try bench.pay(player, "gem", requestId: "r")
        for outcome in [SandboxOrder.pending, SandboxOrder.declined, SandboxOrder.cancelled] {
            _ = try bench.database.run("UPDATE sandbox_orders SET outcome = ?", [.text(outcome)])
            #expect(bench.ask("purchase.report", purchase.report, token: player.token).resultCode == ResultCode.receiptRefused)
            #expect(try bench.state(purchase.paymentSeq) == "RESERVED")
        }
        _ = try bench.database.run("UPDATE sandbox_orders SET outcome = ?", [.text(SandboxOrder.paid)])
        #expect(bench.ask("purchase.report", purchase.report, token: player.token).isSuccess)
        #expect(bench.notConsumed(player).count == 1)
        try bench.expectSound()
    }

    // invariant 20; code 11
    @Test func `a price at the store that was not reserved is refused and the money is reported`() throws {
        let bench = try ServiceBench.shop()
        let player = try bench.login()
        let reserved = bench.reserve(player, "chest", requestId: "r").body
        let order = bench.ask(
            "store.begin",
            ["orderKey": reserved["orderKey"] ?? nil, "marketItemId": "chest", "price": "12", "currency": "JPY"], token: player.token
        ).body
        let reply = bench.ask(
            "purchase.report",
            [
                "paymentSeq": reserved["paymentSeq"] ?? nil, "status": "PAID", "storeTransactionId": order["storeTransactionId"] ?? nil,
                "receipt": order["receipt"] ?? nil,
            ], token: player.token)
        #expect(reply.resultCode == ResultCode.receiptRefused)
        #expect(try bench.state(reserved["paymentSeq"]?.stringValue ?? "") == "DECLINED")
        #expect(try bench.count("unmatched_money", "captured_amount = '12' AND captured_currency = 'JPY'") == 1)
        #expect(bench.notConsumed(player).isEmpty)
    }

    // invariant 3
    @Test func `a store transaction belongs to one payment`() throws {
        let bench = try ServiceBench.shop()
        let player = try bench.login()
        let receipt = try bench.buy(player, "gem", requestId: "r1")
        _ = bench.reserve(player, "gem", requestId: "r2")
        #expect(throws: StorageError.self) {
            try bench.database.run(
                "UPDATE payments SET store_transaction_id = ? WHERE request_id = 'client r2'",
                [.text(receipt["paymentId"]?.stringValue ?? "")])
        }
    }

    @Test func `payments of others do not exist for a member`() throws {
        let bench = try ServiceBench.shop()
        let player = try bench.login()
        let thief = try bench.login("the-secret-of-quite-another-guest")
        let purchase = try bench.pay(player, "gem", requestId: "r1")
        #expect(bench.ask("purchase.report", purchase.report, token: thief.token).resultCode == ResultCode.parameterInvalid)
        #expect(bench.ask("store.poll", ["orderKey": .string(purchase.orderKey)], token: thief.token).body["status"] == "UNKNOWN")
        _ = bench.ask("purchase.report", purchase.report, token: player.token)
        let finished: JSON = ["paymentSeq": .string(purchase.paymentSeq)]
        #expect(bench.ask("purchase.finished", finished, token: thief.token).resultCode == ResultCode.parameterInvalid)
        #expect(bench.notConsumed(thief).isEmpty)
        #expect(bench.ask("purchase.open", token: thief.token).body["payments"] == [])
    }

    @Test func `what was paid before a ban still arrives`() throws {
        let bench = try ServiceBench.shop()
        let player = try bench.login()
        let purchase = try bench.pay(player, "gem", requestId: "r1")
        #expect(bench.console("ban", ["userId": .string(player.userId), "banType": "PERMANENT"]).isSuccess)
        #expect(bench.ask("purchase.report", purchase.report, token: player.token).body["state"] == "UNCONSUMED")
        #expect(bench.reserve(player, "gem", requestId: "r2").resultCode == ResultCode.memberBanned)
    }

    // invariant 6
    @Test func `open payments are those that are not over, or not finished at the store`() throws {
        let bench = try ServiceBench(settings: [
            "app": ["appId": "Shop"], "stores": [["storeCode": "SANDBOX"], ["storeCode": "STEAM"]],
            "products": [
                [
                    "gamebaseProductId": "gem", "productType": "CONSUMABLE", "marketItemId": "s.gem", "price": "1", "currency": "USD",
                    "storeCode": "STEAM",
                ]
            ],
        ])
        let player = try bench.login()
        func ask(_ api: String, _ parameters: JSON) -> Reply { bench.ask(api, parameters, token: player.token) }
        func reserve(_ id: JSON) -> JSON? {
            ask("purchase.reserve", ["requestId": id, "gamebaseProductId": "gem", "storeCode": "STEAM"]).body["paymentSeq"]
        }
        func open() -> [JSON?] { (ask("purchase.open", [:]).body["payments"]?.arrayValue ?? []).map { $0["state"] } }
        let seq = reserve("r1") ?? nil
        #expect(open() == ["RESERVED"])
        #expect(ask("purchase.finished", ["paymentSeq": seq]).resultCode == ResultCode.paymentStateInvalid)
        #expect(ask("purchase.report", ["paymentSeq": seq, "status": "PAID", "storeTransactionId": "t", "receipt": "r"]).isSuccess)
        #expect(open() == ["UNCONSUMED"])
        for _ in 0..<2 { #expect(ask("purchase.finished", ["paymentSeq": seq]).isSuccess) }
        #expect(open() == [])
        let other = reserve("r2") ?? nil
        #expect(ask("purchase.report", ["paymentSeq": other, "status": "DECLINED"]).isSuccess)
        #expect(open() == [])
        #expect(bench.receipts("purchase.notConsumed", player, ["allStores": true]).count == 1)
    }

    @Test func `what SANDBOX takes at once is granted with its reservation, and what it does not is reserved`() throws {
        let bench = try ServiceBench.shop()
        let player = try bench.login()
        func reserve(_ requestId: String, _ more: JSONObject = [:]) -> JSON {
            var wish: JSONObject = ["requestId": .string(requestId), "gamebaseProductId": "gem", "atOnce": true, "payload": "p"]
            for (key, value) in more.members { wish[key] = value }
            return bench.ask("purchase.reserve", .object(wish), token: player.token).body
        }
        let bought = reserve("first")
        #expect(bought["state"] == "UNCONSUMED" && bought["receipt"]?["payload"] == "p")
        #expect(bought["receipt"] == bench.receipts("purchase.notConsumed", player, ["allStores": true]).first)
        // Whatever arrives again, whatever the store would say by then.
        for outcome in ["APPROVE", "DECLINE"] {
            #expect(bench.console("setSandboxStore", ["outcome": .string(outcome)]).isSuccess)
            #expect(reserve("first") == bought)
        }
        try bench.expectSound()
        let settings: [JSON] = ["DECLINE", "CANCEL", "PENDING", "LOSE_ANSWER", "UNAVAILABLE"].map { ["outcome": $0] }
        for (number, store) in (settings + [["outcome": "APPROVE", "delayMilliseconds": 5]]).enumerated() {
            #expect(bench.console("setSandboxStore", store).isSuccess)
            let reserved = reserve("r\(number)")
            #expect(reserved["orderKey"] != nil && reserved["receipt"] == nil && reserved["state"] == nil, "\(store)")
        }
        #expect(try bench.count("sandbox_orders") == 1)
        #expect(try bench.count("payments", "state = 10") == 6)
        #expect(reserve("last", ["unlessOpen": true])["payments"]?.arrayValue?.count == 6)
        #expect(bench.console("refund", ["paymentSeq": bought["paymentSeq"] ?? nil, "kind": "REFUND"]).isSuccess)
        try bench.expectSound()
    }

    // order: reprocess points
    @Test func `a reservation that asks first is answered with what is open, and is made when nothing is`() throws {
        let bench = try ServiceBench.shop()
        let player = try bench.login(), other = try bench.login("the-secret-of-quite-another-guest")
        func reserve(_ requestId: JSON, unlessOpen: Bool = true) -> JSON {
            let wish: JSON = ["requestId": requestId, "gamebaseProductId": "gem", "unlessOpen": .bool(unlessOpen)]
            return bench.ask("purchase.reserve", wish, token: player.token).body
        }
        _ = try bench.pay(other, "gem", requestId: "another's")
        let purchase = try bench.pay(player, "gem", requestId: "first")
        let open = bench.ask("purchase.open", token: player.token).body
        #expect(open["payments"]?.arrayValue?.map { $0["paymentSeq"] } == [.string(purchase.paymentSeq)])
        for _ in 0..<2 { #expect(reserve("second") == open) }
        #expect(try bench.count("payments") == 2)
        #expect(bench.ask("purchase.report", purchase.report, token: player.token).isSuccess)
        let made = reserve("second")
        #expect(made["paymentSeq"] != nil && made["payments"] == nil)
        // Whatever arrives again, and late, is the same reservation.
        for unlessOpen in [true, false] { #expect(reserve("second", unlessOpen: unlessOpen) == made) }
        #expect(reserve("third")["payments"]?.arrayValue?.count == 1)
        #expect(reserve("third", unlessOpen: false)["paymentSeq"] != nil)
        // What SANDBOX sold outside the game is open, too.
        for seq in try bench.database.query("SELECT payment_seq FROM payments WHERE state = 10", []) {
            try bench.close(unpaid: seq.text(0))
        }
        _ = try bench.database.run("UPDATE payments SET store_finished = 1", [])
        #expect(bench.console("startPromotion", ["gamebaseProductId": "gem", "userId": .string(player.userId), "paid": true]).isSuccess)
        #expect(reserve("fourth")["orders"]?.arrayValue?.map { $0["kind"] } == ["PROMOTION"])
    }

    @Test func `a payment that was paid but not verified is finished by the next purchase of the product`() throws {
        let bench = try ServiceBench.shop()
        let player = try bench.login()
        let purchase = try bench.pay(player, "gem", requestId: "r1")
        _ = try bench.database.run(
            "UPDATE payments SET state = 20, store_transaction_id = ?, receipt = ? WHERE payment_seq = ?",
            [.text(purchase.transactionId), .text(purchase.receipt), .text(purchase.paymentSeq)])
        #expect(bench.reserve(player, "gem", requestId: "r2").isSuccess)
        #expect(try bench.state(purchase.paymentSeq) == "UNCONSUMED")
    }

    @Test func `a subscription runs for its period, is listed until then and restored after, and is not sold twice meanwhile`() throws {
        let bench = try ServiceBench.shop()
        let player = try bench.login()
        func receipts(_ api: String) -> [JSON] {
            bench.ask(api, ["storeCode": "SANDBOX"], token: player.token).body["receipts"]?.arrayValue ?? []
        }
        let pass = try bench.buy(player, "pass", requestId: "r1")
        let crate = try bench.buy(player, "crate", requestId: "r2")
        #expect(pass["expiryTime"] == .integer(bench.clock.epochMilliseconds() + 30 * 86_400_000))
        #expect(crate["expiryTime"] == .integer(bench.clock.epochMilliseconds() + 60_000))
        #expect(pass["originalPaymentId"] == pass["paymentId"])
        #expect(receipts("purchase.activated").count == 2)
        #expect(bench.notConsumed(player) == [crate])
        let again = bench.reserve(player, "crate", requestId: "r3")
        #expect(again.resultCode == ResultCode.alreadyOwned)
        #expect(again.body["detailCode"] == 5)
        #expect(bench.console("changeSubscription", ["paymentSeq": crate["paymentSeq"] ?? nil, "action": "CANCEL"]).isSuccess)
        bench.clock.advance(60_000)
        #expect(receipts("purchase.activated") == [pass])
        #expect(receipts("purchase.restore").count == 2)
        #expect(bench.reserve(player, "crate", requestId: "r3").isSuccess)
    }

    @Test(arguments: [false, true]) func `a payment that is found by its number has its lines of the ledger, in their order`(
        isConsumed: Bool
    ) throws {
        let bench = try ServiceBench.shop()
        let receipt = try bench.buy(try bench.login(), "gem", requestId: "r1")
        let began = bench.clock.epochMilliseconds()
        bench.clock.advance(1000)
        if isConsumed { #expect(try bench.consume(receipt).headerCode == 0) }
        bench.clock.advance(1000)
        #expect(bench.console("refund", ["paymentSeq": receipt["paymentSeq"] ?? nil, "kind": "REFUND"]).isSuccess)
        let wanted: [(String, Int64)] =
            [("CAPTURED", 0), ("GRANTED", 0)]
            + (isConsumed ? [("CONSUMED", 1000), ("REFUNDED", 2000)] : [("REVOKED", 2000), ("REFUNDED", 2000)])
        for name in ["paymentSeq", "paymentId"] {
            let found = bench.console("payments", ["text": receipt[name] ?? nil]).body["payments"]?.arrayValue ?? []
            #expect(found.count == 1)
            let entries: [JSON] = wanted.map { movement, after in
                ["movement": .string(movement), "amount": "0.99", "currency": "USD", "date": .integer(began + after)]
            }
            #expect(found.first?["ledger"] == .array(entries), "found by \(name)")
        }
        let list = bench.console("payments", ["userId": receipt["userId"] ?? nil]).body["payments"]?.arrayValue ?? []
        #expect(list.count == 1 && list.first?["ledger"] == nil)
    }
}
