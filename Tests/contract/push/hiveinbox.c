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

static int taken_away;
static void on_raise_once(const char *token, void *context) {
    (void)token, (void)context;
    require(HIVEPush_setDelegate(NULL));
    taken_away++;
}
PROMISE("a delegate that a function of its own took away is called no more, and the press counts") {
    begin();
    const char *const actions[] = {"ACCEPT_ID", NULL};
    for (int each = 0; each < 2; each++) {
        hear_hive();
        send("{\"title\":\"a\",\"category\":\"ACCEPT_DECISION_CATEGORY\"}", each + 1);
        HIVEPushDelegate delegate = {sizeof delegate, on_received, on_clicked, on_pressed, on_raise_once, on_show, on_hide, NULL};
        require(HIVEPush_setDelegate(&delegate));
        require(HIVEPushInbox_press(hive.id, actions[each], NULL));
        wait_until(taken_away == each + 1 && HIVEPushInbox_unreadCount(NULL) == 0);
        require(!hive.pressed && !hive.clicked);
    }
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
    PLAY(&answer, TCGBConsole_sendPush_completion("{\"title\":\"a\",\"buttons\":[{\"name\":\"b\"},{\"name\":\"b\"}]}", on_json, &answer));
    require(strstr(answer.message, "identifier"));
    PLAY(&answer,
        TCGBConsole_sendPush_completion("{\"title\":\"a\",\"buttons\":[{\"name\":\"b\",\"identifier\":\"default\"}]}", on_json, &answer));
    require(strstr(answer.message, "identifier"));
    PLAY(&answer, TCGBConsole_sendPush_completion("{\"title\":\"a\",\"media\":\"file:///etc/passwd\"}", on_json, &answer));
    require(strstr(answer.message, "media"));
}

