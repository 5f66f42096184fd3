import Codecs
import Linux
import Messages
import Storage

/// What an operator does with payments at the console.
extension Payments {
    /// {userId?, orderKey?, outcome: APPROVE | DECLINE | CANCEL} -> {settled}: the SANDBOX store decides what it left pending.
    func settlePendingPurchases(_ request: Request) throws(Failure) -> SlicedWork {
        let parameters = Parameters(request.parameters)
        let outcome = SandboxOrder.status(forOutcome: try parameters.oneOf("outcome", ["APPROVE", "DECLINE", "CANCEL"]))
        let named = try parameters.optionalText("userId", bytesMax: Members.userKeyBytesMax)
        let userId = named == nil ? nil : try members.memberNamed(named ?? "")
        if let orderKey = try parameters.optionalText("orderKey", bytesMax: 128) {
            guard let order = try sandboxStore.sandboxOrder(orderKey) else {
                throw parameters.wrong("orderKey", "there is no order \"\(orderKey)\"")
            }
            guard order.status(at: now) == SandboxOrder.pending else {
                throw parameters.wrong("orderKey", "the order is \(order.status(at: now)) already")
            }
            try decide(order, outcome)
            return SlicedWork(()) { (_) throws(Failure) in .success(["settled": 1]) }
        }
        // Orders that begin while this runs are left for the next time.
        let begun = now
        return SlicedWork((settled: Int64(0), last: "", isDelayed: false)) { (state) throws(Failure) in
            var decided = 0
            while decided < SlicedWork.rows {
                let pending =
                    state.isDelayed
                    ? try delayedOrders(of: userId, begunUntil: begun)
                    : try undecidedOrders(of: userId, begunUntil: begun, after: state.last)
                for order in pending { try decide(order, outcome) }
                decided += pending.count
                state.settled += Int64(pending.count)
                state.last = pending.last?.orderKey ?? ""
                if pending.count == SlicedWork.rows { continue }
                if state.isDelayed { return .success(["settled": .integer(state.settled)]) }
                state.isDelayed = true
            }
            return nil
        }
    }

    /// Orders that wait for the console.
    private func undecidedOrders(of userId: String?, begunUntil date: Int64, after last: String) throws(Failure) -> [SandboxOrder] {
        var condition = "\(SandboxOrder.isUndecided) AND begun_date <= ? AND order_key > ?"
        var values: [Value] = [.integer(date), .text(last)]
        if let userId {
            condition = "user_id = ? AND " + condition
            values.insert(.text(userId), at: 0)
        }
        return try query(
            "SELECT \(SandboxOrder.columns) FROM sandbox_orders WHERE \(condition) ORDER BY order_key LIMIT \(SlicedWork.rows)", values
        ).map { SandboxOrder($0) }
    }

    /// Orders whose outcome is decided and does not show yet. Once the console has decided otherwise it shows, so each comes up once. Few
    /// wait at a time, so they are found by their date, whosever they are; as an expression the member offers no other way.
    private func delayedOrders(of userId: String?, begunUntil date: Int64) throws(Failure) -> [SandboxOrder] {
        try query(
            """
            SELECT \(SandboxOrder.columns) FROM sandbox_orders WHERE \(SandboxOrder.isDelayed) AND ready_date > ? AND begun_date <= ?
            \(userId == nil ? "" : "AND user_id || '' = ?") ORDER BY ready_date, order_key LIMIT \(SlicedWork.rows)
            """, [.integer(now), .integer(date)] + (userId.map { [.text($0)] } ?? [])
        ).map { SandboxOrder($0) }
    }

    private func decide(_ order: SandboxOrder, _ outcome: String) throws(Failure) {
        try sandboxStore.setOutcome(outcome, of: order)
        sandboxStore.tellStoreChange(order)
    }

