/** @file
 * Metrics. Mirrors TCGBAnalytics. Since 1.0.
 *
 * The two calls need a logged-in player; without one they are dropped and logged. They have no completion: when they return, the metric is
 * in a journal that survives the end of the process, and it is sent in the background, once. The service writes the metric of a purchase
 * itself, in the step that grants it. Logout, withdrawal and transfer forget the data of setGameUserData.
 *
 * Neither call touches a file. The library's thread makes the journal's next file as soon as half of the present one, some 37,000
 * level-ups, is used. A game that fills the other half before that file exists blocks until it does, at most 500 ms after the file was
 * requested. After that, or with a disk that is stuck or full, a metric without space is dropped. So is one with a text of more than 512
 * bytes of UTF-8.
 *
 * The journal keeps at most 64 MiB that the service has not received, some 1,190,000 level-ups of a player; while it or the disk is full,
 * metrics are dropped. Each dropped metric of a logged-in player is logged and counted: `lostEvents` in TCGBConsole_reportWithCompletion.
 * One case is not counted: if the journal could not be opened at login, because the disk failed, all metrics are dropped until the next
 * login, and only logged.
 *
 * A metric counts once, for the player who made it. Metrics that wait when that player logs out, or when the process ends, are sent
 * after the next login of any player on this device, up to 92 days after their own player's last login here. Metrics of a player who has
 * withdrawn are deleted. Metrics that the service rejects are logged and counted as lost. The date of a metric is the device's: a day is
 * counted between the player's registration and now, give or take a day; the level of the last metric of a device is the newest, whatever
 * its clock said.
 *
 * kill -9 loses no metric whose function has returned. If another program truncates a file of the journal while the game runs, the metrics
 * in it are lost and counted as lost. A power failure may lose metrics that the service has not received yet: the last seconds of a game
 * whose service answers. Received metrics stay, and none is counted twice. */
#ifndef TCGB_ANALYTICS_H
#define TCGB_ANALYTICS_H

#include "TCGBDefines.h"

TCGB_BEGIN

/** Where the player stands in the game. Mirrors TCGBAnalyticsGameUserData. */
typedef struct TCGBAnalyticsGameUserData TCGBAnalyticsGameUserData;

/** A level that the player has reached. Mirrors TCGBAnalyticsLevelUpData. */
typedef struct TCGBAnalyticsLevelUpData TCGBAnalyticsLevelUpData;

/** Sets level, channel, character and class of the player. Call it after each login: the metrics that follow have its level, until logout.
 * Mirrors +[TCGBAnalytics setGameUserData:].
 * gameUserData: copied. It may block as the head of this file says. */
TCGB_API void TCGBAnalytics_setGameUserData(const TCGBAnalyticsGameUserData *gameUserData);

/** Records a level-up. Mirrors +[TCGBAnalytics traceLevelUpWithLevelUpData:]. Meant for the game's frame: it allocates nothing, takes only
 * the lock of the journal's end, and costs some 100 ns. It may block as the head of this file says.
 * levelUpData: copied. */
TCGB_API void TCGBAnalytics_traceLevelUpWithLevelUpData(const TCGBAnalyticsLevelUpData *levelUpData);

/** Makes game user data. Mirrors +[TCGBAnalyticsGameUserData gameUserDataWithUserLevel:].
 * userLevel: the player's level. Returns an object that the caller releases. */
TCGB_API TCGB_OWNED TCGBAnalyticsGameUserData *TCGBAnalyticsGameUserData_gameUserDataWithUserLevel(int32_t userLevel);

/** Mirrors .userLevel. */
TCGB_API int32_t TCGBAnalyticsGameUserData_userLevel(const TCGBAnalyticsGameUserData *gameUserData);

/** Mirrors -setUserLevel:. */
TCGB_API void TCGBAnalyticsGameUserData_setUserLevel(TCGBAnalyticsGameUserData *gameUserData, int32_t userLevel);

/** The game channel. Mirrors .channelId. NULL when none was set. */
TCGB_API const char *TCGBAnalyticsGameUserData_channelId(const TCGBAnalyticsGameUserData *gameUserData);

/** Mirrors -setChannelId:. NULL removes it; non-UTF-8 changes nothing and is logged. */
TCGB_API void TCGBAnalyticsGameUserData_setChannelId(TCGBAnalyticsGameUserData *gameUserData, const char *channelId);

/** The character's name. Mirrors .characterId. NULL when none was set. */
TCGB_API const char *TCGBAnalyticsGameUserData_characterId(const TCGBAnalyticsGameUserData *gameUserData);

/** Mirrors -setCharacterId:. As -setChannelId:. */
TCGB_API void TCGBAnalyticsGameUserData_setCharacterId(TCGBAnalyticsGameUserData *gameUserData, const char *characterId);

/** The character's class. Mirrors .classId. NULL when none was set. */
TCGB_API const char *TCGBAnalyticsGameUserData_classId(const TCGBAnalyticsGameUserData *gameUserData);

/** Mirrors -setClassId:. As -setChannelId:. */
TCGB_API void TCGBAnalyticsGameUserData_setClassId(TCGBAnalyticsGameUserData *gameUserData, const char *classId);

/** Makes level-up data. Mirrors +[TCGBAnalyticsLevelUpData levelUpDataWithUserLevel:levelUpTime:].
 * userLevel: the level reached. levelUpTime: when, in epoch milliseconds above 0.
 * Returns an object that the caller releases; NULL for a time of 0 or less. */
TCGB_API TCGB_OWNED TCGBAnalyticsLevelUpData *TCGBAnalyticsLevelUpData_levelUpDataWithUserLevel_levelUpTime(
    int32_t userLevel, int64_t levelUpTime);

/** Mirrors .userLevel. */
TCGB_API int32_t TCGBAnalyticsLevelUpData_userLevel(const TCGBAnalyticsLevelUpData *levelUpData);

/** Mirrors -setUserLevel:. */
TCGB_API void TCGBAnalyticsLevelUpData_setUserLevel(TCGBAnalyticsLevelUpData *levelUpData, int32_t userLevel);

/** Mirrors .levelUpTime. Epoch milliseconds. */
TCGB_API int64_t TCGBAnalyticsLevelUpData_levelUpTime(const TCGBAnalyticsLevelUpData *levelUpData);

/** Mirrors -setLevelUpTime:. Epoch milliseconds; 0 or less changes nothing and is logged. */
TCGB_API void TCGBAnalyticsLevelUpData_setLevelUpTime(TCGBAnalyticsLevelUpData *levelUpData, int64_t levelUpTime);

TCGB_END

#endif
