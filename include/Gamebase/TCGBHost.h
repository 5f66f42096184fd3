/* What the library asks of the program around it. No Objective-C counterpart: there UIKit answers. Since 1.0.
 *
 * Each setting belongs to the current instance and is forgotten by its shutdown. Delegate functions and the log sink are callbacks: they run
 * where callbacks run (R4 in TCGBRunLoop.h), and what they are handed is borrowed. */
#ifndef TCGB_HOST_H
#define TCGB_HOST_H

#include "TCGBDefines.h"

TCGB_BEGIN

/* How much a log line matters. */
typedef enum TCGBLogLevel {
    TCGBLogLevelDebug = 0, TCGBLogLevelInfo = 1, TCGBLogLevelWarn = 2, TCGBLogLevelError = 3, TCGBLogLevelNone = 5
} TCGBLogLevel;

/* Hears log lines. message: one line without a line break at its end. */
typedef void (*TCGBLogSink)(TCGBLogLevel level, const char *message, void *context);

/* A pop-up that the host was asked to show. A host that shows it beyond its callback retains it, finishes it when the player
 * chose, and releases it. When the last reference goes unfinished it counts as closed, and so it does at shutdown. */
typedef struct TCGBAlert TCGBAlert;

/* Returns the title; may be "". */
TCGB_API const char *TCGBAlert_title(const TCGBAlert *alert);

/* Returns the text; may be "". */
TCGB_API const char *TCGBAlert_message(const TCGBAlert *alert);

/* Returns how many buttons there are, at least 1. */
TCGB_API size_t TCGBAlert_buttons_count(const TCGBAlert *alert);

/* Returns the text of a button. index: from 0; NULL when there are not that many. */
TCGB_API const char *TCGBAlert_buttons_at(const TCGBAlert *alert, size_t index);

/* Tells what the player chose. Only the first call counts.
 * buttonIndex: the button, from 0; anything else means that the pop-up was closed without one. */
TCGB_API void TCGBAlert_finish(const TCGBAlert *alert, int32_t buttonIndex);

/* What the host can do. Any function may be NULL. Later versions add members at the end only. */
typedef struct TCGBHostDelegate {
    /* sizeof(TCGBHostDelegate), by which the library knows which members the caller's header had. */
    size_t structSize;
    /* Opens an address outside the game. Returns whether it could. */
    bool (*openURL)(const char *url, void *context);
    /* Shows a pop-up. */
    void (*showAlert)(const TCGBAlert *alert, void *context);
    /* Shows a text for durationMilliseconds. */
    void (*showToast)(const char *message, int32_t durationMilliseconds, void *context);
    /* Shows a notification of the desktop. extras: JSON text; for a push the message as TCGBPushMessage_pushMessageFromJsonString reads it, to be
     * handed to TCGBPush_clickMessage or TCGBPush_clickAction_actionType_userText when the player opens it. */
    void (*showNotification)(const char *title, const char *body, const char *extras, void *context);
    /* Handed to each of them. */
    void *context;
} TCGBHostDelegate;

/* Sets the delegate in place of the one before.
 * delegate: copied; what it leaves out reads as NULL. NULL takes the delegate away.
 * Returns false, and keeps the one before, when structSize is smaller than a size_t. */
TCGB_API bool TCGBHost_setDelegate(const TCGBHostDelegate *delegate);

/* Asks for log lines. Without a sink nothing is kept and nothing is written anywhere.
 * minimumLevel: less important lines are left out, except in debug mode. sink: NULL turns the log off. */
TCGB_API void TCGBHost_setLogSink(TCGBLogLevel minimumLevel, TCGBLogSink sink, void *context);

/* Chooses where the instance keeps its files: guest identity, journal and the embedded service's data.
 * Call it before initialize. Default: $XDG_STATE_HOME/gamebase/<app id>, or ~/.local/state/gamebase/<app id>; instances made
 * with TCGBInstance_create need one each.
 * path: absolute; missing folders are made, for this user only. ":memory:" keeps everything in memory, for tests.
 * Returns false from initialize to shutdown, unless that initialize failed, and for a path that is relative, empty, longer than 4,000 bytes or
 * not UTF-8. A directory that cannot be used, or that another process uses, is an error of initialize. */
TCGB_API bool TCGBHost_setStorageDirectory(const char *path);

/* Returns the directory in use, else the one that was set; NULL when there is neither, and in memory. */
TCGB_API const char *TCGBHost_storageDirectory(void);

/* Adds texts and languages of the game's own, and replaces texts of ours: what localizedstring.json is in the Objective-C SDK. Before or after
 * initialize; in place of what was set before.
 * json: {"de": {"common_ok_button": "OK", ...}, ...}: an object of texts for each language code, at most 128 languages, 4,096 bytes a text. A language
 * without any text counts as not defined. A text is looked up in the display language, then in English; what is found nowhere shows its key.
 * Returns false, with a line in the log, for text that is not JSON or has a value of a wrong type; nothing changes then. */
TCGB_API bool TCGBHost_setLocalizedStrings(const char *json);

/* Opens an address through the delegate, in the run loop.
 * url: not empty. Returns false when the delegate has no openURL, or for a bad argument. */
TCGB_API bool TCGBHost_openURL(const char *url);

TCGB_END

#endif
