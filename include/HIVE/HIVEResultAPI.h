/** @file
 * How a call of Hive ended. Mirrors HIVEResultAPI. Since 1.0. */
#ifndef HIVE_RESULT_API_H
#define HIVE_RESULT_API_H

#include "../Gamebase/TCGBDefines.h"
#include "../Gamebase/TCGBError.h"

TCGB_BEGIN

/** How a call ended: a coarse code, a fine one, and a text. Borrowed in callbacks. Mirrors HIVEResultAPI. */
typedef struct HIVEResultAPI HIVEResultAPI;

/** The coarse codes: the SDK's names; the numbers are this library's, because the SDK documents none. They stay. */
typedef enum HIVEResultAPIErrorCode {
    HIVEResultAPIErrorCodeSuccess = 0,
    /** Nothing is initialized. */
    HIVEResultAPIErrorCodeNeedInitialize = -1,
    /** Nobody is logged in. */
    HIVEResultAPIErrorCodeInvalidSession = -2,
    /** An argument is wrong: the message says which one, and what to do. */
    HIVEResultAPIErrorCodeInvalidParam = -3,
    /** The service refused it, or could not keep it. */
    HIVEResultAPIErrorCodeResponseFail = -4,
    /** The service was not reached, or shut down before it answered. */
    HIVEResultAPIErrorCodeNetwork = -5,
    /** No answer in time: the outcome is unknown. */
    HIVEResultAPIErrorCodeTimeout = -6,
    /** The same call runs. */
    HIVEResultAPIErrorCodeInProgress = -7
} HIVEResultAPIErrorCode;

/** The fine codes of push: the SDK's names and numbers. */
typedef enum HIVEResultAPICode {
    HIVEResultAPICodeSuccess = 0,
    HIVEResultAPICodePushNotInitialized = -4000001,
    HIVEResultAPICodePushInvalidParamLocalPush = -4000002,
    HIVEResultAPICodePushInvalidParamRemotePush = -4000003,
    HIVEResultAPICodePushNetworkError = -4000004,
    HIVEResultAPICodePushInvalidResponseData = -4000006,
    HIVEResultAPICodePushServerResponseError = -4000007,
    HIVEResultAPICodePushNeedSignIn = -4000008
} HIVEResultAPICode;

/** Whether it succeeded. Mirrors -isSuccess. False for NULL, which means that no result object could be made (O5). */
TCGB_API bool HIVEResultAPI_isSuccess(const HIVEResultAPI *result);
/** The coarse code, a HIVEResultAPIErrorCode. Mirrors .errorCode. -4 for anything but a living object. */
TCGB_API int32_t HIVEResultAPI_errorCode(const HIVEResultAPI *result);
/** The fine code, a HIVEResultAPICode. Mirrors .code. -4000007 for anything but a living object. */
TCGB_API int32_t HIVEResultAPI_code(const HIVEResultAPI *result);
/** The message, in English; "" after success. Mirrors .errorMessage. */
TCGB_API const char *HIVEResultAPI_errorMessage(const HIVEResultAPI *result);
/** The same as the other headers say it: domain, code, cause. NULL after success; borrowed from the result. No Objective-C counterpart. */
TCGB_API const TCGBError *HIVEResultAPI_error(const HIVEResultAPI *result);

TCGB_END

#endif
