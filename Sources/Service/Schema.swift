import Storage

/// The tables, as steps that only ever grow. Types and statements are those that SQLite and PostgreSQL share; times are
/// milliseconds since 1970 UTC, amounts of money are decimal text, booleans are 0 and 1.
enum Schema {
    static let migrations: [Migration] = [
        Migration(version: 1, statements: state + members + payments + sandboxStore + analytics),
        Migration(version: 2, statements: forcingTickets),
        Migration(version: 3, statements: accounts),
        Migration(version: 4, statements: screens),
        Migration(version: 5, statements: push),
        Migration(version: 6, statements: subscriptions),
        Migration(version: 8, statements: analyticsSums),
        Migration(version: 9, statements: ledgerGuards),
        Migration(version: 10, statements: paidDates + requestNames),
        Migration(version: 11, statements: indexes),
        Migration(version: 12, statements: sums),
        Migration(version: 13, statements: retention),
        Migration(version: 14, statements: playerGroups),
        Migration(version: 15, statements: purchaseIndexes),
        Migration(version: 16, statements: outbox),
        Migration(version: 17, statements: objects + users),
        Migration(version: 18, statements: files + notifications + oneTimeKeys),
        Migration(version: 19, statements: pushCampaigns),
        Migration(version: 20, statements: changeAnswers),
        Migration(version: 21, statements: eventPlaces + begunChanges),
        Migration(version: 22, statements: histories + coupons),
        Migration(version: 23, statements: leaderboards),
        Migration(version: 24, statements: pushTags),
        Migration(version: 25, statements: pushRequests),
        Migration(version: 26, statements: secrets),
        Migration(version: 27, statements: namesByObject + storageShares),
        Migration(version: 28, statements: proofTries),
        Migration(version: 29, statements: heardSessions + resetKeys),
        Migration(version: 32, statements: claims),
        Migration(version: 35, statements: storeRows),
        Migration(version: 37, statements: relationEnds),
        Migration(version: 38, statements: toldInstallations),
        Migration(version: 39, statements: metricsKeys),
        Migration(version: 41, statements: mails),
        Migration(version: 42, statements: figures, fills: figuresOfBefore), Migration(version: 43, statements: activeUsersGone),
        Migration(version: 44, statements: [], fills: subscriptionsOfBefore), Migration(version: 45, statements: connectedPlayers),
        Migration(version: 46, statements: [], fills: levelsOfBefore), Migration(version: 47, statements: alarms),
        Migration(version: 48, statements: activeMembers + figureAdditions),
        Migration(version: 49, statements: maintenances + devicesByKey, fills: secondFiguresOfBefore),
        Migration(version: 50, statements: playersByTenMinutes, fills: thirdFiguresOfBefore),
        Migration(version: 51, statements: membersWithFigures + countedSessions, fills: memberFiguresIntoMembers),
        Migration(version: 52, statements: memberFiguresGone), Migration(version: 53, statements: withdrawalsThatWait),
        Migration(version: 54, statements: openMoney), Migration(version: 55, statements: takenMoney),
        Migration(version: 56, statements: boundRequests, fills: sharedOrders),
    ]

    private static let state = [
        "CREATE TABLE service_state (name TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL)"
    ]

    private static let members = [
        """
        CREATE TABLE members (user_id TEXT NOT NULL PRIMARY KEY, valid TEXT NOT NULL, registered_date BIGINT NOT NULL,
            last_login_date BIGINT, withdrawn_date BIGINT)
        """,
        "CREATE INDEX members_by_last_login ON members (last_login_date)",
        """
        CREATE TABLE mappings (idp_code TEXT NOT NULL, auth_key TEXT NOT NULL, user_id TEXT NOT NULL REFERENCES members (user_id),
            registered_date BIGINT NOT NULL, PRIMARY KEY (idp_code, auth_key))
        """,
        "CREATE INDEX mappings_by_user ON mappings (user_id)",
        """
        CREATE TABLE sessions (token_hash TEXT NOT NULL PRIMARY KEY, user_id TEXT NOT NULL REFERENCES members (user_id),
            idp_code TEXT NOT NULL, issued_date BIGINT NOT NULL, expires_date BIGINT NOT NULL,
            predecessor_hash TEXT, successor_hash TEXT)
        """,
        "CREATE INDEX sessions_by_user ON sessions (user_id, issued_date)",
        """
        CREATE TABLE bans (user_id TEXT NOT NULL REFERENCES members (user_id), begin_date BIGINT NOT NULL, ban_type TEXT NOT NULL,
            end_date BIGINT, message TEXT NOT NULL, released_date BIGINT, PRIMARY KEY (user_id, begin_date))
        """,
    ]

