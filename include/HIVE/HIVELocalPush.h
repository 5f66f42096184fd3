/** @file
 * A push that the game gives itself. Mirrors HIVELocalPush. Since 1.0. */
#ifndef HIVE_LOCAL_PUSH_H
#define HIVE_LOCAL_PUSH_H

#include "../Gamebase/TCGBDefines.h"

TCGB_BEGIN

/** A push that the game gives itself. Mirrors HIVELocalPush. */
typedef struct HIVELocalPush HIVELocalPush;

/** Makes an empty one. Mirrors +[HIVELocalPush new]. Returns an object that the caller releases. */
TCGB_API TCGB_OWNED HIVELocalPush *HIVELocalPush_create(void);

/** Makes one. Mirrors -[HIVELocalPush initWithNoticeId:title:msg:after:].
 * noticeId: by which it is replaced and unregistered. title: at most 256 bytes. msg: at most 4,096 bytes; one of the two has a text.
 * after: seconds from when it is registered, 0 to 316,224,000 (ten years). Limits are checked when it is registered.
 * Returns an object that the caller releases; NULL for text that is not UTF-8, which is logged. */
TCGB_API TCGB_OWNED HIVELocalPush *HIVELocalPush_initWithNoticeId_title_msg_after(
    int64_t noticeId, const char *title, const char *msg, int64_t after);

/** Reads one from JSON text, as HIVELocalPush_jsonString writes it. No Objective-C counterpart.
 * jsonString: an object with noticeId, title, msg, after and groupId, of which noticeId must be there; other members, which only
 * other systems know, are kept: at most 4,096 bytes, nested 48 deep at most. Limits are checked when it is registered.
 * Returns an object that the caller releases; NULL as O6 in TCGBObject.h says. */
TCGB_API TCGB_OWNED HIVELocalPush *HIVELocalPush_localPushFromJsonString(const char *jsonString);

/** Mirrors .noticeId. */
TCGB_API int64_t HIVELocalPush_noticeId(const HIVELocalPush *localPush);
/** Mirrors .noticeId = . */
TCGB_API void HIVELocalPush_setNoticeId(HIVELocalPush *localPush, int64_t noticeId);
/** Mirrors .title. */
TCGB_API const char *HIVELocalPush_title(const HIVELocalPush *localPush);
/** Mirrors .title = . NULL is "". Text that is not UTF-8 changes nothing and is logged; so in the other setters. */
TCGB_API void HIVELocalPush_setTitle(HIVELocalPush *localPush, const char *title);
/** Mirrors .msg. */
TCGB_API const char *HIVELocalPush_msg(const HIVELocalPush *localPush);
/** Mirrors .msg = . */
TCGB_API void HIVELocalPush_setMsg(HIVELocalPush *localPush, const char *msg);
/** Seconds from when it is registered. Mirrors .after. */
TCGB_API int64_t HIVELocalPush_after(const HIVELocalPush *localPush);
/** Mirrors .after = . */
TCGB_API void HIVELocalPush_setAfter(HIVELocalPush *localPush, int64_t after);
/** The group in which it is folded; "" for none. Mirrors .groupId. */
TCGB_API const char *HIVELocalPush_groupId(const HIVELocalPush *localPush);
/** Mirrors .groupId = . At most 128 bytes. */
TCGB_API void HIVELocalPush_setGroupId(HIVELocalPush *localPush, const char *groupId);
/** The whole as JSON text. No Objective-C counterpart. */
TCGB_API const char *HIVELocalPush_jsonString(const HIVELocalPush *localPush);

TCGB_END

#endif
