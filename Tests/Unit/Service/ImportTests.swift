@testable import Messages
@testable import Service
import Codecs
import Storage
import Testing

@Suite struct `Purchases of an earlier journal` {
    private func entry(_ paymentSeq: JSON, _ more: JSONObject = [:]) -> JSON {
        var entry: JSONObject = ["paymentSeq": paymentSeq, "gamebaseProductId": "coin"]
        for member in more.members { entry[member.key] = member.value }
        return .object(entry)
    }

    // code 103
    @Test func `a list in which one has no readable number is refused whole, and nothing of it stays`() throws {
        let shop = try `Other stores`.Shop()
        let wrong: [JSON] = [7, "", nil, "with space", "ÄÖÜ", "line\n", .string(String(repeating: "9", count: 65))]
        for seq in wrong {
            let reply = shop.ask("purchase.import", ["entries": [entry("1"), entry(seq), entry("2")]])
            #expect(reply.resultCode == ResultCode.parameterInvalid)
            #expect(reply.message.hasPrefix("entries[1].paymentSeq: "))
            #expect(try shop.bench.count("payments") == 0)
            #expect(try shop.bench.count("ledger") == 0)
        }
        #expect(shop.all.isEmpty)
        #expect(shop.ask("purchase.import", ["entries": [entry("1"), entry("2")]]).body["successList"]?.arrayValue?.count == 2)
        try shop.bench.expectSound()
    }

    // code 103; code 3
    @Test func `one that cannot be taken over says why by its code, and holds up no other`() throws {
        let shop = try `Other stores`.Shop()
        let wrong: [(String, JSON)] = [
            ("price", .decimal("1.5")), ("price", "1,50"), ("currency", 7), ("payload", [:]), ("purchaseTime", "now"), ("storeCode", 3),
        ]
        for (field, value) in wrong {
            let entries: [JSON] = [entry("bad", [field: value]), entry(.string("good-\(field)"))]
            let reply = shop.ask("purchase.import", ["entries": .array(entries)])
            #expect(reply.body["failList"]?.arrayValue?.map { $0["detailCode"] } == [103], "\(field)")
            #expect(reply.body["failList"]?.arrayValue?.first?["message"]?.stringValue?.hasPrefix("entries[0].\(field): ") == true)
            #expect(reply.body["successList"]?.arrayValue?.count == 1)
            #expect(try shop.bench.count("payments", "payment_seq = 'bad'") == 0)
        }
        let unknown = shop.ask("purchase.import", ["entries": [["paymentSeq": "x", "gamebaseProductId": "nothing"]]])
        #expect(unknown.body["failList"]?.arrayValue?.map { $0["detailCode"] } == [3])
        try shop.bench.expectSound()
    }

    @Test func `what a store was paid for once is one purchase, though the journal has it under two numbers`() throws {
        let shop = try `Other stores`.Shop()
        for seq in ["first", "second"] as [JSON] {
            let reply = shop.ask("purchase.import", ["entries": [entry(seq, ["storeTransactionId": "T"])]])
            #expect(reply.body["successList"]?.arrayValue?.map { $0["paymentSeq"] } == ["first"])
            #expect(reply.body["failList"] == [])
        }
        #expect(shop.all.count == 1)
        try shop.bench.expectSound()
    }

    @Test func `a number too large to count on from is taken over, and our own go on from ours`() throws {
        let shop = try `Other stores`.Shop()
        #expect(shop.ask("purchase.import", ["entries": [entry("9223000000000000000")]]).body["successList"]?.arrayValue?.count == 1)
        #expect(shop.reserve("gem", "r").hasPrefix("20261118"))
        let next = try Service.open(database: shop.bench.database, clock: shop.bench.clock, random: ServiceTestRandom(seed: 9))
        #expect(next.core.newPaymentSeq().hasPrefix("20261118"))
    }

    @Test func `any printable number is taken over once, and our own numbers never meet one`() throws {
        let shop = try `Other stores`.Shop()
        let own = try #require(Int64(shop.reserve("gem", "r1")))
        // What the next reservation would be called, and what sorts above it.
        let numbers = [
            "GPA.3344-5566", "~!{}", "\(own + 1)", "\(own + 2)", "8000000000000000000", "7ABCDEFGHIJKLMNOPQR",
            String(repeating: "9", count: 64),
        ]
        for _ in 0..<2 {
            let reply = shop.ask("purchase.import", ["entries": .array(numbers.map { entry(.string($0)) })])
            #expect(reply.body["successList"]?.arrayValue?.map { $0["paymentSeq"]?.stringValue } == numbers)
        }
        #expect(shop.reserve("gem", "r2") == "8000000000000000001")
        let next = try Service.open(database: shop.bench.database, clock: shop.bench.clock, random: ServiceTestRandom(seed: 9))
        #expect(next.core.newPaymentSeq() == "8000000000000000002")
        try shop.bench.expectSound()
    }
}
