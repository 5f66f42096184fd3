/** @file
 * Images with news, shown by the host. Mirrors TCGBImageNotice and TCGBImageNoticeConfiguration. Since 1.0.
 *
 * The console settings hold them (imageNotice: {"type", "theme", "address", "footerHeight", "rollingImageNoticeId", "pageList":
 * [{"imageNoticeId", "path", "clickScheme", "clickType", "width", "height", "beginDate", "endDate"}]}). An image that a player does not
 * want to see again today is hidden on this device until the player's day ends. */
#ifndef TCGB_IMAGE_NOTICE_H
#define TCGB_IMAGE_NOTICE_H

#include "TCGBDefines.h"
#include "TCGBError.h"

TCGB_BEGIN

/** How they are shown. Calls take a copy. For anything but a living configuration getters return 0 or false. */
typedef struct TCGBImageNoticeConfiguration TCGBImageNoticeConfiguration;

/** Makes a configuration. Mirrors [[TCGBImageNoticeConfiguration alloc] init]. Returns an object that the caller releases. */
TCGB_API TCGB_OWNED TCGBImageNoticeConfiguration *TCGBImageNoticeConfiguration_create(void);

/** The colour around the images as 0xAARRGGBB; half transparent black unless set. Mirrors .backgroundColor. */
TCGB_API uint32_t TCGBImageNoticeConfiguration_backgroundColor(const TCGBImageNoticeConfiguration *configuration);

/** Sets the colour around the images. Mirrors -setBackgroundColor:. backgroundColor: 0xAARRGGBB. */
TCGB_API void TCGBImageNoticeConfiguration_setBackgroundColor(TCGBImageNoticeConfiguration *configuration, uint32_t backgroundColor);

/** How long the host may take until TCGBWebViewRequest_didLoad, in milliseconds; 5,000 unless set. Counts as 1 below, and as 600,000 above.
 * Mirrors .timeoutMS. */
TCGB_API int64_t TCGBImageNoticeConfiguration_timeoutMS(const TCGBImageNoticeConfiguration *configuration);

/** Sets how long the host may take to load. Mirrors -setTimeoutMS:. timeoutMS: milliseconds, 1 to 600,000. */
TCGB_API void TCGBImageNoticeConfiguration_setTimeoutMS(TCGBImageNoticeConfiguration *configuration, int64_t timeoutMS);

/** Whether a click with an address of the game's own closes them all; true unless set. Mirrors .enableAutoCloseByCustomScheme. */
TCGB_API bool TCGBImageNoticeConfiguration_enableAutoCloseByCustomScheme(const TCGBImageNoticeConfiguration *configuration);

/** Sets whether a click with an address of the game's own closes them all. Mirrors -setEnableAutoCloseByCustomScheme:. */
TCGB_API void TCGBImageNoticeConfiguration_setEnableAutoCloseByCustomScheme(
    TCGBImageNoticeConfiguration *configuration, bool enableAutoCloseByCustomScheme);

/** The player clicked an image whose address is the game's own. Mirrors void(^)(NSString *payload, TCGBError *error).
 * payload: the address of the console. error: always NULL. Borrowed. */
typedef void (*TCGBImageNoticeSchemeEvent)(const char *payload, const TCGBError *error, void *context);

/** Shows the images that the player is to see now. Mirrors +[TCGBImageNotice showImageNoticesWithViewController:closeCompletion:].
 * viewController: passed on to the host; NULL is fine.
 * closeCompletion: when they are closed and the player's choices are stored; at once when there is nothing to show, or the host has no
 * showWebView. NULL allowed.
 * Errors:
 * - 1 not initialized
 * - 101 no answer in time
 * - 110 shutdown, or the service is unreachable
 * - 6901 the host did not call TCGBWebViewRequest_didLoad in time
 * - 7002 the host reported a timeout of the page
 * - 7003 the host reported an HTTP error
 * - 7999 another failure that the host reported */
TCGB_API void TCGBImageNotice_showImageNoticesWithViewController_closeCompletion(
    void *viewController, TCGBErrorCompletion closeCompletion, void *context);

/** The same with a configuration. Mirrors +[TCGBImageNotice showImageNoticesWithViewController:configuration:closeCompletion:schemeEvent:].
 * configuration: NULL for none. schemeEvent: called for each click, until closeCompletion; NULL allowed. Errors: also 3. */
TCGB_API void TCGBImageNotice_showImageNoticesWithViewController_configuration_closeCompletion_schemeEvent(void *viewController,
    const TCGBImageNoticeConfiguration *configuration, TCGBErrorCompletion closeCompletion, void *closeContext,
    TCGBImageNoticeSchemeEvent schemeEvent, void *schemeContext);

/** Closes the images that are shown. Mirrors +[TCGBImageNotice closeImageNoticesWithViewController:]. viewController: not used. */
TCGB_API void TCGBImageNotice_closeImageNoticesWithViewController(void *viewController);

TCGB_END

#endif
