import Codecs
import Linux
import Messages
import Storage

/// Reserving: a payment is written, with its price and payload, before any store hears of it.
extension Payments {
    static let requestIdBytesMax = 128

    /// {requestId, gamebaseProductId | marketItemId | itemSeq, payload?, storeCode, offerId?, unlessOpen?, atOnce?, userData?}
    /// -> {paymentSeq, orderKey, …, state?, receipt?}
    /// With `unlessOpen`, while the member has something open, nothing is reserved and the answer is that of `purchase.open`.
    /// With `atOnce`, what SANDBOX takes without a delay is granted too, and the answer has what `purchase.report` says (`userData` is as
    /// there); all else is reserved and no more.
    func reserve(_ request: Request) throws(Failure) -> Reply {
        let session = try members.authenticated(request)
        let parameters = Parameters(request.parameters)
        let requestId = try parameters.text("requestId", bytesMax: Self.requestIdBytesMax)
        // A member who goes at the same moment must not leave an order behind.
        try members.lockOpen(session)
        let payload = try parameters.optionalText("payload", bytesMax: Limit.payloadBytes)
        let storeCode = try parameters.optionalText("storeCode", bytesMax: 32) ?? StoreSettings.sandbox
        let isAtOnce = try parameters.bool("atOnce", default: false)
        if let earlier = try payment(requestId: requestId, of: session.userId) {
            let reply = try repeated(earlier, parameters)
            return isAtOnce && PaymentState.isGranted(earlier.state) ? .success(try Self.reserved(earlier, answerBody(earlier))) : reply
        }
        let isOnlyOne = try parameters.bool("unlessOpen", default: false)
        if isOnlyOne, let open = try whatIsOpen(for: session.userId) { return .success(open) }
        let offerId = try parameters.optionalText("offerId", bytesMax: 64)
        if let offerId { try sandboxStore.refuseUnlessOpen(offer: offerId, for: session.userId, parameters) }
        try checkStore(storeCode)
        let product = try product(parameters, storeCode: storeCode)
        try refuseUnlessAllowed(product, of: session.userId)
        #if !hasFeature(Embedded)
        try refuseTooManyOpen(at: storeCode, of: session.userId)
        #endif
        // What is paid and not granted is open, and nothing was.
        if !isOnlyOne { try resumePaid(product, of: session.userId) }
        if ProductType.isSubscription(product.productType) { try subscriptions.refuseOwnedSubscription(product, of: session.userId) }
        let payment = Payment(of: product, core.newPaymentSeq(), userId: session.userId, payload: payload, date: now)
        if let offerId {
            try sandboxStore.close(offer: offerId)
            payment.isPromotion = true
        }
        try insert(payment, .client(requestId))
        guard isAtOnce, let order = try sandboxStore.paidAtOnce(payment) else { return .success(Self.reserved(payment)) }
        core.buyerData = parameters.value("userData")
        let paid = try settle(payment, order)
        return .success(try Self.reserved(paid, answerBody(paid)))
    }

    #if !hasFeature(Embedded)
    /// Open orders of one member at one store. A round of a store that the server asks looks at each of them. At another store each is kept
    /// for good, as it may be paid at any time, and `purchase.open` answers all of them.
    static let reservationsOfMemberMax = 1_000

    private func refuseTooManyOpen(at storeCode: String, of userId: String) throws(Failure) {
        let isAsked = settings.asksStore(storeCode)
        guard isAsked || !core.believesAsker else { return }
        // Rounds look at those of so long. One that is dated later was dated by a clock that was wrong, and counts no longer either.
        let counted = isAsked ? Self.storeLooksMilliseconds : Int64.max / 2
        let rows = try query(
            """
            SELECT COUNT(*) FROM (SELECT payment_seq FROM payments WHERE user_id = ? AND \(Payment.isOpen) AND state = ? AND store_code = ?
                AND reserved_date > ? AND reserved_date <= ? LIMIT ?) few
            """,
            [
                .text(userId), .integer(PaymentState.reserved), .text(storeCode), .integer(now &- counted), .integer(now &+ counted),
                .integer(Int64(Self.reservationsOfMemberMax)),
            ])
        guard rows.first?.integer(0) ?? 0 < Int64(Self.reservationsOfMemberMax) else {
            throw Failure.refused(
                ResultCode.tooManyRequests,
                "\(Self.reservationsOfMemberMax) orders of this member wait for their payment; ask again when some of them are over"
            ).after(milliseconds: Self.reservationMilliseconds)
        }
    }
    #endif

