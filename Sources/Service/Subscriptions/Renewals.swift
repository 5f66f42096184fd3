import Codecs
import Linux
import Messages
import Storage

/// What time does to subscriptions. Nothing waits for a timer: whoever asks first books what has become due, each period at its own
/// date, so that it makes no difference when that is. Statuses are stored, and a clock that goes back revives nothing.
extension Subscriptions {
    private static let dueRows = 1000
    /// Of all members at once: a subscription may have a whole life of periods to book.
    private static let dueAtOnce = 20

    /// One that cannot be booked stays due and stops no other; the ledger's check names it.
    /// - Parameter end: nil: now.
    func bookRenewals(of userId: String, until end: Int64? = nil) throws(Failure) {
        try core.lock(member: userId)
        let date = end ?? now
        var last = (date: Int64.min, id: "")
        while true {
            // Past the last of the page before, as one that could not be booked is still due.
            let due = try subscriptions(
                """
                user_id = ? AND next_date <= ? AND (next_date > ? OR (next_date = ? AND original_payment_id > ?))
                ORDER BY next_date, original_payment_id LIMIT \(Self.dueRows)
                """, [.text(userId), .integer(date), .integer(last.date), .integer(last.date), .text(last.id)])
            for subscription in due {
                last = (subscription.nextDate ?? date, subscription.originalPaymentId)
                _ = try attempt { () throws(Failure) in try bookRenewals(of: subscription, until: date) }
            }
            if due.count < Self.dueRows { return }
        }
    }

    /// Some of those of all members that are due, past the last of those before, as one that could not be booked is still due.
    /// - Parameter failed: is told of those that could not be booked.
    /// - Returns: whether they were the last.
    func bookDueRenewals(
        after last: inout (date: Int64, id: String), _ failed: (Subscription) -> Void
    ) throws(Failure) -> Bool {
        let date = now
        let due = try subscriptions(
            """
            next_date <= ? AND (next_date, original_payment_id) > (?, ?)
            ORDER BY next_date, original_payment_id LIMIT \(Self.dueAtOnce)
            """, [.integer(date), .integer(last.date), .text(last.id)])
        for subscription in due {
            last = (subscription.nextDate ?? date, subscription.originalPaymentId)
            let failure = try attempt { () throws(Failure) in
                guard let current = try alone(subscription) else { return }
                try bookRenewals(of: current, until: date)
            }
            if failure != nil { failed(subscription) }
        }
        return due.count < Self.dueAtOnce
    }

    /// The subscription as it is behind its member's lock.
    private func alone(_ subscription: Subscription) throws(Failure) -> Subscription? {
        guard core.isShared else { return subscription }
        try core.lock(member: subscription.userId)
        return try self.subscription(subscription.originalPaymentId, storeCode: subscription.storeCode)
    }

    private func bookRenewals(of subscription: Subscription, until now: Int64) throws(Failure) {
        #if !hasFeature(Embedded)
        // A subscription of a store outside ends for good, and nothing brings it back: a server's clock that jumped once ends none.
        if core.hasWitness, subscription.storeCode != StoreSettings.sandbox, let date = subscription.nextDate, !core.isOver(date) { return }
        #endif
        var payment = try newestPayment(of: subscription)
        // The SANDBOX store takes no money: in an app that has become real it sells no further period, and gives none.
        let renews = subscription.renews && settings.app.isSandbox
        while let date = subscription.nextDate, date <= now {
            switch subscription.status {
            case Subscription.Status.active where renews && subscription.planned == Subscription.Plan.fail:
                subscription.fail(at: date, settings.sandboxStore)
            case Subscription.Status.active where renews && subscription.planned == Subscription.Plan.pause:
                subscription.pause()
            case Subscription.Status.active where renews && subscription.periods <= settings.sandboxStore.renewalsMax:
                payment = try renew(subscription, after: payment, at: date, "RENEWED")
            case Subscription.Status.inGrace: subscription.hold(at: date, settings.sandboxStore)
            default: subscription.end(Subscription.Status.expired, at: date)
            }
        }
        try store(subscription)
        if subscription.status != Subscription.Status.active { try tell(payment, subscription.status) }
    }

    func newestPayment(of subscription: Subscription) throws(Failure) -> Payment {
        guard let payment = try payments.payment(subscription.paymentSeq) else {
            throw Failure.refused(ResultCode.internalError, "the payment \(subscription.paymentSeq) of a subscription is missing")
        }
        return payment
    }

    /// The SANDBOX store takes the money for a further period, beginning at `date`.
    func renew(
        _ subscription: Subscription, after last: Payment, at date: Int64, _ cause: String
    ) throws(Failure) -> Payment {
        let paymentSeq = core.newPaymentSeq()
        let payment = Payment(last, as: paymentSeq, orderKey: "\(last.storeCode)-\(paymentSeq)", date: now)
        // The number of the renewal makes the transaction's name, so that no renewal can come twice.
        let transactionId = "\(subscription.originalPaymentId)..\(subscription.periods)"
        let receipt: JSON = [
            "store": .string(last.storeCode), "storeTransactionId": .string(transactionId),
            "originalTransactionId": .string(subscription.originalPaymentId), "marketItemId": .string(last.marketItemId),
            "price": .string(last.price), "currency": .string(last.currency),
        ]
        payment.storeTransactionId = transactionId
        payment.storeReceipt = receipt.text()
        payment.isStoreFinished = true
        payment.isPromotion = false
        payment.purchaseDate = date
        payment.expiryDate = date &+ max(1, last.subscriptionPeriod)
        try payments.insert(payment, .renewal(transactionId))
        _ = try payments.granted(payment, captured: Movement.renewed)
        subscription.extend(by: payment, cause)
        // Before it is told: the receipt says of the subscription what is stored.
        try store(subscription)
        try tell(payment, cause)
        return payment
    }

