#ifndef TCGB_CONFIGURATION_H
#define TCGB_CONFIGURATION_H

#include "TCGBDefines.h"

TCGB_BEGIN

typedef struct TCGBConfiguration TCGBConfiguration;

TCGB_API TCGBConfiguration *TCGBConfiguration_configurationWithAppID_appVersion(const char *appID, const char *appVersion);
TCGB_API TCGBConfiguration *TCGBConfiguration_configurationWithAppID_appVersion_zoneType(
    const char *appID, const char *appVersion, const char *zoneType);

TCGB_API const char *TCGBConfiguration_appID(const TCGBConfiguration *configuration);
TCGB_API const char *TCGBConfiguration_appVersion(const TCGBConfiguration *configuration);
TCGB_API const char *TCGBConfiguration_zoneType(const TCGBConfiguration *configuration);
TCGB_API void TCGBConfiguration_enablePopup(TCGBConfiguration *configuration, bool enable);
TCGB_API bool TCGBConfiguration_isEnablePopup(const TCGBConfiguration *configuration);
TCGB_API void TCGBConfiguration_enableLaunchingStatusPopup(TCGBConfiguration *configuration, bool enable);
TCGB_API bool TCGBConfiguration_isEnableLaunchingStatusPopup(const TCGBConfiguration *configuration);
TCGB_API void TCGBConfiguration_enableBanPopup(TCGBConfiguration *configuration, bool enable);
TCGB_API bool TCGBConfiguration_isEnableBanPopup(const TCGBConfiguration *configuration);
TCGB_API void TCGBConfiguration_enableKickoutPopup(TCGBConfiguration *configuration, bool enable);
TCGB_API bool TCGBConfiguration_isEnableKickoutPopup(const TCGBConfiguration *configuration);
TCGB_API void TCGBConfiguration_setStoreCode(TCGBConfiguration *configuration, const char *storeCode);
TCGB_API const char *TCGBConfiguration_storeCode(const TCGBConfiguration *configuration);
TCGB_API void TCGBConfiguration_setDisplayLanguageCode(TCGBConfiguration *configuration, const char *languageCode);
TCGB_API const char *TCGBConfiguration_displayLanguageCode(const TCGBConfiguration *configuration);

TCGB_END

#endif
