/** @file
 * The inbox: received pushes, also each push of a group, until the game removes them. No Objective-C counterpart: there it is the
 * notification center. Since 1.0.
 *
 * The inbox keeps at most 256 pushes; beyond that it drops the oldest, read ones first. A player sees pushes to that player, and those of
 * the device: local pushes and those of the mobile backend. groupId: NULL for all, "" for those without a group. Callbacks may be NULL;
 * when one comes, the change is on the disk. */
#ifndef HIVE_PUSH_INBOX_H
#define HIVE_PUSH_INBOX_H

#include "HIVEPush.h"

TCGB_BEGIN

/** Pushes. messages: `count` of them, NULL when there are none. All is borrowed. */
typedef void (*HIVEPushMessageListCallback)(
    const HIVEResultAPI *result, const HIVEPushMessage *const *messages, size_t count, void *context);

/** Lists the pushes, the newest first. */
TCGB_API void HIVEPushInbox_getMessages(const char *groupId, HIVEPushMessageListCallback callback, void *context);

/** How many are not read; 0 until a call of these headers had its callback. */
TCGB_API size_t HIVEPushInbox_unreadCount(const char *groupId);

/** Marks a push as read, and takes it off the desktop. identifier: of the message; nothing happens when there is none. */
TCGB_API void HIVEPushInbox_markRead(const char *identifier, HIVEPushResultCallback callback, void *context);

/** Marks all as read. */
TCGB_API void HIVEPushInbox_markAllRead(const char *groupId, HIVEPushResultCallback callback, void *context);

/** Removes a push. */
TCGB_API void HIVEPushInbox_remove(const char *identifier, HIVEPushResultCallback callback, void *context);

/** Removes all. */
TCGB_API void HIVEPushInbox_removeAll(const char *groupId, HIVEPushResultCallback callback, void *context);

/** The player clicked a push, or pressed a button of it, on a screen of the game: has the same effect as on the desktop.
 * actionId: NULL for the push itself. text: what was typed; NULL without. Returns false when there is no such push or button. */
TCGB_API bool HIVEPushInbox_press(const char *identifier, const char *actionId, const char *text);

TCGB_END

#endif
