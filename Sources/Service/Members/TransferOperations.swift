#if !hasFeature(Embedded)
import Codecs
import Linux
import Messages
import Storage

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

    private func issueTransferAccount(to userId: String) throws(Failure) -> SlicedWork {
        try refuseNoGuestThere(userId)
        let (issued, password) = try newTransferAccount(of: userId)
        return SlicedWork(TransferKey(of: password ?? "", salt: issued.salt)) { (state) throws(Failure) in
            var account = issued
            if account.salt != nil {
                guard let hash = try slice(of: &state) else { return nil }
                account.keyHash = hash
            }
            try core.lock(member: userId)
            try refuseNoGuestThere(userId)
            try keep(&account)
            var answer = try shownToOperator(of: userId)
            answer["password"] = .optional(password)
            return .success(.object(answer))
        }
    }

    /// Nor one who is gone.
    private func refuseNoGuestThere(_ userId: String) throws(Failure) {
        guard let valid = try valid(of: userId), valid != MemberState.missing, valid != MemberState.withdrawn else {
            throw Failure.refused(ResultCode.memberMissing, "userId: there is no member \"\(userId)\"")
        }
        try refuseNoGuest(userId)
    }
}
#endif
