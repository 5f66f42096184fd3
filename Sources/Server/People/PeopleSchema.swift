import Storage

/// The tables of people. Secrets are there as digests alone, or sealed where they must be read again.
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
                """
                CREATE TABLE tokens (digest TEXT NOT NULL PRIMARY KEY, token_id TEXT NOT NULL, person_id TEXT NOT NULL, name TEXT NOT NULL,
                app TEXT NOT NULL, role TEXT NOT NULL, made_date BIGINT NOT NULL, last_date BIGINT)
                """,
            ]),
        Migration(
            version: 2,
            statements: [
                """
                CREATE TABLE person_codes (person_id TEXT NOT NULL PRIMARY KEY, secret TEXT NOT NULL, is_confirmed BIGINT NOT NULL,
                step BIGINT NOT NULL, wrong BIGINT NOT NULL, wrong_date BIGINT NOT NULL)
                """,
                """
                CREATE TABLE recovery_codes (person_id TEXT NOT NULL, digest TEXT NOT NULL, PRIMARY KEY (person_id, digest))
                """,
                "CREATE TABLE people_turns (name TEXT NOT NULL PRIMARY KEY, turns BIGINT NOT NULL)",
                "INSERT INTO people_turns (name, turns) VALUES ('people', 0)",
            ]),
        Migration(
            version: 3,
            statements: [
                """
                CREATE TABLE person_accounts (issuer TEXT NOT NULL, subject TEXT NOT NULL, person_id TEXT NOT NULL UNIQUE,
                made_date BIGINT NOT NULL, PRIMARY KEY (issuer, subject))
                """
            ]),
    ]
}
