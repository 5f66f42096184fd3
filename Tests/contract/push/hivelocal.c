/* Local pushes, agreement, what is shown in front, and buttons, by the names of the Hive SDK. */
#include <sys/stat.h>

#include "hiving.h"

static size_t waiting(void) {
    PLAY_WELL(&answer, HIVEPush_getLocalPushes(on_locals, &answer));
    return answer.count;
}

PROMISE("a local push needs initialize, then an object, then a text within its limits") {
    register_local(1, "t", 0, NULL);
    require_equal(coarse, HIVEResultAPIErrorCodeNeedInitialize);
    require_equal(fine, HIVEResultAPICodePushNotInitialized);
    require(strstr(answer.json, "\"title\":\"t\"")); /* what was registered comes back, also after an error */
    initialize_here();
    PLAY(&answer, HIVEPush_registerLocalPush(NULL, on_local, &answer));
    require_equal(coarse, HIVEResultAPIErrorCodeInvalidParam);
    require_equal(fine, HIVEResultAPICodePushInvalidParamLocalPush);
    require(strstr(answer.message, "localPush"));
    HIVELocalPush *made = HIVELocalPush_create(), *empty = HIVELocalPush_localPushFromJsonString(HIVELocalPush_jsonString(made));
    require(empty); /* what is written is read, and looked at when it is registered */
    TCGBRelease(made);
    PLAY(&answer, HIVEPush_registerLocalPush(empty, on_local, &answer));
    require_equal(coarse, HIVEResultAPIErrorCodeInvalidParam);
    HIVELocalPush_setMsg(empty, "m");
    HIVELocalPush_setAfter(empty, -1);
    PLAY(&answer, HIVEPush_registerLocalPush(empty, on_local, &answer));
    require(strstr(answer.message, "after"));
    HIVELocalPush_setAfter(empty, 316224000);
    PLAY_WELL(&answer, HIVEPush_registerLocalPush(empty, on_local, &answer));
    require_equal(coarse, 0);
    TCGBRelease(empty);
    require_equal(waiting(), 1);
}

PROMISE("a local push is told once, when its time has come, and the earliest first") {
    hear_hive();
    initialize_here();
    register_local(7, "later", 2, NULL);
    register_local(8, "now", 0, NULL);
    require_equal(answer.code, 0);
    wait_until(hive.received == 1);
    require_equal(hive.noticeId, 8);
    require(hive.local && !hive.late);
    require_text(hive.body, "text");
    require_equal(waiting(), 1);
    wait_until(hive.received == 2);
    require_text(hive.title, "later");
    pump_till(hive.received == 2, 300);
    require_equal(hive.received, 2);
    require_equal(waiting(), 0);
}

PROMISE("the same noticeId replaces, and what is unregistered is not told") {
    hear_hive();
    initialize_here();
    for (int64_t id = 1; id <= 6; id++) register_local(id, "old", 1, NULL);
    register_local(1, "new", 1, NULL);
    require_equal(waiting(), 6);
    HIVEPush_unregisterLocalPush(2);
    HIVEPush_unregisterLocalPush(2); /* there is none any more */
    int64_t ids[] = {3, 4, 99};
    HIVEPush_unregisterLocalPushes(ids, 3);
    HIVEPush_unregisterLocalPushes(NULL, 0);
    HIVEPush_unregisterLocalPushes(NULL, 5);
    HIVEPush_unregisterLocalPushes(ids, 5000);
    require_equal(waiting(), 3);
    require(strstr(answer.items[2], "\"title\":\"new\""));
    wait_until(hive.received == 3);
    register_local(9, "old", 1, NULL);
    HIVEPush_unregisterAllLocalPushes();
    require_equal(waiting(), 0);
    pump_till(hive.received == 3, 1300);
    require_equal(hive.received, 3);
}

PROMISE("of more than 64 local pushes the oldest is dropped") {
    initialize_here();
    for (int64_t id = 1; id <= 66; id++) register_local(id, "t", 3600, NULL);
    require_equal(waiting(), 64);
    require(strstr(answer.items[0], "\"noticeId\":3,"));
}

