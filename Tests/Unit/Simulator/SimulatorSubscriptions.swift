@testable import Messages
import Codecs
import Storage

@testable import Service

/// Watches what becomes of subscriptions: that each change has its cause, and that members are told what is so.
final class SimulatorSubscriptions {
    private struct Seen {
        var status: String
        var periods: Int64
        var paidUntil: Int64
    }

    private let world: SimulatorWorld
    private var seen: [String: Seen] = [:]
    /// Those to which something was done at the console: how many periods they have is no longer foreseen.
    private var touched: Set<String> = []

    init(_ world: SimulatorWorld) { self.world = world }

    private static func isOver(_ status: String) -> Bool { status == "EXPIRED" || status == "REVOKED" }

    /// After a commit that changed something.
    func look(_ request: Request, _ server: SimulatorServer) {
        let action = request.api == "console.changeSubscription" ? request.parameters["action"]?.stringValue ?? "" : ""
        if !action.isEmpty {
            let payment = request.parameters["paymentSeq"]?.stringValue ?? ""
            if let row = server.rows("SELECT original_payment_id FROM payments WHERE payment_seq = ?", [.text(payment)]).first {
                touched.insert(row.text(0))
            }
        }
        for row in server.rows("SELECT original_payment_id, status, periods, paid_until, store_code, payment_seq FROM subscriptions") {
            let original = row.text(0)
            let now = Seen(status: row.text(1), periods: row.integer(2), paidUntil: row.integer(3))
            defer { seen[original] = now }
            guard let before = seen[original] else { continue }
            if before.status == now.status, before.periods == now.periods, before.paidUntil == now.paidUntil { continue }
            let isSandbox = row.text(4) == StoreSettings.sandbox
            for _ in before.periods..<max(before.periods, now.periods) { world.count(.renewals) }
            world.require(now.periods >= before.periods, "subscription \(original) had \(before.periods) periods and has \(now.periods)")
            if isSandbox, action != "GRACE", action != "HOLD" {
                world.require(
                    now.paidUntil >= before.paidUntil,
                    "subscription \(original) was paid until \(before.paidUntil) and is until \(now.paidUntil) by \(request.api)")
            }
            if before.status == now.status { continue }
            if Self.isOver(now.status) { world.count(.subscriptionsOver) }
            world.mark(now.status.utf8.count)
            world.require(
                isAllowed(before, now, action, isSandbox, row.text(5), server),
                "subscription \(original) went from \(before.status) to \(now.status) by \(request.api) \(action)")
        }
    }

    /// Invariant 17 is the first line: whatever the clock does, what was over stays over unless its store was paid again.
    // invariant 17
    private func isAllowed(
        _ before: Seen, _ now: Seen, _ action: String, _ isSandbox: Bool, _ newest: String, _ server: SimulatorServer
    ) -> Bool {
        let isPaid = now.periods > before.periods
        if Self.isOver(before.status), !isSandbox, isPaid { return true }
        if Self.isOver(before.status), now.status != "REVOKED" { return false }
        switch now.status {
        case "ACTIVE": return isPaid && (!isSandbox || action == "RECOVER") || before.status == "CANCELED" && action == "RESTART"
        case "CANCELED": return before.status == "ACTIVE" && action == "CANCEL"
        case "IN_GRACE", "PAUSED": return before.status == "ACTIVE"
        case "ON_HOLD": return before.status == "ACTIVE" || before.status == "IN_GRACE"
        case "EXPIRED": return true
        // Its newest period went back.
        case "REVOKED": return server.number("SELECT state FROM payments WHERE payment_seq = ?", [.text(newest)]) == PaymentState.refunded
        default: return false
        }
    }

    // MARK: What members are told

