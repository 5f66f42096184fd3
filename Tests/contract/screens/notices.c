/* Image notices and the game notice: what the console has, once a day for a player who wants it no more often. */
#include "screens.h"

#define PAGE(id, more) "{\"imageNoticeId\":" #id ",\"path\":\"/" #id ".png\",\"width\":600,\"height\":400" more "}"
#define NOTICES(pages) \
    "{\"app\":{\"appId\":\"Contract\",\"typeCode\":\"SANDBOX\"},\"imageNotice\":{\"type\":\"ROLLING\",\"theme\":\"DARK\"," \
    "\"address\":\"https://example.com/notices\",\"footerHeight\":40,\"rollingImageNoticeId\":9,\"pageList\":[" pages "]}}"
#define GAME_NOTICE(url) \
    "{\"app\":{\"appId\":\"Contract\",\"typeCode\":\"SANDBOX\"},\"gameNotice\":{\"url\":\"" url \
    "\",\"latestNoticeTimeMillis\":1700000000000}}"

enum { DAY = 86400000 };
static struct answer result, other;
static char payload[8][256];
static int payloads;
static void on_click(const char *text, const TCGBError *error, void *context) {
    require(!error && context == &payloads);
    copy_text(payload[payloads++], sizeof payload[0], text);
}
static void begin(const char *settings) {
    set_screen_host();
    initialize_here();
    load(settings);
}
static void ask(bool closes_with_scheme, int64_t timeout) {
    TCGBImageNoticeConfiguration *configuration = TCGBImageNoticeConfiguration_create();
    TCGBImageNoticeConfiguration_setEnableAutoCloseByCustomScheme(configuration, closes_with_scheme);
    if (timeout) TCGBImageNoticeConfiguration_setTimeoutMS(configuration, timeout);
    fresh(&result);
    TCGBImageNotice_showImageNoticesWithViewController_configuration_closeCompletion_schemeEvent(
        &screen, configuration, on_error, &result, on_click, &payloads);
    TCGBRelease(configuration);
    require_equal(result.times, 0);
}
static void answer_page(int place, const char *json) {
    require(TCGBWebViewRequest_finishWithAnswer(screen.page[place], json));
    TCGBRelease(screen.page[place]);
    wait_for_answer(&result);
    require_equal(result.code, 0);
}
static void advance(int64_t time) { PLAY_WELL(&answer, TCGBConsole_advanceClockByMilliseconds_completion(time, on_error, &answer)); }
/* Nothing is left to show. */
static void shows_nothing(void) {
    int before = screen.shown;
    ask(true, 0);
    wait_for_answer(&result);
    require_equal(result.code, 0);
    pump_for(50);
    require_equal(screen.shown, before);
}

