/* Before initialize, initialize itself, and what may be wrong with it. */
#include "screens/scene.h"

#include <sys/stat.h>

static char place[4096];
static const char *below(const char *name) {
    snprintf(place, sizeof place, "%s/%s", directory, name);
    return place;
}
static void initialize_as(const char *app, const char *version) {
    TCGBConfiguration *configuration = TCGBConfiguration_configurationWithAppID_appVersion(app, version);
    PLAY(&answer, TCGBGamebase_initializeWithConfiguration_completion(configuration, on_json, &answer));
    TCGBRelease(configuration);
}

static int debug_lines, warnings;
static char last_warning[1024];
static void sink(TCGBLogLevel level, const char *message, void *context) {
    (void)context;
    if (level == TCGBLogLevelDebug) debug_lines++;
    if (level == TCGBLogLevelWarn && strstr(message, "TCGBGamebase_") == message) {
        warnings++;
        copy_text(last_warning, sizeof last_warning, message);
    }
}

/* order: debug mode before initialize */
PROMISE("debug mode may be chosen before initialize, and stays over it") {
    require(!TCGBGamebase_isDebugMode());
    TCGBGamebase_setDebugMode(true);
    require(TCGBGamebase_isDebugMode());
    TCGBHost_setLogSink(TCGBLogLevelNone, sink, NULL);
    TCGBGamebase_setDisplayLanguageCode(NULL); /* a warning, which the level would leave out */
    pump_till(warnings == 1, 20);
    require_equal(warnings, 1);
    initialize_here();
    require(TCGBGamebase_isDebugMode());
    TCGBGamebase_setDebugMode(false);
    TCGBGamebase_setDisplayLanguageCode(NULL);
    pump_till(warnings == 1, 20);
    require_equal(warnings, 1);
    end_game();
}

/* order: handlers before initialize, and twice */
PROMISE("a handler that was added before initialize hears what comes, and a second time is logged") {
    static struct events heard;
    TCGBHost_setLogSink(TCGBLogLevelWarn, sink, NULL);
    TCGBGamebase_addEventHandler(hear, &heard);
    TCGBGamebase_addEventHandler(hear, &heard);
    pump_till(warnings == 1, 20);
    require_equal(warnings, 1);
    require(strstr(last_warning, "addEventHandler"));
    start_playing();
    PLAY_WELL(&answer, TCGBConsole_kickout_completion("{\"logout\":false}", on_error, &answer));
    wait_for_event(&heard, kTCGBServerPushAppKickout);
    pump_till(heard.count == 2, 50);
    require_equal(heard.count, 2); /* received and done, once each */
    end_game();
}

/* order: initialize again; defect 5 */
PROMISE("initialize after a failure may be another app in the same directory, without a shutdown between") {
    start_playing();
    char user[64];
    remember(user);
    end_game();
    require(TCGBHost_setStorageDirectory(directory));
    for (int again = 0; again < 3; again++) {
        initialize_as("Stranger", "1.0.0");
        require_equal(answer.code, TCGB_ERROR_LAUNCHING_UNREGISTERED_APP);
        require(!TCGBGamebase_isInitialized());
        require_equal(TCGBLaunching_launchingStatus(), 0);
        PLAY(&answer, TCGBGamebase_loginWithType_viewController_completion(kTCGBAuthGuest, NULL, on_login, &answer));
        require_equal(answer.code, TCGB_ERROR_NOT_INITIALIZED);
    }
    initialize_as("Contract", "1.0.0");
    require_equal(answer.code, 0);
    require_text(TCGBGamebase_appID(), "Contract");
    log_in();
    require_text(TCGBGamebase_userID(), user);
    end_game();
}

