/** @file
 * Why and how long a player is banned. Mirrors TCGBBanInfo. Since 1.0. */
#ifndef TCGB_BAN_INFO_H
#define TCGB_BAN_INFO_H

#include "TCGBDefines.h"
#include "TCGBError.h"

TCGB_BEGIN

/** A ban, as an error with code 7 carries it. */
typedef struct TCGBBanInfo TCGBBanInfo;

/** Takes the ban out of an error. Mirrors +[TCGBBanInfo banInfoFromError:].
 * Returns a new object that the caller releases; NULL for an error that is not 7 (TCGB_ERROR_BANNED_MEMBER) or carries no ban. */
TCGB_API TCGB_OWNED TCGBBanInfo *TCGBBanInfo_banInfoFromError(const TCGBError *error);

/** Returns the id of the banned member. */
TCGB_API const char *TCGBBanInfo_userId(const TCGBBanInfo *banInfo);

/** Returns "TEMPORARY" or "PERMANENT". */
TCGB_API const char *TCGBBanInfo_banType(const TCGBBanInfo *banInfo);

/** Returns when the ban began, in milliseconds since 1970-01-01 UTC. */
TCGB_API int64_t TCGBBanInfo_beginDate(const TCGBBanInfo *banInfo);

/** Returns when the ban ends, in milliseconds since 1970-01-01 UTC; 0 when it has no end. */
TCGB_API int64_t TCGBBanInfo_endDate(const TCGBBanInfo *banInfo);

/** Returns the reason for the player, decoded; may be "". */
TCGB_API const char *TCGBBanInfo_message(const TCGBBanInfo *banInfo);

/** Returns what the console says about customer service; "" or NULL for nothing. */
TCGB_API const char *TCGBBanInfo_csInfo(const TCGBBanInfo *banInfo);

/** Returns the address of customer service; "" or NULL when the console has none. */
TCGB_API const char *TCGBBanInfo_csUrl(const TCGBBanInfo *banInfo);

TCGB_END

#endif
