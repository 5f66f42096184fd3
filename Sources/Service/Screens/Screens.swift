import Messages
import Storage

/// What a game shows from the console: terms, image notices, the customer centre.
struct Screens: Capability {
    let core: ServiceCore
}

extension Screens {
    static func requests(_ table: inout RequestTable) {
        table.row(.getGameNotices, "", Screens.getGameNotices)
        table.row(.prepareContact, "userId bannedUserId", Screens.prepareContact)
        table.row(.queryTerms, "userId deviceKey country", Screens.queryTerms)
        table.row(.updateTerms, "userId deviceKey country termsSeq termsVersion contents(termsContentSeq agreed)", Screens.updateTerms)
        table.row(.adoptTerms, "userId deviceKey country", Screens.adoptTerms)
        table.row(.getImageNotices, "utcOffsetMinutes", Screens.getImageNotices)
        table.row(.serverVerifyTicket, "userId ticket purpose", Screens.serverVerifyTicket)
    }

    private func getGameNotices(_ request: Request) -> Reply { .success(settings.screens.gameNotice.json) }
}

extension Schema {
    /// Tickets are kept as their hash: a copied database opens no customer's page. The owner of an agreement is a member or, before the
    /// first login, a device; `terms_consents` says which terms somebody has agreed to as a whole.
    static let screens = [
        """
        CREATE TABLE short_term_tickets (ticket_hash TEXT NOT NULL PRIMARY KEY, user_id TEXT NOT NULL, purpose TEXT NOT NULL,
            expires_date BIGINT NOT NULL, used_date BIGINT)
        """,
        "CREATE INDEX short_term_tickets_by_expiry ON short_term_tickets (expires_date)",
        """
        CREATE TABLE terms_consents (owner TEXT NOT NULL, country_type TEXT NOT NULL, terms_seq BIGINT NOT NULL, terms_version TEXT NOT NULL,
            consent_date BIGINT NOT NULL, PRIMARY KEY (owner, country_type, terms_seq))
        """,
        """
        CREATE TABLE terms_agreements (owner TEXT NOT NULL, terms_seq BIGINT NOT NULL, content_seq BIGINT NOT NULL, agreed BIGINT NOT NULL,
            agreed_date BIGINT NOT NULL, PRIMARY KEY (owner, terms_seq, content_seq))
        """,
    ]
}
