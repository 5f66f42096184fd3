#if !hasFeature(Embedded)
import Linux
import Messages
import Storage
import Wire

/// What an operator does about the account with which a guest moves to another device: its player may have lost the device, and the
/// account with it.
extension Members {
    private static let actions = ["show", "issue", "unblock", "end"]

    /// {userId, action} -> {account?, failures?, blockedUntil?, isBlocked, password?}. `issue` makes a new account in place of the one
    /// before; its password is in this answer alone.
    func operatorsTransferAccount(_ request: Request) throws(Failure) -> SlicedWork {
        let parameters = Parameters(request.parameters)
        let userId = try parameters.text("userId", bytesMax: 64)
        let action = try parameters.oneOf("action", Self.actions)
        try checkTransferIsConfigured()
        switch action {
        case "issue": return try issueTransferAccount(to: userId)
        case "unblock":
            try core.lock(member: userId)
            guard let account = try transferAccount(of: userId) else { throw Self.notIssued }
            try forgetFailures(account.id)
            try tries(atAccount: account.id, request).forget()
        case "end":
            try core.lock(member: userId)
            try forgetTransferAccount(of: userId)
        default: break
        }
        return SlicedWork(()) { (_) throws(Failure) in .success(.object(try shownToOperator(of: userId))) }
    }

    private func shownToOperator(of userId: String) throws(Failure) -> JSONObject {
        guard let account = try transferAccount(of: userId) else { return ["account": .null, "isBlocked": false] }
        let failures = try query(
            "SELECT fail_count, blocked_date, block_end_date FROM transfer_failures WHERE subject = ?", [.text(account.id)]
        ).first
        let end = failures?.integerOrNil(2)
        let isBlocked = failures?.integerOrNil(1) != nil && end ?? Int64.max > now
        return [
            "account": account.json, "isUsed": .bool(account.isUsed), "failures": .integer(failures?.integer(0) ?? 0),
            "isBlocked": .bool(isBlocked), "blockedUntil": isBlocked ? end.map { .integer($0) } ?? .null : .null,
        ]
    }

    /// The key of its password is made in slices, as `checkTransfer` does.
    private func issueTransferAccount(to userId: String) throws(Failure) -> SlicedWork {
        try refuseNoGuest(userId)
        let account = try newTransferAccount(of: userId)
        let work = account.salt.flatMap { PasswordSalt.derivation(of: account.password ?? "", salt: $0) }
        return SlicedWork((work: work, turn: PasswordTurns.Turn?.none)) { (state) throws(Failure) in
            if account.salt != nil {
                if state.turn == nil {
                    guard let turn = core.passwordTurns.take(1) else {
                        core.wait()
                        return nil
                    }
                    state.turn = turn
                }
                core.spend(Work.ofKeySlice)
                state.work?.advance(by: Self.transferIterations)
            }
            let key = state.work?.key.map { Hex.encode($0) }
            guard account.salt == nil || key != nil else {
                core.computes()
                return nil
            }
            if core.isAside { return nil }
            try core.lock(member: userId)
            try refuseNoGuest(userId)
            try insert(account, key: key)
            var answer = try shownToOperator(of: userId)
            answer["password"] = .optional(account.password)
            return .success(.object(answer))
        }
    }

    /// A guest alone is moved by an account, and one who is still there.
    private func refuseNoGuest(_ userId: String) throws(Failure) {
        guard let valid = try valid(of: userId), valid != MemberState.missing, valid != MemberState.withdrawn else {
            throw Failure.refused(ResultCode.memberMissing, "userId: there is no member \"\(userId)\"")
        }
        for mapping in try mappings(of: userId) where mapping.idPCode != IdPSettings.guest {
            throw Failure.refused(
                ResultCode.notGuestOnly,
                "userId: this member signs in with \(mapping.idPCode); an account moves a guest without any provider")
        }
    }
}
#endif
