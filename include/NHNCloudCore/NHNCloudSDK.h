/** @file
 * The player that NHN Cloud calls speak for, and switches. Mirrors NHNCloudSDK. Since 1.0. Everything here is forgotten by shutdown. */
#ifndef NHN_CLOUD_SDK_H
#define NHN_CLOUD_SDK_H

#include "../Gamebase/TCGBDefines.h"

TCGB_BEGIN

/** The result of +[NHNCloudSDK sharedInstance]. Mirrors NHNCloudSDK. */
typedef struct NHNCloudSDK NHNCloudSDK;

/** Mirrors +[NHNCloudSDK sharedInstance]. Returns an object that needs no release; no function takes it. */
TCGB_API const NHNCloudSDK *NHNCloudSDK_sharedInstance(void);

/** Names the player. Mirrors +[NHNCloudSDK setUserID:]. May be called before or after NHNCloudIAP_initWithConfiguration; when both were,
 * and whenever the player changes, purchases of this player that were interrupted are completed.
 * A Gamebase login names its user by itself, and a Gamebase logout takes the name away. Without a login, an id names a member of
 * the service that is reached by this id alone; the id of a Gamebase user who is not logged in is such a name too, and not that user.
 * userID: 1 to 256 bytes. NULL and "" log out. Any other text changes nothing and is logged. */
TCGB_API void NHNCloudSDK_setUserID(const char *userID);

/** Mirrors +[NHNCloudSDK userID]. Returns the player's id; NULL when there is none. */
TCGB_API const char *NHNCloudSDK_userID(void);

/** Mirrors +[NHNCloudSDK setDebugMode:]: the same switch as TCGBGamebase_setDebugMode. Keep it off in what players get. */
TCGB_API void NHNCloudSDK_setDebugMode(bool debugMode);

/** Mirrors +[NHNCloudSDK isDebugMode]. */
TCGB_API bool NHNCloudSDK_isDebugMode(void);

/** Mirrors +[NHNCloudSDK setOptionalPolicyWithArray:], by which the SDK tells its vendor what it may collect. The embedded service collects
 * nothing for anybody, so the policies are checked, written to the log in debug mode, and change nothing.
 * array: `count` texts, at most 64; NULL for none. */
TCGB_API void NHNCloudSDK_setOptionalPolicyWithArray(const char *const *array, size_t count);

/** Mirrors +[NHNCloudSDK version]. Returns the library's version. */
TCGB_API const char *NHNCloudSDK_version(void);

TCGB_END

#endif
