/** @file
 * The profile of a player at an identity provider. Mirrors TCGBAuthProviderProfile. Since 1.0. */
#ifndef TCGB_AUTH_PROVIDER_PROFILE_H
#define TCGB_AUTH_PROVIDER_PROFILE_H

#include "TCGBDefines.h"

TCGB_BEGIN

/** A provider's profile of the player. Mirrors TCGBAuthProviderProfile. */
typedef struct TCGBAuthProviderProfile TCGBAuthProviderProfile;

/** Returns what the provider says, in its own words, as the text of a JSON object; "{}" when it said nothing, NULL for what is not a living
 * object. Mirrors .information. */
TCGB_API const char *TCGBAuthProviderProfile_information(const TCGBAuthProviderProfile *profile);

TCGB_END

#endif
