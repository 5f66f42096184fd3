/* The inbox: what came, by group, by player, read and removed; and what the player does with it. */
#include <NCMB/NCMB.h>

#include "hiving.h"

static void begin(void) {
    hear_hive();
    begin_pushing();
    HIVEPush_setActive(false);
    TCGBHost_setDelegate(NULL);
    register_for(true, true, true, NULL, false);
}
static size_t messages(const char *group) {
    PLAY_WELL(&answer, HIVEPushInbox_getMessages(group, on_messages, &answer));
    return answer.count;
}
static void send(const char *json, int received) {
    require_equal(send_push(json), 1);
    wait_until(hive.received == received);
}

PROMISE("what came is listed, the newest first, by group, until it is removed, and outlives the process") {
    begin();
    send("{\"title\":\"a\",\"groupId\":\"g\"}", 1);
    send("{\"title\":\"b\",\"groupId\":\"g\",\"extras\":{\"gold\":5}}", 2);
    send("{\"title\":\"c\"}", 3);
    require_equal(messages(NULL), 3);
    require(strstr(answer.items[0], "\"title\":\"c\"") && strstr(answer.items[2], "\"title\":\"a\""));
    require_equal(messages("g"), 2);
    require(strstr(answer.items[0], "gold"));
    require_equal(messages(""), 1);
    require_equal(HIVEPushInbox_unreadCount(NULL), 3);
    PLAY_WELL(&answer, HIVEPushInbox_markRead(hive.id, on_hive_result, &answer));
    require_equal(HIVEPushInbox_unreadCount(""), 0);
    PLAY_WELL(&answer, HIVEPushInbox_markAllRead("g", on_hive_result, &answer));
    require_equal(HIVEPushInbox_unreadCount(NULL), 0);
    PLAY_WELL(&answer, HIVEPushInbox_remove(hive.id, on_hive_result, &answer));
    PLAY_WELL(&answer, HIVEPushInbox_remove("none", on_hive_result, &answer));
    PLAY(&answer, HIVEPushInbox_remove(NULL, on_hive_result, &answer));
    require_equal(answer.code, TCGB_ERROR_INVALID_PARAMETER);
    require(TCGBGamebase_shutdown(2000));
    initialize_here();
    log_in();
    require_equal(messages(NULL), 2);
    require(strstr(answer.items[0], "\"isRead\":true"));
    PLAY_WELL(&answer, HIVEPushInbox_removeAll(NULL, on_hive_result, &answer));
    require_equal(messages(NULL), 0);
}

PROMISE("a group is shown as one, kept current, and hidden when the last of it was read") {
    begin();
    send("{\"title\":\"a\",\"groupId\":\"g\"}", 1);
    char first[256];
    copy_text(first, sizeof first, hive.id);
    wait_until(hive.shown_ == 1);
    send("{\"title\":\"b\",\"groupId\":\"g\"}", 2);
    wait_until(hive.shown_ == 2);
    require_text(hive.shown_id, hive.id);
    PLAY_WELL(&answer, HIVEPushInbox_markRead(hive.id, on_hive_result, &answer));
    wait_until(hive.shown_ == 3);
    require_text(hive.shown_id, first);
    PLAY_WELL(&answer, HIVEPushInbox_remove(first, on_hive_result, &answer));
    wait_until(hive.hidden == 1);
    require_text(hive.key, "group:g");
}

PROMISE("a button that is pressed reaches the delegate and Gamebase's event, in the game's language") {
    begin();
    TCGBGamebase_setDisplayLanguageCode("ja");
    send("{\"title\":\"a\",\"category\":\"ACCEPT_DECISION_CATEGORY\"}", 1);
    require_equal(hive.buttons, 3);
    require_equal(messages(NULL), 1);
    require(strstr(answer.items[0], "承諾する"));
    require(!HIVEPushInbox_press(hive.id, "CLOSE_ID", NULL));
    require(!HIVEPushInbox_press("none", NULL, NULL));
    require(HIVEPushInbox_press(hive.id, "ACCEPT_ID", NULL));
    wait_until(hive.pressed == 1 && heard.count == 2);
    require_text(hive.category, "ACCEPT_DECISION_CATEGORY");
    require_text(hive.action, "ACCEPT_ID");
    require_text(heard.category[1], kTCGBPushClickAction);
    require(strstr(heard.data[1], "OPEN_APP") && hive.raised == 1);
    require_equal(HIVEPushInbox_unreadCount(NULL), 0);
    require(HIVEPushInbox_press(hive.id, "REJECT_ID", NULL));
    wait_until(hive.pressed == 2 && heard.count == 3);
    require(strstr(heard.data[2], "DISMISS") && hive.raised == 1);
    require(HIVEPushInbox_press(hive.id, NULL, NULL));
    wait_until(hive.clicked == 1 && heard.count == 4);
    require_text(heard.category[3], kTCGBPushClickMessage);
}

static char opened[256];
static bool open_url(const char *url, void *context) {
    (void)context;
    copy_text(opened, sizeof opened, url);
    return true;
}

