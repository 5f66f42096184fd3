/* Level-ups told, and what the operator's report says of them. */
#ifndef METERING_H
#define METERING_H

#include "play.h"

static TCGBAnalyticsLevelUpData *level_up;
__attribute__((unused)) static void reach(int level, long times) {
    if (!level_up) level_up = TCGBAnalyticsLevelUpData_levelUpDataWithUserLevel_levelUpTime(level, 1700000000000);
    TCGBAnalyticsLevelUpData_setUserLevel(level_up, level);
    for (long i = 0; i < times; i++) TCGBAnalytics_traceLevelUpWithLevelUpData(level_up);
}
__attribute__((unused)) static void tell_level(int level) {
    TCGBAnalyticsGameUserData *data = TCGBAnalyticsGameUserData_gameUserDataWithUserLevel(level);
    TCGBAnalytics_setGameUserData(data);
    TCGBRelease(data);
}
static long reported(const char *key) {
    char number[32];
    PLAY_WELL(&answer, TCGBConsole_reportWithCompletion(on_json, &answer));
    json_member(answer.json, key, number, sizeof number);
    return atol(number);
}
/* Waits until the report says so; then nothing of the kind is on its way any more. It asks more and more rarely: beside somebody who asks
   often, a server gives a large journal an eighth of a processor. */
__attribute__((unused)) static void wait_until_reported(const char *key, long wanted, int64_t limit) {
    long found = 0;
    int pause = 100;
    for (int64_t began = milliseconds(); (found = reported(key)) != wanted; pump_for(pause), pause += pause < 1000 ? pause / 4 : 0)
        if (milliseconds() - began > limit || found > wanted) broken_number(__FILE__, __LINE__, key, found, wanted);
}

#endif
