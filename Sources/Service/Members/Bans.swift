import Codecs
import Linux
import Messages
import Storage

/// Bans: temporary or permanent, told at login and at every heartbeat ("Ban" page of the console guide).
extension Members {
    static let temporary = "TEMPORARY"
    static let permanent = "PERMANENT"
    static let banMessageBytesMax = 4096

    /// {userId, banType, message, endDate (ms, for TEMPORARY)}
    func ban(_ request: Request) throws(Failure) -> Reply {
        let parameters = Parameters(request.parameters)
        let userId = try parameters.text("userId", bytesMax: 64)
        let type = try parameters.oneOf("banType", [Self.temporary, Self.permanent])
        let message = try parameters.optionalText("message", bytesMax: Self.banMessageBytesMax) ?? ""
        var end: Int64?
        if type == Self.temporary {
            let date = try parameters.integer("endDate", in: 0...Int64.max)
            guard date > now else { throw parameters.wrong("endDate", "must be later than now (\(now))") }
            end = date
        }
        try ban(userId, type: type, end: end, message: message)
        return .success()
    }

    /// - Parameter told: what whoever bans says of it, as JSON; nil for the console.
    func ban(_ userId: String, type: String, end: Int64?, message: String, told: String? = nil) throws(Failure) {
        try lockExisting(userId)
        try closeBans(of: userId)
        try insertBan(userId, type: type, begin: now, end: end, message: message, told: told)
        try renewValid(of: userId, tells: true)
    }

    func insertBan(
        _ userId: String, type: String, begin: Int64, end: Int64?, message: String, told: String? = nil
    ) throws(Failure) {
        try run(
            """
            INSERT INTO bans (user_id, begin_date, ban_type, end_date, message, banned_by) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (user_id, begin_date) DO UPDATE SET ban_type = excluded.ban_type, end_date = excluded.end_date,
                message = excluded.message, released_date = NULL, banned_by = excluded.banned_by, released_by = NULL
            """,
            [.text(userId), .integer(begin), .text(type), Value(end), .text(message), Value(told)])
    }

    func releaseBan(_ request: Request) throws(Failure) -> Reply {
        let userId = try Parameters(request.parameters).text("userId", bytesMax: 64)
        try releaseBan(of: userId, told: "{}")
        return .success()
    }

    /// - Parameter told: what whoever releases says of it, as JSON.
    func releaseBan(of userId: String, told: String) throws(Failure) {
        try lockExisting(userId)
        try closeBans(of: userId, told: told)
        try renewValid(of: userId)
    }

    /// Lets members pass who may play, with a withdrawal or a ban that is still to come too.
    func refuseClosed(_ userId: String, _ valid: String, bannedCode: Int32, deletedCode: Int32) throws(Failure) {
        try refuseClosed(userId, settled: try settled(userId, valid), bannedCode: bannedCode, deletedCode: deletedCode)
    }

    /// The same where the caller has settled the member's standing.
    func refuseClosed(_ userId: String, settled valid: String, bannedCode: Int32, deletedCode: Int32) throws(Failure) {
        switch valid {
        case MemberState.withdrawn: throw Failure.refused(deletedCode, "this member has withdrawn")
        case MemberState.missing: throw Failure.refused(deletedCode, "this guest gave way to another one on its device")
        case MemberState.banned:
            guard let ban = try currentBan(of: userId) else { return }
            throw Failure.refused(bannedCode, "this member is banned", body: ["ban": ban])
        default: return
        }
    }

    /// With the keys of the SDK's TCGBBanInfo; nil when no ban lasts.
    func currentBan(of userId: String) throws(Failure) -> JSON? {
        let rows = try query(
            """
            SELECT ban_type, begin_date, end_date, message FROM bans WHERE user_id = ? AND released_date IS NULL
            ORDER BY begin_date DESC LIMIT 1
            """, [.text(userId)])
        guard let row = rows.first else { return nil }
        var ban: JSONObject = ["userId": .string(userId), "banType": .string(row.text(0)), "beginDate": .integer(row.integer(1))]
        if let end = row.integerOrNil(2) {
            guard end > now else { return nil }
            ban["endDate"] = .integer(end)
        }
        ban["message"] = .string(PercentEncoding.encode(row.text(3)))
        ban["csInfo"] = .string(settings.customerService.accessInfo)
        ban["csUrl"] = .string(settings.customerService.url)
        return .object(ban)
    }

