/** @file
 * The player's consent, and the pushes that are shown while the game is in front. Mirrors HIVERemotePush and HIVEPushSetting. Since 1.0. */
#ifndef HIVE_REMOTE_PUSH_H
#define HIVE_REMOTE_PUSH_H

#include "../Gamebase/TCGBDefines.h"

TCGB_BEGIN

/** The player's consent. Mirrors HIVERemotePush. */
typedef struct HIVERemotePush HIVERemotePush;

/** The pushes that are shown while the game is in front. Mirrors HIVEPushSetting. */
typedef struct HIVEPushSetting HIVEPushSetting;

/** Makes one. Mirrors -[HIVERemotePush initWithIsAgreeNotice:isAgreeNight:]. Without the notice there is no night.
 * isAgreeNotice: pushes that advertise. isAgreeNight: those between 21:00 and 08:00 of the player's clock, too.
 * Returns an object that the caller releases. */
TCGB_API TCGB_OWNED HIVERemotePush *HIVERemotePush_initWithIsAgreeNotice_isAgreeNight(bool isAgreeNotice, bool isAgreeNight);
/** Mirrors .isAgreeNotice. */
TCGB_API bool HIVERemotePush_isAgreeNotice(const HIVERemotePush *remotePush);
/** Mirrors .isAgreeNotice = . Turning it off turns the night off, too. */
TCGB_API void HIVERemotePush_setIsAgreeNotice(HIVERemotePush *remotePush, bool isAgreeNotice);
/** Mirrors .isAgreeNight. */
TCGB_API bool HIVERemotePush_isAgreeNight(const HIVERemotePush *remotePush);
/** Mirrors .isAgreeNight = . Stays off without the notice. */
TCGB_API void HIVERemotePush_setIsAgreeNight(HIVERemotePush *remotePush, bool isAgreeNight);
/** The whole as JSON text. No Objective-C counterpart. */
TCGB_API const char *HIVERemotePush_jsonString(const HIVERemotePush *remotePush);

/** Makes one. Mirrors -[HIVEPushSetting initWithUseForegroundRemotePush:useForegroundLocalPush:]. Both are off by default: the game gets a
 * push that comes while the player looks at it, and no banner covers it.
 * Returns an object that the caller releases. */
TCGB_API TCGB_OWNED HIVEPushSetting *HIVEPushSetting_initWithUseForegroundRemotePush_useForegroundLocalPush(
    bool useForegroundRemotePush, bool useForegroundLocalPush);
/** Mirrors .useForegroundRemotePush. */
TCGB_API bool HIVEPushSetting_useForegroundRemotePush(const HIVEPushSetting *pushSetting);
/** Mirrors .useForegroundRemotePush = . */
TCGB_API void HIVEPushSetting_setUseForegroundRemotePush(HIVEPushSetting *pushSetting, bool useForegroundRemotePush);
/** Mirrors .useForegroundLocalPush. */
TCGB_API bool HIVEPushSetting_useForegroundLocalPush(const HIVEPushSetting *pushSetting);
/** Mirrors .useForegroundLocalPush = . */
TCGB_API void HIVEPushSetting_setUseForegroundLocalPush(HIVEPushSetting *pushSetting, bool useForegroundLocalPush);
/** The whole as JSON text. No Objective-C counterpart. */
TCGB_API const char *HIVEPushSetting_jsonString(const HIVEPushSetting *pushSetting);

TCGB_END

#endif
