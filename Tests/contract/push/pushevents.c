/* Push messages reach the game, once, and what the player does with their notifications does too. */
#include "pushing.h"

static char member[1024];
static const char *last(const char *key) { return json_member(heard.data[heard.count - 1], key, member, sizeof member); }

PROMISE("a message to the player who is there is heard at once, with isForeground, and is not shown") {
    begin_pushing();
    register_for(true, false, false, NULL, false);
    require_equal(send_push("{\"title\":\"Hello\",\"body\":\"World\",\"extras\":{\"gift\":7}}"), 1);
    wait_for_pushes(1);
    require_text(heard.category[0], kTCGBPushReceivedMessage);
    TCGBPushMessage *message = TCGBPushMessage_pushMessageFromJsonString(heard.data[0]);
    require(message);
    require(*TCGBPushMessage_identifier(message));
    require_text(TCGBPushMessage_title(message), "Hello");
    require_text(TCGBPushMessage_body(message), "World");
    require_text(TCGBPushMessage_extras(message), "{\"gift\":7,\"isForeground\":true}");
    TCGBRelease(message);
    require_equal(shown.count, 0);
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("foregroundEnabled shows the message, and the host's click comes back as an event") {
    begin_pushing();
    register_for(true, false, false, NULL, true);
    send_push("{\"title\":\"Hello\",\"body\":\"World\"}");
    wait_for_pushes(1);
    require_equal(shown.count, 1);
    require_text(shown.title, "Hello");
    require_text(shown.body, "World");
    require(TCGBPush_clickMessage(shown.extras));
    require_equal(heard.count, 1); /* not inside the call */
    wait_for_pushes(2);
    require_text(heard.category[1], kTCGBPushClickMessage);
    require_text(heard.data[1], heard.data[0]);
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("a pressed button comes as pushClickAction with what the player typed") {
    begin_pushing();
    register_for(true, false, false, NULL, true);
    send_push("{\"title\":\"Join?\"}");
    wait_for_pushes(1);
    require(TCGBPush_clickAction_actionType_userText(shown.extras, "REPLY", "on my way"));
    wait_for_pushes(2);
    require_text(heard.category[1], kTCGBPushClickAction);
    TCGBPushAction *action = TCGBPushAction_pushActionFromJsonString(heard.data[1]);
    require(action);
    require_text(TCGBPushAction_actionType(action), "REPLY");
    require_text(TCGBPushAction_userText(action), "on my way");
    require_text(TCGBPushMessage_title(TCGBPushAction_message(action)), "Join?");
    TCGBRelease(action);
    require(TCGBPush_clickAction_actionType_userText(shown.extras, "DISMISS", NULL));
    wait_for_pushes(3);
    require(!TCGBPush_clickAction_actionType_userText(shown.extras, "SHOUT", NULL));
    require(!TCGBPush_clickAction_actionType_userText("{\"title\":\"no id\"}", "REPLY", NULL));
    require(!TCGBPush_clickAction_actionType_userText(shown.extras, "REPLY", "\xff"));
    require(!TCGBPush_clickMessage(NULL));
    require(!TCGBPush_clickMessage("[]"));
    pump_till(heard.count == 3, 50);
    require_equal(heard.count, 3);
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("messages to an absent player come once after the next login, in order") {
    begin_pushing();
    register_for(true, false, false, NULL, false);
    log_out();
    require_equal(send_push("{\"title\":\"one\"}"), 1);
    send_push("{\"title\":\"two\"}");
    pump_for(60);
    require_equal(heard.count, 0);
    require(TCGBGamebase_shutdown(2000));
    initialize_here();
    show_notifications();
    TCGBGamebase_addEventHandler(on_event, NULL);
    log_in();
    wait_for_pushes(2);
    require_text(json_member(heard.data[0], "title", member, sizeof member), "one");
    require_text(last("title"), "two");
    require(strstr(heard.data[0], "isForeground\\\":false"));
    require_equal(shown.count, 2); /* they waited, so the player sees them whatever foregroundEnabled says */
    log_out();
    log_in();
    pump_till(heard.count == 2, 100);
    require_equal(heard.count, 2);
    require(TCGBGamebase_shutdown(2000));
    initialize_here();
    TCGBGamebase_addEventHandler(on_event, NULL);
    log_in();
    pump_till(heard.count == 2, 100);
    require_equal(heard.count, 2);
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("a message that was not delivered before the shutdown waits for the next start") {
    begin_pushing();
    register_for(true, false, false, NULL, false);
    TCGBConsole_sendPush_completion("{\"title\":\"late\"}", NULL, NULL);
    nanosleep(&(struct timespec){.tv_nsec = 300000000}, NULL); /* it has come, and nobody drains, not even for the answer */
    require(TCGBGamebase_shutdown(2000));
    require_equal(heard.count, 0);
    initialize_here();
    TCGBGamebase_addEventHandler(on_event, NULL);
    log_in();
    await_for(heard.count >= 1, PLAY_LIMIT_MILLISECONDS, TCGBRunLoop_runUntil(20));
    pump_till(heard.count == 1, 60);
    require_equal(heard.count, 1);
    require(TCGBGamebase_shutdown(2000));
}

static void shut_down_inside(const TCGBGamebaseEventMessage *message, void *context) {
    on_event(message, NULL);
    ++*(int *)context;
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("a message whose handler shut the library down is not told again") {
    int done = 0;
    begin_pushing();
    register_for(true, false, false, NULL, false);
    TCGBGamebase_removeAllEventHandler();
    TCGBGamebase_addEventHandler(shut_down_inside, &done);
    TCGBConsole_sendPush_completion("{\"title\":\"bye\"}", NULL, NULL);
    require(pump_until(&done, PLAY_LIMIT_MILLISECONDS));
    require_equal(heard.count, 1);
    initialize_here();
    TCGBGamebase_addEventHandler(on_event, NULL);
    log_in();
    pump_till(heard.count == 1, 150);
    require_equal(heard.count, 1);
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("two devices of one player each get a message once") {
    TCGBInstance *one = TCGBInstance_create();
    char path[4096];
    require(TCGBInstance_makeCurrent(one));
    snprintf(path, sizeof path, "%s/one", directory);
    initialize_in(path);
    permit_google();
    show_notifications();
    TCGBGamebase_addEventHandler(on_event, NULL);
    const char *credential = "{\"provider_name\":\"google\",\"access_token\":\"the same player\"}";
    PLAY_WELL(&answer, TCGBGamebase_loginWithCredential_viewController_completion(credential, NULL, on_login, &answer));
    register_for(true, false, false, NULL, false);
    TCGBInstance *two = TCGBInstance_createSharingServiceOf(one);
    require(TCGBInstance_makeCurrent(two));
    initialize_in(NULL);
    show_notifications();
    TCGBGamebase_addEventHandler(on_event, NULL);
    PLAY_WELL(&answer, TCGBGamebase_loginWithCredential_viewController_completion(credential, NULL, on_login, &answer));
    register_for(true, false, false, NULL, false);
    require_equal(send_push("{\"title\":\"both\"}"), 2);
    wait_for_pushes(1);
    require(TCGBInstance_makeCurrent(one));
    wait_for_pushes(2);
    require(TCGBInstance_destroy(two, 2000));
    require(TCGBInstance_destroy(one, 2000));
}

enum { EVENTS_MAX = 4096 };

PROMISE("a message that found the event queue full comes with the next one, before it, and once") {
    begin_pushing();
    register_for(true, false, false, NULL, false);
    pump_for(60);
    for (int i = 0; i < EVENTS_MAX; i++) require(TCGBPush_clickMessage("{\"id\":\"ours\",\"title\":\"click\"}"));
    fresh(&answer);
    TCGBConsole_sendPush_completion("{\"title\":\"one\"}", on_json, &answer);
    sleep_for(400); /* it comes, and there is no room for it */
    require(pump_until(&answer.times, PLAY_LIMIT_MILLISECONDS));
    require_equal(answer.code, 0);
    pump_till(heard.count == EVENTS_MAX, 60);
    require_equal(heard.count, EVENTS_MAX);
    heard.count = 0;
    send_push("{\"title\":\"two\"}");
    wait_for_pushes(2);
    for (int i = 0; i < 2; i++) {
        require_text(heard.category[i], kTCGBPushReceivedMessage);
        require_text(json_member(heard.data[i], "title", member, sizeof member), i ? "two" : "one");
    }
    require(TCGBGamebase_shutdown(2000));
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
