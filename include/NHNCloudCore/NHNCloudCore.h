/** @file
 * NHN Cloud core for Linux: what the Objective-C framework <NHNCloudCore/NHNCloudCore.h> declares and this library has. Since 1.0.
 *
 * The rules of <Gamebase/Gamebase.h> hold here: selectors become functions, objects are counted names (TCGBObject.h), callbacks run where
 * callbacks run (TCGBRunLoop.h), errors are TCGBError objects with a domain and codes of their own. TCGBGamebase_shutdown ends this too. */
#ifndef NHN_CLOUD_CORE_H
#define NHN_CLOUD_CORE_H

#include "../Gamebase/TCGBDefines.h"
#include "NHNCloudSDK.h"

TCGB_BEGIN

/** Which service a configuration means. The SDK's own Alpha and Beta are stages inside its vendor. Here all three are the embedded
 * service. */
typedef enum NHNCloudServiceZone {
    NHNCloudServiceZoneReal = 0,
    NHNCloudServiceZoneAlpha = 1,
    NHNCloudServiceZoneBeta = 2
} NHNCloudServiceZone;

/** How much a log line matters. The library's own lines go to TCGBHost_setLogSink. */
typedef enum NHNCloudLogLevel {
    NHNCloudLogLevel_DEBUG = 0,
    NHNCloudLogLevel_INFO = 1,
    NHNCloudLogLevel_WARN = 2,
    NHNCloudLogLevel_ERROR = 3,
    NHNCloudLogLevel_FATAL = 4
} NHNCloudLogLevel;

/** Which cloud the SDK's logger speaks to. */
typedef enum NHNCloudEnvironment { NHNCloudEnvironmentPublic = 0, NHNCloudEnvironmentGovernment = 1 } NHNCloudEnvironment;

TCGB_END

#endif
