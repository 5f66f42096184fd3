import Messages

/// The accounts of NCMB: sign-up, log-in by name, mail or provider, sessions, roles. They are apart from the members of Gamebase.
struct Users: Capability {
    let core: ServiceCore
}

extension Users {
    static func requests(_ table: inout RequestTable) {
        table.row(.usersLogIn, "access userName mailAddress password", Users.logIn)
        table.row(.usersLogOut, "access", Users.logOut)
        table.row(.usersRequestPasswordReset, "access mailAddress languages", Users.requestPasswordReset)
        table.row(.usersRequestMailEntry, "access mailAddress languages", Users.requestMailEntry)
        table.row(.usersFinishPasswordReset, "access key password", Users.finishPasswordReset)
        table.row(.usersFinishMailEntry, "access key password", Users.finishMailEntry)
        #if !hasFeature(Embedded)
        table.row(.consoleMails, "", Users.shownMails)
        table.row(.consoleClearBounce, "mailAddress", Users.clearBounce)
        table.row(.carrierMails, "max ended(id lease state reason)", Users.carriedMails)
        table.row(.carrierMailKey, "kind key", Users.mailKey)
        #endif
    }
}

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
