/** @file
 * Functions that the host program provides to the library. No Objective-C counterpart: there UIKit provides them. Since 1.0.
 *
 * Each setting belongs to the current instance, and its shutdown resets it. Delegate functions and the log sink are callbacks: they
 * run where callbacks run (R4 in TCGBRunLoop.h), and their arguments are borrowed. */
#ifndef TCGB_HOST_H
#define TCGB_HOST_H

#include "TCGBDefines.h"
#include "TCGBWebView.h"

TCGB_BEGIN

/** The severity of a log line. */
typedef enum TCGBLogLevel {
    TCGBLogLevelDebug = 0,
    TCGBLogLevelInfo = 1,
    TCGBLogLevelWarn = 2,
    TCGBLogLevelError = 3,
    TCGBLogLevelNone = 5
} TCGBLogLevel;

/** Is called with each log line. message: one line without a line break at its end. */
typedef void (*TCGBLogSink)(TCGBLogLevel level, const char *message, void *context);

/** A pop-up that the host was asked to show. A host that shows it longer than its callback retains it, finishes it when the player chose,
 * and releases it. It counts as closed when the last reference is released unfinished, and at shutdown. */
typedef struct TCGBAlert TCGBAlert;

/** Returns the title; may be "". */
TCGB_API const char *TCGBAlert_title(const TCGBAlert *alert);

/** Returns the text; may be "". */
TCGB_API const char *TCGBAlert_message(const TCGBAlert *alert);

/** Returns how many buttons there are, at least 1. */
TCGB_API size_t TCGBAlert_buttons_count(const TCGBAlert *alert);

/** Returns the text of a button. index: from 0; NULL when there are not that many. */
TCGB_API const char *TCGBAlert_buttons_at(const TCGBAlert *alert, size_t index);

/** Reports the player's choice. Only the first call counts.
 * buttonIndex: the button, from 0; anything else means that the pop-up was closed without one. */
TCGB_API void TCGBAlert_finish(const TCGBAlert *alert, int32_t buttonIndex);

/** The purpose of a web view. */
typedef enum TCGBWebViewKind {
    /** A page that the game asked for. */
    TCGBWebViewKindWeb = 0,
    /** The customer service. */
    TCGBWebViewKindContact = 1,
    /** The terms: no url, but data that the host shows by its own means, and an answer. */
    TCGBWebViewKindTerms = 2,
    /** Image notices: data, and an answer. The images are at url (if there is one) and the path of each page. */
    TCGBWebViewKindImageNotice = 3,
    /** The page of the game's notices. */
    TCGBWebViewKindGameNotice = 4
} TCGBWebViewKind;

/** Commands of the library to a web view that is shown. */
typedef enum TCGBWebViewCommand {
    /** Close it. The page has ended already. */
    TCGBWebViewCommandClose = 0,
    /** Go back one page; on the first page, do nothing. */
    TCGBWebViewCommandGoBack = 1,
    /** Go to the url given. */
    TCGBWebViewCommandLoad = 2
} TCGBWebViewCommand;

/** A page that the host was asked to show. A host that shows it longer than its callback retains it, finishes it when the player closed it,
 * and releases it. It counts as closed when the last reference is released unfinished. Its functions may be called on any thread. */
typedef struct TCGBWebViewRequest TCGBWebViewRequest;

/** Returns its purpose. */
TCGB_API TCGBWebViewKind TCGBWebViewRequest_kind(const TCGBWebViewRequest *request);

/** Returns the address; NULL when there is none. */
TCGB_API const char *TCGBWebViewRequest_url(const TCGBWebViewRequest *request);

/** Returns how it should look, a TCGBWebViewConfiguration (TCGBWebView.h) that lives as long as the request. */
TCGB_API const TCGBWebViewConfiguration *TCGBWebViewRequest_configuration(const TCGBWebViewRequest *request);

/** Returns the data to show, as JSON text; NULL for a page that has only a url.
 * - Terms: the JSON form of a TCGBQueryTermsResult
 * - Image notices: an object with imageNoticeWeb (hasImageNotice, type, theme, address, footerHeight, rollingImageNoticeId,
 *   nextPopupTimeMillis and pageList, each page with imageNoticeId, path, clickScheme, clickType and imageInfo) and configuration
 *   (backgroundColor as a number 0xAARRGGBB, timeoutMS, enableAutoCloseByCustomScheme) */
