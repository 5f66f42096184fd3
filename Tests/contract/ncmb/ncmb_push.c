/* Pushes: whom they reach, what they say, and when. */
#include "backend.h"

enum { DEVICES_MAX = 4, HEARD_MAX = 16 };

/* One game each: an instance, with an installation of its own, at one service. */
struct device {
    TCGBInstance *instance; /* NULL: the default one */
    volatile int count;
    char heard[HEARD_MAX][2048];
};
static struct device devices[DEVICES_MAX];
static const char *const EAGLE[] = {"Eagle"}, *const OTHER[] = {"Other"};

static void on_push(const char *payload, void *context) {
    struct device *device = context;
    require(device->count < HEARD_MAX);
    snprintf(device->heard[device->count], sizeof *device->heard, "%s", payload);
    device->count++;
}
static void use(const struct device *device) { TCGBInstance_makeCurrent(device->instance); }
/* A device of its own, with a token; the first one is the default instance's. */
static NCMBInstallation *device(int number, const char *const *channels) {
    struct device *made = &devices[number];
    if (number > 0) {
        made->instance = TCGBInstance_createSharingServiceOf(NULL);
        require(made->instance);
        use(made);
        NCMB_setApplicationKey_clientKey("application-key", "client-key");
    }
    NCMBPush_setRemoteNotificationHandler(on_push, made);
    NCMBInstallation *installation = NCMBInstallation_currentInstallation();
    char token[16];
    snprintf(token, sizeof token, "token%d", number);
    require(NCMBInstallation_setDeviceToken(installation, token));
    if (channels) require(NCMBInstallation_setChannels(installation, channels, 1));
    save(installation);
    return installation;
}
static void wait_for(struct device *device, int count) {
    use(device);
    for (int64_t began = milliseconds(); device->count < count; TCGBRunLoop_runUntil(50))
        if (milliseconds() - began > PLAY_LIMIT_MILLISECONDS) broken_wait(__FILE__, __LINE__, "a push", PLAY_LIMIT_MILLISECONDS);
}
static NCMBPush *push_saying(const char *message) {
    NCMBPush *push = NCMBPush_push();
    require(NCMBPush_setMessage(push, message));
    return push;
}
/* A push to everybody comes last: once it is there, so is everything before it. */
static void send_last(void) { require(NCMBPush_sendPush(push_saying("last"), NULL)); }
static void let_go(int count) {
    use(&devices[0]);
    for (int number = 1; number < count; number++) require(TCGBInstance_destroy(devices[number].instance, 5000));
}

/* tutorial 9 */
PROMISE("the tutorial's pushes reach every device, and those of the channel alone") {
    set_keys();
    device(0, EAGLE), device(1, OTHER), device(2, NULL);
    use(&devices[0]);
    NCMBPush *push = NCMBPush_push();
    require(NCMBPush_setPushToIOS(push, true) && NCMBPush_setPushToAndroid(push, false) && NCMBPush_setMessage(push, "test"));
    require(NCMBObject_save(push, NULL));
    NCMBPush *team = NCMBPush_push();
    require(NCMBPush_setPushToIOS(team, true) && NCMBPush_setPushToAndroid(team, false));
    require(NCMBPush_setChannels(team, EAGLE, 1) && NCMBPush_setMessage(team, "eagles"));
    PLAY_WELL(&answer, NCMBPush_sendPushInBackgroundWithBlock(team, on_error, &answer));
    NCMBPush *phones = push_saying("phones");
    require(NCMBPush_setPushToAndroid(phones, true) && NCMBPush_sendPush(phones, NULL));
    send_last();
    wait_for(&devices[0], 3), wait_for(&devices[1], 2), wait_for(&devices[2], 2);
    require_equal(devices[0].count, 3);
    require(
        strstr(devices[0].heard[0], "\"test\"") && strstr(devices[0].heard[1], "\"eagles\"") && strstr(devices[0].heard[2], "\"last\""));
    require(strstr(devices[1].heard[0], "\"test\"") && strstr(devices[1].heard[1], "\"last\""));
    require(strstr(devices[2].heard[0], "\"test\"") && strstr(devices[2].heard[1], "\"last\""));
    use(&devices[0]);
    PLAY_WELL(&answer, NCMBObject_refreshInBackgroundWithBlock(team, on_error, &answer));
    require_equal(NCMBObject_objectForKey_int64(team, "status"), 2);
    require_equal(NCMBObject_objectForKey_int64(team, "deliveryNumber"), 1);
    let_go(3);
}