static struct answer left;
static void leave(const TCGBGamebaseEventMessage *message, void *context) {
    (void)context;
    if (strcmp(TCGBGamebaseEventMessage_category(message), kTCGBPushReceivedMessage) != 0) return;
    TCGBGamebase_logoutWithViewController_completion(NULL, on_error, &left);
    wait_until(left.times);
}
PROMISE("what came for a player who leaves while hearing of it is shown to nobody else") {
    begin();
    show_notifications();
    TCGBGamebase_addEventHandler(leave, NULL);
    require_equal(send_push("{\"title\":\"a\"}"), 1);
    wait_until(hive.received == 1);
    require_equal(left.code, 0);
    require_equal(messages(NULL), 0);
    pump_for(60);
    require(shown.count == 0 && hive.shown_ == 0);
    TCGBGamebase_removeAllEventHandler();
    log_in();
    require_equal(messages(NULL), 1);
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

PROMISE("what was shown to a player goes when another one takes the place without a log-out, and not for the same one") {
    static const char *const takes_place = "{\"provider_name\":\"google\",\"access_token\":\"ann\",\"ignore_already_logged_in\":true}";
    begin();
    send("{\"title\":\"a\"}", 1);
    wait_until(hive.shown_ == 1);
    permit_google();
    for (int times = 0; times < 2; times++) {
        PLAY_WELL(&answer, TCGBGamebase_loginWithCredential_viewController_completion(takes_place, NULL, on_login, &answer));
        wait_until(hive.hidden == 1);
        require(strstr(hive.key, "push:"));
        register_local(times, "t", 0, NULL);
        wait_until(hive.shown_ == 2 + times);
    }
    pump_till(hive.hidden == 1, 60);
    require_equal(hive.hidden, 1);
}

PROMISE("a push to two players of one device is in the inbox of each, shown to each, and read by each alone") {
    static const char *const ann = "{\"provider_name\":\"google\",\"access_token\":\"ann\"}";
    begin();
    log_out();
    permit_google();
    PLAY_WELL(&answer, TCGBGamebase_loginWithCredential_viewController_completion(ann, NULL, on_login, &answer));
    register_for(true, true, true, NULL, false);
    require_equal(send_push("{\"title\":\"a\"}"), 2);
    wait_until(hive.received == 1 && hive.shown_ == 1);
    require_equal(messages(NULL), 1);
    char id[256];
    copy_text(id, sizeof id, hive.id);
    log_out();
    require_equal(messages(NULL), 0);
    log_in();
    wait_until(hive.received == 2 && hive.shown_ == 2);
    require_text(hive.id, id);
    require_equal(messages(NULL), 1);
    PLAY_WELL(&answer, HIVEPushInbox_markRead(id, on_hive_result, &answer));
    require_equal(HIVEPushInbox_unreadCount(NULL), 0);
    log_out();
    PLAY_WELL(&answer, TCGBGamebase_loginWithCredential_viewController_completion(ann, NULL, on_login, &answer));
    require_equal(messages(NULL), 1);
    require_equal(HIVEPushInbox_unreadCount(NULL), 1);
    PLAY_WELL(&answer, HIVEPushInbox_remove(id, on_hive_result, &answer));
    require_equal(messages(NULL), 0);
    log_out();
    log_in();
    require_equal(messages(NULL), 1);
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

/* A game that shows pushes on a screen of its own, and has them read with that. */
static void on_read_at_once(const HIVEPushMessage *message, void *context) {
    on_received(message, context);
    HIVEPushInbox_markRead(hive.id, NULL, NULL);
    require(HIVEPushInbox_press(hive.id, NULL, NULL));
}
PROMISE("what a handler does with the push that it is told of counts: one that is read there is not shown") {
    begin();
    HIVEPushDelegate delegate = {sizeof delegate, on_read_at_once, on_clicked, on_pressed, on_raise, on_show, on_hide, NULL};
    require(HIVEPush_setDelegate(&delegate));
    send("{\"title\":\"a\"}", 1);
    register_local(1, "t", 0, NULL);
    wait_until(hive.received == 2 && hive.clicked == 2);
    pump_till(messages(NULL) == 2, 100);
    require_equal(hive.shown_, 0);
    require_equal(messages(NULL), 2);
    require_equal(HIVEPushInbox_unreadCount(NULL), 0);
    HIVEPushMessage *read = HIVEPushMessage_pushMessageFromJsonString(answer.items[1]);
    require(HIVEPushMessage_isRead(read));
    TCGBRelease(read);
}

static char extras[32768];
static bool has_link, has_media;
static void on_whole(const HIVEPushMessage *message, void *context) {
    on_received(message, context);
    copy_text(extras, sizeof extras, HIVEPushMessage_extras(message));
    has_link = HIVEPushMessage_link(message), has_media = HIVEPushMessage_mediaUrl(message);
}
static size_t append(char *text, size_t length, const char *more) { return length + (size_t)sprintf(text + length, "%s", more); }
static size_t append_address(char *text, size_t length, const char *key) {
    length = append(text, length, key);
    length = append(text, length, "\"https://example.com/");
    for (size_t end = length + 2028; length < end;) text[length++] = 'a';
    return append(text, length, "\"");
}
PROMISE("a push that is as large as the console takes it is told whole") {
    begin();
    setenv("DBUS_SYSTEM_BUS_ADDRESS", "unix:path=/nonexistent/bus", 1);
    HIVEPushDelegate delegate = {.structSize = sizeof delegate, .didReceive = on_whole};
    require(HIVEPush_setDelegate(&delegate));
    static char json[32768];
    size_t length = append(json, 0, "{\"title\":\"a\",\"extras\":{"), from = length - 1;
    /* Quotes, of which each takes two bytes as soon as it stands in a text. */
    for (int number = 1000; length - from < 8180; number++) {
        char member[24];
        sprintf(member, "\"%d\":\"\",", number);
        length = append(json, length, member);
    }
    length = append(json, length - 1, "},\"buttons\":[");
    for (int number = 0; number < 3; number++) {
        char identifier[32];
        sprintf(identifier, "{\"identifier\":\"%d\",", number);
        length = append(json, length, identifier);
        length = append_address(json, length, "\"name\":\"b\",\"buttonType\":\"OPEN_URL\",\"link\":");
        length = append(json, length, number < 2 ? "}," : "}]");
    }
    length = append_address(json, length, ",\"link\":");
    length = append_address(json, length, ",\"media\":");
    append(json, length, "}");
    send(json, 1);
    require_equal(hive.buttons, 3);
    require(has_link && has_media);
    require(strlen(extras) > 8000 && strstr(extras, "\"1000\":\"\""));
    require_equal(messages(NULL), 1);
}

static void reported(const char *part) {
    for (int64_t began = milliseconds();; TCGBRunLoop_runUntil(20)) {
        PLAY_WELL(&answer, TCGBConsole_reportWithCompletion(on_json, &answer));
        if (strstr(answer.json, part)) return;
        if (milliseconds() - began > PLAY_LIMIT_MILLISECONDS) broken_text(__FILE__, __LINE__, "the report says", answer.json, part);
    }
}
PROMISE("a click and a pressed button are in the operator's report, once for the player") {
    begin();
    send("{\"title\":\"a\",\"category\":\"SALE_CATEGORY\"}", 1);
    reported("\"delivered\":1,\"clicked\":0,\"actions\":{}");
    for (int turn = 0; turn < 2; turn++) {
        require(HIVEPushInbox_press(hive.id, NULL, NULL));
        reported("\"delivered\":1,\"clicked\":1,\"actions\":{}");
    }
    for (int turn = 0; turn < 2; turn++) {
        require(HIVEPushInbox_press(hive.id, "SALE_ID", NULL));
        reported("\"delivered\":1,\"clicked\":1,\"actions\":{\"SALE_ID\":1}");
    }
}

/* A zone of the test's own, in which it is this hour. */
static void go_where_it_is(int hour) {
    time_t now = time(NULL);
    struct tm utc;
    gmtime_r(&now, &utc);
    char zone[32];
    snprintf(zone, sizeof zone, "HERE%+d", utc.tm_hour - hour); /* POSIX: west is positive */
    setenv("TZ", zone, 1);
    tzset();
}
PROMISE("an advertisement that was sent by day is not shown where it is night now, and other pushes are") {
    go_where_it_is(12);
    begin();
    register_for(true, true, false, NULL, false);
    send("{\"title\":\"buy\",\"advertisement\":true}", 1);
    wait_until(hive.shown_ == 1);
    go_where_it_is(2); /* the service knows the clock of the registration */
    send("{\"title\":\"buy\",\"advertisement\":true}", 2);
    send("{\"title\":\"news\"}", 3);
    wait_until(hive.shown_ == 2);
    pump_till(hive.shown_ == 2, 100);
    require_equal(hive.shown_, 2);
    require_text(hive.shown_id, hive.id);
    require_equal(HIVEPushInbox_unreadCount(NULL), 3);
}

static int told_installation;
static void on_installation_push(const char *json, void *context) {
    (void)json, (void)context;
    told_installation++;
}
static void on_saved(const TCGBError *error, void *context) { on_error(error, context); }
static void begin_installation(void) {
    hear_hive();
    initialize_here();
    HIVEPush_setActive(false);
    NCMB_setApplicationKey_clientKey("application", "client");
    NCMBPush_setRemoteNotificationHandler(on_installation_push, NULL);
    NCMBInstallation *installation = NCMBInstallation_currentInstallation();
    require(NCMBInstallation_setDeviceTokenFromData(installation, "12345678901234567890123456789012", 32));
    PLAY_WELL(&answer, NCMBObject_saveInBackgroundWithBlock((NCMBObject *)installation, on_saved, &answer));
    TCGBRelease(installation);
}
static void send_to_installation(NCMBPush *push, int told) {
    PLAY_WELL(&answer, NCMBPush_sendPushInBackgroundWithBlock(push, on_saved, &answer));
    TCGBRelease(push);
    wait_until(told_installation == told);
}

PROMISE("a push of the mobile backend comes into the inbox, too") {
    begin_installation();
    NCMBPush *push = NCMBPush_push();
    NCMBPush_setMessage(push, "wood");
    NCMBPush_setTitle(push, "cut");
    NCMBPush_setCategory(push, "SALE_CATEGORY");
    NCMBPush_setRichUrl(push, "https://example.com/");
    send_to_installation(push, 1);
    wait_until(hive.received == 1 && hive.shown_ == 1);
    require_text(hive.title, "cut");
    require_text(hive.body, "wood");
    require_equal(hive.buttons, 2);
    require_equal(messages(NULL), 1);
    require(strstr(answer.items[0], "\"link\":\"https://example.com/\""));
    require(HIVEPushInbox_press(hive.id, "SALE_ID", NULL));
    wait_until(hive.pressed == 1);
    push = NCMBPush_push();
    NCMBPush_setMessage(push, "no buttons");
    NCMBPush_setCategory(push, "a category of the game's own, which is longer than any set of buttons");
    send_to_installation(push, 2);
    wait_until(hive.received == 2);
    require_equal(hive.buttons, 0);
}

PROMISE("a push of the mobile backend that only wakes the game is told to its handler, and not shown") {
    begin_installation();
    NCMBPush *push = NCMBPush_push();
    NCMBPush_setMessage(push, "wake");
    NCMBPush_setContentAvailable(push, true);
    send_to_installation(push, 1);
    push = NCMBPush_push();
    NCMBPush_setMessage(push, "seen");
    send_to_installation(push, 2);
    wait_until(hive.shown_ == 1);
    require_equal(messages(NULL), 1);
    require_text(hive.body, "seen");
}

PROMISE("a host that shows notifications is given the local pushes, and those of the mobile backend") {
    begin_installation();
    HIVEPush_setDisplay(HIVEPushDisplayDesktop);
    show_notifications();
    register_local(1, "local", 0, NULL);
    wait_until(shown.count == 1);
    require_text(shown.title, "local");
    NCMBPush *push = NCMBPush_push();
    NCMBPush_setMessage(push, "wood");
    send_to_installation(push, 1);
    wait_until(shown.count == 2);
    require_text(shown.body, "wood");
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
