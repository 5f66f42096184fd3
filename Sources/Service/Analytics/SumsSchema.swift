import Linux

/// What the operator's report would otherwise count out of everything that ever happened. Each is kept in the transaction of what it counts.
extension Schema {
    static let sums = sumTables + fillSums

    private static let sumTables = [
        "CREATE TABLE event_totals (name TEXT NOT NULL PRIMARY KEY, total BIGINT NOT NULL)",
        "CREATE TABLE active_days (day BIGINT NOT NULL PRIMARY KEY, users BIGINT NOT NULL)",
        "CREATE TABLE level_users (user_level BIGINT NOT NULL PRIMARY KEY, users BIGINT NOT NULL)",
        "CREATE TABLE member_states (valid TEXT NOT NULL PRIMARY KEY, members BIGINT NOT NULL)",
        """
        CREATE TABLE money_totals (movement TEXT NOT NULL, store_code TEXT NOT NULL, gamebase_product_id TEXT NOT NULL, currency TEXT NOT NULL,
            amount TEXT NOT NULL, entries BIGINT NOT NULL, PRIMARY KEY (movement, store_code, gamebase_product_id, currency, amount))
        """,
    ]

    /// Once, for what happened before.
    private static let fillSums = [
        "INSERT INTO event_totals (name, total) SELECT type, COUNT(*) FROM analytics_events GROUP BY type",
        """
        INSERT INTO event_totals (name, total)
        SELECT '\(EventTotal.dropped)', COALESCE(SUM(dropped), 0) FROM event_losses
        """,
        """
        INSERT INTO event_totals (name, total)
        SELECT '\(EventTotal.damaged)', COALESCE(SUM(damaged), 0) FROM event_losses
        """,
        "INSERT INTO active_days (day, users) SELECT day, COUNT(*) FROM active_users GROUP BY day",
        "INSERT INTO level_users (user_level, users) SELECT user_level, COUNT(*) FROM user_levels GROUP BY user_level",
        "INSERT INTO member_states (valid, members) SELECT valid, COUNT(*) FROM members GROUP BY valid",
        """
        INSERT INTO money_totals (movement, store_code, gamebase_product_id, currency, amount, entries)
        SELECT l.movement, p.store_code, p.gamebase_product_id, l.currency, l.amount, COUNT(*)
        FROM ledger l JOIN payments p ON p.payment_seq = l.payment_seq
        GROUP BY l.movement, p.store_code, p.gamebase_product_id, l.currency, l.amount
        """,
    ]
}

/// Names in `event_totals` besides the types of events.
enum EventTotal {
    static let dropped = "lost.dropped"
    static let damaged = "lost.damaged"
    /// Members whose journals said that they lost more than is believed.
    static let unbelieved = "lost.unbelieved"
}