PROMISE("what was due while the game did not run is told at the next start, as late, and once") {
    initialize_here();
    register_local(1, "late", 1, NULL);
    register_local(2, "far", 3600, NULL);
    require(TCGBGamebase_shutdown(2000));
    usleep(1200 * 1000);
    for (int start = 0; start < 2; start++) {
        hear_hive();
        initialize_here();
        if (start == 0) wait_until(hive.received == 1);
        pump_till(hive.received == 1, 200);
        require_equal(hive.received, 1);
        require(hive.late && hive.noticeId == 1);
        require_equal(waiting(), 1);
        require(TCGBGamebase_shutdown(2000));
    }
}

PROMISE("what is shown in front is off by default, and outlives the process that sets it") {
    PLAY(&answer, HIVEPush_getForegroundPush(on_setting, &answer));
    require(answer.code != 0 && !*answer.json);
    initialize_here();
    PLAY_WELL(&answer, HIVEPush_getForegroundPush(on_setting, &answer));
    require(strstr(answer.json, "\"useForegroundRemotePush\":false") && strstr(answer.json, "\"useForegroundLocalPush\":false"));
    HIVEPushSetting *setting = HIVEPushSetting_initWithUseForegroundRemotePush_useForegroundLocalPush(false, false);
    HIVEPushSetting_setUseForegroundLocalPush(setting, true);
    PLAY_WELL(&answer, HIVEPush_setForegroundPush(setting, on_setting, &answer));
    PLAY(&answer, HIVEPush_setForegroundPush(NULL, on_setting, &answer));
    require_equal(answer.code, TCGB_ERROR_INVALID_PARAMETER);
    TCGBRelease(setting);
    require(TCGBGamebase_shutdown(2000));
    hear_hive();
    initialize_here();
    PLAY_WELL(&answer, HIVEPush_getForegroundPush(on_setting, &answer));
    require(strstr(answer.json, "\"useForegroundRemotePush\":false") && strstr(answer.json, "\"useForegroundLocalPush\":true"));
    register_local(1, "t", 0, NULL);
    wait_until(hive.shown_ == 1);
}

PROMISE("a local push is an event and no banner while the player looks at the game") {
    hear_hive();
    initialize_here();
    register_local(1, "t", 0, NULL);
    wait_until(hive.received == 1);
    pump_for(100);
    require_equal(hive.shown_, 0);
    HIVEPush_setActive(false);
    register_local(2, "t", 0, NULL);
    wait_until(hive.shown_ == 1);
    HIVEPush_setDisplay(HIVEPushDisplayOff);
    register_local(3, "t", 0, NULL);
    wait_until(hive.received == 3);
    pump_till(hive.shown_ == 1, 100);
    require_equal(hive.shown_, 1);
}

PROMISE("agreement is the registration's: no night without the notice, and the defaults of a new device") {
    PLAY(&answer, HIVEPush_getRemotePush(on_remote, &answer));
    require_equal(coarse, HIVEResultAPIErrorCodeNeedInitialize);
    initialize_here();
    load_settings();
    PLAY(&answer, HIVEPush_getRemotePush(on_remote, &answer));
    require_equal(coarse, HIVEResultAPIErrorCodeInvalidSession);
    require_equal(fine, HIVEResultAPICodePushNeedSignIn);
    log_in();
    PLAY_WELL(&answer, HIVEPush_getRemotePush(on_remote, &answer));
    require_text(answer.json, "{\"isAgreeNotice\":true,\"isAgreeNight\":true}");
    PLAY(&answer, HIVEPush_setRemotePush(NULL, on_remote, &answer));
    require_equal(fine, HIVEResultAPICodePushInvalidParamRemotePush);
    HIVERemotePush *agreed = HIVERemotePush_initWithIsAgreeNotice_isAgreeNight(true, true);
    PLAY_WELL(&answer, HIVEPush_setRemotePush(agreed, on_remote, &answer));
    PLAY_WELL(&answer, TCGBPush_queryTokenInfoWithCompletion(on_token, &answer));
    require(strstr(answer.json, "\"adAgreement\":true,\"adAgreementNight\":true"));
    HIVERemotePush_setIsAgreeNotice(agreed, false);
    require(!HIVERemotePush_isAgreeNight(agreed));
    PLAY_WELL(&answer, HIVEPush_setRemotePush(agreed, on_remote, &answer));
    require_text(answer.json, "{\"isAgreeNotice\":false,\"isAgreeNight\":false}");
    HIVERemotePush_setIsAgreeNight(agreed, true);
    require(!HIVERemotePush_isAgreeNight(agreed));
    TCGBRelease(agreed);
    PLAY_WELL(&answer, HIVEPush_getRemotePush(on_remote, &answer));
    require_text(answer.json, "{\"isAgreeNotice\":false,\"isAgreeNight\":false}");
}

