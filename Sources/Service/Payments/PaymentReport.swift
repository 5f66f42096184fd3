import Codecs
import Linux
import Messages
import Storage

/// What the store said about a payment comes in here; states only move forward, and money that was taken is never unsaid. At SANDBOX
/// the store's own record decides, not the report.
extension Payments {
    /// As long a reservation that the store does not know may still be on its way there from another device of the member. One that seems
    /// to be made later than now was made by a clock that has gone back since; it may be under way this moment, so it waits until that date.
    static let reservationMilliseconds: Int64 = 15 * 60_000
    private static let detailCodes: ClosedRange<Int64> = 0...999

    /// {paymentSeq (or storeCode with storeTransactionId), status, receipt?, detailCode?, storeErrorCode?, …} -> {state, receipt?, detailCode?, wasPending?}
    func report(_ request: Request) throws(Failure) -> Reply {
        let session = try members.authenticated(request, admitting: .bannedToo)
        let parameters = Parameters(request.parameters)
        let payment = try ownPayment(parameters, of: session.userId)
        // Its buyer was told that it is decided later.
        let wasPending = payment.state == PaymentState.storePending || payment.state == PaymentState.paid
        // Of a store that the server asks itself nobody else's word counts.
        var reply = settings.asksStore(payment.storeCode) ? try answer(payment) : try report(payment, parameters)
        if wasPending, reply.body["receipt"] != nil, var body = reply.body.objectValue {
            body["wasPending"] = true
            reply.body = .object(body)
        }
        return reply
    }

    func report(_ payment: Payment, _ parameters: Parameters) throws(Failure) -> Reply {
        core.buyerData = parameters.value("userData")
        switch try parameters.text("status", bytesMax: 32) {
        case "INIT": return try answer(payment)
        case "PENDING": return try answer(try advance(payment, to: PaymentState.storePending, nil))
        case "APPROVED", "AUTHORIZED":
            // Two checkouts of one subscription may be open, of which the first was left behind. The second one's money is not taken.
            if payment.state < PaymentState.paid, payment.isSubscription, try subscriptions.isOwned(payment) {
                payment.detailCode = IAPCode.alreadyOwned
                return try reportUnpaid(payment, PaymentState.cancelled)
            }
            // So may two pages of a member whose spending has a limit.
            if payment.state < PaymentState.approved, try passesLimit(payment) {
                payment.detailCode = IAPCode.purchaseLimitExceeded
                return try reportUnpaid(payment, PaymentState.cancelled)
            }
            return try answer(
                try advance(
                    payment, to: PaymentState.approved, try parameters.optionalText("storeTransactionId", bytesMax: 256)))
        case "PAID": return try answer(try reportPaid(payment, StoreRecord.read(parameters, now: now)))
        case "DECLINED", "FAILED": return try reportUnpaid(payment, PaymentState.declined, parameters)
        case "CANCELLED", "DENIED": return try reportUnpaid(payment, PaymentState.cancelled, parameters)
        case "REFUNDED": return try answer(try reportReversed(paidLate(payment, parameters), Movement.refunded, parameters))
        case "REVOKED", "CHARGEBACK":
            return try answer(try reportReversed(paidLate(payment, parameters), Movement.chargeback, parameters))
        case "UNKNOWN": return try reportUnknown(payment)
        default:
            throw parameters.wrong(
                "status", "must be INIT, PENDING, APPROVED, PAID, CANCELLED, DECLINED, REFUNDED, CHARGEBACK or UNKNOWN")
        }
    }

    /// The steps before any money moved. One that is behind the payment already changes nothing.
    private func advance(_ payment: Payment, to state: Int64, _ transactionId: String?) throws(Failure) -> Payment {
        guard payment.state < state else { return payment }
        if let transactionId, let other = try self.payment(ofStoreTransaction: transactionId, storeCode: payment.storeCode),
            other.paymentSeq != payment.paymentSeq
        {
            throw Failure.refused(
                ResultCode.receiptRefused, "storeTransactionId: belongs to payment \(other.paymentSeq)",
                body: ["detailCode": .integer(IAPCode.verifyFailed)])
        }
        // Nothing is paid yet, so the transaction is only claimed; what the carrier says is the store's own word.
        if let transactionId, !core.isCarrier { try enterClaim(payment, transactionId, receipt: nil, original: nil) }
        try claim(
            "UPDATE payments SET state = ?, store_transaction_id = COALESCE(?, store_transaction_id) WHERE payment_seq = ? AND state = ?",
            [
                .integer(state), Value(core.isCarrier ? transactionId : nil), .text(payment.paymentSeq), .integer(payment.state),
            ])
        payment.state = state
        return payment
    }

