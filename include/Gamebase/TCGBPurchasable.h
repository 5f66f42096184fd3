/** @file
 * Products and payments. Mirrors TCGBPurchasableConfiguration, TCGBPurchasableItem and TCGBPurchasableReceipt. Since 1.0.
 *
 * Products and payments are values that do not change. Texts are NULL where the store or the service does not tell. For
 * anything but a living object, getters return NULL, 0, false, and -1 for prices and itemSeq. Times are epoch milliseconds. */
#ifndef TCGB_PURCHASABLE_H
#define TCGB_PURCHASABLE_H

#include "TCGBDefines.h"

TCGB_BEGIN

/** Which stores a list is asked of. Mirrors TCGBPurchasableConfiguration. */
typedef struct TCGBPurchasableConfiguration TCGBPurchasableConfiguration;

/** A product. Mirrors TCGBPurchasableItem. */
typedef struct TCGBPurchasableItem TCGBPurchasableItem;

/** A payment that was verified. Mirrors TCGBPurchasableReceipt. */
typedef struct TCGBPurchasableReceipt TCGBPurchasableReceipt;

/** The payments that a retry completed. Mirrors TCGBPurchasableRetryTransactionResult. */
typedef struct TCGBPurchasableRetryTransactionResult TCGBPurchasableRetryTransactionResult;

/** Makes a configuration with the defaults. Mirrors [[TCGBPurchasableConfiguration alloc] init].
 * Returns an object that the caller releases. */
TCGB_API TCGB_OWNED TCGBPurchasableConfiguration *TCGBPurchasableConfiguration_create(void);

/** Whether a list covers every store, or the current one only: the default. Mirrors .allStores. */
TCGB_API bool TCGBPurchasableConfiguration_allStores(const TCGBPurchasableConfiguration *configuration);

/** Mirrors -setAllStores:. */
TCGB_API void TCGBPurchasableConfiguration_setAllStores(TCGBPurchasableConfiguration *configuration, bool allStores);

/** Reads a product from its JSON form. Mirrors +[TCGBPurchasableItem purchasableItemFromJsonString:].
 * jsonString: an object with gamebaseProductId; "active" is read like "isActive". Returns an object that the caller releases; NULL as O6 in
 * TCGBObject.h says. */
TCGB_API TCGB_OWNED TCGBPurchasableItem *TCGBPurchasableItem_purchasableItemFromJsonString(const char *jsonString);

/** The product's id in the console, by which it is bought. Mirrors .gamebaseProductId. */
TCGB_API const char *TCGBPurchasableItem_gamebaseProductId(const TCGBPurchasableItem *item);

/** The price, rounded to a float; -1 when the store does not tell. For display; priceString is exact. Mirrors .price. */
TCGB_API float TCGBPurchasableItem_price(const TCGBPurchasableItem *item);

/** The price as an exact decimal, such as "0.99" or "1100"; NULL when the store does not tell. No Objective-C counterpart. */
TCGB_API const char *TCGBPurchasableItem_priceString(const TCGBPurchasableItem *item);

/** The ISO 4217 code of the price. Mirrors .currency. */
TCGB_API const char *TCGBPurchasableItem_currency(const TCGBPurchasableItem *item);

/** The product's name in the console. Mirrors .itemName. */
TCGB_API const char *TCGBPurchasableItem_itemName(const TCGBPurchasableItem *item);

/** The code of the store, such as "SANDBOX". Mirrors .marketId. */
TCGB_API const char *TCGBPurchasableItem_marketId(const TCGBPurchasableItem *item);

/** The product's id at the store. Mirrors .marketItemId. */
TCGB_API const char *TCGBPurchasableItem_marketItemId(const TCGBPurchasableItem *item);

/** "CONSUMABLE", "AUTO_RENEWABLE", "CONSUMABLE_AUTO_RENEWABLE", or "UNKNOWN". Mirrors .productType. */
TCGB_API const char *TCGBPurchasableItem_productType(const TCGBPurchasableItem *item);

