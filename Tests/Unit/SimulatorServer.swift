import Linux
import Storage
import Testing
import Wire

@testable import Service

/// The service and its database. It can die before and after a commit, and starts again on what was committed.
final class SimulatorServer: @unchecked Sendable {
    static let settings: JSON = [
        "app": ["appId": "Shop", "secretKey": "shop-secret"],
        "products": [
            ["gamebaseProductId": "gem", "productType": "CONSUMABLE", "marketItemId": "m.gem", "price": "0.99", "currency": "USD"],
            ["gamebaseProductId": "chest", "productType": "CONSUMABLE", "marketItemId": "m.chest", "price": "1200", "currency": "JPY"],
            ["gamebaseProductId": "dinar", "productType": "CONSUMABLE", "marketItemId": "m.dinar", "price": "1.125", "currency": "KWD"],
        ],
    ]

    let clock: SimulatorClock
    let database: SQLiteDatabase
    private let world: SimulatorWorld
    private var service: Service
    private let random: ServiceTestRandom
    private var isDown = false
    var onEvent: (ServerEvent) -> Void = { _ in }
    /// State and order of each payment, as last seen.
    private var states: [String: Int64] = [:]

    init(_ world: SimulatorWorld) throws {
        self.world = world
        clock = SimulatorClock(world)
        database = try SQLiteDatabase.open(path: ":memory:")
        random = ServiceTestRandom(seed: world.seed)
        service = try Service.open(database: database, clock: clock, random: random)
        _ = console("loadSettings", ["settings": Self.settings])
    }

    /// - Returns: nil when nobody answers.
    func handle(_ request: Request) -> Reply? {
        if isDown { return nil }
        let dies = world.weather != .calm && world.chance(1) ? world.below(2) : -1
        do {
            try database.begin()
            let reply = try service.handle(request)
            if dies == 0 {
                database.rollback()
                restart()
                return nil
            }
            try database.commit()
            for event in service.takeEvents() { onEvent(event) }
            checkStates()
            if dies == 1 {
                restart()
                return nil
            }
            return reply
        } catch {
            database.rollback()
            service.requestRolledBack()
            world.require(false, "the storage failed: \(error)")
            return nil
        }
    }

    func console(_ operation: String, _ parameters: JSON) -> Reply? {
        handle(Request(api: "console." + operation, origin: .console, transactionId: "t", parameters: parameters))
    }

    /// The process ends here; the next one has what was committed.
    func restart() {
        world.note("the service died")
        isDown = true
        world.after(Int64(world.below(5_000))) { [self] in
            do {
                service = try Service.open(database: database, clock: clock, random: random)
                isDown = false
            } catch {
                world.require(false, "the service did not start again: \(error)")
            }
        }
    }

    // MARK: The store

    /// The console lets the store decide differently from now on.
    func changeStore() {
        let delay = world.pick([0, 0, 200, 5_000, 120_000] as [Int64])
        _ = console("setSandboxStore", ["outcome": .string(world.pick(["APPROVE", "APPROVE", "APPROVE", "DECLINE", "CANCEL", "PENDING"])), "delayMilliseconds": .integer(delay)])
    }

    /// What the store left open is decided.
    func settlePending(all: Bool) {
        let date = clock.epochMilliseconds()
        for row in rows("SELECT order_key FROM sandbox_orders WHERE outcome = 'PENDING' AND ready_date <= ? ORDER BY order_key", [.integer(date)])
        where all || world.chance(40) {
            _ = console("settlePendingPurchases", ["orderKey": .string(row.text(0)), "outcome": .string(world.pick(["APPROVE", "DECLINE", "CANCEL"]))])
        }
    }

    /// Money goes back for a payment or two.
    func refund() {
        let granted = rows("SELECT payment_seq FROM payments WHERE state IN (40, 50) ORDER BY payment_seq").map { $0.text(0) }
        guard !granted.isEmpty else { return }
        _ = console("refund", ["paymentSeq": .string(world.pick(granted)), "kind": .string(world.pick(["REFUND", "CHARGEBACK"]))])
    }

    /// What was refunded, among these.
    func refunded(_ payments: Set<String>) -> Set<String> {
        payments.isEmpty ? [] : Set(rows("SELECT payment_seq FROM payments WHERE state = 92").map { $0.text(0) }).intersection(payments)
    }

    // MARK: What must always be so

    func rows(_ sql: String, _ values: [Value] = []) -> [Row] {
        do {
            return try database.query(sql, values)
        } catch {
            world.require(false, "\(error): \(sql)")
            return []
        }
    }

    func number(_ sql: String, _ values: [Value] = []) -> Int64 { rows(sql, values).first?.integer(0) ?? -1 }

