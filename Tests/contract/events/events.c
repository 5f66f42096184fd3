/* Gamebase events reach the handlers that are registered, and no others. */
#include "play.h"

enum { EVENTS_MAX = 64 };
struct events {
    int count;
    char category[EVENTS_MAX][64];
    char data[EVENTS_MAX][1024];
};
static struct events heard, other;

static void hear(const TCGBGamebaseEventMessage *message, void *context) {
    struct events *events = context;
    if (events->count < EVENTS_MAX) {
        copy_text(events->category[events->count], 64, TCGBGamebaseEventMessage_category(message));
        copy_text(events->data[events->count], 1024, TCGBGamebaseEventMessage_data(message));
    }
    events->count++;
}
static int find(const struct events *events, const char *category) {
    for (int i = 0; i < events->count && i < EVENTS_MAX; i++)
        if (strcmp(events->category[i], category) == 0) return i;
    return -1;
}
static int wait_for(const struct events *events, const char *category) {
    for (int64_t began = milliseconds(); find(events, category) < 0; TCGBRunLoop_runUntil(20))
        if (milliseconds() - began > PLAY_LIMIT_MILLISECONDS) broken_text(__FILE__, __LINE__, "the event comes", category, "");
    return find(events, category);
}
static void kick(const char *json) { PLAY_WELL(&answer, TCGBConsole_kickout_completion(json, on_error, &answer)); }

/* order: handlers before initialize, and twice; defect 16 */
PROMISE("a launching status change reaches every handler as observerLaunching") {
    TCGBGamebase_addEventHandler(hear, &heard); /* handlers may come before initialize */
    start_playing();
    TCGBGamebase_addEventHandler(hear, &other);
    PLAY_WELL(&answer, TCGBConsole_setLaunchingStatus_message_completion(INSPECTING_SERVICE, "back at noon", on_error, &answer));
    int at = wait_for(&heard, kTCGBObserverLaunching);
    require(wait_for(&other, kTCGBObserverLaunching) >= 0);
    TCGBGamebaseEventObserverData *data = TCGBGamebaseEventObserverData_gamebaseEventObserverDataFromJsonString(heard.data[at]);
    require(data);
    require_equal(TCGBGamebaseEventObserverData_code(data), INSPECTING_SERVICE);
    require_text(TCGBGamebaseEventObserverData_message(data), "back at noon");
    TCGBRelease(data);
    require_equal(TCGBLaunching_launchingStatus(), INSPECTING_SERVICE);
    require(TCGBGamebase_shutdown(2000));
}

