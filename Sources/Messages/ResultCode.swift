/// Result codes of the service. The values are those of the original gateway (error code page, "Server"), so that what is
/// mapped from them means the same; the -9000000 range is ours, for what only an embedded service can meet.
public enum ResultCode {
    public static let success: Int32 = 0

    // Parameters, any request.
    public static let parameterInvalid: Int32 = -4_000_003
    public static let appIdInvalid: Int32 = -4_010_001
    public static let secretKeyInvalid: Int32 = -4_010_004
    public static let apiUnknown: Int32 = -4_040_101
    public static let internalError: Int32 = -5_000_001

    // Gateway and sessions.
    public static let notAuthenticated: Int32 = -4_010_003
    public static let accessTokenInvalid: Int32 = -4_010_203
    public static let memberDeleted: Int32 = -4_010_204
    public static let memberBanned: Int32 = -4_010_205
    public static let removingLoggedInIdP: Int32 = -4_050_201
    public static let notGuestOnly: Int32 = -4_120_202

    // Launching.
    public static let appUnregistered: Int32 = -4_040_302
    public static let clientVersionUnregistered: Int32 = -4_040_303

    // Members and mappings.
    public static let userIdWrong: Int32 = -4_000_402
    public static let authenticationWrong: Int32 = -4_000_404
    public static let bannedAtLogin: Int32 = -4_000_405
    public static let mappingTargetBanned: Int32 = -4_000_406
    public static let sameDevice: Int32 = -4_000_409
    public static let forcingTicketOtherIdP: Int32 = -4_000_410
    public static let forcingTicketOtherKey: Int32 = -4_000_411
    /// Ours: the identity provider is switched off or not configured.
    public static let idPNotConfigured: Int32 = -4_000_412
    public static let memberMissing: Int32 = -4_040_401
    public static let forcingTicketMissing: Int32 = -4_040_404
    public static let lastMappedIdP: Int32 = -4_060_401
    public static let alreadyWithdrawn: Int32 = -4_100_401
    public static let forcingTicketUsed: Int32 = -4_100_404
    public static let forcingTicketExpired: Int32 = -4_100_405
    public static let mappedToOtherMember: Int32 = -4_120_401
    public static let sameIdPMapped: Int32 = -4_120_402
    public static let guestNotAddable: Int32 = -4_120_405
    public static let notTemporarilyWithdrawn: Int32 = -4_130_402
    public static let alreadyTemporarilyWithdrawn: Int32 = -4_130_404

    // Accounts for moving a guest to another device.
    public static let transferBlocked: Int32 = -4_000_901
    public static let transferIdExists: Int32 = -4_000_925
    public static let transferPasswordWrong: Int32 = -4_000_927
    public static let transferNotIssued: Int32 = -4_040_403
    public static let transferNotConfigured: Int32 = -4_040_901
    public static let transferIdWrong: Int32 = -4_040_920
    public static let transferUsed: Int32 = -4_100_402
    public static let transferExpired: Int32 = -4_100_403

    // Coupons.
    public static let couponInvalid: Int32 = -100_002
    public static let couponExpired: Int32 = -100_004
    public static let couponUsed: Int32 = -100_005
    public static let couponTooEarly: Int32 = -100_007
    public static let couponTooLate: Int32 = -100_008
    public static let couponLimit: Int32 = -100_011
    public static let couponSystem: Int32 = -999_999

    // The leaderboard.
    public static let leaderboardUnset: Int32 = 462_849
    public static let leaderboardUserMissing: Int32 = 462_850
    public static let leaderboardFactorMissing: Int32 = 462_851
    public static let leaderboardExtraTooLong: Int32 = 462_853
    public static let leaderboardRange: Int32 = 462_854
    public static let leaderboardParameter: Int32 = 462_855
    public static let leaderboardPathUnknown: Int32 = 462_856
    public static let leaderboardSize: Int32 = 462_857
    public static let leaderboardSystem: Int32 = 463_000

    // Pushes ("Error codes" of NHN Cloud Push).
    public static let pushParameter: Int32 = 40_001
    public static let pushExists: Int32 = 40_007
    public static let pushLimit: Int32 = 40_008
    public static let pushOver: Int32 = 40_009
    public static let pushTooMany: Int32 = 40_010
    public static let pushGuideMissing: Int32 = 40_012
    public static let pushContactMissing: Int32 = 40_013
    public static let pushContactInvalid: Int32 = 40_014
    public static let pushMissing: Int32 = 40_401
    public static let pushSystem: Int32 = 50_001

    // Purchases.
    public static let productInactive: Int32 = -4_001_001
    public static let productInvalid: Int32 = -4_001_002
    public static let productUnknown: Int32 = -4_041_001

    // Push (ours).
    public static let pushTokenMissing: Int32 = -9_000_041
    // Terms and the customer service. Those of the 9000000s are ours.
    public static let termsMissing: Int32 = -4_001_108
    public static let termsMissingForCountry: Int32 = -4_001_110
    public static let termsSeqUnknown: Int32 = -4_001_106
    public static let contactUrlMissing: Int32 = -9_000_051
    public static let ticketNotIssued: Int32 = -9_000_052
    public static let ticketUnknown: Int32 = -9_000_053
    public static let ticketExpired: Int32 = -9_000_054
    public static let ticketUsed: Int32 = -9_000_055

