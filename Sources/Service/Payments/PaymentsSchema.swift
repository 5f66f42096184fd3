import Linux
import Storage

/// What subscriptions, promotions and other stores need beside the first tables.
extension Schema {
    static let subscriptions = [
        "ALTER TABLE payments ADD COLUMN is_promotion BIGINT NOT NULL DEFAULT 0",
        "ALTER TABLE payments ADD COLUMN detail_code BIGINT",
        "ALTER TABLE payments ADD COLUMN store_error TEXT",
        "CREATE INDEX payments_by_order ON payments (order_key)",
        "ALTER TABLE sandbox_orders ADD COLUMN kind TEXT",
        "ALTER TABLE sandbox_orders ADD COLUMN detail_code BIGINT",
        // `paid_until` is the end of the newest period; `expiry_date` is the end that players see, later in grace; `next_date` is when
        // something happens by itself, NULL for never. `planned` is what the end of the period brings instead of a renewal.
        """
        CREATE TABLE subscriptions (store_code TEXT NOT NULL, original_payment_id TEXT NOT NULL,
            user_id TEXT NOT NULL REFERENCES members (user_id), subscription_group TEXT NOT NULL, gamebase_product_id TEXT NOT NULL,
            status TEXT NOT NULL, reference_status TEXT NOT NULL, renews BIGINT NOT NULL, planned TEXT, payment_seq TEXT NOT NULL,
            periods BIGINT NOT NULL, paid_until BIGINT NOT NULL, expiry_date BIGINT NOT NULL, next_date BIGINT,
            PRIMARY KEY (store_code, original_payment_id))
        """,
        "CREATE INDEX subscriptions_by_user ON subscriptions (user_id, next_date)",
        "CREATE INDEX subscriptions_by_date ON subscriptions (next_date)",
        // Subscriptions sold before there were renewals run to their end and stop there.
        """
        INSERT INTO subscriptions (store_code, original_payment_id, user_id, subscription_group, gamebase_product_id, status,
            reference_status, renews, payment_seq, periods, paid_until, expiry_date, next_date)
        SELECT store_code, original_payment_id, user_id, gamebase_product_id, gamebase_product_id, 'CANCELED', 'CANCELED_SUBSCRIPTION', 0,
            payment_seq, 1, expiry_date, expiry_date, expiry_date FROM payments
        WHERE state IN (40, 50) AND original_payment_id IS NOT NULL AND expiry_date IS NOT NULL
        """,
        """
        CREATE TABLE store_offers (offer_id TEXT NOT NULL PRIMARY KEY, user_id TEXT, gamebase_product_id TEXT NOT NULL,
            market_item_id TEXT NOT NULL, offered_date BIGINT NOT NULL, closed_date BIGINT)
        """,
        "CREATE INDEX store_offers_open ON store_offers (closed_date, user_id)",
    ]
    /// When the money came: what a month's limit counts. A payment's number says no month once a clock was wrong, as numbers never go back.
    static let paidDates = [
        "ALTER TABLE payments ADD COLUMN paid_date BIGINT",
        """
        UPDATE payments SET paid_date = COALESCE((SELECT l.moved_date FROM ledger l WHERE l.payment_seq = payments.payment_seq
            AND l.movement = 'CAPTURED'), purchase_date, reserved_date) WHERE state IN (20, 30, 40, 50, 92)
        """,
        "CREATE INDEX payments_by_paid_date ON payments (user_id, paid_date)",
    ]

    /// The ledger only grows, whoever writes to the database. The one place that SQLite and PostgreSQL spell differently: there the
    /// same guard is a function and a trigger that calls it.
    static let ledgerGuards = ["UPDATE", "DELETE"].map {
        "CREATE TRIGGER ledger_no_\($0) BEFORE \($0) ON ledger BEGIN SELECT RAISE(ABORT, 'the ledger only grows'); END"
    }
}
