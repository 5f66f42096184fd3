import Wire

/// Result codes that only this room gives out.
extension ResultCode {
    // NHN Cloud IAP server codes ("Error code" page), used by the game servers' payment requests.
    static let iapParameterInvalid: Int32 = 1100
    static let iapMethodWrong: Int32 = 2112
    static let iapConsumeFailed: Int32 = 5000
    static let iapAlreadyConsumed: Int32 = 5018
    static let iapJSONInvalid: Int32 = 5032

    static let apiVersionUnknown: Int32 = -4_000_007

    // Ours: what the original client library finds out itself. `detailCode` in the body is its code in the domain com.nhncloud.iap.
    static let receiptRefused: Int32 = -9_000_011
    static let alreadyOwned: Int32 = -9_000_012
    static let paymentStateInvalid: Int32 = -9_000_013
    static let storeNotAvailable: Int32 = -9_000_014
    static let limitExceeded: Int32 = -9_000_015
    static let purchaseNotAllowed: Int32 = -9_000_016
    static let alreadyInProgress: Int32 = -9_000_017
    /// Product, subscription or renewal that does not fit; the detail code says which.
    static let productMismatch: Int32 = -9_000_018
    static let buyerWrong: Int32 = -9_000_019
}

/// Error codes of NHN Cloud IAP ("Error codes" of its SDK guide) that a refusal carries as `detailCode`.
enum IAPDetailCode {
    static let storeNotAvailable: JSON = 2
    static let productNotAvailable: JSON = 3
    static let productInvalid: JSON = 4
    static let alreadyOwned: JSON = 5
    static let alreadyInProgress: JSON = 6
    static let userInvalid: JSON = 7
    static let cancelled: JSON = 9
    static let paymentFailed: JSON = 10
    static let verifyFailed: JSON = 11
    static let purchaseStatusInvalid: JSON = 13
    static let expired: JSON = 14
    static let renewalPaymentNotFound: JSON = 15
    static let restoreFailed: JSON = 16
    static let paymentNotAvailable: JSON = 17
    static let purchaseLimitExceeded: JSON = 18
    static let requestInvalid: JSON = 103
}
