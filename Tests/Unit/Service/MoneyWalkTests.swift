import Codecs
import Storage
import Testing
@testable import Service

/// Everything that can be said about money, in an order that a seed gives: stores that repeat themselves, change their minds and come late,
/// clocks that jump, services that start again. After every step the money is where it belongs.
@Suite struct `Any order of events` {
    static let steps = 60

    final class Walk {
        let shop: `Other stores`.Shop
        let seed: UInt64
        private var state: UInt64
        private var reserved: [String] = []
        /// The store's truth: transactions that it captured, by number.
        private var captured: [(transaction: String, seq: String)] = []
        private var number = 0
        private var ranks: [String: Int64] = [:]

        init(_ seed: UInt64) throws {
            self.seed = seed
            state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
            shop = try `Other stores`.Shop()
        }

        func next(_ limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((state >> 33) % UInt64(limit))
        }

        func step() throws {
            let seq = reserved.isEmpty ? "" : reserved[next(reserved.count)]
            switch next(12) {
            case 0, 1: reserve()
            case 2 where seq != "": _ = shop.report(seq, ["INIT", "PENDING", "UNKNOWN"][next(3)])
            case 3 where seq != "": _ = shop.report(seq, "APPROVED", ["storeTransactionId": .string("t-\(seq)")])
            case 4 where seq != "": _ = shop.report(seq, ["CANCELLED", "DECLINED", "DENIED", "FAILED"][next(4)])
            case 5, 6: if seq != "" { pay(seq) }
            case 7 where seq != "": _ = shop.report(seq, ["REFUNDED", "CHARGEBACK"][next(2)])
            case 8 where !captured.isEmpty:
                let (transaction, seq) = captured[next(captured.count)]
                _ = shop.ask(
                    "purchase.adopt",
                    [
                        "storeCode": .string(store(of: seq)), "kind": "FOREIGN", "storeTransactionId": .string(transaction),
                        "marketItemId": "1001",
                    ])
            case 9:
                let all = shop.all
                if !all.isEmpty { _ = try shop.bench.consume(all[next(all.count)], transactionId: next(2) == 0 ? "c" : nil) }
            case 10 where seq != "":
                switch next(3) {
                case 0: _ = shop.bench.console("verifyPayment", ["paymentSeq": .string(seq), "verified": .bool(next(3) > 0)])
                case 1: _ = shop.bench.console("refund", ["paymentSeq": .string(seq), "kind": "REFUND"])
                default: _ = shop.bench.console("settlePendingPurchases", ["outcome": "APPROVE"])
                }
            default: shop.bench.clock.advance([-1500, 700, 2500, 10_000][next(4)])
            }
        }

        private let products = [("gem", "STEAM"), ("crate", "STEAM"), ("gem", "WEB"), ("coin", "SANDBOX"), ("club", "SANDBOX")]

        private func reserve() {
            let (product, store) = products[next(products.count)]
            number += 1
            let reply = shop.ask(
                "purchase.reserve",
                [
                    "requestId": .string("r\(number)"), "gamebaseProductId": .string(product), "storeCode": .string(store),
                    "atOnce": .bool(next(3) == 0),
                ])
            if let seq = reply.body["paymentSeq"]?.stringValue { reserved.append(seq) }
        }

        private func store(of seq: String) -> String {
            let rows = try? shop.bench.database.query("SELECT store_code FROM payments WHERE payment_seq = ?", [.text(seq)])
            return rows?.first?.text(0) ?? "STEAM"
        }

        private func pay(_ seq: String) {
            guard store(of: seq) == "SANDBOX" else {
                captured.append(("t-\(seq)", seq))
                _ = shop.paid(seq, "t-\(seq)")
                return
            }
            let row = try? shop.bench.database.query(
                "SELECT order_key, market_item_id, price, currency FROM payments WHERE payment_seq = ?", [.text(seq)]
            ).first
            guard let row else { return }
            _ = shop.bench.console("setSandboxStore", ["outcome": next(3) == 0 ? "PENDING" : "APPROVE"])
            let order = shop.ask(
                "store.begin",
                [
                    "orderKey": .string(row.text(0)), "marketItemId": .string(row.text(1)), "price": .string(row.text(2)),
                    "currency": .string(row.text(3)),
                ]
            ).body
            if next(2) == 0, let transaction = order["storeTransactionId"]?.stringValue {
                captured.append((transaction, seq))
                _ = shop.paid(seq, transaction, ["receipt": order["receipt"] ?? nil])
            }
        }

        /// States only move forward, nothing is granted or consumed twice, and what a store took is somewhere.
        func check() throws {
            for row in try shop.bench.database.query("SELECT payment_seq, state FROM payments", []) {
                let before = ranks[row.text(0)] ?? 0
                #expect(row.integer(1) >= before, "seed \(seed): payment \(row.text(0)) went from \(before) to \(row.integer(1))")
                // Cancelled and declined are ends; a refund is the end of what was paid.
                if before == 90 || before == 91 { #expect(row.integer(1) == before, "seed \(seed)") }
                ranks[row.text(0)] = row.integer(1)
            }
            for (transaction, seq) in captured where store(of: seq) != "SANDBOX" {
                let booked = try shop.bench.count("payments", "store_transaction_id = '\(transaction)' AND state IN (20, 30, 40, 50, 92)")
                let seen = try shop.bench.count(
                    "unmatched_money", "store_transaction_id = '\(transaction)' AND captured_amount IS NOT NULL")
                let refunded = try shop.bench.count("payments", "payment_seq = '\(seq)' AND state = 92")
                // What a device alone says of WEB is claimed, and in sight when the claim was refused.
                let claimed = try store(of: seq) != "WEB" ? 0 : shop.bench.count("store_claims", "store_transaction_id = '\(transaction)'")
                let refused =
                    try store(of: seq) != "WEB" ? 0 : shop.bench.count("unmatched_money", "store_transaction_id = '\(transaction)'")
                #expect(booked + seen + refunded + claimed + refused >= 1, "seed \(seed): \(transaction) is nowhere")
                #expect(booked <= 1, "seed \(seed): \(transaction) is there \(booked) times")
            }
        }
    }

    @Test(arguments: 1...UInt64(120))
    func `money is neither lost nor doubled`(_ seed: UInt64) throws {
        let walk = try Walk(seed)
        for step in 0..<Self.steps {
            try walk.step()
            if step % 5 == 4 { try walk.check() }
            if step % 20 == 19 { try walk.shop.bench.expectSound() }
        }
    }
}
