import Codecs
import Linux
import Messages
import Storage

/// The check in slices. What is compared with each other is compared in one slice: a payment with its lines, and with the lists of its
/// member. So whatever players do between two slices makes no difference, and what is new in front of the check belongs to the next one.
struct LedgerCheckWork {
    private enum Part {
        case renewals, payments, subscriptions, orders, file
    }

    private var part = Part.renewals
    private var check = LedgerCheck()
    /// The last key of the part under way.
    private var last = ""
    private var lastStore = ""
    private var lastDue = (date: Int64.min, id: "")
    private var table = 0

    mutating func slice(_ payments: Payments) throws(Failure) -> Reply? {
        // A small service is checked in one.
        var looked = 0
        while looked < SlicedWork.rows {
            let rows: Int
            switch part {
            case .renewals:
                rows = 0
                var stuck: [Subscription] = []
                let isThrough = try payments.subscriptions.bookDueRenewals(after: &lastDue) { stuck.append($0) }
                for subscription in stuck {
                    check.note(
                        subscription.paymentSeq, "the subscription \(subscription.originalPaymentId) is due and cannot be carried on")
                }
                if !isThrough { return nil }
                part = .payments
            case .payments:
                rows = try payments.checkPayments(after: &last, &check)
                if rows < SlicedWork.rows { part = .subscriptions }
            case .subscriptions:
                rows = try payments.checkSubscriptions(after: &lastStore, &last, &check)
                if rows < SlicedWork.rows { part = .orders }
            case .orders:
                rows = try payments.checkOrders(after: &last, &check)
                if rows < SlicedWork.rows {
                    check.compareSums()
                    part = .file
                }
            case .file: return try payments.checkFile(&table, &check) ? .success(check.json) : nil
            }
            looked += rows
        }
        return nil
    }
}

extension Payments {
    /// Payments in the order of their numbers, with their lines and what the lists show of them.
    /// - Returns: how many, as of all of these; fewer than `SlicedWork.rows` were the last, and then `last` begins anew.
    fileprivate func checkPayments(after last: inout String, _ check: inout LedgerCheck) throws(Failure) -> Int {
        let rows = try query(
            """
            SELECT payment_seq, state, price, currency, granted_date, consumed_date, store_transaction_id, user_id, product_type, store_code,
                original_payment_id FROM payments WHERE payment_seq > ? ORDER BY payment_seq LIMIT \(SlicedWork.rows)
            """, [.text(last)])
        let isLast = rows.count < SlicedWork.rows
        // Behind the last payment there is no line either.
        var (bound, values): (String, [Value]) = ("", [.text(last)])
        if let end = rows.last, !isLast { (bound, values) = (" AND payment_seq <= ?", [.text(last), end.values[0]]) }
        let lines = try query(
            "SELECT payment_seq, movement, amount, currency FROM ledger WHERE payment_seq > ?\(bound) ORDER BY payment_seq, movement",
            values)
        var next = 0
        var members: Set<String> = []
        for row in rows {
            check.payments += 1
            var own: [Row] = []
            while next < lines.count, lines[next].text(0) <= row.text(0) {
                if lines[next].text(0) == row.text(0) { own.append(lines[next]) } else { check.noteStray(lines[next]) }
                check.add(lines[next].text(1), lines[next].text(2), lines[next].text(3))
                next += 1
            }
            try checkPayment(row, own, &check)
            if row.integer(1) == PaymentState.unconsumed { try checkHeld(row, &members, &check) }
        }
        for line in lines[next...] {
            check.noteStray(line)
            check.add(line.text(1), line.text(2), line.text(3))
        }
        // What the members are shown, by the code that answers them; nobody is shown what is nobody's.
        for member in ascending(Array(members)) where !member.isEmpty {
            for payment in try payments("user_id = ? AND \(Payment.isHeld)" + bound, [.text(member)] + values.dropFirst(), after: last) {
                check.hold(payment.price, payment.currency)
            }
        }
        last = isLast ? "" : rows.last?.text(0) ?? ""
        return rows.count
    }

    /// Periods that are not consumed are held for good, running or over; everything else is what the lists of the member hold.
    private func checkHeld(_ payment: Row, _ members: inout Set<String>, _ check: inout LedgerCheck) throws(Failure) {
        guard payment.text(8) == ProductType.autoRenewable else {
            members.insert(payment.text(7))
            return
        }
        check.hold(payment.text(2), payment.text(3))
        guard let original = payment.textOrNil(10), try subscriptions.subscription(original, storeCode: payment.text(9)) != nil else {
            return check.note(payment.text(0), "is a subscription's and has none")
        }
    }

    /// Running subscriptions have a granted period.
    fileprivate func checkSubscriptions(
        after lastStore: inout String, _ last: inout String, _ check: inout LedgerCheck
    ) throws(Failure) -> Int {
        let found = try subscriptions.subscriptions(
            "(store_code, original_payment_id) > (?, ?) ORDER BY store_code, original_payment_id LIMIT \(SlicedWork.rows)",
            [.text(lastStore), .text(last)])
        for subscription in found where subscription.isListed {
            guard let payment = try payment(subscription.paymentSeq) else {
                check.note(
                    subscription.paymentSeq, "the subscription \(subscription.originalPaymentId) cannot be listed: its payment is missing")
                continue
            }
            if !PaymentState.isGranted(payment.state) {
                check.note(payment.paymentSeq, "is \(PaymentState.name(payment.state)), its subscription \(subscription.status)")
            }
        }
        let isLast = found.count < SlicedWork.rows
        (lastStore, last) = isLast ? ("", "") : (found.last?.storeCode ?? "", found.last?.originalPaymentId ?? "")
        return found.count
    }

    /// What the SANDBOX store took and was told to be received is in the ledger; an order that is not finished may be on its way.
    /// For an EXISTS here PostgreSQL reads both tables whole in each slice; a subquery with LIMIT it makes for each row by the indexes.
    fileprivate func checkOrders(after last: inout String, _ check: inout LedgerCheck) throws(Failure) -> Int {
        let rows = try query(
            """
            SELECT o.order_key, o.store_transaction_id, CASE WHEN o.finished = 1 AND o.outcome IN (?, ?, ?) AND (SELECT l.payment_seq
                FROM payments p JOIN ledger l ON l.payment_seq = p.payment_seq WHERE p.order_key = o.order_key LIMIT 1) IS NULL
                THEN 1 ELSE 0 END
            FROM sandbox_orders o WHERE o.order_key > ? ORDER BY o.order_key LIMIT \(SlicedWork.rows)
            """, [.text(SandboxOrder.paid), .text(SandboxOrder.refunded), .text(SandboxOrder.chargeback), .text(last)])
        for row in rows where row.bool(2) {
            check.note("", "the store took money for the finished order \(row.text(0)) (\(row.text(1))), the ledger has no entry of it")
        }
        last = rows.last?.text(0) ?? ""
        return rows.count
    }
}
