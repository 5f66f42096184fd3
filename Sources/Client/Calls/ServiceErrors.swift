import Linux
import Wire

/// From the service's result codes to the SDK's error codes ("Server" table of the vendor's error code page, and what its
/// desktop client does with them). The reply itself is kept as the underlying error.
enum ServiceErrors {
    static func clientError(for api: String, _ reply: Reply, domain: StaticString) -> GamebaseError {
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
            clientCode(reply.resultCode, api: api), reply.message.isEmpty ? nil : reply.message, domain: "\(domain)",
            transactionId: reply.transactionId, extras: extras, underlying: underlying)
    }

    /// What the purchase layer's own server says, such as 5018 for what was consumed before.
    private static func inner(_ reply: Reply) -> GamebaseError? {
        guard let code = reply.body["innerCode"]?.int64Value else { return nil }
        return GamebaseError(code, reply.message, domain: "TCGB.Gamebase.Service")
    }

    static func clientCode(_ code: Int32, api: String) -> Int64 {
        typealias Code = GamebaseError.Code
        switch code {
        case -4000006 ... -4000001, -4010001, -4010002, -4010004, -4010202, -4000202, -4040201, -4000401: return Code.invalidParameter
        case -4010003, -4010101: return api == "presence.heartbeat" ? Code.authInvalidGamebaseToken : Code.notLoggedIn
        case -4010203: return invalidToken(api)
        case -4010204, -4000402, -4000403: return Code.invalidMember
        case -4010205, -4000405, -4000406: return Code.bannedMember
        case -4000201, -4150101: return Code.invalidJSONFormat
        case -4040101, -4040202: return Code.notSupported
        case -4050201: return Code.authRemoveMappingLoggedInIdP
        case -5000001, -5000101, -5000202, -5040201, -5040202, -5110201: return Code.serverInternalError
        case -5000002: return Code.serverRemoteSystemError
        case -5000201: return Code.serverUnknownError
        case -5100201: return Code.launchingServerError
        case -4040301: return Code.launchingNotExistClientId
        case -4040302: return Code.launchingUnregisteredApp
        case -4040303: return Code.launchingUnregisteredClient
        case -4000404: return wrongAuth(api)
        case -4000412: return api.hasPrefix("gateway.addMapping") ? Code.authAddMappingInvalidIdPInfo : Code.authIdPLoginInvalidIdPInfo
        case -4120401: return Code.authAddMappingAlreadyMappedToOtherMember
        case -4120402: return Code.authAddMappingAlreadyHasSameIdP
        case -4120405: return Code.authAddMappingCannotAddGuestIdP
        case -4040404: return Code.authAddMappingForciblyNotExistKey
        case -4100404: return Code.authAddMappingForciblyAlreadyUsedKey
        case -4100405: return Code.authAddMappingForciblyExpiredKey
        case -4000410: return Code.authAddMappingForciblyDifferentIdP
        case -4000411: return Code.authAddMappingForciblyDifferentAuthkey
        case -4040401: return Code.authNotExistMember
        case -4100401: return Code.authWithdrawFailed
        case -4060401: return Code.authRemoveMappingLastMappedIdP
        case -4130404: return Code.authWithdrawAlreadyTemporaryWithdraw
        case -4130402: return Code.authWithdrawNotTemporaryWithdraw
        case -4120202, -4120404: return Code.notGuestOrHasOthers
        case -4000409: return Code.sameRequestor
        case -4100402: return Code.authTransferAccountAlreadyUsed
        case -4100403: return Code.authTransferAccountExpired
        case -4000901: return Code.authTransferAccountBlock
        case -4040920: return Code.authTransferAccountInvalidId
        case -4000927: return Code.authTransferAccountInvalidPassword
        case -4040901: return Code.authTransferAccountConsoleNoCondition
        case -4040403: return Code.authTransferAccountNotExist
        case -4000925: return Code.authTransferAccountAlreadyExistId
        case -4001001: return Code.purchaseInactiveProductId
        case -4041001, -4001002: return Code.purchaseNotExistProductId
        case ResultCode.termsMissing: return Code.uiTermsNotExistInConsole
        case ResultCode.termsMissingForCountry: return Code.uiTermsNotExistForDeviceCountry
        case ResultCode.termsSeqUnknown: return Code.uiTermsUnregisteredSeq
        case ResultCode.contactUrlMissing: return Code.uiContactFailInvalidURL
        case ResultCode.ticketNotIssued: return Code.uiContactFailIssueShortTermTicket
        case ResultCode.storageLocked, ResultCode.storageFailed, ResultCode.storageFull:
            return api.hasPrefix("launching.") ? Code.launchingServerError : Code.serverInternalError
        case -9000014 ... -9000011, -9000019 ... -9000016: return Code.purchaseExternalLibraryError
        case -9000015: return Code.purchaseLimitExceeded
        case ResultCode.pushTokenMissing: return Code.pushExternalLibraryError
        case ResultCode.serviceStopped: return Code.socketError
        case ResultCode.timeout: return Code.socketResponseTimeout
        case ResultCode.tooManyRequests: return Code.notCallableState
        default: return Code.unknownError
        }
    }

    private static func invalidToken(_ api: String) -> Int64 {
        switch api {
        case "presence.heartbeat", "gateway.withdraw", "gateway.addMapping", "gateway.addMappingForcibly", "gateway.changeLogin",
            "gateway.requestTemporaryWithdrawal", "gateway.cancelTemporaryWithdrawal", "gateway.queryTransferAccount",
            "gateway.offerTransferAccount", "gateway.keepTransferAccount":
            return GamebaseError.Code.authInvalidGamebaseToken
        case "gateway.tokenLogin": return GamebaseError.Code.authTokenLoginFailed
        default: return GamebaseError.Code.authAuthenticationServerError
        }
    }

    private static func wrongAuth(_ api: String) -> Int64 {
        switch api {
        case "gateway.tokenLogin": return GamebaseError.Code.authTokenLoginInvalidTokenInfo
        case "gateway.idPLogin": return GamebaseError.Code.authIdPLoginFailed
        case "gateway.addMapping", "gateway.addMappingForcibly": return GamebaseError.Code.authAddMappingFailed
        case "gateway.removeMapping": return GamebaseError.Code.authRemoveMappingFailed
        case "gateway.withdraw": return GamebaseError.Code.authWithdrawFailed
        default: return GamebaseError.Code.authUnknownError
        }
    }
}
