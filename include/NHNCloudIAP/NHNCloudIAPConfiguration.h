/** @file
 * The app's configuration for the purchase calls. Mirrors NHNCloudIAPConfiguration. Since 1.0. */
#ifndef NHN_CLOUD_IAP_CONFIGURATION_H
#define NHN_CLOUD_IAP_CONFIGURATION_H

#include "../Gamebase/TCGBDefines.h"
#include "../NHNCloudCore/NHNCloudCore.h"

TCGB_BEGIN

/** The app's key and the service zone. Mirrors NHNCloudIAPConfiguration. */
typedef struct NHNCloudIAPConfiguration NHNCloudIAPConfiguration;

/** Makes a configuration. Mirrors +[NHNCloudIAPConfiguration configurationWithAppKey:].
 * appKey: the app's key; not empty. Returns an object that the caller releases; NULL for a bad argument, and the log says which. */
TCGB_API TCGB_OWNED NHNCloudIAPConfiguration *NHNCloudIAPConfiguration_configurationWithAppKey(const char *appKey);

/** The same. Mirrors -[NHNCloudIAPConfiguration initWithAppKey:]. Returns an object that the caller releases. */
TCGB_API TCGB_OWNED NHNCloudIAPConfiguration *NHNCloudIAPConfiguration_initWithAppKey(const char *appKey);

/** A copy. Mirrors -copy. Returns another object with the same values, which the caller releases; NULL for what is not a living
 * configuration. */
TCGB_API TCGB_OWNED NHNCloudIAPConfiguration *NHNCloudIAPConfiguration_copy(const NHNCloudIAPConfiguration *configuration);

/** The app's key. Mirrors .appKey. */
TCGB_API const char *NHNCloudIAPConfiguration_appKey(const NHNCloudIAPConfiguration *configuration);

/** The service zone. Mirrors .serviceZone: a NHNCloudServiceZone, real unless set. -1 for what is not a living configuration. */
TCGB_API int32_t NHNCloudIAPConfiguration_serviceZone(const NHNCloudIAPConfiguration *configuration);

/** Sets the service zone. Mirrors -setServiceZone:. A value that NHNCloudServiceZone does not have changes nothing. */
TCGB_API void NHNCloudIAPConfiguration_setServiceZone(NHNCloudIAPConfiguration *configuration, int32_t serviceZone);

/** The configuration as JSON text, to be kept: what NSCoding is in the SDK. {"appKey": "...", "serviceZone": 0}. */
TCGB_API const char *NHNCloudIAPConfiguration_jsonString(const NHNCloudIAPConfiguration *configuration);

/** Reads what NHNCloudIAPConfiguration_jsonString wrote. jsonString: an object with appKey; serviceZone may be missing.
 * Returns an object that the caller releases; NULL as O6 in TCGBObject.h says. */
TCGB_API TCGB_OWNED NHNCloudIAPConfiguration *NHNCloudIAPConfiguration_configurationFromJsonString(const char *jsonString);

TCGB_END

#endif
