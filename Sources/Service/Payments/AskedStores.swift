import Codecs
import Linux
import Messages
import Storage

/// Stores that a server asks itself ($.stores, "verification": "STORE"). What became of an order is told by the carrier, which has asked
/// the store; no player's word changes anything. However often, in whatever order and by whomever it is told, an order is settled once: the
/// store's number of the payment is its key.
extension Payments {
    /// A checkout lives an hour at most; who is told of later is found by the store's own report.
    static let storeLooksMilliseconds: Int64 = 2 * 3_600_000
    static let storeOrdersMax = 100

    static func onlyAtServer(_ storeCode: String) -> Failure {
        .refused(
            ResultCode.storeNotAvailable,
            "storeCode: \"\(storeCode)\" is queried by gamebased alone ($.stores, \"verification\": \"STORE\")",
            body: ["detailCode": .integer(IAPCode.storeNotAvailable)])
    }

    static func isOfAskedStore(_ request: Request) -> Bool {
        guard let code = request.parameters["storeCode"]?.stringValue else { return false }
        return code != StoreSettings.sandbox
    }

    #if hasFeature(Embedded)
    func storeOrder(_ request: Request) throws(Failure) -> Reply {
        throw Self.onlyAtServer(try Parameters(request.parameters).text("storeCode", bytesMax: Limit.storeCodeBytes))
    }
    #else
    /// {storeCode, orderKey} -> {storeOrder}: how far a player's own order is. The server goes on from there and asks the store.
    func storeOrder(_ request: Request) throws(Failure) -> Reply {
        let session = try members.authenticated(request, admitting: .bannedToo)
        let parameters = Parameters(request.parameters)
        let storeCode = try parameters.text("storeCode", bytesMax: Limit.storeCodeBytes)
        let orderKey = try parameters.text("orderKey", bytesMax: 128)
        guard !core.believesAsker, settings.asksStore(storeCode) else { throw Self.onlyAtServer(storeCode) }
        let own = try orders(orderKey, storeCode).filter { $0.userId == session.userId }
        guard let payment = own.first(where: { !PaymentState.isClosedUnpaid($0.state) }) ?? own.first else {
            throw parameters.wrong("orderKey", "this member has no order \"\(orderKey)\"")
        }
        return .success(["storeOrder": storeView(of: payment)])
    }

    /// {watches?} -> {stores, datesAhead?, sweepHeld?}: those that are asked, with their keys as they are kept: sealed; with `watches` also
    /// how many rows have a date that is to come, and how much of the time the last sweep did not believe.
    func askedStores(_ request: Request) throws(Failure) -> Reply {
        var answer: JSONObject = ["stores": .array(settings.stores.filter { $0.verification == "STORE" }.map { $0.json })]
        if try Parameters(request.parameters).bool("watches", default: false) {
            answer["datesAhead"] = .integer(try core.datesAhead())
            answer["sweepHeld"] = .integer(persisted.swept?.held ?? 0)
        }
        return .success(.object(answer))
    }