PROMISE("a push reaches exactly the installations that its query names") {
    set_keys();
    NCMBInstallation *first = device(0, NULL);
    require(NCMBObject_setObject_forKey_int64(first, 7, "level"));
    save(first);
    NCMBInstallation *second = device(1, OTHER);
    require(NCMBObject_setObject_forKey_int64(second, 1, "level"));
    save(second);
    use(&devices[0]);
    NCMBQuery *query = NCMBInstallation_query();
    require(NCMBQuery_whereKey_greaterThan_int64(query, "level", 5));
    NCMBPush *push = push_saying("by condition");
    require(NCMBPush_setSearchCondition(push, query) && NCMBPush_sendPush(push, NULL));
    /* The SDK takes this query and sends to every device. */
    push = push_saying("by query");
    require(NCMBPush_setQuery(push, query) && NCMBPush_sendPush(push, NULL));
    require(NCMBPush_sendPushMessageToQuery_withMessage_error(query, "message", NULL));
    require(NCMBPush_sendPushDataToQuery_withData_error(query, "{\"message\":\"data\",\"searchCondition\":{}}", NULL));
    PLAY_WELL(&answer, NCMBPush_sendPushMessageToQueryInBackground_withMessage_block(query, "message 2", on_error, &answer));
    PLAY_WELL(&answer, NCMBPush_sendPushDataToQueryInBackground_withData_block(query, "{\"message\":\"data 2\"}", on_error, &answer));
    require(NCMBPush_sendPushMessageToChannel_withMessage_error("Other", "channel", NULL));
    require(NCMBPush_sendPushDataToChannel_withData_error("Other", "{\"message\":\"channel data\"}", NULL));
    PLAY_WELL(&answer, NCMBPush_sendPushMessageToChannelInBackground_withMessage_block("Other", "channel 2", on_error, &answer));
    PLAY_WELL(
        &answer, NCMBPush_sendPushDataToChannelInBackground_withData_block("Other", "{\"message\":\"channel data 2\"}", on_error, &answer));
    push = push_saying("nobody");
    require(NCMBPush_setChannels(push, NULL, 0) && NCMBPush_sendPush(push, NULL));
    send_last();
    wait_for(&devices[0], 7), wait_for(&devices[1], 5);
    const char *const to_first[] = {
        "\"by condition\"", "\"by query\"", "\"message\"", "\"data\"", "\"message 2\"", "\"data 2\"", "\"last\""};
    for (int i = 0; i < 7; i++) require(strstr(devices[0].heard[i], to_first[i]));
    const char *const to_second[] = {"\"channel\"", "\"channel data\"", "\"channel 2\"", "\"channel data 2\"", "\"last\""};
    for (int i = 0; i < 5; i++) require(strstr(devices[1].heard[i], to_second[i]));
    let_go(2);
}