TCGB_API const char *TCGBWebViewRequest_data(const TCGBWebViewRequest *request);

/** Returns the window that the game gave as viewController, untouched; may be NULL. */
TCGB_API void *TCGBWebViewRequest_viewController(const TCGBWebViewRequest *request);

/** The page is visible now. Image notices for which this is not called in time end with 6901. */
TCGB_API void TCGBWebViewRequest_didLoad(const TCGBWebViewRequest *request);

/** Asks whether the library handles an address. Call it before the page loads an address, and for image notices with the clickScheme of the
 * clicked image.
 * url: the address. Returns true when the address is the library's or in the game's schemeList: then the web view must not load it. */
TCGB_API bool TCGBWebViewRequest_navigate(const TCGBWebViewRequest *request, const char *url);

/** Ends the page.
 * errorCode: 0 when the player closed it; 7001, 7002 (timeout), 7003 (HTTP error) or 110; any other code becomes the detailErrorCode of a
 * 7999.
 * Returns whether this ended it: false when it had ended before. */
TCGB_API bool TCGBWebViewRequest_finish(const TCGBWebViewRequest *request, int64_t errorCode);

/** Ends the page with the player's answer.
 * answerJson: a JSON object. Any other text is logged, and the page does not end.
 * - Terms: {"contents": [{"termsContentSeq": 1, "agreed": true}, ...]}, with every item that the player agreed to
 * - Image notices: {"doNotShowToday": true}, or an array of imageNoticeId in place of true
 *
 * Returns whether this ended it. */
TCGB_API bool TCGBWebViewRequest_finishWithAnswer(const TCGBWebViewRequest *request, const char *answerJson);

/** Functions of the host. Any of them may be NULL. Later versions add members only at the end. */
typedef struct TCGBHostDelegate {
    /** sizeof(TCGBHostDelegate), which tells the library the members of the caller's header. */
    size_t structSize;
    /** Opens an address outside the game. Returns true when it was opened. */
    bool (*openURL)(const char *url, void *context);
    /** Shows a pop-up. */
    void (*showAlert)(const TCGBAlert *alert, void *context);
    /** Shows a text for durationMilliseconds. */
    void (*showToast)(const char *message, int32_t durationMilliseconds, void *context);
    /** Shows a notification of the desktop. extras: JSON text. For a push message it is the message as
     * TCGBPushMessage_pushMessageFromJsonString reads it: give it to TCGBPush_clickMessage or TCGBPush_clickAction_actionType_userText
     * when the player opens the notification. */
    void (*showNotification)(const char *title, const char *body, const char *extras, void *context);
    /** Shows a page. Without it, plain pages are opened outside the game (TCGBWebView.h), terms and image notices are not shown. */
    void (*showWebView)(const TCGBWebViewRequest *request, void *context);
    /** Changes a page that is shown. request: the same pointer as in showWebView. url: for TCGBWebViewCommandLoad, else NULL. */
    void (*controlWebView)(const TCGBWebViewRequest *request, TCGBWebViewCommand command, const char *url, void *context);
    /** Passed to each function. */
    void *context;
} TCGBHostDelegate;

/** Replaces the delegate.
 * delegate: copied; missing functions count as NULL. NULL removes the delegate.
 * Returns false, and keeps the old delegate, when structSize is smaller than a size_t. */
TCGB_API bool TCGBHost_setDelegate(const TCGBHostDelegate *delegate);

/** Sets the receiver of log lines. Without a sink log lines are dropped.
 * minimumLevel: less important lines are left out, except in debug mode. sink: NULL turns the log off. */
TCGB_API void TCGBHost_setLogSink(TCGBLogLevel minimumLevel, TCGBLogSink sink, void *context);

