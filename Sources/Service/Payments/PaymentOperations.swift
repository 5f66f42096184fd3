import Linux
import Storage
import Wire

/// What an operator does with payments at the console.
extension Service {
    /// {userId?, orderKey?, outcome: APPROVE | DECLINE | CANCEL} -> {settled}: the SANDBOX store decides what it left pending.
    func settlePendingPurchases(_ request: Request) throws(Failure) -> Reply {
        let parameters = Parameters(request.parameters)
        let outcome = SandboxOrder.status(forOutcome: try parameters.oneOf("outcome", ["APPROVE", "DECLINE", "CANCEL"]))
        var userId = try parameters.optionalText("userId", bytesMax: 255)
        if let named = userId { userId = try memberNamed(named) }
        var settled: Int64 = 0
        if let orderKey = try parameters.optionalText("orderKey", bytesMax: 128) {
            guard let order = try sandboxOrder(orderKey) else { throw parameters.wrong("orderKey", "there is no order \"\(orderKey)\"") }
            guard order.status(at: now) == SandboxOrder.pending else {
                throw parameters.wrong("orderKey", "the order is \(order.status(at: now)) already")
            }
            try decide(order, outcome)
            settled = 1
        } else {
            let pending = try sandboxOrders(
                "finished = 0 AND (outcome = ? OR ready_date > ?) AND user_id = COALESCE(?, user_id)",
                [.text(SandboxOrder.pending), .integer(now), Value(userId)])
            for order in pending {
                try decide(order, outcome)
                settled += 1
            }
        }
        return .success(["settled": .integer(settled)])
    }

    private func decide(_ order: SandboxOrder, _ outcome: String) throws(Failure) {
        try setOutcome(outcome, of: order)
        tellStoreChange(order)
    }

    /// {paymentSeq, verified}: the answer of a server that has the store's keys, for a payment that waits for one.
    func verifyPayment(_ request: Request) throws(Failure) -> Reply {
        let parameters = Parameters(request.parameters)
        let payment = try anyPayment(parameters)
        let isVerified = try parameters.bool("verified", default: true)
        if PaymentState.isGranted(payment.state), isVerified { return try answer(payment) }
        guard payment.state == PaymentState.paid else {
            throw Failure.refused(
                ResultCode.paymentStateInvalid, "payment \(payment.paymentSeq) is \(PaymentState.name(payment.state)), it does not wait for a verification",
                body: ["detailCode": IAPDetailCode.purchaseStatusInvalid])
        }
        guard isVerified else {
            // The money is the ledger's already; it stays visible as unmatched until it is refunded.
            payment.detailCode = 11
            try close(payment, PaymentState.declined)
            try keep(
                payment.paymentSeq, "the receipt was refused by the store", payment.storeCode, payment.userId,
                try StoreRecord.known(of: payment), captured: (payment.price, payment.currency))
            return try answer(payment)
        }
        try run(
            "UPDATE payments SET state = ? WHERE payment_seq = ? AND state = ?",
            [.integer(PaymentState.verified), .text(payment.paymentSeq), .integer(PaymentState.paid)])
        payment.state = PaymentState.verified
        _ = try granted(payment)
        try tell(payment, Movement.granted)
        return try answer(payment)
    }

    /// {userId} -> {payments}: all of a member, in every state, oldest first.
    func paymentsOfMember(_ request: Request) throws(Failure) -> Reply {
        let userId = try memberNamed(try Parameters(request.parameters).text("userId", bytesMax: 255))
        try bookRenewals(of: userId)
        var list: [JSON] = []
        for payment in try payments("user_id = ?", [.text(userId)]) {
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
            if let subscription = try subscription(of: payment) {
                object["subscriptionStatus"] = .string(subscription.status)
                object["referenceStatus"] = .string(subscription.referenceStatus)
            }
            list.append(.object(object))
        }
        return .success(["payments": .array(list)])
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
