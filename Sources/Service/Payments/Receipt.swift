import Codecs

extension Payment {
    /// With the keys of the SDK's TCGBPurchasableReceipt in both of its spellings of the test and promotion flags.
    /// - Parameter subscription: whose period this is; in grace the newest period lasts longer than was paid.
    func receiptJSON(_ subscription: Subscription?) -> JSON {
        var expiryTime = expiryDate ?? 0
        if let subscription, subscription.paymentSeq == paymentSeq, subscription.isListed { expiryTime = subscription.expiryDate }
        var object: JSONObject = [
            "gamebaseProductId": .string(gamebaseProductId), "price": priceNumber, "priceString": .string(price),
            "currency": .string(currency), "paymentSeq": .string(paymentSeq), "purchaseToken": .optional(purchaseToken),
            "marketItemId": .string(marketItemId), "productType": .string(productType), "userId": .string(userId),
            "paymentId": .optional(storeTransactionId), "originalPaymentId": .optional(originalPaymentId),
            "purchaseTime": .integer(purchaseDate ?? 0), "expiryTime": .integer(expiryTime), "payload": .optional(payload),
            "itemSeq": .integer(itemSeq), "productSeq": .integer(itemSeq), "isTestPurchase": .bool(isSandbox),
            "sandboxPayment": .bool(isSandbox), "isPromotion": .bool(isPromotion), "promotionPayment": .bool(isPromotion),
            "storeCode": .string(storeCode),
        ]
        if let subscription {
            object["subscriptionStatus"] = .string(subscription.status)
            object["referenceStatus"] = .string(subscription.referenceStatus)
        }
        return .object(object)
    }

    var isSubscription: Bool { ProductType.isSubscription(productType) }
}
