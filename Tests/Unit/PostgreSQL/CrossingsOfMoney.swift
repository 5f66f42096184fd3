import Codecs
import Testing

@testable import Messages
@testable import PostgreSQL
@testable import Service

// One decides what becomes of money by what it has read, and another changes that behind its question.

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
    }
]