PROMISE("a push arrives as the SDK's programs read it, and its opening is counted") {
    set_keys();
    device(0, NULL);
    NCMBPush *push = push_saying("hello");
    require(NCMBPush_setTitle(push, "title") && NCMBPush_setSound(push, "bell") && NCMBPush_setCategory(push, "races"));
    require(NCMBPush_setBadgeNumber(push, 3) && NCMBPush_setRichUrl(push, "https://example.com/") && NCMBPush_setAction(push, "open"));
    require(NCMBPush_setDialog(push, true) && NCMBPush_setContentAvailable(push, true));
    require(NCMBPush_setUserSettingValue(push, "{\"horse\":\"h1\"}"));
    require(NCMBPush_sendPush(push, NULL));
    wait_for(&devices[0], 1);
    char wanted[1024];
    snprintf(wanted, sizeof wanted,
        "{\"aps\":{\"alert\":{\"title\":\"title\",\"body\":\"hello\"},"
        "\"badge\":3,\"sound\":\"bell\",\"category\":\"races\",\"content-available\":1},"
        "\"com.nifcloud.mbaas.PushId\":\"%s\",\"com.nifcloud.mbaas.RichUrl\":\"https://example.com/\","
        "\"com.nifcloud.mbaas.Data\":{\"horse\":\"h1\"},\"action\":\"open\",\"dialog\":true}",
        NCMBObject_objectId(push));
    require_text(devices[0].heard[0], wanted);
    require(NCMBPush_sendPush(push_saying("plain"), NULL));
    wait_for(&devices[0], 2);
    require(strncmp(devices[0].heard[1], "{\"aps\":{\"alert\":\"plain\"},", 25) == 0);

    require(NCMBAnalytics_trackAppOpenedWithRemoteNotificationPayload(devices[0].heard[0]));
    char launch[4096];
    snprintf(launch, sizeof launch, "{\"UIApplicationLaunchOptionsRemoteNotificationKey\":%s}", devices[0].heard[0]);
    require(NCMBAnalytics_trackAppOpenedWithLaunchOptions(launch));
    require(!NCMBAnalytics_trackAppOpenedWithLaunchOptions(NULL) && !NCMBAnalytics_trackAppOpenedWithLaunchOptions("{}"));
    require(!NCMBAnalytics_trackAppOpenedWithLaunchOptions(devices[0].heard[0]));
    require(!NCMBAnalytics_trackAppOpenedWithRemoteNotificationPayload("{\"aps\":{}}"));
    require(!NCMBAnalytics_trackAppOpenedWithRemoteNotificationPayload("no JSON"));
    /* The two were told without waiting for an answer. */
    for (int64_t began = milliseconds(); NCMBObject_objectForKey_int64(push, "openNumber") != 2;) {
        if (milliseconds() - began > PLAY_LIMIT_MILLISECONDS) broken_wait(__FILE__, __LINE__, "both openings", PLAY_LIMIT_MILLISECONDS);
        PLAY_WELL(&answer, NCMBObject_refreshInBackgroundWithBlock(push, on_error, &answer));
    }
}

static char shown[512], opened[512];
static volatile int times_shown, times_opened;
static void show_alert(const TCGBAlert *alert, void *context) {
    (void)context;
    snprintf(shown, sizeof shown, "%s|%s", TCGBAlert_title(alert), TCGBAlert_message(alert));
    TCGBAlert_finish(alert, 0);
    times_shown++;
}
static bool open_url(const char *url, void *context) {
    (void)context;
    snprintf(opened, sizeof opened, "%s", url);
    times_opened++;
    return true;
}

PROMISE("what was received is shown, and its page opened, by the host") {
    set_keys();
    TCGBHostDelegate delegate = {.structSize = sizeof delegate, .showAlert = show_alert, .openURL = open_url};
    TCGBHost_setDelegate(&delegate);
    const char *payload = "{\"aps\":{\"alert\":{\"title\":\"t\",\"body\":\"b\"}},\"com.nifcloud.mbaas.RichUrl\":\"https://example.com/a\"}";
    require(NCMBPush_handlePush(payload) && NCMBPush_handleRichPush(payload));
    require(pump_until(&times_shown, PLAY_LIMIT_MILLISECONDS) && pump_until(&times_opened, PLAY_LIMIT_MILLISECONDS));
    require_text(shown, "t|b");
    require_text(opened, "https://example.com/a");
    require(!NCMBPush_handlePush("{\"aps\":{}}") && !NCMBPush_handleRichPush("{\"aps\":{\"alert\":\"a\"}}"));
    require(!NCMBPush_handlePush(NULL) && !NCMBPush_handleRichPush("[]"));
    TCGBHost_setDelegate(NULL);
}

