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