/** The price with its currency sign, as the store writes it. Mirrors .localizedPrice. */
TCGB_API const char *TCGBPurchasableItem_localizedPrice(const TCGBPurchasableItem *item);

/** The store's name of the product. Mirrors .localizedTitle. */
TCGB_API const char *TCGBPurchasableItem_localizedTitle(const TCGBPurchasableItem *item);

/** The store's description of the product. Mirrors .localizedDescription. */
TCGB_API const char *TCGBPurchasableItem_localizedDescription(const TCGBPurchasableItem *item);

/** A badge that a shop shows beside the product, such as "NEW" or "-20 %"; empty when the console has none. UTF-8, at most 255 bytes.
 * No Objective-C counterpart. */
TCGB_API const char *TCGBPurchasableItem_badge(const TCGBPurchasableItem *item);

/** Whether the console has the product in use. Mirrors .active, whose getter is isActive. */
TCGB_API bool TCGBPurchasableItem_isActive(const TCGBPurchasableItem *item);

/** The number for requestPurchaseWithItemSeq; -1 when it has none. Mirrors .itemSeq. */
TCGB_API int64_t TCGBPurchasableItem_itemSeq(const TCGBPurchasableItem *item);

/** The product as JSON text. Mirrors -jsonString. */
TCGB_API const char *TCGBPurchasableItem_jsonString(const TCGBPurchasableItem *item);

/** The same with line breaks, for people. Mirrors -prettyJsonString. */
TCGB_API const char *TCGBPurchasableItem_prettyJsonString(const TCGBPurchasableItem *item);

/** Reads a payment from its JSON form, such as the data of kTCGBPurchaseUpdated.
 * Mirrors +[TCGBPurchasableReceipt purchasableReceiptFromJsonString:].
 * jsonString: an object with paymentSeq; the property names sandboxPayment and promotionPayment are read like isTestPurchase and
 * isPromotion.
 * Returns an object that the caller releases; NULL as O6 in TCGBObject.h says. */
TCGB_API TCGB_OWNED TCGBPurchasableReceipt *TCGBPurchasableReceipt_purchasableReceiptFromJsonString(const char *jsonString);

/** The product bought. May be NULL for a payment that was resumed: the game server's transaction request has it.
 * Mirrors .gamebaseProductId. */
TCGB_API const char *TCGBPurchasableReceipt_gamebaseProductId(const TCGBPurchasableReceipt *receipt);

/** The price paid, rounded to a float; -1 when the store does not tell. priceString is exact. Mirrors .price. */
TCGB_API float TCGBPurchasableReceipt_price(const TCGBPurchasableReceipt *receipt);

/** The price paid as an exact decimal; NULL when the store does not tell. No Objective-C counterpart. */
TCGB_API const char *TCGBPurchasableReceipt_priceString(const TCGBPurchasableReceipt *receipt);

/** The ISO 4217 code of the price. Mirrors .currency. */
TCGB_API const char *TCGBPurchasableReceipt_currency(const TCGBPurchasableReceipt *receipt);

/** The number of the payment; deliver an item once for each. Mirrors .paymentSeq. */
TCGB_API const char *TCGBPurchasableReceipt_paymentSeq(const TCGBPurchasableReceipt *receipt);

/** The secret of the payment, "accessToken" in the server API. Mirrors .purchaseToken. */
TCGB_API const char *TCGBPurchasableReceipt_purchaseToken(const TCGBPurchasableReceipt *receipt);

/** The product's id at the store. Mirrors .marketItemId. */
TCGB_API const char *TCGBPurchasableReceipt_marketItemId(const TCGBPurchasableReceipt *receipt);

/** As of the product. Mirrors .productType. */
TCGB_API const char *TCGBPurchasableReceipt_productType(const TCGBPurchasableReceipt *receipt);

