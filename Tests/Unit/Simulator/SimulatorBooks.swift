@testable import Messages
import Codecs
import Storage

@testable import Service

/// What was seen of the payments so far.
final class SimulatorBooks {
    /// State and payer of each payment, as last seen.
    var states: [String: Int64] = [:]
    var payers: [String: String] = [:]
    var changes: Int64 = 0
}

extension SimulatorServer {
    /// After each commit. Invariant 7: a state only moves forward, and what is closed stays closed. 16: the payer stays the payer.
    /// 19: who is given money back hears of it.
    // invariant 7; invariant 16; invariant 19
    func checkChanges(_ request: Request, _ events: [ServerEvent]) {
        let changes = number("SELECT total_changes()")
        if changes == books.changes { return }
        books.changes = changes
        for row in rows("SELECT payment_seq, state, user_id FROM payments") {
            let sequence = row.text(0), state = row.integer(1), before = books.states[sequence] ?? 0
            if before == state, books.payers[sequence] == row.text(2) { continue }
            let payer = books.payers[sequence] ?? row.text(2)
            world.require(row.text(2) == payer, "payment \(sequence) was \(payer)'s and is \(row.text(2))'s")
            books.payers[sequence] = payer
            if before == state { continue }
            let isAllowed =
                before < PaymentState.unconsumed
                || (before == PaymentState.unconsumed && (state == PaymentState.consumed || state == PaymentState.refunded))
                || (before == PaymentState.consumed && state == PaymentState.refunded)
            world.require(isAllowed && state > before, "payment \(sequence) went from \(before) to \(state) by \(request.api)")
            if state == PaymentState.refunded {
                world.count(.refunds)
                let isTold = events.contains {
                    $0.kind == "purchaseChanged" && $0.userId == payer && $0.body["paymentSeq"] == .string(sequence)
                        && $0.body["state"] == "REFUNDED"
                }
                world.require(isTold, "payment \(sequence) was given back and nobody told \(payer)")
            }
            books.states[sequence] = state
            world.mark(Int(state))
        }
        subscriptions.look(request, self)
    }

    private static let isRenewal = "(p.request_id LIKE 'renewal-%')"

    /// Each counts what must not be.
    private static let rules: [(String, String)] = [
        (
            "granted without its line",
            "SELECT count(*) FROM payments p WHERE state IN (40, 50) AND NOT EXISTS (SELECT 1 FROM ledger l WHERE l.payment_seq = p.payment_seq AND movement = 'GRANTED')"
        ),
        (
            "a line GRANTED without its payment",
            "SELECT count(*) FROM ledger JOIN payments USING (payment_seq) WHERE movement = 'GRANTED' AND state NOT IN (40, 50, 92)"
        ),
        (
            "a line GRANTED without its money",
            "SELECT count(*) FROM ledger l WHERE movement = 'GRANTED' AND (SELECT count(*) FROM ledger c WHERE c.payment_seq = l.payment_seq AND c.movement IN ('CAPTURED', 'RENEWED')) <> 1"
        ),
        (
            "consumed without its line",
            "SELECT count(*) FROM payments p WHERE state = 50 AND NOT EXISTS (SELECT 1 FROM ledger l WHERE l.payment_seq = p.payment_seq AND movement = 'CONSUMED')"
        ),
        (
            "a line CONSUMED without its payment",
            "SELECT count(*) FROM ledger JOIN payments USING (payment_seq) WHERE movement = 'CONSUMED' AND state NOT IN (50, 92)"
        ),
        (
            "a ledger amount that is not the price",
            "SELECT count(*) FROM ledger l JOIN payments p USING (payment_seq) WHERE movement IN ('GRANTED', 'CONSUMED') AND (l.amount <> p.price OR l.currency <> p.currency)"
        ),
        (
            "refunded without its line",
            "SELECT count(*) FROM payments p WHERE state = 92 AND NOT EXISTS (SELECT 1 FROM ledger l WHERE l.payment_seq = p.payment_seq AND movement IN ('REFUNDED', 'CHARGEBACK'))"
        ),
        // invariant 3; invariant 18
        (
            "two payments of one store transaction",
            "SELECT count(*) FROM (SELECT 1 FROM payments WHERE store_transaction_id IS NOT NULL GROUP BY store_code, store_transaction_id HAVING count(*) > 1)"
        ),
        // invariant 14
        (
            "an entry without a charge",
            "SELECT count(*) FROM payments p WHERE state IN (40, 50) AND store_code = 'SANDBOX' AND NOT \(isRenewal) AND NOT EXISTS (SELECT 1 FROM sandbox_orders o WHERE o.store_transaction_id = p.store_transaction_id)"
        ),
        (
            "two payments of one purchase",
            "SELECT count(*) FROM (SELECT 1 FROM payments p WHERE state < 90 AND payload IS NOT NULL AND NOT \(isRenewal) GROUP BY payload HAVING count(*) > 1)"
        ),
        // invariant 1
        (
            "an order without a reservation",
            "SELECT count(*) FROM sandbox_orders o WHERE NOT EXISTS (SELECT 1 FROM payments p WHERE p.order_key = o.order_key)"
        ),
        // invariant 16; invariant 20
        (
            "an order of another amount",
            "SELECT count(*) FROM sandbox_orders o JOIN payments p USING (order_key) WHERE o.price <> p.price OR o.currency <> p.currency OR o.user_id <> p.user_id"
        ),
    ]