/* defect 8 */
PROMISE("a kickout is announced by MessageReceived and then by AppKickout, with its extras") {
    start_playing();
    TCGBGamebase_addEventHandler(hear, &heard);
    kick("{\"extras\":\"maintenance at noon\"}");
    int last = wait_for(&heard, kTCGBServerPushAppKickout), first = find(&heard, kTCGBServerPushAppKickoutMessageReceived);
    require(first >= 0 && first < last);
    TCGBGamebaseEventServerPushData *data = TCGBGamebaseEventServerPushData_gamebaseEventServerPushDataFromJsonString(heard.data[last]);
    require(data);
    require_text(TCGBGamebaseEventServerPushData_extras(data), "maintenance at noon");
    TCGBRelease(data);
    pump_till(heard.count == 2, 50);
    require_equal(heard.count, 2);
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("a kickout of others is not heard") {
    char json[256], place[4096];
    start_playing();
    TCGBGamebase_addEventHandler(hear, &heard);
    /* A server names those that there are, and no others. */
    TCGBInstance *another = TCGBInstance_createSharingServiceOf(NULL);
    require(another && TCGBInstance_makeCurrent(another));
    snprintf(place, sizeof place, "%s/another", directory);
    initialize_in(place);
    log_in();
    snprintf(json, sizeof json, "{\"userIds\":[\"%s\"]}", TCGBGamebase_userID());
    require(TCGBInstance_makeCurrent(NULL));
    kick(json);
    kick("{\"clientVersions\":[\"9.9.9\"]}");
    pump_for(200);
    require_equal(heard.count, 0);
    require(TCGBInstance_destroy(another, 2000));
    snprintf(json, sizeof json, "{\"userIds\":[\"%s\"]}", TCGBGamebase_userID());
    kick(json);
    wait_for(&heard, kTCGBServerPushAppKickout);
    require(TCGBGamebase_shutdown(2000));
}

/* order: after heartbeat 6 and 7 */
PROMISE("a ban of the player is heard as observerHeartbeat with code 7") {
    start_playing();
    TCGBGamebase_addEventHandler(hear, &heard);
    char user[64];
    copy_text(user, sizeof user, TCGBGamebase_userID());
    PLAY_WELL(&answer, TCGBConsole_banUser_type_message_endDate_completion(user, "PERMANENT", "cheating", 0, on_error, &answer));
    int at = wait_for(&heard, kTCGBObserverHeartbeat);
    TCGBGamebaseEventObserverData *data = TCGBGamebaseEventObserverData_gamebaseEventObserverDataFromJsonString(heard.data[at]);
    require_equal(TCGBGamebaseEventObserverData_code(data), TCGB_ERROR_BANNED_MEMBER);
    TCGBRelease(data);
    require(TCGBGamebase_shutdown(2000));
}

/* order: handlers before initialize, and twice */
PROMISE("a handler that was removed hears nothing, and one that was added twice hears once") {
    start_playing();
    TCGBGamebase_addEventHandler(hear, &heard);
    TCGBGamebase_addEventHandler(hear, &heard);
    TCGBGamebase_addEventHandler(hear, &other);
    TCGBGamebase_removeEventHandler(hear, &other);
    kick("{\"logout\":false}");
    wait_for(&heard, kTCGBServerPushAppKickout);
    pump_till(heard.count == 2, 50);
    require_equal(heard.count, 2);
    require_equal(other.count, 0);
    TCGBGamebase_removeAllEventHandler();
    kick("{\"logout\":false}");
    pump_till(heard.count == 2, 100);
    require_equal(heard.count, 2);
    require(TCGBGamebase_shutdown(2000));
}

static int self_removed;
static void remove_itself(const TCGBGamebaseEventMessage *message, void *context) {
    (void)message;
    self_removed++;
    TCGBGamebase_removeEventHandler(remove_itself, context);
    TCGBGamebase_addEventHandler(hear, &other);
}

/* order: handler removes itself */
/* R6 */
PROMISE("a handler may remove itself and add another while an event is delivered") {
    start_playing();
    TCGBGamebase_addEventHandler(remove_itself, NULL);
    TCGBGamebase_addEventHandler(hear, &heard);
    kick("{\"logout\":false}");
    wait_for(&heard, kTCGBServerPushAppKickout);
    pump_till(self_removed == 1 && heard.count == 2, 50);
    require_equal(self_removed, 1);
    require_equal(heard.count, 2);
    kick("{\"logout\":false}");
    await_for(heard.count >= 4, PLAY_LIMIT_MILLISECONDS, TCGBRunLoop_runUntil(20));
    require_equal(self_removed, 1);
    require(find(&other, kTCGBServerPushAppKickout) >= 0);
    require(TCGBGamebase_shutdown(2000));
}

static int lines;
static void sink(TCGBLogLevel level, const char *message, void *context) {
    (void)level, (void)context;
    require(message && *message);
    lines++;
}

PROMISE("the log sink hears of a bad handle once, and nothing after it was taken away") {
    start_playing();
    TCGBHost_setLogSink(TCGBLogLevelWarn, sink, NULL);
    for (int i = 0; i < 100; i++) require(TCGBPushMessage_title((const TCGBPushMessage *)0x1234) == NULL);
    pump_till(lines == 1, 50);
    require_equal(lines, 1);
    TCGBHost_setLogSink(TCGBLogLevelNone, NULL, NULL);
    TCGBPushAction_userText((const TCGBPushAction *)0x1234);
    pump_till(lines == 1, 50);
    require_equal(lines, 1);
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("a heartbeat that is answered well writes no line") {
    start_playing();
    TCGBHost_setLogSink(TCGBLogLevelDebug, sink, NULL);
    lines = 0;
    PLAY_WELL(&answer, TCGBConsole_advanceClockByMilliseconds_completion(1000, on_error, &answer));
    pump_for(200);
    require_equal(lines, 0);
    TCGBHost_setLogSink(TCGBLogLevelNone, NULL, NULL);
    require(TCGBGamebase_shutdown(2000));
}

static int alerts, toasts, urls, closed;
static bool open_url(const char *url, void *context) { return urls += strcmp(url, "https://example.com/") == 0, context == &urls; }
static void show_alert(const TCGBAlert *alert, void *context) {
    (void)context;
    require_text(TCGBAlert_title(alert), "Title");
    require_text(TCGBAlert_message(alert), "Text");
    require(TCGBAlert_buttons_count(alert) >= 1);
    require(TCGBAlert_buttons_at(alert, 0));
    require(TCGBAlert_buttons_at(alert, 99) == NULL);
    alerts++;
    TCGBAlert_finish(alert, 0);
    TCGBAlert_finish(alert, 0);
}
static void show_toast(const char *message, int32_t duration, void *context) {
    (void)context;
    require_text(message, "Toast");
    require_equal(duration, toasts == 0 ? 2000 : 3500);
    toasts++;
}
static void on_closed(void *context) { ++*(int *)context; }

PROMISE("the host's delegate shows alerts and toasts and opens addresses, inside the run loop") {
    initialize_here();
    TCGBHostDelegate delegate = {
        .structSize = sizeof delegate, .openURL = open_url, .showAlert = show_alert, .showToast = show_toast, .context = &urls};
    require(TCGBHost_setDelegate(&delegate));
    require(TCGBHost_openURL("https://example.com/"));
    TCGBUtil_showAlertWithTitle_message_completion("Title", "Text", on_closed, &closed);
    TCGBUtil_showToastWithMessage_length("Toast", TCGBToastLengthShort);
    TCGBUtil_showToastWithMessage_length("Toast", TCGBToastLengthLong);
    require(alerts == 0 && toasts == 0 && urls == 0);
    require(pump_until(&closed, PLAY_LIMIT_MILLISECONDS));
    pump_for(50);
    require(alerts == 1 && toasts == 2 && urls == 1 && closed == 1);
    delegate.structSize = 3;
    require(!TCGBHost_setDelegate(&delegate));
    require(TCGBHost_setDelegate(NULL));
    TCGBUtil_showAlertWithTitle_message_completion("Title", "Text", on_closed, &closed);
    pump_for(50);
    require(alerts == 1 && closed == 2);
    require(TCGBGamebase_shutdown(2000));
}

static int urls_opened;
static bool count_url(const char *url, void *context) {
    (void)url, (void)context;
    urls_opened++;
    return true;
}

PROMISE("a delegate that was taken away is not called for earlier requests") {
    TCGBHostDelegate delegate = {.structSize = sizeof delegate, .openURL = count_url};
    require(TCGBHost_setDelegate(&delegate));
    require(TCGBHost_openURL("https://example.com/"));
    require(TCGBHost_setDelegate(NULL));
    pump_for(50);
    require_equal(urls_opened, 0);
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
