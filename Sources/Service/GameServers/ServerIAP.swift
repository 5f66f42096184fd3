import Codecs
import Linux
import Messages
import Storage

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
        let userKey = try parameters.text("userKey", bytesMax: 255)
        let userId = try members.member(ofUserKey: userKey)
        let channel = try parameters.optionalText("userChannel", bytesMax: 16) ?? "GF"
        guard channel == "GF" else { throw parameters.wrong("userChannel", "must be GF") }
        try subscriptions.bookRenewals(of: userId)
        return (userId, userKey, try parameters.optionalText("marketId", bytesMax: Limit.storeCodeBytes))
    }
}