    /// Compares a list with what the service has, by the clock by which it answered.
    func check(_ request: Request, _ reply: Reply, _ server: SimulatorServer) {
        if reply.resultCode == 0, request.api == "purchase.reserve" { checkReservation(reply, server) }
        guard reply.resultCode == 0, let list = reply.body["receipts"]?.arrayValue, let user = list.first?["userId"]?.stringValue else {
            return
        }
        let date = server.clock.epochMilliseconds()
        let told = list.map { $0["paymentSeq"]?.stringValue ?? "" }
        world.require(Set(told).count == told.count, "\(request.api): an entry is listed twice")
        world.require(list.allSatisfy { $0["userId"]?.stringValue == user }, "\(request.api): two members are in one list")
        let late = server.number("SELECT count(*) FROM subscriptions WHERE user_id = ? AND next_date <= ?", [.text(user), .integer(date)])
        world.require(late == 0, "\(request.api): \(late) subscriptions of \(user) were due and not booked")
        let isWhole = request.parameters["allStores"]?.boolValue == true
        let store = isWhole ? "" : request.parameters["storeCode"]?.stringValue ?? ""
        let sql: String
        switch request.api {
        case "purchase.notConsumed": sql = "SELECT payment_seq FROM payments p WHERE state = 40 AND product_type <> 'AUTO_RENEWABLE'"
        case "purchase.restore": sql = "SELECT payment_seq FROM payments p WHERE state IN (40, 50) AND product_type <> 'CONSUMABLE'"
        case "purchase.activated":
            sql = "SELECT payment_seq FROM subscriptions p WHERE status IN ('ACTIVE', 'CANCELED', 'IN_GRACE')"
            for receipt in list {
                let end = receipt["expiryTime"]?.int64Value ?? 0
                world.require(end > date, "purchase.activated: \(receipt["paymentSeq"]?.stringValue ?? "") ended at \(end), it is \(date)")
            }
        default: return
        }
        let kept = server.rows(sql + " AND user_id = ? AND (? = '' OR store_code = ?)", [.text(user), .text(store), .text(store)]).map {
            $0.text(0)
        }
        world.require(Set(kept) == Set(told), "\(request.api): told \(told.sorted()), kept \(kept.sorted())")
    }

    /// One product of a group at a time: nothing is reserved while another one of the group runs. What SANDBOX took at once runs itself.
    private func checkReservation(_ reply: Reply, _ server: SimulatorServer) {
        let running = server.number(
            """
            SELECT count(*) FROM payments p JOIN subscriptions s ON s.user_id = p.user_id WHERE p.payment_seq = ? AND p.reserved_date = ?
            AND s.payment_seq <> p.payment_seq AND s.status NOT IN ('EXPIRED', 'REVOKED') AND (s.gamebase_product_id = p.gamebase_product_id
                OR s.subscription_group = 'vip' AND p.gamebase_product_id IN ('pass', 'gold'))
            """, [.text(reply.body["paymentSeq"]?.stringValue ?? ""), .integer(server.clock.epochMilliseconds())])
        world.require(running == 0, "\(reply.body["paymentSeq"]?.stringValue ?? "") was reserved while a subscription of its group runs")
    }

    // MARK: Invariant 18

    /// A period is a payment, with a transaction and a line of its own.
    // invariant 18
    func checkBooks(_ server: SimulatorServer) {
        let rows = server.rows(
            """
            SELECT s.original_payment_id, s.periods, count(p.payment_seq), count(DISTINCT p.store_transaction_id), sum(l.movement IS NOT NULL)
            FROM subscriptions s JOIN payments p ON p.original_payment_id = s.original_payment_id AND p.store_code = s.store_code
            LEFT JOIN ledger l ON l.payment_seq = p.payment_seq AND l.movement = 'GRANTED'
            WHERE s.store_code = 'SANDBOX' GROUP BY s.original_payment_id, s.periods
            """)
        for row in rows {
            let periods = row.integer(1)
            world.require(
                row.integer(2) == periods && row.integer(3) == periods && row.integer(4) == periods,
                "subscription \(row.text(0)) has \(periods) periods, \(row.integer(2)) payments, \(row.integer(3)) transactions and \(row.integer(4)) grants"
            )
        }
    }

    /// A subscription that nobody touched and that ended by itself was renewed as often as the store renews, one period after the other.
    func checkEnd(_ server: SimulatorServer) {
        for row in server.rows(
            "SELECT original_payment_id, status, periods FROM subscriptions WHERE store_code = 'SANDBOX' AND status = 'EXPIRED'")
        where !touched.contains(row.text(0)) {
            world.require(
                row.integer(2) == SimulatorServer.renewalsMax + 1,
                "subscription \(row.text(0)) ended by itself after \(row.integer(2)) periods")
            let periods = server.rows(
                "SELECT purchase_date, expiry_date FROM payments WHERE original_payment_id = ? AND store_code = 'SANDBOX' ORDER BY purchase_date",
                [.text(row.text(0))])
            for (earlier, later) in zip(periods, periods.dropFirst()) {
                world.require(
                    earlier.integer(1) == later.integer(0),
                    "subscription \(row.text(0)): a period ends at \(earlier.integer(1)), the next begins at \(later.integer(0))")
            }
        }
    }
}
