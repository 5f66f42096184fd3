import Codecs
import Linux
import Messages
import Storage

/// Sign-in with an identity provider and with a stored session token ("Authentication" page of the SDK).
extension Members {
    static let guestSecretBytesMin = 16
    static let guestSecretBytesMax = 256

    func idPLogin(_ request: Request) throws(Failure) -> Reply {
        let idP = try Parameters(request.parameters).object("idPInfo")
        let code = try idP.text("idPCode", bytesMax: 64)
        guard code == IdPSettings.guest else {
            let credential = try credential(idP, of: request)
            let member = try signIn(credential.idPCode, authKey: credential.authKey, noted(request))
            try analytics.noteMetricsKey(request, of: member.userId)
            let token = try openSession(of: member, by: credential.idPCode, authKey: credential.authKey)
            let reply = login(member, idPCode: credential.idPCode, token: token, subCode: credential.subCode)
            try forgetRevocations(of: member.userId, code)
            return reply
        }
        guard settings.permitsGuests else {
            throw Failure.refused(ResultCode.idPNotConfigured, "idPInfo.idPCode: guests are switched off in the console settings")
        }
        let secret = try guestSecret(idP)
        let (named, again) = try namedSession(secret, request)
        if let again, let named { return authToken(again, idPCode: code, token: named) }
        let authKey = Self.guestKey(secret)
        let member = try signIn(code, authKey: authKey, noted(request))
        try analytics.noteMetricsKey(request, of: member.userId)
        let token = try openSession(of: member, by: code, authKey: authKey, named: named)
        return authToken(member, idPCode: code, token: token)
    }

    private func guestSecret(_ idP: Parameters) throws(Failure) -> String {
        let secret = try idP.text("accessToken", bytesMax: Self.guestSecretBytesMax)
        guard secret.utf8.count >= Self.guestSecretBytesMin else {
            throw idP.wrong("accessToken", "must be at least \(Self.guestSecretBytesMin) bytes")
        }
        return secret
    }

    /// The mapping key of the guest secret in `idP`.
    func guestKey(_ idP: Parameters) throws(Failure) -> String { Self.guestKey(try guestSecret(idP)) }

    /// A fresh token for a stored one. The stored one ends when the fresh one is first used: should the answer be lost, the
    /// client can ask again with what it has.
    func tokenLogin(_ request: Request) throws(Failure) -> Reply {
        let info = try Parameters(request.parameters).object("tokenInfo")
        let old = try info.text("accessToken")
        let found = try session(token: old, .identities)
        guard let session = found, session.expiresDate > now else {
            throw try refusal(of: found, "tokenInfo.accessToken: unknown or expired; log in with a provider again")
        }
        // A guest that mapped another provider may not have heard the answer; its token is still its own.
        if let code = try info.optionalText("idPCode"), code != session.idPCode, code != IdPSettings.guest {
            throw Failure.refused(ResultCode.authenticationWrong, "tokenInfo.idPCode: this token was given for \(session.idPCode)")
        }
        try refuseClosed(session.userId, session.valid, bannedCode: ResultCode.bannedAtLogin, deletedCode: ResultCode.memberMissing)
        guard let member = try member(of: session) else {
            throw Failure.refused(ResultCode.memberMissing, "the member of this token is gone")
        }
        let named = nameOfSuccessor(old, request)
        if let named, session.successorHash == ServiceCore.fingerprint(named) {
            return login(member, idPCode: session.idPCode, token: named)
        }
        try analytics.noteMetricsKey(request, of: session.userId)
        let device = noted(request)
        let token = try replaceSession(session, named: named)
        try noteLogin(session.userId, device, .same)
        return login(member, idPCode: session.idPCode, token: token)
    }

    /// The member of an identity; a new identity makes a new member.
    func signIn(_ idPCode: String, authKey: String, _ info: String? = nil) throws(Failure) -> StoredMember {
        #if hasFeature(Embedded)
        let rows = try query(
            """
            SELECT m.user_id, m.valid FROM mappings a JOIN members m ON m.user_id = a.user_id
            WHERE a.idp_code = ? AND a.auth_key = ?
            """, [.text(idPCode), .text(authKey)])
        #else
        let rows = try query(
            """
            SELECT m.user_id, m.valid, m.registered_date, m.last_login_date, m.open_sessions, \(Figures.MemberRow.columns),
                \(StoredMember.Mapping.columns)
            FROM mappings i JOIN members m ON m.user_id = i.user_id
            JOIN mappings a ON a.user_id = i.user_id \(StoredMember.Mapping.revocations)
            WHERE i.idp_code = ? AND i.auth_key = ? ORDER BY a.registered_date, a.idp_code
            """, [.text(idPCode), .text(authKey)])
        #endif
        guard let row = rows.first else { return try register(idPCode, authKey, info) }
        let userId = row.text(0)
        let valid = try settled(userId, row.text(1))
        // The withdrawal came due while nobody looked, and freed the identity.
        if valid == MemberState.withdrawn { return try register(idPCode, authKey, info) }
        try refuseClosed(userId, settled: valid, bannedCode: ResultCode.bannedAtLogin, deletedCode: ResultCode.memberMissing)
        var found: StoredMember?
        #if !hasFeature(Embedded)
        if row.text(1) == MemberState.normal {
            found = StoredMember(
                userId: userId, valid: valid, registeredDate: row.integer(2), lastLoginDate: row.integerOrNil(3),
                mappings: Self.mappings(rows, at: 5 + Figures.MemberRow.columnCount), played: Figures.MemberRow(row, at: 5))
            found?.sessions = SessionCount(row.integerOrNil(4))
        }
        #endif
        // Of others, what was found out by now has changed it.
        if found == nil { found = try member(userId) }
        guard let member = found else {
            throw Failure.refused(ResultCode.memberMissing, "the member of this identity is gone")
        }
        try noteLogin(userId, info, member.sessions)
        return member
    }

