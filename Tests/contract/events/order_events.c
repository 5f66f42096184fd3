/* What events leave behind, and handlers that change while they are called. */
#include "screens/scene.h"

static struct events heard, after;
static char first[64];

static void kick(const char *json) { PLAY_WELL(&answer, TCGBConsole_kickout_completion(json, on_error, &answer)); }

/* order: after a kickout */
PROMISE("after a kickout nobody is logged in, and the game may initialize and log in again") {
    start_playing();
    remember(first);
    TCGBGamebase_addEventHandler(hear, &heard);
    kick("{}");
    wait_for_event(&heard, kTCGBServerPushAppKickout);
    require(TCGBGamebase_userID() == NULL);
    PLAY(&answer, TCGBPurchase_requestItemListPurchasableWithCompletion(on_items, &answer));
    require_equal(answer.code, TCGB_ERROR_NOT_LOGGED_IN);
    initialize_in(NULL);
    log_in();
    require_text(TCGBGamebase_userID(), first);
    kick("{}"); /* and it is heard again */
    await_for(heard.count >= 4, PLAY_LIMIT_MILLISECONDS, TCGBRunLoop_runUntil(20));
    end_game();
}

/* order: after a kickout; defect 8 */
PROMISE("a kickout before login is not heard, and nothing of it is left") {
    initialize_here();
    load_settings();
    TCGBGamebase_addEventHandler(hear, &heard);
    kick("{}");
    pump_for(200);
    require_equal(heard.count, 0);
    log_in();
    pump_for(200);
    require_equal(heard.count, 0);
    require(TCGBGamebase_userID());
    end_game();
}

static void kick_named(const char *const *players, int count, const char *versions, const char *extras) {
    char json[512];
    int at = snprintf(json, sizeof json, "{\"logout\":false,\"extras\":\"%s\",\"clientVersions\":[%s],\"userIds\":[", extras, versions);
    for (int i = 0; i < count; i++) at += snprintf(json + at, sizeof json - (size_t)at, "%s\"%s\"", i ? "," : "", players[i]);
    snprintf(json + at, sizeof json - (size_t)at, "]}");
    kick(json);
}

PROMISE("a kickout of a player who is logged out is not heard when that player logs in") {
    start_playing();
    remember(first);
    PLAY_WELL(&answer, TCGBGamebase_logoutWithViewController_completion(NULL, on_error, &answer));
    TCGBGamebase_addEventHandler(hear, &heard);
    char json[128];
    snprintf(json, sizeof json, "{\"userIds\":[\"%s\"]}", first);
    kick(json);
    pump_for(200);
    log_in();
    require_text(TCGBGamebase_userID(), first);
    /* Behind it: what comes first is this one. */
    const char *const her[] = {first};
    kick_named(her, 1, "\"1.0.0\"", "behind the log-in");
    require(strstr(heard.data[wait_for_event(&heard, kTCGBServerPushAppKickout)], "behind the log-in"));
    require_text(TCGBGamebase_userID(), first);
    end_game();
}

static TCGBInstance *many[3];
static struct events heard_by[3];
/* Those whose bit is set, and no others, hear it. */
static void heard_only(int who, const char *extras) {
    for (int i = 0; i < 3; i++) {
        require(TCGBInstance_makeCurrent(many[i]));
        if (who >> i & 1) require(strstr(heard_by[i].data[wait_for_event(&heard_by[i], kTCGBServerPushAppKickout)], extras));
        pump_for(50);
        if (!(who >> i & 1)) require_equal(heard_by[i].count, 0);
        memset(&heard_by[i], 0, sizeof heard_by[i]);
    }
}
PROMISE("a kickout of several is heard by each of them, however they are named, and by nobody else") {
    char name[3][64];
    for (int i = 0; i < 3; i++) {
        many[i] = device(i ? many[0] : NULL, i);
        log_in();
        TCGBGamebase_addEventHandler(hear, &heard_by[i]);
        remember(name[i]);
    }
    const char *const last_two[] = {name[2], name[1]}, *const outer[] = {name[0], name[2]}, *const one[] = {name[1]};
    kick_named(last_two, 2, "\"1.0.0\"", "last two");
    heard_only(6, "last two");
    kick_named(outer, 2, "\"9.9.9\",\"1.0.0\"", "outer");
    heard_only(5, "outer");
    kick_named(one, 1, "\"9.9.9\",\"9.9.8\"", "of another version");
    heard_only(0, "");
    kick("{\"logout\":false,\"clientVersions\":[\"9.9.9\",\"1.0.0\",\"9.9.8\"],\"extras\":\"all\"}");
    heard_only(7, "all");
    for (int i = 2; i >= 0; i--) require(TCGBInstance_destroy(many[i], 2000));
}

