import Linux

/// Indexes that keep a request's cost the same however long the history of its player and app is. A partial one holds only the rows that
/// a list shows: the statements that use it say its condition in the same words, without parameters.
extension Schema {
    static let indexes = [
        // What is not over, not consumed, and the periods of subscriptions.
        "CREATE INDEX payments_open ON payments (user_id, payment_seq) WHERE \(Payment.isOpen)",
        "CREATE INDEX payments_unconsumed ON payments (user_id, payment_seq) WHERE \(Payment.isHeld)",
        "CREATE INDEX payments_of_periods ON payments (user_id, payment_seq) WHERE \(Payment.isPeriod)",
        // What a member has paid since a suspended ban began.
        "CREATE INDEX payments_by_grant ON payments (user_id, granted_date)",
        "CREATE INDEX bans_open ON bans (user_id, begin_date) WHERE released_date IS NULL",
        "DROP INDEX sandbox_orders_by_user",
        "CREATE INDEX sandbox_orders_open ON sandbox_orders (user_id, order_key) WHERE \(SandboxOrder.isOpen)",
        "CREATE INDEX sandbox_orders_by_product ON sandbox_orders (user_id, market_item_id, order_key)",
        "CREATE INDEX sandbox_orders_undecided ON sandbox_orders (order_key) WHERE \(SandboxOrder.isUndecided)",
        "CREATE INDEX sandbox_orders_unfinished ON sandbox_orders (ready_date, order_key) WHERE finished = 0",
        "CREATE INDEX subscriptions_running ON subscriptions (user_id, original_payment_id) WHERE \(Subscription.isRunning)",
        "CREATE INDEX subscriptions_by_product ON subscriptions (user_id, gamebase_product_id)",
        "CREATE INDEX subscriptions_by_group ON subscriptions (user_id, subscription_group, paid_until)",
        "CREATE INDEX push_waiting_by_user ON push_waiting (user_id)",
        "CREATE INDEX unmatched_money_by_date ON unmatched_money (reported_date)",
    ]

    /// Money that waits for somebody's decision, however old, stands before what went back.
    static let openMoney = ["CREATE INDEX unmatched_money_open ON unmatched_money (reported_date) WHERE returned IS NULL"]

    /// Money that a store took stands before claims of devices: any number of guests can claim anything.
    static let takenMoney = [
        "CREATE INDEX unmatched_money_taken ON unmatched_money (reported_date) WHERE captured_amount IS NOT NULL AND returned IS NULL"
    ]

    /// What a purchase writes is flushed before it goes on: indexes without the entries that nobody looks for.
    static let purchaseIndexes = [
        "DROP INDEX payments_by_store_transaction",
        """
        CREATE UNIQUE INDEX payments_by_store_transaction ON payments (store_code, store_transaction_id)
        WHERE store_transaction_id IS NOT NULL
        """,
        "DROP INDEX payments_by_purchase_token",
        "CREATE UNIQUE INDEX payments_by_purchase_token ON payments (purchase_token) WHERE purchase_token IS NOT NULL",
        "DROP INDEX payments_by_grant",
        "CREATE INDEX payments_by_grant ON payments (user_id, granted_date) WHERE granted_date IS NOT NULL",
        "DROP INDEX payments_by_paid_date",
        "CREATE INDEX payments_by_paid_date ON payments (user_id, paid_date) WHERE paid_date IS NOT NULL",
        // Of states only those between the reservation and the grant are asked for.
        "DROP INDEX payments_by_user_state",
        "CREATE INDEX payments_under_way ON payments (user_id, gamebase_product_id) WHERE \(Payment.isUnderWay)",
        // An order that the game began and that is decided at once is found by its key alone.
        "DROP INDEX sandbox_orders_by_product",
        "DROP INDEX sandbox_orders_open",
        "CREATE INDEX sandbox_orders_outside ON sandbox_orders (user_id, order_key) WHERE \(SandboxOrder.isOpenOutside)",
        "CREATE INDEX sandbox_orders_undecided_of_member ON sandbox_orders (user_id, order_key) WHERE \(SandboxOrder.isUndecided)",
        "DROP INDEX sandbox_orders_unfinished",
        "CREATE INDEX sandbox_orders_delayed ON sandbox_orders (ready_date, order_key) WHERE \(SandboxOrder.isDelayed)",
    ]
}