    private func reportUnknown(_ payment: Payment) throws(Failure) -> Reply {
        if try sandboxStore.sandboxOrder(of: payment) != nil || now &- payment.reservedDate < Self.reservationMilliseconds {
            return try answer(payment)
        }
        return try reportUnpaid(payment, PaymentState.cancelled)
    }

    /// - Parameter given: what the client says; SANDBOX payments are settled by the store's order, and only if the client knows it.
    func reportPaid(_ payment: Payment, _ given: StoreRecord) throws(Failure) -> Payment {
        if payment.state >= PaymentState.paid, !PaymentState.isClosedUnpaid(payment.state) {
            #if !hasFeature(Embedded)
            // Claimed while somebody else was to verify it. Since then the server asks the store, which says itself what was paid.
            if payment.state == PaymentState.paid, core.isCarrier { return try settle(payment, given) }
            #endif
            var known = payment.storeTransactionId
            if known == nil { known = try claim(of: payment.paymentSeq)?.transactionId }
            guard known ?? given.transactionId == given.transactionId else {
                throw mismatch(payment, "the payment is settled with another store transaction", given, isCaptured: false)
            }
            return try resumed(payment)
        }
        guard payment.storeCode == StoreSettings.sandbox else { return try settle(payment, given) }
        guard let order = try sandboxStore.sandboxOrder(of: payment), order.hasCaptured(at: now) else {
            throw mismatch(payment, "the store has no paid order for it", given, isCaptured: false)
        }
        guard order.storeTransactionId == given.transactionId, order.receipt.utf8.elementsEqual(given.receipt.utf8) else {
            throw mismatch(payment, "the receipt is not the one that the store gave", given, isCaptured: false)
        }
        return try settle(payment, order)
    }

    /// The store is asked before a payment is closed as unpaid: what it has captured is granted, what it still holds is called off.
    @discardableResult
    func reportUnpaid(_ payment: Payment, _ state: Int64, _ parameters: Parameters? = nil) throws(Failure) -> Reply {
        guard payment.state < PaymentState.paid else { return try answer(payment) }
        if let order = try sandboxStore.sandboxOrder(of: payment) {
            if order.hasCaptured(at: now) { return try answer(try settle(payment, order)) }
            if let code = order.detailCode { payment.detailCode = code }
            try sandboxStore.callOff(order)
        }
        // A number of the store's own that is none of ours says nothing, and is no reason to leave the payment open.
        if let code = try parameters?.optionalInteger("detailCode", in: Int64.min...Int64.max), Self.detailCodes.contains(code) {
            payment.detailCode = code
        }
        try close(payment, state, storeError: try parameters?.optionalText("storeErrorCode", bytesMax: 255))
        return try answer(payment)
    }

    func close(_ payment: Payment, _ state: Int64, storeError: String? = nil) throws(Failure) {
        try claim(
            """
            UPDATE payments SET state = ?, closed_date = ?, store_finished = 1, detail_code = ?, store_error = ?
            WHERE payment_seq = ? AND state = ?
            """,
            [
                .integer(state), .integer(now), payment.detailCode.map { .integer($0) } ?? .null, Value(storeError),
                .text(payment.paymentSeq), .integer(payment.state),
            ])
        payment.state = state
        try endClaim(payment)
    }

