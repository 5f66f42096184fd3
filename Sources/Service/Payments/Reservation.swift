import Linux
import Storage
import Wire

/// Reserving: a payment is written, with its price and payload, before any store hears of it.
extension Service {
    static let payloadBytesMax = 4096
    static let requestIdBytesMax = 128

    /// {requestId, gamebaseProductId | itemSeq, payload?, storeCode} -> {paymentSeq, orderKey, gamebaseProductId, marketItemId, price, currency, productType}
    func reserve(_ request: Request) throws(Failure) -> Reply {
        let session = try authenticated(request)
        let parameters = Parameters(request.parameters)
        let requestId = try parameters.text("requestId", bytesMax: Self.requestIdBytesMax)
        let payload = try parameters.optionalText("payload", bytesMax: Self.payloadBytesMax)
        let storeCode = try parameters.optionalText("storeCode", bytesMax: 32) ?? StoreSettings.sandbox
        if let earlier = try payment(requestId: requestId, of: session.userId) {
            return try repeated(earlier, parameters)
        }
        try checkStore(storeCode)
        let product = try product(parameters, storeCode: storeCode)
        try driveOn(product, of: session.userId)
        try refuseOwnedSubscription(product, of: session.userId)
        let paymentSeq = newPaymentSeq()
        let orderKey = "\(storeCode)-\(paymentSeq)"
        try run(
            """
            INSERT INTO payments (payment_seq, order_key, user_id, request_id, state, store_finished, store_code, gamebase_product_id,
                item_seq, market_item_id, product_type, price, currency, subscription_period, payload, is_sandbox, reserved_date)
            VALUES (?, ?, ?, ?, ?, 0, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .text(paymentSeq), .text(orderKey), .text(session.userId), .text(requestId), .integer(PaymentState.reserved),
                .text(storeCode), .text(product.gamebaseProductId), .integer(product.itemSeq), .text(product.marketItemId),
                .text(product.productType), .text(product.price), .text(product.currency),
                .integer(product.subscriptionPeriodMilliseconds), Value(payload), .integer(1), .integer(now),
            ])
        return .success([
            "paymentSeq": .string(paymentSeq), "orderKey": .string(orderKey), "gamebaseProductId": .string(product.gamebaseProductId),
            "marketItemId": .string(product.marketItemId), "price": .string(product.price), "currency": .string(product.currency),
            "productType": .string(product.productType),
        ])
    }

    private func payment(requestId: String, of userId: String) throws(Failure) -> Payment? {
        let rows = try query(
            "SELECT \(Payment.columns) FROM payments WHERE user_id = ? AND request_id = ?", [.text(userId), .text(requestId)])
        guard let row = rows.first else { return nil }
        return Payment(row)
    }

    /// The same request again has the same answer; the same id for another purchase is a mistake.
    private func repeated(_ earlier: Payment, _ parameters: Parameters) throws(Failure) -> Reply {
        let id = try parameters.optionalText("gamebaseProductId", bytesMax: 255)
        let itemSeq = try parameters.optionalInteger("itemSeq", in: 0...Int64.max)
        guard id.map({ $0 == earlier.gamebaseProductId }) ?? (itemSeq == earlier.itemSeq) else {
            throw parameters.wrong("requestId", "was used for another product, \"\(earlier.gamebaseProductId)\"")
        }
        return .success([
            "paymentSeq": .string(earlier.paymentSeq), "orderKey": .string(earlier.orderKey),
            "gamebaseProductId": .string(earlier.gamebaseProductId), "marketItemId": .string(earlier.marketItemId),
            "price": .string(earlier.price), "currency": .string(earlier.currency), "productType": .string(earlier.productType),
        ])
    }

    private func checkStore(_ storeCode: String) throws(Failure) {
        guard storeCode == StoreSettings.sandbox else {
            throw Failure.refused(
                ResultCode.storeNotAvailable, "storeCode: this service cannot check receipts of the store \"\(storeCode)\"",
                body: ["detailCode": IAPDetailCode.storeNotAvailable])
        }
        guard settings.app.isSandbox else {
            throw Failure.refused(
                ResultCode.storeNotAvailable, "storeCode: only sandbox apps sell in the SANDBOX store ($.app.typeCode is \(settings.app.typeCode))",
                body: ["detailCode": IAPDetailCode.storeNotAvailable])
        }
    }

    /// Earlier payments of the same product that the store has captured but that were not verified are finished first.
    private func driveOn(_ product: Product, of userId: String) throws(Failure) {
        let rows = try query(
            "SELECT \(Payment.columns) FROM payments WHERE user_id = ? AND state IN (?, ?) AND gamebase_product_id = ?",
            [.text(userId), .integer(PaymentState.paid), .integer(PaymentState.verified), .text(product.gamebaseProductId)])
        for row in rows {
            do throws(Failure) {
                _ = try settle(Payment(row))
            } catch {
                // A refusal is kept with the unmatched money and is no reason to refuse the new purchase.
                if case .storage = error { throw error }
            }
        }
    }

    private func refuseOwnedSubscription(_ product: Product, of userId: String) throws(Failure) {
        guard ProductType.isSubscription(product.productType) else { return }
        let rows = try query(
            """
            SELECT payment_seq FROM payments WHERE user_id = ? AND state IN (?, ?) AND gamebase_product_id = ? AND expiry_date > ? LIMIT 1
            """,
            [
                .text(userId), .integer(PaymentState.unconsumed), .integer(PaymentState.consumed), .text(product.gamebaseProductId),
                .integer(now),
            ])
        guard rows.isEmpty else {
            throw Failure.refused(
                ResultCode.alreadyOwned, "the subscription \"\(product.gamebaseProductId)\" still runs; it cannot be bought twice",
                body: ["detailCode": IAPDetailCode.alreadyOwned])
        }
    }
}
