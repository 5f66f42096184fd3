import Codecs
import Linux
import Messages
import Storage

/// Tickets for an identity that another member has: its owner proved that it is theirs, and chooses once, within five minutes,
/// whether it moves to the present member or the session goes over to the other.
struct ForcingTicket {
    static let lifetimeMilliseconds: Int64 = 5 * 60_000

    /// Of the ticket's secret, under which it is kept.
    var keyHash: String
    var mappedUserId: String
    var idPCode: String
    var authKey: String
    var subCode: String?
}

extension Members {
    /// A ticket for a refusal, which is kept with it. With the keys of the SDK's TCGBForcingMappingTicket. The token in it is a secret of this ticket, and opens no session.
    func issueForcingTicket(to session: Session, owner: String, _ credential: Credential) throws(Failure) -> JSON {
        let key = newSecret()
        let token = newSecret()
        let (date, overflow) = now.addingReportingOverflow(ForcingTicket.lifetimeMilliseconds)
        let expires = overflow ? Int64.max : date
        let values: [Value] = [
            .text(ServiceCore.fingerprint(key)), .text(session.userId), .text(owner), .text(credential.idPCode), .text(credential.authKey),
            Value(credential.subCode), .text(ServiceCore.fingerprint(token)), .integer(expires),
        ]
        keepWhenRefused(.forcingTicket) { [self] () throws(Failure) in
            try run(
                """
                INSERT INTO forcing_tickets (key_hash, user_id, mapped_user_id, idp_code, auth_key, sub_code, token_hash, expires_date)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """, values)
        }
        return [
            "userId": .string(session.userId), "mappedUserId": .string(owner),
            "mappedUserValid": .string(try member(owner)?.valid ?? MemberState.normal), "idPCode": .string(credential.idPCode),
            "forcingMappingKey": .string(key), "expirationDate": .integer(expires), "accessToken": .string(token),
            "subCode": .optional(credential.subCode), "extraParams": [:],
        ]
    }

    /// The ticket that a request shows; refuses one that is not the session's, used, late, or does not fit what it was given for.
    func forcingTicket(_ request: Request, of session: Session) throws(Failure) -> ForcingTicket {
        let parameters = Parameters(request.parameters)
        let keyHash = ServiceCore.fingerprint(try parameters.text("forcingMappingKey"))
        let mappedUserId = try parameters.text("mappedUserId", bytesMax: 64)
        let shown = try parameters.object("tokenInfo")
        let idPCode = try shown.text("idPCode", bytesMax: 64)
        let token = try shown.text("accessToken")
        let rows = try query(
            """
            SELECT user_id, mapped_user_id, idp_code, auth_key, sub_code, token_hash, expires_date, used_date
            FROM forcing_tickets WHERE key_hash = ?
            """, [.text(keyHash)])
        guard let row = rows.first, row.text(0) == session.userId else {
            throw Failure.refused(ResultCode.forcingTicketMissing, "forcingMappingKey: this member was given no such ticket")
        }
        if row.integerOrNil(7) != nil { throw Failure.refused(ResultCode.forcingTicketUsed, "the ticket was used already") }
        guard row.integer(6) > now else {
            throw Failure.refused(
                ResultCode.forcingTicketExpired, "the ticket was good until \(row.integer(6)); ask for a new one by mapping again")
        }
        guard row.text(2) == idPCode else {
            throw Failure.refused(ResultCode.forcingTicketOtherIdP, "tokenInfo.idPCode: the ticket is for \(row.text(2))")
        }
        guard row.text(5) == ServiceCore.fingerprint(token), row.text(1) == mappedUserId else {
            throw Failure.refused(ResultCode.forcingTicketOtherKey, "the ticket is for another account than it says")
        }
        return ForcingTicket(
            keyHash: keyHash, mappedUserId: mappedUserId, idPCode: idPCode, authKey: row.text(3), subCode: row.textOrNil(4))
    }

    func use(_ ticket: ForcingTicket) throws(Failure) {
        try claim(
            "UPDATE forcing_tickets SET used_date = ? WHERE key_hash = ? AND used_date IS NULL", [.integer(now), .text(ticket.keyHash)])
    }
}
