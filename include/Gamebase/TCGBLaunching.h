/** @file
 * The launching status: whether the service is open for this version of the game and this player. Mirrors TCGBLaunching. Since 1.0.
 *
 * The information is read by initialize, read again every 2 minutes, before a login when it is older than 30 seconds, after a login, and at
 * once when the console changes it. The event kTCGBObserverLaunching comes when it changed. Texts live as O4 in TCGBObject.h says. */
#ifndef TCGB_LAUNCHING_H
#define TCGB_LAUNCHING_H

#include "TCGBDefines.h"
#include "TCGBError.h"

TCGB_BEGIN

/** Launching status codes. 200 to 299 let players in; anything else does not. */
typedef enum TCGBLaunchingStatus {
    /** Open. */
    TCGB_IN_SERVICE = 200,
    /** Open; a newer version is recommended. */
    TCGB_RECOMMEND_UPDATE = 201,
    /** Under maintenance, and open to this device because it is registered for tests. */
    TCGB_IN_SERVICE_BY_QA_WHITE_LIST = 202,
    /** Open for tests. */
    TCGB_IN_TEST = 203,
    /** Open for a store's review. */
    TCGB_IN_REVIEW = 204,
    /** Open as a beta. */
    TCGB_IN_BETA = 205,
    /** Closed to this version: an update is required. */
    TCGB_REQUIRE_UPDATE = 300,
    /** Closed to this device or user. */
    TCGB_BLOCKED_USER = 301,
    /** Closed for good. */
    TCGB_TERMINATED_SERVICE = 302,
    /** This game is under maintenance. */
    TCGB_INSPECTING_SERVICE = 303,
    /** Everything is under maintenance. */
    TCGB_INSPECTING_ALL_SERVICES = 304,
    /** The service reported a fault. */
    TCGB_INTERNAL_SERVER_ERROR = 500
} TCGBLaunchingStatus;

#ifndef TCGB_NO_UNPREFIXED_NAMES
/** The same codes by the SDKs' own names. */
enum {
    IN_SERVICE = TCGB_IN_SERVICE,
    RECOMMEND_UPDATE = TCGB_RECOMMEND_UPDATE,
    IN_SERVICE_BY_QA_WHITE_LIST = TCGB_IN_SERVICE_BY_QA_WHITE_LIST,
    IN_TEST = TCGB_IN_TEST,
    IN_REVIEW = TCGB_IN_REVIEW,
    IN_BETA = TCGB_IN_BETA,
    REQUIRE_UPDATE = TCGB_REQUIRE_UPDATE,
    BLOCKED_USER = TCGB_BLOCKED_USER,
    TERMINATED_SERVICE = TCGB_TERMINATED_SERVICE,
    INSPECTING_SERVICE = TCGB_INSPECTING_SERVICE,
    INSPECTING_ALL_SERVICES = TCGB_INSPECTING_ALL_SERVICES,
    INTERNAL_SERVER_ERROR = TCGB_INTERNAL_SERVER_ERROR
};
#endif

/** Whether players are let in. Mirrors +[TCGBLaunching launchingStatus].
 * Returns a TCGBLaunchingStatus, a code unknown to this header, or 0 before initialize succeeded. */
TCGB_API int32_t TCGBLaunching_launchingStatus(void);

/** How a refresh ended. launchingInfo: the launching information as JSON text, NULL after an error. error: NULL after success. Both are
 * borrowed. */
typedef void (*TCGBLaunchingCompletion)(const char *launchingInfo, const TCGBError *error, void *context);

/** Reads the information again at once, for a game that does not want to wait. If it changed, kTCGBObserverLaunching comes, too.
 * No Objective-C counterpart. completion: NULL allowed.
 * Errors:
 * - 1 not initialized
 * - 2004 the version is not registered any more
 * - 101 no answer in time
 * - 110 shutdown, or the service is unreachable */
TCGB_API void TCGBLaunching_refreshWithCompletion(TCGBLaunchingCompletion completion, void *context);

/** The service's time. epochMilliseconds: since 1970-01-01 UTC, 0 after an error. error: NULL after success; borrowed. */
typedef void (*TCGBServerTimeCompletion)(int64_t epochMilliseconds, const TCGBError *error, void *context);

/** Asks the service for its time, which no player can set: for daily rewards. The built-in service has the machine's, plus what
 * TCGBConsole_advanceClockByMilliseconds_completion added. Needs no login. No Objective-C counterpart. completion: NULL allowed.
 * Errors:
 * - 1 not initialized
 * - 101 no answer in time
 * - 110 shutdown, or the service is unreachable */
TCGB_API void TCGBLaunching_requestServerTimeWithCompletion(TCGBServerTimeCompletion completion, void *context);

/** The whole launching information as JSON text: header, date, request, launching, tcProduct, tcIap, tcLaunching.
 * Mirrors +[TCGBLaunching launchingInformations].
 * Returns NULL before initialize succeeded. */
TCGB_API const char *TCGBLaunching_launchingInformations(void);

/** Its part "launching" as JSON text: status, app, maintenance, notice. Mirrors +[TCGBLaunching TCGBLaunchingInformations].
 * Returns NULL before initialize succeeded. */
TCGB_API const char *TCGBLaunching_TCGBLaunchingInformations(void);

/** Its part "tcProduct" as JSON text. Mirrors +[TCGBLaunching tcProductInformations].
 * Returns NULL before initialize succeeded, or when the service sends none. */
TCGB_API const char *TCGBLaunching_tcProductInformations(void);

/** The text that the studio entered in the console for its game, "tcLaunching"; JSON if the studio wrote JSON.
 * Mirrors +[TCGBLaunching tcLaunchingInformations]. Returns NULL before initialize succeeded, or when there is none. */
TCGB_API const char *TCGBLaunching_tcLaunchingInformations(void);

/** Its part "tcIap" as the text of a JSON array: the stores. Mirrors +[TCGBLaunching tcIAPInformations].
 * Returns NULL before initialize succeeded, or when the service sends none. */
TCGB_API const char *TCGBLaunching_tcIAPInformations(void);

TCGB_END

#endif