PROMISE("a push has buttons of its own: an address is opened, and a reply brings its text") {
    begin();
    TCGBHostDelegate delegate = {.structSize = sizeof delegate, .openURL = open_url};
    require(TCGBHost_setDelegate(&delegate));
    send("{\"title\":\"a\",\"buttons\":[{\"name\":\"Page\",\"identifier\":\"P\",\"buttonType\":\"OPEN_URL\","
         "\"link\":\"https://example.com/\"},"
         "{\"name\":\"Answer\",\"buttonType\":\"REPLY\",\"hint\":\"Say it\"}]}",
        1);
    require_equal(hive.buttons, 2);
    require(HIVEPushInbox_press(hive.id, "P", NULL));
    wait_until(hive.pressed == 1 && *opened);
    require_text(opened, "https://example.com/");
    require(HIVEPushInbox_press(hive.id, "Answer", "はい"));
    wait_until(hive.pressed == 2);
    require_text(hive.text, "はい");
    PLAY(&answer, TCGBConsole_sendPush_completion("{\"title\":\"a\",\"buttons\":[]}", on_json, &answer));
    require(strstr(answer.message, "buttons"));
    PLAY(&answer,
        TCGBConsole_sendPush_completion("{\"title\":\"a\",\"buttons\":[{\"name\":\"b\",\"buttonType\":\"JUMP\"}]}", on_json, &answer));
    require(strstr(answer.message, "buttonType"));
    PLAY(&answer, TCGBConsole_sendPush_completion("{\"title\":\"a\",\"media\":\"file:///etc/passwd\"}", on_json, &answer));
    require(strstr(answer.message, "media"));
}

PROMISE("a player sees and changes what was sent to that player, and what is the device's") {
    begin();
    send("{\"title\":\"a\"}", 1);
    char other[256];
    copy_text(other, sizeof other, hive.id);
    register_local(1, "t", 0, NULL);
    wait_until(hive.received == 2 && hive.shown_ == 2);
    require_equal(messages(NULL), 2);
    log_out();
    wait_until(hive.hidden == 1);
    require(strstr(hive.key, other));
    require_equal(messages(NULL), 1);
    require_equal(HIVEPushInbox_unreadCount(NULL), 1);
    require(!HIVEPushInbox_press(other, NULL, NULL));
    PLAY_WELL(&answer, HIVEPushInbox_markRead(other, on_hive_result, &answer));
    PLAY_WELL(&answer, HIVEPushInbox_remove(other, on_hive_result, &answer));
    PLAY_WELL(&answer, HIVEPushInbox_removeAll(NULL, on_hive_result, &answer));
    require_equal(messages(NULL), 0);
    log_in();
    require_equal(messages(NULL), 1);
    require(strstr(answer.items[0], "\"isRead\":false"));
    require(HIVEPushInbox_press(other, NULL, NULL));
}

PROMISE("of more than 256 pushes the oldest goes") {
    begin();
    for (int number = 0; number < 260; number++) {
        char json[64];
        snprintf(json, sizeof json, "{\"title\":\"%d\"}", number);
        require_equal(send_push(json), 1);
    }
    wait_until(hive.received == 260);
    require_equal(messages(NULL), 256);
    require(strstr(answer.items[0], "\"title\":\"259\""));
}

PROMISE("a push reaches the countries that it names") {
    setenv("LC_ALL", "ja_JP.UTF-8", 1);
    begin();
    require_equal(send_push("{\"title\":\"a\",\"countries\":[\"KR\",\"US\"]}"), 0);
    send("{\"title\":\"b\",\"countries\":[\"KR\",\"JP\"]}", 1);
    require_text(hive.title, "b");
}

static int told_installation;
static void on_installation_push(const char *json, void *context) {
    (void)json, (void)context;
    told_installation++;
}
static void on_saved(const TCGBError *error, void *context) { on_error(error, context); }

PROMISE("a push of the mobile backend comes into the inbox, too") {
    hear_hive();
    initialize_here();
    NCMB_setApplicationKey_clientKey("application", "client");
    NCMBPush_setRemoteNotificationHandler(on_installation_push, NULL);
    NCMBInstallation *installation = NCMBInstallation_currentInstallation();
    require(NCMBInstallation_setDeviceTokenFromData(installation, "12345678901234567890123456789012", 32));
    PLAY_WELL(&answer, NCMBObject_saveInBackgroundWithBlock((NCMBObject *)installation, on_saved, &answer));
    TCGBRelease(installation);
    NCMBPush *push = NCMBPush_push();
    NCMBPush_setMessage(push, "wood");
    NCMBPush_setTitle(push, "cut");
    PLAY_WELL(&answer, NCMBPush_sendPushInBackgroundWithBlock(push, on_saved, &answer));
    TCGBRelease(push);
    wait_until(told_installation == 1 && hive.received == 1);
    require_text(hive.title, "cut");
    require_text(hive.body, "wood");
    require_equal(messages(NULL), 1);
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
