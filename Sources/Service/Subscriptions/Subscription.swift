import Codecs
import Linux
import Storage

/// A subscription: what its payments have in common. Each period that was paid is a payment of its own.
final class Subscription {
    enum Status {
        static let active = "ACTIVE"
        /// Runs to the end of what was paid and stops there.
        static let canceled = "CANCELED"
        static let inGrace = "IN_GRACE"
        static let onHold = "ON_HOLD"
        static let paused = "PAUSED"
        static let revoked = "REVOKED"
        static let expired = "EXPIRED"
    }

    /// What the end of the period brings instead of a renewal.
    enum Plan {
        static let fail = "FAIL"
        static let pause = "PAUSE"
    }

    static let columns = """
        store_code, original_payment_id, user_id, subscription_group, gamebase_product_id, status, reference_status, renews, planned, \
        payment_seq, periods, paid_until, expiry_date, next_date
        """

    /// Not over; the condition of a partial index.
    static let isRunning = "status NOT IN ('\(Status.expired)', '\(Status.revoked)')"

    let storeCode: String
    let originalPaymentId: String
    let userId: String
    let group: String
    let gamebaseProductId: String
    var status: String
    /// As game servers are told (`referenceStatus` of the server API guide).
    var referenceStatus: String
    var renews: Bool
    var planned: String?
    /// The newest period's payment.
    var paymentSeq: String
    var periods: Int64
    var paidUntil: Int64
    var expiryDate: Int64
    var nextDate: Int64?
    /// Whether players had what they subscribed to when it was last stored.
    var wasListed = false

    init(of payment: Payment, group: String, referenceStatus: String, renews: Bool) {
        storeCode = payment.storeCode
        originalPaymentId = payment.originalPaymentId ?? ""
        userId = payment.userId
        self.group = group
        gamebaseProductId = payment.gamebaseProductId
        status = Status.active
        self.referenceStatus = referenceStatus
        self.renews = renews
        paymentSeq = payment.paymentSeq
        periods = 1
        paidUntil = payment.expiryDate ?? 0
        expiryDate = paidUntil
        nextDate = paidUntil
    }

    init(_ row: Row) {
        storeCode = row.text(0)
        originalPaymentId = row.text(1)
        userId = row.text(2)
        group = row.text(3)
        gamebaseProductId = row.text(4)
        status = row.text(5)
        referenceStatus = row.text(6)
        renews = row.integer(7) != 0
        planned = row.textOrNil(8)
        paymentSeq = row.text(9)
        periods = row.integer(10)
        paidUntil = row.integer(11)
        expiryDate = row.integer(12)
        nextDate = row.integerOrNil(13)
        wasListed = isListed
    }

    var isOver: Bool { status == Status.expired || status == Status.revoked }
    /// Whether players have what they subscribed to.
    var isListed: Bool { status == Status.active || status == Status.canceled || status == Status.inGrace }
    static let listed = "('\(Status.active)', '\(Status.canceled)', '\(Status.inGrace)')"

    /// As the console is told.
    var told: JSONObject {
        ["status": .string(status), "referenceStatus": .string(referenceStatus), "expiryDate": .integer(expiryDate)]
    }

    /// Ended here and now, or at `date`.
    func end(_ status: String, at date: Int64) {
        self.status = status
        referenceStatus = status
        renews = false
        planned = nil
        expiryDate = min(expiryDate, date)
        nextDate = nil
    }

    /// The payment of a period failed at `date`.
    func fail(at date: Int64, _ settings: SandboxStoreSettings) {
        status = Status.inGrace
        planned = nil
        expiryDate = date &+ settings.gracePeriodMilliseconds
        nextDate = expiryDate
        referenceStatus = Status.inGrace
        if settings.gracePeriodMilliseconds == 0 { hold(at: date, settings) }
    }

    func hold(at date: Int64, _ settings: SandboxStoreSettings) {
        status = Status.onHold
        referenceStatus = status
        planned = nil
        expiryDate = min(expiryDate, date)
        nextDate = date &+ settings.accountHoldMilliseconds
        if settings.accountHoldMilliseconds == 0 { end(Status.expired, at: date) }
    }

    /// Happens when what was paid ends, so that the expiry date is right as it is.
    func pause() {
        status = Status.paused
        referenceStatus = status
        planned = nil
        nextDate = nil
    }
}

extension Subscriptions {
    func subscriptions(_ condition: String, _ values: [Value]) throws(Failure) -> [Subscription] {
        try query("SELECT \(Subscription.columns) FROM subscriptions WHERE \(condition)", values).map { Subscription($0) }
    }

    func subscription(of payment: Payment) throws(Failure) -> Subscription? {
        guard let original = payment.originalPaymentId else { return nil }
        return try subscription(original, storeCode: payment.storeCode)
    }

    func subscription(_ originalPaymentId: String, storeCode: String) throws(Failure) -> Subscription? {
        try subscriptions("store_code = ? AND original_payment_id = ?", [.text(storeCode), .text(originalPaymentId)]).first
    }

    func insert(_ subscription: Subscription) throws(Failure) {
        try run(
            """
            INSERT INTO subscriptions (\(Subscription.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .text(subscription.storeCode), .text(subscription.originalPaymentId), .text(subscription.userId),
                .text(subscription.group), .text(subscription.gamebaseProductId),
            ] + Self.changing(subscription))
        try figures.noteSubscription(subscription, isNew: true)
    }

    func store(_ subscription: Subscription) throws(Failure) {
        try run(
            """
            UPDATE subscriptions SET status = ?, reference_status = ?, renews = ?, planned = ?, payment_seq = ?, periods = ?,
                paid_until = ?, expiry_date = ?, next_date = ? WHERE store_code = ? AND original_payment_id = ?
            """,
            Self.changing(subscription) + [.text(subscription.storeCode), .text(subscription.originalPaymentId)])
        try figures.noteSubscription(subscription)
    }

    private static func changing(_ subscription: Subscription) -> [Value] {
        [
            .text(subscription.status), .text(subscription.referenceStatus), .integer(subscription.renews ? 1 : 0),
            Value(subscription.planned), .text(subscription.paymentSeq), .integer(subscription.periods),
            .integer(subscription.paidUntil), .integer(subscription.expiryDate), subscription.nextDate.map { .integer($0) } ?? .null,
        ]
    }
}
