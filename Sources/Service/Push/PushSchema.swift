extension Schema {
    /// A registration is a player on a device; what was sent to it waits there until it was told to the game.
    static let push = [
        """
        CREATE TABLE push_tokens (device_key TEXT NOT NULL, user_id TEXT NOT NULL REFERENCES members (user_id), token TEXT NOT NULL UNIQUE,
            push_enabled BIGINT NOT NULL, ad_agreement BIGINT NOT NULL, ad_agreement_night BIGINT NOT NULL, language TEXT NOT NULL,
            country TEXT NOT NULL, timezone TEXT NOT NULL, offset_minutes BIGINT NOT NULL, sandbox BIGINT NOT NULL, options TEXT NOT NULL,
            registered_date BIGINT NOT NULL, PRIMARY KEY (device_key, user_id))
        """,
        "CREATE INDEX push_tokens_by_user ON push_tokens (user_id, registered_date)",
        "CREATE TABLE push_messages (seq BIGINT NOT NULL PRIMARY KEY, content TEXT NOT NULL, expires_date BIGINT NOT NULL)",
        "CREATE INDEX push_messages_by_expiry ON push_messages (expires_date)",
        """
        CREATE TABLE push_waiting (device_key TEXT NOT NULL, user_id TEXT NOT NULL, seq BIGINT NOT NULL,
            PRIMARY KEY (device_key, user_id, seq))
        """,
        "CREATE INDEX push_waiting_by_seq ON push_waiting (seq)",
    ]
}
