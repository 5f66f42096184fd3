/** @file
 * Buying, and what was bought. Mirrors TCGBPurchase. Since 1.0.
 *
 * A game buys, then hands paymentSeq and purchaseToken of the receipt to its game server; the server verifies the payment,
 * grants the item once for each paymentSeq, and consumes it (TCGBServer.h). Until it is consumed, a payment is in the not-consumed list:
 * ask for that list after login, before a purchase, when the shop opens and after a purchase failed.
 * Every call needs a logged-in player. Completions may be NULL. Every completion may bring 1 (not initialized), 2 (not logged in),
 * 101 (no answer in time) and 110 (shutdown, or out of reach), with the domain "TCGB.Gamebase.TCGBPurchase". */
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

/** A list of payments. Mirrors void(^)(NSArray<TCGBPurchasableReceipt *> *, TCGBError *). As above; with an error the list holds what is
 * known nevertheless, for instance when one of several stores was out of reach, or has no adapter (4010) for a purchase that is open
 * there. */
typedef void (*TCGBPurchasableReceiptsCompletion)(
    const TCGBPurchasableReceipt *const *purchasableReceiptArray, size_t count, const TCGBError *error, void *context);

/** What a retry has brought. Mirrors void(^)(TCGBPurchasableRetryTransactionResult *, TCGBError *). Both are borrowed. */
typedef void (*TCGBRetryTransactionCompletion)(
    const TCGBPurchasableRetryTransactionResult *transactionResult, const TCGBError *error, void *context);

/** Hears of a purchase that the player began in the store's own window. Mirrors void(^)(TCGBPurchasableReceipt *, TCGBError *). Both are
 * borrowed. */
typedef void (*TCGBPromotionIAPHandler)(const TCGBPurchasableReceipt *purchasableReceipt, const TCGBError *error, void *context);

/** Buys a product. Mirrors +[TCGBPurchase requestPurchaseWithGamebaseProductId:viewController:completion:].
 * gamebaseProductId: the product's id in the console; not empty. viewController: a window handle for stores that show one, or NULL.
 * completion: when it brings a receipt, the payment is verified and stored at the service.
 * Errors: 3 bad argument; 4002 cancelled; 4003 a purchase is running; 4005 the product is switched off; 4006 there is no such product;
 * 4007 the month's limit; 4008 the store decides later, and kTCGBPurchaseUpdated tells; 4010 no adapter for the store code; 10, 4001, 4004
 * and 4999 when a store adapter says so (TCGBStoreRefusal): not supported, not ready, not enough cash, no reason given; 4201 the purchase
 * layer
 * failed: the detail error is one of NHNCloudIAPError.h, such as 10, the store declined.
 * After 101 and 110 the outcome is unknown: ask for the not-consumed list. So it is too (110 with 100 below it, or 101 with 102) when the
 * store says that it never heard of the order, which may still be on its way to it; a quarter of an hour later such an order is closed; and
 * (110 with 100 and then 7 below it) when the player who bought does not play any more: whoever plays now bought nothing, and the payer's
 * list has it. */
TCGB_API void TCGBPurchase_requestPurchaseWithGamebaseProductId_viewController_completion(
    const char *gamebaseProductId, void *viewController, TCGBPurchaseCompletion completion, void *context);

/** The same with a note of the game's own.
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
 * Errors: 4010 the store has no adapter, and the console no product of it; 4201. */
TCGB_API void TCGBPurchase_requestItemListPurchasableWithCompletion(TCGBPurchasableItemsCompletion completion, void *context);

/** The console's products for the current store, those that are switched off too.
 * Mirrors +[TCGBPurchase requestItemListAtIAPConsoleWithCompletion:], deprecated by the SDK in favour of the one above. */
TCGB_API void TCGBPurchase_requestItemListAtIAPConsoleWithCompletion(TCGBPurchasableItemsCompletion completion, void *context);

