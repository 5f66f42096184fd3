/* A running game sees what the console changes, without a restart; and what the console could not change it does not see. */
#include "play.h"

#define PRODUCT(id, price) "{\"gamebaseProductId\":\"" id "\",\"productType\":\"CONSUMABLE\",\"price\":\"" price "\",\"currency\":\"USD\"}"

static int launching_events;
static void on_event(const TCGBGamebaseEventMessage *message, void *context) {
    (void)context;
    launching_events += strcmp(TCGBGamebaseEventMessage_category(message), kTCGBObserverLaunching) == 0;
}
static void begin(void) {
    initialize_here();
    load_settings();
    log_in();
    TCGBGamebase_addEventHandler(on_event, NULL);
}
static void see(const char *text) {
    for (int64_t began = milliseconds(); !strstr(TCGBLaunching_launchingInformations(), text); TCGBRunLoop_runUntil(20))
        if (milliseconds() - began > PLAY_LIMIT_MILLISECONDS)
            broken_text(__FILE__, __LINE__, "the game sees it", TCGBLaunching_launchingInformations(), text);
}
static void products(size_t count, const char *first) {
    PLAY_WELL(&answer, TCGBPurchase_requestItemListPurchasableWithCompletion(on_items, &answer));
    require_equal(answer.count, count);
    require(strstr(answer.items[0], first));
}

PROMISE("settings that are loaded while the game runs change products, texts, addresses and status at once") {
    begin();
    products(1, "gem_100");
    PLAY_WELL(&answer,
        TCGBConsole_loadSettings_completion(
            "{\"app\":{\"appId\":\"Contract\",\"defaultLanguage\":\"ja\",\"installUrl\":\"https://example.com/new\"},\"launching\":{\"status\":203},"
            "\"notice\":{\"title\":\"Fresh\"},\"tcLaunching\":\"season 4\",\"customerService\":{\"type\":\"GAMEBASE\",\"url\":\"https://example.com/help\"},"
            "\"relatedUrls\":{\"termsUrl\":\"https://example.com/terms\"},\"products\":[" PRODUCT("ruby", "2.50") "," PRODUCT(
                "pearl", "1") "]}",
            on_error, &answer));
    products(2, "ruby"); /* no waiting: the service answers from the new settings */
    see("Fresh");
    see("https://example.com/new");
    see("https://example.com/help");
    see("https://example.com/terms");
    see("\"defaultLanguage\":\"ja\"");
    require_text(TCGBLaunching_tcLaunchingInformations(), "season 4");
    require_equal(TCGBLaunching_launchingStatus(), IN_TEST);
    pump_till(launching_events == 1, 60);
    require_equal(launching_events, 1);
    require(TCGBGamebase_userID()); /* nobody was thrown out */
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("a load that fails changes nothing that the game sees") {
    static char before[65536], saved[65536];
    begin();
    PLAY_WELL(&answer, TCGBConsole_saveSettingsWithCompletion(on_json, &answer));
    copy_text(saved, sizeof saved, answer.json);
    PLAY_WELL(&answer, TCGBLaunching_refreshWithCompletion(on_json, &answer));
    copy_text(before, sizeof before, strstr(TCGBLaunching_launchingInformations(), "\"launching\""));
    PLAY(&answer,
        TCGBConsole_loadSettings_completion("{\"app\":{\"appId\":\"Contract\"},\"launching\":{\"status\":303},\"products\":[" PRODUCT(
                                                "ruby", "2.50") "," PRODUCT("pearl", "one") "]}",
            on_error, &answer));
    require_equal(answer.code, TCGB_ERROR_INVALID_PARAMETER);
    require(strncmp(answer.message, "$.products[1].price: ", 21) == 0);
    PLAY(&answer, TCGBConsole_loadSettings_completion("{\"launching\":{\"status\":303},}", on_error, &answer));
    require_equal(answer.code, TCGB_ERROR_INVALID_JSON_FORMAT);
    PLAY(&answer, TCGBConsole_loadSettings_completion("{\"launching\":{\"stauts\":303}}", on_error, &answer));
    require(strncmp(answer.message, "$.launching.stauts: is not known here", 37) == 0);
    pump_till(TCGBLaunching_launchingStatus() == IN_SERVICE, 60);
    require_equal(launching_events, 0);
    require_equal(TCGBLaunching_launchingStatus(), IN_SERVICE);
    products(1, "gem_100");
    PLAY_WELL(&answer, TCGBConsole_saveSettingsWithCompletion(on_json, &answer));
    require_text(answer.json, saved);
    PLAY_WELL(&answer, TCGBLaunching_refreshWithCompletion(on_json, &answer));
    require_text(strstr(TCGBLaunching_launchingInformations(), "\"launching\""), before);
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("a settings file is loaded while the game runs, and any other file is refused") {
    char path[4096];
    begin();
    snprintf(path, sizeof path, "%s/console.json", directory);
    FILE *file = fopen(path, "w");
    require(file);
    fputs("{\"app\":{\"appId\":\"Contract\"},\"launching\":{\"status\":205}}", file);
    fclose(file);
    PLAY_WELL(&answer, TCGBConsole_loadSettingsFromFile_completion(path, on_error, &answer));
    see("IN_BETA");
    require_equal(TCGBLaunching_launchingStatus(), IN_BETA);
    PLAY(&answer, TCGBConsole_loadSettingsFromFile_completion(directory, on_error, &answer));
    require_equal(answer.code, TCGB_ERROR_INVALID_PARAMETER);
    snprintf(path, sizeof path, "%s/nothing.json", directory);
    PLAY(&answer, TCGBConsole_loadSettingsFromFile_completion(path, on_error, &answer));
    require_equal(answer.code, TCGB_ERROR_INVALID_PARAMETER);
    require_equal(TCGBLaunching_launchingStatus(), IN_BETA);
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("every client of the service sees the change") {
    TCGBInstance *one = TCGBInstance_create(), *two;
    char path[4096];
    require(TCGBInstance_makeCurrent(one));
    snprintf(path, sizeof path, "%s/one", directory);
    initialize_in(path);
    load_settings();
    two = TCGBInstance_createSharingServiceOf(one);
    require(TCGBInstance_makeCurrent(two));
    initialize_in(NULL);
    TCGBGamebase_addEventHandler(on_event, NULL);
    require(TCGBInstance_makeCurrent(one));
    PLAY_WELL(&answer, TCGBConsole_setLaunchingStatus_message_completion(INSPECTING_SERVICE, "tea", on_error, &answer));
    require(TCGBInstance_makeCurrent(two));
    see("tea");
    pump_till(launching_events == 1, 60);
    require_equal(launching_events, 1);
    require(TCGBInstance_destroy(two, 2000));
    require(TCGBInstance_destroy(one, 2000));
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
