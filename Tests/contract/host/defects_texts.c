/* Numbers, names, prices, languages, logs, JSON: what changed, crashed or looped elsewhere. */
#include "screens/scene.h"

#include <locale.h>

/* defect 12 */
PROMISE("the numbers of errors and the names of events are fixed") {
    static const struct {
        int64_t is, must;
    } numbers[] = {{TCGB_ERROR_NOT_INITIALIZED, 1}, {TCGB_ERROR_NOT_LOGGED_IN, 2}, {TCGB_ERROR_INVALID_PARAMETER, 3},
        {TCGB_ERROR_INVALID_JSON_FORMAT, 4}, {TCGB_ERROR_INVALID_MEMBER, 6}, {TCGB_ERROR_BANNED_MEMBER, 7}, {TCGB_ERROR_NOT_SUPPORTED, 10},
        {TCGB_ERROR_SOCKET_RESPONSE_TIMEOUT, 101}, {TCGB_ERROR_SOCKET_ERROR, 110}, {TCGB_ERROR_AUTH_USER_CANCELED, 3001},
        {TCGB_ERROR_AUTH_ALREADY_IN_PROGRESS_ERROR, 3010}, {TCGB_ERROR_AUTH_NOT_PLAYABLE, 3701}, {TCGB_ERROR_PURCHASE_PENDING, 4008},
        {TCGB_ERROR_UNKNOWN_ERROR, 9999}};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) require_equal(numbers[i].is, numbers[i].must);
    require_text(kTCGBLoggedOut, "loggedOut");
    require_text(kTCGBIdPRevoked, "idPRevoked");
    require_text(kTCGBObserverLaunching, "observerLaunching");
    require_text(kTCGBObserverHeartbeat, "observerHeartbeat");
    require_text(kTCGBServerPushAppKickout, "serverPushAppKickout");
    require_text(kTCGBServerPushAppKickoutMessageReceived, "serverPushAppKickoutMessageReceived");
    require_text(kTCGBServerPushTransferKickout, "serverPushTransferKickout");
    require_text(kTCGBPurchaseUpdated, "purchaseUpdated");
}

/* defect 13 */
PROMISE("prices are the console's decimal texts in every locale") {
    char command[8192];
    snprintf(command, sizeof command, "localedef -i de_DE -f UTF-8 --no-archive '%s/de_DE.UTF-8' >/dev/null 2>&1", directory);
    if (system(command) < 0) skip("no shell");
    setenv("LOCPATH", directory, 1);
    if (!setlocale(LC_ALL, "de_DE.UTF-8")) skip("no German locale can be made here");
    char comma[32];
    snprintf(comma, sizeof comma, "%.2f", 0.5);
    require_text(comma, "0,50");
    start_playing();
    PLAY_WELL(
        &answer, TCGBConsole_setCatalogue_completion(
                     "[{\"gamebaseProductId\":\"big\",\"productType\":\"CONSUMABLE\",\"storeCode\":\"SANDBOX\",\"marketItemId\":\"m.big\","
                     "\"price\":\"123456789012345.67\",\"currency\":\"KRW\",\"active\":true,\"itemSeq\":7}]",
                     on_error, &answer));
    PLAY_WELL(&answer, TCGBPurchase_requestItemListPurchasableWithCompletion(on_items, &answer));
    require_equal(answer.count, 1);
    TCGBPurchasableItem *item = TCGBPurchasableItem_purchasableItemFromJsonString(answer.items[0]);
    require_text(TCGBPurchasableItem_priceString(item), "123456789012345.67");
    TCGBRelease(item);
    PLAY_WELL(&answer, TCGBPurchase_requestPurchaseWithGamebaseProductId_viewController_completion("big", NULL, on_purchase, &answer));
    TCGBPurchasableReceipt *receipt = TCGBPurchasableReceipt_purchasableReceiptFromJsonString(answer.json);
    require_text(TCGBPurchasableReceipt_priceString(receipt), "123456789012345.67");
    require(TCGBPurchasableReceipt_price(receipt) > 1.2e14f);
    TCGBRelease(receipt);
    end_game();
    snprintf(comma, sizeof comma, "%.2f", 0.5); /* and the locale is the game's */
    require_text(comma, "0,50");
}

/* defect 15 */
PROMISE("the platform is LINUX, to the game and to the service") {
    require_text(TCGBUtil_osCode(), "LINUX");
    initialize_here();
    require(strstr(TCGBLaunching_launchingInformations(), "\"osCode\":\"LINUX\""));
    end_game();
}

/* defect 17 */
PROMISE("without a language set the device's is used") {
    setenv("LC_ALL", "ja_JP.UTF-8", 1);
    initialize_here();
    require_text(TCGBGamebase_displayLanguageCode(), "ja");
    TCGBGamebase_setDisplayLanguageCode("xx"); /* not defined: the device's */
    require_text(TCGBGamebase_displayLanguageCode(), "ja");
    TCGBGamebase_setDisplayLanguageCode("ko");
    require_text(TCGBGamebase_displayLanguageCode(), "ko");
    TCGBGamebase_setDisplayLanguageCode(NULL);
    require_text(TCGBGamebase_displayLanguageCode(), "ko");
    end_game();
    setenv("LC_ALL", "xx_YY.UTF-8", 1);
    initialize_here();
    require_text(TCGBGamebase_displayLanguageCode(), "en");
    end_game();
}

