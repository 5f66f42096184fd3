import Storage

/// The tables of people. Secrets are there as digests alone.
enum PeopleSchema {
    static let migrations = [
        Migration(
            version: 1,
            statements: [
                """
                CREATE TABLE people (person_id TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL, name_key TEXT NOT NULL UNIQUE,
                salt TEXT NOT NULL, password_key TEXT NOT NULL, roles TEXT NOT NULL, made_date BIGINT NOT NULL, last_date BIGINT)
                """,
                """
                CREATE TABLE console_sessions (digest TEXT NOT NULL PRIMARY KEY, session_id TEXT NOT NULL, person_id TEXT NOT NULL,
                started_date BIGINT NOT NULL, last_date BIGINT NOT NULL, address TEXT NOT NULL, agent TEXT NOT NULL)
                """,
                """
                CREATE TABLE invitations (digest TEXT NOT NULL PRIMARY KEY, invitation_id TEXT NOT NULL, roles TEXT NOT NULL,
                expires_date BIGINT NOT NULL)
                """,
                "CREATE TABLE first_links (digest TEXT NOT NULL PRIMARY KEY, expires_date BIGINT NOT NULL)",
            ])
    ]
}