/* order: initialize again; defect 5 */
PROMISE("initialize after a failure may use another directory, without a shutdown between") {
    FILE *file = fopen(below("file"), "w");
    require(file && fclose(file) == 0);
    require(TCGBHost_setStorageDirectory(below("file")));
    initialize_as("Contract", "1.0.0");
    require_equal(answer.code, TCGB_ERROR_INVALID_INTERNAL_STATE);
    require(TCGBHost_setStorageDirectory(below("good")));
    initialize_as("Contract", "1.0.0");
    require_equal(answer.code, 0);
    require_text(TCGBHost_storageDirectory(), below("good"));
    require(!TCGBHost_setStorageDirectory(below("other"))); /* now it runs */
    log_in();
    require(access(below("good/gamebase.db"), F_OK) == 0);
    end_game();
}

/* order: initialize again; defect 5 */
PROMISE("initialize that fails while the game runs leaves session, status and version as they were") {
    static struct events heard;
    char user[64];
    initialize_here();
    load("{\"app\":{\"appId\":\"Contract\",\"typeCode\":\"SANDBOX\"},\"clients\":[{\"version\":\"1.0.0\"}]}");
    log_in();
    remember(user);
    TCGBGamebase_addEventHandler(hear, &heard);
    initialize_as("Contract", "0.0.1");
    require_equal(answer.code, TCGB_ERROR_LAUNCHING_UNREGISTERED_CLIENT);
    initialize_as("Other", "1.0.0");
    require_equal(answer.code, TCGB_ERROR_INVALID_PARAMETER);
    require(TCGBGamebase_isInitialized());
    require_text(TCGBGamebase_appID(), "Contract");
    require_text(TCGBGamebase_userID(), user);
    require_equal(TCGBLaunching_launchingStatus(), IN_SERVICE);
    /* The version that counts is the one that runs: it hears of the status. */
    PLAY_WELL(&answer, TCGBConsole_setMaintenance_completion("{\"typeCode\":\"APP\"}", on_error, &answer));
    wait_for_event(&heard, kTCGBObserverLaunching);
    require_equal(TCGBLaunching_launchingStatus(), INSPECTING_SERVICE);
    end_game();
}

/* order: initialize again; defect 2 */
PROMISE("initialize twenty times at once is answered twenty times, and the game runs once") {
    static struct answer answers[20];
    require(TCGBHost_setStorageDirectory(directory));
    TCGBConfiguration *configuration = TCGBConfiguration_configurationWithAppID_appVersion("Contract", "1.0.0");
    for (int i = 0; i < 20; i++) TCGBGamebase_initializeWithConfiguration_completion(configuration, on_json, &answers[i]);
    TCGBRelease(configuration);
    for (int i = 0; i < 20; i++) require(pump_until(&answers[i].times, PLAY_LIMIT_MILLISECONDS));
    pump_for(100);
    for (int i = 0; i < 20; i++) {
        require_equal(answers[i].times, 1);
        require_equal(answers[i].code, 0);
    }
    log_in();
    end_game();
}

/* order: status before initialize; order: call before initialize */
PROMISE("before initialize the status is 0, there is no launching information, and nobody is there") {
    require_equal(TCGBLaunching_launchingStatus(), 0);
    require(TCGBLaunching_launchingInformations() == NULL);
    require(TCGBLaunching_tcLaunchingInformations() == NULL);
    require(TCGBGamebase_userID() == NULL && TCGBGamebase_accessToken() == NULL);
    require(TCGBGamebase_currentProvider() == NULL && TCGBGamebase_lastLoggedInProvider() == NULL);
    require_equal(TCGBGamebase_authMappingList_count(), 0);
    require(!TCGBGamebase_isSandbox());
}

PROMISE("settings that name another app are refused with both names, and the next start is the app's own") {
    initialize_here();
    PLAY(&answer, TCGBConsole_loadSettings_completion("{\"app\":{\"appId\":\"Other\",\"typeCode\":\"SANDBOX\"}}", on_error, &answer));
    require(answer.code != 0 && strstr(answer.message, "Other") && strstr(answer.message, "Contract"));
    require(TCGBGamebase_shutdown(2000));
    initialize_here();
    PLAY_WELL(
        &answer, TCGBConsole_loadSettings_completion("{\"app\":{\"appId\":\"Contract\",\"typeCode\":\"SANDBOX\"}}", on_error, &answer));
    require(TCGBGamebase_shutdown(2000));
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
