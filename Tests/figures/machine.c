/* A machine that players share: does what the lines of its standard input say, and answers each with a line.
 *
 *     machine DIRECTORY
 *
 *     login NAME            the user's id
 *     level LEVEL SERIAL    reaches a level; SERIAL is the time that the game gives for it
 *     meta LEVEL CLASS CHANNEL SERIAL
 *     buy PRODUCT           0, or the error's code
 *     rest MILLISECONDS     runs the loop, so that metrics go out
 *     logout, withdraw      0, or the error's code
 *     report                the operator's report
 *     figures QUERY         figures by day
 *     end                   shuts down in order */
#include <inttypes.h>

#include "play.h"

#define MACHINE_SETTINGS \
    "{\"figures\":{\"levelsMax\":30,\"channels\":[\"machine-0\",\"machine-1\"],\"classes\":[\"class-0\",\"class-1\",\"class-2\"]}," \
    "\"app\":{\"appId\":\"Contract\",\"typeCode\":\"SANDBOX\"},\"idPs\":{\"google\":{\"enabled\":true}}," \
    "\"stores\":[{\"storeCode\":\"SANDBOX\",\"storeAppId\":\"contract\"}]," \
    "\"products\":[{\"gamebaseProductId\":\"gem_100\",\"itemName\":\"100 gems\",\"productType\":\"CONSUMABLE\"," \
    "\"storeCode\":\"SANDBOX\",\"marketItemId\":\"market.gem_100\",\"price\":\"0.99\",\"currency\":\"USD\",\"active\":true," \
    "\"itemSeq\":1001}]," \
    "\"sandboxStore\":{\"outcome\":\"APPROVE\",\"delayMilliseconds\":0}}"

enum { LINE_MAX_HERE = 512, END_MILLISECONDS = 10000 };

static void do_login(const char *name) {
    char credential[LINE_MAX_HERE];
    snprintf(credential, sizeof credential, "{\"provider_name\":\"google\",\"access_token\":\"%s\"}", name);
    PLAY_WELL(&answer, TCGBGamebase_loginWithCredential_viewController_completion(credential, NULL, on_login, &answer));
    puts(TCGBGamebase_userID());
}

static void do_level(const char *rest) {
    int level;
    int64_t serial;
    require(sscanf(rest, "%d %" SCNd64, &level, &serial) == 2);
    TCGBAnalyticsLevelUpData *data = TCGBAnalyticsLevelUpData_levelUpDataWithUserLevel_levelUpTime(level, serial);
    TCGBAnalytics_traceLevelUpWithLevelUpData(data);
    TCGBRelease(data);
    puts("0");
}

static void do_meta(const char *rest) {
    int level;
    char group[64], channel[64], serial[64];
    require(sscanf(rest, "%d %63s %63s %63s", &level, group, channel, serial) == 4);
    TCGBAnalyticsGameUserData *data = TCGBAnalyticsGameUserData_gameUserDataWithUserLevel(level);
    TCGBAnalyticsGameUserData_setClassId(data, group);
    TCGBAnalyticsGameUserData_setChannelId(data, channel);
    TCGBAnalyticsGameUserData_setCharacterId(data, serial);
    TCGBAnalytics_setGameUserData(data);
    TCGBRelease(data);
    puts("0");
}

static void say_code(void) { printf("%" PRId64 "\n", answer.code); }

static bool is_done(char *line) {
    line[strcspn(line, "\n")] = 0;
    char *rest = strchr(line, ' ');
    if (rest) *rest++ = 0;
    if (!strcmp(line, "login")) do_login(rest);
    else if (!strcmp(line, "level")) do_level(rest);
    else if (!strcmp(line, "meta")) do_meta(rest);
    else if (!strcmp(line, "buy")) {
        PLAY(&answer, TCGBPurchase_requestPurchaseWithGamebaseProductId_viewController_completion(rest, NULL, on_purchase, &answer));
        say_code();
    } else if (!strcmp(line, "rest")) {
        pump_for(atol(rest));
        puts("0");
    } else if (!strcmp(line, "logout")) {
        PLAY(&answer, TCGBGamebase_logoutWithViewController_completion(NULL, on_error, &answer));
        say_code();
    } else if (!strcmp(line, "withdraw")) {
        PLAY(&answer, TCGBGamebase_withdrawWithViewController_completion(NULL, on_error, &answer));
        say_code();
    } else if (!strcmp(line, "report")) {
        PLAY_WELL(&answer, TCGBConsole_reportWithCompletion(on_json, &answer));
        puts(answer.json);
    } else if (!strcmp(line, "figures")) {
        PLAY_WELL(&answer, TCGBConsole_figures_completion(rest, on_json, &answer));
        puts(answer.json);
    } else if (!strcmp(line, "end")) {
        require(TCGBGamebase_shutdown(END_MILLISECONDS));
        puts("0");
        return true;
    } else {
        broken_text(__FILE__, __LINE__, "a line", line, "a command");
    }
    return false;
}

int main(int count, char **arguments) {
    if (count != 2) return fprintf(stderr, "usage: %s DIRECTORY\n", arguments[0]), 2;
    setvbuf(stdout, NULL, _IOLBF, 0);
    initialize_in(arguments[1]);
    PLAY_WELL(&answer, TCGBConsole_loadSettings_completion(MACHINE_SETTINGS, on_error, &answer));
    puts("ready");
    char line[LINE_MAX_HERE];
    while (fgets(line, sizeof line, stdin))
        if (is_done(line)) return 0;
    return 0;
}
