import Codecs
import Linux
import Messages
import Storage

/// Adding identities to a member and taking them away ("Mapping" section of the authentication page).
///
/// A member has at most one identity of a provider. Mapping leaves the session as it is, except a guest's: the guest identity
/// is given up for the new one, and the session is from then on that provider's.
extension Members {
    /// {userId, idPInfo}
    func addMapping(_ request: Request) throws(Failure) -> Reply {
        var session = try authenticatedAlone(request)
        let idP = try Parameters(request.parameters).object("idPInfo")
        let code = try idP.text("idPCode", bytesMax: 64)
        guard code != IdPSettings.guest else {
            throw Failure.refused(ResultCode.guestNotAddable, "idPInfo.idPCode: a guest identity cannot be added to a member")
        }
        try refuseSameIdP(code, of: session.userId)
        let credential = try credential(idP, of: request)
        if let owner = try owner(of: credential.idPCode, credential.authKey) {
            let ticket = try issueForcingTicket(to: session, owner: owner, credential)
            throw Failure.refused(
                ResultCode.mappedToOtherMember,
                "this \(code) account signs in as another member; use the ticket to move it here or to change to that member",
                body: ["forcingMappingTicket": ticket])
        }
        try run(
            "INSERT INTO mappings (idp_code, auth_key, user_id, registered_date) VALUES (?, ?, ?, ?)",
            [.text(credential.idPCode), .text(credential.authKey), .text(session.userId), .integer(now)])
        try giveUpGuest(&session, for: credential.idPCode)
        return try mapped(session, request, subCode: credential.subCode)
    }

    /// {userId, forcingMappingKey, mappedUserId, tokenInfo}: takes the ticket's identity away from the member that has it.
    func addMappingForcibly(_ request: Request) throws(Failure) -> Reply {
        var session = try authenticated(request)
        let ticket = try forcingTicket(request, of: session)
        // Both lose or get an identity; always in one order, or two who do this crosswise wait for each other.
        let isFirst = session.userId < ticket.mappedUserId
        try core.lock(member: isFirst ? session.userId : ticket.mappedUserId)
        try core.lock(member: isFirst ? ticket.mappedUserId : session.userId)
        session = try authenticated(request)
        try refuseSameIdP(ticket.idPCode, of: session.userId)
        try refuseMoved(ticket)
        if let owner = try member(ticket.mappedUserId), owner.valid == MemberState.banned {
            try refuseClosed(
                owner.userId, owner.valid, bannedCode: ResultCode.mappingTargetBanned, deletedCode: ResultCode.memberMissing)
        }
        try use(ticket)
        try forgetRevocations(of: ticket.mappedUserId, ticket.idPCode)
        // A third member may have been given it since it was looked for.
        try claim(
            """
            INSERT INTO mappings (idp_code, auth_key, user_id, registered_date) VALUES (?, ?, ?, ?)
            ON CONFLICT (idp_code, auth_key) DO UPDATE SET user_id = excluded.user_id, registered_date = excluded.registered_date
            WHERE mappings.user_id = ?
            """,
            [.text(ticket.idPCode), .text(ticket.authKey), .text(session.userId), .integer(now), .text(ticket.mappedUserId)])
        try endSessions(of: ticket.mappedUserId, idPCode: ticket.idPCode, except: nil)
        try giveUpGuest(&session, for: ticket.idPCode)
        return try mapped(session, request, subCode: ticket.subCode)
    }

    /// {userId, idPCode}. Other sessions that came in by this identity end.
    func removeMapping(_ request: Request) throws(Failure) -> Reply {
        let session = try authenticatedAlone(request)
        let code = try Parameters(request.parameters).text("idPCode", bytesMax: 64)
        guard code != session.idPCode else {
            throw Failure.refused(
                ResultCode.removingLoggedInIdP, "idPCode: the session came in by \(code); log in by another one to remove it")
        }
        let mappings = try mappings(of: session.userId)
        guard mappings.count > 1 else {
            throw Failure.refused(ResultCode.lastMappedIdP, "idPCode: the last identity of a member cannot be removed")
        }
        guard mappings.contains(where: { $0.idPCode == code }) else {
            throw Failure.refused(ResultCode.authenticationWrong, "idPCode: \(code) is not mapped to this member")
        }
        try run("DELETE FROM mappings WHERE user_id = ? AND idp_code = ?", [.text(session.userId), .text(code)])
        try forgetRevocations(of: session.userId, code)
        try endSessions(of: session.userId, idPCode: code, except: session.tokenHash)
        return .success()
    }