    /// Money that came after its payment was closed is a payment of its own, and a store knows both by one order: what went back is
    /// that one's.
    private func paidLate(_ payment: Payment, _ parameters: Parameters) throws(Failure) -> Payment {
        guard PaymentState.isClosedUnpaid(payment.state) else { return payment }
        let given = try parameters.optionalText("storeTransactionId", bytesMax: 256)
        if given == nil, try hasEntered(payment, Movement.captured) { return payment }
        let late = try query(
            "SELECT \(Payment.columns) FROM payments WHERE order_key = ? AND store_code = ? AND user_id = ?",
            [.text(payment.orderKey), .text(payment.storeCode), .text(payment.userId)]
        ).map { Payment($0) }.filter {
            !PaymentState.isClosedUnpaid($0.state) && (given == nil || $0.storeTransactionId ?? given == given)
        }
        return late.count == 1 ? late[0] : payment
    }

    /// Money that does not fit its reservation came and went before anybody here heard of it: it is entered as the store has it, and
    /// closes the payment.
    private func enterMismatch(_ payment: Payment, _ parameters: Parameters) throws(Failure) {
        guard payment.state < PaymentState.verified || (core.isCarrier && PaymentState.isClosedUnpaid(payment.state)),
            core.isCarrier || !settings.verifiesLater(payment.storeCode),
            try parameters.optionalText("storeTransactionId", bytesMax: 256) != nil, try !hasEntered(payment, Movement.captured)
        else { return }
        let record = try StoreRecord.read(parameters, now: now)
        if let other = try self.payment(ofStoreTransaction: record.transactionId, storeCode: payment.storeCode),
            other.paymentSeq != payment.paymentSeq
        {
            throw mismatch(payment, "the store transaction belongs to payment \(other.paymentSeq)", record, isCaptured: false)
        }
        if let difference = record.difference(from: payment) { try keepMismatch(payment, difference, record, isCaptured: true) }
    }

    func reportReversed(_ payment: Payment, _ movement: String, _ parameters: Parameters) throws(Failure) -> Payment {
        guard payment.storeCode == StoreSettings.sandbox else {
            // That money went back is the store's to tell, and no player's.
            guard core.believesAsker || settings.app.isSandbox else { return payment }
            try enterMismatch(payment, parameters)
            if payment.storeTransactionId == nil, let given = try parameters.optionalText("storeTransactionId", bytesMax: 256),
                try self.payment(ofStoreTransaction: given, storeCode: payment.storeCode) == nil
            {
                payment.storeTransactionId = given
            }
            return try reverse(payment, movement)
        }
        guard let order = try sandboxStore.sandboxOrder(of: payment), let reversed = order.reversal else { return payment }
        return try reverse(payment, reversed)
    }

    /// {paymentSeq}: the store has been told that the payment was received.
    func finished(_ request: Request) throws(Failure) -> Reply {
        let session = try members.authenticated(request, admitting: .bannedToo)
        let payment = try ownPayment(Parameters(request.parameters), of: session.userId)
        guard payment.state >= PaymentState.unconsumed else {
            throw Failure.refused(
                ResultCode.paymentStateInvalid,
                "payment \(payment.paymentSeq) is \(PaymentState.name(payment.state)); finish it at the store after it is granted",
                body: ["detailCode": .integer(IAPCode.purchaseStatusInvalid)])
        }
        if !payment.isStoreFinished {
            // Granted by a version that told SANDBOX afterwards.
            if payment.storeCode == StoreSettings.sandbox { try sandboxStore.finishOrder(of: payment) }
            try run("UPDATE payments SET store_finished = 1 WHERE payment_seq = ?", [.text(payment.paymentSeq)])
        }
        return .success()
    }

    func answer(_ payment: Payment) throws(Failure) -> Reply { .success(.object(try answerBody(payment))) }

    func answerBody(_ payment: Payment) throws(Failure) -> JSONObject {
        var body: JSONObject = ["state": .string(PaymentState.name(payment.state))]
        if PaymentState.isGranted(payment.state) { body["receipt"] = try receipt(of: payment) }
        if PaymentState.isClosedUnpaid(payment.state) {
            body["detailCode"] =
                payment.detailCode.map { .integer($0) }
                ?? (payment.state == PaymentState.cancelled ? .integer(IAPCode.paymentCancelled) : .integer(IAPCode.paymentFailed))
        }
        return body
    }
}