/** The payments that were not consumed yet, oldest first. First completes purchases that an earlier run left unfinished.
 * Mirrors +[TCGBPurchase requestItemListOfNotConsumedWithConfiguration:completion:].
 * configuration: which stores; copied before the function returns. Errors: 3 for NULL; 4010 with the list, when only the current store is
 * asked for and has no adapter; 4201. */
TCGB_API void TCGBPurchase_requestItemListOfNotConsumedWithConfiguration_completion(
    const TCGBPurchasableConfiguration *configuration, TCGBPurchasableReceiptsCompletion completion, void *context);

/** The same for the current store. Mirrors +[TCGBPurchase requestItemListOfNotConsumedWithCompletion:], deprecated by the SDK in favour of
 * the form with a configuration. */
TCGB_API void TCGBPurchase_requestItemListOfNotConsumedWithCompletion(TCGBPurchasableReceiptsCompletion completion, void *context);

/** The subscriptions that have not expired, each with its newest payment, in the order of the stores' ids of their first payments. First
 * asks the stores for renewals.
 * Mirrors +[TCGBPurchase requestActivatedPurchasesWithConfiguration:completion:].
 * configuration: which stores; copied before the function returns. Errors: as for the list above. */
TCGB_API void TCGBPurchase_requestActivatedPurchasesWithConfiguration_completion(
    const TCGBPurchasableConfiguration *configuration, TCGBPurchasableReceiptsCompletion completion, void *context);

/** The same for the current store. Mirrors +[TCGBPurchase requestActivatedPurchasesWithCompletion:], deprecated by the SDK in favour of the
 * form with a configuration. */
TCGB_API void TCGBPurchase_requestActivatedPurchasesWithCompletion(TCGBPurchasableReceiptsCompletion completion, void *context);

/** What the player's store account bought, expired subscriptions included: newest first from the sandbox, else in the store's order.
 * Consumed payments do not come back.
 * Mirrors +[TCGBPurchase requestRestoreWithCompletion:]. */
TCGB_API void TCGBPurchase_requestRestoreWithCompletion(TCGBPurchasableReceiptsCompletion completion, void *context);

/** Completes purchases that were interrupted, and passes the payments not yet reported: what the game had not heard of in this run, with an
 * error too.
 * Mirrors +[TCGBPurchase requestRetryTransactionWithCompletion:], deprecated by the SDK: the library does it by itself at login, before a
 * purchase, and for the lists. */
TCGB_API void TCGBPurchase_requestRetryTransactionWithCompletion(TCGBRetryTransactionCompletion completion, void *context);

/** Hears of purchases that the player began in the store's own window, beside the event kTCGBPurchaseUpdated. They begin once a player is
 * logged in.
 * Mirrors +[TCGBPurchase setPromotionIAPHandler:], deprecated by the SDK in favour of the event.
 * They wait for a purchase that runs, in the same session, one after the other, and never come before the completion of the login is over:
 * what the game buys there goes first. What was told as failed is over, and nothing charges it later; what was not told yet when the
 * process ended comes in a later run, unless its payment was reserved: then that is in the lists if it was paid.
 * handler: called for each, with the receipt or the error; in place of the one before. NULL takes it away. Forgotten by shutdown. */
TCGB_API void TCGBPurchase_setPromotionIAPHandler(TCGBPromotionIAPHandler handler, void *context);

/** Chooses the store, for the time until shutdown. Mirrors +[TCGBPurchase setStoreCode:], deprecated by the SDK, whose apps know one store
 * each.
 * storeCode: such as "SANDBOX", or the code of a store of TCGBStoreAdapter.h; without an adapter, as for "AS", purchase calls end with
 * 4010. NULL, "" and non-UTF-8 change nothing and are logged. */
TCGB_API void TCGBPurchase_setStoreCode(const char *storeCode);

/** The store in use: the one set last, else the configuration's, else "SANDBOX". Mirrors +[TCGBPurchase storeCode],
 * deprecated by the SDK likewise. */
TCGB_API const char *TCGBPurchase_storeCode(void);

TCGB_END

#endif