PROMISE("a push waits for a handler, and for the next start, and comes once") {
    set_keys();
    device(0, NULL);
    NCMBPush_setRemoteNotificationHandler(NULL, NULL);
    require(NCMBPush_sendPush(push_saying("one"), NULL));
    require(NCMBPush_sendPush(push_saying("two"), NULL));
    NCMBPush_setRemoteNotificationHandler(on_push, &devices[0]);
    wait_for(&devices[0], 2);
    /* Another handler hears what comes from now on, and nothing twice. */
    NCMBPush_setRemoteNotificationHandler(on_push, &devices[1]);
    require(NCMBPush_sendPush(push_saying("three"), NULL));
    wait_for(&devices[1], 1);
    require(strstr(devices[1].heard[0], "\"three\""));
    NCMBPush_setRemoteNotificationHandler(NULL, NULL);
    require(NCMBPush_sendPush(push_saying("four"), NULL));
    restart();
    NCMBPush_setRemoteNotificationHandler(on_push, &devices[2]);
    wait_for(&devices[2], 1);
    require(strstr(devices[2].heard[0], "\"four\""));
    require_equal(devices[0].count, 2);
    require_equal(devices[1].count, 1);
    send_last();
    wait_for(&devices[2], 2);
    require(strstr(devices[2].heard[1], "\"last\""));
}

static void require_field(const NCMBPush *push, const char *name, const char *json) {
    const char *is = NCMBObject_objectForKey_json(push, name);
    require_text(is ? is : "", json ? json : "");
}

PROMISE("fields that exclude each other take each other's place") {
    set_keys();
    NCMBPush *push = push_saying("later");
    require(NCMBPush_setImmediateDeliveryFlag(push, true) && NCMBPush_setDeliveryTime(push, 4102444800000));
    require(!NCMBObject_objectForKey_json(push, "immediateDeliveryFlag"));
    require_field(push, "deliveryTime", "{\"__type\":\"Date\",\"iso\":\"2100-01-01T00:00:00.000Z\"}");
    require(NCMBPush_setImmediateDeliveryFlag(push, false));
    require(NCMBObject_objectForKey_json(push, "deliveryTime") != NULL);
    require(NCMBPush_expireAtDate(push, 4102444800001) && NCMBPush_expireAfterTimeInterval(push, "12 hour"));
    require(!NCMBObject_objectForKey_json(push, "deliveryExpirationDate"));
    require(!NCMBPush_expireAfterTimeInterval(push, "25 hour") && !NCMBPush_expireAfterTimeInterval(push, "0 day"));
    require(!NCMBPush_expireAfterTimeInterval(push, "29 day") && !NCMBPush_expireAfterTimeInterval(push, "1 week"));
    require(!NCMBPush_expireAfterTimeInterval(push, "+1 day") && !NCMBPush_expireAfterTimeInterval(push, "1  day"));
    require_field(push, "deliveryExpirationTime", "\"12 hour\"");
    require(NCMBPush_expireAfterTimeInterval(push, "24 hour") && NCMBPush_expireAfterTimeInterval(push, "28 day"));
    require(NCMBPush_setBadgeIncrementFlag(push, true) && NCMBPush_setContentAvailable(push, true));
    require(!NCMBObject_objectForKey_json(push, "badgeIncrementFlag"));
    require(NCMBPush_setBadgeIncrementFlag(push, true));
    require(!NCMBObject_objectForKey_json(push, "contentAvailable"));
    require(NCMBPush_setPushToIOS(push, true) && NCMBPush_setPushToAndroid(push, true) && NCMBPush_setPushToIOS(push, true));
    require_field(push, "target", "[\"android\",\"ios\"]");
    require(NCMBPush_setPushToIOS(push, false) && NCMBPush_setPushToAndroid(push, false));
    require(!NCMBObject_objectForKey_json(push, "target"));
    save(push);
    /* It waits for its time, and can be changed until then. */
    PLAY_WELL(&answer, NCMBObject_refreshInBackgroundWithBlock(push, on_error, &answer));
    require_equal(NCMBObject_objectForKey_int64(push, "status"), 0);
    require(NCMBPush_clearExpiration(push) && NCMBPush_setMessage(push, "at once") && NCMBPush_setImmediateDeliveryFlag(push, true));
    save(push);
    device(0, NULL);
    send_last();
    wait_for(&devices[0], 1);
    PLAY_WELL(&answer, NCMBObject_refreshInBackgroundWithBlock(push, on_error, &answer));
    require_equal(NCMBObject_objectForKey_int64(push, "status"), 2);
}

