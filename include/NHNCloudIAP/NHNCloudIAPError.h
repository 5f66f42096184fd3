/** @file
 * Why a purchase call failed. Mirrors NHNCloudIAPError and NHNCloudHttpError. Since 1.0.
 *
 * The calls of NHNCloudIAP.h fail with TCGBError objects of one of these two domains. The underlying error has what the service or a store
 * adapter said: TCGBError_detailErrorCode and TCGBError_detailErrorMessage.
 *
 * TCGBPurchase fails with 4201 (TCGB_ERROR_PURCHASE_EXTERNAL_LIBRARY_ERROR) and this error below it, or with a code of its own:
 *
 *   here                          TCGBPurchase
 *   1                             1
 *   7 without a player            2
 *   103                           3
 *   9                             4002
 *   6 when a purchase runs        4003
 *   3 of the console              4005, 4006
 *   18                            4007
 *   102 with 4008 below it        4008
 *   2 without an adapter          4010
 *   12                            8001
 *   102                           101
 *   100                           110
 *   106                           11002
 *   17, 2, 10, 0 of an adapter    10, 4001, 4004, 4999 (TCGBStoreRefusal in TCGBStoreAdapter.h) */
#ifndef NHN_CLOUD_IAP_ERROR_H
#define NHN_CLOUD_IAP_ERROR_H

#include "../Gamebase/TCGBDefines.h"

TCGB_BEGIN

/** "com.nhncloud.iap": codes are NHNCloudIAPError. */
TCGB_API extern const char *const NHNCloudIAPErrorDomain;

/** "com.nhncloud.http": codes are NHNCloudHttpError. */
TCGB_API extern const char *const NHNCloudHttpErrorDomain;

/** The comment of a code says when the library raises it. Besides, every code arises when a store adapter fails with it
 * (TCGBStoreRequest_fail). */
typedef enum NHNCloudIAPError {
    /** A store failed with a number that is none of those below. The underlying error has that number and the store's words, in the domain
     * "TCGB.Gamebase.TCGBStoreAdapter". Also what has no counterpart here; then the underlying error is Gamebase's. */
    NHNCloudIAPErrorUnknown = 0,
    /** NHNCloudIAP_initWithConfiguration was not called, or could not start the library: the log says why. */
    NHNCloudIAPErrorNotInitialized = 1,
    /** Purchases, restore: no adapter is registered for the store code, or the console settings do not list it. Purchases: the store is
     * closed to new orders, or nothing opens its page. Lists: a purchase is open at a store that has no adapter now. */
    NHNCloudIAPErrorStoreNotAvailable = 2,
    /** Purchases: the console has no such product, has it switched off, or the store does not know it. Lists, older journal: a payment for
     * a product that the console does not have. */
    NHNCloudIAPErrorProductNotAvailable = 3,
    /** Lists: a store lists a renewal for another product than that of its subscription. */
    NHNCloudIAPErrorProductInvalid = 4,
    /** Purchases: a subscription of the product's group runs, is on hold or paused. */
    NHNCloudIAPErrorAlreadyOwned = 5,
    /** Purchases: one runs, through this surface or TCGBPurchase, or one of the product's subscription group waits for its store. Lists,
     * restore, products, older journal: the same call runs. */
    NHNCloudIAPErrorAlreadyInProgress = 6,
    /** Everything that needs a player: no user id is set, or its member was banned or has withdrawn. Consume, lists, restore, older
     * journal: the payment is another player's. Purchases: below 100, the player who bought is not the user id any more. */
    NHNCloudIAPErrorUserInvalid = 7,
    /** A store says that a payment of its belongs to no order. The library does not: it takes such a payment over, or says 3, 4, 7 or 15.
     * */
    NHNCloudIAPErrorPaymentInvalid = 8,
    /** Purchases: the player cancelled at the store, or let the checkout expire. */
    NHNCloudIAPErrorPaymentCancelled = 9,
    /** Purchases: the store declined the payment. */
    NHNCloudIAPErrorPaymentFailed = 10,
    /** Purchases: the store's receipt is for another product, price or currency than the reservation, or for a payment that was granted
     * before. Nothing is granted, and the operator sees the money (TCGBConsole_reportWithCompletion, unmatchedMoney). */
    NHNCloudIAPErrorVerifyFailed = 11,
    /** A step could not be stored, for instance because the disk is full. A purchase says so only before the store was asked; later that is
     * 100. */
    NHNCloudIAPErrorChangePurchaseStatusFailed = 12,
    /** Consume: the payment was consumed before (TCGBError_underlyingError leads to 5018), was refunded, is no consumable, or its keys are
     * not those of one payment. Purchases: the money went back meanwhile. Older journal: the file cannot be read. */
    NHNCloudIAPErrorPurchaseStatusInvalid = 13,
    /** Below 4201 of TCGBConsole_changeSubscriptionOfPayment_action_completion: the subscription is over. */
    NHNCloudIAPErrorExpired = 14,
    /** Lists: a store lists a renewal of a subscription that did not begin here. */
    NHNCloudIAPErrorRenewalPaymentNotFound = 15,
    /** Restore: the store could not restore, or restores what is no subscription. */
    NHNCloudIAPErrorRestoreFailed = 16,
    /** Purchases: the console has switched buying off, or the store does not permit it to this player. */
    NHNCloudIAPErrorPaymentNotAvailable = 17,
    /** Purchases: with this price the player's calendar month would pass the console's limit, or the store's. */
    NHNCloudIAPErrorPurchaseLimitExceeded = 18
} NHNCloudIAPError;

/** As above. A purchase that ends with 100 or 102 may have been paid: then the payment is in the lists as soon as that is known. */
typedef enum NHNCloudHttpError {
    /** The service is out of reach, or a shutdown ended the call. Purchases: the outcome is unknown, and the underlying error says why;
     * also when the store has never heard of the order, or when the player who bought has left (7). Lists: the payments of a store that
     * could not be asked are missing. */
    NHNCloudHttpErrorNetworkNotAvailable = 100,
    /** A store adapter released a question without an answer. */
    NHNCloudHttpErrorRequestFailed = 101,
    /** No answer in time. Purchases: above TCGB_ERROR_PURCHASE_PENDING (4008) it is the store that decides later. */
    NHNCloudHttpErrorRequestTimeout = 102,
    /** An argument is wrong; the message names it. Purchases, lists: or what an adapter answered, such as a receipt that is too long; then
     * the order stays open, and what was paid is not in the lists before the adapter answers properly. */
    NHNCloudHttpErrorRequestInvalid = 103,
    /** Purchases: the page of the checkout that a store adapter gave is no address. */
    NHNCloudHttpErrorURLInvalid = 104,
    /** The answer of a store adapter cannot be read. */
    NHNCloudHttpErrorResponseInvalid = 105,
    /** 65,536 calls are open. */
    NHNCloudHttpErrorAlreadyInprogress = 106,
    /** A store asks for a connection that is secure. The embedded service is not spoken to over a network, so the library does not. */
    NHNCloudHttpErrorRequiresSecureConnection = 107
} NHNCloudHttpError;

TCGB_END

#endif
