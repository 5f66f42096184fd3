@testable import Engine
import Linux
@testable import Messages
@testable import Service
import Codecs
import Storage
import Synchronization
import Testing

/// A file in which a table of money lost an entry of an index; it notes what of it somebody looked at.
private final class LookedAtDatabase: Database {
    private let real: SQLiteDatabase
    private(set) var looks: [String] = []

    init() throws { real = try SQLiteDatabase.open(path: ":memory:") }

    func findDamage() throws(StorageError) -> [String] {
        looks.append("all")
        return []
    }
    func findDamage(in table: String) throws(StorageError) -> [String] {
        looks.append(table)
        return try real.findDamage(in: table) + (table == "payments" ? ["row 1 missing from index payments_by_user"] : [])
    }
    func run(_ sql: String, _ values: [Value]) throws(StorageError) -> Int { try real.run(sql, values) }
    func query(_ sql: String, _ values: [Value]) throws(StorageError) -> [Row] { try real.query(sql, values) }
    func begin() throws(StorageError) { try real.begin() }
    func commit() throws(StorageError) { try real.commit() }
    func rollback() { real.rollback() }
    func savepoint() throws(StorageError) { try real.savepoint() }
    func releaseSavepoint() throws(StorageError) { try real.releaseSavepoint() }
    func rollbackToSavepoint() throws(StorageError) { try real.rollbackToSavepoint() }
    func close() { real.close() }
}

/// Replies from other threads, to wait for.
private final class TestAnswers: @unchecked Sendable {
    let isOpen = Atomic<Bool>(false)
    private let lock = Lock()
    private let arrived = ConditionVariable()
    private var replies: [Reply] = []

    func add(_ reply: Reply) {
        lock.locked {
            replies.append(reply)
            arrived.broadcast()
        }
    }

    func wait(for count: Int) -> [Reply] {
        lock.locked {
            while replies.count < count { arrived.wait(lock) }
            return replies
        }
    }
}

@Suite struct `The ledger` {
    /// One payment in each state, with what is around it.
    func played() throws -> (ServiceBench, ServiceBench.Player) {
        let bench = try ServiceBench.shop()
        let player = try bench.login()
        _ = try bench.buy(player, "gem", requestId: "unconsumed")
        _ = try bench.consume(try bench.buy(player, "gem", requestId: "consumed"))
        let refunded = try bench.buy(player, "chest", requestId: "refunded")
        #expect(bench.console("refund", ["paymentSeq": refunded["paymentSeq"] ?? nil, "kind": "REFUND"]).isSuccess)
        _ = try bench.buy(player, "pass", requestId: "pass")
        _ = try bench.buy(player, "crate", requestId: "crate")
        bench.clock.advance(60_000)
        _ = bench.reserve(player, "gem", requestId: "reserved")
        return (bench, player)
    }

    // invariant 13
    @Test func `it is sound after everything that can happen, and sums to what the lists show`() throws {
        let (bench, player) = try played()
        let report = bench.console("checkLedger").body
        #expect(report["sound"] == true)
        #expect(report["payments"] == 7)
        let dollars = try #require(report["currencies"]?.arrayValue?.first { $0["currency"] == "USD" })
        #expect(dollars["CAPTURED"] == "9.47")
        #expect(dollars["RENEWED"] == "2.50")
        #expect(dollars["net"] == "11.97")
        #expect(dollars["held"] == "10.98")
        let yen = try #require(report["currencies"]?.arrayValue?.first { $0["currency"] == "JPY" })
        #expect(yen["net"] == "0")
        #expect(yen["held"] == "0")
        var held = MoneySum()
        for receipt in bench.notConsumed(player)
            + bench.receipts("purchase.activated", player).filter({ $0["productType"] == "AUTO_RENEWABLE" })
        {
            held.add(receipt["priceString"]?.stringValue ?? "", times: 1)
        }
        #expect(held.text == "10.98")
    }

