import Linux
import Storage
import Wire

/// Heartbeat, logout and withdrawal.
extension Service {
    func heartbeat(_ request: Request) throws(Failure) -> Reply {
        _ = try authenticated(request)
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
        let session = try authenticated(request, admitting: .anyone)
        guard session.valid != MemberState.withdrawn else {
            throw Failure.refused(ResultCode.alreadyWithdrawn, "this member has withdrawn already")
        }
        if session.valid == MemberState.banned {
            try refuseClosed(
                session.userId, session.valid, bannedCode: ResultCode.memberBanned, deletedCode: ResultCode.memberDeleted)
        }
        try endOpenPayments(of: session.userId)
        try run(
            "UPDATE members SET valid = ?, withdrawn_date = ? WHERE user_id = ?",
            [.text(MemberState.withdrawn), .integer(now), .text(session.userId)])
        try run("DELETE FROM mappings WHERE user_id = ?", [.text(session.userId)])
        try forgetPush(of: session.userId)
        raise("memberChanged", userId: session.userId, ["valid": .string(MemberState.withdrawn)])
        return .success()
    }

    /// Nobody can drive a withdrawn member's payments on: what the store holds is called off, what it has captured is entered.
    private func endOpenPayments(of userId: String) throws(Failure) {
        let rows = try query(
            "SELECT \(Payment.columns) FROM payments WHERE user_id = ? AND state < ?", [.text(userId), .integer(PaymentState.unconsumed)])
        for row in rows {
            do throws(Failure) {
                try reportUnpaid(Payment(row), PaymentState.cancelled)
            } catch {
                // A refusal is kept with the unmatched money and is no reason to refuse the withdrawal.
                if case .storage = error { throw error }
            }
        }
    }
}