/** The buyer; the item is for this user alone. Mirrors .userId. */
TCGB_API const char *TCGBPurchasableReceipt_userId(const TCGBPurchasableReceipt *receipt);

/** The store's own id of the payment; another one after each renewal. Mirrors .paymentId. */
TCGB_API const char *TCGBPurchasableReceipt_paymentId(const TCGBPurchasableReceipt *receipt);

/** When the subscription ends; 0 for anything else. Mirrors .expiryTime. */
TCGB_API int64_t TCGBPurchasableReceipt_expiryTime(const TCGBPurchasableReceipt *receipt);

/** When it was paid. Mirrors .purchaseTime. */
TCGB_API int64_t TCGBPurchasableReceipt_purchaseTime(const TCGBPurchasableReceipt *receipt);

/** The payload of the purchase call. Mirrors .payload. */
TCGB_API const char *TCGBPurchasableReceipt_payload(const TCGBPurchasableReceipt *receipt);

/** The store's id of a subscription's first payment, if the store tells. Mirrors .originalPaymentId. */
TCGB_API const char *TCGBPurchasableReceipt_originalPaymentId(const TCGBPurchasableReceipt *receipt);

/** The product's number; -1 when it has none. Mirrors .itemSeq. */
TCGB_API int64_t TCGBPurchasableReceipt_itemSeq(const TCGBPurchasableReceipt *receipt);

/** True for a payment without money. Mirrors .sandboxPayment; "isTestPurchase" in JSON. */
TCGB_API bool TCGBPurchasableReceipt_sandboxPayment(const TCGBPurchasableReceipt *receipt);

/** True for a promotion of the store. Mirrors .promotionPayment; "isPromotion" in JSON. */
TCGB_API bool TCGBPurchasableReceipt_promotionPayment(const TCGBPurchasableReceipt *receipt);

/** The code of the store. Mirrors .storeCode. */
TCGB_API const char *TCGBPurchasableReceipt_storeCode(const TCGBPurchasableReceipt *receipt);

/** In the data of kTCGBPurchaseUpdated why the payment came without a completion: "PROMOTION", "RENEWAL", "SETTLED" or "REPROCESSED", as
 * TCGBGamebaseEventHandler.h says; "updateKind" in JSON. NULL for every other receipt. No Objective-C counterpart. */
TCGB_API const char *TCGBPurchasableReceipt_updateKind(const TCGBPurchasableReceipt *receipt);

/** The payment as JSON text. Mirrors -jsonString. */
TCGB_API const char *TCGBPurchasableReceipt_jsonString(const TCGBPurchasableReceipt *receipt);

/** The same with line breaks, for people. Mirrors -prettyJsonString. */
TCGB_API const char *TCGBPurchasableReceipt_prettyJsonString(const TCGBPurchasableReceipt *receipt);

/** How many payments a retry completed. Mirrors .successList. */
TCGB_API size_t TCGBPurchasableRetryTransactionResult_successList_count(const TCGBPurchasableRetryTransactionResult *result);

/** One of them. index: from 0. Returns an object that lives as long as the result; NULL when there are not that many. */
TCGB_API const TCGBPurchasableReceipt *TCGBPurchasableRetryTransactionResult_successList_at(
    const TCGBPurchasableRetryTransactionResult *result, size_t index);

/** How many payments a retry could not complete. Always 0: an interrupted payment stays unfinished and is tried again.
 * Mirrors .failList. */
TCGB_API size_t TCGBPurchasableRetryTransactionResult_failList_count(const TCGBPurchasableRetryTransactionResult *result);

/** One of them, borrowed; always NULL, because none fails. Mirrors .failList[index]. */
TCGB_API const TCGBPurchasableReceipt *TCGBPurchasableRetryTransactionResult_failList_at(
    const TCGBPurchasableRetryTransactionResult *result, size_t index);

TCGB_END

#endif
