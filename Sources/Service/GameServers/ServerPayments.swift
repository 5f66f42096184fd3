import Codecs
import Linux
import Messages
import Storage

/// The payment requests of game servers ("Purchase(IAP)" of the server API guide).
extension GameServers {
    static let marketIdsMax = 64

    /// {paymentSeq, accessToken, transactionId?} -> the payment: exactly once. A repetition is refused with 5018, except under the transaction
    /// id of the first: that one gets the first answer again, which was stored with it.
    func serverConsume(_ request: Request) throws(Failure) -> Reply {
        let parameters = try core.admitted(request)
        let paymentSeq = try parameters.text("paymentSeq", bytesMax: 64)
        let accessToken = try parameters.text("accessToken")
        let key = try parameters.optionalText("transactionId", bytesMax: Self.serverTransactionIdBytesMax)
        let payment = try payments.payment(paymentSeq: paymentSeq, accessToken: accessToken)
        let answer = JSON.object(payment.serverJSON)
        switch try payments.consume(payment, key: key, answer: answer.text()) {
        case .now: return .success(answer)
        case .before(let first):
            guard let told = KeptJSON.read(first) else {
                throw Failure.refused(ResultCode.iapAlreadyConsumed, "payment \(paymentSeq) is consumed already")
            }
            return .success(told)
        }
    }

    /// Of a caller's id, and what a front puts before it.
    private static let serverTransactionIdBytesMax = 256 + 8

    /// {marketIds, userId} -> {payments}: what the member has paid and nobody consumed.
    func serverConsumable(_ request: Request) throws(Failure) -> Reply {
        let parameters = try core.admitted(request)
        let userId = try parameters.text("userId", bytesMax: 64)
        let stores = try Self.marketIds(parameters)
        try subscriptions.bookRenewals(of: userId)
        var payments: [JSON] = []
        for payment in try self.payments.unconsumedPayments(of: userId) where stores.isEmpty || stores.contains(payment.storeCode) {
            payments.append(.object(payment.serverJSON))
        }
        return .success(["payments": .array(payments)])
    }

    /// Empty: all stores.
    static func marketIds(_ parameters: Parameters) throws(Failure) -> [String] {
        let stores = try parameters.texts("marketIds", countMax: Self.marketIdsMax, bytesMax: Limit.storeCodeBytes) ?? []
        if stores.isEmpty, let store = try parameters.optionalText("marketId", bytesMax: Limit.storeCodeBytes) { return [store] }
        return stores
    }

    /// {accessToken} -> the payment of a purchase token.
    func serverPayment(_ request: Request) throws(Failure) -> Reply {
        let parameters = try core.admitted(request)
        guard let accessToken = try parameters.optionalText("accessToken", bytesMax: ServiceCore.serverTextBytesMax), !accessToken.isEmpty
        else {
            throw parameters.wrong("accessToken", "is missing")
        }
        let rows = try query("SELECT \(Payment.columns) FROM payments WHERE purchase_token = ?", [.text(accessToken)])
        guard let row = rows.first else { throw parameters.wrong("accessToken", "no payment has it") }
        return .success(.object(Payment(row).serverJSON))
    }
}

extension Payment {
    /// What is told of a payment to fronts, which find their own words for it.
    var serverJSON: JSONObject {
        [
            "paymentSeq": .string(paymentSeq), "userId": .string(userId), "itemSeq": .integer(itemSeq), "currency": .string(currency),
            "price": priceNumber, "storeCode": .string(storeCode), "purchaseToken": .optional(purchaseToken),
            "storeTransactionId": .optional(storeTransactionId), "gamebaseProductId": .string(gamebaseProductId),
            "marketItemId": .string(marketItemId), "productType": .string(productType), "purchaseDate": .integer(purchaseDate ?? 0),
            "payload": .optional(payload), "isSandbox": .bool(isSandbox),
            "isConsumable": .bool(isConsumable && state == PaymentState.unconsumed),
        ]
    }
}

/// What the NHN Cloud IAP server API asks beyond the requests that it shares with Gamebase's: its callers know a player by a user key.
extension GameServers {
    /// {marketId?, userChannel?, userKey} -> {payments}; without a store those of all.
    func serverIAPConsumable(_ request: Request) throws(Failure) -> Reply {
        let (userId, _, store) = try iapUser(try core.admitted(request))
        var payments: [JSON] = []
        for payment in try self.payments.unconsumedPayments(of: userId) where store == nil || payment.storeCode == store {
            payments.append(.object(payment.serverJSON))
        }
        return .success(["payments": .array(payments)])
    }

    /// {marketId?, packageName?, userChannel?, userKey} -> {subscriptions}
    func serverIAPActiveSubscriptions(_ request: Request) throws(Failure) -> Reply {
        let (userId, userKey, store) = try iapUser(try core.admitted(request))
        var subscriptions: [JSON] = []
        for (subscription, payment) in try payments.runningSubscriptions(of: userId) where store == nil || payment.storeCode == store {
            var object = Self.serverJSON(subscription, payment)
            object["userKey"] = .string(userKey)
            object["appId"] = .optional(appId)
            subscriptions.append(.object(object))
        }
        return .success(["subscriptions": .array(subscriptions)])
    }

    private func iapUser(_ parameters: Parameters) throws(Failure) -> (userId: String, userKey: String, store: String?) {
        let userKey = try parameters.text("userKey", bytesMax: Members.userKeyBytesMax)
        let userId = try members.member(ofUserKey: userKey)
        let channel = try parameters.optionalText("userChannel", bytesMax: 16) ?? "GF"
        guard channel == "GF" else { throw parameters.wrong("userChannel", "must be GF") }
        try subscriptions.bookRenewals(of: userId)
        return (userId, userKey, try parameters.optionalText("marketId", bytesMax: Limit.storeCodeBytes))
    }
}
