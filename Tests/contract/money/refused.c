/* Starts that are refused. Run under AddressSanitizer as well (Tests/suites/hostile.py), which then finds nothing left behind. */
#include "play.h"

#include <sys/resource.h>
#include <sys/stat.h>

static char path[4096];
static const char *below(const char *name) {
    snprintf(path, sizeof path, "%s/%s", directory, name);
    return path;
}
static void put(const char *name, const char *text) {
    FILE *file = fopen(below(name), "w");
    require(file && fputs(text, file) >= 0 && fclose(file) == 0);
}
static void initialize_refused(const char *place, const char *reason) {
    require(TCGBHost_setStorageDirectory(place));
    TCGBConfiguration *configuration = TCGBConfiguration_configurationWithAppID_appVersion("Contract", "1.0.0");
    PLAY(&answer, TCGBGamebase_initializeWithConfiguration_completion(configuration, on_json, &answer));
    TCGBRelease(configuration);
    if (!answer.code || !strstr(answer.message, reason)) broken_text(__FILE__, __LINE__, "the refusal says why", answer.message, reason);
    require(!TCGBGamebase_isInitialized());
}

PROMISE("a start in a directory that another instance uses leaves nothing behind") {
    initialize_here();
    TCGBInstance *second = TCGBInstance_create();
    require(TCGBInstance_makeCurrent(second));
    for (int i = 0; i < 5; i++) {
        initialize_refused(directory, "in use by another instance in this process");
        require(TCGBGamebase_shutdown(2000));
    }
    require(TCGBInstance_destroy(second, 2000));
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("a start in a directory that cannot be used leaves nothing behind") {
    put("file", "no folder");
    initialize_refused(below("file"), "is not a folder");
    require(TCGBGamebase_shutdown(2000));
    if (geteuid() == 0) { /* to root only what belongs to others is closed */
        require(mkdir(below("theirs"), 0700) == 0 && chown(path, 65534, 65534) == 0);
        initialize_refused(path, "belongs to another user");
        require(TCGBGamebase_shutdown(2000));
    } else {
        require(mkdir(below("closed"), 0700) == 0 && chmod(path, 0) == 0);
        initialize_refused(path, path);
        require(TCGBGamebase_shutdown(2000));
        require(chmod(path, 0700) == 0);
    }
    require(mkdir(below("damaged"), 0700) == 0);
    put("damaged/gamebase.db",
        "this is no database, and it is longer than a header of one hundred bytes, so that it is read and not taken for new");
    initialize_refused(below("damaged"), "gamebase.db");
    require(TCGBGamebase_shutdown(2000));
    require(mkdir(below("identity"), 0700) == 0);
    put("identity/device.json", "{\"version\":1,");
    initialize_refused(below("identity"), "device identity is damaged");
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("a start without a descriptor or without a place leaves nothing behind") {
    struct rlimit limit, none;
    require(getrlimit(RLIMIT_NOFILE, &limit) == 0);
    for (rlim_t left = 3; left < 8; left++) {
        none = (struct rlimit){left, limit.rlim_max};
        TCGBHost_setStorageDirectory(below("starved"));
        TCGBConfiguration *configuration = TCGBConfiguration_configurationWithAppID_appVersion("Contract", "1.0.0");
        require(setrlimit(RLIMIT_NOFILE, &none) == 0);
        PLAY(&answer, TCGBGamebase_initializeWithConfiguration_completion(configuration, on_json, &answer));
        require(setrlimit(RLIMIT_NOFILE, &limit) == 0);
        require(answer.code != 0 || left > 3);
        TCGBRelease(configuration);
        require(TCGBGamebase_shutdown(2000));
    }
    TCGBInstance *nowhere = TCGBInstance_create(); /* a directory that was set stays set */
    require(TCGBInstance_makeCurrent(nowhere));
    unsetenv("HOME");
    unsetenv("XDG_STATE_HOME");
    TCGBConfiguration *configuration = TCGBConfiguration_configurationWithAppID_appVersion("Contract", "1.0.0");
    PLAY(&answer, TCGBGamebase_initializeWithConfiguration_completion(configuration, on_json, &answer));
    if (!strstr(answer.message, "XDG_STATE_HOME")) broken_text(__FILE__, __LINE__, "no place", answer.message, "");
    TCGBRelease(configuration);
    require(TCGBInstance_destroy(nowhere, 1000));
}

PROMISE("settings that are refused leave nothing behind") {
    initialize_here();
    static const char *const wrong[] = {
        "{", "[]", "{\"app\":5}", "{\"products\":[{\"price\":1}]}", "{\"nothing\":{}}", "{\"app\":{\"appId\":\"Another\"}}"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        PLAY(&answer, TCGBConsole_loadSettings_completion(wrong[i], on_error, &answer));
    put("settings.json", "{\"app\":");
    PLAY(&answer, TCGBConsole_loadSettingsFromFile_completion(below("settings.json"), on_error, &answer));
    require(answer.code != 0);
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("metrics without a journal are dropped, and nothing is left behind") {
    initialize_here();
    load_settings();
    put("analytics", "no folder");
    log_in();
    TCGBAnalyticsLevelUpData *data = TCGBAnalyticsLevelUpData_levelUpDataWithUserLevel_levelUpTime(2, 1700000000000);
    TCGBAnalytics_traceLevelUpWithLevelUpData(data);
    TCGBRelease(data);
    require(TCGBGamebase_shutdown(2000));
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
