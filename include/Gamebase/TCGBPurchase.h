/** @file
 * Purchases, and lists of payments. Mirrors TCGBPurchase. Since 1.0.
 *
 * After a purchase the game sends paymentSeq and purchaseToken of the receipt to its game server. The server verifies the payment, delivers
 * the item once for each paymentSeq, and consumes the payment (TCGBServer.h). Until then the payment is in the not-consumed list: ask for
 * that list after login, before a purchase, when the shop opens and after a purchase failed. Every call needs a logged-in player.
 * Completions may be NULL. Every call may fail, with the domain "TCGB.Gamebase.TCGBPurchase", with
 * - 1 not initialized
 * - 2 nobody is logged in
 * - 101 no answer in time
 * - 110 shutdown, or the service is unreachable */
#ifndef TCGB_PURCHASE_H
#define TCGB_PURCHASE_H

#include "TCGBDefines.h"
#include "TCGBError.h"
#include "TCGBPurchasable.h"

TCGB_BEGIN

/** How a purchase ended. Mirrors void(^)(TCGBPurchasableReceipt *, TCGBError *).
 * purchasableReceipt: NULL after an error. error: NULL after success. Both are borrowed. */
typedef void (*TCGBPurchaseCompletion)(const TCGBPurchasableReceipt *purchasableReceipt, const TCGBError *error, void *context);

/** A list of products. Mirrors void(^)(NSArray<TCGBPurchasableItem *> *, TCGBError *).
 * purchasableItemArray: `count` products, NULL when there are none. error: NULL after success. The array and what is in it
 * are borrowed; TCGBRetain keeps a single product. */
typedef void (*TCGBPurchasableItemsCompletion)(
    const TCGBPurchasableItem *const *purchasableItemArray, size_t count, const TCGBError *error, void *context);

/** A list of payments. Mirrors void(^)(NSArray<TCGBPurchasableReceipt *> *, TCGBError *). As above. With an error the list is partial: it
 * has the known payments, for instance when one of several stores was unreachable, or has no adapter (4010) for an unfinished purchase. */
typedef void (*TCGBPurchasableReceiptsCompletion)(
    const TCGBPurchasableReceipt *const *purchasableReceiptArray, size_t count, const TCGBError *error, void *context);

/** The payments that a retry completed. Mirrors void(^)(TCGBPurchasableRetryTransactionResult *, TCGBError *). Both are borrowed. */
typedef void (*TCGBRetryTransactionCompletion)(
    const TCGBPurchasableRetryTransactionResult *transactionResult, const TCGBError *error, void *context);

/** Is called for a purchase that the player began in the store's own window. Mirrors void(^)(TCGBPurchasableReceipt *, TCGBError *).
 * Both are borrowed. */
typedef void (*TCGBPromotionIAPHandler)(const TCGBPurchasableReceipt *purchasableReceipt, const TCGBError *error, void *context);

/** Buys a product. Mirrors +[TCGBPurchase requestPurchaseWithGamebaseProductId:viewController:completion:].
 * gamebaseProductId: the product's id in the console; not empty. viewController: a window handle for stores that show one, or NULL.
 * completion: with a receipt the payment is verified and stored at the service.
 * After 101 and 110 the outcome is unknown: ask for the not-consumed list. Two cases say more:
 * - 110 with 100 below it, or 101 with 102: the store does not know the order. The request may still be on its way there. A quarter of an
 *   hour later such an order is closed.
 * - 110 with 100 and then 7 below it: the player who bought is not logged in any more. The present player bought nothing; the payment is in
 *   the buyer's list.
 *
 * Errors:
 * - 3 bad argument
 * - 4002 cancelled
 * - 4003 a purchase is running
 * - 4005 the product is switched off
 * - 4006 there is no such product
 * - 4007 the month's limit is reached
 * - 4008 the store decides later: wait for kTCGBPurchaseUpdated
 * - 4010 no adapter for the store code
 * - 10 a store adapter refused (TCGBStoreRefusal): not supported
 * - 4001 it refused: not ready
 * - 4004 it refused: not enough cash
 * - 4999 it refused without a reason
 * - 4201 the purchase layer failed: the detail error is one of NHNCloudIAPError.h, such as 10, the store declined */
TCGB_API void TCGBPurchase_requestPurchaseWithGamebaseProductId_viewController_completion(
    const char *gamebaseProductId, void *viewController, TCGBPurchaseCompletion completion, void *context);

/** The same with a payload.
 * Mirrors +[TCGBPurchase requestPurchaseWithGamebaseProductId:payload:viewController:completion:].
 * payload: at most 4,096 bytes (longer: error 3), stored with the payment and given back in the receipt; NULL for none. */
TCGB_API void TCGBPurchase_requestPurchaseWithGamebaseProductId_payload_viewController_completion(
    const char *gamebaseProductId, const char *payload, void *viewController, TCGBPurchaseCompletion completion, void *context);

/** Buys by the number that older consoles gave a product. Mirrors +[TCGBPurchase requestPurchaseWithItemSeq:viewController:completion:].
 * Errors as above; 4006 for a number that no product has. */
