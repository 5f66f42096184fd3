/** @file
 * Who hears how purchases end. Mirrors the protocol NHNCloudInAppPurchaseDelegate. Since 1.0. */
#ifndef NHN_CLOUD_IN_APP_PURCHASE_DELEGATE_H
#define NHN_CLOUD_IN_APP_PURCHASE_DELEGATE_H

#include "../Gamebase/TCGBDefines.h"
#include "../Gamebase/TCGBError.h"
#include "NHNCloudProduct.h"
#include "NHNCloudPurchaseResult.h"

TCGB_BEGIN

/** The functions run where callbacks run (R4 in TCGBRunLoop.h); what they are handed is borrowed. Any may be NULL. */
typedef struct NHNCloudInAppPurchaseDelegate {
    /** sizeof(NHNCloudInAppPurchaseDelegate), by which the library knows which members the caller's header had. */
    size_t structSize;
    /** A purchase has succeeded: it is verified and stored, and in the list of consumable purchases or of active ones. Comes at most once
     * in a run for a payment: of a purchase call, of one that the player began in the store's own window, and of one that was pending (102
     * above 4008) when the store or the service has decided, in whichever run. Renewals, and purchases that were interrupted or whose
     * outcome was unknown, are only in the lists. Gamebase's event of all of these is kTCGBPurchaseUpdated (TCGBGamebaseEventHandler.h).
     * Mirrors -didReceivePurchaseResult:. */
    void (*didReceivePurchaseResult)(const NHNCloudPurchaseResult *purchase, void *context);
    /** A purchase has failed. With a domain of "com.nhncloud.http" the outcome is unknown, and the payment may still appear in the lists.
     * So it is with 100 above 7: the player who bought is not the user id any more. Not 7 itself, as whoever is told a code of
     * "com.nhncloud.iap" is not charged. With 11002 (O5 in TCGBObject.h) the purchase has succeeded, and no object is left to hand it
     * over in.
     * productIdentifier: as it was given to the purchase call. Mirrors -didFailPurchaseProduct:withError:. */
    void (*didFailPurchaseProduct_withError)(const char *productIdentifier, const TCGBError *error, void *context);
    /** The player wants a product in the store's own window. Asked when initialized and a user id is set, once for each wish and player in
     * a run. Return true to let the purchase begin as soon as no other purchase runs; false drops it: retain the product, and buy it later
     * with NHNCloudIAP_purchaseWithProduct. A delegate without this function counts as true. What failed is over, and nothing charges it
     * later.
     * Mirrors -shouldAddStorePurchaseForProduct:. */
    bool (*shouldAddStorePurchaseForProduct)(const NHNCloudProduct *product, void *context);
    /** Handed to each of them. */
    void *context;
} NHNCloudInAppPurchaseDelegate;

TCGB_END

#endif
