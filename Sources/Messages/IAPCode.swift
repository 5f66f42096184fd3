/// Error codes of the purchase layer ("Error codes" of the NHN Cloud IAP SDK guide). The service gives one as `detailCode` of a refusal, and
/// the client gives that, or one of its own, to the game.
public enum IAPCode {
    public static let unknown: Int64 = 0
    public static let notInitialized: Int64 = 1
    public static let storeNotAvailable: Int64 = 2
    public static let productNotAvailable: Int64 = 3
    public static let productInvalid: Int64 = 4
    public static let alreadyOwned: Int64 = 5
    public static let alreadyInProgress: Int64 = 6
    public static let userInvalid: Int64 = 7
    public static let paymentCancelled: Int64 = 9
    public static let paymentFailed: Int64 = 10
    public static let verifyFailed: Int64 = 11
    public static let changePurchaseStatusFailed: Int64 = 12
    public static let purchaseStatusInvalid: Int64 = 13
    public static let expired: Int64 = 14
    public static let renewalPaymentNotFound: Int64 = 15
    public static let restoreFailed: Int64 = 16
    public static let paymentNotAvailable: Int64 = 17
    public static let purchaseLimitExceeded: Int64 = 18
    public static let networkNotAvailable: Int64 = 100
    public static let requestFailed: Int64 = 101
    public static let requestTimeout: Int64 = 102
    public static let requestInvalid: Int64 = 103
    public static let urlInvalid: Int64 = 104
    public static let responseInvalid: Int64 = 105
    public static let httpAlreadyInProgress: Int64 = 106
}