PROMISE("a player in Korea is asked for the night") {
    setenv("LC_ALL", "ko_KR.UTF-8", 1);
    start_playing();
    PLAY_WELL(&answer, HIVEPush_getRemotePush(on_remote, &answer));
    require_text(answer.json, "{\"isAgreeNotice\":true,\"isAgreeNight\":false}");
}

static char logged[1024];
static void on_line(TCGBLogLevel level, const char *message, void *context) {
    (void)level, (void)context;
    copy_text(logged, sizeof logged, message);
}

PROMISE("a file of buttons is taken whole or refused with its place") {
    TCGBHost_setLogSink(TCGBLogLevelWarn, on_line, NULL);
    require(!HIVEPush_setPushActions(NULL));
    require(!HIVEPush_setPushActions(
        "{\"actions\":{\"FIGHT_ID\":{\"title\":{\"en\":\"Fight\",\"ja\":\"戦う\"}}},\n\"categories\":{\"FIGHT\":[\"RUN_ID\"]}}"));
    TCGBRunLoop_drain();
    require(strstr(logged, "json: line 2, column 24"));
    const char *built_in = "{\"actions\":{\"OK_ID\":{\"en\":\"Fine\"}},\"categories\":{\"INFO_CATEGORY\":[\"OK_ID\"]}}";
    require(!HIVEPush_setPushActions(built_in));
    require(HIVEPush_setPushActions(
        "{\"actions\":{\"FIGHT_ID\":{\"title\":{\"en\":\"Fight\",\"ja\":\"戦う\"}}},\"categories\":{\"FIGHT\":[\"FIGHT_ID\"]}}"));
}

static void copy_file(const char *from, const char *to) {
    char bytes[65536];
    FILE *in = fopen(from, "rb"), *out = fopen(to, "wb");
    require(in && out);
    for (size_t count; (count = fread(bytes, 1, sizeof bytes, in)) > 0;) require_equal(fwrite(bytes, 1, count, out), count);
    require(fclose(in) == 0 && fclose(out) == 0 && chmod(to, 0700) == 0);
}
/* Plays this promise again as a game of a folder of its own. */
static void play_beside(const char *name, const char *json) {
    char path[4096], command[16384], started[8192] = "";
    FILE *line = fopen("/proc/self/cmdline", "r");
    require(line && fread(started, 1, sizeof started - 1, line) > 0);
    fclose(line);
    snprintf(path, sizeof path, "%s/%s", directory, name);
    require(mkdir(path, 0700) == 0);
    snprintf(path, sizeof path, "%s/%s/game", directory, name);
    copy_file("/proc/self/exe", path);
    snprintf(path, sizeof path, "%s/%s/hive_push_actions.json", directory, name);
    FILE *file = fopen(path, "w");
    require(file && fputs(json, file) >= 0 && fclose(file) == 0);
    snprintf(command, sizeof command, "BESIDE=%s '%s/%s/game' '%s' '%s/%s/store'", name, directory, name, started + strlen(started) + 1,
        directory, name);
    snprintf(path, sizeof path, "%s/%s/store", directory, name);
    require(mkdir(path, 0700) == 0);
    require_equal(system(command), 0);
}
PROMISE("the file of buttons beside the program is read at the start, and refused as a whole with its place when it is wrong") {
    const char *beside = getenv("BESIDE");
    if (!beside) {
        const char *good = "{\"actions\":{\"FIGHT_ID\":{\"title\":{\"en\":\"Fight\"}}},\n\"categories\":{\"FIGHT\":[\"FIGHT_ID\"]}}";
        play_beside("right", good);
        play_beside("wrong", "{\"actions\":{\"FIGHT_ID\":{\"title\":{\"ja\":\"Fight\"}}},\n\"categories\":{\"FIGHT\":[\"FIGHT_ID\"]}}");
        return;
    }
    TCGBHost_setLogSink(TCGBLogLevelError, on_line, NULL);
    hear_hive();
    begin_pushing();
    register_for(true, true, true, NULL, true);
    require_equal(send_push("{\"title\":\"a\",\"category\":\"FIGHT\"}"), 1);
    wait_until(hive.received == 1);
    bool isRight = strcmp(beside, "right") == 0;
    require_equal(hive.buttons, isRight ? 1 : 0);
    require(isRight ? !*logged : strstr(logged, "hive_push_actions.json: line 1, column ") != NULL);
}

