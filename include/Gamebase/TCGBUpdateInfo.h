/** @file
 * Where a version of the game that the console does not know any more finds the current one. Mirrors TCGBUpdateInfo. Since 1.0.
 *
 * Part of an error 2004 of initialize. The objects are values that do not change. For anything but a living one, getters
 * return NULL. */
#ifndef TCGB_UPDATE_INFO_H
#define TCGB_UPDATE_INFO_H

#include "TCGBDefines.h"
#include "TCGBError.h"

TCGB_BEGIN

/** Where the current version of the game is. Mirrors TCGBUpdateInfo. */
typedef struct TCGBUpdateInfo TCGBUpdateInfo;

/** Reads the update out of an error. Mirrors +[TCGBUpdateInfo updateInfoFromError:].
 * error: any error. Returns an object that the caller releases; NULL for an error without an update. */
TCGB_API TCGB_OWNED TCGBUpdateInfo *TCGBUpdateInfo_updateInfoFromError(const TCGBError *error);

/** Reads the information from JSON text, as TCGBUpdateInfo_jsonString writes it. Mirrors +[TCGBUpdateInfo updateInfoFromJsonString:].
 * jsonString: an object with installUrl, message and detailUrl, all optional. Returns an object that the caller releases; NULL as O6 in
 * TCGBObject.h says. */
TCGB_API TCGB_OWNED TCGBUpdateInfo *TCGBUpdateInfo_updateInfoFromJsonString(const char *jsonString);

/** Where the current version is installed from; "" when the console has no address. Mirrors .installUrl. */
TCGB_API const char *TCGBUpdateInfo_installUrl(const TCGBUpdateInfo *updateInfo);

/** The text for the player. Mirrors .message. */
TCGB_API const char *TCGBUpdateInfo_message(const TCGBUpdateInfo *updateInfo);

/** Where more is said; "" when the console has no address. No property in Objective-C, but a key of the JSON form. */
TCGB_API const char *TCGBUpdateInfo_detailUrl(const TCGBUpdateInfo *updateInfo);

/** The whole as JSON text. Mirrors -jsonString. */
TCGB_API const char *TCGBUpdateInfo_jsonString(const TCGBUpdateInfo *updateInfo);

/** The same with line breaks, for people. Mirrors -prettyJsonString. */
TCGB_API const char *TCGBUpdateInfo_prettyJsonString(const TCGBUpdateInfo *updateInfo);

TCGB_END

#endif
