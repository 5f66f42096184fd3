import Linux
import Storage
import Wire

/// What the store said about a payment comes in here. The store's own record decides, not the report; states only move forward.
extension Service {
    static let receiptBytesMax = 64 << 10
    /// As long a reservation that the store does not know may still be on its way there from another device of the member.
    static let reservationMilliseconds: Int64 = 15 * 60_000

    /// {paymentSeq, status: PAID | PENDING | DECLINED | CANCELLED | UNKNOWN (to the store), storeTransactionId?, receipt?} -> {state, receipt?}
    func report(_ request: Request) throws(Failure) -> Reply {
        let session = try authenticated(request, admitting: .bannedToo)
        let parameters = Parameters(request.parameters)
        let payment = try ownPayment(parameters, of: session.userId)
        switch try parameters.oneOf("status", ["PAID", "PENDING", "DECLINED", "CANCELLED", "UNKNOWN"]) {
        case "PAID": return try reportPaid(payment, parameters)
        case "DECLINED": return try reportUnpaid(payment, PaymentState.declined)
        case "CANCELLED": return try reportUnpaid(payment, PaymentState.cancelled)
        case "UNKNOWN": return try reportUnknown(payment)
        default: return Self.answer(payment)
        }
    }

    private func reportUnknown(_ payment: Payment) throws(Failure) -> Reply {
        if try sandboxOrder(payment.orderKey) != nil || now &- payment.reservedDate < Self.reservationMilliseconds {
            return Self.answer(payment)
        }
        return try reportUnpaid(payment, PaymentState.cancelled)
    }

    private func reportPaid(_ payment: Payment, _ parameters: Parameters) throws(Failure) -> Reply {
        let transactionId = try parameters.text("storeTransactionId", bytesMax: 256)
        let receipt = try parameters.text("receipt", bytesMax: Self.receiptBytesMax)
        var payment = payment
        if PaymentState.isGranted(payment.state) || payment.state == PaymentState.refunded {
            guard payment.storeTransactionId == transactionId else {
                throw try mismatch(payment, "the payment is settled with another store transaction", transactionId, receipt, captured: nil)
            }
            return Self.answer(payment)
        }
        if payment.state == PaymentState.cancelled || payment.state == PaymentState.declined {
            throw try capturedAfterClosing(payment, transactionId, receipt)
        }
        payment.storeTransactionId = transactionId
        payment.storeReceipt = receipt
        return Self.answer(try settle(payment))
    }

    /// The store is asked before a payment is closed as unpaid: what it has captured is granted, what it still holds is called off.
    @discardableResult
    func reportUnpaid(_ payment: Payment, _ state: Int64) throws(Failure) -> Reply {
        var payment = payment
        guard payment.state < PaymentState.unconsumed else { return Self.answer(payment) }
        if let order = try sandboxOrder(payment.orderKey) {
            if order.status(at: now) == SandboxOrder.paid {
                payment.storeTransactionId = order.storeTransactionId
                payment.storeReceipt = order.receipt
                return Self.answer(try settle(payment))
            }
            try callOff(order)
        }
        try close(&payment, state)
        return Self.answer(payment)
    }

    func close(_ payment: inout Payment, _ state: Int64) throws(Failure) {
        try run(
            "UPDATE payments SET state = ?, closed_date = ?, store_finished = 1 WHERE payment_seq = ? AND state < ?",
            [.integer(state), .integer(now), .text(payment.paymentSeq), .integer(PaymentState.unconsumed)])
        payment.state = state
    }

    /// {paymentSeq}: the store has been told that the payment was received.
    func finished(_ request: Request) throws(Failure) -> Reply {
        let session = try authenticated(request, admitting: .bannedToo)
        let payment = try ownPayment(Parameters(request.parameters), of: session.userId)
        guard payment.state >= PaymentState.unconsumed else {
            throw Failure.refused(
                ResultCode.paymentStateInvalid,
                "payment \(payment.paymentSeq) is \(PaymentState.name(payment.state)); finish it at the store after it is granted",
                body: ["detailCode": IAPDetailCode.purchaseStatusInvalid])
        }
        if !payment.isStoreFinished {
            try run("UPDATE payments SET store_finished = 1 WHERE payment_seq = ?", [.text(payment.paymentSeq)])
        }
        return .success()
    }

    private static func answer(_ payment: Payment) -> Reply {
        var body: JSONObject = ["state": .string(PaymentState.name(payment.state))]
        if PaymentState.isGranted(payment.state) { body["receipt"] = payment.receiptJSON }
        return .success(.object(body))
    }
}