PROMISE("the host gets the notices in the vendor's shape, and the completion comes at their end") {
    begin(NOTICES(
        PAGE(1, ",\"clickScheme\":\"mygame://shop\"") "," PAGE(2, ",\"clickScheme\":\"https://example.com/\",\"clickType\":\"OPEN_URL\"")));
    ask(true, 0);
    wait_for_page(1);
    require_equal(screen.kind[0], TCGBWebViewKindImageNotice);
    require_text(screen.url[0], "https://example.com/notices");
    require(TCGBWebViewRequest_viewController(screen.page[0]) == &screen);
    require(!TCGBWebViewConfiguration_isNavigationBarVisible(TCGBWebViewRequest_configuration(screen.page[0])));
    const char *const parts[] = {
        "\"imageNoticeWeb\":{\"hasImageNotice\":true,\"type\":\"ROLLING\",\"theme\":\"DARK\",\"address\":\"https://example.com/notices\",\"footerHeight\":40,\"rollingImageNoticeId\":9,\"nextPopupTimeMillis\":",
        "\"pageList\":[{\"imageNoticeId\":1,\"path\":\"/1.png\",\"clickScheme\":\"mygame://shop\",\"clickType\":\"CUSTOM_SCHEME\",\"imageInfo\":{\"width\":600,\"height\":400}},{\"imageNoticeId\":2,",
        "\"configuration\":{\"backgroundColor\":2147483648,\"timeoutMS\":5000,\"enableAutoCloseByCustomScheme\":true}",
    };
    for (int i = 0; i < 3; i++) require(strstr(screen.data[0], parts[i]));
    TCGBWebViewRequest_didLoad(screen.page[0]);
    pump_for(50);
    require_equal(result.times, 0);
    finish_page(0, 0);
    wait_for_answer(&result);
    require_equal(result.code, 0);
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("a click with the game's own address reaches the game and closes the notices") {
    begin(NOTICES(PAGE(1, "")));
    ask(true, 0);
    wait_for_page(1);
    require(TCGBWebViewRequest_navigate(screen.page[0], "https://example.com/outside"));
    pump_till(screen.opened == 1, 50);
    require_equal(screen.opened, 1);
    require_equal(result.times, 0);
    require(TCGBWebViewRequest_navigate(screen.page[0], "mygame://shop"));
    wait_for_answer(&result);
    require_equal(result.code, 0);
    require_equal(payloads, 1);
    require_text(payload[0], "mygame://shop");
    require_text(screen.command[0], "close");
    TCGBRelease(screen.page[0]);
    ask(false, 0);
    wait_for_page(2);
    require(TCGBWebViewRequest_navigate(screen.page[1], "mygame://hats"));
    pump_till(payloads == 2, 50);
    require_equal(payloads, 2);
    require_equal(result.times, 0);
    TCGBImageNotice_closeImageNoticesWithViewController(NULL);
    wait_for_answer(&result);
    require_equal(result.code, 0);
    require_text(screen.command[1], "close");
    TCGBRelease(screen.page[1]);
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("notices that the host does not show in time end with 6901, and those that it has shown do not") {
    begin(NOTICES(PAGE(1, "")));
    ask(true, 150);
    wait_for_page(1);
    wait_for_answer(&result);
    require_equal(result.code, TCGB_ERROR_UI_IMAGE_NOTICE_TIMEOUT);
    require_text(screen.command[0], "close");
    TCGBRelease(screen.page[0]);
    ask(true, 150);
    wait_for_page(2);
    TCGBWebViewRequest_didLoad(screen.page[1]);
    pump_for(400);
    require_equal(result.times, 0);
    finish_page(1, 0);
    wait_for_answer(&result);
    require_equal(result.code, 0);
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("an image hidden for today is not shown until the day is over, restart or not") {
    begin(NOTICES(PAGE(1, "") "," PAGE(2, "")));
    ask(true, 0);
    wait_for_page(1);
    answer_page(0, "{\"doNotShowToday\":[2,77]}");
    ask(true, 0);
    wait_for_page(2);
    require(strstr(screen.data[1], "\"imageNoticeId\":1") && !strstr(screen.data[1], "\"imageNoticeId\":2"));
    answer_page(1, "{\"doNotShowToday\":true}");
    shows_nothing();
    require(TCGBGamebase_shutdown(2000));
    set_screen_host();
    initialize_here();
    shows_nothing();
    load(NOTICES(PAGE(1, "") "," PAGE(2, "") "," PAGE(3, "")));
    ask(true, 0);
    wait_for_page(3);
    require(!strstr(screen.data[2], "\"imageNoticeId\":1") && strstr(screen.data[2], "\"imageNoticeId\":3"));
    answer_page(2, "{\"doNotShowToday\":false}");
    advance(DAY);
    ask(true, 0);
    wait_for_page(4);
    require(strstr(screen.data[3], "\"imageNoticeId\":1") && strstr(screen.data[3], "\"imageNoticeId\":2"));
    answer_page(3, "{}");
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("the player's day ends at midnight of the device's time zone") {
    const char *const zones[] = {"UTC0", "XXX-9", "XXX+3:30"};
    const int64_t offsets[] = {0, 9 * 3600000, -12600000};
    for (int i = 0; i < 3; i++) {
        require(setenv("TZ", zones[i], 1) == 0);
        tzset();
        begin(NOTICES(PAGE(1, "")));
        ask(true, 0);
        wait_for_page(i + 1);
        char next[32];
        int64_t until = strtoll(json_member(screen.data[i], "nextPopupTimeMillis", next, sizeof next), NULL, 10),
                now = TCGBUtil_unixEpochTime();
        require((until + offsets[i]) % DAY == 0);
        require(until > now - 1000 && until <= now + DAY + 1000);
        finish_page(i, 0);
        wait_for_answer(&result);
        require(TCGBGamebase_shutdown(2000));
    }
}

PROMISE("a notice is shown from its beginning to its end, and none at all is success") {
    begin(NOTICES(PAGE(1, ",\"beginDate\":\"2020-01-01T00:00:00Z\",\"endDate\":\"2021-01-01T00:00:00Z\"") "," PAGE(
        2, ",\"beginDate\":\"2020-01-01T00:00:00+09:00\",\"endDate\":\"2090-01-01T00:00:00Z\"") "," PAGE(3,
        ",\"beginDate\":\"2090-01-01T00:00:00Z\"")));
    ask(true, 0);
    wait_for_page(1);
    require(!strstr(screen.data[0], "\"imageNoticeId\":1") && strstr(screen.data[0], "\"imageNoticeId\":2") &&
            !strstr(screen.data[0], "\"imageNoticeId\":3"));
    finish_page(0, 0);
    wait_for_answer(&result);
    load_settings();
    shows_nothing();
    /* A host that shows none: no reason for a game to stop. */
    load(NOTICES(PAGE(1, "")));
    require(TCGBHost_setDelegate(NULL));
    shows_nothing();
    require(TCGBGamebase_shutdown(2000));
    ask(true, 0);
    wait_for_answer(&result);
    require_equal(result.code, TCGB_ERROR_NOT_INITIALIZED);
}

PROMISE("notices without an address of their own are shown without one") {
    begin("{\"app\":{\"appId\":\"Contract\",\"typeCode\":\"SANDBOX\"},\"imageNotice\":{\"pageList\":[" PAGE(1, "") "]}}");
    ask(true, 0);
    wait_for_page(1);
    require(!TCGBWebViewRequest_url(screen.page[0]));
    finish_page(0, 0);
    wait_for_answer(&result);
    require_equal(result.code, 0);
    require(TCGBGamebase_shutdown(2000));
}

static struct {
    int times;
    int64_t code, latest;
    char url[256];
} info;
static void on_info(const char *url, int64_t latest, const TCGBError *error, void *context) {
    require(context == &info && !url != !error);
    info.times++;
    info.code = TCGBError_code(error);
    info.latest = latest;
    copy_text(info.url, sizeof info.url, url);
}
static void ask_info(void) {
    memset(&info, 0, sizeof info);
    TCGBGameNotice_requestGameNoticeInfoWithCompletion(on_info, &info);
    require(pump_until(&info.times, PLAY_LIMIT_MILLISECONDS));
}

PROMISE("the game notice is the console's page in a web view; without one it ends with 6941") {
    begin(GAME_NOTICE("https://example.com/board"));
    ask_info();
    require_equal(info.code, 0);
    require_text(info.url, "https://example.com/board");
    require(info.latest == 1700000000000);
    fresh(&result);
    TCGBGameNotice_openGameNoticeWithViewController_completion(&screen, on_error, &result);
    wait_for_page(1);
    require_equal(screen.kind[0], TCGBWebViewKindGameNotice);
    require_text(screen.url[0], "https://example.com/board");
    require_equal(result.times, 0);
    fresh(&other);
    TCGBGameNotice_openGameNoticeWithViewController_completion(NULL, on_error, &other);
    wait_for_answer(&result);
    require_equal(result.code, TCGB_ERROR_WEBVIEW_OPENED_NEW_BROWSER_BEFORE_CLOSE);
    wait_for_page(2);
    finish_page(1, 0);
    wait_for_answer(&other);
    require_equal(other.code, 0);
    load_settings();
    PLAY(&other, TCGBGameNotice_openGameNoticeWithViewController_completion(NULL, on_error, &other));
    require_equal(other.code, TCGB_ERROR_UI_GAME_NOTICE_FAIL_INVALID_URL);
    ask_info();
    require_equal(info.code, TCGB_ERROR_UI_GAME_NOTICE_FAIL_INVALID_URL);
    require(TCGBGamebase_shutdown(2000));
    PLAY(&other, TCGBGameNotice_openGameNoticeWithViewController_completion(NULL, on_error, &other));
    require_equal(other.code, TCGB_ERROR_NOT_INITIALIZED);
}

static const char *const everything =
    "{\"app\":{\"appId\":\"Contract\",\"typeCode\":\"SANDBOX\"},\"gameNotice\":{\"url\":\"https://example.com/board\"},"
    "\"customerService\":{\"type\":\"CUSTOM\",\"url\":\"https://example.com/help\"},"
    "\"imageNotice\":{\"address\":\"https://example.com/notices\",\"pageList\":[" PAGE(1, "") "]}}";
/* Opens the customer service, a page of the game's, or the game notice. */
static void open_page(int which, struct answer *into) {
    fresh(into);
    if (which == 0) TCGBContact_openContactWithViewController_completion(NULL, on_error, into);
    if (which == 1)
        TCGBWebView_showWebViewWithURL_viewController_configuration_closeCompletion_schemeList_schemeEvent(
            "https://example.com/", NULL, NULL, on_error, into, NULL, 0, NULL, NULL);
    if (which == 2) TCGBGameNotice_openGameNoticeWithViewController_completion(NULL, on_error, into);
}
static void let_go(void) {
    for (int i = 0; i < screen.shown; i++) TCGBRelease(screen.page[i]);
    memset(&screen, 0, sizeof screen);
}

PROMISE("each page takes the place of each other page, and image notices stay above them") {
    struct answer page;
    begin(everything);
    for (int before = 0; before < 3; before++)
        for (int after = 0; after < 3; after++) {
            ask(true, 60000);
            wait_for_page(1);
            open_page(before, &page);
            wait_for_page(2);
            open_page(after, &other);
            wait_for_answer(&page);
            require_equal(page.code, TCGB_ERROR_WEBVIEW_OPENED_NEW_BROWSER_BEFORE_CLOSE);
            wait_for_page(3);
            require(screen.commands == 1 && screen.commanded[0] == screen.page[1]);
            TCGBWebView_closeWebView(); /* whatever the page is */
            wait_for_answer(&other);
            require_equal(other.code, 0);
            pump_till(screen.commands == 2, 20);
            require(screen.commands == 2 && screen.commanded[1] == screen.page[2]);
            require_equal(result.times, 0);
            open_page(after, &other);
            wait_for_page(4);
            TCGBImageNotice_closeImageNoticesWithViewController(NULL);
            wait_for_answer(&result);
            require_equal(result.code, 0);
            pump_till(screen.commands == 3, 20);
            require(screen.commands == 3 && screen.commanded[2] == screen.page[0]);
            require_equal(other.times, 0);
            require(TCGBWebViewRequest_finish(screen.page[3], 0));
            wait_for_answer(&other);
            let_go();
        }
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("the launching information says where the game notice is and whether there are terms") {
    begin("{\"app\":{\"appId\":\"Contract\",\"typeCode\":\"SANDBOX\"},\"gameNotice\":{\"url\":\"https://example.com/board\"},"
          "\"terms\":[{\"termsSeq\":1,\"termsVersion\":\"1\",\"contents\":[{\"termsContentSeq\":1,\"name\":\"n\"}]}]}");
    require(TCGBGamebase_shutdown(2000));
    initialize_here();
    require(strstr(answer.json, "\"gameNotice\":{\"url\":\"https://example.com/board\",\"latestNoticeTimeMillis\":-1}"));
    require(strstr(answer.json, "\"termsService\":{\"showTermsFlag\":true"));
    require(TCGBGamebase_shutdown(2000));
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