    private static func reserved(_ payment: Payment, _ settled: JSONObject = JSONObject()) -> JSON {
        var body: JSONObject = [
            "paymentSeq": .string(payment.paymentSeq), "orderKey": .string(payment.orderKey), "orderNumber": .string(payment.paymentSeq),
            "gamebaseProductId": .string(payment.gamebaseProductId), "itemSeq": .integer(payment.itemSeq),
            "marketItemId": .string(payment.marketItemId), "price": .string(payment.price), "currency": .string(payment.currency),
            "productType": .string(payment.productType), "isSandbox": .bool(payment.isSandbox),
        ]
        for (key, value) in settled.members { body[key] = value }
        return .object(body)
    }

    private func payment(requestId: String, of userId: String) throws(Failure) -> Payment? {
        let rows = try query(
            "SELECT \(Payment.columns) FROM payments WHERE user_id = ? AND request_id = ?",
            [.text(userId), .text(RequestKey.text(ofClient: requestId))])
        guard let row = rows.first else { return nil }
        return Payment(row)
    }

    /// The same request again has the same answer; the same id for another purchase is a mistake.
    private func repeated(_ earlier: Payment, _ parameters: Parameters) throws(Failure) -> Reply {
        let id = try parameters.optionalText("gamebaseProductId", bytesMax: 255)
        let itemSeq = try parameters.optionalInteger("itemSeq", in: 0...Int64.max)
        let marketItemId = try parameters.optionalText("marketItemId", bytesMax: 255)
        let isSame =
            id.map { $0 == earlier.gamebaseProductId } ?? marketItemId.map { $0 == earlier.marketItemId } ?? (itemSeq == earlier.itemSeq)
        guard isSame else {
            throw parameters.wrong("requestId", "was used for another product, \"\(earlier.gamebaseProductId)\"")
        }
        return .success(Self.reserved(earlier))
    }

    func checkStore(_ storeCode: String) throws(Failure) {
        guard storeCode == StoreSettings.sandbox else {
            if settings.stores.contains(where: { $0.storeCode == storeCode }) { return try refuseUnproven(storeCode) }
            throw Failure.refused(
                ResultCode.storeNotAvailable, "storeCode: \"\(storeCode)\" is not one of $.stores of the console settings",
                body: ["detailCode": .integer(IAPCode.storeNotAvailable)])
        }
        guard settings.app.isSandbox else {
            throw Failure.refused(
                ResultCode.storeNotAvailable,
                "storeCode: only sandbox apps sell in the SANDBOX store ($.app.typeCode is \(settings.app.typeCode))",
                body: ["detailCode": .integer(IAPCode.storeNotAvailable)])
        }
    }

    /// What a player's device says of a store's money proves nothing to a server. Without somebody who asks the store no money may be
    /// taken, so it is refused before any is; what was taken all the same stays with the device, and is asked for again.
    func refuseUnproven(_ storeCode: String) throws(Failure) {
        if settings.asksStore(storeCode) {
            guard core.believesAsker, !core.isCarrier else { return }
            throw Self.onlyAtServer(storeCode)
        }
        if core.believesAsker || settings.app.isSandbox || settings.verifiesLater(storeCode) { return }
        guard storeCode != StoreSettings.sandbox else {
            throw Failure.refused(
                ResultCode.receiptRefused, "storeCode: payments of the SANDBOX store do not count in a \(settings.app.typeCode) app",
                body: ["detailCode": .integer(IAPCode.verifyFailed)])
        }
        throw Failure.refused(
            ResultCode.storeNotAvailable,
            "storeCode: this server has no way to verify the receipts of \"\(storeCode)\", and does not trust a player for "
                + "them; let your game server verify them ($.stores)",
            body: ["detailCode": .integer(IAPCode.storeNotAvailable)])
    }

    /// Earlier payments of the same product that the store has captured but that were not verified are finished first.
    private func resumePaid(_ product: Product, of userId: String) throws(Failure) {
        let rows = try query(
            """
            SELECT \(Payment.columns) FROM payments WHERE user_id = ? AND \(Payment.isUnderWay) AND gamebase_product_id = ? AND state >= ?
            """, [.text(userId), .text(product.gamebaseProductId), .integer(PaymentState.paid)])
        // One that cannot be finished is no reason to refuse the new purchase.
        for row in rows { _ = try attempt { () throws(Failure) in _ = try resumed(Payment(row)) } }
    }
}