    func checkBooks() {
        for (what, sql) in Self.rules {
            let wrong = number(sql)
            world.require(wrong == 0, "\(what) (\(wrong) times)")
        }
        subscriptions.checkBooks(self)
    }

    /// Invariant 13, once everything has come to rest: the SANDBOX store took no money for which there is no entry, nothing is on its way any
    /// more, and the service itself finds no difference.
    /// - Parameter lookDate: since then everybody has looked.
    // invariant 13
    func checkCaptured(_ lookDate: Int64) {
        let lost = rows(
            "SELECT order_key FROM sandbox_orders o WHERE outcome = 'PAID' AND NOT EXISTS (SELECT 1 FROM payments p WHERE p.store_transaction_id = o.store_transaction_id AND p.state IN (40, 50, 92))"
        )
        // A reservation of which the store never heard, made by a clock that was ahead, waits as long as any other, from that date on.
        let open = rows(
            """
            SELECT order_key, state FROM payments p WHERE state < 40 AND NOT (state = 10 AND reserved_date > ?
            AND NOT EXISTS (SELECT 1 FROM sandbox_orders o WHERE o.order_key = p.order_key))
            """, [.integer(lookDate - Payments.reservationMilliseconds)])
        for row in lost + open where world.log != nil {
            let order = rows(
                "SELECT begun_date, ready_date, outcome, finished, user_id FROM sandbox_orders WHERE order_key = ?", [.text(row.text(0))])
            let payments = rows(
                "SELECT payment_seq, state, store_finished, reserved_date, closed_date, payload FROM payments WHERE order_key = ?",
                [.text(row.text(0))])
            world.note("now \(clock.epochMilliseconds()), order \(order.map(\.values)), payments \(payments.map(\.values))")
        }
        world.require(lost.isEmpty, "the store took money for \(lost.first?.text(0) ?? "") and nothing was granted (\(lost.count) times)")
        world.require(
            open.isEmpty, "\(open.first?.text(0) ?? "") is still \(PaymentState.name(open.first?.integer(1) ?? 0)) (\(open.count) such)")
        let check = console("checkLedger")
        world.require(check?.body["sound"] == true, "checkLedger: \(check?.body["differences"]?.text() ?? "no answer")")
    }

    /// The same for a store of the host's: what it captured is in rows or known as unmatched, to the last decimal, each charge once, for who paid.
    // invariant 13; invariant 14
    func checkCaptured(_ store: SimulatorStore) {
        var captured: [String: MoneySum] = [:], known: [String: MoneySum] = [:]
        var entries: Set<String> = []
        for row in rows(
            "SELECT store_transaction_id, price, currency, user_id, payment_seq FROM payments WHERE store_code = ? AND state IN (20, 30, 40, 50, 92)",
            [.text(store.code)])
        {
            let transaction = row.text(0)
            guard let charge = store.charges[transaction] else {
                world.require(false, "\(store.code): payment \(row.text(4)) has an entry and \(transaction) was never charged")
                continue
            }
            world.require(entries.insert(transaction).inserted, "\(store.code): \(transaction) has two entries")
            let payer = member(named: charge.order.user) ?? charge.order.user
            world.require(row.text(3) == payer, "\(store.code): \(transaction) was paid by \(payer) and is \(row.text(3))'s")
            known[row.text(2), default: MoneySum()].add(row.text(1), times: 1)
        }
        for row in rows(
            "SELECT DISTINCT store_transaction_id, captured_amount, captured_currency FROM unmatched_money WHERE store_code = ? AND captured_amount IS NOT NULL",
            [.text(store.code)]) where !entries.contains(row.text(0))
        {
            world.require(entries.insert(row.text(0)).inserted, "\(store.code): \(row.text(0)) is unmatched twice")
            world.count(.unmatched)
            known[row.text(2), default: MoneySum()].add(row.text(1), times: 1)
        }
        for charge in store.orders.flatMap(\.charges) {
            let transaction = charge.transaction
            // The money went back before anybody here heard of it.
            if charge.status != .paid, !entries.contains(transaction), state(ofOrder: charge.order.key) >= PaymentState.cancelled {
                continue
            }
            captured[charge.order.currency, default: MoneySum()].add(charge.order.charged, times: 1)
            world.require(
                entries.contains(transaction), "\(store.code): \(transaction) of \(charge.order.user) was charged, and nobody here knows")
        }
        for order in store.orders {
            world.require(order.charges.filter { $0.original == nil }.count <= 1, "\(store.code): \(order.key) was charged twice")
        }
        for currency in Set(captured.keys).union(known.keys) {
            let left = captured[currency] ?? MoneySum(), right = known[currency] ?? MoneySum()
            world.require(left.isSame(right), "\(store.code): captured \(left.text ?? "") \(currency), known are \(right.text ?? "")")
        }
    }
}