    /// {paymentSeq, verified}, both given: the answer of a server that has the store's keys, for a payment that waits for one. With it the
    /// claim becomes money, or ends; one that was only approved can be refused, too.
    func verifyPayment(_ request: Request) throws(Failure) -> Reply {
        let parameters = Parameters(request.parameters)
        let payment = try anyPayment(parameters)
        let isVerified = try parameters.bool("verified")
        if PaymentState.isGranted(payment.state), isVerified { return try answer(payment) }
        let claim = try claim(of: payment.paymentSeq)
        guard payment.state == PaymentState.paid || (payment.state == PaymentState.approved && !isVerified && claim != nil) else {
            throw Failure.refused(
                ResultCode.paymentStateInvalid,
                "payment \(payment.paymentSeq) is \(PaymentState.name(payment.state)), it does not wait for a verification",
                body: ["detailCode": .integer(IAPCode.purchaseStatusInvalid)])
        }
        guard isVerified else {
            try refuseClaim(payment, claim)
            return try answer(payment)
        }
        try takeClaim(payment)
        try refuseOfGone(payment)
        try self.claim(
            "UPDATE payments SET state = ? WHERE payment_seq = ? AND state = ?",
            [.integer(PaymentState.verified), .text(payment.paymentSeq), .integer(PaymentState.paid)])
        payment.state = PaymentState.verified
        // Versions before had entered what was only claimed.
        _ = try granted(payment, captured: try hasEntered(payment, Movement.captured) ? nil : Movement.captured)
        try subscriptions.tell(payment, Movement.granted)
        return try answer(payment)
    }

    /// Nobody is left who could be given anything: the money waits in the operator's sight until it goes back.
    private func refuseOfGone(_ payment: Payment) throws(Failure) {
        guard try isGone(payment.userId) else { return }
        throw mismatch(payment, "the member is gone", try StoreRecord.known(of: payment), isCaptured: true)
    }

    /// Behind the member's lock: another server may be withdrawing it, and a withdrawal leaves what is closed already.
    func isGone(_ userId: String) throws(Failure) -> Bool {
        try core.lock(member: userId)
        return try members.valid(of: userId).map { MemberState.isGone($0) } ?? false
    }

    /// What was claimed stays visible to the operator, and its name is free.
    private func refuseClaim(_ payment: Payment, _ claim: Claim?) throws(Failure) {
        if let claim {
            payment.storeTransactionId = claim.transactionId
            payment.storeReceipt = claim.receipt
        }
        // Money where a version before had entered it.
        var captured: (price: String?, currency: String?)?
        if try hasEntered(payment, Movement.captured) { captured = (payment.price, payment.currency) }
        payment.detailCode = IAPCode.verifyFailed
        try close(payment, PaymentState.declined)
        try run("UPDATE payments SET store_transaction_id = NULL WHERE payment_seq = ?", [.text(payment.paymentSeq)])
        try keep(
            payment.paymentSeq, "the receipt was refused by the store", payment.storeCode, payment.userId,
            try StoreRecord.known(of: payment), captured: captured)
    }

    /// {userId} -> {payments}: all of a member, in every state, oldest first. A server gives also {text}, a member's id, a payment's number
    /// or a store's number of it, then with `ledger`, its lines {movement, amount, currency, date}; and {before?, count?} -> {payments,
    /// next?}, the newest of all members.
    func paymentsAskedFor(_ request: Request) throws(Failure) -> SlicedWork {
        let parameters = Parameters(request.parameters)
        #if !hasFeature(Embedded)
        if parameters.value("userId") == nil {
            guard parameters.value("text") != nil else { return try newestPayments(parameters) }
            let text = try parameters.text("text", bytesMax: Self.unmatchedKeyBytesMax)
            let unmatched = try unmatched(numbered: text)
            if let found = try payments(numbered: text) ?? (unmatched.isEmpty ? nil : []) {
                return SlicedWork(()) { (_) throws(Failure) in .success(.object(Self.answer(found, unmatched))) }
            }
            let userId = try members.memberNamed(text)
            guard try members.member(userId) != nil else {
                throw parameters.wrong("text", "no member and no payment is named \"\(text)\"")
            }
            return try paymentsOfMember(userId, try self.unmatched(ofMember: userId))
        }
        #endif
        return try paymentsOfMember(try members.memberNamed(try parameters.text("userId", bytesMax: Members.userKeyBytesMax)))
    }

    private func paymentsOfMember(_ userId: String, _ unmatched: [JSON] = []) throws(Failure) -> SlicedWork {
        try subscriptions.bookRenewals(of: userId)
        let list: [(paymentSeq: String, payment: JSON)] = []
        return SlicedWork((list: list, last: "")) { (state) throws(Failure) in
            // In the order of an index; that of the numbers is made in the end.
            let rows = try query(
                """
                SELECT \(Payment.columns), request_id FROM payments WHERE user_id = ? AND request_id > ? ORDER BY request_id
                LIMIT \(SlicedWork.rows)
                """, [.text(userId), .text(state.last)])
            for row in rows { state.list.append((row.text(0), try operatorsView(of: Payment(row)))) }
            guard rows.count == SlicedWork.rows, let end = rows.last else {
                let order = ascending(state.list.map { Array($0.paymentSeq.utf8) })
                return .success(.object(Self.answer(order.map { state.list[$0].payment }, unmatched)))
            }
            try refuseEndless(state.list.count)
            state.last = end.text(26)
            return nil
        }
    }

