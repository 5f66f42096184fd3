/** @file
 * What the purchase calls are told about the app. Mirrors NHNCloudIAPConfiguration. Since 1.0. */
#ifndef NHN_CLOUD_IAP_CONFIGURATION_H
#define NHN_CLOUD_IAP_CONFIGURATION_H

#include "../Gamebase/TCGBDefines.h"
#include "../NHNCloudCore/NHNCloudCore.h"

TCGB_BEGIN

typedef struct NHNCloudIAPConfiguration NHNCloudIAPConfiguration;

/** Makes a configuration. Mirrors +[NHNCloudIAPConfiguration configurationWithAppKey:].
 * appKey: the app's key; not empty. Returns an object that the caller releases; NULL for a bad argument, and the log says which. */
TCGB_API NHNCloudIAPConfiguration *NHNCloudIAPConfiguration_configurationWithAppKey(const char *appKey);

/** The same. Mirrors -[NHNCloudIAPConfiguration initWithAppKey:]. */
TCGB_API NHNCloudIAPConfiguration *NHNCloudIAPConfiguration_initWithAppKey(const char *appKey);

/** Mirrors -copy. Returns another object with the same values, which the caller releases; NULL for what is not a living configuration. */
TCGB_API NHNCloudIAPConfiguration *NHNCloudIAPConfiguration_copy(const NHNCloudIAPConfiguration *configuration);

/** Mirrors .appKey. */
TCGB_API const char *NHNCloudIAPConfiguration_appKey(const NHNCloudIAPConfiguration *configuration);

/** Mirrors .serviceZone: a NHNCloudServiceZone, real unless set. -1 for what is not a living configuration. */
TCGB_API int32_t NHNCloudIAPConfiguration_serviceZone(const NHNCloudIAPConfiguration *configuration);

/** Mirrors -setServiceZone:. A value that NHNCloudServiceZone does not have changes nothing. */
TCGB_API void NHNCloudIAPConfiguration_setServiceZone(NHNCloudIAPConfiguration *configuration, int32_t serviceZone);

TCGB_END

#endif
