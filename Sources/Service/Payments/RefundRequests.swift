import Codecs
import Linux
import Messages
import Storage

/// What an operator wants a store to give back. At a store that the server asks itself the operator's request is kept and begins it: the
/// store is asked, again and again with growing waits, and nothing is entered before the store says that the money went back.
extension Payments {
    static let refundWaitMilliseconds: Int64 = 60_000
    static let refundWaitMillisecondsMax = CalendarDay.dayMilliseconds
    /// About a month. Then it is asked no more until the operator asks again, and stays in sight.
    static let refundTriesMax: Int64 = 40
    static let refundsOfRound = 20

    #if hasFeature(Embedded)
    func beginRefund(_ payment: Payment, _ kind: String) throws(Failure) -> JSONObject { throw Self.onlyAtServer(payment.storeCode) }
    #else
    /// - Returns: {state, refundPending?, storeOrder?}; with the last the server asks the store at once.
    func beginRefund(_ asked: Payment, _ kind: String) throws(Failure) -> JSONObject {
        // That the money went back ends the request. What another server is told of that meanwhile comes before this, or finds it.
        try core.lock("payments", "payment_seq", .text(asked.paymentSeq))
        let payment = try self.payment(asked.paymentSeq) ?? asked
        var body: JSONObject = ["state": .string(PaymentState.name(payment.state))]
        if payment.state == PaymentState.refunded { return body }
        let moved = try query("SELECT movement FROM ledger WHERE payment_seq = ?", [.text(payment.paymentSeq)]).map { $0.text(0) }
        guard moved.contains(Movement.captured) || moved.contains(Movement.renewed) else { throw Self.nothingPaid(payment) }
        if moved.contains(Movement.refunded) || moved.contains(Movement.chargeback) { return body }
        // That a bank took it back nobody can ask for: the store is asked whether it did.
        let tries = try kind == "REFUND" ? keepRefund(payment.paymentSeq, payment.storeCode) : 0
        if kind == "REFUND" { body["refundPending"] = true }
        body["storeOrder"] = try refundView(of: payment, tries)
        return body
    }

    /// The same for money that no payment here is for, by the name that the report gives it. nil when there is none.
    func beginRefund(ofUnmatched key: String, _ kind: String) throws(Failure) -> JSONObject? {
        try core.lock("unmatched_money", "payment_seq", .text(key))
        guard let row = try unmatchedRow(key) else { return nil }
        var body: JSONObject = ["state": "UNMATCHED"]
        if let returned = row.textOrNil(8) {
            body["state"] = .string(returned)
            return body
        }
        // Of a store that no server asks this is the note that it gave the money back, as it is of a payment (`takeBack`).
        guard settings.asksStore(row.text(1)) else {
            try refuseOfUnnamedStore(row.text(1), "unmatched money \(key)")
            let movement = kind == "REFUND" ? Movement.refunded : Movement.chargeback
            try returned(key, movement)
            body["state"] = .string(movement)
            return body
        }
        let tries = try kind == "REFUND" ? keepRefund(key, row.text(1)) : 0
        if kind == "REFUND" { body["refundPending"] = true }
        body["storeOrder"] = Self.unmatchedView(row, tries)
        return body
    }

    private func keepRefund(_ key: String, _ storeCode: String) throws(Failure) -> Int64 {
        let tries = try query("SELECT tries FROM refund_requests WHERE payment_seq = ?", [.text(key)]).first?.integer(0) ?? 0
        // The operator's word begins the tries anew where they had ended.
        let next = Self.nextTry(tries, now) ?? now &+ Self.refundWaitMilliseconds
        try run(
            """
            INSERT INTO refund_requests (payment_seq, store_code, asked_date, tries, next_date) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (payment_seq) DO UPDATE SET tries = excluded.tries, next_date = excluded.next_date
            """, [.text(key), .text(storeCode), .integer(now), .integer(tries + 1), .integer(next)])
        return tries + 1
    }

    /// The date of the next try. The count goes on when the operator asks again, because the store tells tries apart by it.
    private static func nextTry(_ tries: Int64, _ now: Int64) -> Int64? {
        let place = tries % (refundTriesMax + 1)
        return place == refundTriesMax ? nil : now &+ min(refundWaitMilliseconds << min(place, 20), refundWaitMillisecondsMax)
    }

    /// Those that are due, each counted as made.
    /// - Parameter isOperators: the operator waits for the round: also those that are not due yet.
    func dueRefunds(at storeCode: String, isOperators: Bool) throws(Failure) -> [JSON] {
        var rows: [Row] = []
        // One that would wait longer than any wait lasts is due: its date was made by a clock that was wrong.
        for (sign, date) in isOperators ? [("<=", Int64.max)] : [("<=", now), (">", now &+ Self.refundWaitMillisecondsMax)] {
            rows += try query(
                """
                SELECT payment_seq, tries FROM refund_requests WHERE store_code = ? AND next_date \(sign) ?
                ORDER BY next_date, payment_seq LIMIT \(Self.refundsOfRound)
                """, [.text(storeCode), .integer(date)])
        }
        var views: [JSON] = []
        for row in rows {
            let (key, tries) = (row.text(0), row.integer(1))
            try run(
                "UPDATE refund_requests SET tries = ?, next_date = ? WHERE payment_seq = ?",
                [.integer(tries + 1), Self.nextTry(tries, now).map { .integer($0) } ?? .null, .text(key)])
            if let payment = try payment(key) {
                views.append(try refundView(of: payment, tries + 1))
            } else if let unmatched = try unmatchedRow(key) {
                views.append(Self.unmatchedView(unmatched, tries + 1))
            }
        }
        return views
    }