    @Test(arguments: [
        "DELETE FROM ledger WHERE movement = 'GRANTED' AND amount = '0.99'",
        "DELETE FROM ledger WHERE movement = 'CAPTURED' AND amount = '0.99'",
        "DELETE FROM ledger WHERE movement = 'CONSUMED'",
        "DELETE FROM ledger WHERE movement = 'REFUNDED'",
        "DELETE FROM ledger WHERE movement = 'REVOKED'",
        "DELETE FROM ledger WHERE movement = 'RENEWED'",
        "UPDATE ledger SET amount = '0.98' WHERE movement = 'GRANTED' AND amount = '0.99'",
        "UPDATE ledger SET currency = 'EUR' WHERE movement = 'CONSUMED'",
        "UPDATE payments SET state = 40, consumed_date = NULL WHERE state = 50",
        "UPDATE payments SET state = 50 WHERE state = 40",
        "UPDATE payments SET state = 40 WHERE state = 92",
        "UPDATE payments SET state = 90 WHERE state = 40",
        "UPDATE payments SET state = 10 WHERE state = 50",
        "UPDATE payments SET price = '5' WHERE state = 50",
        "UPDATE payments SET store_transaction_id = NULL WHERE state = 50",
        "INSERT INTO ledger (payment_seq, movement, amount, currency, moved_date) SELECT payment_seq, 'CAPTURED', '0.99', 'USD', 1 FROM payments WHERE state = 10",
        "INSERT INTO ledger (payment_seq, movement, amount, currency, moved_date) SELECT payment_seq, 'CONSUMED', '0.99', 'USD', 1 FROM payments WHERE state = 40 AND product_type = 'CONSUMABLE'",
        "DELETE FROM subscriptions WHERE gamebase_product_id = 'pass'",
        "UPDATE subscriptions SET payment_seq = (SELECT payment_seq FROM payments WHERE state = 92)",
    ])
    func `the check finds whatever does not fit`(_ damage: String) throws {
        let (bench, _) = try played()
        try bench.expectSound()
        for change in ["UPDATE", "DELETE"] { _ = try bench.database.run("DROP TRIGGER ledger_no_\(change)", []) }
        #expect(try bench.database.run(damage, []) > 0)
        let report = bench.console("checkLedger").body
        #expect(report["sound"] == false)
        #expect(report["differences"]?.arrayValue?.isEmpty == false)
    }

    @Test func `a server's file is looked at in turns, of which each has one table of money, and a game's whole`() throws {
        for isServer in [true, false] {
            let database = try LookedAtDatabase()
            let service = try Service.open(
                database: database, clock: ServiceTestClock(), random: ServiceTestRandom(seed: 1), keepsEvents: isServer)
            let request = Request(api: "console.checkLedger", origin: .console, transactionId: "t")
            try service.begin()
            var reply: Reply? = try service.reply(to: request)
            let work = service.takeUnfinished()
            if work != nil { reply = nil }
            try service.commit()
            while reply == nil, let work {
                let before = database.looks.count
                try service.begin()
                reply = try service.proceeded(work)
                try service.commit()
                #expect(database.looks.count <= before + 1)
            }
            #expect(database.looks == (isServer ? Payments.moneyTables : ["all"]))
            #expect(reply?.body["sound"] == .bool(!isServer))
        }
    }

    @Test func `an order that the store finished and nobody booked is found`() throws {
        let (bench, player) = try played()
        let purchase = try bench.pay(player, "gem", requestId: "lost")
        try bench.expectSound()
        _ = try bench.database.run("UPDATE sandbox_orders SET finished = 1 WHERE order_key = ?", [.text(purchase.orderKey)])
        #expect(bench.console("checkLedger").body["sound"] == false)
    }

    @Test(arguments: ["UPDATE ledger SET amount = '0.98'", "DELETE FROM ledger", "DELETE FROM ledger WHERE movement = 'CONSUMED'"])
    func `whoever writes to the database, the ledger only grows`(_ change: String) throws {
        let (bench, _) = try played()
        #expect(throws: StorageError.self) { try bench.database.run(change, []) }
        try bench.expectSound()
    }

