import Messages

/// What games report, as sums that the operator's report reads.
struct Analytics: Capability {
    let core: ServiceCore
}

extension Analytics {
    static func requests(_ table: inout RequestTable) {
        #if hasFeature(Embedded)
        table.row(.consoleReport, "", Analytics.analyticsReport)
        #else
        table.row(.consoleReport, "activeInLastDay", Analytics.analyticsReport)
        #endif
        table.row(
            .sendEvents,
            """
            userId events(eventId type time userId data) metricsKey journal(name dropped damaged)
            """, Analytics.sendEvents)
    }
}

extension Schema {
    /// What the operator's report would otherwise count out of all events. A day is counted from 1970 in UTC.
    static let analyticsSums = [
        "CREATE TABLE active_users (day BIGINT NOT NULL, user_id TEXT NOT NULL, PRIMARY KEY (day, user_id))",
        "CREATE TABLE level_ups (user_level BIGINT NOT NULL PRIMARY KEY, level_ups BIGINT NOT NULL)",
        // What clients could not keep, each journal's own sum.
        """
        CREATE TABLE event_losses (journal TEXT NOT NULL PRIMARY KEY, dropped BIGINT NOT NULL, damaged BIGINT NOT NULL,
            reported_date BIGINT NOT NULL)
        """,
    ]

    /// Which devices may report of a member, what one member may say, and who has withdrawn counted as gone.
    static let metricsKeys = [
        """
        CREATE TABLE metrics_keys (user_id TEXT NOT NULL, key_hash TEXT NOT NULL, seen_date BIGINT NOT NULL,
            PRIMARY KEY (user_id, key_hash))
        """,
        "CREATE INDEX metrics_keys_by_date ON metrics_keys (seen_date)",
        "ALTER TABLE event_losses ADD COLUMN user_id TEXT",
        "CREATE INDEX event_losses_by_member ON event_losses (user_id, journal)",
        "ALTER TABLE user_levels ADD COLUMN journal TEXT",
        "ALTER TABLE user_levels ADD COLUMN top_level BIGINT",
        "ALTER TABLE user_levels ADD COLUMN named_levels BIGINT NOT NULL DEFAULT 0",
        "DELETE FROM user_levels WHERE EXISTS (SELECT 1 FROM members m WHERE m.user_id = user_levels.user_id AND m.valid = 'D')",
        "UPDATE user_levels SET top_level = user_level",
        "DELETE FROM level_users",
        "INSERT INTO level_users (user_level, users) SELECT user_level, COUNT(*) FROM user_levels GROUP BY user_level",
        "CREATE INDEX level_users_by_size ON level_users (users DESC, user_level)",
        "DELETE FROM player_groups",
        fillGroups(PlayerGroups.channels, "channel_id"),
        fillGroups(PlayerGroups.characters, "character_id"),
        fillGroups(PlayerGroups.classes, "class_id"),
        "ALTER TABLE level_ups ADD COLUMN players BIGINT NOT NULL DEFAULT 0",
        """
        UPDATE level_ups SET players = COALESCE((SELECT l.users FROM level_users l WHERE l.user_level = level_ups.user_level), 0)
        """,
        "CREATE INDEX level_ups_by_players ON level_ups (players DESC, user_level)",
        """
        CREATE TABLE test_totals (movement TEXT NOT NULL, store_code TEXT NOT NULL, gamebase_product_id TEXT NOT NULL,
            currency TEXT NOT NULL, amount TEXT NOT NULL, entries BIGINT NOT NULL,
            PRIMARY KEY (movement, store_code, gamebase_product_id, currency, amount))
        """,
        """
        INSERT INTO test_totals (movement, store_code, gamebase_product_id, currency, amount, entries)
        SELECT l.movement, p.store_code, p.gamebase_product_id, l.currency, l.amount, COUNT(*)
        FROM ledger l JOIN payments p ON p.payment_seq = l.payment_seq WHERE p.is_sandbox = 1
        GROUP BY l.movement, p.store_code, p.gamebase_product_id, l.currency, l.amount
        """,
    ]
}
