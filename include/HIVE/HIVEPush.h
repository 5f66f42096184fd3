/** @file
 * Push of the Hive SDK. Mirrors HIVEPush. Since 1.0.
 *
 * From the first call of these headers on, pushes of the game itself, of the console (TCGBConsole_sendPush_completion) and of the mobile
 * backend are kept in the player's inbox (HIVEPushInbox.h) and shown on the desktop; those of the mobile backend wait at the service until
 * NCMBPush_setRemoteNotificationHandler has a handler. A game that calls none of them opens neither D-Bus nor a file for it.
 *
 * - A push is shown while the player does not look at the game (HIVEPush_setActive). While the player does, the game gets it, and
 *   no banner covers the game unless HIVEPush_setForegroundPush asks for one.
 * - The pushes of a group are one notification, which says how many are new.
 * - A picture is shown, a short sound is played, and a film has a button that opens it in the web browser. Buttons and a picture go
 *   together on a desktop; a phone shows the picture alone, so send one of the two where players have both.
 * - A local push fires when its time has come while the game runs. A push that is due while the game does not run fires at the next start,
 *   marked as late. It survives kill -9 and a power cut once its callback came. If the process is killed after the delegate ran and before
 *   that is recorded, the push comes again, with the same id.
 * - If no desktop shows notifications, the inbox still has the push. */
#ifndef HIVE_PUSH_H
#define HIVE_PUSH_H

#include "HIVELocalPush.h"
#include "HIVEPushMessage.h"
#include "HIVERemotePush.h"
#include "HIVEResultAPI.h"

TCGB_BEGIN

/** How a call ended. result: borrowed. */
typedef void (*HIVEPushResultCallback)(const HIVEResultAPI *result, void *context);
/** The player's consent. result, remotePush: borrowed; remotePush is NULL after an error. */
typedef void (*HIVERemotePushCallback)(const HIVEResultAPI *result, const HIVERemotePush *remotePush, void *context);
/** A local push. result, localPush: borrowed; localPush repeats what was registered, also after an error. */
typedef void (*HIVELocalPushCallback)(const HIVEResultAPI *result, const HIVELocalPush *localPush, void *context);
/** Local pushes. localPushes: `count` of them, NULL when there are none. All is borrowed. */
typedef void (*HIVELocalPushListCallback)(
    const HIVEResultAPI *result, const HIVELocalPush *const *localPushes, size_t count, void *context);
/** The pushes that are shown while the game is in front. result, pushSetting: borrowed; pushSetting is NULL after an error. */
typedef void (*HIVEPushSettingCallback)(const HIVEResultAPI *result, const HIVEPushSetting *pushSetting, void *context);

/** The functions that get pushes. Any function may be NULL. Objects are borrowed. Later versions add members only at the end. */
typedef struct HIVEPushDelegate {
    /** sizeof(HIVEPushDelegate), which tells the library the members of the caller's header. */
    size_t structSize;
    /** A push came. */
    void (*didReceive)(const HIVEPushMessage *message, void *context);
    /** The player clicked a push: of a group, the newest. */
    void (*didClick)(const HIVEPushMessage *message, void *context);
    /** The player pressed a button. categoryId: NULL when the push has buttons of its own. text: what was typed; NULL for a button without
     * a field, and for a reply where the desktop has no field: the game, which is raised, asks for the words itself. */
    void (*didPressAction)(const HIVEPushMessage *message, const char *categoryId, const char *actionId, const char *text, void *context);
    /** The player wants to see the game: raise its window. activationToken: for the compositor (XDG_ACTIVATION_TOKEN); NULL when the
     * desktop gave none. */
    void (*raise)(const char *activationToken, void *context);
    /** With HIVEPushDisplayHost: show this. */
    void (*show)(const HIVEPushMessage *message, void *context);
    /** With HIVEPushDisplayHost: nothing is left to show. key: "push:" and the id, or "group:" and the group. */
    void (*hide)(const char *key, void *context);
    /** Passed to each function. */
    void *context;
} HIVEPushDelegate;

/** The receiver that shows pushes. */
typedef enum HIVEPushDisplay {
    /** showNotification of TCGBHostDelegate where there is one, else the desktop. The default. */
    HIVEPushDisplayDesktop = 0,
    /** The delegate's show and hide. */
    HIVEPushDisplayHost = 1,
    /** Nobody: the game gets pushes, and the inbox keeps them. */
    HIVEPushDisplayOff = 2
} HIVEPushDisplay;

/** --- The SDK's own. Callbacks may be NULL. Any call may fail with NeedInitialize, Timeout and Network. */

/** Asks what the player agreed to. Mirrors +[HIVEPush getRemotePush:].
 * A player who was never asked on this device: notice true, night true, but false in Korea.
 * Errors: InvalidSession nobody is logged in. */
TCGB_API void HIVEPush_getRemotePush(HIVERemotePushCallback callback, void *context);

/** Registers the player for push on this device, with that agreement. Mirrors +[HIVEPush setRemotePush:handler:]. It is the agreement of
 * TCGBPush: ADAgreement and ADAgreementNight. The service decides by it, and by the player's clock.
 * remotePush: copied.
 * Errors:
 * - InvalidParam no living remotePush
 * - InvalidSession nobody is logged in
 * - InProgress another registration or query runs */
TCGB_API void HIVEPush_setRemotePush_handler(const HIVERemotePush *remotePush, HIVERemotePushCallback callback, void *context);

