import Codecs
import Linux
import Messages

/// Whether an account for a transfer is good, for a game server that was told its password in clear. The key is made here then, in slices;
/// a device makes it itself.
extension Members {
    /// A wrong password counts against the account. A wrong id is no account's, and the device that tried is not known.
    func checkTransfer(
        _ given: Parameters, _ request: Request, _ end: @escaping (String) throws(Failure) -> Reply
    ) throws(Failure) -> SlicedWork {
        let id = try given.text("id")
        let password = try given.optionalText("password") ?? ""
        try checkTransferIsConfigured()
        let account = try usableTransferAccount(id, request)
        return SlicedWork(TransferKey(of: password, salt: account.salt)) { (state) throws(Failure) in
            guard account.salt != nil else { return try end(account.userId) }
            guard let hash = try slice(of: &state) else { return nil }
            // Others may have used it, or tried it too often, meanwhile.
            let now = try usableTransferAccount(id, request)
            guard now.salt == account.salt, ServiceCore.sameSecret(now.keyHash ?? "", hash) else {
                throw try wrongTry(id, at: id, ResultCode.transferPasswordWrong, "account.password: is wrong", request)
            }
            try forgetFailures(id)
            try tries(atAccount: id, request).right(Self.owner(now.userId))
            return try end(now.userId)
        }
    }

    /// The key of a password that is made here.
    struct TransferKey {
        fileprivate var work: PBKDF2?
        fileprivate var turn: PasswordTurns.Turn?
        /// So that a slice takes about a millisecond.
        fileprivate static let iterations = 2_000

        init(of password: String, salt: String?) { work = salt.flatMap { PasswordSalt.derivation(of: password, salt: $0) } }
    }

    /// - Returns: the key's hash; nil while there is more to do, or no turn yet.
    func slice(of key: inout TransferKey) throws(Failure) -> String? {
        if key.turn == nil {
            guard let turn = core.passwordTurns.take(1) else {
                core.wait()
                return nil
            }
            key.turn = turn
        }
        core.spend(Work.ofKeySlice)
        key.work?.advance(by: TransferKey.iterations)
        guard let made = key.work?.key else {
            if key.work != nil {
                core.computes()
                return nil
            }
            throw Failure.refused(ResultCode.transferPasswordWrong, "account.password: the account's salt is not readable")
        }
        #if !hasFeature(Embedded)
        // What is done with it needs a transaction.
        if core.isAside { return nil }
        #endif
        return ServiceCore.fingerprint(Hex.encode(made))
    }

    private func usableTransferAccount(_ id: String, _ request: Request) throws(Failure) -> TransferAccount {
        guard let account = try transferAccount(id) else {
            throw Failure.refused(ResultCode.transferIdWrong, "account.id: there is no such account")
        }
        try tries(atAccount: id, request).admit(Self.owner(account.userId)) { tooManyTries(id, $0) }
        try refuseBlocked(id, at: id)
        try refuseOver(account)
        guard let valid = try valid(of: account.userId) else { throw Self.memberIsGone() }
        try refuseClosed(account.userId, valid, bannedCode: ResultCode.bannedAtLogin, deletedCode: ResultCode.transferIdWrong)
        return account
    }

    /// Used, or too old.
    func refuseOver(_ account: TransferAccount) throws(Failure) {
        if account.isUsed { throw Failure.refused(ResultCode.transferUsed, "account.id: the account was used for a transfer already") }
        if let date = account.expiresDate, date <= now {
            throw Failure.refused(ResultCode.transferExpired, "account.id: the account was good until \(date)")
        }
    }
}
