/** @file
 * Web pages, shown by the host or opened outside the game. Mirrors TCGBWebView and TCGBWebViewConfiguration. Since 1.0.
 *
 * The library draws nothing: a page is a request to the showWebView of the TCGBHostDelegate (TCGBHost.h). Without one, plain pages are
 * opened outside the game: by the host's openURL, or, if it has none either, by the desktop's xdg-open, which is given http and https only.
 * xdg-open is found in the PATH and started on the library's thread without a shell. It is no child of the game: it sends no signal,
 * nothing waits for it, and it inherits no descriptor of the game.
 *
 * For anything but a living object getters return NULL, 0 or false, and setters do nothing. */
#ifndef TCGB_WEB_VIEW_H
#define TCGB_WEB_VIEW_H

#include "TCGBDefines.h"
#include "TCGBError.h"

TCGB_BEGIN

/** Bits of TCGBWebViewConfiguration_orientationMask. */
typedef enum TCGBWebViewOrientation {
    TCGBWebViewOrientationUnspecified = 0,
    TCGBWebViewOrientationPortrait = 1,
    TCGBWebViewOrientationPortraitUpsideDown = 2,
    TCGBWebViewOrientationLandscapeRight = 4,
    TCGBWebViewOrientationLandscapeLeft = 8
} TCGBWebViewOrientation;

/** Values of TCGBWebViewConfiguration_contentMode. */
typedef enum TCGBWebViewContent {
    TCGBWebViewContentModeRecommended = 0,
    TCGBWebViewContentModeMobile = 1,
    TCGBWebViewContentModeDesktop = 2
} TCGBWebViewContent;

/** How a web view should look: advice to the host, passed on as it is. A web view takes a copy when it is shown. */
typedef struct TCGBWebViewConfiguration TCGBWebViewConfiguration;

/** Makes a configuration. Mirrors [[TCGBWebViewConfiguration alloc] init]. Returns an object that the caller releases. */
TCGB_API TCGB_OWNED TCGBWebViewConfiguration *TCGBWebViewConfiguration_create(void);

/** The title; NULL, the default, for the page's own. Mirrors .navigationBarTitle. */
TCGB_API const char *TCGBWebViewConfiguration_navigationBarTitle(const TCGBWebViewConfiguration *configuration);

/** Sets the title. Mirrors -setNavigationBarTitle:. navigationBarTitle: NULL for the page's own. */
TCGB_API void TCGBWebViewConfiguration_setNavigationBarTitle(TCGBWebViewConfiguration *configuration, const char *navigationBarTitle);

/** The colour of the navigation bar as 0xAARRGGBB; blue unless set. Mirrors .navigationBarColor. */
TCGB_API uint32_t TCGBWebViewConfiguration_navigationBarColor(const TCGBWebViewConfiguration *configuration);

/** Sets the colour of the navigation bar. Mirrors -setNavigationBarColor:. navigationBarColor: 0xAARRGGBB. */
TCGB_API void TCGBWebViewConfiguration_setNavigationBarColor(TCGBWebViewConfiguration *configuration, uint32_t navigationBarColor);

/** The height of the navigation bar in points; 50 unless set. A negative or endless one changes nothing and is logged.
 * Mirrors .navigationBarHeight. */
TCGB_API double TCGBWebViewConfiguration_navigationBarHeight(const TCGBWebViewConfiguration *configuration);

/** Sets the height of the navigation bar. Mirrors -setNavigationBarHeight:. navigationBarHeight: points, 0 or more. */
TCGB_API void TCGBWebViewConfiguration_setNavigationBarHeight(TCGBWebViewConfiguration *configuration, double navigationBarHeight);

/** Whether there is a navigation bar; true unless set. Mirrors .isNavigationBarVisible. */
TCGB_API bool TCGBWebViewConfiguration_isNavigationBarVisible(const TCGBWebViewConfiguration *configuration);

/** Sets whether there is a navigation bar. Mirrors -setIsNavigationBarVisible:. */
TCGB_API void TCGBWebViewConfiguration_setIsNavigationBarVisible(TCGBWebViewConfiguration *configuration, bool isNavigationBarVisible);

/** Whether there is a button to go back; true unless set. Mirrors .isBackButtonVisible. */
TCGB_API bool TCGBWebViewConfiguration_isBackButtonVisible(const TCGBWebViewConfiguration *configuration);

/** Sets whether there is a button to go back. Mirrors -setIsBackButtonVisible:. */
TCGB_API void TCGBWebViewConfiguration_setIsBackButtonVisible(TCGBWebViewConfiguration *configuration, bool isBackButtonVisible);

/** Bits of TCGBWebViewOrientation; 0 unless set. Others change nothing and are logged. Mirrors .orientationMask. */
TCGB_API int32_t TCGBWebViewConfiguration_orientationMask(const TCGBWebViewConfiguration *configuration);

/** Sets how the view may be turned. Mirrors -setOrientationMask:. orientationMask: bits of TCGBWebViewOrientation. */
TCGB_API void TCGBWebViewConfiguration_setOrientationMask(TCGBWebViewConfiguration *configuration, int32_t orientationMask);

