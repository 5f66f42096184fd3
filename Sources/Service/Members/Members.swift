import Messages

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
