/* Purchases and metrics at the wrong moment. */
#include "screens/scene.h"

static struct answer other;

static void set_store(const char *outcome, int64_t delay) {
    PLAY_WELL(&answer, TCGBConsole_setSandboxStoreOutcome_delayMilliseconds_completion(outcome, delay, on_error, &answer));
}
static void buy(struct answer *result) {
    fresh(result);
    TCGBPurchase_requestPurchaseWithGamebaseProductId_viewController_completion("gem_100", NULL, on_purchase, result);
}
static void not_consumed(size_t number) {
    PLAY_WELL(&answer, TCGBPurchase_requestItemListOfNotConsumedWithCompletion(on_receipts, &answer));
    require_equal(answer.count, number);
}
static void report_until(const char *text) {
    for (int64_t began = milliseconds();; pump_for(100)) {
        PLAY_WELL(&answer, TCGBConsole_reportWithCompletion(on_json, &answer));
        if (strstr(answer.json, text)) return;
        if (milliseconds() - began > 10000) broken_text(__FILE__, __LINE__, "the report says", answer.json, text);
    }
}

/* order: purchase; defect 20 */
PROMISE("a second purchase is refused with 4003 while one runs, and works after it") {
    start_playing();
    set_store("APPROVE", 500);
    buy(&other);
    pump_for(50);
    PLAY(&answer, TCGBPurchase_requestPurchaseWithGamebaseProductId_viewController_completion("gem_100", NULL, on_purchase, &answer));
    require_equal(answer.code, TCGB_ERROR_PURCHASE_NOT_FINISHED_PREVIOUS_PURCHASING);
    require_equal(other.times, 0);
    require(pump_until(&other.times, PLAY_LIMIT_MILLISECONDS));
    require_equal(other.code, 0);
    set_store("APPROVE", 0);
    buy(&other);
    require(pump_until(&other.times, PLAY_LIMIT_MILLISECONDS));
    require_equal(other.code, 0);
    not_consumed(2);
    end_game();
}

/* order: purchase */
PROMISE("a purchase under maintenance goes through") {
    start_playing();
    PLAY_WELL(&answer, TCGBConsole_setMaintenance_completion("{\"typeCode\":\"APP\"}", on_error, &answer));
    pump_till(TCGBLaunching_launchingStatus() == INSPECTING_SERVICE, 100);
    require_equal(TCGBLaunching_launchingStatus(), INSPECTING_SERVICE);
    buy(&other);
    require(pump_until(&other.times, PLAY_LIMIT_MILLISECONDS));
    require_equal(other.code, 0);
    not_consumed(1);
    end_game();
}

/* order: purchase cancelled */
PROMISE("a purchase that the player cancels ends with 4002, leaves nothing behind and blocks nothing") {
    start_playing();
    set_store("CANCEL", 0);
    for (int again = 0; again < 3; again++) {
        buy(&other);
        require(pump_until(&other.times, PLAY_LIMIT_MILLISECONDS));
        require_equal(other.code, TCGB_ERROR_PURCHASE_USER_CANCELED);
    }
    not_consumed(0);
    set_store("APPROVE", 0);
    buy(&other);
    require(pump_until(&other.times, PLAY_LIMIT_MILLISECONDS));
    require_equal(other.code, 0);
    not_consumed(1);
    end_game();
}

/* order: purchase without a store adapter */
PROMISE("a store without an adapter is refused with 4010, and its lists too") {
    start_playing();
    TCGBPurchase_setStoreCode("NOWHERE");
    require_text(TCGBPurchase_storeCode(), "NOWHERE");
    buy(&other);
    require(pump_until(&other.times, PLAY_LIMIT_MILLISECONDS));
    require_equal(other.code, TCGB_ERROR_PURCHASE_NOT_SUPPORTED_MARKET);
    require(strstr(other.message, "NOWHERE"));
    PLAY(&answer, TCGBPurchase_requestItemListPurchasableWithCompletion(on_items, &answer));
    require_equal(answer.code, TCGB_ERROR_PURCHASE_NOT_SUPPORTED_MARKET);
    require_equal(answer.count, 0);
    TCGBPurchase_setStoreCode("SANDBOX");
    buy(&other);
    require(pump_until(&other.times, PLAY_LIMIT_MILLISECONDS));
    require_equal(other.code, 0);
    end_game();
}

