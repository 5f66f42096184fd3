import Codecs
import Linux
import Messages

/// One failure, seen from either surface: the purchase layer's own error, and the SDK's above it.
enum IAPErrors {
    static let domain = "com.nhncloud.iap"
    static let httpDomain = "com.nhncloud.http"

    @export(interface) static func error(
        _ code: Int64, _ message: String, underlying: GamebaseError? = nil, transactionId: String? = nil
    ) -> GamebaseError {
        GamebaseError(
            code, message, domain: code >= IAPCode.networkNotAvailable ? httpDomain : domain,
            transactionId: transactionId ?? underlying?.transactionId, underlying: underlying)
    }

    /// What Gamebase's calls hand over for a failure of the purchase layer.
    /// - Parameter named: the code, where the store has named one of Gamebase's own.
    static func gamebase(_ lower: GamebaseError, as named: Int64? = nil) -> GamebaseError {
        typealias Code = GamebaseError.Code
        let code: Int64
        switch lower.code {
        case _ where named != nil: code = named ?? 0
        case IAPCode.paymentCancelled: code = Code.purchaseUserCanceled
        case IAPCode.purchaseLimitExceeded: code = Code.purchaseLimitExceeded
        case IAPCode.networkNotAvailable: code = Code.socketError
        case IAPCode.requestTimeout: code = Code.socketResponseTimeout
        default: code = Code.purchaseExternalLibraryError
        }
        return GamebaseError(
            code, lower.message, domain: "\(ClientPurchases.purchaseDomain)", transactionId: lower.transactionId, underlying: lower)
    }

    /// What the NHN Cloud calls hand over for an error of ours: the purchase layer's own error if there is one in it.
    @export(interface) static func lower(_ error: GamebaseError) -> GamebaseError {
        if let known = known(in: error) { return known }
        let (code, message) = (lowerCode(error.code), error.message)
        return self.error(code, message, underlying: error)
    }

    private static func known(in error: GamebaseError) -> GamebaseError? {
        var candidate: GamebaseError? = error
        while let found = candidate {
            if found.domain == domain || found.domain == httpDomain {
                guard found.transactionId == nil, let transactionId = error.transactionId else { return found }
                return self.error(found.code, found.message, underlying: found.underlying, transactionId: transactionId)
            }
            candidate = found.underlying
        }
        return nil
    }

    private static func lowerCode(_ code: Int64) -> Int64 {
        typealias Code = GamebaseError.Code
        switch code {
        case Code.notInitialized, Code.purchaseNotInitialized: return IAPCode.notInitialized
        case Code.notLoggedIn, Code.invalidMember, Code.bannedMember: return IAPCode.userInvalid
        case Code.invalidParameter, Code.invalidJSONFormat: return IAPCode.requestInvalid
        case Code.purchaseNotFinishedPreviousPurchasing: return IAPCode.alreadyInProgress
        case Code.purchaseInactiveProductId, Code.purchaseNotExistProductId: return IAPCode.productNotAvailable
        case Code.purchaseLimitExceeded: return IAPCode.purchaseLimitExceeded
        case Code.purchaseUserCanceled: return IAPCode.paymentCancelled
        case Code.purchaseNotSupportedMarket: return IAPCode.storeNotAvailable
        case Code.purchasePending, Code.socketResponseTimeout: return IAPCode.requestTimeout
        case Code.socketError: return IAPCode.networkNotAvailable
        case Code.serverInternalError: return IAPCode.changePurchaseStatusFailed
        case Code.serverInvalidResponse: return IAPCode.responseInvalid
        case Code.notCallableState: return IAPCode.httpAlreadyInProgress
        default: return IAPCode.unknown
        }
    }
}

/// An argument that was refused, as the NHN Cloud calls tell it.
@export(interface) public func iapError(_ error: GamebaseError?) -> GamebaseError {
    IAPErrors.lower(error ?? GamebaseError(GamebaseError.Code.invalidParameter))
}
