/** @file
 * The delegate that gets the results of purchases. Mirrors the protocol NHNCloudInAppPurchaseDelegate. Since 1.0. */
#ifndef NHN_CLOUD_IN_APP_PURCHASE_DELEGATE_H
#define NHN_CLOUD_IN_APP_PURCHASE_DELEGATE_H

#include "../Gamebase/TCGBDefines.h"
#include "../Gamebase/TCGBError.h"
#include "NHNCloudProduct.h"
#include "NHNCloudPurchaseResult.h"

TCGB_BEGIN

/** The functions run where callbacks run (R4 in TCGBRunLoop.h); their arguments are borrowed. Any may be NULL. */
typedef struct NHNCloudInAppPurchaseDelegate {
    /** sizeof(NHNCloudInAppPurchaseDelegate), which tells the library the members of the caller's header. */
    size_t structSize;
    /** A purchase has succeeded: it is verified and stored, and in the list of consumable purchases or of active ones. Comes at most once
     * in a run for a payment: of a purchase call, of one that the player began in the store's own window, and of one that was pending (102
     * above 4008) when the store or the service has decided, in whichever run. Renewals, and purchases that were interrupted or whose
     * outcome was unknown, are only in the lists. Gamebase's event of all of these is kTCGBPurchaseUpdated (TCGBGamebaseEventHandler.h).
     * Mirrors -didReceivePurchaseResult:. */
    void (*didReceivePurchaseResult)(const NHNCloudPurchaseResult *purchase, void *context);
    /** A purchase has failed.
     * - "com.nhncloud.iap": the player is not charged.
     * - "com.nhncloud.http": the outcome is unknown, and the payment may still appear in the lists. 100 above 7: the user id
     *   has changed since the purchase began.
     * - 11002 (O5 in TCGBObject.h): the purchase has succeeded, and too many objects are alive to make one for it.
     *
     * productIdentifier: as it was given to the purchase call. Mirrors -didFailPurchaseProduct:withError:. */
    void (*didFailPurchaseProduct_withError)(const char *productIdentifier, const TCGBError *error, void *context);
    /** The player chose a product in the store's own window. Asked when initialized and a user id is set, once for each choice and player
     * in a run. Return true to let the purchase begin as soon as no other purchase runs. Return false to drop it; to buy later, retain the
     * product and call NHNCloudIAP_purchaseWithProduct. Without this function the answer is true. A purchase that failed is final: it is
     * not charged later.
     * Mirrors -shouldAddStorePurchaseForProduct:. */
    bool (*shouldAddStorePurchaseForProduct)(const NHNCloudProduct *product, void *context);
    /** Passed to each function. */
    void *context;
} NHNCloudInAppPurchaseDelegate;

TCGB_END

#endif