/** Chooses where the instance keeps its files: guest identity, journal and the embedded service's data.
 * Call it before initialize. Default: $XDG_STATE_HOME/gamebase/APPID, or ~/.local/state/gamebase/APPID; instances made
 * with TCGBInstance_create need one each.
 * With a service on another machine (TCGBConfiguration_setServiceURL) the service's data is on that machine; the rest stays here.
 * path: absolute; missing folders are made, for this user only. ":memory:" keeps everything in memory, for tests.
 * Returns false from initialize to shutdown, unless that initialize failed, and for a path that is relative, empty, longer than 4,000 bytes
 * or not UTF-8. A directory that cannot be used, or that another process uses, is an error of initialize. */
TCGB_API bool TCGBHost_setStorageDirectory(const char *path);

/** Returns the directory in use, else the one that was set; NULL when there is neither, and for ":memory:". */
TCGB_API const char *TCGBHost_storageDirectory(void);

/** Keeps the token of the last login in the Secret Service of the player's desktop (GNOME Keyring, KWallet, KeePassXC), in place of the
 * file device.json, which is readable for this user only. Default: false. Takes effect at the next login; shutdown resets it.
 *
 * A token that is in the file is moved by the next login that succeeds, loginForLastLoggedInProvider included.
 * A login waits 500 ms for the Secret Service at most. If none answers, or it is locked, the token stays in the file; the player is never
 * asked to unlock it. A token that was stored in the Secret Service is read from there, also when this setting is false now: if that fails,
 * loginForLastLoggedInProvider fails with TCGB_ERROR_AUTH_TOKEN_LOGIN_INVALID_LAST_LOGGED_IN_IDP, and the game logs in with a provider.
 * Logout removes it. The secret of a guest's account, and the session of an NCMBUser, stay in the file: a reset of the Secret Service costs
 * a login, but no account.
 * uses: true also opens D-Bus at the next login. */
TCGB_API void TCGBHost_setUsesSecretService(bool uses);

/** Lets TCGBConfiguration_setServiceURL and GAMEBASE_SERVICE_URL name an http address of another machine: everybody on the network path can
 * then read and change passwords, tokens and purchases. For tests, and for private networks. Default: false. Takes effect at the next
 * initialize; shutdown resets it. */
TCGB_API void TCGBHost_setAllowsPlainHTTP(bool allows);

/** Adds texts and languages, and replaces texts of the library, like localizedstring.json in the Objective-C SDK.
 * May be called before or after initialize. It replaces an earlier setting.
 * json: {"de": {"common_ok_button": "OK", ...}, ...}: an object of texts for each language code, at most 128 languages, 4,096 bytes a text.
 * A language without any text counts as not defined. A text is looked up in the display language, then in English; a missing text
 * appears as its key.
 * Returns false, with a line in the log, for text that is not JSON or has a value of a wrong type; nothing changes then. */
TCGB_API bool TCGBHost_setLocalizedStrings(const char *json);

/** The same from a file, such as the localizedstring.json that a game has for a phone already. No Objective-C counterpart: there the file
 * lies in the app's bundle. Read before the function returns: call it while the game loads.
 * path: of a file of at most 1,048,576 bytes in UTF-8, with or without a byte order mark.
 * Returns false, with a line in the log, for a file that cannot be read and for what TCGBHost_setLocalizedStrings refuses. */
TCGB_API bool TCGBHost_setLocalizedStringsFromFile(const char *path);

/** Returns the display language that the game has set with its configuration or TCGBGamebase_setDisplayLanguageCode, defined or not; NULL
 * when it has set none. TCGBGamebase_displayLanguageCode returns the one in effect. */
TCGB_API const char *TCGBHost_requestedDisplayLanguageCode(void);

/** Opens an address with the delegate's openURL, in the run loop.
 * url: not empty. Returns false when the delegate has no openURL, or for a bad argument. */
TCGB_API bool TCGBHost_openURL(const char *url);

/** Sets what TCGBUtil_idfa returns, for a platform that has an advertising id and a player who permits it. Shutdown resets it.
 * identifier: at most 128 bytes, not empty; NULL for none. Returns false, and changes nothing, for a bad argument. */
TCGB_API bool TCGBHost_setAdvertisingIdentifier(const char *identifier);

/** Sets what TCGBUtil_idfv returns; as above. */
TCGB_API bool TCGBHost_setVendorIdentifier(const char *identifier);

TCGB_END

#endif