    private static let forcingTickets = [
        """
        CREATE TABLE forcing_tickets (key_hash TEXT NOT NULL PRIMARY KEY, user_id TEXT NOT NULL, mapped_user_id TEXT NOT NULL,
            idp_code TEXT NOT NULL, auth_key TEXT NOT NULL, sub_code TEXT, token_hash TEXT NOT NULL, expires_date BIGINT NOT NULL,
            used_date BIGINT)
        """,
        "CREATE INDEX forcing_tickets_by_expiry ON forcing_tickets (expires_date)",
    ]

    /// `original_payment_id` and the period let a renewal be a payment of its own, linked to the first.
    private static let payments = [
        """
        CREATE TABLE payments (payment_seq TEXT NOT NULL PRIMARY KEY, order_key TEXT NOT NULL, user_id TEXT NOT NULL REFERENCES members (user_id),
            request_id TEXT NOT NULL, state BIGINT NOT NULL, store_finished BIGINT NOT NULL, store_code TEXT NOT NULL,
            gamebase_product_id TEXT NOT NULL, item_seq BIGINT NOT NULL, market_item_id TEXT NOT NULL, product_type TEXT NOT NULL,
            price TEXT NOT NULL, currency TEXT NOT NULL, subscription_period BIGINT NOT NULL, payload TEXT, is_sandbox BIGINT NOT NULL,
            reserved_date BIGINT NOT NULL, store_transaction_id TEXT, receipt TEXT, purchase_token TEXT, original_payment_id TEXT,
            purchase_date BIGINT, expiry_date BIGINT, granted_date BIGINT, closed_date BIGINT,
            consumed_date BIGINT, consume_transaction_id TEXT, consume_answer TEXT)
        """,
        "CREATE UNIQUE INDEX payments_by_request ON payments (user_id, request_id)",
        "CREATE UNIQUE INDEX payments_by_store_transaction ON payments (store_code, store_transaction_id)",
        "CREATE UNIQUE INDEX payments_by_purchase_token ON payments (purchase_token)",
        "CREATE INDEX payments_by_user_state ON payments (user_id, state, payment_seq)",
        """
        CREATE TABLE ledger (payment_seq TEXT NOT NULL REFERENCES payments (payment_seq), movement TEXT NOT NULL, amount TEXT NOT NULL,
            currency TEXT NOT NULL, moved_date BIGINT NOT NULL, PRIMARY KEY (payment_seq, movement))
        """,
        """
        CREATE TABLE unmatched_money (payment_seq TEXT NOT NULL, reason TEXT NOT NULL, store_code TEXT NOT NULL,
            store_transaction_id TEXT NOT NULL, user_id TEXT NOT NULL, captured_amount TEXT, captured_currency TEXT, receipt TEXT,
            reported_date BIGINT NOT NULL, PRIMARY KEY (payment_seq, reason))
        """,
    ]

    private static let sandboxStore = [
        """
        CREATE TABLE sandbox_orders (order_key TEXT NOT NULL PRIMARY KEY, user_id TEXT NOT NULL, market_item_id TEXT NOT NULL,
            price TEXT NOT NULL, currency TEXT NOT NULL, outcome TEXT NOT NULL, begun_date BIGINT NOT NULL, ready_date BIGINT NOT NULL,
            store_transaction_id TEXT NOT NULL UNIQUE, receipt TEXT NOT NULL, finished BIGINT NOT NULL)
        """,
        "CREATE INDEX sandbox_orders_by_user ON sandbox_orders (user_id, finished)",
    ]

    private static let analytics = [
        """
        CREATE TABLE analytics_events (event_id TEXT NOT NULL PRIMARY KEY, type TEXT NOT NULL, user_id TEXT NOT NULL,
            event_date BIGINT NOT NULL, received_date BIGINT NOT NULL, data TEXT NOT NULL)
        """,
        """
        CREATE TABLE user_levels (user_id TEXT NOT NULL PRIMARY KEY, user_level BIGINT NOT NULL, channel_id TEXT, character_id TEXT,
            class_id TEXT, event_date BIGINT NOT NULL)
        """,
    ]
}
