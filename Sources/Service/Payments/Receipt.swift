import Wire

extension Payment {
    /// With the keys of the SDK's TCGBPurchasableReceipt in both of its spellings of the test and promotion flags.
    var receiptJSON: JSON {
        [
            "gamebaseProductId": .string(gamebaseProductId), "price": priceNumber, "priceString": .string(price),
            "currency": .string(currency), "paymentSeq": .string(paymentSeq), "purchaseToken": .optional(purchaseToken),
            "marketItemId": .string(marketItemId), "productType": .string(productType), "userId": .string(userId),
            "paymentId": .optional(storeTransactionId), "originalPaymentId": .optional(originalPaymentId),
            "purchaseTime": .integer(purchaseDate ?? 0), "expiryTime": .integer(expiryDate ?? 0), "payload": .optional(payload),
            "itemSeq": .integer(itemSeq), "isTestPurchase": .bool(isSandbox), "sandboxPayment": .bool(isSandbox), "isPromotion": false,
            "promotionPayment": false, "storeCode": .string(storeCode),
        ]
    }
}
