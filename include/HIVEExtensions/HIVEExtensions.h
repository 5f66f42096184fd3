/** @file
 * The picture, sound or film of a push, for a host that is handed pushes by others than this library, or keeps them itself. Mirrors
 * HIVENotificationService of <HIVEExtensions/HIVEExtensions.h>. Since 1.0.
 *
 * Pushes of this library have their media without it: they are fetched before a push is shown, and lie beside it in the inbox. */
#ifndef HIVE_EXTENSIONS_H
#define HIVE_EXTENSIONS_H

#include "../HIVE/HIVEPushMessage.h"
#include "../HIVE/HIVEResultAPI.h"

TCGB_BEGIN

/** A push with its media. result, content: borrowed. content: the push of the call, with HIVEPushMessage_mediaPath when its media were
 * fetched; it is there after an error, too. result: success also without media. Both are NULL when no object could
 * be made (O5 in TCGBObject.h). */
typedef void (*HIVENotificationContentHandler)(const HIVEResultAPI *result, const HIVEPushMessage *content, void *context);

/** Fetches the media of a push. Mirrors +[HIVENotificationService didReceiveNotificationRequest:withContentHandler:].
 *
 * | kind | its types | bytes at most |
 * | --- | --- | --- |
 * | sound | WAV, MP3, MP4 | 5 MiB |
 * | picture | JPEG, PNG, GIF | 10 MiB |
 * | film | MP4, AVI | 50 MiB |
 *
 * The address must be https (HIVEPush_setMediaExceptions). On a metered network (TCGBNetwork_metered) an address with the ending of a sound
 * or a film is not fetched. The bytes must match a type of the table; the fetch ends after 30 seconds (HIVEPush_setMediaTimeout).
 * request: copied. contentHandler: NULL allowed.
 * Errors: NeedInitialize, Timeout, Network; InvalidParam no living request. */
TCGB_API void HIVENotificationService_didReceiveNotificationRequest_withContentHandler(
    const HIVEPushMessage *request, HIVENotificationContentHandler contentHandler, void *context);

/** Cancels the fetches: each handler is called with the push of its call.
 * Mirrors +[HIVENotificationService serviceExtensionTimeWillExpire]. */
TCGB_API void HIVENotificationService_serviceExtensionTimeWillExpire(void);

TCGB_END

#endif
