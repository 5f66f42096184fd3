/* What the page "Advanced" of Hive's push has, the original beside C, in the order of the page. */
#include <HIVEExtensions/HIVEExtensions.h>

#include "hiving.h"

static void begin(void) {
    setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent/bus", 1);
    setenv("DBUS_SYSTEM_BUS_ADDRESS", "unix:path=/nonexistent/bus", 1);
    hear_hive();
    begin_pushing();
    HIVEPush_setActive(false);
    TCGBHost_setDelegate(NULL);
    register_for(true, true, true, NULL, false);
}

PROMISE("a groupId folds local and remote pushes into one notification of their group") {
    begin();
    /* Console > Push v4 > Register campaign > Options > group key */
    require_equal(send_push("{\"title\":\"Your oak is cut\",\"groupId\":\"wood\"}"), 1);
    wait_until(hive.shown_ == 1);
    /* C++: LocalPush push; push.noticeId = 7; push.title = "Your fir is cut"; push.groupId = "wood"; push.after = 0;
     * hive::Push::registerLocalPush(push, [](ResultAPI const &result, LocalPush push) { ... }); */
    HIVELocalPush *push = HIVELocalPush_initWithNoticeId_title_msg_after(7, "Your fir is cut", "", 0);
    HIVELocalPush_setGroupId(push, "wood");
    PLAY_WELL(&answer, HIVEPush_registerLocalPush(push, on_local, &answer));
    TCGBRelease(push);
    wait_until(hive.shown_ == 2);
    /* Each stays a push of its own. */
    PLAY_WELL(&answer, HIVEPushInbox_getMessages("wood", on_messages, &answer));
    require_equal(answer.count, 2);
}

static int handed_over;
static char handed_title[64];
static void content_handler(const HIVEResultAPI *result, const HIVEPushMessage *content, void *context) {
    (void)context;
    /* guard let content else { return } */
    if (!content) return;
    require(HIVEResultAPI_isSuccess(result));
    copy_text(handed_title, sizeof handed_title, HIVEPushMessage_title(content));
    handed_over++;
}
/* - (void)didReceiveNotificationRequest:(UNNotificationRequest *)request
 *     withContentHandler:(void (^)(UNNotificationContent * _Nonnull))contentHandler {
 *     [HIVENotificationService didReceiveNotificationRequest:request withContentHandler:contentHandler];
 * } */
static void did_receive_notification_request(const HIVEPushMessage *request, HIVENotificationContentHandler handler) {
    HIVENotificationService_didReceiveNotificationRequest_withContentHandler(request, handler, NULL);
}
/* - (void)serviceExtensionTimeWillExpire {
 *     [HIVENotificationService serviceExtensionTimeWillExpire];
 * } */
static void service_extension_time_will_expire(void) { HIVENotificationService_serviceExtensionTimeWillExpire(); }

PROMISE("the notification service of an extension is two calls, and its handler comes once, with or without media") {
    begin();
    HIVEPushMessage *request = HIVEPushMessage_pushMessageFromJsonString("{\"id\":\"1\",\"title\":\"plain\",\"body\":\"b\"}");
    did_receive_notification_request(request, content_handler);
    TCGBRelease(request);
    wait_until(handed_over == 1);
    require(strcmp(handed_title, "plain") == 0);
    service_extension_time_will_expire();
    pump_till(handed_over == 1, 20);
    require_equal(handed_over, 1);
}

static char ids[256];
static void on_push(const HIVEPushMessage *message, void *context) {
    size_t length = 0;
    for (size_t i = 0; i < HIVEPushMessage_buttonIds_count(message); i++)
        length += (size_t)snprintf(ids + length, sizeof ids - length, " %s", HIVEPushMessage_buttonIds_at(message, i));
    on_received(message, context);
}
PROMISE("hive_push_actions.json of the page is taken, with the buttons of its categories in their order") {
    begin();
    /* The page leaves out what an action holds: its texts, of which English must be one. */
#define ACTION(id, text) "\"" id "\":{\"title\":{\"en\":\"" text "\",\"ja\":\"" text "\"}},"
    require(HIVEPush_setPushActions("{\"actions\":{" ACTION("ACCEPT_ALL_ID", "a") ACTION("ACCEPT_ID", "b") ACTION("ACCEPT_NOW_ID", "c")
            ACTION("CANCEL_ID", "d") ACTION("CLOSE_ID", "e") ACTION("CONFIRM_ID", "f") ACTION("DECLINE_ID", "g") ACTION(
                "EXECUTE_ID", "h") ACTION("HOLDING_ID", "i") ACTION("PURCHASE_ID", "j") ACTION("REJECT_ID",
                "k") "\"SALE_ID\":{\"title\":{\"en\":\"l\"}}},"
                     "\"categories\":{\"INFO_CATEGORY\":[\"CONFIRM_ID\"],\"CLOSE_CATEGORY\":[\"CLOSE_ID\"],"
                     "\"CONFIRM_CATEGORY\":[\"CONFIRM_ID\",\"CLOSE_ID\"],\"EXECUTE_CATEGORY\":[\"EXECUTE_ID\",\"CANCEL_ID\"],"
                     "\"ACCEPT_ALL_CATEGORY\":[\"ACCEPT_ALL_ID\",\"CLOSE_ID\"],\"ACCEPT_NOW_CATEGORY\":[\"ACCEPT_NOW_ID\",\"CLOSE_ID\"],"
                     "\"PURCHASE_CATEGORY\":[\"PURCHASE_ID\",\"DECLINE_ID\"],\"SALE_CATEGORY\":[\"SALE_ID\",\"DECLINE_ID\"]}}"));
    static const char *const table[][2] = {
        {"INFO_CATEGORY", " CONFIRM_ID"},
        {"CLOSE_CATEGORY", " CLOSE_ID"},
        {"CONFIRM_CATEGORY", " CONFIRM_ID CLOSE_ID"},
        {"EXECUTE_CATEGORY", " EXECUTE_ID CANCEL_ID"},
        {"ACCEPT_ALL_CATEGORY", " ACCEPT_ALL_ID CLOSE_ID"},
        {"ACCEPT_NOW_CATEGORY", " ACCEPT_NOW_ID CLOSE_ID"},
        {"PURCHASE_CATEGORY", " PURCHASE_ID DECLINE_ID"},
        {"SALE_CATEGORY", " SALE_ID DECLINE_ID"},
        {"ACCEPT_DECISION_CATEGORY", " ACCEPT_ID REJECT_ID HOLDING_ID"}, /* of the basic implementation */
    };
    HIVEPushDelegate delegate = {.structSize = sizeof delegate, .didReceive = on_push};
    require(HIVEPush_setDelegate(&delegate));
    for (int i = 0; i < (int)(sizeof table / sizeof *table); i++) {
        char json[256];
        snprintf(json, sizeof json, "{\"title\":\"t\",\"category\":\"%s\"}", table[i][0]);
        *ids = 0;
        require_equal(send_push(json), 1);
        wait_until(hive.received == i + 1);
        require(strcmp(ids, table[i][1]) == 0);
    }
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
