/* Facts about the device, and small help. Mirrors TCGBUtil. Since 1.0. Texts live as O4 in TCGBObject.h says. */
#ifndef TCGB_UTIL_H
#define TCGB_UTIL_H

#include "TCGBDefines.h"

TCGB_BEGIN

/* The player has closed an alert. Mirrors void(^)(void). */
typedef void (*TCGBAlertCompletion)(void *context);

/* How long a toast stays: 2 seconds, or 3.5. */
enum { TCGBToastLengthShort = 0, TCGBToastLengthLong = 1 };

/* The version of this library. Mirrors +[TCGBUtil gamebaseVersion]. */
TCGB_API const char *TCGBUtil_gamebaseVersion(void);

/* Always "00000000-0000-0000-0000-000000000000": Linux has no advertising id. Mirrors +[TCGBUtil idfa]. */
TCGB_API const char *TCGBUtil_idfa(void);

/* Always "00000000-0000-0000-0000-000000000000": Linux has no vendor id. Mirrors +[TCGBUtil idfv]. */
TCGB_API const char *TCGBUtil_idfv(void);

/* The random id of this installation, the same after a restart. Mirrors +[TCGBUtil uuid]. NULL before initialize. */
TCGB_API const char *TCGBUtil_uuid(void);

/* Always "LINUX". Mirrors +[TCGBUtil osCode]. */
TCGB_API const char *TCGBUtil_osCode(void);

/* The kernel's release, such as "6.1.0-18-amd64". Mirrors +[TCGBUtil osVersion]. */
TCGB_API const char *TCGBUtil_osVersion(void);

/* The machine's product name, or its processor family where the firmware names none. Mirrors +[TCGBUtil deviceModel]. */
TCGB_API const char *TCGBUtil_deviceModel(void);

/* As TCGBGamebase_deviceLanguageCode. Mirrors +[TCGBUtil deviceLanguageCode]. */
TCGB_API const char *TCGBUtil_deviceLanguageCode(void);

/* As TCGBGamebase_deviceCountryCode. Mirrors +[TCGBUtil deviceCountryCode]. */
TCGB_API const char *TCGBUtil_deviceCountryCode(void);

/* The name of the running program's file. Mirrors +[TCGBUtil bundleID]. */
TCGB_API const char *TCGBUtil_bundleID(void);

/* The time of the device in epoch milliseconds. Mirrors +[TCGBUtil unixEpochTime]. */
TCGB_API int64_t TCGBUtil_unixEpochTime(void);

/* Takes one value out of JSON text. Mirrors +[TCGBUtil extractValueFrom:searchString:].
 * json: JSON text. searchString: a path of keys and indices, such as "launching.status.code" or "tcIap[0].storeCode".
 * Returns a string as it is and anything else as JSON text; NULL when nothing or null is there, or an argument is bad. */
TCGB_API const char *TCGBUtil_extractValueFrom_searchString(const char *json, const char *searchString);

/* Shows a pop-up through the host's showAlert. Mirrors +[TCGBUtil showAlertWithTitle:message:].
 * title, message: NULL counts as "". Without a delegate nothing is shown, and the log says so. */
TCGB_API void TCGBUtil_showAlertWithTitle_message(const char *title, const char *message);

/* The same, and tells when it is closed. Mirrors +[TCGBUtil showAlertWithTitle:message:completion:].
 * completion: called once, also when nothing could be shown, and at shutdown. NULL allowed. */
TCGB_API void TCGBUtil_showAlertWithTitle_message_completion(
    const char *title, const char *message, TCGBAlertCompletion completion, void *context);

/* Shows a text for a short time through the host's showToast. Mirrors +[TCGBUtil showToastWithMessage:length:].
 * message: not empty. length: TCGBToastLengthShort or TCGBToastLengthLong. A bad argument is logged, and nothing is shown. */
TCGB_API void TCGBUtil_showToastWithMessage_length(const char *message, int32_t length);

TCGB_END

#endif
