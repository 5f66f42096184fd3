#ifndef TCGB_ANALYTICS_H
#define TCGB_ANALYTICS_H

#include "TCGBDefines.h"

TCGB_BEGIN

typedef struct TCGBAnalyticsGameUserData TCGBAnalyticsGameUserData;
typedef struct TCGBAnalyticsLevelUpData TCGBAnalyticsLevelUpData;

TCGB_API void TCGBAnalytics_setGameUserData(const TCGBAnalyticsGameUserData *gameUserData);
TCGB_API void TCGBAnalytics_traceLevelUpWithLevelUpData(const TCGBAnalyticsLevelUpData *levelUpData);

TCGB_API TCGBAnalyticsGameUserData *TCGBAnalyticsGameUserData_gameUserDataWithUserLevel(int32_t userLevel);
TCGB_API int32_t TCGBAnalyticsGameUserData_userLevel(const TCGBAnalyticsGameUserData *gameUserData);
TCGB_API void TCGBAnalyticsGameUserData_setUserLevel(TCGBAnalyticsGameUserData *gameUserData, int32_t userLevel);
TCGB_API const char *TCGBAnalyticsGameUserData_channelId(const TCGBAnalyticsGameUserData *gameUserData);
TCGB_API void TCGBAnalyticsGameUserData_setChannelId(TCGBAnalyticsGameUserData *gameUserData, const char *channelId);
TCGB_API const char *TCGBAnalyticsGameUserData_characterId(const TCGBAnalyticsGameUserData *gameUserData);
TCGB_API void TCGBAnalyticsGameUserData_setCharacterId(TCGBAnalyticsGameUserData *gameUserData, const char *characterId);
TCGB_API const char *TCGBAnalyticsGameUserData_classId(const TCGBAnalyticsGameUserData *gameUserData);
TCGB_API void TCGBAnalyticsGameUserData_setClassId(TCGBAnalyticsGameUserData *gameUserData, const char *classId);

TCGB_API TCGBAnalyticsLevelUpData *TCGBAnalyticsLevelUpData_levelUpDataWithUserLevel_levelUpTime(int32_t userLevel, int64_t levelUpTime);
TCGB_API int32_t TCGBAnalyticsLevelUpData_userLevel(const TCGBAnalyticsLevelUpData *levelUpData);
TCGB_API void TCGBAnalyticsLevelUpData_setUserLevel(TCGBAnalyticsLevelUpData *levelUpData, int32_t userLevel);
TCGB_API int64_t TCGBAnalyticsLevelUpData_levelUpTime(const TCGBAnalyticsLevelUpData *levelUpData);
TCGB_API void TCGBAnalyticsLevelUpData_setLevelUpTime(TCGBAnalyticsLevelUpData *levelUpData, int64_t levelUpTime);

TCGB_END

#endif
