import Codecs
import Linux
import Messages
import Storage

/// Purchases of an earlier journal that were paid and not yet delivered. Their numbers are kept, and make a second import harmless.
extension Payments {
    static let importedMax = 1000
    static let importedSeqBytesMax = 64

    /// {entries: [{paymentSeq, gamebaseProductId | marketItemId | itemSeq, storeCode?, price?, currency?, purchaseToken?, …}]}
    /// -> {successList: [receipt], failList: [{paymentSeq, detailCode, message}], consumed}. One that cannot be taken over holds up no other;
    /// a list in which one has no readable number is refused whole.
    func importPurchases(_ request: Request) throws(Failure) -> Reply {
        let session = try members.authenticated(request)
        var receipts: [JSON] = []
        var failures: [JSON] = []
        var consumed: Int64 = 0
        for entry in try Parameters(request.parameters).objects("entries", countMax: Self.importedMax) {
            let paymentSeq = try entry.text("paymentSeq", bytesMax: Self.importedSeqBytesMax)
            guard paymentSeq.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
                throw entry.wrong("paymentSeq", "must be printable ASCII without spaces")
            }
            let failure = try attempt { () throws(Failure) in
                let payment = try imported(entry, paymentSeq, session.userId)
                if payment.state == PaymentState.unconsumed { receipts.append(try receipt(of: payment)) } else { consumed += 1 }
            }
            if let failure { failures.append(Self.notTakenOver(paymentSeq, failure)) }
        }
        return .success(["successList": .array(receipts), "failList": .array(failures), "consumed": .integer(consumed)])
    }

    private static func notTakenOver(_ paymentSeq: String, _ failure: Failure) -> JSON {
        var detailCode = JSON.integer(IAPCode.purchaseStatusInvalid)
        var message = "it does not fit the purchases that are here"
        if case .refused(let reply) = failure {
            let wrong = reply.resultCode == ResultCode.parameterInvalid
            detailCode = reply.body["detailCode"] ?? (wrong ? .integer(IAPCode.requestInvalid) : .integer(IAPCode.productNotAvailable))
            message = reply.message
        }
        return ["paymentSeq": .string(paymentSeq), "detailCode": detailCode, "message": .string(message)]
    }

    private func imported(_ entry: Parameters, _ paymentSeq: String, _ userId: String) throws(Failure) -> Payment {
        let storeCode = try entry.optionalText("storeCode", bytesMax: 32) ?? StoreSettings.sandbox
        let transactionId = try entry.optionalText("storeTransactionId", bytesMax: 256) ?? "IMPORT-\(paymentSeq)"
        var known = try payment(paymentSeq)
        if known == nil { known = try payment(ofStoreTransaction: transactionId, storeCode: storeCode) }
        if let known {
            guard known.userId == userId else {
                throw Failure.refused(
                    ResultCode.buyerWrong, "payment \(paymentSeq) is another member's", body: ["detailCode": .integer(IAPCode.userInvalid)])
            }
            return known
        }
        let product = try product(entry, storeCode: storeCode, isOnSale: false)
        let payment = Payment(
            of: product, paymentSeq, userId: userId, payload: try entry.optionalText("payload", bytesMax: Limit.payloadBytes), date: now)
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
            payment.expiryDate =
                try entry.optionalInteger("expiryTime", in: 0...StoreRecord.dateMax)
                ?? (payment.purchaseDate ?? now) &+ product.subscriptionPeriodMilliseconds
        }
        try insert(payment, .imported)
        // Numbers of our own go on above it.
        core.noteNumber(paymentSeq)
        payment.state = PaymentState.verified
        return try granted(payment, captured: Movement.imported)
    }
}
