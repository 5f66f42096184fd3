import Codecs
import Testing

@testable import Messages
@testable import PostgreSQL
@testable import Service

// One decides what becomes of money by what it has read, and another changes that behind its question.

private let asked: JSON = [
    "app": ["appId": "Shop"], "stores": [["storeCode": "WEB", "verification": "STORE"]],
    "products": [["gamebaseProductId": "gem", "productType": "CONSUMABLE", "storeCode": "WEB", "price": "1.50", "currency": "USD"]],
]

let crossingsOfMoney: [Race] = [
    Race("a chargeback behind the question whether money that bought nothing went back", cure: [.locks]) { world, round in
        let player = try world.bench.login("the secret of the buyer in round \(round)")
        let wish: JSON = ["requestId": "r", "gamebaseProductId": "gem", "storeCode": "SANDBOX"]
        let seq = try #require(world.bench.ask("purchase.reserve", wish, token: player.token).body["paymentSeq"]?.stringValue)
        // The store took money that did not fit, so it bought nothing.
        for sql in [
            "UPDATE payments SET state = \(PaymentState.declined), closed_date = 1, store_finished = 1 WHERE payment_seq = '\(seq)'",
            "INSERT INTO ledger (payment_seq, movement, amount, currency, moved_date) VALUES ('\(seq)', 'CAPTURED', '0.99', 'USD', 1)",
        ] { _ = try world.bench.databases[0].run(sql, []) }
        func back(_ kind: JSON) -> Request { PostgreSQLBench.request("console.refund", ["paymentSeq": .string(seq), "kind": kind]) }
        world.crossed(back("REFUND"), behind: "SELECT movement, amount, currency FROM ledger", by: back("CHARGEBACK"))
    } wrong: { world in
        let times = try world.count("ledger", "movement IN ('REFUNDED', 'CHARGEBACK')")
        return times == 4 ? "" : "the money of 4 payments went back \(times) times"
    },
    Race("the store gives money back behind the question whether it has", cure: [.locks], settings: asked) { world, round in
        let player = try world.bench.login("the secret of the buyer in round \(round)")
        var reserve = client("purchase.reserve", ["requestId": "r", "gamebaseProductId": "gem", "storeCode": "WEB"], player)
        reserve.setCarried(from: "192.0.2.1")
        let order = world.bench.groups[0].answer(reserve).body
        func word(_ status: JSON) -> Request {
            let told: JSON = [
                "storeCode": "WEB", "orderKey": order["orderKey"] ?? nil, "status": status, "storeTransactionId": .string("cs_\(round)"),
                "receipt": "r", "price": "1.50", "currency": "USD",
            ]
            return Request(.carrierStoreReport, origin: .carrier, transactionId: "t", parameters: told)
        }
        #expect(world.bench.groups[0].answer(word("PAID")).body["storeOrder"]?["state"] == "UNCONSUMED")
        let refund = PostgreSQLBench.request("console.refund", ["paymentSeq": order["paymentSeq"] ?? nil, "kind": "REFUND"])
        world.crossed(refund, behind: "SELECT movement FROM ledger WHERE payment_seq = ?", by: word("REFUNDED"))
        // The store says it again.
        #expect(world.bench.groups[1].answer(word("REFUNDED")).body["storeOrder"]?["state"] == "REFUNDED")
    } wrong: { world in
        let left = try world.count("refund_requests")
        return left == 0 ? world.ledger : "\(left) refunds are asked for that were made"
    },
]
