/** @file
 * Coupons that a player uses by their codes. Since 1.0.
 *
 * The console settings name the coupons ("coupons": [{"couponCode": "WELCOME", "benefits": […]}], console.schema.json). A KEYWORD is good
 * once for each player, a SERIAL once for one player. The SDKs have no call for players. A game server may use a coupon for a player by the
 * Gamebase Server API (TCGBServer.h); the coupon is then used for the player, too.
 *
 * The objects are values that do not change. For anything but a living one, getters return NULL or 0. */
#ifndef TCGB_COUPON_H
#define TCGB_COUPON_H

#include "TCGBDefines.h"
#include "TCGBError.h"

TCGB_BEGIN

/** A benefit of a coupon: an item, and its quantity. */
typedef struct TCGBCouponBenefit TCGBCouponBenefit;

/** The item, as the settings name it. */
TCGB_API const char *TCGBCouponBenefit_itemId(const TCGBCouponBenefit *benefit);

/** How many of it, from 1. */
TCGB_API int64_t TCGBCouponBenefit_amount(const TCGBCouponBenefit *benefit);

/** A coupon that was used. */
typedef struct TCGBCoupon TCGBCoupon;

/** Reads a coupon from JSON text, as TCGBCoupon_jsonString writes it. jsonString: an object with title and benefits. Returns an object that
 * the caller releases; NULL as O6 in TCGBObject.h says. */
TCGB_API TCGB_OWNED TCGBCoupon *TCGBCoupon_couponFromJsonString(const char *jsonString);

/** The title that the player reads. */
TCGB_API const char *TCGBCoupon_title(const TCGBCoupon *coupon);

/** How many benefits there are. */
TCGB_API size_t TCGBCoupon_benefits_count(const TCGBCoupon *coupon);

/** One of the benefits. index: from 0. Borrowed from the coupon; NULL when there are not that many. */
TCGB_API const TCGBCouponBenefit *TCGBCoupon_benefits_at(const TCGBCoupon *coupon, size_t index);

/** The whole as JSON text. */
TCGB_API const char *TCGBCoupon_jsonString(const TCGBCoupon *coupon);

/** coupon: borrowed; NULL after an error. error: NULL after success. Borrowed. */
typedef void (*TCGBCouponCompletion)(const TCGBCoupon *coupon, const TCGBError *error, void *context);

/** Uses a coupon. The game gives its benefits to the player, once for each success.
 * couponCode: as the player typed it, at most 64 bytes of UTF-8; case counts.
 * transactionId: an idempotency key for this use that the game has stored before, at most 256 bytes. A repeated call with the same key,
 * also after a crash of the game, gets the first answer again. NULL: an answer that is lost cannot be repeated.
 * completion: with the coupon. NULL allowed.
 * Errors; TCGBError_detailErrorCode has the code of the Server API guide, in parentheses:
 * - 1 not initialized
 * - 2 not logged in
 * - 3 couponCode or transactionId is too long, or there is no such coupon for this store (-100002)
 * - 11002 the coupon was used already (-100005), was ended (-100004), is not good yet (-100007) or any more (-100008), or was used as often
 *   as it may be (-100011); or too many codes were tried from here: ask again later
 * - 101 no answer in time: use it again with the same transactionId
 * - 110 shutdown, or the service is unreachable */
TCGB_API void TCGBCoupon_useCouponWithCode_transactionId_completion(
    const char *couponCode, const char *transactionId, TCGBCouponCompletion completion, void *context);

TCGB_END

#endif
