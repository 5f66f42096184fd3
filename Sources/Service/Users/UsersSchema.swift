extension Schema {
    /// What nobody may read is not among the fields of the user's object. One session a user: a log-in elsewhere ends it. `user_tries` is
    /// gone (`proofTries`).
    static let users = [
        "CREATE TABLE users (user_id TEXT NOT NULL PRIMARY KEY, password_salt TEXT NOT NULL, password_key TEXT NOT NULL)",
        "CREATE TABLE user_sessions (token_hash TEXT NOT NULL PRIMARY KEY, user_id TEXT NOT NULL UNIQUE, expires_date BIGINT NOT NULL)",
        "CREATE INDEX user_sessions_by_expiry ON user_sessions (expires_date)",
        "CREATE TABLE user_tries (subject TEXT NOT NULL PRIMARY KEY, tries BIGINT NOT NULL, first_date BIGINT NOT NULL)",
        "CREATE INDEX user_tries_by_date ON user_tries (first_date)",
    ]
}