/** HIVEPush_setRemotePush_handler, by a shorter name. */
TCGB_API void HIVEPush_setRemotePush(const HIVERemotePush *remotePush, HIVERemotePushCallback callback, void *context);

/** Registers a local push in place of one with the same noticeId. Mirrors +[HIVEPush registerLocalPush:handler:].
 * At most 64 wait: of more the oldest is dropped, and logged. localPush: copied. When the callback comes, it is on the disk.
 * Errors: InvalidParam with PushInvalidParamLocalPush: no text, a text or a wait beyond its limit. */
TCGB_API void HIVEPush_registerLocalPush_handler(const HIVELocalPush *localPush, HIVELocalPushCallback callback, void *context);

/** HIVEPush_registerLocalPush_handler, by a shorter name. */
TCGB_API void HIVEPush_registerLocalPush(const HIVELocalPush *localPush, HIVELocalPushCallback callback, void *context);

/** Cancels a local push; nothing happens when there is none. Mirrors +[HIVEPush unregisterLocalPush:]. */
TCGB_API void HIVEPush_unregisterLocalPush(int64_t noticeId);

/** Cancels several local pushes. Mirrors +[HIVEPush unregisterLocalPushes:]. noticeIds: `count` of them, at most 1,024; copied. */
TCGB_API void HIVEPush_unregisterLocalPushes(const int64_t *noticeIds, size_t count);

/** Cancels all local pushes. Mirrors +[HIVEPush unregisterAllLocalPushes]. */
TCGB_API void HIVEPush_unregisterAllLocalPushes(void);

/** Asks what is shown while the game is in front. Mirrors +[HIVEPush getForegroundPush:]. */
TCGB_API void HIVEPush_getForegroundPush(HIVEPushSettingCallback callback, void *context);

/** Sets what is shown while the game is in front. Mirrors +[HIVEPush setForegroundPush:handler:]. It outlives the process.
 * pushSetting: copied. Errors: InvalidParam no living pushSetting. */
TCGB_API void HIVEPush_setForegroundPush_handler(const HIVEPushSetting *pushSetting, HIVEPushSettingCallback callback, void *context);

/** HIVEPush_setForegroundPush_handler, by a shorter name. */
TCGB_API void HIVEPush_setForegroundPush(const HIVEPushSetting *pushSetting, HIVEPushSettingCallback callback, void *context);

/** Succeeds at once: a desktop asks no player. Mirrors +[HIVEPush requestPushPermission]. */
TCGB_API void HIVEPush_requestPushPermission(void);

/** --- Functions for a desktop. No Objective-C counterparts. */

/** Lists the local pushes that wait, in the order of registration. */
TCGB_API void HIVEPush_getLocalPushes(HIVELocalPushListCallback callback, void *context);

/** Replaces the delegate. Set it before initialize: late pushes come right after that. Shutdown resets it, as it does the settings below.
 * delegate: copied; NULL removes it. Returns false, and keeps the one before, when structSize is smaller than a size_t. */
TCGB_API bool HIVEPush_setDelegate(const HIVEPushDelegate *delegate);

/** Chooses the receiver that shows pushes. An unknown value means Desktop. */
TCGB_API void HIVEPush_setDisplay(HIVEPushDisplay display);

/** Sets whether the player looks at the game: call it when the window gets and loses the focus. True until the first call. */
TCGB_API void HIVEPush_setActive(bool isActive);

/** Sets how the desktop names the game. Takes effect with the first notification after initialize.
 * name: NULL is the program's name. desktopEntry: the name of its .desktop file without the ending, or NULL. icon: a name from the icon
 * theme or the path of a picture, or NULL. Texts that are not UTF-8 change nothing and are logged. */
TCGB_API void HIVEPush_setApplication(const char *name, const char *desktopEntry, const char *icon);

/** Allows pictures, sounds and films of pushes from addresses that are refused by default, for development: http, and machines of the
 * player's own network and this one. Media go to the folder "media" of the storage directory, a cache of at most 64 MiB that anybody may
 * clear; with memory for storage there are none. Shutdown resets it. */
TCGB_API void HIVEPush_setMediaExceptions(bool allowsInsecureHTTP, bool allowsLocalNetwork);

/** Sets how long a push waits for its media, after which it is shown without: 30,000 until the first call. On slow networks a film takes
 * minutes, and a slow server takes all of that time. Takes effect with the next push. Shutdown resets it.
 * milliseconds: 1,000 to 600,000. Returns false, changes nothing, and logs it for any other. */
TCGB_API bool HIVEPush_setMediaTimeout(int64_t milliseconds);

/** Takes the buttons of a hive_push_actions.json. Without this call the file beside the program is read at the start, if there is one.
 * json: {"actions": {"ID": {"title": {"en": "…", "ja": "…"}, "options": ["foreground"]}}, "categories": {"CATEGORY": ["ID"]}}. A category
 * has 1 to 3 actions, a title needs "en", ids are unique. The nine built-in categories (INFO_CATEGORY, CLOSE_CATEGORY, CONFIRM_CATEGORY,
 * EXECUTE_CATEGORY, ACCEPT_ALL_CATEGORY, ACCEPT_NOW_CATEGORY, PURCHASE_CATEGORY, SALE_CATEGORY, ACCEPT_DECISION_CATEGORY) need no file.
 * A file may replace their texts; a built-in category keeps its actions.
 * Returns false for an invalid file: it is refused as a whole, the earlier buttons stay, and the log has the line and the column. */
TCGB_API bool HIVEPush_setPushActions(const char *json);

TCGB_END

#endif
