/* Figures by day in the game's own process: one member counts once, money is what the store took, and what is wrong with a query. */
#include "play.h"

#define CONSOLE \
    "{\"app\":{\"appId\":\"Contract\",\"typeCode\":\"SANDBOX\",\"secretKey\":\"contract-secret\"}," \
    "\"idPs\":{\"google\":{\"enabled\":true}},\"figures\":{\"utcTimeZone\":\"+09:00\"}," \
    "\"products\":[{\"gamebaseProductId\":\"gem\",\"productType\":\"CONSUMABLE\",\"price\":\"0.99\",\"currency\":\"USD\"}]," \
    "\"sandboxStore\":{\"outcome\":\"APPROVE\",\"delayMilliseconds\":0}}"

static void open(void) {
    initialize_here();
    PLAY_WELL(&answer, TCGBConsole_loadSettings_completion(CONSOLE, on_error, &answer));
}
static void ask(const char *query) { PLAY_WELL(&answer, TCGBConsole_figures_completion(query, on_json, &answer)); }
/* A figure of today, which is the last in its list. */
static void require_today(const char *figure, const char *wanted) {
    char key[64];
    snprintf(key, sizeof key, "\"%s\":[", figure);
    const char *list = strstr(answer.json, key);
    require(list != NULL);
    const char *end = strchr(list, ']'), *last = end;
    while (last[-1] != ',' && last[-1] != '[') last--;
    require_equal((int64_t)(end - last), (int64_t)strlen(wanted));
    require(!strncmp(last, wanted, strlen(wanted)));
}
static void play_as(const char *name) {
    char credential[128];
    snprintf(credential, sizeof credential, "{\"provider_name\":\"google\",\"access_token\":\"%s\"}", name);
    PLAY_WELL(&answer, TCGBGamebase_loginWithCredential_viewController_completion(credential, NULL, on_login, &answer));
}
static void leave(void) { PLAY_WELL(&answer, TCGBGamebase_logoutWithViewController_completion(NULL, on_error, &answer)); }

PROMISE("figures count a member once a day, however often it logs in, and once among those who paid") {
    open();
    for (int time = 0; time < 3; time++) {
        play_as("somebody");
        leave();
    }
    play_as("somebody else");
    for (int time = 0; time < 2; time++)
        PLAY_WELL(&answer, TCGBPurchase_requestPurchaseWithGamebaseProductId_viewController_completion("gem", NULL, on_purchase, &answer));
    ask("{\"kind\":\"members\"}");
    require(strstr(answer.json, "\"timeZone\":\"+09:00\""));
    require_today("new", "2");
    require_today("active", "2");
    require_today("active30", "2");
    require_today("sessions", "4");
    require_today("payers", "1");
    /* Who stays connected is active on the next day, too. */
    leave();
    PLAY_WELL(&answer, TCGBConsole_advanceClockByMilliseconds_completion(86400000, on_error, &answer));
    ask("{\"kind\":\"members\"}");
    require_today("active", "0");
    require_today("active7", "2");
    require_today("total", "2");
}

PROMISE("a query of figures that is none is refused with what it should be") {
    open();
    static const struct {
        const char *query, *says;
    } wrong[] = {
        {NULL, "queryJson"},
        {"", "queryJson"},
        {"[]", "must be a JSON object"},
        {"{\"kind\":\"guests\"}", "must be one of members"},
        {"{\"kind\":\"members\",\"kinds\":1}", "kinds"},
        {"{\"kind\":\"members\",\"from\":\"2030-13-01\"}", "from"},
        {"{\"kind\":\"members\",\"to\":\"2999-01-01\"}", "later than today"},
        {"{\"kind\":\"members\",\"from\":\"1999-01-01\"}", "400 days"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        PLAY(&answer, TCGBConsole_figures_completion(wrong[i].query, on_json, &answer));
        require(answer.code == TCGB_ERROR_INVALID_PARAMETER || answer.code == TCGB_ERROR_INVALID_JSON_FORMAT);
        require(strstr(answer.message, wrong[i].says) != NULL);
    }
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