static const TCGBAlert *open_alert;
static int alerts;
static void keep_open(const TCGBAlert *alert, void *context) {
    (void)context;
    alerts++;
    open_alert = TCGBRetain(alert);
}
static void initialize_with_popups(bool host) {
    require(TCGBHost_setStorageDirectory(directory));
    TCGBHostDelegate delegate = {.structSize = sizeof delegate, .showAlert = keep_open};
    if (host) require(TCGBHost_setDelegate(&delegate));
    TCGBConfiguration *configuration = TCGBConfiguration_configurationWithAppID_appVersion("Contract", "1.0.0");
    TCGBConfiguration_enablePopup(configuration, true);
    TCGBConfiguration_setDisplayLanguageCode(configuration, "ko");
    PLAY_WELL(&answer, TCGBGamebase_initializeWithConfiguration_completion(configuration, on_json, &answer));
    TCGBRelease(configuration);
    load_settings();
    log_in();
    TCGBGamebase_addEventHandler(hear, &heard);
}

/* defect 8 */
PROMISE("the last event of a kickout comes also without a text in the player's language") {
    initialize_with_popups(true);
    kick("{\"popup\":{\"defaultLanguage\":\"fi\",\"messages\":{\"fr\":{\"title\":\"t\",\"message\":\"m\"}}}}");
    require(find_event(&heard, kTCGBServerPushAppKickoutMessageReceived) < wait_for_event(&heard, kTCGBServerPushAppKickout));
    require_equal(alerts, 0);
    require_equal(heard.count, 2);
    for (int i = 0; i < 2; i++) /* the game may show it in its own way */
        require(strstr(heard.data[i], "\"popup\":{\"defaultLanguage\":\"fi\",\"messages\":{\"fr\":{\"title\":\"t\",\"message\":\"m\"}}}"));
    end_game();
}

/* defect 8 */
PROMISE("the last event of a kickout comes though there is a pop-up and no host to show it") {
    initialize_with_popups(false);
    kick("{\"popup\":{\"defaultLanguage\":\"en\",\"messages\":{\"en\":{\"title\":\"t\",\"message\":\"m\"}}}}");
    require(find_event(&heard, kTCGBServerPushAppKickoutMessageReceived) < wait_for_event(&heard, kTCGBServerPushAppKickout));
    end_game();
}

/* defect 8 */
PROMISE("the last event of a kickout comes when its pop-up is closed, however the host closes it") {
    initialize_with_popups(true);
    for (int way = 0; way < 2; way++) {
        memset(&heard, 0, sizeof heard);
        kick("{\"logout\":false,\"popup\":{\"defaultLanguage\":\"en\",\"messages\":{\"en\":{\"title\":\"t\",\"message\":\"m\"}}}}");
        wait_for_event(&heard, kTCGBServerPushAppKickoutMessageReceived);
        require(pump_until(&alerts, PLAY_LIMIT_MILLISECONDS));
        pump_for(100);
        require(find_event(&heard, kTCGBServerPushAppKickout) < 0);
        require(open_alert);
        if (way == 0) TCGBAlert_finish(open_alert, -1);
        TCGBRelease(open_alert); /* one that is let go counts as closed */
        open_alert = NULL;
        alerts = 0;
        wait_for_event(&heard, kTCGBServerPushAppKickout);
        pump_till(heard.count == 2, 50);
        require_equal(heard.count, 2);
    }
    end_game();
}

