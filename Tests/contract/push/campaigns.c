/* Pushes that are scheduled, taken back and counted. */
#include "pushing.h"

static char id[32], text[64];

static int64_t epoch(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}
static const char *told(const char *key) { return json_member(answer.json, key, text, sizeof text); }
/* Of a push that waits for its date. */
static void schedule(int64_t date, const char *more) {
    char json[256];
    snprintf(json, sizeof json, "{\"title\":\"later\",\"sendDate\":%lld%s}", (long long)date, more);
    PLAY_WELL(&answer, TCGBConsole_sendPush_completion(json, on_json, &answer));
    require_text(told("state"), "SCHEDULED");
    require_text(told("accepted"), "0");
    copy_text(id, sizeof id, told("messageId"));
}
static void require_cancelled(const char *state) {
    PLAY_WELL(&answer, TCGBConsole_cancelPush_completion(id, on_json, &answer));
    require_text(told("messageId"), id);
    require_text(told("state"), state);
}
/* The game's acknowledgement is on its way when its handler was called. */
static void wait_for_report(const char *part) {
    for (int64_t began = milliseconds();; TCGBRunLoop_runUntil(20)) {
        PLAY_WELL(&answer, TCGBConsole_reportWithCompletion(on_json, &answer));
        if (strstr(answer.json, part)) return;
        if (milliseconds() - began > PLAY_LIMIT_MILLISECONDS) broken_text(__FILE__, __LINE__, "the report says", answer.json, part);
    }
}

PROMISE("a push that is scheduled comes at its date, though nobody asks for anything, and the report says who was told") {
    begin_pushing();
    register_for(true, false, false, NULL, false);
    int64_t date = epoch() + 700;
    schedule(date, "");
    pump_for(200);
    require_equal(heard.count, 0);
    wait_for_pushes(1);
    require(epoch() >= date);
    require_text(json_member(heard.data[0], "id", text, sizeof text), id);
    wait_for_report("\"state\":\"SENT\",\"title\":\"later\"");
    wait_for_report("\"accepted\":1,\"withheld\":0,\"withdrawn\":0,\"delivered\":1,\"clicked\":0,\"actions\":{}");
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("a push in local time comes when the player's clock shows it") {
    setenv("TZ", "EAST-3", 1);
    tzset();
    begin_pushing();
    register_for(true, false, false, NULL, false);
    int64_t date = epoch() + 700;
    schedule(date + 3 * 3600000, ",\"localTime\":true");
    pump_for(200);
    require_equal(heard.count, 0);
    wait_for_pushes(1);
    require(epoch() >= date);
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("a push that is taken back before its date comes to nobody; one that is sent says so") {
    begin_pushing();
    register_for(true, false, false, NULL, false);
    schedule(epoch() + 400, "");
    require_cancelled("CANCELLED");
    pump_for(700);
    require_equal(heard.count, 0);
    require_cancelled("CANCELLED");
    require_equal(send_push("{\"title\":\"now\"}"), 1);
    copy_text(id, sizeof id, told("messageId"));
    wait_for_pushes(1);
    require_cancelled("SENT");
    PLAY(&answer, TCGBConsole_cancelPush_completion("1", on_json, &answer));
    require_equal(answer.code, 3);
    PLAY(&answer, TCGBConsole_cancelPush_completion(NULL, on_json, &answer));
    require_equal(answer.code, 3);
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("a push whose date passes while the game is away comes at the next start, once") {
    begin_pushing();
    register_for(true, false, false, NULL, false);
    schedule(epoch() + 500, "");
    require(TCGBGamebase_shutdown(2000));
    usleep(700000);
    for (int life = 0; life < 2; life++) {
        initialize_here();
        TCGBGamebase_addEventHandler(on_event, NULL);
        log_in();
        wait_for_pushes(1);
        wait_for_report("\"delivered\":1");
        require(TCGBGamebase_shutdown(2000));
    }
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