    /// Invariant 7: a state only moves forward, and what is closed stays closed.
    // invariant 7
    private func checkStates() {
        for row in rows("SELECT payment_seq, state FROM payments") {
            let sequence = row.text(0), state = row.integer(1)
            let before = states[sequence] ?? 0
            if before == state { continue }
            let isAllowed =
                before < PaymentState.unconsumed
                || (before == PaymentState.unconsumed && (state == PaymentState.consumed || state == PaymentState.refunded))
                || (before == PaymentState.consumed && state == PaymentState.refunded)
            if state == PaymentState.refunded { world.refunds += 1 }
            world.require(isAllowed && state > before, "payment \(sequence) went from \(before) to \(state)")
            states[sequence] = state
            world.mark(Int(state))
        }
    }

    /// Each counts what must not be.
    private static let rules: [(String, String)] = [
        ("granted without its line", "SELECT count(*) FROM payments p WHERE state IN (40, 50) AND NOT EXISTS (SELECT 1 FROM ledger l WHERE l.payment_seq = p.payment_seq AND movement = 'GRANTED')"),
        ("a line GRANTED without its payment", "SELECT count(*) FROM ledger JOIN payments USING (payment_seq) WHERE movement = 'GRANTED' AND state NOT IN (40, 50, 92)"),
        ("a line GRANTED without CAPTURED", "SELECT count(*) FROM ledger l WHERE movement = 'GRANTED' AND NOT EXISTS (SELECT 1 FROM ledger c WHERE c.payment_seq = l.payment_seq AND c.movement = 'CAPTURED')"),
        ("consumed without its line", "SELECT count(*) FROM payments p WHERE state = 50 AND NOT EXISTS (SELECT 1 FROM ledger l WHERE l.payment_seq = p.payment_seq AND movement = 'CONSUMED')"),
        ("a line CONSUMED without its payment", "SELECT count(*) FROM ledger JOIN payments USING (payment_seq) WHERE movement = 'CONSUMED' AND state NOT IN (50, 92)"),
        ("a ledger amount that is not the price", "SELECT count(*) FROM ledger l JOIN payments p USING (payment_seq) WHERE movement IN ('GRANTED', 'CONSUMED') AND (l.amount <> p.price OR l.currency <> p.currency)"),
        ("refunded without its line", "SELECT count(*) FROM payments p WHERE state = 92 AND NOT EXISTS (SELECT 1 FROM ledger l WHERE l.payment_seq = p.payment_seq AND movement IN ('REFUNDED', 'CHARGEBACK'))"),
        ("a line of a refund without its payment", "SELECT count(*) FROM ledger JOIN payments USING (payment_seq) WHERE movement IN ('REFUNDED', 'CHARGEBACK') AND state <> 92"),
        // invariant 3
        ("two payments of one store transaction", "SELECT count(*) FROM (SELECT 1 FROM payments WHERE store_transaction_id IS NOT NULL GROUP BY store_code, store_transaction_id HAVING count(*) > 1)"),
        // invariant 14
        ("an entry without a charge", "SELECT count(*) FROM payments p WHERE state IN (40, 50) AND NOT EXISTS (SELECT 1 FROM sandbox_orders o WHERE o.store_transaction_id = p.store_transaction_id)"),
        ("two payments of one purchase", "SELECT count(*) FROM (SELECT 1 FROM payments WHERE state < 90 GROUP BY payload HAVING count(*) > 1)"),
        // invariant 1
        ("an order without a reservation", "SELECT count(*) FROM sandbox_orders o WHERE NOT EXISTS (SELECT 1 FROM payments p WHERE p.order_key = o.order_key)"),
        // invariant 16; invariant 20
        ("an order of another amount", "SELECT count(*) FROM sandbox_orders o JOIN payments p USING (order_key) WHERE o.price <> p.price OR o.currency <> p.currency OR o.user_id <> p.user_id"),
    ]

    func checkBooks() {
        for (what, sql) in Self.rules {
            let wrong = number(sql)
            world.require(wrong == 0, "\(what) (\(wrong) times)")
        }
    }

    /// Invariant 13, once everything has come to rest: the store took no money for which there is no entry. An order that began when its
    /// payment was closed is found among the store's open ones.
    // invariant 13
    func checkCaptured() {
        let lost = rows(
            "SELECT order_key FROM sandbox_orders o WHERE outcome = 'PAID' AND NOT EXISTS (SELECT 1 FROM payments p WHERE p.store_transaction_id = o.store_transaction_id AND p.state IN (40, 50, 92))"
        )
        for row in lost where world.log != nil {
            let order = rows("SELECT begun_date, ready_date, outcome, finished, user_id FROM sandbox_orders WHERE order_key = ?", [.text(row.text(0))])
            let payments = rows("SELECT payment_seq, state, store_finished, reserved_date, closed_date, payload FROM payments WHERE order_key = ?", [.text(row.text(0))])
            world.note("now \(clock.epochMilliseconds()), order \(order.map(\.values)), payments \(payments.map(\.values))")
        }
        world.require(lost.isEmpty, "the store took money for \(lost.first?.text(0) ?? "") and nothing was granted (\(lost.count) times)")
    }
}
