#ifndef TCGB_PURCHASABLE_H
#define TCGB_PURCHASABLE_H

#include "TCGBDefines.h"

TCGB_BEGIN

typedef struct TCGBPurchasableConfiguration TCGBPurchasableConfiguration;
typedef struct TCGBPurchasableItem TCGBPurchasableItem;
typedef struct TCGBPurchasableReceipt TCGBPurchasableReceipt;

TCGB_API TCGBPurchasableConfiguration *TCGBPurchasableConfiguration_create(void);
TCGB_API bool TCGBPurchasableConfiguration_allStores(const TCGBPurchasableConfiguration *configuration);
TCGB_API void TCGBPurchasableConfiguration_setAllStores(TCGBPurchasableConfiguration *configuration, bool allStores);

TCGB_API TCGBPurchasableItem *TCGBPurchasableItem_purchasableItemFromJsonString(const char *jsonString);
TCGB_API const char *TCGBPurchasableItem_gamebaseProductId(const TCGBPurchasableItem *item);
TCGB_API float TCGBPurchasableItem_price(const TCGBPurchasableItem *item);
TCGB_API const char *TCGBPurchasableItem_priceString(const TCGBPurchasableItem *item);
TCGB_API const char *TCGBPurchasableItem_currency(const TCGBPurchasableItem *item);
TCGB_API const char *TCGBPurchasableItem_itemName(const TCGBPurchasableItem *item);
TCGB_API const char *TCGBPurchasableItem_marketId(const TCGBPurchasableItem *item);
TCGB_API const char *TCGBPurchasableItem_marketItemId(const TCGBPurchasableItem *item);
TCGB_API const char *TCGBPurchasableItem_productType(const TCGBPurchasableItem *item);
TCGB_API const char *TCGBPurchasableItem_localizedPrice(const TCGBPurchasableItem *item);
TCGB_API const char *TCGBPurchasableItem_localizedTitle(const TCGBPurchasableItem *item);
TCGB_API const char *TCGBPurchasableItem_localizedDescription(const TCGBPurchasableItem *item);
TCGB_API bool TCGBPurchasableItem_isActive(const TCGBPurchasableItem *item);
TCGB_API int64_t TCGBPurchasableItem_itemSeq(const TCGBPurchasableItem *item);
TCGB_API const char *TCGBPurchasableItem_jsonString(const TCGBPurchasableItem *item);
TCGB_API const char *TCGBPurchasableItem_prettyJsonString(const TCGBPurchasableItem *item);

TCGB_API TCGBPurchasableReceipt *TCGBPurchasableReceipt_purchasableReceiptFromJsonString(const char *jsonString);
TCGB_API const char *TCGBPurchasableReceipt_gamebaseProductId(const TCGBPurchasableReceipt *receipt);
TCGB_API float TCGBPurchasableReceipt_price(const TCGBPurchasableReceipt *receipt);
TCGB_API const char *TCGBPurchasableReceipt_priceString(const TCGBPurchasableReceipt *receipt);
TCGB_API const char *TCGBPurchasableReceipt_currency(const TCGBPurchasableReceipt *receipt);
TCGB_API const char *TCGBPurchasableReceipt_paymentSeq(const TCGBPurchasableReceipt *receipt);
TCGB_API const char *TCGBPurchasableReceipt_purchaseToken(const TCGBPurchasableReceipt *receipt);
TCGB_API const char *TCGBPurchasableReceipt_marketItemId(const TCGBPurchasableReceipt *receipt);
TCGB_API const char *TCGBPurchasableReceipt_productType(const TCGBPurchasableReceipt *receipt);
TCGB_API const char *TCGBPurchasableReceipt_userId(const TCGBPurchasableReceipt *receipt);
TCGB_API const char *TCGBPurchasableReceipt_paymentId(const TCGBPurchasableReceipt *receipt);
TCGB_API int64_t TCGBPurchasableReceipt_expiryTime(const TCGBPurchasableReceipt *receipt);
TCGB_API int64_t TCGBPurchasableReceipt_purchaseTime(const TCGBPurchasableReceipt *receipt);
TCGB_API const char *TCGBPurchasableReceipt_payload(const TCGBPurchasableReceipt *receipt);
TCGB_API const char *TCGBPurchasableReceipt_originalPaymentId(const TCGBPurchasableReceipt *receipt);
TCGB_API int64_t TCGBPurchasableReceipt_itemSeq(const TCGBPurchasableReceipt *receipt);
TCGB_API bool TCGBPurchasableReceipt_sandboxPayment(const TCGBPurchasableReceipt *receipt);
TCGB_API bool TCGBPurchasableReceipt_promotionPayment(const TCGBPurchasableReceipt *receipt);
TCGB_API const char *TCGBPurchasableReceipt_storeCode(const TCGBPurchasableReceipt *receipt);
TCGB_API const char *TCGBPurchasableReceipt_jsonString(const TCGBPurchasableReceipt *receipt);
TCGB_API const char *TCGBPurchasableReceipt_prettyJsonString(const TCGBPurchasableReceipt *receipt);

TCGB_END

#endif
