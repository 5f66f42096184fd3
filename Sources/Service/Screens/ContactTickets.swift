import Codecs
import Linux
import Messages
import Storage

/// The customer service: its address, and tickets by which it knows who opened it.
extension Screens {
    /// "Short-term ticket" of the original service: long enough to load a page.
    static let ticketMilliseconds: Int64 = 10_000
    static let contactPurpose = "openContact"
    /// A banned member cannot log in, and has all the more to ask.
    static let bannedContactPurpose = "openContactForBannedUser"

    /// {bannedUserId?} -> {type, url, userId?, ticket?, purpose?}. Without a member there is no ticket, and the developer's own customer service
    /// gets none either.
    func prepareContact(_ request: Request) throws(Failure) -> Reply {
        let customerService = settings.customerService
        guard !customerService.url.isEmpty else {
            throw Failure.refused(ResultCode.contactUrlMissing, "customerService.url: the console settings have none")
        }
        var body: JSONObject = ["type": .string(customerService.type), "url": .string(customerService.url)]
        if customerService.type != CustomerServiceSettings.custom, let user = try contactUser(request) {
            body["userId"] = .string(user.userId)
            body["purpose"] = .string(user.purpose)
            body["ticket"] = .string(try issueTicket(user.userId, user.purpose))
        }
        return .success(.object(body))
    }

    private func contactUser(_ request: Request) throws(Failure) -> (userId: String, purpose: String)? {
        let refused = try Parameters(request.parameters).optionalText("bannedUserId", bytesMax: 64)
        let token = request.accessToken ?? ""
        guard let refused else { return token.isEmpty ? nil : try user(ofSessionOf: request) }
        // After a login that was refused nobody is logged in, and the token is the one that did not let the player in. It is read as the
        // login reads it: also one whose successor the device has never received.
        if !token.isEmpty, let session = try members.session(token: token), session.expiresDate > now, try isBanned(session.userId) {
            return (session.userId, Self.bannedContactPurpose)
        }
        // Who was banned on this device the device itself knows; a stranger's word is no ticket.
        guard core.believesAsker, try isBanned(refused) else { return nil }
        return (refused, Self.bannedContactPurpose)
    }

    private func user(ofSessionOf request: Request) throws(Failure) -> (userId: String, purpose: String) {
        let session: Members.Session
        do throws(Failure) {
            session = try members.authenticated(request, admitting: .bannedToo)
        } catch {
            guard case .refused(let reply) = error else { throw error }
            throw Failure.refused(ResultCode.ticketNotIssued, reply.message)
        }
        return (session.userId, try isBanned(session.userId) ? Self.bannedContactPurpose : Self.contactPurpose)
    }

    private func isBanned(_ userId: String) throws(Failure) -> Bool {
        let rows = try query("SELECT valid FROM members WHERE user_id = ?", [.text(userId)])
        guard let row = rows.first else { return false }
        return try members.settled(userId, row.text(0)) == MemberState.banned
    }

    /// The member would be given a ticket for this purpose now.
    private func isStill(_ userId: String, _ purpose: String) throws(Failure) -> Bool {
        let rows = try query("SELECT valid FROM members WHERE user_id = ?", [.text(userId)])
        guard let row = rows.first else { return false }
        switch try members.settled(userId, row.text(0)) {
        case MemberState.withdrawn, MemberState.missing: return false
        case MemberState.banned: return purpose == Self.bannedContactPurpose
        default: return purpose == Self.contactPurpose
        }
    }

    private func issueTicket(_ userId: String, _ purpose: String) throws(Failure) -> String {
        let ticket = newSecret()
        let (date, overflow) = now.addingReportingOverflow(Self.ticketMilliseconds)
        try run(
            "INSERT INTO short_term_tickets (ticket_hash, user_id, purpose, expires_date) VALUES (?, ?, ?, ?)",
            [.text(ServiceCore.fingerprint(ticket)), .text(userId), .text(purpose), .integer(overflow ? Int64.max : date)])
        return ticket
    }

    /// {userId, ticket, purpose} -> {ticket: {userId, purpose}}: once, for the purpose and the member that the ticket was issued for.
    func serverVerifyTicket(_ request: Request) throws(Failure) -> Reply {
        let parameters = try core.admitted(request, code: ResultCode.parameterInvalid)
        let userId = try parameters.text("userId", bytesMax: ServiceCore.serverTextBytesMax)
        let hash = ServiceCore.fingerprint(try parameters.text("ticket"))
        let purpose = try parameters.text("purpose", bytesMax: 64)
        let rows = try query(
            "SELECT user_id, purpose, expires_date, used_date FROM short_term_tickets WHERE ticket_hash = ?", [.text(hash)])
        guard let row = rows.first, row.text(0) == userId, row.text(1) == purpose else {
            throw Failure.refused(ResultCode.ticketUnknown, "this member was given no such ticket for \(purpose)")
        }
        if row.integerOrNil(3) != nil { throw Failure.refused(ResultCode.ticketUsed, "the ticket was used already") }
        guard row.integer(2) > now else { throw Failure.refused(ResultCode.ticketExpired, "the ticket was good until \(row.integer(2))") }
        guard try isStill(userId, purpose) else {
            throw Failure.refused(ResultCode.ticketUnknown, "the member was banned or has withdrawn since the ticket was given")
        }
        try claim("UPDATE short_term_tickets SET used_date = ? WHERE ticket_hash = ? AND used_date IS NULL", [.integer(now), .text(hash)])
        return .success(["ticket": ["userId": .string(userId), "purpose": .string(purpose)]])
    }
}
