@testable import Messages
import Codecs
import Testing

@testable import Client

private typealias Code = GamebaseError.Code

@Suite struct `Codes of the service` {
    /// The pairs are the vendor's ("Server" table of its error code page); those that depend on the call are left out.
    private static let pairs: [(Int32, Int32, Int64)] = [
        (ResultCode.parameterInvalid, -4_000_003, Code.invalidParameter), (ResultCode.appIdInvalid, -4_010_001, Code.invalidParameter),
        (ResultCode.secretKeyInvalid, -4_010_004, Code.invalidParameter), (ResultCode.apiUnknown, -4_040_101, Code.notSupported),
        (ResultCode.internalError, -5_000_001, Code.serverInternalError), (ResultCode.notAuthenticated, -4_010_003, Code.notLoggedIn),
        (ResultCode.memberDeleted, -4_010_204, Code.invalidMember), (ResultCode.memberBanned, -4_010_205, Code.bannedMember),
        (ResultCode.removingLoggedInIdP, -4_050_201, Code.authRemoveMappingLoggedInIdP),
        (ResultCode.notGuestOnly, -4_120_202, Code.notGuestOrHasOthers),
        (ResultCode.appUnregistered, -4_040_302, Code.launchingUnregisteredApp),
        (ResultCode.clientVersionUnregistered, -4_040_303, Code.launchingUnregisteredClient),
        (ResultCode.userIdWrong, -4_000_402, Code.invalidMember),
        (ResultCode.bannedAtLogin, -4_000_405, Code.bannedMember),
        (ResultCode.mappingTargetBanned, -4_000_406, Code.bannedMember), (ResultCode.sameDevice, -4_000_409, Code.sameRequestor),
        (ResultCode.forcingTicketOtherIdP, -4_000_410, Code.authAddMappingForciblyDifferentIdP),
        (ResultCode.forcingTicketOtherKey, -4_000_411, Code.authAddMappingForciblyDifferentAuthkey),
        (ResultCode.memberMissing, -4_040_401, Code.authNotExistMember),
        (ResultCode.forcingTicketMissing, -4_040_404, Code.authAddMappingForciblyNotExistKey),
        (ResultCode.lastMappedIdP, -4_060_401, Code.authRemoveMappingLastMappedIdP),
        (ResultCode.alreadyWithdrawn, -4_100_401, Code.authWithdrawFailed),
        (ResultCode.forcingTicketUsed, -4_100_404, Code.authAddMappingForciblyAlreadyUsedKey),
        (ResultCode.forcingTicketExpired, -4_100_405, Code.authAddMappingForciblyExpiredKey),
        (ResultCode.mappedToOtherMember, -4_120_401, Code.authAddMappingAlreadyMappedToOtherMember),
        (ResultCode.sameIdPMapped, -4_120_402, Code.authAddMappingAlreadyHasSameIdP),
        (ResultCode.guestNotAddable, -4_120_405, Code.authAddMappingCannotAddGuestIdP),
        (ResultCode.notTemporarilyWithdrawn, -4_130_402, Code.authWithdrawNotTemporaryWithdraw),
        (ResultCode.alreadyTemporarilyWithdrawn, -4_130_404, Code.authWithdrawAlreadyTemporaryWithdraw),
        (ResultCode.transferBlocked, -4_000_901, Code.authTransferAccountBlock),
        (ResultCode.transferIdExists, -4_000_925, Code.authTransferAccountAlreadyExistId),
        (ResultCode.transferPasswordWrong, -4_000_927, Code.authTransferAccountInvalidPassword),
        (ResultCode.transferNotIssued, -4_040_403, Code.authTransferAccountNotExist),
        (ResultCode.transferNotConfigured, -4_040_901, Code.authTransferAccountConsoleNoCondition),
        (ResultCode.transferIdWrong, -4_040_920, Code.authTransferAccountInvalidId),
        (ResultCode.transferUsed, -4_100_402, Code.authTransferAccountAlreadyUsed),
        (ResultCode.transferExpired, -4_100_403, Code.authTransferAccountExpired),
        (ResultCode.productInactive, -4_001_001, Code.purchaseInactiveProductId),
        (ResultCode.productInvalid, -4_001_002, Code.purchaseNotExistProductId),
        (ResultCode.productUnknown, -4_041_001, Code.purchaseNotExistProductId),
        (ResultCode.appKeyInvalid, -4_010_002, Code.invalidParameter),
        (ResultCode.gatewayAppIdInvalid, -4_010_202, Code.invalidParameter),
        (ResultCode.gatewayParameterMissing, -4_000_202, Code.invalidParameter),
        (ResultCode.productNotEnabled, -4_040_201, Code.invalidParameter),
        (ResultCode.appIdMismatch, -4_000_401, Code.invalidParameter),
        (ResultCode.connectionNotAuthenticated, -4_010_101, Code.notLoggedIn),
        (ResultCode.memberWrong, -4_000_403, Code.invalidMember),
        (ResultCode.gatewayJSONInvalid, -4_000_201, Code.invalidJSONFormat),
        (ResultCode.frontJSONInvalid, -4_150_101, Code.invalidJSONFormat),
        (ResultCode.gatewayApiUnknown, -4_040_202, Code.notSupported),
        (ResultCode.gatewayDown, -5_000_101, Code.serverInternalError),
        (ResultCode.gatewayWorkerFailed, -5_000_202, Code.serverInternalError),
        (ResultCode.gatewayQueueTimeout, -5_040_201, Code.serverInternalError),
        (ResultCode.gatewayQueueFull, -5_040_202, Code.serverInternalError),
        (ResultCode.idSystemDown, -5_110_201, Code.serverInternalError),
        (ResultCode.remoteSystemError, -5_000_002, Code.serverRemoteSystemError),
        (ResultCode.gatewayUnknownError, -5_000_201, Code.serverUnknownError),
        (ResultCode.launchingSystemDown, -5_100_201, Code.launchingServerError),
        (ResultCode.clientIdMissing, -4_040_301, Code.launchingNotExistClientId),
        (ResultCode.notGuestOnlyAtMember, -4_120_404, Code.notGuestOrHasOthers),
        // From here on the numbers are ours: the vendor's service is in no process of a game.
        (ResultCode.storageLocked, -9_000_001, Code.serverInternalError),
        (ResultCode.storageFailed, -9_000_002, Code.serverInternalError),
        (ResultCode.storageFull, -9_000_003, Code.serverInternalError), (ResultCode.serviceStopped, -9_000_004, Code.socketError),
        (ResultCode.timeout, -9_000_005, Code.socketResponseTimeout), (ResultCode.tooManyRequests, -9_000_006, Code.notCallableState),
        (ResultCode.serviceUnreachable, -9_000_007, Code.socketError),
        (ResultCode.pushTokenMissing, -9_000_041, Code.pushExternalLibraryError),
        (ResultCode.receiptRefused, -9_000_011, Code.purchaseExternalLibraryError),
        (ResultCode.alreadyOwned, -9_000_012, Code.purchaseExternalLibraryError),
        (ResultCode.paymentStateInvalid, -9_000_013, Code.purchaseExternalLibraryError),
        (ResultCode.storeNotAvailable, -9_000_014, Code.purchaseExternalLibraryError),
        (ResultCode.limitExceeded, -9_000_015, Code.purchaseLimitExceeded),
        (ResultCode.purchaseNotAllowed, -9_000_016, Code.purchaseExternalLibraryError),
        (ResultCode.alreadyInProgress, -9_000_017, Code.purchaseExternalLibraryError),
        (ResultCode.productMismatch, -9_000_018, Code.purchaseExternalLibraryError),
        (ResultCode.buyerWrong, -9_000_019, Code.purchaseExternalLibraryError),
        (ResultCode.termsMissing, -4_001_108, Code.uiTermsNotExistInConsole),
        (ResultCode.termsMissingForCountry, -4_001_110, Code.uiTermsNotExistForDeviceCountry),
        (ResultCode.termsSeqUnknown, -4_001_106, Code.uiTermsUnregisteredSeq),
        (ResultCode.contactUrlMissing, -9_000_051, Code.uiContactFailInvalidURL),
        (ResultCode.ticketNotIssued, -9_000_052, Code.uiContactFailIssueShortTermTicket),
    ]

    @Test func `what the service refuses for is the vendor's code for it, and its own number is the detail`() {
        for (code, number, wanted) in Self.pairs {
            let error = ServiceErrors.clientError(for: .logout, Reply.failure(code, "why"), domain: "TCGB.Gamebase")
            #expect(error.code == wanted && error.detailErrorCode == Int64(number), "\(number)")
        }
    }
}
