/* Who is sent what, in which language, by day and by night, and for how long. */
#include "pushing.h"

static char member[1024];
static const char *last(const char *key) { return json_member(heard.data[heard.count - 1], key, member, sizeof member); }

PROMISE("an advertisement reaches those who agreed, and by night those who agreed to the night") {
    /* Noon is noon everywhere only in a zone of the test's own making. */
    time_t now = time(NULL);
    struct tm utc;
    gmtime_r(&now, &utc);
    char noon[32], night[32];
    snprintf(noon, sizeof noon, "NOON%+d", utc.tm_hour - 12); /* POSIX: west is positive */
    snprintf(night, sizeof night, "NIGHT%+d", utc.tm_hour - 2);
    setenv("TZ", noon, 1);
    tzset();
    begin_pushing();
    register_for(true, false, false, NULL, false);
    require_equal(send_push("{\"title\":\"buy\",\"advertisement\":true}"), 0);
    require(strstr(answer.json, "\"withheld\":1"));
    register_for(true, true, false, NULL, false);
    require_equal(send_push("{\"title\":\"buy\",\"advertisement\":true}"), 1);
    wait_for_pushes(1); /* what the player decides next holds for what is still on its way */
    setenv("TZ", night, 1);
    tzset();
    register_for(true, true, false, NULL, false);
    require_equal(send_push("{\"title\":\"buy by night\",\"advertisement\":true}"), 0);
    require_equal(send_push("{\"title\":\"news by night\"}"), 1);
    wait_for_pushes(2);
    register_for(true, true, true, NULL, false);
    require_equal(send_push("{\"title\":\"buy by night\",\"advertisement\":true}"), 1);
    wait_for_pushes(3);
    register_for(false, true, true, NULL, false);
    require_equal(send_push("{\"title\":\"news\"}"), 0);
    wait_for_pushes(3);
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("a message comes in the language of the registration, else in its own") {
    begin_pushing();
    register_for(true, false, false, "ko", false);
    send_push("{\"title\":\"Hello\",\"messages\":{\"ko\":{\"title\":\"안녕\",\"body\":\"하세요\"},\"ja\":{\"title\":\"今日は\"}}}");
    wait_for_pushes(1);
    require_text(last("title"), "안녕");
    require_text(last("body"), "하세요");
    register_for(true, false, false, "th", false);
    send_push("{\"title\":\"Hello\",\"messages\":{\"ko\":{\"title\":\"안녕\"}}}");
    wait_for_pushes(2);
    require_text(last("title"), "Hello");
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("at most a hundred messages wait, the newest, and none longer than its time to live") {
    char json[128];
    begin_pushing();
    register_for(true, false, false, NULL, false);
    log_out();
    for (int i = 0; i < 103; i++) {
        snprintf(json, sizeof json, "{\"title\":\"%d\"}", i);
        require_equal(send_push(json), 1);
    }
    log_in();
    wait_for_pushes(100);
    require_text(json_member(heard.data[0], "title", member, sizeof member), "3");
    require_text(last("title"), "102");
    log_out();
    require_equal(send_push("{\"title\":\"short\",\"timeToLiveSeconds\":60}"), 1);
    require_equal(send_push("{\"title\":\"long\"}"), 1);
    PLAY_WELL(&answer, TCGBConsole_advanceClockByMilliseconds_completion(61000, on_error, &answer));
    log_in();
    wait_for_pushes(101);
    require_text(last("title"), "long");
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("a withdrawal ends the registration") {
    begin_pushing();
    register_for(true, false, false, NULL, false);
    PLAY_WELL(&answer, TCGBGamebase_withdrawWithViewController_completion(NULL, on_error, &answer));
    require_equal(send_push("{\"title\":\"are you there\"}"), 0);
    require(strstr(answer.json, "\"withheld\":0"));
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("a push that is wrong is refused by name, and nobody hears of it") {
    static const struct {
        const char *json, *what;
    } wrong[] = {
        {"{}", "title"},
        {"{\"title\":1}", "title"},
        {"{\"title\":\"x\",\"body\":[]}", "body"},
        {"{\"title\":\"x\",\"extras\":\"y\"}", "extras"},
        {"{\"title\":\"x\",\"userIds\":\"y\"}", "userIds"},
        {"{\"title\":\"x\",\"userIds\":[1]}", "userIds[0]"},
        {"{\"title\":\"x\",\"advertisement\":\"y\"}", "advertisement"},
        {"{\"title\":\"x\",\"timeToLiveSeconds\":0}", "timeToLiveSeconds"},
        {"{\"title\":\"x\",\"timeToLiveSeconds\":2419201}", "timeToLiveSeconds"},
        {"{\"messages\":{\"en\":1}}", "messages.en"},
        {"[]", "pushJson"},
        {"{", "pushJson"},
    };
    begin_pushing();
    register_for(true, true, true, NULL, false);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        PLAY(&answer, TCGBConsole_sendPush_completion(wrong[i].json, on_json, &answer));
        require(answer.code == TCGB_ERROR_INVALID_PARAMETER || answer.code == TCGB_ERROR_INVALID_JSON_FORMAT);
        if (strncmp(answer.message, wrong[i].what, strlen(wrong[i].what)) != 0)
            broken_text(__FILE__, __LINE__, wrong[i].json, answer.message, wrong[i].what);
    }
    PLAY(&answer, TCGBConsole_sendPush_completion(NULL, on_json, &answer));
    require_equal(answer.code, TCGB_ERROR_INVALID_PARAMETER);
    pump_for(50);
    require_equal(heard.count, 0);
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("userIds choose who gets a message, and another player on the same device gets nothing of it") {
    char json[256];
    begin_pushing();
    register_for(true, false, false, NULL, false);
    snprintf(json, sizeof json, "{\"title\":\"for you\",\"userIds\":[\"%s\",\"NOBODYATALL00000\"]}", TCGBGamebase_userID());
    require_equal(send_push("{\"title\":\"for others\",\"userIds\":[\"NOBODYATALL00000\"]}"), 0);
    require_equal(send_push(json), 1);
    wait_for_pushes(1);
    require_text(last("title"), "for you");
    log_out();
    require_equal(send_push(json), 1);
    permit_google();
    PLAY_WELL(&answer, TCGBGamebase_loginWithCredential_viewController_completion(
                           "{\"provider_name\":\"google\",\"access_token\":\"somebody else\"}", NULL, on_login, &answer));
    pump_till(heard.count == 1, 100);
    require_equal(heard.count, 1);
    require(TCGBGamebase_shutdown(2000));
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