static int lines;
static char last_line[4096];
static void logs_again(TCGBLogLevel level, const char *message, void *context) {
    (void)level, (void)context;
    copy_text(last_line, sizeof last_line, message);
    lines++;
    TCGBGamebase_setDisplayLanguageCode(NULL); /* another line, from inside the sink */
}

/* defect 19 */
PROMISE("a sink that logs again is called once for each drain, before initialize, too") {
    TCGBHost_setLogSink(TCGBLogLevelDebug, logs_again, NULL);
    TCGBGamebase_setDisplayLanguageCode(NULL);
    for (int drain = 1; drain <= 5; drain++) {
        TCGBRunLoop_drain();
        require_equal(lines, drain);
    }
    TCGBHost_setLogSink(TCGBLogLevelNone, NULL, NULL);
    TCGBRunLoop_drain();
    require_equal(lines, 5);
}

static int64_t kept;
static bool said_drop;
static void count_lines(TCGBLogLevel level, const char *message, void *context) {
    (void)level, (void)context;
    copy_text(last_line, sizeof last_line, message);
    if (strstr(message, "dropped")) said_drop = true;
    kept++;
}

/* defect 19; defect 18 */
PROMISE("a hundred thousand log lines without a drain are kept up to their limit") {
    initialize_here();
    TCGBHost_setLogSink(TCGBLogLevelDebug, count_lines, NULL);
    for (int i = 0; i < 100000; i++) TCGBGamebase_setDisplayLanguageCode("%s%n \"\\ \xe2\x82\xac \x01");
    pump_till(kept == 1024, 50);
    require_equal(kept, 1024);
    kept = 0;
    TCGBGamebase_setDisplayLanguageCode("%s%n \"\\ \xe2\x82\xac \x01");
    pump_till(kept == 1, 20);
    require_equal(kept, 1);
    require(strstr(last_line, "%s%n \"\\ \xe2\x82\xac \x01"));
    end_game();
}

/* defect 18 */
PROMISE("ten thousand events that nobody drains are kept up to their limit, and the game goes on") {
    static struct events heard;
    start_playing();
    TCGBGamebase_addEventHandler(hear, &heard);
    static struct answer last;
    for (int i = 0; i < 5000; i++) TCGBConsole_kickout_completion("{\"logout\":false}", NULL, NULL);
    fresh(&last);
    TCGBConsole_saveSettingsWithCompletion(on_json, &last);
    usleep(3000000);
    require(pump_until(&last.times, PLAY_LIMIT_MILLISECONDS)); /* completions are never dropped */
    pump_for(200);
    require(heard.count > 1000 && heard.count <= 4096);
    memset(&heard, 0, sizeof heard);
    PLAY_WELL(&answer, TCGBConsole_kickout_completion("{}", on_error, &answer));
    wait_for_event(&heard, kTCGBServerPushAppKickout);
    end_game();
}

/* defect 21 */
PROMISE("values are read with optional and unknown keys, and refused whole for a wrong type") {
    TCGBError *error = TCGBError_errorFromJsonString("{\"code\":3001,\"domain\":\"D\",\"unheard\":[{}]}");
    require(error);
    require_equal(TCGBError_code(error), 3001);
    require(TCGBError_underlyingError(error) == NULL);
    TCGBRelease(error);
    TCGBGamebaseEventObserverData *data =
        TCGBGamebaseEventObserverData_gamebaseEventObserverDataFromJsonString("{\"code\":6,\"new\":null}");
    require(data);
    require_equal(TCGBGamebaseEventObserverData_code(data), 6);
    TCGBRelease(data);
    TCGBPurchasableReceipt *receipt = TCGBPurchasableReceipt_purchasableReceiptFromJsonString(
        "{\"paymentSeq\":\"9\",\"price\":0.10,\"purchaseTime\":1700000000000,\"unheard\":1}");
    require(receipt);
    require_text(TCGBPurchasableReceipt_priceString(receipt), "0.10");
    TCGBRelease(receipt);
    require(TCGBPurchasableReceipt_purchasableReceiptFromJsonString("{\"paymentSeq\":9,\"price\":0.10}") == NULL);
    static const char *const broken_json[] = {"", "{", "[]", "null", "7", "\"\"", "{\"code\":{}}", "{\"code\":1}x", "{\"code\":1e400}"};
    for (size_t i = 0; i < sizeof broken_json / sizeof *broken_json; i++)
        require(TCGBGamebaseEventObserverData_gamebaseEventObserverDataFromJsonString(broken_json[i]) == NULL);
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