PROMISE("a push has its own fields alone, and a condition on installations") {
    set_keys();
    NCMBPush *push = push_saying("m");
    require(!NCMBObject_setObject_forKey_string(push, "x", "color") && !NCMBObject_setObject_forKey_int64(push, 2, "status"));
    require(NCMBObject_setObject_forKey_string(push, "bell", "sound"));
    require(!NCMBPush_setData(push, "{\"title\":\"t\",\"color\":\"x\"}"));
    require(!NCMBObject_objectForKey_json(push, "title"));
    require(!NCMBPush_setData(push, "[]") && !NCMBPush_setData(push, "{\"title\":\"t\",\"acl\":3}"));
    require(!NCMBObject_objectForKey_json(push, "title"));
    require(
        NCMBPush_setData(push, "{\"title\":\"t\",\"searchCondition\":{\"channels\":{\"$in\":[\"a\"]}},\"acl\":{\"*\":{\"read\":true}}}"));
    require_field(push, "searchCondition", "{\"channels\":{\"$in\":[\"a\"]}}");
    require(NCMBACL_isPublicReadAccess(NCMBObject_ACL(push)) && !NCMBACL_isPublicWriteAccess(NCMBObject_ACL(push)));
    NCMBQuery *users = NCMBUser_query();
    require(!NCMBPush_setSearchCondition(push, users) && !NCMBPush_setQuery(push, users) && !NCMBPush_setSearchCondition(push, NULL));
    require_field(push, "searchCondition", "{\"channels\":{\"$in\":[\"a\"]}}");
    TCGBError *error = NULL;
    require(!NCMBPush_sendPushMessageToQuery_withMessage_error(users, "m", &error));
    require_equal(TCGBError_code(error), NCMBErrorNotEfficientValue);
    require(!NCMBPush_sendPushDataToChannel_withData_error("c", "{\"color\":1}", &error));
    require_equal(TCGBError_code(error), NCMBErrorNotEfficientValue);
    PLAY(&answer, NCMBPush_sendPushMessageToChannelInBackground_withMessage_block(NULL, "m", on_error, &answer));
    require_equal(answer.code, 3);
    require(!NCMBPush_sendPush(NCMBObject_objectWithClassName("Horse"), &error));
    require_equal(TCGBError_code(error), 3);
    require(!NCMBPush_setMessage(NCMBUser_user(), "m") && !NCMBPush_setUserSettingValue(push, "[1]"));
    require(NCMBPush_setData(
        push, "{\"immediateDeliveryFlag\":true,\"deliveryTime\":{\"__type\":\"Date\",\"iso\":\"2100-01-01T00:00:00.000Z\"}}"));
    PLAY(&answer, NCMBPush_sendPushInBackgroundWithBlock(push, on_error, &answer));
    require_equal(answer.code, NCMBErrorNotCoexistValue);
    require_text(answer.message, "Either deliveryTime or immediateDeliveryFlag.");
    PLAY_WELL(&answer, NCMBQuery_countObjectsInBackgroundWithBlock(NCMBPush_query(), on_number, &answer));
    require_equal(answer.count, 0);
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
