/** @file
 * A received push, local or remote, as the delegate gets it and as the inbox lists it. No Objective-C counterpart: there it is a
 * UNNotificationContent. Since 1.0. */
#ifndef HIVE_PUSH_MESSAGE_H
#define HIVE_PUSH_MESSAGE_H

#include "../Gamebase/TCGBDefines.h"

TCGB_BEGIN

/** A push that came. A value that does not change. */
typedef struct HIVEPushMessage HIVEPushMessage;

/** Reads one from JSON text, as HIVEPushMessage_jsonString writes it. jsonString: an object with at least id.
 * Returns an object that the caller releases; NULL as O6 in TCGBObject.h says. */
TCGB_API TCGB_OWNED HIVEPushMessage *HIVEPushMessage_pushMessageFromJsonString(const char *jsonString);

/** Its id: the same for a push that comes twice. */
TCGB_API const char *HIVEPushMessage_identifier(const HIVEPushMessage *message);
/** Whether it is a local push. */
TCGB_API bool HIVEPushMessage_isLocal(const HIVEPushMessage *message);
/** Of a local one, its noticeId; else 0. */
TCGB_API int64_t HIVEPushMessage_noticeId(const HIVEPushMessage *message);
/** The title as it was sent, without control characters, and cut to 256 bytes; may be "". */
TCGB_API const char *HIVEPushMessage_title(const HIVEPushMessage *message);
/** The text; may be "". The same, cut to 4,096 bytes. */
TCGB_API const char *HIVEPushMessage_body(const HIVEPushMessage *message);
/** The group in which it is folded; "" for none. */
TCGB_API const char *HIVEPushMessage_groupId(const HIVEPushMessage *message);
/** Names its buttons; NULL without. */
TCGB_API const char *HIVEPushMessage_category(const HIVEPushMessage *message);
/** An address that came with it; NULL without. The game decides what it means. */
TCGB_API const char *HIVEPushMessage_link(const HIVEPushMessage *message);
/** The address of its picture, sound or film; NULL without. */
TCGB_API const char *HIVEPushMessage_mediaUrl(const HIVEPushMessage *message);
/** The file of it; NULL without one, and while it was not fetched. It may be removed when room is needed. */
TCGB_API const char *HIVEPushMessage_mediaPath(const HIVEPushMessage *message);
/** Data of the sender, as JSON text; "{}" for none, and for more than 32,768 bytes, which only a push of the mobile backend can have: its
 * handler gets all of it. */
TCGB_API const char *HIVEPushMessage_extras(const HIVEPushMessage *message);
/** When it was sent, or a local one was due: epoch milliseconds. Not when it came, nor when its picture did. */
TCGB_API int64_t HIVEPushMessage_sentAt(const HIVEPushMessage *message);
/** Whether the player has read it: marked so, clicked, or a button of it pressed. */
TCGB_API bool HIVEPushMessage_isRead(const HIVEPushMessage *message);
/** Of a local one: whether it was due before the game was started. */
TCGB_API bool HIVEPushMessage_isLate(const HIVEPushMessage *message);
/** How many buttons it has, 0 to 3. */
TCGB_API size_t HIVEPushMessage_buttonIds_count(const HIVEPushMessage *message);
/** The id of a button. index: from 0; NULL when there are not that many. */
TCGB_API const char *HIVEPushMessage_buttonIds_at(const HIVEPushMessage *message, size_t index);
/** Its title, in the game's language (HIVEConfiguration_setGameLanguage). */
TCGB_API const char *HIVEPushMessage_buttonTitles_at(const HIVEPushMessage *message, size_t index);
/** The whole as JSON text. */
TCGB_API const char *HIVEPushMessage_jsonString(const HIVEPushMessage *message);

TCGB_END

#endif
