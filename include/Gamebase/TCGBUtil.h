#ifndef TCGB_UTIL_H
#define TCGB_UTIL_H

#include "TCGBDefines.h"

TCGB_BEGIN

typedef void (*TCGBAlertCompletion)(void *context);
enum { TCGBToastLengthShort = 0, TCGBToastLengthLong = 1 };

TCGB_API const char *TCGBUtil_gamebaseVersion(void);
TCGB_API const char *TCGBUtil_idfa(void);
TCGB_API const char *TCGBUtil_idfv(void);
TCGB_API const char *TCGBUtil_uuid(void);
TCGB_API const char *TCGBUtil_osCode(void);
TCGB_API const char *TCGBUtil_osVersion(void);
TCGB_API const char *TCGBUtil_deviceModel(void);
TCGB_API const char *TCGBUtil_deviceLanguageCode(void);
TCGB_API const char *TCGBUtil_deviceCountryCode(void);
TCGB_API const char *TCGBUtil_bundleID(void);
TCGB_API int64_t TCGBUtil_unixEpochTime(void);
TCGB_API const char *TCGBUtil_extractValueFrom_searchString(const char *json, const char *searchString);
TCGB_API void TCGBUtil_showAlertWithTitle_message(const char *title, const char *message);
TCGB_API void TCGBUtil_showAlertWithTitle_message_completion(
    const char *title, const char *message, TCGBAlertCompletion completion, void *context);
TCGB_API void TCGBUtil_showToastWithMessage_length(const char *message, int32_t length);

TCGB_END

#endif
