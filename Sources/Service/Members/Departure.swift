import Codecs
import Linux
import Messages
import Storage

/// Heartbeat, logout and withdrawal.
extension Members {
    func heartbeat(_ request: Request) throws(Failure) -> Reply {
        let session = try authenticated(request, reading: .played)
        #if hasFeature(Embedded)
        try figures.notePlayed(session.userId)
        #else
        try figures.notePlayed(session.userId, session.played)
        #endif
        return .success()
    }

    func logout(_ request: Request) throws(Failure) -> Reply {
        let session = try authenticated(request, admitting: .anyone)
        try endSession(session.tokenHash)
        return .success()
    }

    /// Deletes the member and frees its identities: the same identity makes a new member next time. Payments and sessions stay,
    /// so that money can be accounted for and a session is told that its member is gone.
    func withdraw(_ request: Request) throws(Failure) -> Reply {
        let session = try authenticatedAlone(request, admitting: .anyone)
        // Pending withdrawals are no obstacle; one that came due is done already.
        let valid = try settled(session.userId, session.valid)
        guard valid != MemberState.withdrawn else {
            throw Failure.refused(ResultCode.alreadyWithdrawn, "this member has withdrawn already")
        }
        try refuseClosed(session.userId, settled: valid, bannedCode: ResultCode.memberBanned, deletedCode: ResultCode.memberDeleted)
        try withdraw(session.userId, WithdrawalType.app, date: now)
        return .success()
    }

    /// In the member's place. The client that the member plays on still has its token; the game logs out there.
    func withdrawNamed(_ userId: String, _ type: String, by: String?) throws(Failure) -> Reply {
        try core.lock(member: userId)
        guard let found = try valid(of: userId), found != MemberState.missing else {
            throw Failure.refused(ResultCode.memberMissing, "userId: there is no member \"\(userId)\"")
        }
        guard try settled(userId, found) != MemberState.withdrawn else {
            throw Failure.refused(ResultCode.alreadyWithdrawn, "this member has withdrawn already")
        }
        try withdraw(userId, type, date: now, by: by)
        try closeBans(of: userId)
        return .success()
    }

    /// - Parameter by: who asked for it in the member's place.
    func withdraw(_ userId: String, _ type: String, date: Int64, by: String? = nil) throws(Failure) {
        try core.lock(member: userId)
        let valid = try valid(of: userId) ?? MemberState.withdrawn
        // Another server was asked for it while this waited.
        if core.isShared, valid == MemberState.withdrawn { return }
        try MemberEnd(core: core, userId: userId).leaving(at: date)
        try setValid(MemberState.withdrawn, of: userId, insteadOf: valid)
        try run(
            """
            UPDATE members SET withdrawn_date = ?, withdrawal_type = ?, withdrawn_by = ?, grace_period_date = NULL, info = NULL
            WHERE user_id = ?
            """, [.integer(date), .text(type), Value(by), .text(userId)])
        try run("DELETE FROM mappings WHERE user_id = ?", [.text(userId)])
        try forgetRevocations(of: userId)
        try forgetGraceBan(of: userId)
        try forgetTransferAccount(of: userId)
        try MemberEnd(core: core, userId: userId).unreachable()
        raise(.memberChanged, userId: userId, ["valid": .string(MemberState.withdrawn)])
    }
}
