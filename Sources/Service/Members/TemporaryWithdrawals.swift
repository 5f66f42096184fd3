import Codecs
import Messages
import Storage

/// Withdrawals that wait, so that a player can think again: until the date the member plays on as before.
extension Members {
    /// {userId} -> {gracePeriodDate}
    func requestTemporaryWithdrawal(_ request: Request) throws(Failure) -> Reply {
        let session = try authenticatedAlone(request)
        guard try withdrawalDate(of: session.userId) == nil else {
            throw Failure.refused(ResultCode.alreadyTemporarilyWithdrawn, "this member's withdrawal waits already; cancel it first")
        }
        let date = now &+ settings.temporaryWithdrawal.gracePeriodDays * CalendarDay.dayMilliseconds
        try note(withdrawal: date, of: session.userId)
        return .success(["gracePeriodDate": .integer(date)])
    }

    /// {userId}
    func cancelTemporaryWithdrawal(_ request: Request) throws(Failure) -> Reply {
        let session = try authenticatedAlone(request)
        guard try withdrawalDate(of: session.userId) != nil else {
            throw Failure.refused(ResultCode.notTemporarilyWithdrawn, "no withdrawal of this member waits")
        }
        try note(withdrawal: nil, of: session.userId)
        return .success()
    }

    /// - Returns: whether the member's withdrawal came due.
    func settleWithdrawal(_ userId: String) throws(Failure) -> Bool {
        guard let date = try withdrawalDate(of: userId), core.isOver(date) else { return false }
        try withdraw(userId, WithdrawalType.graceExpired, date: date)
        return true
    }

    #if !hasFeature(Embedded)
    /// Of a bite: a withdrawal changes many rows.
    private static let withdrawalsOfBite = 8

    /// A bite of the withdrawals that came due. Who has asked to go does not come back, so nobody would meet the member.
    /// - Parameter last: the last one that was looked at; one that cannot be made yet, as a ban stands before it, keeps none behind it.
    /// - Returns: whether nothing is left.
    func settleDueWithdrawals(after last: inout (date: Int64, userId: String), _ due: Int64) throws(Failure) -> Bool {
        let rows = try query(
            """
            SELECT grace_period_date, user_id, valid FROM members WHERE grace_period_date IS NOT NULL AND grace_period_date <= ?
            AND (grace_period_date, user_id) > (?, ?) ORDER BY grace_period_date, user_id LIMIT \(Self.withdrawalsOfBite)
            """, [.integer(due), .integer(last.date), .text(last.userId)])
        for row in rows {
            last = (row.integer(0), row.text(1))
            _ = try attempt { () throws(Failure) in _ = try settled(row.text(1), row.text(2)) }
        }
        return rows.count < Self.withdrawalsOfBite
    }
    #endif

    private func withdrawalDate(of userId: String) throws(Failure) -> Int64? {
        try query("SELECT grace_period_date FROM members WHERE user_id = ?", [.text(userId)]).first?.integerOrNil(0)
    }

    private func note(withdrawal date: Int64?, of userId: String) throws(Failure) {
        try run("UPDATE members SET grace_period_date = ? WHERE user_id = ?", [Value(date), .text(userId)])
        core.rightsChanged(.member(userId))
        try renewValid(of: userId)
    }
}