/** A TCGBWebViewContent; 0 unless set. Another value changes nothing and is logged. Mirrors .contentMode. */
TCGB_API int32_t TCGBWebViewConfiguration_contentMode(const TCGBWebViewConfiguration *configuration);

/** Sets for which kind of device the page is asked. Mirrors -setContentMode:. contentMode: a TCGBWebViewContent. */
TCGB_API void TCGBWebViewConfiguration_setContentMode(TCGBWebViewConfiguration *configuration, int32_t contentMode);

/** A file with the image of the button to go back, for the host to find; NULL unless set.
 * Mirrors .goBackImagePathForFullScreenNavigation. */
TCGB_API const char *TCGBWebViewConfiguration_goBackImagePathForFullScreenNavigation(const TCGBWebViewConfiguration *configuration);

/** Sets the image of the button to go back. Mirrors -setGoBackImagePathForFullScreenNavigation:.
 * goBackImagePathForFullScreenNavigation: a path for the host to find; NULL for the host's own image. */
TCGB_API void TCGBWebViewConfiguration_setGoBackImagePathForFullScreenNavigation(
    TCGBWebViewConfiguration *configuration, const char *goBackImagePathForFullScreenNavigation);

/** A file with the image of the button to close, for the host to find; NULL unless set. Mirrors .closeImagePathForFullScreenNavigation. */
TCGB_API const char *TCGBWebViewConfiguration_closeImagePathForFullScreenNavigation(const TCGBWebViewConfiguration *configuration);

/** Sets the image of the button to close. Mirrors -setCloseImagePathForFullScreenNavigation:.
 * closeImagePathForFullScreenNavigation: a path for the host to find; NULL for the host's own image. */
TCGB_API void TCGBWebViewConfiguration_setCloseImagePathForFullScreenNavigation(
    TCGBWebViewConfiguration *configuration, const char *closeImagePathForFullScreenNavigation);

/** A page went to an address of the game's own. Mirrors void(^)(NSString *fullUrl, TCGBError *error).
 * fullUrl: the whole address. error: always NULL. Borrowed. */
typedef void (*TCGBWebViewSchemeEvent)(const char *fullUrl, const TCGBError *error, void *context);

/** Shows a page. Mirrors +[TCGBWebView showWebViewWithURL:viewController:configuration:closeCompletion:schemeList:schemeEvent:].
 * url: an absolute address, at most 8,192 bytes. viewController: passed on to the host; NULL is fine.
 * configuration: copied; NULL takes the default one (TCGBWebView_setDefaultWebConfiguration).
 * closeCompletion: when the page was closed, or was opened outside the game; NULL allowed.
 * schemeList: schemeCount beginnings of addresses, at most 64; upper and lower case are the same; NULL for none. The web view does not load
 * such an address: schemeEvent is called with it, each time until closeCompletion. Addresses that begin with "gamebase://" are the
 * library's: dismiss, goback, getuserid (a pop-up), showwebview?link= and openbrowser?link= with an encoded address.
 * Errors:
 * - 1 not initialized
 * - 3 bad argument
 * - 52 no program opens the page
 * - 7001 the url is not an address
 * - 7002 the host reported a timeout of the page
 * - 7003 the host reported an HTTP error
 * - 7999 another failure that the host reported
 * - 7004 another web view replaced it
 * - 110 shutdown
 * - 11002 64 pages are open */
TCGB_API void TCGBWebView_showWebViewWithURL_viewController_configuration_closeCompletion_schemeList_schemeEvent(const char *url,
    void *viewController, const TCGBWebViewConfiguration *configuration, TCGBErrorCompletion closeCompletion, void *closeContext,
    const char *const *schemeList, size_t schemeCount, TCGBWebViewSchemeEvent schemeEvent, void *schemeContext);

/** Closes the web view that is shown, and the customer service and the game notice, which are web views too.
 * Mirrors +[TCGBWebView closeWebView]. */
TCGB_API void TCGBWebView_closeWebView(void);

/** Opens an address outside the game. Mirrors +[TCGBWebView openWebBrowserWithURL:].
 * url: an absolute address. Only the log says whether it worked. */
TCGB_API void TCGBWebView_openWebBrowserWithURL(const char *url);

/** The class in which the Objective-C SDK keeps the default configuration. */
typedef struct TCGBWebView TCGBWebView;

/** Returns the one object of the class; borrowed, and not to be released. Mirrors +[TCGBWebView sharedTCGBWebView]. */
TCGB_API TCGBWebView *TCGBWebView_sharedTCGBWebView(void);

/** The configuration of pages that are opened without one, for the current instance; shutdown resets it.
 * Mirrors .defaultWebConfiguration. Returns a copy, borrowed: the same until another one is set, and it lives until the first call of this
 * getter after that. */
TCGB_API const TCGBWebViewConfiguration *TCGBWebView_defaultWebConfiguration(const TCGBWebView *webView);

/** Sets the configuration of views that are opened without one. Mirrors -setDefaultWebConfiguration:.
 * defaultWebConfiguration: copied; NULL for the values of TCGBWebViewConfiguration_create. */
TCGB_API void TCGBWebView_setDefaultWebConfiguration(TCGBWebView *webView, const TCGBWebViewConfiguration *defaultWebConfiguration);

TCGB_END

#endif
