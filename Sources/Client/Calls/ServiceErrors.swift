import Codecs
import Linux
import Messages

/// From the service's result codes to the SDK's error codes ("Server" table of the vendor's error code page, and what its
/// desktop client does with them). The reply itself is kept as the underlying error.
enum ServiceErrors {
    static func clientError(for name: RequestName, _ reply: Reply, domain: StaticString) -> GamebaseError {
        var extras = JSONObject()
        for key in ["ban", "forcingMappingTicket", "failTransferAccount", "updateInfo"] {
            if let value = reply.body[key], !value.isNull { extras[key] = .string(value.text()) }
        }
        let underlying: GamebaseError
        if let detail = reply.body["detailCode"]?.int64Value {
            // What the purchase layer found wrong has a code of its own there; the SDK hands it over below 4201.
            underlying = GamebaseError(detail, reply.message, domain: IAPErrors.domain, underlying: inner(reply))
        } else {
            underlying = GamebaseError(Int64(reply.resultCode), reply.message, domain: "TCGB.Gamebase.Service")
        }
        return GamebaseError(
            clientCode(reply.resultCode, of: name.facts.errors), reply.message.isEmpty ? nil : reply.message, domain: "\(domain)",
            transactionId: reply.transactionId, extras: extras, underlying: underlying)
    }

    /// What the purchase layer's own server says, such as 5018 for what was consumed before.
    private static func inner(_ reply: Reply) -> GamebaseError? {
        guard let code = reply.body["innerCode"]?.int64Value else { return nil }
        return GamebaseError(code, reply.message, domain: "TCGB.Gamebase.Service")
    }