    // Objects, queries and users (ours).
    /// Refused with an error code of the NIFCLOUD mobile backend: `code` in the body is one of `NCMBCode`, `error` its text.
    public static let documentRefused: Int32 = -9_000_061

    // The console (ours).
    /// Somebody changed the settings since they were read; `revision` in the body is that of now.
    public static let settingsChanged: Int32 = -9_000_071

    // The embedded service itself.
    public static let storageLocked: Int32 = -9_000_001
    public static let storageFailed: Int32 = -9_000_002
    public static let storageFull: Int32 = -9_000_003
    public static let serviceStopped: Int32 = -9_000_004
    public static let timeout: Int32 = -9_000_005
    public static let tooManyRequests: Int32 = -9_000_006
    /// There is no way to the service, or what came back is not its answer. What was asked may have had its effect.
    public static let serviceUnreachable: Int32 = -9_000_007
    /// The id of the change is that of another one.
    public static let changeIdTaken: Int32 = -9_000_021

    // NHN Cloud IAP server codes ("Error code" page), used by the game servers' payment requests.
    public static let iapParameterInvalid: Int32 = 1100
    public static let iapMethodWrong: Int32 = 2112
    public static let iapConsumeFailed: Int32 = 5000
    public static let iapAlreadyConsumed: Int32 = 5018
    public static let iapJSONInvalid: Int32 = 5032

    public static let iapContentTypeWrong: Int32 = 2111
    public static let iapUnknown: Int32 = 9999

    public static let apiVersionUnknown: Int32 = -4_000_007
    public static let contentTypeWrong: Int32 = -4_060_001

    // Ours: what the original client library finds out itself. `detailCode` in the body is its code in the domain com.nhncloud.iap.
    public static let receiptRefused: Int32 = -9_000_011
    public static let alreadyOwned: Int32 = -9_000_012
    public static let paymentStateInvalid: Int32 = -9_000_013
    public static let storeNotAvailable: Int32 = -9_000_014
    public static let limitExceeded: Int32 = -9_000_015
    public static let purchaseNotAllowed: Int32 = -9_000_016
    public static let alreadyInProgress: Int32 = -9_000_017
    /// Product, subscription or renewal that does not fit; the detail code says which.
    public static let productMismatch: Int32 = -9_000_018
    public static let buyerWrong: Int32 = -9_000_019

    // Of the original gateway and what stands behind it. The service in here gives none of them out.
    /// A parameter's type, a missing or a malformed one; `parameterInvalid` is one of them.
    public static let parameters: ClosedRange<Int32> = -4_000_006 ... -4_000_001
    public static let appKeyInvalid: Int32 = -4_010_002
    public static let gatewayAppIdInvalid: Int32 = -4_010_202
    public static let gatewayParameterMissing: Int32 = -4_000_202
    public static let productNotEnabled: Int32 = -4_040_201
    public static let appIdMismatch: Int32 = -4_000_401
    public static let connectionNotAuthenticated: Int32 = -4_010_101
    public static let memberWrong: Int32 = -4_000_403
    public static let gatewayJSONInvalid: Int32 = -4_000_201
    public static let frontJSONInvalid: Int32 = -4_150_101
    public static let gatewayApiUnknown: Int32 = -4_040_202
    public static let gatewayDown: Int32 = -5_000_101
    public static let gatewayWorkerFailed: Int32 = -5_000_202
    public static let gatewayQueueTimeout: Int32 = -5_040_201
    public static let gatewayQueueFull: Int32 = -5_040_202
    public static let idSystemDown: Int32 = -5_110_201
    public static let remoteSystemError: Int32 = -5_000_002
    public static let gatewayUnknownError: Int32 = -5_000_201
    public static let launchingSystemDown: Int32 = -5_100_201
    public static let clientIdMissing: Int32 = -4_040_301
    public static let notGuestOnlyAtMember: Int32 = -4_120_404

    // People who sign in to a server's console.
    public static let personWrong: Int32 = -4_010_001
    public static let personCodeNeeded: Int32 = -4_010_002
    public static let roleTooLow: Int32 = -4_030_001
    public static let pageForeign: Int32 = -4_030_002

    /// Whether a reply with this code says nothing of what was asked: the service could not be reached, or could not keep what it did.
    @export(interface) public static func meansNoAnswer(_ code: Int32) -> Bool {
        switch code {
        case storageLocked, storageFailed, storageFull, serviceStopped, timeout, tooManyRequests, serviceUnreachable: true
        default: false
        }
    }

    /// Whether a server answered that does not have the app, or not the path: one that is set up wrongly for a while.
    @export(interface) public static func meansOtherServer(_ code: Int32) -> Bool { code == appUnregistered || code == apiUnknown }
}
