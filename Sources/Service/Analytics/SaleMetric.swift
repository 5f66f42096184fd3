import Codecs
import Messages
import Storage

/// The purchase metric, stored in the transaction that grants: whoever dies when, there is one for each grant.
extension Analytics {
    func recordSale(_ payment: Payment) throws(Failure) {
        var data: JSONObject = [
            "paymentSeq": .string(payment.paymentSeq), "gamebaseProductId": .string(payment.gamebaseProductId),
            "price": .string(payment.price), "currency": .string(payment.currency), "storeCode": .string(payment.storeCode),
        ]
        // What the game had said about its user when it reported the payment; none when another call settles it.
        if let user = core.buyerData, let level = user["userLevel"]?.int64Value {
            data["userLevel"] = .integer(level)
            for key in ["channelId", "characterId", "classId"] {
                if let text = user[key]?.stringValue, text.utf8.count <= Limit.metricTextBytes { data[key] = .string(text) }
            }
        }
        let isNew = try store(
            AnalyticsEvents.Event(
                id: Self.saleIdPrefix + payment.paymentSeq, type: AnalyticsEvents.completePurchase, userId: payment.userId, date: now,
                day: nil, data: .null, text: JSON.object(data).text()))
        if isNew { try count(AnalyticsEvents.completePurchase, 1) }
    }

    /// No event of a client begins so, or it could take the place of a purchase.
    static let saleIdPrefix = "purchase-"
}
