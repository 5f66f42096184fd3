/** @file
 * Facts about the device, and small help. Mirrors TCGBUtil. Since 1.0. Texts live as O4 in TCGBObject.h says. */
#ifndef TCGB_UTIL_H
#define TCGB_UTIL_H

#include "TCGBDefines.h"

TCGB_BEGIN

/** The player has closed an alert. Mirrors void(^)(void). */
typedef void (*TCGBAlertCompletion)(void *context);

/** How long a toast stays: 2 seconds, or 3.5. */
enum { TCGBToastLengthShort = 0, TCGBToastLengthLong = 1 };

/** The version of this library. Mirrors +[TCGBUtil gamebaseVersion]. */
TCGB_API const char *TCGBUtil_gamebaseVersion(void);

/** The id of TCGBHost_setAdvertisingIdentifier, else "00000000-0000-0000-0000-000000000000": Linux has no advertising id.
 * Mirrors +[TCGBUtil idfa]. */
TCGB_API const char *TCGBUtil_idfa(void);

/** The id of TCGBHost_setVendorIdentifier, else "00000000-0000-0000-0000-000000000000". Mirrors +[TCGBUtil idfv]. */
TCGB_API const char *TCGBUtil_idfv(void);

/** The random id of this installation, the same after a restart. Mirrors +[TCGBUtil uuid]. NULL before initialize. */
TCGB_API const char *TCGBUtil_uuid(void);

/** Always "LINUX". Mirrors +[TCGBUtil osCode]. */
TCGB_API const char *TCGBUtil_osCode(void);

/** The kernel's release, such as "6.1.0-18-amd64". Mirrors +[TCGBUtil osVersion]. */
TCGB_API const char *TCGBUtil_osVersion(void);

/** The machine's product name, or its processor family where the firmware names none. Mirrors +[TCGBUtil deviceModel]. */
TCGB_API const char *TCGBUtil_deviceModel(void);

/** As TCGBGamebase_deviceLanguageCode. Mirrors +[TCGBUtil deviceLanguageCode]. */
TCGB_API const char *TCGBUtil_deviceLanguageCode(void);

/** As TCGBGamebase_deviceCountryCode. Mirrors +[TCGBUtil deviceCountryCode]. */
TCGB_API const char *TCGBUtil_deviceCountryCode(void);

/** The name of the running program's file. Mirrors +[TCGBUtil bundleID]. */
TCGB_API const char *TCGBUtil_bundleID(void);

/** The time of the device in epoch milliseconds. Mirrors +[TCGBUtil unixEpochTime]. */
TCGB_API int64_t TCGBUtil_unixEpochTime(void);

/** Takes one value out of JSON text. Mirrors +[TCGBUtil extractValueFrom:searchString:].
 * json: JSON text. searchString: a path of keys and indices, such as "launching.status.code" or "tcIap[0].storeCode".
 * Returns a string as it is and anything else as JSON text; NULL when nothing or null is there, or an argument is bad. */
TCGB_API const char *TCGBUtil_extractValueFrom_searchString(const char *json, const char *searchString);

/** Whether a text is percent-encoded: it holds at least one encoded byte, and none that would have to be.
 * Mirrors +[TCGBUtil isURLEncoded:]. */
TCGB_API bool TCGBUtil_isURLEncoded(const char *targetString);

/** Encodes a text for a part of an address: letters, digits and -._~ stay, every other byte becomes %XX.
 * Mirrors +[TCGBUtil URLEncodedString:].
 * Returns NULL for a bad argument. */
TCGB_API const char *TCGBUtil_URLEncodedString(const char *string);

/** The same for bytes of any kind. Mirrors +[TCGBUtil URLEncodedStringWithData:]. data: length bytes, at most 1,048,576. Returns NULL for a
 * bad argument. */
TCGB_API const char *TCGBUtil_URLEncodedStringWithData(const void *data, size_t length);

/** Writes a line to the log, at the level Info. Mirrors +[TCGBUtil logWithString:]. */
TCGB_API void TCGBUtil_logWithString(const char *logString);

/** Shows a pop-up through the host's showAlert. Mirrors +[TCGBUtil showAlertWithTitle:message:].
 * title, message: NULL counts as "". Without a delegate nothing is shown, and the log says so. */
TCGB_API void TCGBUtil_showAlertWithTitle_message(const char *title, const char *message);

/** The same, and tells when it is closed. Mirrors +[TCGBUtil showAlertWithTitle:message:completion:].
 * completion: called once, also when nothing could be shown, and at shutdown. NULL allowed. */
TCGB_API void TCGBUtil_showAlertWithTitle_message_completion(
    const char *title, const char *message, TCGBAlertCompletion completion, void *context);

/** A choice of an action sheet: its text, and what is called when the player takes it. An entry of the Objective-C dictionary of blocks. */
typedef struct TCGBActionSheetBlock {
    /** Its text; not NULL. */
    const char *title;
    /** Called when the player chose it; NULL for nothing. */
    void (*block)(void *context);
    /** Passed to block. */
    void *context;
} TCGBActionSheetBlock;

/** Shows a pop-up with choices, and a button to cancel at the end, through the host's showAlert.
 * Mirrors +[TCGBUtil showActionSheetWithTitle:message:blocks:].
 * title, message: NULL counts as "". blocks: blocksCount choices, 1 to 32, in the order in which they are shown; copied; a block that is
 * NULL does nothing. One block is called when the player took it; none when the player cancelled, nothing could be shown, or a shutdown
 * came first. */
TCGB_API void TCGBUtil_showActionSheetWithTitle_message_blocks(
    const char *title, const char *message, const TCGBActionSheetBlock *blocks, size_t blocksCount);

/** Shows a text for a short time through the host's showToast. Mirrors +[TCGBUtil showToastWithMessage:length:].
 * message: not empty. length: TCGBToastLengthShort or TCGBToastLengthLong. A bad argument is logged, and nothing is shown. */
TCGB_API void TCGBUtil_showToastWithMessage_length(const char *message, int32_t length);

TCGB_END

#endif
