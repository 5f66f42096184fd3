/** @file
 * NHN Cloud in-app purchases for Linux: the calls of the Objective-C framework <NHNCloudIAP/NHNCloudIAP.h>. Since 1.0.
 *
 * These are the purchases of TCGBPurchase in the form of NHN Cloud's SDK: with the store's product ids, results through a delegate, and
 * consumption by the game. It can be used with Gamebase or without it. Without it, initWithConfiguration starts the library;
 * TCGBRunLoop_drain delivers callbacks, TCGBGamebase_shutdown ends the library.
 *
 * To buy and to list, initialize and set a user id (NHNCloudSDK_setUserID), in either order. Consume a payment after the item was
 * delivered. If the process can die between the two, let a game server do both (TCGBServer.h) and keep the paymentSeq with what it
 * delivered.
 *
 * Completions may be NULL. Errors have the domains and codes of NHNCloudIAPError.h. Any call may fail with
 * - 1 not initialized
 * - 7 no user id, for calls that need one
 * - 6 the same call runs, for lists, restore, products and old purchases; the running one continues
 * - 100, 101, 102, 105, 106 as NHNCloudHttpError says */
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
 * none; all is borrowed. With an error the list is partial: it has the known payments, for instance when one of several stores was
 * unreachable, did not answer in half of a call's time, or has no adapter (2) for an unfinished purchase. */
typedef void (*NHNCloudPurchasesCompletionHandler)(
    const NHNCloudPurchaseResult *const *purchases, size_t count, const TCGBError *error, void *context);

/** How a call ended. Mirrors void(^)(NSError *). error: NULL after success; borrowed. */
typedef void (*NHNCloudIAPErrorCompletionHandler)(const TCGBError *error, void *context);

/** Initializes, and starts the library if Gamebase did not. Mirrors +[NHNCloudIAP initWithConfiguration:].
 * Completes interrupted purchases and books renewals, at once or as soon as there is a user id.
 * A game that uses Gamebase, too, may initialize that before or after, under another app id than this key. It should set
 * TCGBHost_setStorageDirectory, or keep to one order: the default directory has the name that was given first.
 * configuration: copied. If it cannot be used, the log says why, and every call fails with error 1. */
TCGB_API void NHNCloudIAP_initWithConfiguration(const NHNCloudIAPConfiguration *configuration);

/** Sets the delegate and initializes. Mirrors +[NHNCloudIAP initWithConfiguration:delegate:]. */
TCGB_API void NHNCloudIAP_initWithConfiguration_delegate(
    const NHNCloudIAPConfiguration *configuration, const NHNCloudInAppPurchaseDelegate *delegate);

/** Sets the delegate, which is called when a purchase ends. Set it before the first purchase. Mirrors +[NHNCloudIAP setDelegate:]. May be
 * called before initWithConfiguration.
 * delegate: copied. NULL removes it. A structSize smaller than a size_t changes nothing, and is logged. */
TCGB_API void NHNCloudIAP_setDelegate(const NHNCloudInAppPurchaseDelegate *delegate);

/** Gives the console's products for the current store, in the console's order. Needs no user id.
 * Mirrors +[NHNCloudIAP requestProductsWithCompletionHandler:].
 * When the store itself cannot be asked there is an error and no response.
 * Errors: 2 also when the store has no adapter and the console no product of it. */
TCGB_API void NHNCloudIAP_requestProductsWithCompletionHandler(NHNCloudProductsCompletionHandler completionHandler, void *context);

/** Buys a product. Mirrors +[NHNCloudIAP purchaseWithProduct:]. The delegate is called when it ends.
 * Errors: 1 to 7, 9 to 13, 17 and 18, as NHNCloudIAPError says. With 102 above TCGB_ERROR_PURCHASE_PENDING (4008) the store decides
 * later. */
TCGB_API void NHNCloudIAP_purchaseWithProduct(const NHNCloudProduct *product);

/** The same with a note of the game's own. Mirrors +[NHNCloudIAP purchaseWithProduct:payload:].
 * payload: at most 4,096 bytes (longer: error 103), stored with the payment and given back with it; NULL for none. */
TCGB_API void NHNCloudIAP_purchaseWithProduct_payload(const NHNCloudProduct *product, const char *payload);

/** Buys a product by its id. Mirrors +[NHNCloudIAP purchaseWithProductIdentifier:]. productIdentifier: the product's id at the store; not
 * empty. */
TCGB_API void NHNCloudIAP_purchaseWithProductIdentifier(const char *productIdentifier);

