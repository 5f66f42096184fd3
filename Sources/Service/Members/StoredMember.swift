import Codecs
import Storage

/// `valid` of a member, with the codes of the server API guide ("Member Valid Code").
enum MemberState {
    static let normal = "Y"
    static let withdrawn = "D"
    static let banned = "B"
    /// A withdrawal waits out its grace period.
    static let withdrawing = "T"
    /// A ban is suspended.
    static let graceBanned = "P"
    /// A guest whose device another guest was moved to.
    static let missing = "M"

    /// Nothing comes of such a member any more, and nothing new is kept of it.
    static func isGone(_ state: String) -> Bool { state == withdrawn || state == missing }
}

/// Who ended a membership, with the codes of the server API guide ("Withdraw Histories").
enum WithdrawalType {
    static let app = "WAA"
    static let gameServer = "WAES"
    static let graceExpired = "WAGE"
    static let console = "WACS"
}

/// A game user and the identities that lead to it.
struct StoredMember {
    var userId: String
    var valid: String
    var registeredDate: Int64
    /// nil until the second login.
    var lastLoginDate: Int64?
    var mappings: [Mapping]
    /// When a withdrawal that waits comes due.
    var withdrawalDate: Int64?
    var graceBan: StoredGraceBan?
    /// This very request registered it.
    var isNew = false
    #if !hasFeature(Embedded)
    /// The days on which it had, as a log-in has read them.
    var played: Figures.MemberRow?
    /// What the log-in that read it does with its sessions.
    var sessions = Members.SessionCount.lookedAt
    #else
    var sessions: Members.SessionCount { .lookedAt }
    #endif

    struct Mapping {
        var idPCode: String
        var authKey: String
        var registeredDate: Int64
        /// The player took the provider's consent back there.
        var isRevoked = false

        #if !hasFeature(Embedded)
        static let columns = "a.idp_code, a.auth_key, a.registered_date, r.revoked_date"
        static let revocations = "LEFT JOIN idp_revocations r ON r.user_id = a.user_id AND r.idp_code = a.idp_code"
        #endif
    }

    func json(appId: String?) -> JSON {
        var object: JSONObject = [
            "userId": .string(userId), "appId": .string(appId ?? ""), "valid": .string(valid), "regDate": .integer(registeredDate),
        ]
        if let lastLoginDate { object["lastLoginDate"] = .integer(lastLoginDate) }
        object["authList"] = .array(
            mappings.map { mapping in
                [
                    "userId": .string(userId), "authSystem": "gbid", "idPCode": .string(mapping.idPCode),
                    "authKey": .string(mapping.authKey),
                    "regDate": .integer(mapping.registeredDate),
                ]
            })
        if let withdrawalDate { object["temporaryWithdrawal"] = ["gracePeriodDate": .integer(withdrawalDate)] }
        if let graceBan { object["graceBan"] = graceBan.json }
        return .object(object)
    }
}

extension Members {
    func member(_ userId: String) throws(Failure) -> StoredMember? {
        let rows = try query(
            "SELECT valid, registered_date, last_login_date, grace_period_date FROM members WHERE user_id = ?", [.text(userId)])
        guard let row = rows.first else { return nil }
        var member = StoredMember(
            userId: userId, valid: row.text(0), registeredDate: row.integer(1), lastLoginDate: row.integerOrNil(2),
            mappings: try mappings(of: userId), withdrawalDate: row.integerOrNil(3))
        // A withdrawal that waits hides a suspended ban in `valid`.
        if member.valid == MemberState.graceBanned || member.withdrawalDate != nil { member.graceBan = try graceBan(of: userId) }
        return member
    }

    /// What the last login said of the device; nil when it said nothing.
    func info(of userId: String) throws(Failure) -> JSON? {
        guard let text = try query("SELECT info FROM members WHERE user_id = ?", [.text(userId)]).first?.textOrNil(0) else { return nil }
        return KeptJSON.read(text)
    }

    /// The member of a session. In good standing there is nothing that could have changed since the session was read.
    func member(of session: Session) throws(Failure) -> StoredMember? {
        guard session.valid == MemberState.normal else { return try member(session.userId) }
        var mappings: [StoredMember.Mapping]?
        #if !hasFeature(Embedded)
        mappings = session.mappings
        #endif
        if mappings == nil { mappings = try self.mappings(of: session.userId) }
        return StoredMember(
            userId: session.userId, valid: session.valid, registeredDate: session.registeredDate, lastLoginDate: session.lastLoginDate,
            mappings: mappings ?? [])
    }

    func mappings(of userId: String) throws(Failure) -> [StoredMember.Mapping] {
        Self.mappings(
            try query(
                """
                SELECT a.idp_code, a.auth_key, a.registered_date, r.revoked_date FROM mappings a
                LEFT JOIN idp_revocations r ON r.user_id = a.user_id AND r.idp_code = a.idp_code
                WHERE a.user_id = ? ORDER BY a.registered_date, a.idp_code
                """, [.text(userId)]))
    }

    /// - Parameter first: where their columns begin; a row without one is of a member that has none.
    static func mappings(_ rows: [Row], at first: Int = 0) -> [StoredMember.Mapping] {
        var mappings: [StoredMember.Mapping] = []
        for row in rows where !row.isNull(first) {
            mappings.append(
                StoredMember.Mapping(
                    idPCode: row.text(first), authKey: row.text(first + 1), registeredDate: row.integer(first + 2),
                    isRevoked: !row.isNull(first + 3)))
        }
        return mappings
    }
}