static bool has_libdbus(void) {
    char line[4096];
    bool has = false;
    FILE *maps = fopen("/proc/self/maps", "r");
    require(maps);
    while (fgets(line, sizeof line, maps)) has = has || strstr(line, "libdbus") || strstr(line, "libcurl");
    fclose(maps);
    return has;
}

PROMISE("a game that calls none of Hive's functions opens neither D-Bus nor curl, and writes no file for it") {
    char path[4096];
    struct stat status;
    snprintf(path, sizeof path, "%s/notifications.json", directory);
    begin_pushing();
    register_for(true, true, true, NULL, true);
    require_equal(send_push("{\"title\":\"t\"}"), 1);
    wait_for_pushes(1);
    require(!has_libdbus());
    require(TCGBGamebase_shutdown(2000));
    require(stat(path, &status) != 0);
}

PROMISE("a desktop that is not there takes nothing away, and holds up no shutdown") {
    setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent/bus", 1);
    HIVEPush_setActive(false);
    HIVEPush_setApplication("Game", "org.example.game", "game");
    initialize_here();
    register_local(1, "t", 0, NULL);
    wait_until(HIVEPushInbox_unreadCount(NULL) == 1);
    pump_for(300);
    int64_t began = milliseconds();
    require(TCGBGamebase_shutdown(5000));
    require(milliseconds() - began < 4000);
}

PROMISE("after a start that failed another directory has pushes of its own") {
    char first[1024], second[1024], file[1100];
    struct stat found;
    snprintf(first, sizeof first, "%s/first", directory);
    snprintf(second, sizeof second, "%s/second", directory);
    snprintf(file, sizeof file, "%s/notifications.json", second);
    initialize_in(first);
    load_settings();
    register_local(1, "t", 1000, NULL);
    require_equal(answer.code, 0);
    require(TCGBGamebase_shutdown(5000));
    TCGBConfiguration *other = TCGBConfiguration_configurationWithAppID_appVersion("Other", "1.0.0");
    PLAY(&answer, TCGBGamebase_initializeWithConfiguration_completion(other, on_json, &answer));
    require(answer.code != 0);
    TCGBRelease(other);
    initialize_in(second);
    require_equal(waiting(), 0);
    register_local(2, "t", 1000, NULL);
    require(answer.code == 0 && stat(file, &found) == 0);
    require(TCGBGamebase_shutdown(5000));
    initialize_in(first);
    require_equal(waiting(), 1);
    require(strstr(answer.items[0], "\"noticeId\":1"));
}

static struct answer begun_again;
static void begin_again(const HIVEPushMessage *message, void *context) {
    on_received(message, context);
    require(TCGBGamebase_shutdown(5000));
    TCGBConfiguration *configuration = TCGBConfiguration_configurationWithAppID_appVersion("Contract", "1.0.0");
    TCGBGamebase_initializeWithConfiguration_completion(configuration, on_json, &begun_again);
    TCGBRelease(configuration);
}
PROMISE("a handler may begin the library anew, and what is registered then is kept") {
    HIVEPushDelegate delegate = {sizeof delegate, begin_again, NULL, NULL, NULL, NULL, NULL, NULL};
    hear_hive();
    begin_pushing();
    require(HIVEPush_setDelegate(&delegate));
    register_local(1, "t", 0, NULL);
    wait_until(begun_again.times);
    require_equal(begun_again.code, 0);
    hear_hive();
    register_local(2, "t", 1000, NULL);
    require_equal(answer.code, 0);
    require(TCGBGamebase_shutdown(5000));
    initialize_here();
    PLAY_WELL(&answer, HIVEPush_getLocalPushes(on_locals, &answer));
    require(answer.count >= 1 && strstr(answer.items[answer.count - 1], "\"noticeId\":2"));
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
