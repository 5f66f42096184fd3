/// Withdrawals that wait out their grace period, suspended bans, and providers that took their consent back.
extension Schema {
    static let accounts = [
        "ALTER TABLE members ADD COLUMN withdrawal_type TEXT",
        "ALTER TABLE members ADD COLUMN grace_period_date BIGINT",
        """
        CREATE TABLE grace_bans (user_id TEXT NOT NULL PRIMARY KEY REFERENCES members (user_id), begin_date BIGINT NOT NULL,
            grace_period_date BIGINT NOT NULL, ban_type TEXT NOT NULL, end_date BIGINT, message TEXT NOT NULL,
            condition_type TEXT, amount TEXT NOT NULL, payment_count BIGINT NOT NULL, currency TEXT NOT NULL)
        """,
        """
        CREATE TABLE idp_revocations (user_id TEXT NOT NULL REFERENCES members (user_id), idp_code TEXT NOT NULL,
            revoked_date BIGINT NOT NULL, PRIMARY KEY (user_id, idp_code))
        """,
        """
        CREATE TABLE transfer_accounts (account_id TEXT NOT NULL PRIMARY KEY, user_id TEXT NOT NULL UNIQUE REFERENCES members (user_id),
            issued_type TEXT NOT NULL, salt TEXT, key_hash TEXT, expires_date BIGINT, used_date BIGINT, issued_date BIGINT NOT NULL)
        """,
        """
        CREATE TABLE transfer_failures (subject TEXT NOT NULL PRIMARY KEY, fail_count BIGINT NOT NULL, first_date BIGINT NOT NULL,
            blocked_date BIGINT, block_end_date BIGINT)
        """,
        "CREATE INDEX transfer_failures_by_date ON transfer_failures (first_date)",
    ]

    /// What game servers read of members: who banned, released and withdrew, in the words of whoever did, and what a player plays on. The
    /// indexes are for lists of a time from here to there.
    static let histories = [
        "ALTER TABLE bans ADD COLUMN banned_by TEXT",
        "ALTER TABLE bans ADD COLUMN released_by TEXT",
        "CREATE INDEX bans_by_begin ON bans (begin_date, user_id)",
        "CREATE INDEX bans_lasting ON bans (begin_date, user_id) WHERE released_date IS NULL",
        "CREATE INDEX bans_released ON bans (released_date, user_id) WHERE released_by IS NOT NULL",
        "ALTER TABLE members ADD COLUMN withdrawn_by TEXT",
        "ALTER TABLE members ADD COLUMN info TEXT",
        "CREATE INDEX members_by_withdrawal ON members (withdrawn_date, user_id) WHERE withdrawn_date IS NOT NULL",
    ]

    /// Those who wait for their withdrawal are few.
    static let withdrawalsThatWait = [
        "CREATE INDEX members_withdrawing ON members (grace_period_date, user_id) WHERE grace_period_date IS NOT NULL"
    ]
}
