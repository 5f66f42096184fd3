/** @file
 * NHN Cloud in-app purchases for Linux: what the Objective-C framework <NHNCloudIAP/NHNCloudIAP.h> declares. Since 1.0.
 *
 * The same purchases as those of TCGBPurchase, in the shape of the SDK below Gamebase: by the store's product ids, with the outcome through
 * a delegate, and consumed by the game itself. It can be used beside Gamebase or without it. Without it, initWithConfiguration starts
 * the library; TCGBRunLoop_drain delivers, TCGBGamebase_shutdown ends.
 *
 * To buy and to list, initialize and set a user id (NHNCloudSDK_setUserID), in either order. Consume a payment after the item was granted;
 * if the process can die between the two, let a game server do both (TCGBServer.h) and keep the paymentSeq with the grant.
 *
 * Completions may be NULL. Errors have the domains and codes of NHNCloudIAPError.h. Each call may bring 1 (not initialized), 100, 101, 102,
 * 105 and 106; those that need a user id 7. Lists, restore, products and old purchases bring 6 while the same call
 * is running, and leave that one alone. */
#ifndef NHN_CLOUD_IAP_H
#define NHN_CLOUD_IAP_H

#include "../Gamebase/TCGBDefines.h"
#include "../Gamebase/TCGBError.h"
#include "../NHNCloudCore/NHNCloudCore.h"
#include "NHNCloudIAPConfiguration.h"
#include "NHNCloudIAPError.h"
#include "NHNCloudInAppPurchaseDelegate.h"
#include "NHNCloudProduct.h"
#include "NHNCloudProductsResponse.h"
#include "NHNCloudPurchaseResult.h"

TCGB_BEGIN

/** A list of products. Mirrors void(^)(NHNCloudProductsResponse *, NSError *). response: NULL after an error. Both are borrowed. */
typedef void (*NHNCloudProductsCompletionHandler)(const NHNCloudProductsResponse *response, const TCGBError *error, void *context);

/** A list of payments. Mirrors void(^)(NSArray<NHNCloudPurchaseResult *> *, NSError *). purchases: `count` payments, NULL when there are
 * none; all is borrowed. With an error the list holds what is known nevertheless, for instance when one of several stores was out of reach,
 * did not answer in half of a call's time, or has no adapter (2) for a purchase that is open there. */
typedef void (*NHNCloudPurchasesCompletionHandler)(
    const NHNCloudPurchaseResult *const *purchases, size_t count, const TCGBError *error, void *context);

/** How a call ended. Mirrors void(^)(NSError *). error: NULL after success; borrowed. */
typedef void (*NHNCloudIAPErrorCompletionHandler)(const TCGBError *error, void *context);

/** Initializes, and starts the library if Gamebase did not. Mirrors +[NHNCloudIAP initWithConfiguration:].
 * With a user id, purchases that were interrupted are completed now, and renewals are booked; else as soon as there is one.
 * A game that uses Gamebase too may initialize that first or later, under another app id than this key. It sets
 * TCGBHost_setStorageDirectory, or keeps to one order: the default directory has the name that was given first.
 * configuration: copied. What keeps it from working is logged, and every call then brings error 1. */
TCGB_API void NHNCloudIAP_initWithConfiguration(const NHNCloudIAPConfiguration *configuration);

/** Sets the delegate and initializes. Mirrors +[NHNCloudIAP initWithConfiguration:delegate:]. */
TCGB_API void NHNCloudIAP_initWithConfiguration_delegate(
    const NHNCloudIAPConfiguration *configuration, const NHNCloudInAppPurchaseDelegate *delegate);

/** Says who hears how purchases end, before they begin. Mirrors +[NHNCloudIAP setDelegate:]. May be called before initWithConfiguration.
 * delegate: copied. NULL takes it away. A structSize smaller than a size_t changes nothing, and is logged. */
TCGB_API void NHNCloudIAP_setDelegate(const NHNCloudInAppPurchaseDelegate *delegate);

/** Hands over the console's products for the current store, in the console's order.
 * Mirrors +[NHNCloudIAP requestProductsWithCompletionHandler:].
 * No user id is needed. When the store itself cannot be asked there is an error and no response.
 * Errors: 2 also for a store without an adapter of which the console has no product. */
TCGB_API void NHNCloudIAP_requestProductsWithCompletionHandler(NHNCloudProductsCompletionHandler completionHandler, void *context);

/** Buys a product. Mirrors +[NHNCloudIAP purchaseWithProduct:]. The delegate hears how it ended.
 * Errors: 1 to 7, 9 to 13, 17, 18. With 102 above TCGB_ERROR_PURCHASE_PENDING (4008) the store decides later. */
TCGB_API void NHNCloudIAP_purchaseWithProduct(const NHNCloudProduct *product);

/** The same with a note of the game's own. Mirrors +[NHNCloudIAP purchaseWithProduct:payload:].
 * payload: at most 4,096 bytes (longer: error 103), stored with the payment and given back with it; NULL for none. */