    private static func answer(_ payments: [JSON], _ unmatched: [JSON]) -> JSONObject {
        var answer: JSONObject = ["payments": .array(payments)]
        if !unmatched.isEmpty { answer["unmatched"] = .array(unmatched) }
        return answer
    }

    #if !hasFeature(Embedded)
    /// By a payment's number, and by every store's; nil when there is none.
    private func payments(numbered text: String) throws(Failure) -> [JSON]? {
        var rows = try query("SELECT \(Payment.columns) FROM payments WHERE payment_seq = ?", [.text(text)])
        // Two stores may count their orders alike: who refunds must see both.
        for store in settings.stores.map({ $0.storeCode }) + [StoreSettings.sandbox] {
            let others = try query(
                "SELECT \(Payment.columns) FROM payments WHERE store_code = ? AND store_transaction_id = ?", [.text(store), .text(text)])
            for other in others where !rows.contains(where: { $0.text(0) == other.text(0) }) { rows.append(other) }
        }
        if rows.isEmpty { return nil }
        var found: [JSON] = []
        for row in rows {
            var view = try operatorsView(of: Payment(row)).objectValue ?? [:]
            view["ledger"] = .array(try entries(of: row.text(0)))
            found.append(.object(view))
        }
        return found
    }

    /// Its lines of the ledger, in the order in which they were entered; those of one time in the order of the table.
    private func entries(of paymentSeq: String) throws(Failure) -> [JSON] {
        let rows = try query("SELECT movement, amount, currency, moved_date FROM ledger WHERE payment_seq = ?", [.text(paymentSeq)])
        func order(_ row: Row) -> (Int64, Int) { (row.integer(3), LedgerCheck.movements.firstIndex(of: row.text(0)) ?? 0) }
        return rows.sorted { order($0) < order($1) }.map {
            [
                "movement": .string($0.text(0)), "amount": .string($0.text(1)), "currency": .string($0.text(2)),
                "date": .integer($0.integer(3)),
            ]
        }
    }
    #endif

    func operatorsView(of payment: Payment) throws(Failure) -> JSON {
        var object: JSONObject = [
            "paymentSeq": .string(payment.paymentSeq), "orderKey": .string(payment.orderKey),
            "state": .string(PaymentState.name(payment.state)), "storeCode": .string(payment.storeCode),
            "gamebaseProductId": .string(payment.gamebaseProductId), "productType": .string(payment.productType),
            "price": .string(payment.price), "currency": .string(payment.currency),
            "storeTransactionId": .optional(payment.storeTransactionId), "originalPaymentId": .optional(payment.originalPaymentId),
            "reservedDate": .integer(payment.reservedDate), "purchaseDate": .integer(payment.purchaseDate ?? 0),
            "expiryDate": .integer(payment.expiryDate ?? 0), "isPromotion": .bool(payment.isPromotion),
            "isStoreFinished": .bool(payment.isStoreFinished),
        ]
        if let code = payment.detailCode { object["detailCode"] = .integer(code) }
        if payment.state == PaymentState.approved || payment.state == PaymentState.paid, payment.storeTransactionId == nil,
            let claim = try claim(of: payment.paymentSeq)
        {
            object["storeTransactionId"] = .string(claim.transactionId)
        }
        #if !hasFeature(Embedded)
        object["userId"] = .string(payment.userId)
        if try isRefundPending(payment) { object["refundPending"] = true }
        #endif
        if let subscription = try subscriptions.subscription(of: payment) {
            object["subscriptionStatus"] = .string(subscription.status)
            object["referenceStatus"] = .string(subscription.referenceStatus)
        }
        return .object(object)
    }
}

extension StoreRecord {
    /// What is known of a payment that was paid.
    static func known(of payment: Payment) throws(Failure) -> StoreRecord {
        try read(
            Parameters([
                "storeTransactionId": .string(payment.storeTransactionId ?? "-"), "receipt": .string(payment.storeReceipt ?? ""),
                "price": .string(payment.price), "currency": .string(payment.currency),
            ]), now: payment.purchaseDate ?? 0, isReceiptNeeded: false)
    }
}
