import Codecs
import Linux
import Messages
import Storage

/// Store transactions that no reservation of the game began: promotions, renewals, restored subscriptions. The store's own number of
/// the transaction is their key: however often and from wherever one is offered, it is one payment.
extension Payments {
    /// {storeCode, kind, storeTransactionId, receipt?, orderKey?, …} -> {state, isNew, receipt?}
    func adopt(_ request: Request) throws(Failure) -> Reply {
        let session = try members.authenticated(request, admitting: .bannedToo)
        let parameters = Parameters(request.parameters)
        let storeCode = try parameters.text("storeCode", bytesMax: 32)
        let kind = try parameters.oneOf("kind", ["PROMOTION", "RENEWAL", "RESTORE", "FOREIGN"])
        let given = try StoreRecord.read(parameters, now: now, isReceiptNeeded: false)
        try checkStore(storeCode)
        guard !settings.asksStore(storeCode) else { throw Self.onlyAtServer(storeCode) }
        // The SANDBOX store is asked here. Nobody asks another store about what no purchase here began.
        guard core.believesAsker || settings.app.isSandbox else {
            throw Failure.refused(
                ResultCode.receiptRefused,
                "storeCode: this server queries no store of a \(settings.app.typeCode) app about orders that are not its own",
                body: ["detailCode": .integer(IAPCode.verifyFailed)])
        }
        if let known = try payment(ofStoreTransaction: given.transactionId, storeCode: storeCode, claimedBy: session.userId) {
            return try adopted(known, given, session.userId)
        }
        let orderKey = try parameters.optionalText("orderKey", bytesMax: 128)
        if let orderKey, let payment = try payment(orderKey: orderKey, storeCode, session.userId) {
            return try adopted(payment, given, session.userId)
        }
        // A refused order stays refused, however often its device finds it at the store.
        if storeCode != StoreSettings.sandbox, let earlier = try payment(orderKey: given.transactionId, storeCode, session.userId),
            earlier.userId == session.userId
        {
            return try adopted(earlier, given, session.userId)
        }
        var record = given
        // By this the store is told, in a later run too, that the payment is here.
        var bookedUnder = orderKey ?? given.transactionId
        if storeCode == StoreSettings.sandbox {
            guard let order = try sandboxStore.sandboxOrder(ofTransaction: given.transactionId), order.hasCaptured(at: now) else {
                throw parameters.wrong("storeTransactionId", "the store has no paid order with it")
            }
            guard order.userId == session.userId else { throw buyerWrong("the store transaction is another member's") }
            record = StoreRecord(order)
            // An order of a reservation belongs to that, whoever has lost its key.
            if let payment = try payment(orderKey: order.orderKey, storeCode, session.userId) {
                return try adopted(payment, record, session.userId)
            }
            bookedUnder = order.orderKey
        }
        // A renewal finds its member by the subscription.
        if storeCode != StoreSettings.sandbox, kind != "RENEWAL", let orderKey, isOfForgottenReservation(orderKey) {
            throw unmatched(
                record, "the reservation of \"\(orderKey)\" is gone, so who paid is not known", storeCode, session.userId,
                .integer(IAPCode.verifyFailed))
        }
        let product = try product(of: record, storeCode, session.userId)
        record.isPromotion = record.isPromotion || kind == "PROMOTION"
        if kind == "RENEWAL" || record.originalTransactionId != nil {
            try checkRenewal(record, product, session.userId, isRenewal: kind == "RENEWAL")
        }
        guard kind != "RESTORE" || ProductType.isSubscription(product.productType) else {
            throw Failure.refused(
                ResultCode.productMismatch, "\"\(product.gamebaseProductId)\" is \(product.productType); subscriptions are restored",
                body: ["detailCode": .integer(IAPCode.restoreFailed)])
        }
        let payload = try parameters.optionalText("payload", bytesMax: Limit.payloadBytes)
        let payment = Payment(of: product, core.newPaymentSeq(), userId: session.userId, payload: payload, date: now)
        payment.price = record.price ?? product.price
        payment.currency = record.currency ?? product.currency
        payment.orderKey = bookedUnder
        try insert(payment, .adopted)
        payment.storeTransactionId = record.transactionId
        payment.storeReceipt = record.receipt
        payment.purchaseDate = record.purchaseDate
        payment.isPromotion = record.isPromotion
        if ProductType.isSubscription(product.productType) {
            payment.originalPaymentId = record.originalTransactionId ?? record.transactionId
            payment.expiryDate = record.expiryDate ?? record.purchaseDate &+ product.subscriptionPeriodMilliseconds
        }
        let paid = try granted(payment, captured: kind == "RENEWAL" ? Movement.renewed : Movement.captured)
        if PaymentState.isGranted(paid.state) { try findPlace(of: record.transactionId, storeCode) }
        return try adopted(paid, isNew: true)
    }

