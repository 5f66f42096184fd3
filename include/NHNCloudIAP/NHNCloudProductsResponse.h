/** @file
 * The answer to a request for the products. Mirrors NHNCloudProductsResponse. Since 1.0. */
#ifndef NHN_CLOUD_PRODUCTS_RESPONSE_H
#define NHN_CLOUD_PRODUCTS_RESPONSE_H

#include "../Gamebase/TCGBDefines.h"
#include "NHNCloudProduct.h"

TCGB_BEGIN

/** The products of a store, and those that cannot be bought. Mirrors NHNCloudProductsResponse. */
typedef struct NHNCloudProductsResponse NHNCloudProductsResponse;

/** How many products can be bought: those in use that the store knows. Mirrors .products. */
TCGB_API size_t NHNCloudProductsResponse_products_count(const NHNCloudProductsResponse *response);

/** One of them, in the console's order. index: from 0. Returns an object that lives as long as the response; NULL when there are not that
 * many. */
TCGB_API const NHNCloudProduct *NHNCloudProductsResponse_products_at(const NHNCloudProductsResponse *response, size_t index);

/** How many products of the console cannot be bought: those that the store does not know, and those that are not in use
 * (NHNCloudProduct_isActive).
 * Mirrors .invalidProducts. */
TCGB_API size_t NHNCloudProductsResponse_invalidProducts_count(const NHNCloudProductsResponse *response);

/** One of those, in the console's order. index: from 0. Returns an object that lives as long as the response; NULL when there are not that
 * many. */
TCGB_API const NHNCloudProduct *NHNCloudProductsResponse_invalidProducts_at(const NHNCloudProductsResponse *response, size_t index);

/** The response as JSON text: {"products": [...], "invalidProducts": [...]}, with products as NHNCloudProduct_jsonString writes them. */
TCGB_API const char *NHNCloudProductsResponse_jsonString(const NHNCloudProductsResponse *response);

/** Reads what NHNCloudProductsResponse_jsonString wrote.
 * Returns an object that the caller releases; NULL as O6 in TCGBObject.h says. */
TCGB_API TCGB_OWNED NHNCloudProductsResponse *NHNCloudProductsResponse_productsResponseFromJsonString(const char *jsonString);

TCGB_END

#endif
