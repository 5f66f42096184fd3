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

    private func withdrawalDate(of userId: String) throws(Failure) -> Int64? {
        try query("SELECT grace_period_date FROM members WHERE user_id = ?", [.text(userId)]).first?.integerOrNil(0)
    }

    private func note(withdrawal date: Int64?, of userId: String) throws(Failure) {
        try run("UPDATE members SET grace_period_date = ? WHERE user_id = ?", [Value(date), .text(userId)])
        core.rightsChanged(.member(userId))
        try renewValid(of: userId)
    }
}
