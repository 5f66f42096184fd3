import Codecs
import Linux
import Messages
import Storage

/// The store's own window: what a player begins there comes to the game as an offer, which the game carries on or drops.
extension SandboxStore {
    static let offersOpenMax: Int64 = 1000

    /// -> {promotions: [{offerId, gamebaseProductId, marketItemId}]}: open offers to this member and to whoever plays.
    func storeOffers(_ request: Request) throws(Failure) -> Reply {
        let session = try members.authenticated(request)
        let rows = try query(
            """
            SELECT offer_id, gamebase_product_id, market_item_id FROM store_offers WHERE closed_date IS NULL
            AND (user_id IS NULL OR user_id = ?) ORDER BY offered_date, offer_id LIMIT \(Self.offersOpenMax)
            """, [.text(session.userId)])
        return .success(["promotions": .array(rows.map { Self.offer($0.text(0), $0.text(1), $0.text(2)) })])
    }

    /// {offerId} -> {wasOpen}: the game drops it, or it failed. Again is fine.
    func takeOffer(_ request: Request) throws(Failure) -> Reply {
        let session = try members.authenticated(request)
        let parameters = Parameters(request.parameters)
        let offerId = try parameters.text("offerId", bytesMax: 64)
        let wasOpen = try isOpen(offer: offerId, for: session.userId, parameters)
        if wasOpen { try close(offer: offerId) }
        return .success(["wasOpen": .bool(wasOpen)])
    }

    private func isOpen(offer offerId: String, for userId: String, _ parameters: Parameters) throws(Failure) -> Bool {
        let found = try query(
            "SELECT closed_date FROM store_offers WHERE offer_id = ? AND (user_id IS NULL OR user_id = ?)", [.text(offerId), .text(userId)])
        guard let offer = found.first else { throw parameters.wrong("offerId", "there is no offer \"\(offerId)\" for this member") }
        return offer.isNull(0)
    }

    /// One wish is one purchase, however many devices heard of it. Asked before everything else that could be refused: what was bought
    /// elsewhere is not told as failed here.
    func refuseUnlessOpen(offer offerId: String, for userId: String, _ parameters: Parameters) throws(Failure) {
        if try isOpen(offer: offerId, for: userId, parameters) { return }
        throw Failure.refused(
            ResultCode.paymentStateInvalid, "offerId: the offer was carried on or dropped before",
            body: ["detailCode": .integer(IAPCode.purchaseStatusInvalid), "isOfferClosed": true])
    }

    func close(offer offerId: String) throws(Failure) {
        try claim("UPDATE store_offers SET closed_date = ? WHERE offer_id = ? AND closed_date IS NULL", [.integer(now), .text(offerId)])
    }

    /// {gamebaseProductId, userId?, paid?}: somebody begins a purchase outside the game; with `paid` it is ended there too.
    func startPromotion(_ request: Request) throws(Failure) -> Reply {
        let parameters = Parameters(request.parameters)
        let product = try payments.product(parameters, storeCode: StoreSettings.sandbox)
        try payments.checkStore(StoreSettings.sandbox)
        #if !hasFeature(Embedded)
        for (name, own) in [("marketItemId", JSON.string(product.marketItemId)), ("itemSeq", .integer(product.itemSeq))] {
            guard let given = parameters.value(name), given != own else { continue }
            throw parameters.wrong(name, "is of another product than \"\(product.gamebaseProductId)\"")
        }
        #endif
        var userId = try parameters.optionalText("userId", bytesMax: Members.userKeyBytesMax)
        if let named = userId {
            let found = try members.memberNamed(named)
            guard try members.member(found) != nil else {
                throw Failure.refused(ResultCode.memberMissing, "userId: there is no member \"\(named)\"")
            }
            userId = found
        }
        guard try parameters.bool("paid", default: false) else { return try offer(product, to: userId) }
        guard let userId else { throw parameters.wrong("userId", "is missing; what is paid has a buyer") }
        let order = newSandboxOrder(
            "SANDBOX-PROMOTION-" + newCode(characters: 16), userId, marketItemId: product.marketItemId, price: product.price,
            currency: product.currency, outcome: "APPROVE", delay: 0)
        order.kind = SandboxOrder.promotion
        try insert(order)
        tellStoreChange(order)
        return .success(["orderKey": .string(order.orderKey), "storeTransactionId": .string(order.storeTransactionId)])
    }

    private func offer(_ product: Product, to userId: String?) throws(Failure) -> Reply {
        let open = try query("SELECT COUNT(*) FROM store_offers WHERE closed_date IS NULL", []).first?.integer(0) ?? 0
        guard open < Self.offersOpenMax else {
            throw Failure.refused(ResultCode.tooManyRequests, "\(Self.offersOpenMax) offers wait already for a game to take them")
        }
        let offerId = newCode(characters: 20)
        try run(
            "INSERT INTO store_offers (offer_id, user_id, gamebase_product_id, market_item_id, offered_date) VALUES (?, ?, ?, ?, ?)",
            [.text(offerId), Value(userId), .text(product.gamebaseProductId), .text(product.marketItemId), .integer(now)])
        let body = Self.offer(offerId, product.gamebaseProductId, product.marketItemId)
        raise(.storePurchase, userId: userId, body)
        return .success(body)
    }

    private static func offer(_ offerId: String, _ gamebaseProductId: String, _ marketItemId: String) -> JSON {
        ["offerId": .string(offerId), "gamebaseProductId": .string(gamebaseProductId), "marketItemId": .string(marketItemId)]
    }

    func tellStoreChange(_ order: SandboxOrder) {
        raise(.storeOrderChanged, userId: order.userId, ["storeCode": .string(StoreSettings.sandbox), "orderKey": .string(order.orderKey)])
    }
}