TCGB_API void TCGBPurchase_requestPurchaseWithItemSeq_viewController_completion(
    int64_t itemSeq, void *viewController, TCGBPurchaseCompletion completion, void *context);

/** The products that can be bought in the current store, in the console's order.
 * Mirrors +[TCGBPurchase requestItemListPurchasableWithCompletion:].
 * Errors:
 * - 4010 the store has no adapter, and the console no product of it
 * - 4201 the purchase layer failed */
TCGB_API void TCGBPurchase_requestItemListPurchasableWithCompletion(TCGBPurchasableItemsCompletion completion, void *context);

/** The console's products for the current store, also disabled ones.
 * Mirrors +[TCGBPurchase requestItemListAtIAPConsoleWithCompletion:], deprecated by the SDK in favour of the one above. */
TCGB_API void TCGBPurchase_requestItemListAtIAPConsoleWithCompletion(TCGBPurchasableItemsCompletion completion, void *context);

/** The payments that were not consumed yet, oldest first. Before that it completes purchases that an earlier run left unfinished.
 * Mirrors +[TCGBPurchase requestItemListOfNotConsumedWithConfiguration:completion:].
 * configuration: which stores; copied before the function returns.
 * Errors:
 * - 3 for NULL
 * - 4010 with the list, when only the current store is asked for and has no adapter
 * - 4201 the purchase layer failed */
TCGB_API void TCGBPurchase_requestItemListOfNotConsumedWithConfiguration_completion(
    const TCGBPurchasableConfiguration *configuration, TCGBPurchasableReceiptsCompletion completion, void *context);

/** The same for the current store. Mirrors +[TCGBPurchase requestItemListOfNotConsumedWithCompletion:], deprecated by the SDK in favour of
 * the form with a configuration. */
TCGB_API void TCGBPurchase_requestItemListOfNotConsumedWithCompletion(TCGBPurchasableReceiptsCompletion completion, void *context);

/** The subscriptions that have not expired, each with its newest payment, in the order of the stores' ids of their first payments. Before
 * that it asks the stores for renewals.
 * Mirrors +[TCGBPurchase requestActivatedPurchasesWithConfiguration:completion:].
 * configuration: which stores; copied before the function returns. Errors: as for the list above. */
TCGB_API void TCGBPurchase_requestActivatedPurchasesWithConfiguration_completion(
    const TCGBPurchasableConfiguration *configuration, TCGBPurchasableReceiptsCompletion completion, void *context);

/** The same for the current store. Mirrors +[TCGBPurchase requestActivatedPurchasesWithCompletion:], deprecated by the SDK in favour of the
 * form with a configuration. */
TCGB_API void TCGBPurchase_requestActivatedPurchasesWithCompletion(TCGBPurchasableReceiptsCompletion completion, void *context);

/** The subscriptions that the player's store account bought, including expired ones, one payment for each period: newest first from the
 * sandbox, else in the store's order. Consumed periods are included and stay consumed: deliver only from the not-consumed list.
 * Mirrors +[TCGBPurchase requestRestoreWithCompletion:]. */
TCGB_API void TCGBPurchase_requestRestoreWithCompletion(TCGBPurchasableReceiptsCompletion completion, void *context);

/** Completes purchases that were interrupted, and gives the payments that the game has not received in this run; also with an error.
 * Mirrors +[TCGBPurchase requestRetryTransactionWithCompletion:], deprecated by the SDK: the library does it by itself at login, before a
 * purchase, and for the lists. */
TCGB_API void TCGBPurchase_requestRetryTransactionWithCompletion(TCGBRetryTransactionCompletion completion, void *context);

/** Sets a handler for purchases that the player began in the store's own window. The event kTCGBPurchaseUpdated comes besides.
 * Mirrors +[TCGBPurchase setPromotionIAPHandler:], deprecated by the SDK in favour of the event.
 * Such purchases begin once a player is logged in and the login's completion has returned, one after the other, and wait for a purchase
 * that runs. A purchase that failed is final: it is not charged later. If the process ends before the game received the purchase, it comes
 * in a later run; if its payment was reserved and paid, it is in the lists instead.
 * handler: called for each, with the receipt or the error; replaces the one before. NULL removes it. Shutdown resets it. */
TCGB_API void TCGBPurchase_setPromotionIAPHandler(TCGBPromotionIAPHandler handler, void *context);

/** Chooses the store, for the time until shutdown. Mirrors +[TCGBPurchase setStoreCode:], deprecated by the SDK, whose apps know one store
 * each.
 * storeCode: such as "SANDBOX", or the code of a store of TCGBStoreAdapter.h; without an adapter, as for "AS", purchase calls end with
 * 4010. NULL, "" and non-UTF-8 change nothing and are logged. */
TCGB_API void TCGBPurchase_setStoreCode(const char *storeCode);

/** The store in use: the one set last, else the configuration's, else "SANDBOX". Mirrors +[TCGBPurchase storeCode], deprecated by the
 * SDK. */
TCGB_API const char *TCGBPurchase_storeCode(void);

TCGB_END

#endif
