/** @file
 * A product of the console. Mirrors NHNCloudProduct. Since 1.0.
 *
 * A value that does not change; TCGBRetain keeps it for a purchase later. For anything but a living product, getters return
 * NULL, 0, false, and -1 for prices and productSeq. */
#ifndef NHN_CLOUD_PRODUCT_H
#define NHN_CLOUD_PRODUCT_H

#include "../Gamebase/TCGBDefines.h"

TCGB_BEGIN

/** The type of the product. Mirrors NHNCloudProductType. */
typedef enum NHNCloudProductType {
    NHNCloudProductTypeUnknown = 0,
    /** Bought as often as the player likes; each payment is consumed. */
    NHNCloudProductTypeConsumable = 1,
    /** Runs until it expires, and renews itself. */
    NHNCloudProductTypeAutoRenewableSubscription = 2,
    /** The same, and each period's payment is consumed. */
    NHNCloudProductTypeConsumableSubscription = 3
} NHNCloudProductType;

/** A product under its store's names. Mirrors NHNCloudProduct. */
typedef struct NHNCloudProduct NHNCloudProduct;

/** The product's id at the store ("marketItemId" in the console settings), by which it is bought. Mirrors .productIdentifier. */
TCGB_API const char *NHNCloudProduct_productIdentifier(const NHNCloudProduct *product);

/** The product's number. Mirrors .productSeq. -1 for anything but a living object. */
TCGB_API int64_t NHNCloudProduct_productSeq(const NHNCloudProduct *product);

/** The product's name in the console. Mirrors .productName. */
TCGB_API const char *NHNCloudProduct_productName(const NHNCloudProduct *product);

/** A NHNCloudProductType. Mirrors .productType. */
TCGB_API int32_t NHNCloudProduct_productType(const NHNCloudProduct *product);

/** The price, rounded to a double; -1 when the store does not tell. For display; priceString is exact. Mirrors .price. */
TCGB_API double NHNCloudProduct_price(const NHNCloudProduct *product);

/** The price as an exact decimal, such as "0.99", "1100" or "1.250"; NULL when the store does not tell. Mirrors .price, an
 * NSDecimalNumber. */
TCGB_API const char *NHNCloudProduct_priceString(const NHNCloudProduct *product);

/** The ISO 4217 code of the price. Mirrors .currency. */
TCGB_API const char *NHNCloudProduct_currency(const NHNCloudProduct *product);

/** The store's name of the product. Mirrors .localizedTitle. */
TCGB_API const char *NHNCloudProduct_localizedTitle(const NHNCloudProduct *product);

/** The store's description of the product. Mirrors .localizedDescription. */
TCGB_API const char *NHNCloudProduct_localizedDescription(const NHNCloudProduct *product);

/** The price with its currency sign, as the store writes it. Mirrors .localizedPrice. */
TCGB_API const char *NHNCloudProduct_localizedPrice(const NHNCloudProduct *product);

/** Whether the console has the product in use. Mirrors .active, whose getter is isActive. */
TCGB_API bool NHNCloudProduct_isActive(const NHNCloudProduct *product);

/** The code of the store. Mirrors .storeCode. */
TCGB_API const char *NHNCloudProduct_storeCode(const NHNCloudProduct *product);

/** The product as JSON text, to be kept: what NSCoding is in the SDK. Keys are the property names, and priceString;
 * productType is the number of a NHNCloudProductType. */
TCGB_API const char *NHNCloudProduct_jsonString(const NHNCloudProduct *product);

/** Reads what NHNCloudProduct_jsonString wrote. jsonString: an object with productIdentifier; productType may be the number or its name in
 * Gamebase.
 * Returns an object that the caller releases; NULL as O6 in TCGBObject.h says. */
TCGB_API TCGB_OWNED NHNCloudProduct *NHNCloudProduct_productFromJsonString(const char *jsonString);

TCGB_END

#endif
