import Codecs
import Linux
import Messages
import Storage

/// Who plays: accounts, identities, sessions, bans, withdrawals, transfers, devices.
struct Members: Capability {
    let core: ServiceCore
}

extension Members {
    static func requests(_ table: inout RequestTable) {
        table.row(.heartbeat, "userId", Members.heartbeat)
        table.row(.idPLogin, "idPInfo(@credential) member(@client metricsKey telecom network)", Members.idPLogin)
        table.row(.tokenLogin, "tokenInfo(idPCode accessToken) member(@client metricsKey telecom network)", Members.tokenLogin)
        table.row(.logout, "userId", Members.logout)
        table.row(.withdraw, "userId", Members.withdraw)
        table.row(.idPSettings, "idPCode", Members.idPSettings)
        table.row(.addMapping, "userId forcing idPInfo(@credential)", Members.addMapping)
        table.row(.addMappingForcibly, "userId forcingMappingKey mappedUserId tokenInfo(idPCode accessToken)", Members.addMappingForcibly)
        table.row(.removeMapping, "userId idPCode", Members.removeMapping)
        table.row(
            .changeLogin,
            """
            userId forcingMappingKey mappedUserId tokenInfo(idPCode accessToken) member(@client metricsKey telecom network)
            """, Members.changeLogin)
        table.row(.requestTemporaryWithdrawal, "userId", Members.requestTemporaryWithdrawal)
        table.row(.cancelTemporaryWithdrawal, "userId", Members.cancelTemporaryWithdrawal)
        table.row(.queryTransferAccount, "userId", Members.queryTransferAccount)
        table.row(
            .offerTransferAccount,
            """
            userId renewal(renewalModeType renewalTargetType accountId accountPassword)
            """, Members.offerTransferAccount)
        table.row(.keepTransferAccount, "userId id issuedType salt key", Members.keepTransferAccount)
        table.row(.checkTransferAccount, "idPInfo(idPCode accessToken) account(id)", Members.checkTransferAccount)
        table.row(
            .transferAccount,
            """
            idPInfo(idPCode accessToken) account(id key) member(@client metricsKey telecom network)
            """, Members.transferAccount)
        table.row(.openService, "userId device", Members.openStorage)
        table.row(.iapSignIn, "userID", Members.iapSignIn)
        table.row(.consoleBan, "userId banType message endDate", Members.ban)
        table.row(.consoleReleaseBan, "userId", Members.releaseBan)
        table.row(
            .consoleSetGraceBan,
            """
            userId graceBan(gracePeriodDate message banType endDate releaseRuleCondition(conditionType amount count currency))
            """, Members.setGraceBan)
        table.row(.consoleRevokeIdP, "idPCode authKey", Members.revokeIdP)
        #if !hasFeature(Embedded)
        table.row(.carrierIdP, "idPCode", Members.askedIdP)
        table.row(.carrierIdPNotice, "idPCode authKey kind", Members.noticeOfIdP)
        #endif
    }
}

/// Storage and device file belong together: each remembers the other, so that neither begins anew alone and in silence.
extension Members {
    static let deviceBytesMax = 64

    /// {userId?, device?} -> {device?}. `userId`: who played on this device last; refused when the storage has never heard of him.
    /// `device`: the device whose file lies beside the storage, from now on; empty when it was set aside.
    func openStorage(_ request: Request) throws(Failure) -> Reply {
        // The files of a player's device lie beside that player's game, not here.
        guard request.isOwnProcess else { return .success() }
        let parameters = Parameters(request.parameters)
        if let userId = try parameters.optionalText("userId"), try query("SELECT 1 FROM members WHERE user_id = ?", [.text(userId)]).isEmpty
        {
            throw Failure.refused(
                ResultCode.storageFailed,
                "the device remembers the player \(userId), and the storage does not have that player: restore the files that belong "
                    + "together, or let TCGBConsole_startAnew set them aside and begin with a new player")
        }
        if let device = try parameters.optionalText("device", bytesMax: Self.deviceBytesMax), device != persisted.device ?? "" {
            try persist(PersistedState.Name.device, device)
            persisted.device = device.isEmpty ? nil : device
        }
        return .success(["device": .optional(persisted.device)])
    }
}