    /// {storeCode, orderKey?, status, storeTransactionId?, receipt?, price?, currency?, userId?, account?, product?, itemSeq?, …}
    /// -> {isKnown, isKept?, storeOrder?, isTwice?}: what the store has said when it was asked; `status` as `purchase.report` has it. Money
    /// of an order that is not here is kept among the unmatched money, with the names that the store has of its buyer and its product.
    /// `isTwice`: of a subscription that was granted just now and that its buyer has already.
    func storeReport(_ request: Request) throws(Failure) -> Reply {
        let parameters = Parameters(request.parameters)
        let told = try parameters.text("storeCode", bytesMax: Limit.storeCodeBytes)
        guard settings.asksStore(told) else { throw Self.onlyAtServer(told) }
        let transactionId = try parameters.optionalText("storeTransactionId", bytesMax: 256)
        let (storeCode, orderKey) = try begun(try parameters.optionalText("orderKey", bytesMax: 128), toldBy: told)
        let status = try parameters.text("status", bytesMax: 32)
        // Whose order it is by the store's own word: of a database that was put back a number may be another player's by now.
        let buyer = try parameters.optionalText("userId", bytesMax: 255)
        var found: Payment?
        if let transactionId { found = try payment(ofStoreTransaction: transactionId, storeCode: storeCode) }
        if found == nil, let orderKey { found = try orders(orderKey, storeCode).first }
        if let buyer, let other = found, !other.userId.isEmpty, other.userId != buyer { found = nil }
        guard let payment = found else {
            let account = try parameters.optionalText("account", bytesMax: 128).map { "\(storeCode) \($0)" }
            return try unknown(parameters, "no payment here is for this order", storeCode, orderKey, buyer ?? account ?? "")
        }
        if let transactionId, try isUnmatchedReturn(status, transactionId, of: payment) {
            return .success(["isKnown": false, "isKept": true])
        }
        let hasMoney = status == "PAID" || Self.isReturned(status)
        if hasMoney, try endForGone(payment) { return try unknown(parameters, "the member is gone", storeCode, orderKey, payment.userId) }
        if let known = payment.storeTransactionId, let transactionId, known != transactionId {
            if payment.state >= PaymentState.paid, !PaymentState.isClosedUnpaid(payment.state) {
                let isKept = try keepUnmatched(parameters, "the order was paid twice", storeCode, orderKey, payment.userId)
                return .success(["isKnown": true, "isKept": .bool(isKept), "storeOrder": storeView(of: payment)])
            }
            // What became of a page that is not the order's says nothing of the order's own.
            if !hasMoney { return .success(["isKnown": true, "storeOrder": storeView(of: payment)]) }
        }
        let wasPending = payment.state == PaymentState.storePending
        let wasGranted = PaymentState.isGranted(payment.state)
        // There is nothing that the store would still have to be told.
        payment.isStoreFinished = true
        switch status {
        case "INIT": if let transactionId { try noteBegun(payment, transactionId) }
        case "REFUNDED", "REVOKED", "CHARGEBACK": try reversed(payment, parameters)
        default: _ = try report(payment, parameters)
        }
        // It may have become another payment: money that came after the first was closed.
        var settled: Payment?
        if let transactionId { settled = try self.payment(ofStoreTransaction: transactionId, storeCode: storeCode) }
        if settled == nil { settled = try self.payment(payment.paymentSeq) }
        let known = settled ?? payment
        if wasPending, PaymentState.isGranted(known.state) { try subscriptions.tell(known, Movement.granted) }
        let isNew = !wasGranted && PaymentState.isGranted(known.state)
        if isNew, let transactionId { try findPlace(of: transactionId, storeCode) }
        return .success(.object(try self.told(known, isNew: isNew)))
    }

    /// - Parameter isNew: it was granted just now.
    private func told(_ known: Payment, isNew: Bool) throws(Failure) -> JSONObject {
        var view = storeView(of: known).objectValue ?? JSONObject()
        if let subscription = try subscriptions.subscription(of: known) { view["subscription"] = .object(subscription.told) }
        var body: JSONObject = ["isKnown": true, "storeOrder": .object(view)]
        // A store that takes the money on its page asks nobody before: of two open pages both can be paid, and each is granted.
        if isNew, try subscriptions.hasAnother(than: known) {
            body["isTwice"] = true
            // Each renews at the store for as long as nobody calls one off, so it stands where an operator looks, until it went back.
            try keep(
                known.paymentSeq, "the buyer has this subscription by another order as well", known.storeCode, known.userId,
                try StoreRecord.known(of: known), captured: (known.price, known.currency), order: (known.orderKey, known.marketItemId))
        }
        return body
    }

    /// The store that began an order, and the order's name there. Two stores of an app may be one account, which tells each of the orders
    /// of both.
    private func begun(_ orderKey: String?, toldBy storeCode: String) throws(Failure) -> (storeCode: String, orderKey: String?) {
        guard let orderKey, let teller = settings.stores.first(where: { $0.storeCode == storeCode }),
            let digits = TextParts.split(orderKey, at: UInt8(ascii: "-")).last, ServiceCore.number(digits) != nil
        else { return (storeCode, orderKey) }
        let isSteam = teller.interface == "STEAM"
        let same = settings.stores.filter {
            $0.verification == "STORE" && $0.interface == teller.interface && $0.apiUrl == teller.apiUrl
                && (!isSteam || $0.storeAppId == teller.storeAppId)
        }
        guard same.count > 1 else { return (storeCode, orderKey) }
        // Steam has an order's number alone.
        let code = isSteam ? try payment(digits)?.storeCode ?? "" : orderKey.dropLast(digits.utf8.count + 1).description
        guard let own = same.first(where: { $0.storeCode == code }) ?? (isSteam ? same.first : nil) else { return (storeCode, orderKey) }
        return (own.storeCode, "\(own.storeCode)-\(digits)")
    }

    private func unknown(
        _ parameters: Parameters, _ reason: String, _ storeCode: String, _ orderKey: String?, _ userId: String
    ) throws(Failure) -> Reply {
        .success(["isKnown": false, "isKept": .bool(try keepUnmatched(parameters, reason, storeCode, orderKey, userId))])
    }

