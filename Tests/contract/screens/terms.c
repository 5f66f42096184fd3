/* Terms: the right ones for the country, shown by the host, agreed to once, and remembered by the service. */
#include "screens.h"

#define CONTENTS \
    "{\"termsContentSeq\":11,\"name\":\"Terms of use\",\"required\":true,\"node1DepthPosition\":1,\"detailPageUrl\":\"https://example.com/terms\"}," \
    "{\"termsContentSeq\":12,\"name\":\"Newsletter\",\"node1DepthPosition\":2}," \
    "{\"termsContentSeq\":13,\"name\":\"By day\",\"agreePush\":\"DAY\",\"node1DepthPosition\":3,\"node2DepthPosition\":1}," \
    "{\"termsContentSeq\":14,\"name\":\"By night\",\"agreePush\":\"NIGHT\",\"node1DepthPosition\":3,\"node2DepthPosition\":2}"
#define ONE_SET(seq, version, type, more) \
    "{\"termsSeq\":" #seq ",\"termsVersion\":\"" version "\",\"termsCountryType\":\"" type "\"" more ",\"contents\":[" CONTENTS "]}"
#define TERMS(sets) "{\"app\":{\"appId\":\"Contract\",\"typeCode\":\"SANDBOX\"},\"terms\":[" sets "]}"
#define AGREED \
    "{\"contents\":[{\"termsContentSeq\":11,\"agreed\":true},{\"termsContentSeq\":12,\"agreed\":true},{\"termsContentSeq\":13,\"agreed\":true},{\"termsContentSeq\":14,\"agreed\":false}]}"

static struct answer result, other;
static struct {
    bool opened, has_push, enabled, day, night;
} shown;

static void on_terms(const TCGBQueryTermsResult *terms, const TCGBError *error, void *context) {
    require(!terms != !error);
    on_json(TCGBQueryTermsResult_jsonString(terms), error, context);
}
static void on_shown(const TCGBDataContainer *container, const TCGBError *error, void *context) {
    require(!container != !error);
    if (container) {
        TCGBShowTermsViewResult *view = TCGBShowTermsViewResult_fromDataContainer(container);
        require(view);
        shown.opened = TCGBShowTermsViewResult_isTermsUIOpened(view);
        const TCGBPushConfiguration *push = TCGBShowTermsViewResult_pushConfiguration(view);
        shown.has_push = push != NULL;
        shown.enabled = TCGBPushConfiguration_pushEnabled(push);
        shown.day = TCGBPushConfiguration_ADAgreement(push);
        shown.night = TCGBPushConfiguration_ADAgreementNight(push);
        TCGBPushConfiguration *same = TCGBPushConfiguration_fromDataContainer(container);
        require(!same == !push && TCGBPushConfiguration_ADAgreement(same) == shown.day);
        TCGBRelease(same);
        TCGBRelease(view);
    }
    on_json(TCGBDataContainer_jsonString(container), error, context);
}
static void begin(const char *locale, const char *settings) {
    require(setenv("LC_ALL", locale, 1) == 0);
    set_screen_host();
    initialize_here();
    load(settings);
}
static TCGBQueryTermsResult *query(void) {
    PLAY_WELL(&result, TCGBTerms_queryTermsWithViewController_completion(NULL, on_terms, &result));
    TCGBQueryTermsResult *terms = TCGBQueryTermsResult_queryTermsResultFromJsonString(result.json);
    require(terms);
    return terms;
}
/* The agreed flags of the four items, as bits. */
static int agreed(void) {
    TCGBQueryTermsResult *terms = query();
    int bits = 0;
    for (size_t i = 0; i < TCGBQueryTermsResult_contents_count(terms); i++)
        bits |= TCGBTermsContentDetail_agreed(TCGBQueryTermsResult_contents_at(terms, i)) ? 1 << i : 0;
    TCGBRelease(terms);
    return bits;
}
static void ask(bool force) {
    TCGBTermsConfiguration *configuration = TCGBTermsConfiguration_create();
    TCGBTermsConfiguration_setForceShow(configuration, force);
    fresh(&result);
    TCGBTerms_showTermsViewWithConfiguration_viewController_completion(configuration, &screen, on_shown, &result);
    TCGBRelease(configuration);
    require_equal(result.times, 0);
}
/* The host's player answers. */
static void answer_page(int place, const char *json) {
    require(TCGBWebViewRequest_finishWithAnswer(screen.page[place], json));
    TCGBRelease(screen.page[place]);
    wait_for_answer(&result);
}
/* What the member is told without being asked. */
static void is_not_asked(void) {
    int before = screen.shown;
    ask(false);
    wait_for_answer(&result);
    require_equal(result.code, 0);
    require_equal(screen.shown, before);
    require(!shown.opened && !shown.has_push);
}
static void update(int32_t seq, const char *version, int32_t content, bool agrees) {
    TCGBTermsContent *one = TCGBTermsContent_termsContentWithTermsContentSeq_agreed(content, agrees);
    const TCGBTermsContent *contents[] = {one};
    TCGBUpdateTermsConfiguration *configuration =
        TCGBUpdateTermsConfiguration_configurationWithTermsVersion_termsSeq_contents(version, seq, contents, 1);
    require(configuration);
    TCGBRelease(one);
    PLAY(&result, TCGBTerms_updateTermsWithViewController_configuration_completion(NULL, configuration, on_error, &result));
    TCGBRelease(configuration);
}