    private func register(_ idPCode: String, _ authKey: String, _ info: String?) throws(Failure) -> StoredMember {
        let userId = core.newUserId()
        let date = now
        #if !hasFeature(Embedded)
        try core.chargeNetwork(1, .guests)
        #endif
        try run(
            """
            INSERT INTO members (user_id, valid, registered_date, last_login_date, info, open_sessions,
                \(Figures.MemberRow.columnsAtFirst))
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [.text(userId), .text(MemberState.normal), .integer(date), .integer(date), Value(info), Self.sessionsAtFirst]
                + figures.noteJoined(provider: idPCode))
        try analytics.countMember(MemberState.normal, insteadOf: nil)
        #if !hasFeature(Embedded)
        if try analytics.isNewDevice(core.memberSaid) { figures.add(.joinedAnew, day: settings.day(of: date)) }
        #endif
        try core.noteFirstSweep()
        try run(
            "INSERT INTO mappings (idp_code, auth_key, user_id, registered_date) VALUES (?, ?, ?, ?)",
            [.text(idPCode), .text(authKey), .text(userId), .integer(date)])
        return StoredMember(
            userId: userId, valid: MemberState.normal, registeredDate: date, lastLoginDate: nil,
            mappings: [StoredMember.Mapping(idPCode: idPCode, authKey: authKey, registeredDate: date)], isNew: true)
    }

    #if hasFeature(Embedded)
    /// They are not counted: each log-in looks at them.
    private static let sessionsAtFirst = Value.null

    func noteLogin(_ userId: String, _ info: String? = nil, _ sessions: SessionCount = .lookedAt) throws(Failure) {
        guard let info else {
            return try run("UPDATE members SET last_login_date = ? WHERE user_id = ?", [.integer(now), .text(userId)])
        }
        try run("UPDATE members SET last_login_date = ?, info = ? WHERE user_id = ?", [.integer(now), .text(info), .text(userId)])
    }
    #else
    private static let sessionsAtFirst = Value.integer(1)

    func noteLogin(_ userId: String, _ info: String? = nil, _ sessions: SessionCount = .lookedAt) throws(Failure) {
        guard let info else {
            return try run(
                "UPDATE members SET last_login_date = ?\(sessions.change) WHERE user_id = ?", [.integer(now), .text(userId)])
        }
        try run(
            "UPDATE members SET last_login_date = ?\(sessions.change), info = ? WHERE user_id = ?",
            [.integer(now), .text(info), .text(userId)])
    }
    #endif

    /// What becomes of `members.open_sessions`: of the sessions that log-ins by an identity have opened so many are there at most. Without
    /// it each such log-in read as many sessions as a member may keep. A game's own process reads them, and counts none.
    enum SessionCount {
        /// One replaces another.
        case same
        /// There is room for one more.
        case more
        /// The older ones end, and as many as may stay are left.
        case lookedAt

        #if !hasFeature(Embedded)
        init(_ known: Int64?) { self = known ?? Int64.max < Members.sessionsBeforeLook ? .more : .lookedAt }

        var change: String {
            switch self {
            case .same: ""
            case .more: ", open_sessions = open_sessions + 1"
            case .lookedAt: ", open_sessions = \(Members.sessionsPerMemberMax)"
            }
        }
        #endif
    }

    static let memberInfoBytesMax = 64
    /// What a login says of the device, with the keys of the server API's `memberInfo`.
    private static let memberInfoKeys = [
        "deviceCountryCode", "usimCountryCode", "deviceLanguage", "osCode", "telecom", "storeCode", "network", "deviceModel", "osVersion",
        "sdkVersion", "clientVersion",
    ]

    /// What a login says of the device, which figures are divided by as well.
    func noted(_ request: Request) -> String? {
        core.memberSaid = request.parameters["member"]
        return Self.memberInfo(request)
    }

    /// As JSON; nil when the login says nothing. Nothing depends on it, so what is too long is left out and refuses no login.
    static func memberInfo(_ request: Request) -> String? {
        guard let member = request.parameters["member"] else { return nil }
        var info = JSONObject()
        for key in memberInfoKeys {
            guard let text = member[key]?.stringValue, !text.isEmpty, text.utf8.count <= memberInfoBytesMax else { continue }
            info[key == "deviceLanguage" ? "language" : key] = .string(text)
        }
        return info.isEmpty ? nil : JSON.object(info).text()
    }

    func authToken(_ member: StoredMember, idPCode: String, token: String, subCode: String? = nil) -> Reply {
        .success([
            "token": [
                "sourceIdPCode": .string(idPCode), "accessToken": .string(token), "accessTokenSecret": nil,
                "subCode": .optional(subCode),
                "extraParams": [:], "thirdIdPCode": nil, "expiresIn": .integer(Self.sessionMilliseconds / 1000),
            ],
            "member": member.json(appId: appId),
        ])
    }

    /// "GAMEBASE" and the secret's SHA-256 folded to 20 digits, in the form that the SDK's desktop client gives guests.
    static func guestKey(_ secret: String) -> String {
        var folded = [UInt8](repeating: 0, count: 10)
        for (index, byte) in SHA256.hash(Array(secret.utf8)).enumerated() { folded[index % folded.count] ^= byte }
        return "GAMEBASE" + Hex.encode(folded)
    }
}
