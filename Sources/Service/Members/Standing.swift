import Codecs
import Messages
import Storage

/// `valid` of a member: what is noted about it, and what time and payments have made of that since it was last looked at.
extension Members {
    /// A ban is over, a suspended one was bought off or came into force, a withdrawal came due: found out here, by the service time,
    /// whenever the member is met. Until then nobody can tell the difference.
    /// - Returns: what the member is now.
    func settled(_ userId: String, _ valid: String) throws(Failure) -> String {
        var valid = valid
        // Others may decide about the member at the same moment: what is done here is done of what it is behind the lock.
        if core.isShared, [MemberState.banned, MemberState.withdrawing, MemberState.graceBanned].contains(valid) {
            try core.lock(member: userId)
            valid = try self.valid(of: userId) ?? MemberState.missing
        }
        while true {
            switch valid {
            case MemberState.banned:
                if try currentBan(of: userId) != nil { return valid }
                guard try isBanOver(userId) else { return MemberState.normal }
                try closeBans(of: userId)
            case MemberState.withdrawing, MemberState.graceBanned:
                // The ban first: a withdrawal must be no way around it.
                let changed = try settleGraceBan(userId) ? true : try settleWithdrawal(userId)
                if !changed { return valid }
            default: return valid
            }
            valid = try renewValid(of: userId)
            keepWhenRefused(.standing) { [self] () throws(Failure) in
                _ = try settled(userId, try self.valid(of: userId) ?? MemberState.missing)
            }
        }
    }

    func setValid(_ valid: String, of userId: String, insteadOf old: String) throws(Failure) {
        try claim("UPDATE members SET valid = ? WHERE user_id = ? AND valid = ?", [.text(valid), .text(userId), .text(old)])
        if valid != MemberState.normal { core.rightsChanged(.member(userId)) }
        try analytics.countMember(valid, insteadOf: old)
    }

    func valid(of userId: String) throws(Failure) -> String? {
        try query("SELECT valid FROM members WHERE user_id = ?", [.text(userId)]).first?.text(0)
    }

    /// Brings `valid` up to date with the bans and withdrawals that are noted.
    /// - Parameter tells: clients hear of it although it stayed the same.
    @discardableResult
    func renewValid(of userId: String, tells: Bool = false) throws(Failure) -> String {
        let rows = try query(
            """
            SELECT valid, CASE WHEN valid IN ('D', 'M') THEN valid
                WHEN EXISTS (SELECT 1 FROM bans b WHERE b.user_id = m.user_id AND b.released_date IS NULL) THEN 'B'
                WHEN grace_period_date IS NOT NULL THEN 'T'
                WHEN EXISTS (SELECT 1 FROM grace_bans g WHERE g.user_id = m.user_id) THEN 'P' ELSE 'Y' END
            FROM members m WHERE user_id = ?
            """, [.text(userId)])
        guard let row = rows.first else { return MemberState.missing }
        let valid = row.text(1)
        let changed = valid != row.text(0)
        if changed { try setValid(valid, of: userId, insteadOf: row.text(0)) }
        if changed || tells { raise(.memberChanged, userId: userId, ["valid": .string(valid)]) }
        return valid
    }
}