    /// A key that was given out here, of a reservation that was swept since: it may have been anybody's on this device.
    private func isOfForgottenReservation(_ orderKey: String) -> Bool {
        guard let digits = TextParts.split(orderKey, at: UInt8(ascii: "-")).last, let number = ServiceCore.number(digits) else {
            return false
        }
        return number <= core.lastPaymentSeq
    }

    /// The transaction of a payment that is here: as if its client had reported it.
    private func adopted(_ payment: Payment, _ record: StoreRecord, _ userId: String) throws(Failure) -> Reply {
        guard payment.userId == userId else { throw buyerWrong("the store transaction is another member's") }
        if payment.state >= PaymentState.paid, !PaymentState.isClosedUnpaid(payment.state) {
            try prolong(payment, record)
            return try adopted(try resumed(payment), isNew: false)
        }
        if let order = try sandboxStore.sandboxOrder(of: payment) { return try adopted(try settle(payment, order), isNew: true) }
        return try adopted(try reportPaid(payment, record), isNew: true)
    }

    /// The store lets a period last longer than it said before: grace. It never becomes shorter, as old news may come late.
    private func prolong(_ payment: Payment, _ record: StoreRecord) throws(Failure) {
        guard payment.storeCode != StoreSettings.sandbox, PaymentState.isGranted(payment.state), let expiryDate = payment.expiryDate,
            let later = record.expiryDate, later > expiryDate
        else { return }
        payment.expiryDate = later
        try claim(
            "UPDATE payments SET expiry_date = ? WHERE payment_seq = ? AND expiry_date < ?",
            [.integer(later), .text(payment.paymentSeq), .integer(later)])
        try subscriptions.openSubscription(payment, isKnownToStore: true)
    }

    /// Prices may have changed and products been taken off sale since the store sold it; what it must be is one that the console knows.
    private func product(of record: StoreRecord, _ storeCode: String, _ userId: String) throws(Failure) -> Product {
        if let id = record.marketItemId, let product = settings.product(marketItemId: id, storeCode: storeCode) { return product }
        let reason = record.marketItemId.map { "\"\($0)\" is not a product of store \(storeCode)" } ?? "marketItemId: is missing"
        throw unmatched(record, reason, storeCode, userId, .integer(IAPCode.productNotAvailable))
    }

    private func checkRenewal(_ record: StoreRecord, _ product: Product, _ userId: String, isRenewal: Bool) throws(Failure) {
        let original = record.originalTransactionId ?? ""
        guard let subscription = try subscriptions.subscription(original, storeCode: product.storeCode) else {
            if !isRenewal { return }
            throw unmatched(
                record, "no subscription here began with \"\(original)\"", product.storeCode, userId,
                .integer(IAPCode.renewalPaymentNotFound))
        }
        guard subscription.userId == userId else {
            throw buyerWrong("originalTransactionId: the subscription is another member's")
        }
        guard subscription.gamebaseProductId == product.gamebaseProductId else {
            throw unmatched(
                record, "the subscription is for \"\(subscription.gamebaseProductId)\", the renewal for \"\(product.gamebaseProductId)\"",
                product.storeCode, userId, .integer(IAPCode.productInvalid))
        }
    }

    private func unmatched(
        _ record: StoreRecord, _ reason: String, _ storeCode: String, _ userId: String, _ detailCode: JSON
    ) -> Failure {
        keepWhenRefused(.unmatchedMoney) { [self] () throws(Failure) in
            try keep(
                Self.unmatchedKey(record.transactionId, storeCode), reason, storeCode, userId, record,
                captured: (record.price, record.currency))
        }
        return .refused(ResultCode.productMismatch, reason, body: ["detailCode": detailCode])
    }

    private func buyerWrong(_ reason: String) -> Failure {
        .refused(ResultCode.buyerWrong, reason, body: ["detailCode": .integer(IAPCode.userInvalid)])
    }

    /// The member's own first: another one may have adopted a transaction under any order key, and that is no claim to this one.
    private func payment(orderKey: String, _ storeCode: String, _ userId: String) throws(Failure) -> Payment? {
        let payments = try query(
            "SELECT \(Payment.columns) FROM payments WHERE order_key = ? AND store_code = ? ORDER BY payment_seq",
            [.text(orderKey), .text(storeCode)]
        ).map { Payment($0) }
        return payments.first { $0.userId == userId } ?? payments.first
    }

    private func adopted(_ payment: Payment, isNew: Bool) throws(Failure) -> Reply {
        var body = try answerBody(payment)
        body["isNew"] = .bool(isNew)
        return .success(.object(body))
    }
}
