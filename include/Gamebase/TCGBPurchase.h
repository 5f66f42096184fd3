#ifndef TCGB_PURCHASE_H
#define TCGB_PURCHASE_H

#include "TCGBDefines.h"
#include "TCGBError.h"
#include "TCGBPurchasable.h"

TCGB_BEGIN

typedef void (*TCGBPurchaseCompletion)(const TCGBPurchasableReceipt *purchasableReceipt, const TCGBError *error, void *context);
typedef void (*TCGBPurchasableItemsCompletion)(
    const TCGBPurchasableItem *const *purchasableItemArray, size_t count, const TCGBError *error, void *context);
typedef void (*TCGBPurchasableReceiptsCompletion)(
    const TCGBPurchasableReceipt *const *purchasableReceiptArray, size_t count, const TCGBError *error, void *context);

TCGB_API void TCGBPurchase_requestPurchaseWithGamebaseProductId_viewController_completion(
    const char *gamebaseProductId, void *viewController, TCGBPurchaseCompletion completion, void *context);
TCGB_API void TCGBPurchase_requestPurchaseWithGamebaseProductId_payload_viewController_completion(
    const char *gamebaseProductId, const char *payload, void *viewController, TCGBPurchaseCompletion completion, void *context);
TCGB_API void TCGBPurchase_requestPurchaseWithItemSeq_viewController_completion(
    int64_t itemSeq, void *viewController, TCGBPurchaseCompletion completion, void *context);
TCGB_API void TCGBPurchase_requestItemListPurchasableWithCompletion(TCGBPurchasableItemsCompletion completion, void *context);
TCGB_API void TCGBPurchase_requestItemListAtIAPConsoleWithCompletion(TCGBPurchasableItemsCompletion completion, void *context);
TCGB_API void TCGBPurchase_requestItemListOfNotConsumedWithConfiguration_completion(
    const TCGBPurchasableConfiguration *configuration, TCGBPurchasableReceiptsCompletion completion, void *context);
TCGB_API void TCGBPurchase_requestItemListOfNotConsumedWithCompletion(TCGBPurchasableReceiptsCompletion completion, void *context);
TCGB_API void TCGBPurchase_requestActivatedPurchasesWithConfiguration_completion(
    const TCGBPurchasableConfiguration *configuration, TCGBPurchasableReceiptsCompletion completion, void *context);
TCGB_API void TCGBPurchase_requestActivatedPurchasesWithCompletion(TCGBPurchasableReceiptsCompletion completion, void *context);
TCGB_API void TCGBPurchase_requestRestoreWithCompletion(TCGBPurchasableReceiptsCompletion completion, void *context);
TCGB_API void TCGBPurchase_setStoreCode(const char *storeCode);
TCGB_API const char *TCGBPurchase_storeCode(void);

TCGB_END

#endif