static int dropped;
static void count_drops(TCGBLogLevel level, const char *message, void *context) {
    (void)context;
    if (level == TCGBLogLevelWarn && strstr(message, "TCGBAnalytics_")) dropped++;
}
static void tell_level(int32_t level) {
    TCGBAnalyticsGameUserData *data = TCGBAnalyticsGameUserData_gameUserDataWithUserLevel(level);
    TCGBAnalytics_setGameUserData(data);
    TCGBRelease(data);
    TCGBAnalyticsLevelUpData *up = TCGBAnalyticsLevelUpData_levelUpDataWithUserLevel_levelUpTime(level + 1, 1700000000000);
    TCGBAnalytics_traceLevelUpWithLevelUpData(up);
    TCGBRelease(up);
}

/* order: metrics */
PROMISE("metrics without a player are dropped and logged") {
    TCGBHost_setLogSink(TCGBLogLevelWarn, count_drops, NULL);
    tell_level(1);
    pump_till(dropped == 2, 20);
    require_equal(dropped, 2);
    initialize_here();
    load_settings();
    tell_level(2);
    pump_till(dropped == 4, 20);
    require_equal(dropped, 4);
    log_in();
    tell_level(3);
    pump_till(dropped == 4, 20);
    require_equal(dropped, 4);
    PLAY_WELL(&answer, TCGBGamebase_logoutWithViewController_completion(NULL, on_error, &answer));
    tell_level(5);
    pump_till(dropped == 6, 20);
    require_equal(dropped, 6);
    log_in(); /* what was accepted before the logout is sent with the next session at the latest */
    report_until("\"levelUp\":1");
    require(strstr(answer.json, "\"setUserMeta\":1"));
    pump_for(1500);
    report_until("\"levelUp\":1"); /* and it stays at that */
    require(!strstr(answer.json, "\"level\":2") && !strstr(answer.json, "\"level\":6"));
    end_game();
}

/* order: purchase metric without user data */
PROMISE("the purchase metric is sent by itself, also when the game never said a level") {
    start_playing();
    buy(&other);
    require(pump_until(&other.times, PLAY_LIMIT_MILLISECONDS));
    require_equal(other.code, 0);
    report_until("\"completePurchase\":1");
    require(strstr(answer.json, "\"setUserMeta\":0"));
    require(strstr(answer.json, "\"levels\":[]"));
    end_game();
}

static int updates;
static void hear_update(const TCGBGamebaseEventMessage *message, void *context) {
    (void)context;
    updates += strcmp(TCGBGamebaseEventMessage_category(message), kTCGBPurchaseUpdated) == 0;
}
/* Leaves a purchase behind that the store decides when the game is gone. */
static void leave_a_purchase_behind(void) {
    start_playing();
    set_store("APPROVE", with_slowness(400));
    buy(&other);
    pump_for(100);
    end_game();
    require(other.code != 0);
    sleep_for(500);
    initialize_here();
}

/* order: reprocess points */
PROMISE("the next purchase resumes what was interrupted, and buys only its own product") {
    leave_a_purchase_behind();
    log_in();
    set_store("APPROVE", 0);
    buy(&other);
    require(pump_until(&other.times, PLAY_LIMIT_MILLISECONDS));
    require_equal(other.code, 0);
    not_consumed(2);
    not_consumed(2);
    end_game();
}

/* order: reprocess points */
PROMISE("login alone resumes what was interrupted") {
    leave_a_purchase_behind();
    TCGBGamebase_addEventHandler(hear_update, NULL);
    PLAY_WELL(&answer, TCGBGamebase_loginForLastLoggedInProviderWithViewController_completion(NULL, on_login, &answer));
    require(pump_until(&updates, PLAY_LIMIT_MILLISECONDS));
    not_consumed(1);
    end_game();
}

/* order: reprocess points */
PROMISE("a purchase by itself resumes what was still pending at the login") {
    start_playing();
    set_store("APPROVE", 1500);
    buy(&other);
    pump_for(100);
    end_game();
    initialize_here();
    TCGBGamebase_addEventHandler(hear_update, NULL);
    log_in();
    set_store("APPROVE", 0);
    pump_for(1700);
    require_equal(updates, 0);
    buy(&other);
    require(pump_until(&other.times, PLAY_LIMIT_MILLISECONDS));
    require_equal(other.code, 0);
    require(pump_until(&updates, PLAY_LIMIT_MILLISECONDS));
    pump_till(updates == 1, 50);
    require_equal(updates, 1); /* the earlier one; the other was told by its completion */
    not_consumed(2);
    end_game();
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