    static func clientCode(_ code: Int32, of request: RequestErrors) -> Int64 {
        typealias Code = GamebaseError.Code
        switch code {
        case ResultCode.parameters, ResultCode.appIdInvalid, ResultCode.appKeyInvalid, ResultCode.secretKeyInvalid,
            ResultCode.gatewayAppIdInvalid, ResultCode.gatewayParameterMissing, ResultCode.productNotEnabled, ResultCode.appIdMismatch,
            ResultCode.leaderboardUnset, ResultCode.leaderboardFactorMissing, ResultCode.couponInvalid:
            return Code.invalidParameter
        case ResultCode.notAuthenticated, ResultCode.connectionNotAuthenticated:
            return request == .heartbeat ? Code.authInvalidGamebaseToken : Code.notLoggedIn
        case ResultCode.accessTokenInvalid: return invalidToken(request)
        case ResultCode.memberDeleted, ResultCode.userIdWrong, ResultCode.memberWrong: return Code.invalidMember
        case ResultCode.memberBanned, ResultCode.bannedAtLogin, ResultCode.mappingTargetBanned: return Code.bannedMember
        case ResultCode.gatewayJSONInvalid, ResultCode.frontJSONInvalid: return Code.invalidJSONFormat
        case ResultCode.apiUnknown, ResultCode.gatewayApiUnknown: return Code.notSupported
        case ResultCode.removingLoggedInIdP: return Code.authRemoveMappingLoggedInIdP
        case ResultCode.internalError, ResultCode.gatewayDown, ResultCode.gatewayWorkerFailed, ResultCode.gatewayQueueTimeout,
            ResultCode.gatewayQueueFull, ResultCode.idSystemDown:
            return Code.serverInternalError
        case ResultCode.remoteSystemError: return Code.serverRemoteSystemError
        case ResultCode.gatewayUnknownError: return Code.serverUnknownError
        case ResultCode.launchingSystemDown: return Code.launchingServerError
        case ResultCode.clientIdMissing: return Code.launchingNotExistClientId
        case ResultCode.appUnregistered: return Code.launchingUnregisteredApp
        case ResultCode.clientVersionUnregistered: return Code.launchingUnregisteredClient
        case ResultCode.authenticationWrong: return wrongAuth(request)
        case ResultCode.idPNotConfigured:
            return request == .addMapping ? Code.authAddMappingInvalidIdPInfo : Code.authIdPLoginInvalidIdPInfo
        case ResultCode.mappedToOtherMember: return Code.authAddMappingAlreadyMappedToOtherMember
        case ResultCode.sameIdPMapped: return Code.authAddMappingAlreadyHasSameIdP
        case ResultCode.guestNotAddable: return Code.authAddMappingCannotAddGuestIdP
        case ResultCode.forcingTicketMissing: return Code.authAddMappingForciblyNotExistKey
        case ResultCode.forcingTicketUsed: return Code.authAddMappingForciblyAlreadyUsedKey
        case ResultCode.forcingTicketExpired: return Code.authAddMappingForciblyExpiredKey
        case ResultCode.forcingTicketOtherIdP: return Code.authAddMappingForciblyDifferentIdP
        case ResultCode.forcingTicketOtherKey: return Code.authAddMappingForciblyDifferentAuthkey
        case ResultCode.memberMissing: return Code.authNotExistMember
        case ResultCode.alreadyWithdrawn: return Code.authWithdrawFailed
        case ResultCode.lastMappedIdP: return Code.authRemoveMappingLastMappedIdP
        case ResultCode.alreadyTemporarilyWithdrawn: return Code.authWithdrawAlreadyTemporaryWithdraw
        case ResultCode.notTemporarilyWithdrawn: return Code.authWithdrawNotTemporaryWithdraw
        case ResultCode.notGuestOnly, ResultCode.notGuestOnlyAtMember: return Code.notGuestOrHasOthers
        case ResultCode.sameDevice: return Code.sameRequestor
        case ResultCode.transferUsed: return Code.authTransferAccountAlreadyUsed
        case ResultCode.transferExpired: return Code.authTransferAccountExpired
        case ResultCode.transferBlocked: return Code.authTransferAccountBlock
        case ResultCode.transferIdWrong: return Code.authTransferAccountInvalidId
        case ResultCode.transferPasswordWrong: return Code.authTransferAccountInvalidPassword
        case ResultCode.transferNotConfigured: return Code.authTransferAccountConsoleNoCondition
        case ResultCode.transferNotIssued: return Code.authTransferAccountNotExist
        case ResultCode.transferIdExists: return Code.authTransferAccountAlreadyExistId
        case ResultCode.productInactive: return Code.purchaseInactiveProductId
        case ResultCode.productUnknown, ResultCode.productInvalid: return Code.purchaseNotExistProductId
        case ResultCode.termsMissing: return Code.uiTermsNotExistInConsole
        case ResultCode.termsMissingForCountry: return Code.uiTermsNotExistForDeviceCountry
        case ResultCode.termsSeqUnknown: return Code.uiTermsUnregisteredSeq
        case ResultCode.contactUrlMissing: return Code.uiContactFailInvalidURL
        case ResultCode.ticketNotIssued: return Code.uiContactFailIssueShortTermTicket
        case ResultCode.storageLocked, ResultCode.storageFailed, ResultCode.storageFull:
            return request == .launching ? Code.launchingServerError : Code.serverInternalError
        case ResultCode.receiptRefused, ResultCode.alreadyOwned, ResultCode.paymentStateInvalid, ResultCode.storeNotAvailable,
            ResultCode.purchaseNotAllowed, ResultCode.alreadyInProgress, ResultCode.productMismatch, ResultCode.buyerWrong:
            return Code.purchaseExternalLibraryError
        case ResultCode.limitExceeded: return Code.purchaseLimitExceeded
        case ResultCode.pushTokenMissing: return Code.pushExternalLibraryError
        case ResultCode.serviceStopped, ResultCode.serviceUnreachable: return Code.socketError
        case ResultCode.timeout: return Code.socketResponseTimeout
        case ResultCode.tooManyRequests, ResultCode.couponUsed, ResultCode.couponExpired, ResultCode.couponTooEarly,
            ResultCode.couponTooLate,
            ResultCode.couponLimit:
            return Code.notCallableState
        default: return Code.unknownError
        }
    }

    private static func invalidToken(_ request: RequestErrors) -> Int64 {
        switch request {
        case .heartbeat, .withdraw, .addMapping, .session: GamebaseError.Code.authInvalidGamebaseToken
        case .tokenLogin: GamebaseError.Code.authTokenLoginFailed
        default: GamebaseError.Code.authAuthenticationServerError
        }
    }

    private static func wrongAuth(_ request: RequestErrors) -> Int64 {
        switch request {
        case .tokenLogin: GamebaseError.Code.authTokenLoginInvalidTokenInfo
        case .idPLogin: GamebaseError.Code.authIdPLoginFailed
        case .addMapping: GamebaseError.Code.authAddMappingFailed
        case .removeMapping: GamebaseError.Code.authRemoveMappingFailed
        case .withdraw: GamebaseError.Code.authWithdrawFailed
        default: GamebaseError.Code.authUnknownError
        }
    }
}