PROMISE("the device's country decides about the terms: KOREAN, GDPR or ETC") {
    const char *const locales[] = {"ko_KR.UTF-8", "de_DE.UTF-8", "en_GB.UTF-8", "ja_JP.UTF-8", "C"};
    const char *const types[] = {"KOREAN", "GDPR", "GDPR", "ETC", "ETC"};
    for (int i = 0; i < 5; i++) {
        begin(locales[i], TERMS(ONE_SET(1, "1.0", "KOREAN", "") "," ONE_SET(2, "2.0", "GDPR", "") "," ONE_SET(3, "3.0", "ETC", "")));
        TCGBQueryTermsResult *terms = query();
        require_text(TCGBQueryTermsResult_termsCountryType(terms), types[i]);
        TCGBRelease(terms);
        require(TCGBGamebase_shutdown(2000));
    }
}

PROMISE("queried terms have every item as the console has it") {
    begin("ja_JP.UTF-8", TERMS(ONE_SET(7, "1.2.3", "ETC", "")));
    TCGBQueryTermsResult *terms = query();
    require_equal(TCGBQueryTermsResult_termsSeq(terms), 7);
    require_text(TCGBQueryTermsResult_termsVersion(terms), "1.2.3");
    require_equal(TCGBQueryTermsResult_contents_count(terms), 4);
    const TCGBTermsContentDetail *first = TCGBQueryTermsResult_contents_at(terms, 0), *third = TCGBQueryTermsResult_contents_at(terms, 2);
    require_equal(TCGBTermsContentDetail_termsContentSeq(first), 11);
    require_text(TCGBTermsContentDetail_name(first), "Terms of use");
    require(TCGBTermsContentDetail_required(first) && !TCGBTermsContentDetail_required(third));
    require_text(TCGBTermsContentDetail_agreePush(first), "NONE");
    require_text(TCGBTermsContentDetail_agreePush(third), "DAY");
    require_equal(TCGBTermsContentDetail_node1DepthPosition(third), 3);
    require_equal(TCGBTermsContentDetail_node2DepthPosition(third), 1);
    require_equal(TCGBTermsContentDetail_node2DepthPosition(first), -1);
    require_text(TCGBTermsContentDetail_detailPageUrl(first), "https://example.com/terms");
    require(!TCGBTermsContentDetail_agreed(first));
    require(!TCGBQueryTermsResult_contents_at(terms, 4));
    TCGBRelease(terms);
    require(TCGBGamebase_shutdown(2000));
}

/* order: terms query */
/* order: terms query */
PROMISE("without terms querying ends with 6921 and showing with 2001") {
    PLAY(&result, TCGBTerms_queryTermsWithViewController_completion(NULL, on_terms, &result));
    require_equal(result.code, TCGB_ERROR_NOT_INITIALIZED);
    PLAY(&result, TCGBTerms_showTermsViewWithViewController_completion(NULL, on_shown, &result));
    require_equal(result.code, TCGB_ERROR_NOT_INITIALIZED);
    begin("ja_JP.UTF-8", TERMS(""));
    PLAY(&result, TCGBTerms_queryTermsWithViewController_completion(NULL, on_terms, &result));
    require_equal(result.code, TCGB_ERROR_UI_TERMS_NOT_EXIST_IN_CONSOLE);
    PLAY(&result, TCGBTerms_showTermsViewWithViewController_completion(NULL, on_shown, &result));
    require_equal(result.code, TCGB_ERROR_LAUNCHING_SERVER_ERROR);
    load(TERMS(ONE_SET(1, "1", "KOREAN", "")));
    PLAY(&result, TCGBTerms_queryTermsWithViewController_completion(NULL, on_terms, &result));
    require_equal(result.code, TCGB_ERROR_UI_TERMS_NOT_EXIST_FOR_DEVICE_COUNTRY);
    PLAY(&result, TCGBTerms_showTermsViewWithViewController_completion(NULL, on_shown, &result));
    require_equal(result.code, TCGB_ERROR_UI_TERMS_NOT_EXIST_FOR_DEVICE_COUNTRY);
    require(TCGBGamebase_shutdown(2000));
}

