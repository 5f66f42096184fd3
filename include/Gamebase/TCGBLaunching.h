#ifndef TCGB_LAUNCHING_H
#define TCGB_LAUNCHING_H

#include "TCGBDefines.h"

TCGB_BEGIN

typedef enum TCGBLaunchingStatus {
    IN_SERVICE = 200,
    RECOMMEND_UPDATE = 201,
    IN_SERVICE_BY_QA_WHITE_LIST = 202,
    IN_TEST = 203,
    IN_REVIEW = 204,
    IN_BETA = 205,
    REQUIRE_UPDATE = 300,
    BLOCKED_USER = 301,
    TERMINATED_SERVICE = 302,
    INSPECTING_SERVICE = 303,
    INSPECTING_ALL_SERVICES = 304,
    INTERNAL_SERVER_ERROR = 500
} TCGBLaunchingStatus;

TCGB_API int32_t TCGBLaunching_launchingStatus(void);
TCGB_API const char *TCGBLaunching_launchingInformations(void);
TCGB_API const char *TCGBLaunching_TCGBLaunchingInformations(void);
TCGB_API const char *TCGBLaunching_tcProductInformations(void);
TCGB_API const char *TCGBLaunching_tcLaunchingInformations(void);
TCGB_API const char *TCGBLaunching_tcIAPInformations(void);

TCGB_END

#endif