    /// Of a member who has one that no longer lasts. One whose end only one clock has seen is not lifted for good.
    func isBanOver(_ userId: String) throws(Failure) -> Bool {
        #if hasFeature(Embedded)
        true
        #else
        try !query("SELECT end_date FROM bans WHERE user_id = ? AND released_date IS NULL", [.text(userId)]).contains {
            !core.isOver($0.integerOrNil(0) ?? Int64.min)
        }
        #endif
    }

    /// Nobody else decides about the member until the transaction ends.
    func lockExisting(_ userId: String) throws(Failure) {
        try core.lock(member: userId)
        let rows = try query("SELECT valid FROM members WHERE user_id = ?", [.text(userId)])
        guard let row = rows.first, row.text(0) != MemberState.withdrawn, row.text(0) != MemberState.missing else {
            throw Failure.refused(ResultCode.memberMissing, "userId: there is no member \"\(userId)\"")
        }
    }

    /// - Parameter told: of a release; nil for a ban that gave way to another, or whose time was over.
    func closeBans(of userId: String, told: String? = nil) throws(Failure) {
        try run(
            "UPDATE bans SET released_date = ?, released_by = ? WHERE user_id = ? AND released_date IS NULL",
            [.integer(now), Value(told), .text(userId)])
    }
}

#if !hasFeature(Embedded)
/// Nobody meets a member who stays away: in the report the ban would last for ever, and a suspended one never begin.
extension Members {
    /// Of a bite: most bans last, and are only looked at. Each that is settled changes several rows.
    private static let bansOfBite = 64
    private static let settledOfBite = 8

    /// A bite of the bans that are over.
    /// - Parameter last: the last one that was looked at.
    /// - Returns: whether nothing is left.
    func settleBansOver(after last: inout (date: Int64, userId: String), _ due: Int64) throws(Failure) -> Bool {
        let rows = try query(
            """
            SELECT begin_date, user_id, end_date FROM bans WHERE released_date IS NULL AND (begin_date, user_id) > (?, ?)
            ORDER BY begin_date, user_id LIMIT \(Self.bansOfBite)
            """, [.integer(last.date), .text(last.userId)])
        var settled = 0
        for row in rows {
            last = (row.integer(0), row.text(1))
            guard let end = row.integerOrNil(2), end <= due else { continue }
            try settleUnmet(row.text(1))
            settled += 1
            if settled == Self.settledOfBite { return false }
        }
        return rows.count < Self.bansOfBite
    }

    /// A bite of the suspended bans that come into force, or were bought off.
    func settleGraceBansDue(after last: inout String, _ due: Int64) throws(Failure) -> Bool {
        let rows = try query(
            "SELECT user_id, grace_period_date FROM grace_bans WHERE user_id > ? ORDER BY user_id LIMIT \(Self.bansOfBite)", [.text(last)])
        var settled = 0
        for row in rows {
            last = row.text(0)
            guard row.integer(1) <= due else { continue }
            try settleUnmet(last)
            // Of a member who is gone, or free already, it would be looked at each day.
            let valid = try valid(of: last) ?? MemberState.missing
            if valid == MemberState.normal || MemberState.isGone(valid) { try forgetGraceBan(of: last) }
            settled += 1
            if settled == Self.settledOfBite { return false }
        }
        return rows.count < Self.bansOfBite
    }

    /// One that cannot be settled keeps none behind it.
    private func settleUnmet(_ userId: String) throws(Failure) {
        _ = try attempt { () throws(Failure) in _ = try settled(userId, try valid(of: userId) ?? MemberState.missing) }
    }
}
#endif