/* order: terms view */
/* order: terms view */
PROMISE("terms are shown by the host, and what the player agreed to is stored") {
    begin("ja_JP.UTF-8", TERMS(ONE_SET(1, "1.0", "ETC", "")));
    log_in();
    ask(false);
    wait_for_page(1);
    require(TCGBTerms_isShowingTermsView());
    require_equal(screen.kind[0], TCGBWebViewKindTerms);
    require_text(screen.url[0], "");
    TCGBQueryTermsResult *terms = TCGBQueryTermsResult_queryTermsResultFromJsonString(screen.data[0]);
    require_equal(TCGBQueryTermsResult_contents_count(terms), 4);
    TCGBRelease(terms);
    require(TCGBWebViewRequest_viewController(screen.page[0]) == &screen);
    answer_page(0, AGREED);
    require_equal(result.code, 0);
    require(!TCGBTerms_isShowingTermsView());
    require(shown.opened && shown.has_push && shown.enabled && shown.day && !shown.night);
    require_equal(agreed(), 3); /* push agreements are kept with the push registration */
    is_not_asked();
    ask(true);
    wait_for_page(2);
    answer_page(1,
        "{\"contents\":[{\"termsContentSeq\":11,\"agreed\":true},{\"termsContentSeq\":12,\"agreed\":false},{\"termsContentSeq\":14,\"agreed\":true}]}");
    require(shown.opened && !shown.day && shown.night);
    require_equal(agreed(), 1);
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("an answer that is no JSON object is refused, and the page waits for one that is") {
    begin("ja_JP.UTF-8", TERMS(ONE_SET(1, "1.0", "ETC", "")));
    log_in();
    ask(false);
    wait_for_page(1);
    const char *const wrong[] = {NULL, "", "{", "[]", "[" AGREED "]", "true", "null", "\"yes\""};
    for (int i = 0; i < 8; i++) require(!TCGBWebViewRequest_finishWithAnswer(screen.page[0], wrong[i]));
    pump_for(20);
    require_equal(result.times, 0);
    require(TCGBTerms_isShowingTermsView());
    answer_page(0, AGREED);
    require_equal(result.code, 0);
    require(TCGBGamebase_shutdown(2000));
}

/* order: terms view */
PROMISE("an agreement outlives the process, and is asked for again with new terms") {
    begin("ja_JP.UTF-8", TERMS(ONE_SET(1, "1.0", "ETC", "")));
    log_in();
    ask(false);
    wait_for_page(1);
    answer_page(0, AGREED);
    require_equal(result.code, 0);
    require(TCGBGamebase_shutdown(2000));
    set_screen_host();
    initialize_here();
    log_in();
    is_not_asked();
    load(TERMS(ONE_SET(2, "2.0", "ETC", ",\"reconsentRequired\":false")));
    is_not_asked();
    load(TERMS(ONE_SET(3, "3.0", "ETC", "")));
    ask(false);
    wait_for_page(2);
    answer_page(1, AGREED);
    require_equal(result.code, 0);
    is_not_asked();
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("terms closed without agreement to every required item end with 6999") {
    begin("ja_JP.UTF-8", TERMS(ONE_SET(1, "1.0", "ETC", "")));
    log_in();
    const char *const answers[] = {"{}", "{\"contents\":[]}", "{\"contents\":[{\"termsContentSeq\":12,\"agreed\":true}]}",
        "{\"contents\":[{\"termsContentSeq\":11,\"agreed\":false}]}", "{\"contents\":[7,{\"termsContentSeq\":\"11\",\"agreed\":true}]}"};
    for (int i = 0; i < 5; i++) {
        ask(false);
        wait_for_page(i + 1);
        answer_page(i, answers[i]);
        require_equal(result.code, TCGB_ERROR_UI_UNKNOWN_ERROR);
        require_equal(agreed(), 0);
    }
    ask(false);
    wait_for_page(6);
    finish_page(5, 7002);
    wait_for_answer(&result);
    require_equal(result.code, TCGB_ERROR_WEBVIEW_TIMEOUT);
    require(!TCGBTerms_isShowingTermsView());
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("of two required items either one alone is no agreement") {
    static const struct {
        const char *answer;
        int64_t code;
    } answers[] = {
        {"{\"contents\":[{\"termsContentSeq\":21,\"agreed\":true},{\"termsContentSeq\":22,\"agreed\":true}]}", TCGB_ERROR_UI_UNKNOWN_ERROR},
        {"{\"contents\":[{\"termsContentSeq\":23,\"agreed\":true},{\"termsContentSeq\":21,\"agreed\":false}]}",
            TCGB_ERROR_UI_UNKNOWN_ERROR},
        {"{\"contents\":[{\"termsContentSeq\":23,\"agreed\":true},{\"termsContentSeq\":21,\"agreed\":true}]}", 0},
    };
    begin("ja_JP.UTF-8", TERMS("{\"termsSeq\":1,\"termsVersion\":\"1.0\",\"termsCountryType\":\"ETC\",\"contents\":["
                               "{\"termsContentSeq\":21,\"name\":\"Terms of use\",\"required\":true},"
                               "{\"termsContentSeq\":22,\"name\":\"Newsletter\"},"
                               "{\"termsContentSeq\":23,\"name\":\"Privacy\",\"required\":true}]}"));
    log_in();
    for (int i = 0; i < 3; i++) {
        ask(false);
        wait_for_page(i + 1);
        answer_page(i, answers[i].answer);
        require_equal(result.code, answers[i].code);
        require_equal(agreed(), answers[i].code ? 0 : 5);
    }
    is_not_asked();
    require(TCGBGamebase_shutdown(2000));
}

/* order: terms query */
PROMISE("what a player agreed to before the login is the device's, and the member's after it") {
    begin("ja_JP.UTF-8", TERMS(ONE_SET(1, "1.0", "ETC", "")));
    ask(false);
    wait_for_page(1);
    answer_page(0, AGREED);
    require_equal(result.code, 0);
    is_not_asked();
    require_equal(agreed(), 3);
    require(TCGBGamebase_shutdown(2000));
    set_screen_host();
    initialize_here();
    is_not_asked();
    log_in();
    for (int64_t began = milliseconds(); agreed() != 3;) require(milliseconds() - began < 5000);
    is_not_asked();
    /* The device's agreement was this member's: the next one on the device has to say by itself. */
    PLAY_WELL(&answer, TCGBGamebase_withdrawWithViewController_completion(NULL, on_error, &answer));
    log_in();
    pump_for(100);
    require_equal(agreed(), 0);
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("updating stores what the member says, item by item") {
    begin("ja_JP.UTF-8", TERMS(ONE_SET(1, "1.0", "ETC", "")));
    log_in();
    update(1, "1.0", 12, true);
    require_equal(result.code, 0);
    require_equal(agreed(), 2);
    is_not_asked(); /* a game that shows its own terms sends the optional items only */
    update(1, "1.0", 12, false);
    require_equal(result.code, 0);
    require_equal(agreed(), 0);
    update(1, "1.0", 11, false);
    require_equal(result.code, 0);
    ask(false);
    wait_for_page(1);
    answer_page(0, AGREED);
    require_equal(agreed(), 3);
    require(TCGBGamebase_shutdown(2000));
}

/* order: terms update */
/* order: terms update */
PROMISE("updating needs a login (2), terms and items of the console (6923) and their version (3)") {
    begin("ja_JP.UTF-8", TERMS(ONE_SET(1, "1.0", "ETC", "")));
    update(1, "1.0", 12, true);
    require_equal(result.code, TCGB_ERROR_NOT_LOGGED_IN);
    log_in();
    update(2, "1.0", 12, true);
    require_equal(result.code, TCGB_ERROR_UI_TERMS_UNREGISTERED_SEQ);
    update(1, "1.0", 99, true);
    require_equal(result.code, TCGB_ERROR_UI_TERMS_UNREGISTERED_SEQ);
    update(1, "0.9", 12, true);
    require_equal(result.code, TCGB_ERROR_INVALID_PARAMETER);
    PLAY(&result, TCGBTerms_updateTermsWithViewController_configuration_completion(NULL, NULL, on_error, &result));
    require_equal(result.code, TCGB_ERROR_INVALID_PARAMETER);
    require_equal(agreed(), 0);
    require(!TCGBUpdateTermsConfiguration_configurationWithTermsVersion_termsSeq_contents("1", 1, NULL, 1));
    require(TCGBGamebase_shutdown(2000));
}

/* order: terms update */
PROMISE("one terms call runs at a time, the view included: another ends with 6924") {
    begin("ja_JP.UTF-8", TERMS(ONE_SET(1, "1.0", "ETC", "")));
    log_in();
    ask(false);
    PLAY(&other, TCGBTerms_showTermsViewWithViewController_completion(NULL, on_shown, &other));
    require_equal(other.code, TCGB_ERROR_UI_TERMS_ALREADY_IN_PROGRESS_ERROR);
    wait_for_page(1);
    PLAY(&other, TCGBTerms_showTermsViewWithViewController_completion(NULL, on_shown, &other));
    require_equal(other.code, TCGB_ERROR_UI_TERMS_ALREADY_IN_PROGRESS_ERROR);
    PLAY(&other, TCGBTerms_queryTermsWithViewController_completion(NULL, on_terms, &other));
    require_equal(other.code, 0);
    answer_page(0, AGREED);
    require_equal(result.code, 0);
    is_not_asked();
    /* A call that the watchdog ended frees the way, too. */
    TCGBRunLoop_setCallTimeout(200);
    require(TCGBConsole_setServiceSuspended(true));
    ask(true);
    wait_for_answer(&result);
    require_equal(result.code, TCGB_ERROR_SOCKET_RESPONSE_TIMEOUT);
    require(TCGBConsole_setServiceSuspended(false));
    TCGBRunLoop_setCallTimeout(30000);
    is_not_asked();
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("terms that are shown at shutdown are told to close, end once with 110, and nothing was agreed to") {
    begin("ja_JP.UTF-8", TERMS(ONE_SET(1, "1.0", "ETC", "")));
    log_in();
    ask(false);
    wait_for_page(1);
    pump_for(50); /* the thread that asked the host has gone on */
    require(TCGBGamebase_shutdown(2000));
    require_equal(result.times, 1);
    require_equal(result.code, TCGB_ERROR_SOCKET_ERROR);
    require_text(screen.command[0], "close");
    require(!TCGBWebViewRequest_finishWithAnswer(screen.page[0], AGREED));
    TCGBRelease(screen.page[0]);
    set_screen_host();
    initialize_here();
    log_in();
    require_equal(agreed(), 0);
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("a host that shows no web views cannot show terms: 10, and nothing is agreed to") {
    require(setenv("LC_ALL", "ja_JP.UTF-8", 1) == 0);
    initialize_here();
    load(TERMS(ONE_SET(1, "1.0", "ETC", "")));
    ask(false);
    wait_for_answer(&result);
    require_equal(result.code, TCGB_ERROR_NOT_SUPPORTED);
    require_equal(agreed(), 0);
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("wrong terms are refused with their place in the console settings") {
    initialize_here();
    const struct {
        const char *settings, *message;
    } wrong[] = {
        {"{\"terms\":[{\"termsSeq\":1,\"termsVersion\":\"1\",\"contents\":[]}]}", "$.terms[0].contents"},
        {"{\"terms\":[{\"termsSeq\":1,\"termsVersion\":\"1\",\"termsCountryType\":\"JP\",\"contents\":[]}]}",
            "$.terms[0].termsCountryType"},
        {TERMS(ONE_SET(1, "1", "ETC", "") "," ONE_SET(2, "2", "ETC", "")), "$.terms[1]"},
        {TERMS(ONE_SET(1, "1", "ETC", "") "," ONE_SET(1, "2", "GDPR", "")), "$.terms[1]"},
        {"{\"terms\":[{\"termsSeq\":1,\"termsVersion\":\"1\",\"contents\":[{\"termsContentSeq\":1,\"name\":\"a\"},{\"termsContentSeq\":1,\"name\":\"b\"}]}]}",
            "$.terms[0].contents[1].termsContentSeq"},
        {"{\"terms\":[{\"termsSeq\":1,\"termsVersion\":\"1\",\"contents\":[{\"termsContentSeq\":1,\"name\":\"a\",\"agreePush\":\"YES\"}]}]}",
            "$.terms[0].contents[0].agreePush"},
    };
    for (int i = 0; i < 6; i++) {
        PLAY(&answer, TCGBConsole_loadSettings_completion(wrong[i].settings, on_error, &answer));
        require_equal(answer.code, TCGB_ERROR_INVALID_PARAMETER);
        require(strncmp(answer.message, wrong[i].message, strlen(wrong[i].message)) == 0);
    }
    load(TERMS(ONE_SET(1, "1.0", "ETC", ",\"reconsentRequired\":false")));
    PLAY_WELL(&answer, TCGBConsole_saveSettingsWithCompletion(on_json, &answer));
    static char saved[65536];
    copy_text(saved, sizeof saved, answer.json);
    load(saved);
    PLAY_WELL(&answer, TCGBConsole_saveSettingsWithCompletion(on_json, &answer));
    require_text(answer.json, saved);
    require(strstr(saved, "reconsentRequired\": false"));
    require(TCGBGamebase_shutdown(2000));
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
