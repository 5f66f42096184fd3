import Codecs
import Linux
import Messages
import Storage

/// What a player's device says of a store that it alone has asked: a claim to one of the store's transactions. Claims stand in a table of
/// their own. They are no money, and they take no name: any number of players may claim one transaction, and the one whose claim is
/// verified has it. A refusal ends a claim as if it had never been made.
extension Payments {
    /// Of one member: whoever has so many waits until some are decided.
    static let claimsOfMemberMax: Int64 = 100
    /// Somebody decides about them, who takes a while.
    static let claimsWaitMilliseconds: Int64 = 3_600_000

    /// A row of the table.
    struct Claim {
        let paymentSeq: String
        let transactionId: String
        let receipt: String?
        let originalPaymentId: String?

        fileprivate init(_ row: Row) {
            paymentSeq = row.text(0)
            transactionId = row.text(1)
            receipt = row.textOrNil(2)
            originalPaymentId = row.textOrNil(3)
        }
    }

    private static let claimColumns = "payment_seq, store_transaction_id, receipt, original_payment_id"

    func claim(of paymentSeq: String) throws(Failure) -> Claim? {
        try query("SELECT \(Self.claimColumns) FROM store_claims WHERE payment_seq = ?", [.text(paymentSeq)]).first.map { Claim($0) }
    }

    /// The member's own claim to a transaction.
    func claim(to transactionId: String, _ storeCode: String, by userId: String) throws(Failure) -> Claim? {
        try query(
            """
            SELECT \(Self.claimColumns) FROM store_claims WHERE user_id = ? AND store_code = ? AND store_transaction_id = ?
            ORDER BY payment_seq LIMIT 1
            """, [.text(userId), .text(storeCode), .text(transactionId)]
        ).first.map { Claim($0) }
    }

    /// The payment that the store's transaction is, or that its own member claims it for.
    func payment(ofStoreTransaction transactionId: String, storeCode: String, claimedBy userId: String) throws(Failure) -> Payment? {
        if let known = try payment(ofStoreTransaction: transactionId, storeCode: storeCode) { return known }
        guard storeCode != StoreSettings.sandbox, let claim = try claim(to: transactionId, storeCode, by: userId) else { return nil }
        return try payment(claim.paymentSeq)
    }

    /// What the device says takes the place of what it said of the payment before.
    func enterClaim(_ payment: Payment, _ transactionId: String, receipt: String?, original: String?) throws(Failure) {
        if try claim(of: payment.paymentSeq) != nil {
            return try run(
                "UPDATE store_claims SET store_transaction_id = ?, receipt = ?, original_payment_id = ? WHERE payment_seq = ?",
                [.text(transactionId), Value(receipt), Value(original), .text(payment.paymentSeq)])
        }
        let count = try query("SELECT COUNT(*) FROM store_claims WHERE user_id = ?", [.text(payment.userId)]).first?.integer(0) ?? 0
        guard count < Self.claimsOfMemberMax else {
            throw Failure.refused(
                ResultCode.tooManyRequests,
                "\(Self.claimsOfMemberMax) payments of this member wait for their verification; ask again when some of them are decided"
            ).after(milliseconds: Self.claimsWaitMilliseconds)
        }
        try run(
            """
            INSERT INTO store_claims (payment_seq, user_id, store_code, store_transaction_id, receipt, original_payment_id, claimed_date)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .text(payment.paymentSeq), .text(payment.userId), .text(payment.storeCode), .text(transactionId), Value(receipt),
                Value(original), .integer(now),
            ])
        try analytics.countMoney(Movement.claimed, payment, amount: payment.price, currency: payment.currency)
    }

    /// It was verified or refused, or its payment came to nothing.
    func endClaim(_ payment: Payment) throws(Failure) {
        guard payment.storeCode != StoreSettings.sandbox,
            try runCounted("DELETE FROM store_claims WHERE payment_seq = ?", [.text(payment.paymentSeq)]) > 0
        else { return }
        try analytics.countMoney(Movement.claimed, payment, amount: payment.price, currency: payment.currency, times: -1)
    }

    /// The claim becomes the payment's transaction, unless that is another payment's.
    func takeClaim(_ payment: Payment) throws(Failure) {
        guard payment.storeTransactionId == nil, let claim = try claim(of: payment.paymentSeq) else { return }
        if let other = try self.payment(ofStoreTransaction: claim.transactionId, storeCode: payment.storeCode) {
            throw Failure.refused(
                ResultCode.receiptRefused,
                "payment \(payment.paymentSeq): the store transaction belongs to payment \(other.paymentSeq); refuse this one with "
                    + "\"verified\": false", body: ["detailCode": .integer(IAPCode.verifyFailed)])
        }
        payment.storeTransactionId = claim.transactionId
        payment.storeReceipt = claim.receipt
        if payment.isSubscription { payment.originalPaymentId = claim.originalPaymentId ?? claim.transactionId }
    }
}

extension Schema {
    /// Transactions of payments that nobody has verified go where claims are, so that the real buyer's finds its name free. What the
    /// ledger says of them stays: it only grows.
    static let claims = [
        """
        CREATE TABLE store_claims (payment_seq TEXT NOT NULL PRIMARY KEY, user_id TEXT NOT NULL, store_code TEXT NOT NULL,
            store_transaction_id TEXT NOT NULL, receipt TEXT, original_payment_id TEXT, claimed_date BIGINT NOT NULL)
        """,
        "CREATE INDEX store_claims_by_member ON store_claims (user_id, store_code, store_transaction_id)",
        """
        INSERT INTO store_claims (payment_seq, user_id, store_code, store_transaction_id, receipt, original_payment_id, claimed_date)
        SELECT payment_seq, user_id, store_code, store_transaction_id, receipt, original_payment_id, reserved_date FROM payments
        WHERE state IN (15, 20) AND store_transaction_id IS NOT NULL AND store_code <> 'SANDBOX'
        """,
        """
        INSERT INTO money_totals (movement, store_code, gamebase_product_id, currency, amount, entries)
        SELECT 'CLAIMED', p.store_code, p.gamebase_product_id, p.currency, p.price, COUNT(*)
        FROM store_claims c JOIN payments p ON p.payment_seq = c.payment_seq
        GROUP BY p.store_code, p.gamebase_product_id, p.currency, p.price
        """,
        """
        UPDATE payments SET store_transaction_id = NULL, receipt = NULL, original_payment_id = NULL
        WHERE state IN (15, 20) AND store_transaction_id IS NOT NULL AND store_code <> 'SANDBOX'
        """,
        // Money without a payment: the order that it was paid for, what was sold, and whether the store gave it back.
        "ALTER TABLE unmatched_money ADD COLUMN order_key TEXT",
        "ALTER TABLE unmatched_money ADD COLUMN product TEXT",
        "ALTER TABLE unmatched_money ADD COLUMN returned TEXT",
        "ALTER TABLE unmatched_money ADD COLUMN returned_date BIGINT",
        "CREATE INDEX unmatched_money_by_member ON unmatched_money (user_id, captured_amount)",
        // What an operator asked a store to give back, until the store says that it did. `next_date` is NULL when it is asked no more.
        """
        CREATE TABLE refund_requests (payment_seq TEXT NOT NULL PRIMARY KEY, store_code TEXT NOT NULL, asked_date BIGINT NOT NULL,
            tries BIGINT NOT NULL, next_date BIGINT)
        """,
        "CREATE INDEX refund_requests_due ON refund_requests (store_code, next_date, payment_seq)",
    ]
}
