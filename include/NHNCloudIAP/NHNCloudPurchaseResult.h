/** @file
 * A payment. Mirrors NHNCloudPurchaseResult. Since 1.0.
 *
 * A value that does not change. For anything but a living payment, getters return NULL, 0, false, and -1 for prices and
 * productSeq. Texts are NULL where the store or the service does not tell. */
#ifndef NHN_CLOUD_PURCHASE_RESULT_H
#define NHN_CLOUD_PURCHASE_RESULT_H

#include "../Gamebase/TCGBDefines.h"

TCGB_BEGIN

/** A payment under its store's names. Mirrors NHNCloudPurchaseResult. */
typedef struct NHNCloudPurchaseResult NHNCloudPurchaseResult;

/** The buyer, as NHNCloudSDK_setUserID or the Gamebase login named it. Mirrors .userID. */
TCGB_API const char *NHNCloudPurchaseResult_userID(const NHNCloudPurchaseResult *result);

/** The code of the store. Mirrors .storeCode. */
TCGB_API const char *NHNCloudPurchaseResult_storeCode(const NHNCloudPurchaseResult *result);

/** The product's id at the store. Mirrors .productIdentifier. */
TCGB_API const char *NHNCloudPurchaseResult_productIdentifier(const NHNCloudPurchaseResult *result);

/** The product's number. Mirrors .productSeq. -1 for anything but a living object. */
TCGB_API int64_t NHNCloudPurchaseResult_productSeq(const NHNCloudPurchaseResult *result);

/** A NHNCloudProductType. Mirrors .productType. */
TCGB_API int32_t NHNCloudPurchaseResult_productType(const NHNCloudPurchaseResult *result);

/** The price paid, rounded to a double. priceString is exact. Mirrors .price. -1 for anything but a living object. */
TCGB_API double NHNCloudPurchaseResult_price(const NHNCloudPurchaseResult *result);

/** The price paid as an exact decimal. Mirrors .price, an NSDecimalNumber. */
TCGB_API const char *NHNCloudPurchaseResult_priceString(const NHNCloudPurchaseResult *result);

/** The ISO 4217 code of the price. Mirrors .currency. */
TCGB_API const char *NHNCloudPurchaseResult_currency(const NHNCloudPurchaseResult *result);

/** The number of the payment; grant an item once for each. Mirrors .paymentSeq. */
TCGB_API const char *NHNCloudPurchaseResult_paymentSeq(const NHNCloudPurchaseResult *result);

/** The secret of the payment, by which it is consumed. Mirrors .accessToken. */
TCGB_API const char *NHNCloudPurchaseResult_accessToken(const NHNCloudPurchaseResult *result);

/** The store's own id of the payment. Mirrors .transactionIdentifier. */
TCGB_API const char *NHNCloudPurchaseResult_transactionIdentifier(const NHNCloudPurchaseResult *result);

/** The store's id of a subscription's first payment. Mirrors .originalTransactionIdentifier. */
TCGB_API const char *NHNCloudPurchaseResult_originalTransactionIdentifier(const NHNCloudPurchaseResult *result);

/** When it was paid: seconds since 1970-01-01 UTC. Mirrors .purchaseTime. */
TCGB_API double NHNCloudPurchaseResult_purchaseTime(const NHNCloudPurchaseResult *result);

/** When the subscription ends: seconds since 1970-01-01 UTC; 0 for anything else. Mirrors .expiryTime. */
TCGB_API double NHNCloudPurchaseResult_expiryTime(const NHNCloudPurchaseResult *result);

/** True for a purchase that began in the store's own window. Mirrors .storePayment, whose getter is isStorePayment. */
TCGB_API bool NHNCloudPurchaseResult_isStorePayment(const NHNCloudPurchaseResult *result);

/** True for a payment without money. Mirrors .sandboxPayment, whose getter is isSandboxPayment. */
TCGB_API bool NHNCloudPurchaseResult_isSandboxPayment(const NHNCloudPurchaseResult *result);

/** The payload of the purchase call, byte for byte. Mirrors .payload. */
TCGB_API const char *NHNCloudPurchaseResult_payload(const NHNCloudPurchaseResult *result);

/** The payment as JSON text, to be kept: what NSCoding is in the SDK. Keys are the property names, with priceString, and
 * with purchaseTimeMillis and expiryTimeMillis (epoch milliseconds); productType is the number of a NHNCloudProductType. */
TCGB_API const char *NHNCloudPurchaseResult_jsonString(const NHNCloudPurchaseResult *result);

/** Reads what NHNCloudPurchaseResult_jsonString wrote. jsonString: an object with paymentSeq; productType may be the number or its name in
 * Gamebase.
 * Returns an object that the caller releases; NULL as O6 in TCGBObject.h says. */
TCGB_API TCGB_OWNED NHNCloudPurchaseResult *NHNCloudPurchaseResult_purchaseResultFromJsonString(const char *jsonString);

TCGB_END

#endif