    /// Money that is known by the store's name of it alone went back: that of the order's payment did not.
    private func isUnmatchedReturn(_ status: String, _ transactionId: String, of payment: Payment) throws(Failure) -> Bool {
        let key = Self.unmatchedKey(transactionId, payment.storeCode)
        guard Self.isReturned(status), payment.storeTransactionId != transactionId, try isUnmatched(key) else { return false }
        try returned(key, Self.movement(ofReturn: status))
        return true
    }

    /// Money that can be granted to nobody: its member went while the page of payment was open, or while it was a claim, which ends here.
    /// - Returns: false of any other.
    private func endForGone(_ payment: Payment) throws(Failure) -> Bool {
        guard PaymentState.isClosedUnpaid(payment.state) || payment.state == PaymentState.paid,
            try !hasEntered(payment, Movement.captured)
        else { return false }
        guard try isGone(payment.userId) else { return false }
        if payment.state == PaymentState.paid { try close(payment, PaymentState.declined) }
        return true
    }

    /// What the store calls the order, before anything is paid.
    private func noteBegun(_ payment: Payment, _ transactionId: String) throws(Failure) {
        guard payment.state == PaymentState.reserved, payment.storeTransactionId == nil else { return }
        try claim(
            "UPDATE payments SET store_transaction_id = ? WHERE payment_seq = ? AND state = ?",
            [.text(transactionId), .text(payment.paymentSeq), .integer(PaymentState.reserved)])
    }

    /// What was paid, and given back, after it had been closed unpaid is both movements of a payment of its own: a late word that it was
    /// paid finds it and grants nothing.
    private func reversed(_ payment: Payment, _ parameters: Parameters) throws(Failure) {
        var taken = payment
        if PaymentState.isClosedUnpaid(payment.state), try !hasEntered(payment, Movement.captured) {
            let record = try StoreRecord.read(parameters, now: now)
            if record.difference(from: payment) == nil { taken = try settle(payment, record) }
        }
        _ = try reportReversed(taken, Self.movement(ofReturn: try parameters.text("status", bytesMax: 32)), parameters)
    }

    func reservedOrders(_ storeCode: String, _ date: Int64, _ seq: String) throws(Failure) -> [Payment] {
        try query(
            """
            SELECT \(Payment.columns) FROM payments WHERE \(Payment.isUnpaid) AND (reserved_date, payment_seq) > (?, ?)
            AND state = ? AND store_code = ? ORDER BY reserved_date, payment_seq LIMIT \(Self.storeOrdersMax)
            """,
            [.integer(max(date, now &- Self.storeLooksMilliseconds)), .text(seq), .integer(PaymentState.reserved), .text(storeCode)]
        ).map { Payment($0) }
    }

    /// In the order of the index of what is under way, which is short.
    func undecidedOrders(_ storeCode: String, _ after: [String]) throws(Failure) -> [Payment] {
        try query(
            """
            SELECT \(Payment.columns) FROM payments WHERE \(Payment.isUnderWay) AND (user_id, gamebase_product_id, payment_seq) > (?, ?, ?)
            AND state IN (?, ?) AND store_code = ? ORDER BY user_id, gamebase_product_id, payment_seq LIMIT \(Self.storeOrdersMax)
            """,
            after.map { .text($0) } + [.integer(PaymentState.storePending), .integer(PaymentState.approved), .text(storeCode)]
        ).map { Payment($0) }
    }

    /// The reservation first, behind it what its money became after it was closed.
    private func orders(_ orderKey: String, _ storeCode: String) throws(Failure) -> [Payment] {
        try query(
            "SELECT \(Payment.columns) FROM payments WHERE order_key = ? AND store_code = ? ORDER BY payment_seq",
            [.text(orderKey), .text(storeCode)]
        ).map { Payment($0) }
    }
    #endif

    func storeView(of payment: Payment) -> JSON {
        // Stores refuse an order of something without a name.
        let title = settings.product(marketItemId: payment.marketItemId, storeCode: payment.storeCode)?.localizedTitle ?? ""
        return [
            "paymentSeq": .string(payment.paymentSeq), "orderKey": .string(payment.orderKey), "userId": .string(payment.userId),
            "state": .string(PaymentState.name(payment.state)), "storeCode": .string(payment.storeCode),
            "marketItemId": .string(payment.marketItemId), "itemSeq": .integer(payment.itemSeq),
            "title": .string(title.isEmpty ? payment.gamebaseProductId : title), "price": .string(payment.price),
            "currency": .string(payment.currency), "reservedDate": .integer(payment.reservedDate),
            // A store knows nothing of what a sandbox's clock was moved forward.
            "clockDate": .integer(payment.reservedDate &- persisted.clockOffsetMilliseconds),
            "storeTransactionId": .optional(payment.storeTransactionId), "receipt": .optional(payment.storeReceipt),
            "detailCode": payment.detailCode.map { .integer($0) } ?? .null,
        ]
    }
}
