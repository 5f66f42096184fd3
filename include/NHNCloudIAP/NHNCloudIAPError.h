/* Why a purchase call failed. Mirrors NHNCloudIAPError and NHNCloudHttpError. Since 1.0.
 *
 * The calls of NHNCloudIAP.h hand over TCGBError objects with one of these two domains. What lies below, such as what the service or a
 * store adapter said, is the underlying error: TCGBError_detailErrorCode and TCGBError_detailErrorMessage. The same errors stand
 * below TCGB_ERROR_PURCHASE_EXTERNAL_LIBRARY_ERROR (4201) of TCGBPurchase. */
#ifndef NHN_CLOUD_IAP_ERROR_H
#define NHN_CLOUD_IAP_ERROR_H

#include "../Gamebase/TCGBDefines.h"

TCGB_BEGIN

/* "com.nhncloud.iap": codes are NHNCloudIAPError. */
TCGB_API extern const char *const NHNCloudIAPErrorDomain;

/* "com.nhncloud.http": codes are NHNCloudHttpError. */
TCGB_API extern const char *const NHNCloudHttpErrorDomain;

typedef enum NHNCloudIAPError {
    /* None of those below; the underlying error says more. */
    NHNCloudIAPErrorUnknown = 0,
    /* NHNCloudIAP_initWithConfiguration was not called. */
    NHNCloudIAPErrorNotInitialized = 1,
    /* No adapter for the store code, or the store cannot be used now. */
    NHNCloudIAPErrorStoreNotAvailable = 2,
    /* There is no such product, it is switched off, or the store does not know it. */
    NHNCloudIAPErrorProductNotAvailable = 3,
    /* The payment is for another product than the one that was to be bought or renewed. */
    NHNCloudIAPErrorProductInvalid = 4,
    /* A subscription of the product's group runs already. */
    NHNCloudIAPErrorAlreadyOwned = 5,
    /* A purchase is running. */
    NHNCloudIAPErrorAlreadyInProgress = 6,
    /* No user id is set, or the payment is another player's. */
    NHNCloudIAPErrorUserInvalid = 7,
    /* The store's payment belongs to no purchase that is known. */
    NHNCloudIAPErrorPaymentInvalid = 8,
    /* The player cancelled at the store. */
    NHNCloudIAPErrorPaymentCancelled = 9,
    /* The store declined the payment. */
    NHNCloudIAPErrorPaymentFailed = 10,
    /* The receipt is not the one that belongs to the purchase. */
    NHNCloudIAPErrorVerifyFailed = 11,
    /* A step could not be stored. */
    NHNCloudIAPErrorChangePurchaseStatusFailed = 12,
    /* The payment is in a state that does not permit this; when it was consumed before, the detail error is 5018. */
    NHNCloudIAPErrorPurchaseStatusInvalid = 13,
    /* The subscription is over. */
    NHNCloudIAPErrorExpired = 14,
    /* A renewal for which there is no subscription. */
    NHNCloudIAPErrorRenewalPaymentNotFound = 15,
    /* The store could not restore. */
    NHNCloudIAPErrorRestoreFailed = 16,
    /* Buying is not permitted to this player now. */
    NHNCloudIAPErrorPaymentNotAvailable = 17,
    /* More than the month's limit. */
    NHNCloudIAPErrorPurchaseLimitExceeded = 18
} NHNCloudIAPError;

typedef enum NHNCloudHttpError {
    /* The service or the store is out of reach, or a shutdown ended the call. */
    NHNCloudHttpErrorNetworkNotAvailable = 100,
    /* The request was not answered properly. */
    NHNCloudHttpErrorRequestFailed = 101,
    /* No answer in time. The detail error is TCGB_ERROR_PURCHASE_PENDING when it is the store that decides later. */
    NHNCloudHttpErrorRequestTimeout = 102,
    /* An argument is wrong; the message names it. */
    NHNCloudHttpErrorRequestInvalid = 103,
    NHNCloudHttpErrorURLInvalid = 104,
    /* The answer cannot be read. */
    NHNCloudHttpErrorResponseInvalid = 105,
    /* Too many calls are open. */
    NHNCloudHttpErrorAlreadyInprogress = 106,
    NHNCloudHttpErrorRequiresSecureConnection = 107
} NHNCloudHttpError;

TCGB_END

#endif