    @Test func `a movement is entered once`() throws {
        let (bench, _) = try played()
        #expect(throws: StorageError.self) {
            try bench.database.run("INSERT INTO ledger SELECT * FROM ledger WHERE movement = 'CONSUMED'", [])
        }
    }

    /// Prices of 0, 2 and 3 decimals, by the seed, from the catalogue to the ledger's sum.
    @Test func `prices are exact from end to end, in currencies with 0, 2 and 3 decimals`() throws {
        var state: UInt64 = 0x5EED
        func next(_ limit: UInt64) -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return (state >> 33) % limit
        }
        let currencies = [("JPY", 0), ("KRW", 0), ("USD", 2), ("EUR", 2), ("KWD", 3), ("BHD", 3)]
        for round in 0..<20 {
            var products: [JSON] = []
            var prices: [String] = []
            for place in 0..<12 {
                let (currency, decimals) = currencies[place % currencies.count]
                var price = "\(next(place % 4 == 3 ? 900_000_000_000 : 100_000))"
                if decimals > 0 {
                    let scale: UInt64 = decimals == 2 ? 100 : 1000
                    var fraction = "\(scale + next(scale))"
                    fraction.removeFirst()
                    price += "." + fraction
                }
                prices.append(price)
                products.append([
                    "gamebaseProductId": .string("p\(place)"), "productType": "CONSUMABLE", "price": .string(price),
                    "currency": .string(currency),
                ])
            }
            let bench = try ServiceBench(settings: ["app": ["appId": "Shop", "secretKey": "shop-secret"], "products": .array(products)])
            let player = try bench.login()
            // In thousandths, so that every sum is a whole number here.
            var expected: [String: UInt64] = [:]
            for place in 0..<12 {
                let times = next(4)
                for time in 0..<times {
                    let receipt = try bench.buy(player, "p\(place)", requestId: "\(round) \(place) \(time)")
                    #expect(receipt["priceString"]?.stringValue == prices[place])
                    #expect(receipt["price"]?.decimalText == prices[place])
                    expected[currencies[place % currencies.count].0, default: 0] += thousandths(prices[place])
                }
            }
            let report = bench.console("checkLedger").body
            #expect(report["sound"] == true)
            for entry in report["currencies"]?.arrayValue ?? [] {
                let currency = try #require(entry["currency"]?.stringValue)
                #expect(thousandths(entry["net"]?.stringValue ?? "") == expected[currency])
                #expect(entry["net"] == entry["held"])
            }
            // What was sold is what the catalogue said, digit by digit, and is consumed as that.
            for receipt in bench.notConsumed(player) {
                #expect(try bench.consume(receipt)["result"]?["price"]?.decimalText == receipt["priceString"]?.stringValue)
            }
            try bench.expectSound()
        }
    }

    private func thousandths(_ price: String) -> UInt64 {
        let parts = price.split(separator: ".")
        let fraction = parts.count > 1 ? (parts[1] + "000").prefix(3) : "000"
        return UInt64(parts[0] + fraction) ?? 0
    }

    /// Through the group commit of the embedded service, as clients ask.
    // invariant 3
    @Test func `the same receipt from 64 threads at once is granted once`() throws {
        let service = EngineService(directory: nil, clock: ServiceTestClock(), random: ServiceTestRandom(seed: 5))
        #expect(service.start())
        defer { _ = service.stop(untilNanoseconds: Int64.max) }
        func ask(_ api: String, _ parameters: JSON, token: String? = nil, origin: RequestOrigin = .client) -> Reply {
            let answers = TestAnswers()
            service.send(Request(api: api, origin: origin, transactionId: "t", accessToken: token, parameters: parameters)) {
                answers.add($0)
            }
            return answers.wait(for: 1)[0]
        }
        #expect(ask("console.loadSettings", ["settings": `Other stores`.settings], origin: .console).message == "")
        let login = ask(
            "gateway.idPLogin", ["idPInfo": ["idPCode": "guest", "accessToken": "a-guest-secret-of-32-characters!"], "member": [:]])
        let token = try #require(login.body["token"]?["accessToken"]?.stringValue)
        let seq =
            ask("purchase.reserve", ["requestId": "r", "gamebaseProductId": "gem", "storeCode": "STEAM"], token: token).body["paymentSeq"]
            ?? nil
        let report: JSON = ["paymentSeq": seq, "status": "PAID", "storeTransactionId": "t", "receipt": "r"]
        let adopt: JSON = ["storeCode": "STEAM", "kind": "FOREIGN", "storeTransactionId": "u", "marketItemId": "1001"]
        for (api, parameters) in [("purchase.report", report), ("purchase.adopt", adopt)] {
            let answers = TestAnswers()
            let threads = (0..<64).compactMap { _ in
                Thread.start(name: "offer") {
                    while !answers.isOpen.load(ordering: .acquiring) {}
                    service.send(Request(api: api, origin: .client, transactionId: "t", accessToken: token, parameters: parameters)) {
                        answers.add($0)
                    }
                }
            }
            #expect(threads.count == 64)
            answers.isOpen.store(true, ordering: .releasing)
            for thread in threads { thread.join() }
            let replies = answers.wait(for: 64)
            #expect(replies.count == 64)
            #expect(Set(replies.map { $0.body["receipt"]?["paymentSeq"]?.stringValue }).count == 1)
            if api == "purchase.adopt" { #expect(replies.filter { $0.body["isNew"] == true }.count == 1) }
        }
        #expect(ask("purchase.notConsumed", ["allStores": true], token: token).body["receipts"]?.arrayValue?.count == 2)
        #expect(ask("console.checkLedger", [:], origin: .console).body["sound"] == true)
    }
}