PROMISE("the pop-up of a kickout is in the player's language, else the device's, else the one that it names") {
    static const struct {
        const char *messages, *shown;
    } kicks[] = {
        {"\"fr\":{\"title\":\"a\",\"message\":\"French\"},\"ja\":{\"title\":\"b\",\"message\":\"Japanese\"},"
         "\"ko\":{\"title\":\"c\",\"message\":\"Korean\"}",
            "c Korean"},
        {"\"fr\":{\"title\":\"a\",\"message\":\"French\"},\"ja\":{\"title\":\"b\",\"message\":\"Japanese\"}", "b Japanese"},
        {"\"de\":{\"title\":\"d\",\"message\":\"German\"},\"fr\":{\"message\":\"French\"}", " French"},
    };
    char json[512], shown[128];
    require(setenv("LC_ALL", "ja_JP.UTF-8", 1) == 0);
    initialize_with_popups(true);
    require_text(TCGBGamebase_displayLanguageCode(), "ko");
    for (int i = 0; i < 3; i++) {
        alerts = 0;
        snprintf(json, sizeof json, "{\"logout\":false,\"popup\":{\"defaultLanguage\":\"fr\",\"messages\":{%s}}}", kicks[i].messages);
        kick(json);
        require(pump_until(&alerts, PLAY_LIMIT_MILLISECONDS));
        snprintf(shown, sizeof shown, "%s %s", TCGBAlert_title(open_alert), TCGBAlert_message(open_alert));
        require_text(shown, kicks[i].shown);
        TCGBAlert_finish(open_alert, 0);
        TCGBRelease(open_alert);
    }
    end_game();
}

/* order: after a session ended */
PROMISE("a session that has expired ends with loggedOut, and a login works") {
    start_playing();
    remember(first);
    TCGBGamebase_addEventHandler(hear, &heard);
    PLAY_WELL(&answer, TCGBConsole_advanceClockByMilliseconds_completion((int64_t)16 * 86400 * 1000, on_error, &answer));
    /* Something happens to the member, and so the session is asked about. */
    PLAY_WELL(&answer, TCGBConsole_banUser_type_message_endDate_completion(first, "PERMANENT", NULL, 0, on_error, &answer));
    PLAY_WELL(&answer, TCGBConsole_releaseBanOfUser_completion(first, on_error, &answer));
    int at = wait_for_event(&heard, kTCGBLoggedOut);
    TCGBGamebaseEventLoggedOutData *data = TCGBGamebaseEventLoggedOutData_gamebaseEventLoggedOutDataFromJsonString(heard.data[at]);
    require(data && TCGBGamebaseEventLoggedOutData_message(data));
    TCGBRelease(data);
    require(TCGBGamebase_userID() == NULL);
    PLAY(&answer, TCGBGamebase_logoutWithViewController_completion(NULL, on_error, &answer));
    require_equal(answer.code, TCGB_ERROR_NOT_LOGGED_IN);
    log_in();
    require_text(TCGBGamebase_userID(), first);
    pump_for(50);
    int told = 0;
    for (int i = 0; i < heard.count; i++) told += strcmp(heard.category[i], kTCGBLoggedOut) == 0;
    require_equal(told, 1);
    end_game();
}

static int removals;
static void remove_the_next(const TCGBGamebaseEventMessage *message, void *context) {
    (void)message;
    removals++;
    TCGBGamebase_removeEventHandler(hear, context);
}
static void remove_everyone(const TCGBGamebaseEventMessage *message, void *context) {
    (void)message, (void)context;
    removals++;
    TCGBGamebase_removeAllEventHandler();
}

/* order: handler removes itself */
PROMISE("a handler that is removed before its turn, while an event is delivered, is not called") {
    start_playing();
    TCGBGamebase_addEventHandler(remove_the_next, &heard);
    TCGBGamebase_addEventHandler(hear, &heard);
    TCGBGamebase_addEventHandler(hear, &after);
    kick("{\"logout\":false}");
    wait_for_event(&after, kTCGBServerPushAppKickout);
    require_equal(heard.count, 0);
    require_equal(removals, 2);
    TCGBGamebase_removeAllEventHandler();
    memset(&after, 0, sizeof after);
    TCGBGamebase_addEventHandler(remove_everyone, NULL);
    TCGBGamebase_addEventHandler(hear, &after);
    kick("{\"logout\":false}");
    pump_till(removals == 3, 300);
    require_equal(removals, 3);
    require_equal(after.count, 0);
    end_game();
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