    /// Money that bought nothing has no transaction in its payment: the unmatched money names it.
    private func refundView(of payment: Payment, _ tries: Int64) throws(Failure) -> JSON {
        var view = storeView(of: payment).objectValue ?? JSONObject()
        if PaymentState.isClosedUnpaid(payment.state), let row = try unmatchedRow(payment.paymentSeq) {
            view["storeTransactionId"] = .string(row.text(2))
        }
        view["refundTries"] = .integer(tries)
        return .object(view)
    }

    private func unmatchedRow(_ key: String) throws(Failure) -> Row? {
        try query(
            """
            SELECT payment_seq, store_code, store_transaction_id, user_id, captured_amount, captured_currency, order_key, product, returned
            FROM unmatched_money WHERE payment_seq = ? AND captured_amount IS NOT NULL ORDER BY reason LIMIT 1
            """, [.text(key)]
        ).first
    }

    private static func unmatchedView(_ row: Row, _ tries: Int64) -> JSON {
        [
            "paymentSeq": .string(row.text(0)), "orderKey": .string(row.textOrNil(6) ?? row.text(2)), "userId": .string(row.text(3)),
            "state": "UNMATCHED", "storeCode": .string(row.text(1)), "marketItemId": .optional(row.textOrNil(7)), "itemSeq": 0,
            "price": .string(row.text(4)), "currency": .string(row.text(5)), "reservedDate": 0,
            "storeTransactionId": .string(row.text(2)), "refundTries": .integer(tries),
        ]
    }

    /// Money of an order that no payment here is for: it grants nothing, and stands in sight with the buyer's and the product's names.
    /// - Parameter orderKey: the order's number at the store `storeCode`, by which a refund is requested there.
    /// - Returns: whether it is kept.
    func keepUnmatched(
        _ parameters: Parameters, _ reason: String, _ storeCode: String, _ orderKey: String?, _ userId: String
    ) throws(Failure) -> Bool {
        let status = try parameters.text("status", bytesMax: 32)
        let isReturned = Self.isReturned(status)
        guard status == "PAID" || isReturned, try parameters.optionalText("storeTransactionId", bytesMax: 256) != nil else { return false }
        let record = try StoreRecord.read(parameters, now: now)
        let key = Self.unmatchedKey(record.transactionId, storeCode)
        try keep(
            key, reason, storeCode, userId, record, captured: (record.price ?? "0", record.currency),
            order: (orderKey, try soldProduct(parameters, storeCode)))
        if isReturned { try returned(key, Self.movement(ofReturn: status)) }
        return true
    }

    /// As the store has it: its own name of the product, or the number that it was sold under.
    private func soldProduct(_ parameters: Parameters, _ storeCode: String) throws(Failure) -> String? {
        if let name = try parameters.optionalText("product", bytesMax: 255) { return name }
        guard let number = try parameters.optionalInteger("itemSeq", in: 0...Int64.max) else { return nil }
        return settings.products.first { $0.storeCode == storeCode && $0.itemSeq == number }?.marketItemId ?? "\(number)"
    }

    static func isReturned(_ status: String) -> Bool { status == "REFUNDED" || status == "REVOKED" || status == "CHARGEBACK" }
    static func movement(ofReturn status: String) -> String { status == "REFUNDED" ? Movement.refunded : Movement.chargeback }

    func isRefundPending(_ payment: Payment) throws(Failure) -> Bool {
        guard settings.asksStore(payment.storeCode) else { return false }
        return try !query("SELECT tries FROM refund_requests WHERE payment_seq = ?", [.text(payment.paymentSeq)]).isEmpty
    }
    #endif

    /// Unmatched money went back: nobody has to decide about it any more.
    func returned(_ key: String, _ movement: String) throws(Failure) {
        try run(
            """
            UPDATE unmatched_money SET returned = ?, returned_date = ? WHERE payment_seq = ? AND returned IS NULL
            AND captured_amount IS NOT NULL
            """, [.text(movement), .integer(now), .text(key)])
        try endRefund(key)
    }

    /// The store has said so, or the money went back some other way.
    func endRefund(_ key: String) throws(Failure) {
        #if !hasFeature(Embedded)
        try run("DELETE FROM refund_requests WHERE payment_seq = ?", [.text(key)])
        #endif
    }

    static func nothingPaid(_ payment: Payment) -> Failure {
        .refused(
            ResultCode.paymentStateInvalid,
            "payment \(payment.paymentSeq) is \(PaymentState.name(payment.state)); nothing was paid for it",
            body: ["detailCode": .integer(IAPCode.purchaseStatusInvalid)])
    }
}
