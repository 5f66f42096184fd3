import Messages

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
