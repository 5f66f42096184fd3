/* Who may play: by the service's status, the version, the store, the device and the user. */
#include "play.h"

#define APP \
    "\"app\":{\"appId\":\"Contract\",\"installUrl\":\"https://example.com/install\",\"installDetailUrl\":\"https://example.com/why\"}"
#define CLIENT(status) "\"clients\":[{\"version\":\"1.0.0\",\"storeCode\":\"SANDBOX\",\"status\":" #status ",\"message\":\"by version\"}]"
#define LASTING "\"beginDate\":\"2020-01-01T00:00:00Z\",\"endDate\":\"2090-01-01T00:00:00Z\""

static int launching_events, last_event;
static void on_event(const TCGBGamebaseEventMessage *message, void *context) {
    (void)context;
    const TCGBGamebaseEventObserverData *data = TCGBGamebaseEventMessage_observerData(message);
    if (!data || strcmp(TCGBGamebaseEventMessage_category(message), kTCGBObserverLaunching) != 0) return;
    launching_events++;
    last_event = (int)TCGBGamebaseEventObserverData_code(data);
}
static void load(const char *json) { PLAY_WELL(&answer, TCGBConsole_loadSettings_completion(json, on_error, &answer)); }
static void refresh(void) { PLAY_WELL(&answer, TCGBLaunching_refreshWithCompletion(on_json, &answer)); }
static int status_after(const char *json) {
    load(json);
    refresh();
    return TCGBLaunching_launchingStatus();
}
static void initialize_as(const char *version, const char *store) {
    TCGBConfiguration *configuration = TCGBConfiguration_configurationWithAppID_appVersion("Contract", version);
    if (store) TCGBConfiguration_setStoreCode(configuration, store);
    PLAY(&answer, TCGBGamebase_initializeWithConfiguration_completion(configuration, on_json, &answer));
    TCGBRelease(configuration);
}
static void begin(void) {
    require(TCGBHost_setStorageDirectory(directory));
    TCGBGamebase_addEventHandler(on_event, NULL);
    require_equal(TCGBLaunching_launchingStatus(), 0);
    require(TCGBLaunching_launchingInformations() == NULL);
    initialize_as("1.0.0", NULL);
    require_equal(answer.code, 0);
}
static void login_fails_with(int64_t code) {
    PLAY(&answer, TCGBGamebase_loginWithType_viewController_completion(kTCGBAuthGuest, NULL, on_login, &answer));
    require_equal(answer.code, code);
}

