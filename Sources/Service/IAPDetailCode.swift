import Wire

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
