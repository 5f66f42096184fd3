import Linux
import Storage
import Wire

/// The payment requests of game servers ("Purchase(IAP)" of the server API guide).
extension Service {
    static let marketIdsMax = 64

    /// POST /consume {paymentSeq, accessToken}: exactly once. A repetition is answered with 5018, except under the transaction id of the
    /// first: that one gets the first answer again, which was stored with it.
    func serverConsume(_ call: ServerCall) throws(Failure) -> String {
        let parameters = try call.parameters()
        let paymentSeq = try parameters.text("paymentSeq", bytesMax: 64)
        let accessToken = try parameters.text("accessToken")
        guard let payment = try payment(paymentSeq), let expected = payment.purchaseToken, Self.sameSecret(expected, accessToken) else {
            throw Failure.refused(ResultCode.iapConsumeFailed, "no payment has this paymentSeq and accessToken")
        }
        if payment.state == PaymentState.consumed {
            if let first = payment.consumeTransactionId, first == call.givenTransactionId, let answer = payment.consumeAnswer { return answer }
            throw Failure.refused(ResultCode.iapAlreadyConsumed, "payment \(paymentSeq) is consumed already")
        }
        guard payment.isConsumable else {
            throw Failure.refused(ResultCode.iapConsumeFailed, "payment \(paymentSeq) is \(payment.productType), which is not consumed")
        }
        guard payment.state == PaymentState.unconsumed else {
            throw Failure.refused(ResultCode.iapConsumeFailed, "payment \(paymentSeq) is \(PaymentState.name(payment.state))")
        }
        return try consume(payment, call)
    }

    private func consume(_ payment: Payment, _ call: ServerCall) throws(Failure) -> String {
        var result: JSONObject = [
            "price": payment.priceNumber, "currency": .string(payment.currency), "productSeq": .integer(payment.itemSeq),
            "marketId": .string(payment.storeCode), "gamebaseProductId": .string(payment.gamebaseProductId),
        ]
        if let payload = payment.payload { result["payload"] = .string(payload) }
        let answer = call.success(["result": .object(result)])
        let changed = try run(
            """
            UPDATE payments SET state = ?, consumed_date = ?, consume_transaction_id = ?, consume_answer = ?
            WHERE payment_seq = ? AND state = ?
            """,
            [
                .integer(PaymentState.consumed), .integer(now), Value(call.givenTransactionId), .text(answer),
                .text(payment.paymentSeq), .integer(PaymentState.unconsumed),
            ])
        guard changed == 1 else {
            throw Failure.refused(ResultCode.iapAlreadyConsumed, "payment \(payment.paymentSeq) is consumed already")
        }
        try enter(payment, Movement.consumed, amount: payment.price, currency: payment.currency)
        return answer
    }

    /// POST /consumable {marketIds, userId}: what the member has paid and nobody consumed.
    func serverConsumable(_ call: ServerCall) throws(Failure) -> String {
        let parameters = try call.parameters()
        let userId = try parameters.text("userId", bytesMax: 64)
        var stores = try parameters.texts("marketIds", countMax: Self.marketIdsMax, bytesMax: 32) ?? []
        if stores.isEmpty, let store = try parameters.optionalText("marketId", bytesMax: 32) { stores = [store] }
        var result: [JSON] = []
        for payment in try unconsumedPayments(of: userId) where stores.isEmpty || stores.contains(payment.storeCode) {
            result.append(.object(payment.serverJSON))
        }
        return call.success(["result": .array(result)])
    }

    /// GET /payment/transaction?accessToken=: the payment of a purchase token.
    func serverTransaction(_ call: ServerCall, _ target: ServerCall.Target) throws(Failure) -> String {
        guard let accessToken = target.query("accessToken"), !accessToken.isEmpty else {
            throw Failure.refused(ResultCode.iapParameterInvalid, "accessToken: is missing")
        }
        let rows = try query("SELECT \(Payment.columns) FROM payments WHERE purchase_token = ?", [.text(accessToken)])
        guard let row = rows.first else {
            throw Failure.refused(ResultCode.iapParameterInvalid, "accessToken: no payment has it")
        }
        let payment = Payment(row)
        var result = payment.serverJSON
        result["productType"] = .string(payment.productType)
        result["userId"] = .string(payment.userId)
        result["paymentToken"] = .string(accessToken)
        result["isConsumable"] = .bool(payment.isConsumable && payment.state == PaymentState.unconsumed)
        return call.success(["result": .object(result)])
    }
}

extension Payment {
    /// With the keys of the server API guide.
    var serverJSON: JSONObject {
        var object: JSONObject = [
            "paymentSeq": .string(paymentSeq), "productSeq": .integer(itemSeq), "currency": .string(currency), "price": priceNumber,
            "marketId": .string(storeCode), "accessToken": .optional(purchaseToken), "paymentId": .optional(storeTransactionId),
            "gamebaseProductId": .string(gamebaseProductId),
            "purchaseTime": .string(ISO8601.text(epochMilliseconds: purchaseDate ?? 0)),
        ]
        if let payload { object["payload"] = .string(payload) }
        object["isTestPurchase"] = .bool(isSandbox)
        return object
    }
}