/** The same with a note of the game's own. Mirrors +[NHNCloudIAP purchaseWithProductIdentifier:payload:]. */
TCGB_API void NHNCloudIAP_purchaseWithProductIdentifier_payload(const char *productIdentifier, const char *payload);

/** The subscriptions that run, in all stores. Asks the stores for renewals before that.
 * Mirrors +[NHNCloudIAP requestActivePurchasesWithCompletionHandler:].
 * Deprecated by the SDK in favour of the two below; it is the second of them. */
TCGB_API void NHNCloudIAP_requestActivePurchasesWithCompletionHandler(NHNCloudPurchasesCompletionHandler completionHandler, void *context);

/** The same in the current store. Mirrors +[NHNCloudIAP requestActiveSubscriptionsWithCompletionHandler:]. */
TCGB_API void NHNCloudIAP_requestActiveSubscriptionsWithCompletionHandler(
    NHNCloudPurchasesCompletionHandler completionHandler, void *context);

/** The same in all stores. Mirrors +[NHNCloudIAP requestAllMarketsActiveSubscriptionsWithCompletionHandler:]. */
TCGB_API void NHNCloudIAP_requestAllMarketsActiveSubscriptionsWithCompletionHandler(
    NHNCloudPurchasesCompletionHandler completionHandler, void *context);

/** The payments that were not consumed, in the current store, oldest first. Completes purchases that were interrupted before that.
 * Mirrors +[NHNCloudIAP requestConsumablePurchasesWithCompletionHandler:]. */
TCGB_API void NHNCloudIAP_requestConsumablePurchasesWithCompletionHandler(
    NHNCloudPurchasesCompletionHandler completionHandler, void *context);

/** The same in all stores. Mirrors +[NHNCloudIAP requestAllMarketsConsumablePurchasesWithCompletionHandler:]. */
TCGB_API void NHNCloudIAP_requestAllMarketsConsumablePurchasesWithCompletionHandler(
    NHNCloudPurchasesCompletionHandler completionHandler, void *context);

/** The subscriptions that the player's store account bought, including expired ones, one payment for each period. Consumed periods are
 * included and do not become consumable again: deliver only from the consumable list.
 * Mirrors +[NHNCloudIAP restoreWithCompletionHandler:]. It needs a user id, which the SDK does not say: what the store lists is booked to
 * the player.
 * Errors:
 * - 2 the store is not available
 * - 16 the store could not restore
 * - 7 the account holds another player's payments, too; the list has the others */
TCGB_API void NHNCloudIAP_restoreWithCompletionHandler(NHNCloudPurchasesCompletionHandler completionHandler, void *context);

/** Consumes a payment: when the completion comes it has left the list, for good.
 * Mirrors +[NHNCloudIAP consumeWithPurchaseResult:completionHandler:].
 * result: from a list or the delegate.
 * Errors:
 * - 7 another player's payment
 * - 13 with detail 5018: consumed before. Deliver the item unless the game's own records say that it was delivered.
 * - 13 refunded, or not consumable */
TCGB_API void NHNCloudIAP_consumeWithPurchaseResult_completionHandler(
    const NHNCloudPurchaseResult *result, NHNCloudIAPErrorCompletionHandler completionHandler, void *context);

/** Imports the unfinished purchases of an older journal; the game delivers and consumes what the list has.
 * Mirrors +[NHNCloudIAP processesIncompletePurchasesWithCompletionHandler:], deprecated by the SDK, where it does nothing any more.
 * The journal is the file "incomplete_purchases.json" in the storage directory (TCGBHost_storageDirectory): a JSON array, or an object that
 * has it as "purchases", of at most 1,000 objects, 4,194,304 bytes in all. Each has
 * - paymentSeq: 1 to 64 printable ASCII characters, no space
 * - one of marketItemId, gamebaseProductId and itemSeq
 * - optionally storeCode, price (a decimal text), currency, purchaseToken, storeTransactionId, receipt, purchaseTime and expiryTime (epoch
 *   milliseconds), payload
 *
 * A purchase is imported once for its paymentSeq, however often this is called. The file is left as it is. Without a file it succeeds with
 * an empty list.
 * Errors:
 * - 13 the file cannot be read; the message says why
 * - 103 with an empty list: a purchase has no such paymentSeq, and nothing is imported
 * - 3, 7, 103 and others with a list: the error of the first purchase that could not be imported, such as a price that is a number; the
 *   list has the others */
TCGB_API void NHNCloudIAP_processesIncompletePurchasesWithCompletionHandler(
    NHNCloudPurchasesCompletionHandler completionHandler, void *context);

/** Mirrors +[NHNCloudIAP version]. Returns the library's version. */
TCGB_API const char *NHNCloudIAP_version(void);

TCGB_END

#endif