    /// {userId, forcingMappingKey, mappedUserId, tokenInfo}: the session goes over to the member that has the ticket's identity.
    /// The old session ends when the new one is first used: should the answer be lost, the client still has what it had.
    func changeLogin(_ request: Request) throws(Failure) -> Reply {
        let session = try authenticated(request)
        let ticket = try forcingTicket(request, of: session)
        try refuseMoved(ticket)
        let gone = Failure.refused(ResultCode.memberMissing, "the ticket's member is gone")
        guard let found = try member(ticket.mappedUserId), try owner(of: ticket.idPCode, ticket.authKey) != nil else { throw gone }
        try refuseClosed(found.userId, found.valid, bannedCode: ResultCode.bannedAtLogin, deletedCode: ResultCode.memberMissing)
        // As it is after what came due.
        guard let target = try member(found.userId) else { throw gone }
        try use(ticket)
        try analytics.noteMetricsKey(request, of: target.userId)
        let token = try openSession(userId: target.userId, idPCode: ticket.idPCode, replacing: session.tokenHash)
        try noteLogin(target.userId)
        #if !hasFeature(Embedded)
        try claimIdentity(ticket.idPCode, ticket.authKey, of: target.userId)
        #endif
        return login(target, idPCode: ticket.idPCode, token: token, subCode: ticket.subCode)
    }

    // MARK: Steps

    func owner(of idPCode: String, _ authKey: String) throws(Failure) -> String? {
        let rows = try query(
            "SELECT user_id FROM mappings WHERE idp_code = ? AND auth_key = ?", [.text(idPCode), .text(authKey)])
        return rows.first?.text(0)
    }

    /// Of all identities that there are: few, and each is found by the index behind the one before.
    func idPCodes() throws(Failure) -> [String] {
        var codes: [String] = []
        while codes.count < ConsoleSettings.idPsMax * 2 {
            let next = try query("SELECT MIN(idp_code) FROM mappings WHERE idp_code > ?", [.text(codes.last ?? "")]).first?.textOrNil(0)
            guard let next else { break }
            codes.append(next)
        }
        return codes
    }

    private func refuseSameIdP(_ code: String, of userId: String) throws(Failure) {
        for mapping in try mappings(of: userId) where mapping.idPCode == code {
            throw Failure.refused(ResultCode.sameIdPMapped, "this member has a \(code) account already; remove it first")
        }
    }

    /// The account went to a third member since the ticket was given.
    private func refuseMoved(_ ticket: ForcingTicket) throws(Failure) {
        guard let owner = try owner(of: ticket.idPCode, ticket.authKey), owner != ticket.mappedUserId else { return }
        throw Failure.refused(
            ResultCode.forcingTicketOtherKey, "the ticket's account signs in as yet another member by now; ask for a new ticket")
    }

    private func giveUpGuest(_ session: inout Session, for code: String) throws(Failure) {
        try forgetTransferAccount(of: session.userId)
        try run(
            "DELETE FROM mappings WHERE user_id = ? AND idp_code = ?", [.text(session.userId), .text(IdPSettings.guest)])
        try run(
            "UPDATE sessions SET idp_code = ? WHERE user_id = ? AND idp_code = ?",
            [.text(code), .text(session.userId), .text(IdPSettings.guest)])
        if session.idPCode == IdPSettings.guest { session.idPCode = code }
    }

    /// The member as it is now, with the token that the client has.
    private func mapped(_ session: Session, _ request: Request, subCode: String?) throws(Failure) -> Reply {
        guard let member = try member(session.userId) else {
            throw Failure.refused(ResultCode.memberDeleted, "the member of this session is gone")
        }
        return authToken(member, idPCode: session.idPCode, token: request.accessToken ?? "", subCode: subCode)
    }
}
