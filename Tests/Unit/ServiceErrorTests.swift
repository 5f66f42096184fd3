@testable import Messages
import Testing
import Wire

@testable import Client

private typealias Code = GamebaseError.Code

@Suite struct `Codes of the service` {
    /// The pairs are the vendor's ("Server" table of its error code page); those that depend on the call are left out.
    @Test func `what the service refuses for is the vendor's code for it, and its own number is the detail`() {
        let pairs: [(Int32, Int32, Int64)] = [
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
            // From here on the numbers are ours: the vendor's service is in no process of a game.
            (ResultCode.storageLocked, -9_000_001, Code.serverInternalError),
            (ResultCode.storageFailed, -9_000_002, Code.serverInternalError),
            (ResultCode.storageFull, -9_000_003, Code.serverInternalError), (ResultCode.serviceStopped, -9_000_004, Code.socketError),
            (ResultCode.timeout, -9_000_005, Code.socketResponseTimeout), (ResultCode.tooManyRequests, -9_000_006, Code.notCallableState),
        ]
        for (code, number, wanted) in pairs {
            let error = ServiceErrors.clientError(for: .logout, Reply.failure(code, "why"), domain: "TCGB.Gamebase")
            #expect(error.code == wanted && error.detailErrorCode == Int64(number), "\(number)")
        }
    }
}