PROMISE("each status of the console reaches the game, and 200 to 299 let players in") {
    static const int codes[] = {201, 202, 203, 204, 205, 300, 301, 302, 303, 304, 500, 200};
    char message[64];
    begin();
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
        int before = launching_events;
        PLAY_WELL(&answer, TCGBConsole_setLaunchingStatus_message_completion(codes[i], "as told", on_error, &answer));
        await_for(launching_events != before, PLAY_LIMIT_MILLISECONDS, TCGBRunLoop_runUntil(20));
        require_equal(TCGBLaunching_launchingStatus(), codes[i]);
        require_equal(last_event, codes[i]);
        require_text(json_member(TCGBLaunching_TCGBLaunchingInformations(), "message", message, sizeof message), "as told");
        if (codes[i] >= 200 && codes[i] < 300) {
            login_fails_with(0);
            PLAY_WELL(&answer, TCGBGamebase_logoutWithViewController_completion(NULL, on_error, &answer));
        } else {
            login_fails_with(TCGB_ERROR_AUTH_NOT_PLAYABLE);
        }
    }
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("observers get a change and nothing else") {
    begin();
    load("{" APP "}");
    refresh();
    refresh();
    pump_for(100);
    require_equal(launching_events, 0);
    require_equal(status_after("{" APP ",\"launching\":{\"status\":303}}"), 303);
    refresh();
    load("{" APP ",\"launching\":{\"status\":303,\"message\":\"still\"}}");
    pump_till(launching_events == 1, 100);
    require_equal(launching_events, 1);
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("versions have statuses of their own, and a required update wins over a maintenance and a block") {
    begin();
    require_equal(status_after("{" APP "," CLIENT(201) "}"), RECOMMEND_UPDATE);
    require_equal(status_after("{" APP "," CLIENT(300) ",\"maintenance\":{" LASTING "}}"), REQUIRE_UPDATE);
    require(strstr(TCGBLaunching_TCGBLaunchingInformations(), "by version"));
    require_equal(status_after("{" APP "," CLIENT(201) ",\"maintenance\":{" LASTING "}}"), INSPECTING_SERVICE);
    require_equal(status_after("{" APP "," CLIENT(302) "}"), TERMINATED_SERVICE);
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("a maintenance concerns the stores and versions that it names, and its type says which kind it is") {
    begin();
    require_equal(status_after("{" APP ",\"maintenance\":{" LASTING ",\"targets\":[{\"storeCode\":\"STEAM\"}]}}"), IN_SERVICE);
    require(strstr(TCGBLaunching_TCGBLaunchingInformations(), "\"maintenance\"") == NULL);
    require_equal(
        status_after("{" APP ",\"maintenance\":{" LASTING ",\"targets\":[{\"storeCode\":\"STEAM\"},{\"storeCode\":\"SANDBOX\"}]}}"),
        INSPECTING_SERVICE);
    require_equal(status_after("{" APP ",\"maintenance\":{" LASTING ",\"targets\":[{\"storeCode\":\"SANDBOX\",\"versions\":[\"0.9\"]}]}}"),
        IN_SERVICE);
    require_equal(
        status_after("{" APP ",\"maintenance\":{" LASTING ",\"targets\":[{\"versions\":[\"0.9\",\"1.0.0\"]}]}}"), INSPECTING_SERVICE);
    require_equal(
        status_after("{" APP ",\"maintenance\":{" LASTING ",\"typeCode\":\"SYSTEM\",\"targets\":[{}]}}"), INSPECTING_ALL_SERVICES);
    require(strstr(TCGBLaunching_TCGBLaunchingInformations(), "\"maintenance\""));
    require_equal(status_after("{" APP ",\"maintenance\":{\"beginDate\":\"2089-01-01T00:00:00Z\",\"endDate\":\"2090-01-01T00:00:00Z\"}}"),
        IN_SERVICE);
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("a maintenance lets test devices in with 202, and only playable statuses say who tests") {
    char json[1024], flag[16];
    begin();
    require_equal(status_after("{" APP "}"), IN_SERVICE);
    require_text(json_member(TCGBLaunching_TCGBLaunchingInformations(), "matchingFlag", flag, sizeof flag), "false");
    snprintf(json, sizeof json, "{" APP ",\"maintenance\":{" LASTING "},\"testDevices\":{\"deviceKeys\":[\"%s\"]}}", TCGBUtil_uuid());
    require_equal(status_after(json), IN_SERVICE_BY_QA_WHITE_LIST);
    require_text(json_member(TCGBLaunching_TCGBLaunchingInformations(), "matchingFlag", flag, sizeof flag), "true");
    require(strstr(TCGBLaunching_TCGBLaunchingInformations(), "\"matchingTypes\":[\"DEVICE_KEY\"]"));
    login_fails_with(0);
    snprintf(json, sizeof json, "{" APP ",\"launching\":{\"status\":304},\"testDevices\":{\"userIds\":[\"%s\"]}}", TCGBGamebase_userID());
    require_equal(status_after(json), IN_SERVICE_BY_QA_WHITE_LIST);
    require(strstr(TCGBLaunching_TCGBLaunchingInformations(), "USER_ID"));
    require_equal(
        status_after("{" APP ",\"maintenance\":{" LASTING "},\"testDevices\":{\"deviceKeys\":[\"another\"]}}"), INSPECTING_SERVICE);
    require(strstr(TCGBLaunching_TCGBLaunchingInformations(), "testDevice") == NULL);
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("a blocked device cannot log in, and a blocked user learns it after the login") {
    char json[1024];
    begin();
    snprintf(json, sizeof json, "{" APP ",\"blocked\":{\"deviceKeys\":[\"%s\"],\"message\":\"not you\"}}", TCGBUtil_uuid());
    require_equal(status_after(json), BLOCKED_USER);
    require(strstr(TCGBLaunching_TCGBLaunchingInformations(), "not you"));
    login_fails_with(TCGB_ERROR_AUTH_NOT_PLAYABLE);
    require_equal(status_after("{" APP "}"), IN_SERVICE);
    login_fails_with(0);
    snprintf(json, sizeof json, "{" APP ",\"blocked\":{\"userIds\":[\"%s\"]}}", TCGBGamebase_userID());
    PLAY_WELL(&answer, TCGBGamebase_logoutWithViewController_completion(NULL, on_error, &answer));
    require_equal(status_after(json), IN_SERVICE); /* nobody is there */
    login_fails_with(0);
    await_for(TCGBLaunching_launchingStatus() == BLOCKED_USER && last_event == BLOCKED_USER, PLAY_LIMIT_MILLISECONDS,
        TCGBRunLoop_runUntil(20)); /* read again after the login */
    require_equal(last_event, BLOCKED_USER);
    require(TCGBGamebase_shutdown(2000));
}

static TCGBUpdateInfo *update;
static void on_refused(const char *info, const TCGBError *error, void *context) {
    update = TCGBUpdateInfo_updateInfoFromError(error);
    on_json(info, error, context);
}

PROMISE("an unregistered version gets 2004 with its update, an unknown app 2003") {
    begin();
    load("{" APP "," CLIENT(200) "}");
    require(TCGBGamebase_shutdown(2000));
    TCGBConfiguration *old = TCGBConfiguration_configurationWithAppID_appVersion("Contract", "0.1.0");
    PLAY(&answer, TCGBGamebase_initializeWithConfiguration_completion(old, on_refused, &answer));
    require_equal(answer.code, TCGB_ERROR_LAUNCHING_UNREGISTERED_CLIENT);
    require(!TCGBGamebase_isInitialized());
    require(update);
    require_text(TCGBUpdateInfo_installUrl(update), "https://example.com/install");
    require_text(TCGBUpdateInfo_detailUrl(update), "https://example.com/why");
    require(*TCGBUpdateInfo_message(update));
    TCGBUpdateInfo *again = TCGBUpdateInfo_updateInfoFromJsonString(TCGBUpdateInfo_prettyJsonString(update));
    require_text(TCGBUpdateInfo_jsonString(again), TCGBUpdateInfo_jsonString(update));
    TCGBRelease(again), TCGBRelease(update), TCGBRelease(old);
    require(TCGBUpdateInfo_updateInfoFromError(NULL) == NULL);
    require(TCGBUpdateInfo_updateInfoFromJsonString("{\"message\":1}") == NULL);
    initialize_as("1.0.0", NULL); /* the right one may come now */
    require_equal(answer.code, 0);
    require(TCGBGamebase_shutdown(2000));
    initialize_as("1.0.0", "STEAM"); /* registered for another store */
    require_equal(answer.code, TCGB_ERROR_LAUNCHING_UNREGISTERED_CLIENT);
    require(TCGBGamebase_shutdown(2000));
    TCGBConfiguration *other = TCGBConfiguration_configurationWithAppID_appVersion("Another", "1.0.0");
    PLAY(&answer, TCGBGamebase_initializeWithConfiguration_completion(other, on_json, &answer));
    require_equal(answer.code, TCGB_ERROR_LAUNCHING_UNREGISTERED_APP);
    TCGBRelease(other);
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("refresh gives the information and needs initialize") {
    char text[64];
    PLAY(&answer, TCGBLaunching_refreshWithCompletion(on_json, &answer));
    require_equal(answer.code, TCGB_ERROR_NOT_INITIALIZED);
    begin();
    load("{" APP ",\"notice\":{\"title\":\"Event\",\"url\":\"https://example.com/event\"},\"tcLaunching\":\"{\\\"season\\\":3}\"}");
    refresh();
    require(strstr(answer.json, "\"notice\""));
    require_text(json_member(answer.json, "title", text, sizeof text), "Event");
    // All but its head: the console's change has the library read the information too, at about the same time.
    const char *kept = strstr(TCGBLaunching_launchingInformations(), "\"request\""), *answered = strstr(answer.json, "\"request\"");
    require(kept && answered);
    require_text(kept, answered);
    require_text(TCGBLaunching_tcLaunchingInformations(), "{\"season\":3}");
    require(strstr(TCGBLaunching_tcProductInformations(), "\"gamebase\""));
    require(strstr(TCGBLaunching_tcIAPInformations(), "SANDBOX"));
    require(strncmp(TCGBLaunching_TCGBLaunchingInformations(), "{\"status\"", 9) == 0);
    require(TCGBGamebase_shutdown(2000));
    require(TCGBLaunching_tcIAPInformations() == NULL);
}

static int64_t server_time;
static void on_time(int64_t date, const TCGBError *error, void *context) {
    server_time = date;
    on_error(error, context);
}

PROMISE("the service's time is its own, needs no login, and 1 and 0 before initialize") {
    PLAY(&answer, TCGBLaunching_requestServerTimeWithCompletion(on_time, &answer));
    require(answer.code == TCGB_ERROR_NOT_INITIALIZED && server_time == 0);
    begin();
    PLAY_WELL(&answer, TCGBLaunching_requestServerTimeWithCompletion(on_time, &answer));
    int64_t before = server_time;
    require(before / 1000 - time(NULL) < 5 && time(NULL) - before / 1000 < 5);
    PLAY_WELL(&answer, TCGBConsole_advanceClockByMilliseconds_completion(3600000, on_error, &answer));
    PLAY_WELL(&answer, TCGBLaunching_requestServerTimeWithCompletion(on_time, &answer));
    require(server_time - before >= 3600000 && server_time - before < 3610000);
    require(TCGBGamebase_shutdown(2000));
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