    /// A grant of a subscription's period: opens the subscription, or carries it on when its store sent a renewal.
    /// - Parameter isKnownToStore: false for what another journal says: no store here renews it.
    func openSubscription(_ payment: Payment, isKnownToStore: Bool) throws(Failure) {
        try core.lock(member: payment.userId)
        if let subscription = try subscription(of: payment) {
            // A renewal of the SANDBOX store is entered by who renews; a period that came late changes nothing that runs.
            guard payment.storeCode != StoreSettings.sandbox, (payment.expiryDate ?? 0) > subscription.paidUntil,
                subscription.userId == payment.userId
            else { return }
            var cause = "RECOVERED"
            if subscription.status == Subscription.Status.active {
                cause = subscription.paymentSeq == payment.paymentSeq ? subscription.referenceStatus : "RENEWED"
            }
            subscription.extend(by: payment, cause)
            return try store(subscription)
        }
        let earlier = try subscriptions(
            "user_id = ? AND gamebase_product_id = ? LIMIT 1", [.text(payment.userId), .text(payment.gamebaseProductId)])
        try insert(
            Subscription(
                of: payment, group: subscriptionGroup(of: payment.gamebaseProductId, payment.storeCode),
                referenceStatus: earlier.isEmpty ? "PURCHASED" : "REPURCHASED",
                renews: isKnownToStore && payment.storeCode == StoreSettings.sandbox))
    }

    func subscriptionGroup(of gamebaseProductId: String, _ storeCode: String) -> String {
        settings.products.first { $0.gamebaseProductId == gamebaseProductId && $0.storeCode == storeCode }?.subscriptionGroup
            ?? gamebaseProductId
    }

    func runningSubscription(ofGroup group: String, of userId: String) throws(Failure) -> Subscription? {
        try bookRenewals(of: userId)
        return try subscriptions(
            "user_id = ? AND \(Subscription.isRunning) AND subscription_group = ? LIMIT 1", [.text(userId), .text(group)]
        ).first
    }

    #if !hasFeature(Embedded)
    /// Whether the buyer of a subscription has another one of its group that runs.
    func hasAnother(than payment: Payment) throws(Failure) -> Bool {
        guard let own = try subscription(of: payment), !own.isOver else { return false }
        return try subscriptions(
            "user_id = ? AND \(Subscription.isRunning) AND subscription_group = ? LIMIT 2", [.text(own.userId), .text(own.group)]
        ).count > 1
    }
    #endif

    /// Whether the member has the subscription that a payment is approved for. Where the server takes the money next, a payment that was
    /// approved before and is not paid yet counts, too: of two that are approved at the same moment one is taken.
    func isOwned(_ payment: Payment) throws(Failure) -> Bool {
        let group = subscriptionGroup(of: payment.gamebaseProductId, payment.storeCode)
        if try runningSubscription(ofGroup: group, of: payment.userId) != nil { return true }
        #if hasFeature(Embedded)
        return false
        #else
        guard core.isCarrier else { return false }
        return try query(
            """
            SELECT gamebase_product_id, store_code, payment_seq FROM payments
            WHERE user_id = ? AND \(Payment.isUnderWay) AND state >= ? AND product_type <> ? AND payment_seq <> ?
            """, [.text(payment.userId), .integer(PaymentState.approved), .text(ProductType.consumable), .text(payment.paymentSeq)]
        ).contains { row in
            let isBefore = payment.state < PaymentState.approved || row.text(2) < payment.paymentSeq
            return isBefore && subscriptionGroup(of: row.text(0), row.text(1)) == group
        }
        #endif
    }

    /// One product of a group at a time, in whatever store it was bought.
    func refuseOwnedSubscription(_ product: Product, of userId: String) throws(Failure) {
        if let other = try runningSubscription(ofGroup: product.subscriptionGroup, of: userId) {
            throw Failure.refused(
                ResultCode.alreadyOwned,
                "the subscription \"\(other.gamebaseProductId)\" still runs (\(other.status)); there is one subscription of a group at a time",
                body: ["detailCode": .integer(IAPCode.alreadyOwned)])
        }
        let rows = try query(
            "SELECT gamebase_product_id, store_code FROM payments WHERE user_id = ? AND \(Payment.isUnderWay) AND product_type <> ?",
            [.text(userId), .text(ProductType.consumable)])
        for row in rows where subscriptionGroup(of: row.text(0), row.text(1)) == product.subscriptionGroup {
            throw Failure.refused(
                ResultCode.alreadyInProgress, "a purchase of the subscription \"\(row.text(0))\" is under way",
                body: ["detailCode": .integer(IAPCode.alreadyInProgress)])
        }
    }

    /// Tells the member's game that a payment of its became another without its doing.
    func tell(_ payment: Payment, _ cause: String) throws(Failure) {
        var body: JSONObject = [
            "paymentSeq": .string(payment.paymentSeq), "state": .string(PaymentState.name(payment.state)), "cause": .string(cause),
        ]
        if PaymentState.isGranted(payment.state) { body["receipt"] = try payments.receipt(of: payment) }
        raise(.purchaseChanged, userId: payment.userId, .object(body))
    }
}

extension Subscription {
    /// A further period was paid, or the last one lasts longer.
    func extend(by payment: Payment, _ referenceStatus: String) {
        status = Status.active
        self.referenceStatus = referenceStatus
        if paymentSeq != payment.paymentSeq { periods += 1 }
        paymentSeq = payment.paymentSeq
        paidUntil = payment.expiryDate ?? paidUntil
        expiryDate = paidUntil
        nextDate = paidUntil
    }
}
