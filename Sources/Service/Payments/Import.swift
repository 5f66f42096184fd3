import Linux
import Storage
import Wire

/// Purchases of an earlier journal that were paid and not yet delivered. Their numbers are kept, and make a second import harmless.
extension Service {
    static let importedMax = 1000

    /// {entries: [{paymentSeq, gamebaseProductId | marketItemId | itemSeq, storeCode?, price?, currency?, purchaseToken?, …}]}
    /// -> {successList: [receipt], failList: [{paymentSeq, detailCode, message}], consumed}
    func importPurchases(_ request: Request) throws(Failure) -> Reply {
        let session = try authenticated(request)
        var receipts: [JSON] = []
        var failures: [JSON] = []
        var consumed: Int64 = 0
        for entry in try Parameters(request.parameters).objects("entries", countMax: Self.importedMax) {
            let paymentSeq = try entry.text("paymentSeq", bytesMax: 32)
            guard paymentSeq.utf8.allSatisfy({ $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }) else {
                throw entry.wrong("paymentSeq", "must be digits, is \"\(paymentSeq)\"")
            }
            do throws(Failure) {
                let payment = try imported(entry, paymentSeq, session.userId)
                if payment.state == PaymentState.unconsumed { receipts.append(try receipt(of: payment)) } else { consumed += 1 }
            } catch {
                guard case .refused(let reply) = error else { throw error }
                failures.append([
                    "paymentSeq": .string(paymentSeq), "detailCode": reply.body["detailCode"] ?? IAPDetailCode.productNotAvailable,
                    "message": .string(reply.message),
                ])
            }
        }
        return .success(["successList": .array(receipts), "failList": .array(failures), "consumed": .integer(consumed)])
    }

    private func imported(_ entry: Parameters, _ paymentSeq: String, _ userId: String) throws(Failure) -> Payment {
        let storeCode = try entry.optionalText("storeCode", bytesMax: 32) ?? StoreSettings.sandbox
        let transactionId = try entry.optionalText("storeTransactionId", bytesMax: 256) ?? "IMPORT-\(paymentSeq)"
        var known = try payment(paymentSeq)
        if known == nil { known = try payment(ofStoreTransaction: transactionId, storeCode: storeCode) }
        if let known {
            guard known.userId == userId else {
                throw Failure.refused(
                    ResultCode.buyerWrong, "payment \(paymentSeq) is another member's", body: ["detailCode": IAPDetailCode.userInvalid])
            }
            return known
        }
        let product = try product(entry, storeCode: storeCode, isOnSale: false)
        let payment = Payment(
            of: product, paymentSeq, userId: userId, payload: try entry.optionalText("payload", bytesMax: Self.payloadBytesMax), date: now)
        payment.orderKey = "IMPORT-\(paymentSeq)"
        payment.isStoreFinished = true
        payment.price = try entry.optionalText("price", bytesMax: 32) ?? product.price
        guard DecimalText.isValid(payment.price) else { throw entry.wrong("price", "must be decimal text such as \"1.99\"") }
        payment.currency = try entry.optionalText("currency", bytesMax: 8) ?? product.currency
        payment.storeTransactionId = transactionId
        payment.storeReceipt = try entry.optionalText("receipt", bytesMax: StoreRecord.receiptBytesMax)
        payment.purchaseDate = try entry.optionalInteger("purchaseTime", in: 0...StoreRecord.dateMax) ?? now
        if let token = try entry.optionalText("purchaseToken"), token.utf8.count >= 8,
            try query("SELECT payment_seq FROM payments WHERE purchase_token = ?", [.text(token)]).isEmpty
        {
            payment.purchaseToken = token
        }
        if payment.isSubscription {
            payment.originalPaymentId = try entry.optionalText("originalTransactionId", bytesMax: 256) ?? transactionId
            payment.expiryDate = try entry.optionalInteger("expiryTime", in: 0...StoreRecord.dateMax)
                ?? (payment.purchaseDate ?? now) &+ product.subscriptionPeriodMilliseconds
        }
        try insert(payment, requestId: "import-\(paymentSeq)")
        payment.state = PaymentState.verified
        return try granted(payment, captured: Movement.imported)
    }
}
