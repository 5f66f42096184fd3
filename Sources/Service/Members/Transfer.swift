import Codecs
import Linux
import Messages
import Storage

/// Moving a guest to the device that knows its account. The guest's mapping becomes the new device's secret: the old device's secret
/// leads nowhere any more, and a guest that was on the new device is lost.
extension Members {
    /// {idPInfo, account: {id}} -> {salt}: whether a transfer can be tried, and what the password's key is made with.
    func checkTransferAccount(_ request: Request) throws(Failure) -> Reply {
        let account = try transferTarget(request).account
        return .success(["salt": .optional(account.salt)])
    }

    /// {idPInfo, account: {id, key}, member}
    func transferAccount(_ request: Request) throws(Failure) -> Reply {
        let (account, guestKey) = try lockedTarget(request)
        if let expected = account.keyHash {
            let given = try Parameters(request.parameters).object("account").optionalText("key") ?? ""
            guard ServiceCore.sameSecret(expected, ServiceCore.fingerprint(given)) else {
                throw try wrongTry(account.id, at: account.id, ResultCode.transferPasswordWrong, "account.password: is wrong", request)
            }
        }
        try forgetFailures(account.id)
        try forgetFailures(Self.subject(ofDevice: guestKey))
        try tries(atAccount: account.id, request).right(Self.owner(account.userId))
        if let lost = try owner(of: IdPSettings.guest, guestKey) { try lose(lost) }
        try claim(
            "UPDATE mappings SET auth_key = ? WHERE user_id = ? AND idp_code = ?",
            [.text(guestKey), .text(account.userId), .text(IdPSettings.guest)])
        if settings.transferAccount.isOnce {
            try claim(
                "UPDATE transfer_accounts SET used_date = ? WHERE account_id = ? AND used_date IS NULL", [.integer(now), .text(account.id)])
        }
        try kickOut(account.userId)
        guard let member = try member(account.userId) else { throw Self.memberIsGone() }
        try analytics.noteMetricsKey(request, of: member.userId)
        let device = noted(request)
        let token = try openSession(userId: member.userId, idPCode: IdPSettings.guest)
        try noteLogin(member.userId, device)
        return login(member, idPCode: IdPSettings.guest, token: token)
    }

    /// The account that a request names, and the key of the device that it would be moved to.
    private func transferTarget(_ request: Request) throws(Failure) -> (account: TransferAccount, guestKey: String) {
        let parameters = Parameters(request.parameters)
        let guestKey = try guestKey(parameters.object("idPInfo"))
        let id = try parameters.object("account").text("id")
        try checkTransferIsConfigured()
        let device = Self.subject(ofDevice: guestKey)
        try refuseBlocked(id, at: device)
        let found = try transferAccount(id)
        try refuseTries(at: found, id, request)
        guard let account = found else { throw try wrongId(id, at: device, request) }
        if try !isFromKnownPlace(account, request) { try refuseBlocked(id, at: id) }
        try refuseOver(account)
        guard let member = try member(account.userId) else { throw Self.memberIsGone() }
        for mapping in member.mappings where mapping.authKey == guestKey && mapping.idPCode == IdPSettings.guest {
            throw Failure.refused(ResultCode.sameDevice, "account.id: the account is that of the guest on this device")
        }
        try refuseClosed(member.userId, member.valid, bannedCode: ResultCode.bannedAtLogin, deletedCode: ResultCode.transferIdWrong)
        return (account, guestKey)
    }

    /// Nobody else decides about the guest that moves, or about the one that gives way, until the transaction ends.
    private func lockedTarget(_ request: Request) throws(Failure) -> (account: TransferAccount, guestKey: String) {
        let found = try transferTarget(request)
        guard core.isShared else { return found }
        let lost = try owner(of: IdPSettings.guest, found.guestKey)
        for userId in KeyOrder.texts(Set([found.account.userId, lost ?? found.account.userId])) { try core.lock(member: userId) }
        let again = try transferTarget(request)
        guard again.account.userId == found.account.userId, try owner(of: IdPSettings.guest, again.guestKey) == lost else {
            throw Failure.storage(.conflict("the account went to other members meanwhile"))
        }
        return again
    }

    /// A guest whose device becomes another's: nothing leads to it any more.
    private func lose(_ userId: String) throws(Failure) {
        try MemberEnd(core: core, userId: userId).leaving(at: now)
        try forgetTransferAccount(of: userId)
        try MemberEnd(core: core, userId: userId).unreachable()
        try setValid(MemberState.missing, of: userId, insteadOf: try valid(of: userId) ?? MemberState.missing)
        try run("DELETE FROM mappings WHERE user_id = ?", [.text(userId)])
        // Nothing is to come of it any more: neither the end of a ban, nor a suspended one, nor a withdrawal.
        try closeBans(of: userId)
        try forgetGraceBan(of: userId)
        try run("UPDATE members SET grace_period_date = NULL, info = NULL WHERE user_id = ?", [.text(userId)])
        try endSessions(of: userId)
    }

    /// The sessions that end are named by their hashes: the new device is logged in as the same member, and is not meant.
    private func kickOut(_ userId: String) throws(Failure) {
        var ended: [JSON] = []
        for row in try query("SELECT token_hash FROM sessions WHERE user_id = ?", [.text(userId)]) { ended.append(.string(row.text(0))) }
        try endSessions(of: userId)
        try MemberEnd(core: core, userId: userId).unreachable()
        raise(
            .serverPush, userId: userId,
            [
                "type": "transferKickout", "sessions": .array(ended), "logout": true, "disconnect": true, "stopHeartbeat": true,
                "stamp": .string("\(try core.nextPushStamp())"),
            ])
    }
}
