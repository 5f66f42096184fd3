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
        let payment = try payment(paymentSeq: paymentSeq, accessToken: accessToken)
        var result: JSONObject = [
            "price": payment.priceNumber, "currency": .string(payment.currency), "productSeq": .integer(payment.itemSeq),
        ]
        if !call.isIAP {
            result["marketId"] = .string(payment.storeCode)
            result["gamebaseProductId"] = .string(payment.gamebaseProductId)
            if let payload = payment.payload { result["payload"] = .string(payload) }
        }
        let answer = call.success(["result": .object(result)])
        // The two shapes of the answer are not each other's repetition.
        let key = call.givenTransactionId.map { call.isIAP ? "IAP \($0)" : $0 }
        switch try consume(payment, key: key, answer: answer) {
        case .now: return answer
        case .before(let first):
            if first.isEmpty { throw Failure.refused(ResultCode.iapAlreadyConsumed, "payment \(paymentSeq) is consumed already") }
            return first
        }
    }

    /// POST /consumable {marketIds, userId}: what the member has paid and nobody consumed.
    func serverConsumable(_ call: ServerCall) throws(Failure) -> String {
        let parameters = try call.parameters()
        let userId = try parameters.text("userId", bytesMax: 64)
        let stores = try Self.marketIds(parameters)
        try bookRenewals(of: userId)
        var result: [JSON] = []
        for payment in try unconsumedPayments(of: userId) where stores.isEmpty || stores.contains(payment.storeCode) {
            result.append(.object(payment.serverJSON))
        }
        return call.success(["result": .array(result)])
    }

    /// Empty: all stores.
    static func marketIds(_ parameters: Parameters) throws(Failure) -> [String] {
        let stores = try parameters.texts("marketIds", countMax: Self.marketIdsMax, bytesMax: 32) ?? []
        if stores.isEmpty, let store = try parameters.optionalText("marketId", bytesMax: 32) { return [store] }
        return stores
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