TCGB_API void NHNCloudIAP_purchaseWithProduct_payload(const NHNCloudProduct *product, const char *payload);

/** Buys a product by its id. Mirrors +[NHNCloudIAP purchaseWithProductIdentifier:]. productIdentifier: the product's id at the store; not
 * empty. */
TCGB_API void NHNCloudIAP_purchaseWithProductIdentifier(const char *productIdentifier);

/** The same with a note of the game's own. Mirrors +[NHNCloudIAP purchaseWithProductIdentifier:payload:]. */
TCGB_API void NHNCloudIAP_purchaseWithProductIdentifier_payload(const char *productIdentifier, const char *payload);

/** The subscriptions that run, in all stores. First asks the stores for renewals.
 * Mirrors +[NHNCloudIAP requestActivePurchasesWithCompletionHandler:].
 * Deprecated by the SDK in favour of the two below; it is the second of them. */
TCGB_API void NHNCloudIAP_requestActivePurchasesWithCompletionHandler(NHNCloudPurchasesCompletionHandler completionHandler, void *context);

/** The same in the current store. Mirrors +[NHNCloudIAP requestActiveSubscriptionsWithCompletionHandler:]. */
TCGB_API void NHNCloudIAP_requestActiveSubscriptionsWithCompletionHandler(
    NHNCloudPurchasesCompletionHandler completionHandler, void *context);

/** The same in all stores. Mirrors +[NHNCloudIAP requestAllMarketsActiveSubscriptionsWithCompletionHandler:]. */
TCGB_API void NHNCloudIAP_requestAllMarketsActiveSubscriptionsWithCompletionHandler(
    NHNCloudPurchasesCompletionHandler completionHandler, void *context);

/** The payments that were not consumed, in the current store, oldest first. First completes purchases that were interrupted.
 * Mirrors +[NHNCloudIAP requestConsumablePurchasesWithCompletionHandler:]. */
TCGB_API void NHNCloudIAP_requestConsumablePurchasesWithCompletionHandler(
    NHNCloudPurchasesCompletionHandler completionHandler, void *context);

/** The same in all stores. Mirrors +[NHNCloudIAP requestAllMarketsConsumablePurchasesWithCompletionHandler:]. */
TCGB_API void NHNCloudIAP_requestAllMarketsConsumablePurchasesWithCompletionHandler(
    NHNCloudPurchasesCompletionHandler completionHandler, void *context);

/** What the player's store account bought, subscriptions that are over included. Consumed payments do not become consumable again.
 * Mirrors +[NHNCloudIAP restoreWithCompletionHandler:]. What the store tells of is booked to the player, so that a user id is needed, which
 * the SDK does not say. Errors: 2, 16; 7 with the list of the others, when the account holds another player's. */
TCGB_API void NHNCloudIAP_restoreWithCompletionHandler(NHNCloudPurchasesCompletionHandler completionHandler, void *context);

/** Consumes a payment: it leaves the list, before the completion comes and for good.
 * Mirrors +[NHNCloudIAP consumeWithPurchaseResult:completionHandler:].
 * result: one that a list or the delegate handed over. Errors: 7 another player's payment; 13 with detail 5018 consumed before: the item
 * is due unless the game's own books say that it was given; 13 for a payment that was refunded or cannot be consumed. */
TCGB_API void NHNCloudIAP_consumeWithPurchaseResult_completionHandler(
    const NHNCloudPurchaseResult *result, NHNCloudIAPErrorCompletionHandler completionHandler, void *context);

/** Takes over what an older purchase journal left unfinished; the game grants and consumes what comes.
 * Mirrors +[NHNCloudIAP processesIncompletePurchasesWithCompletionHandler:], deprecated by the SDK, which
 * does nothing any more; here it works.
 * The journal is the file "incomplete_purchases.json" in the storage directory (TCGBHost_storageDirectory): a JSON array, or an object that
 * has it as "purchases", of objects with paymentSeq (1 to 64 printable ASCII characters, no space) and one of marketItemId,
 * gamebaseProductId and itemSeq; optional are storeCode, price (a decimal text), currency, purchaseToken, storeTransactionId, receipt,
 * purchaseTime, expiryTime (epoch milliseconds) and payload. At most 1,000 purchases and 4,194,304 bytes. A purchase is taken over once for
 * its paymentSeq, however often this is called; the file is left as it is. No file is success with an empty list. Errors: 13 for a file
 * that cannot be read as such, and the message says why. 103 with an empty list when one purchase has no such paymentSeq: nothing of the
 * file is taken over then. When single purchases cannot be taken over the error is that of the first, such as 3, 7, or 103 for a field that
 * is not what is said above (a price that is a number), and comes with the list of the others. */
TCGB_API void NHNCloudIAP_processesIncompletePurchasesWithCompletionHandler(
    NHNCloudPurchasesCompletionHandler completionHandler, void *context);

/** Mirrors +[NHNCloudIAP version]. Returns the library's version. */
TCGB_API const char *NHNCloudIAP_version(void);

TCGB_END

#endif
