/* Purchases: bought once, delivered once, whatever happens between. */
#include "play.h"

static struct answer list, served;
static char sequence[128], token[256], text[256];

static void buy(const char *product, const char *payload) {
    PLAY(&answer,
        TCGBPurchase_requestPurchaseWithGamebaseProductId_payload_viewController_completion(product, payload, NULL, on_purchase, &answer));
}
static size_t not_consumed(void) {
    PLAY_WELL(&list, TCGBPurchase_requestItemListOfNotConsumedWithCompletion(on_receipts, &list));
    return list.count;
}
static char body[1024];
static void consume(const char *seq, const char *purchase_token) {
    snprintf(body, sizeof body, "{\"paymentSeq\":\"%s\",\"accessToken\":\"%s\"}", seq, purchase_token);
    serve(&served, "POST", "/tcgb-inapp/v1.3/apps/Contract/consume", body);
}
static void set_store(const char *outcome, int64_t delay) {
    PLAY_WELL(&answer, TCGBConsole_setSandboxStoreOutcome_delayMilliseconds_completion(outcome, delay, on_error, &answer));
}

/* The one cell that `sql` selects, from the books as an operator would look at them: nobody has them open. */
static void look_up(const char *sql, char *to, size_t size) {
    char command[1024];
    snprintf(command, sizeof command,
        "python3 -c 'import sqlite3,sys; print(sqlite3.connect(sys.argv[1]).execute(sys.argv[2]).fetchone()[0])' '%s/gamebase.db' '%s'",
        directory, sql);
    FILE *books = popen(command, "r");
    require(books && fgets(to, (int)size, books));
    pclose(books);
    to[strcspn(to, "\n")] = 0;
}

/* defect 14 */
PROMISE("the item list shows the active products of the console settings") {
    start_playing();
    PLAY_WELL(&list, TCGBPurchase_requestItemListPurchasableWithCompletion(on_items, &list));
    require_equal(list.count, 1);
    TCGBPurchasableItem *item = TCGBPurchasableItem_purchasableItemFromJsonString(list.items[0]);
    require(item);
    require_text(TCGBPurchasableItem_gamebaseProductId(item), "gem_100");
    require_text(TCGBPurchasableItem_priceString(item), "0.99");
    require(TCGBPurchasableItem_price(item) > 0.98f && TCGBPurchasableItem_price(item) < 1.0f);
    require_text(TCGBPurchasableItem_currency(item), "USD");
    require_text(TCGBPurchasableItem_itemName(item), "100 gems");
    require_text(TCGBPurchasableItem_marketId(item), "SANDBOX");
    require_text(TCGBPurchasableItem_marketItemId(item), "market.gem_100");
    require_text(TCGBPurchasableItem_localizedPrice(item), "$0.99");
    require_equal(TCGBPurchasableItem_itemSeq(item), 1001);
    require(TCGBPurchasableItem_isActive(item));
    TCGBRelease(item);
    require(TCGBGamebase_shutdown(2000));
}

/* invariant 10; invariant 12 */
PROMISE("a purchase is verified, granted and consumed exactly once") {
    start_playing();
    require_equal(not_consumed(), 0);
    buy("gem_100", "slot=7");
    if (answer.code) broken_text(__FILE__, __LINE__, "the purchase succeeds", answer.message, "");
    TCGBPurchasableReceipt *receipt = TCGBPurchasableReceipt_purchasableReceiptFromJsonString(answer.json);
    require(receipt);
    require_text(TCGBPurchasableReceipt_gamebaseProductId(receipt), "gem_100");
    require_text(TCGBPurchasableReceipt_payload(receipt), "slot=7");
    require_text(TCGBPurchasableReceipt_userId(receipt), TCGBGamebase_userID());
    require_text(TCGBPurchasableReceipt_priceString(receipt), "0.99");
    require_text(TCGBPurchasableReceipt_storeCode(receipt), "SANDBOX");
    require(TCGBPurchasableReceipt_purchaseTime(receipt) > 1600000000000);
    require(TCGBPurchasableReceipt_sandboxPayment(receipt));
    copy_text(sequence, sizeof sequence, TCGBPurchasableReceipt_paymentSeq(receipt));
    copy_text(token, sizeof token, TCGBPurchasableReceipt_purchaseToken(receipt));
    TCGBRelease(receipt);
    require(sequence[0] && token[0]);

    require_equal(not_consumed(), 1);
    require_text(json_member(list.items[0], "paymentSeq", text, sizeof text), sequence);

    char path[1024];
    snprintf(path, sizeof path, "/tcgb-inapp/v1.3/apps/Contract/payment/transaction?accessToken=%s", token);
    serve(&served, "GET", path, NULL);
    require_text(json_member(served.json, "paymentSeq", text, sizeof text), sequence);
    require_text(json_member(served.json, "gamebaseProductId", text, sizeof text), "gem_100");
    require_text(json_member(served.json, "isConsumable", text, sizeof text), "true");
    snprintf(body, sizeof body, "{\"marketIds\":[],\"userId\":\"%s\"}", TCGBGamebase_userID());
    serve(&served, "POST", "/tcgb-inapp/v1.3/apps/Contract/consumable", body);
    require(strstr(served.json, sequence));

    consume(sequence, "not-the-token");
    require_text(json_member(served.json, "isSuccessful", text, sizeof text), "false");
    require_equal(not_consumed(), 1);
    consume(sequence, token);
    require_text(json_member(served.json, "isSuccessful", text, sizeof text), "true");
    require_equal(not_consumed(), 0);
    char first[sizeof served.json];
    copy_text(first, sizeof first, served.json);
    serve_again(&served, "POST", "/tcgb-inapp/v1.3/apps/Contract/consume", body); /* the same transaction: the answer was lost */
    require_text(served.json, first);
    serve(&served, "GET", path, NULL);
    require_text(json_member(served.json, "isConsumable", text, sizeof text), "false");
    consume(sequence, token);
    require_text(json_member(served.json, "isSuccessful", text, sizeof text), "false");
    require_text(json_member(served.json, "resultCode", text, sizeof text), "5018");
    require(TCGBGamebase_shutdown(2000));
}

/* defect 13 */
/* R14 */
PROMISE("a purchase that was not consumed is still there after a restart") {
    start_playing();
    buy("gem_100", NULL);
    require_equal(answer.code, 0);
    json_member(answer.json, "paymentSeq", sequence, sizeof sequence);
    require(TCGBGamebase_shutdown(2000));
    initialize_here();
    log_in();
    require_equal(not_consumed(), 1);
    require_text(json_member(list.items[0], "paymentSeq", text, sizeof text), sequence);
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("a game server without the secret is turned away") {
    start_playing();
    PLAY_WELL(&served, TCGBServer_requestWithMethod_path_secretKey_transactionId_body_completion(
                           "POST", "/tcgb-inapp/v1.3/apps/Contract/consumable", "wrong", NULL, "{\"userId\":\"X\"}", on_server, &served));
    require_equal(served.count, 200);
    require_text(json_member(served.json, "isSuccessful", text, sizeof text), "false");
    serve(&served, "GET", "/tcgb-nothing/v1.3/apps/Contract/nothing", NULL);
    require_text(json_member(served.json, "isSuccessful", text, sizeof text), "false");
    require_text(json_member(served.json, "transactionId", text, sizeof text), transaction);
    require(TCGBGamebase_shutdown(2000));
}

/* order: purchase cancelled */
PROMISE("what the store refuses or the player cancels costs nothing") {
    start_playing();
    set_store("DECLINE", 0);
    buy("gem_100", NULL);
    require_equal(answer.code, TCGB_ERROR_PURCHASE_EXTERNAL_LIBRARY_ERROR);
    require(strstr(answer.message, "declined"));
    set_store("CANCEL", 0);
    buy("gem_100", NULL);
    require_equal(answer.code, TCGB_ERROR_PURCHASE_USER_CANCELED);
    require_equal(not_consumed(), 0);
    set_store("APPROVE", 0);
    buy("gem_100", NULL);
    require_equal(answer.code, 0);
    require_equal(not_consumed(), 1);
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("a product that is unknown or out of use cannot be bought, and the error says which") {
    start_playing();
    buy("nothing", NULL);
    require_equal(answer.code, TCGB_ERROR_PURCHASE_NOT_EXIST_PRODUCT_ID);
    require(strstr(answer.message, "nothing"));
    buy("gem_old", NULL);
    require_equal(answer.code, TCGB_ERROR_PURCHASE_INACTIVE_PRODUCT_ID);
    PLAY(&answer, TCGBPurchase_requestPurchaseWithItemSeq_viewController_completion(424242, NULL, on_purchase, &answer));
    require_equal(answer.code, TCGB_ERROR_PURCHASE_NOT_EXIST_PRODUCT_ID);
    PLAY_WELL(&answer, TCGBPurchase_requestPurchaseWithItemSeq_viewController_completion(1001, NULL, on_purchase, &answer));
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("a pending purchase is told so with 4008") {
    start_playing();
    set_store("PENDING", 0);
    buy("gem_100", NULL);
    require_equal(answer.code, TCGB_ERROR_PURCHASE_PENDING);
    require_equal(not_consumed(), 0);
    require(TCGBGamebase_shutdown(2000));
}

/* defect 1 */
PROMISE("a slow store is waited for, and shutdown does not wait with it") {
    start_playing();
    set_store("APPROVE", 300);
    int64_t began = milliseconds();
    buy("gem_100", NULL);
    require_equal(answer.code, 0);
    require(milliseconds() - began >= 250);
    set_store("APPROVE", 600000);
    fresh(&answer);
    TCGBPurchase_requestPurchaseWithGamebaseProductId_viewController_completion("gem_100", NULL, on_purchase, &answer);
    pump_for(100);
    require_equal(answer.times, 0);
    began = milliseconds();
    require(TCGBGamebase_shutdown(1000));
    require(milliseconds() - began < 2000);
    require_equal(answer.times, 1);
    require(answer.code != 0);
}

/* order: reprocess points; defect 13 */
/* invariant 25; invariant 29 */
/* R15 */
PROMISE("a purchase cut off by a shutdown is in the not-consumed list after the next login, once") {
    start_playing();
    set_store("APPROVE", 1500);
    fresh(&answer);
    TCGBPurchase_requestPurchaseWithGamebaseProductId_viewController_completion("gem_100", NULL, on_purchase, &answer);
    pump_for(100);
    require_equal(answer.times, 0);
    require(TCGBGamebase_shutdown(1000));
    require_equal(answer.code, TCGB_ERROR_SOCKET_ERROR);
    usleep(1600000);
    initialize_here();
    log_in();
    for (int again = 0; again < 2; again++) {
        PLAY_WELL(&answer, TCGBPurchase_requestItemListOfNotConsumedWithCompletion(on_receipts, &answer));
        require_equal(answer.count, 1);
    }
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("level and level-up are taken without a callback, and reach the operator's report") {
    start_playing();
    TCGBAnalyticsGameUserData *user = TCGBAnalyticsGameUserData_gameUserDataWithUserLevel(9);
    TCGBAnalyticsGameUserData_setChannelId(user, "channel-1");
    TCGBAnalyticsGameUserData_setCharacterId(user, "Ayla");
    TCGBAnalyticsGameUserData_setClassId(user, "ranger");
    require_text(TCGBAnalyticsGameUserData_classId(user), "ranger");
    TCGBAnalytics_setGameUserData(user);
    TCGBRelease(user);
    TCGBAnalyticsLevelUpData *up = TCGBAnalyticsLevelUpData_levelUpDataWithUserLevel_levelUpTime(10, 1700000000000);
    require_equal(TCGBAnalyticsLevelUpData_levelUpTime(up), 1700000000000);
    TCGBAnalytics_traceLevelUpWithLevelUpData(up);
    TCGBRelease(up);
    buy("gem_100", NULL);
    for (int64_t began = milliseconds();; usleep(20000)) {
        PLAY_WELL(&answer, TCGBConsole_reportWithCompletion(on_json, &answer));
        if (strstr(answer.json, "levelUp")) break;
        require(milliseconds() - began < 10000);
    }
    require(TCGBGamebase_shutdown(2000));
    /* The sale has the level that the buyer had. */
    char sale[1024];
    look_up("select data from analytics_events where type = \"completePurchase\"", sale, sizeof sale);
    require_text(json_member(sale, "userLevel", text, sizeof text), "10");
    require_text(json_member(sale, "channelId", text, sizeof text), "channel-1");
    require_text(json_member(sale, "characterId", text, sizeof text), "Ayla");
    require_text(json_member(sale, "classId", text, sizeof text), "ranger");
}

static int updates;
static char updated[8192];
static void hear_update(const TCGBGamebaseEventMessage *message, void *context) {
    (void)context;
    if (strcmp(TCGBGamebaseEventMessage_category(message), kTCGBPurchaseUpdated) != 0) return;
    updates++;
    copy_text(updated, sizeof updated, TCGBGamebaseEventMessage_data(message));
}

/* order: reprocess points */
PROMISE("a payment settled after its call has ended comes with purchaseUpdated, once") {
    start_playing();
    PLAY_WELL(&answer, TCGBConsole_setSandboxStoreOutcome_delayMilliseconds_completion("APPROVE", 1500, on_error, &answer));
    fresh(&answer);
    TCGBPurchase_requestPurchaseWithGamebaseProductId_viewController_completion("gem_100", NULL, on_purchase, &answer);
    pump_for(300);
    require(TCGBGamebase_shutdown(2000));
    require(answer.code != 0);
    usleep(1500000);
    initialize_here();
    TCGBGamebase_addEventHandler(hear_update, NULL);
    log_in();
    require(pump_until(&updates, PLAY_LIMIT_MILLISECONDS));
    TCGBPurchasableReceipt *receipt = TCGBPurchasableReceipt_purchasableReceiptFromJsonString(updated);
    require_text(TCGBPurchasableReceipt_gamebaseProductId(receipt), "gem_100");
    TCGBRelease(receipt);
    PLAY_WELL(&answer, TCGBPurchase_requestItemListOfNotConsumedWithCompletion(on_receipts, &answer));
    require_equal(answer.count, 1);
    pump_till(updates == 1, 100);
    require_equal(updates, 1);
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("a withdrawal calls off the purchase at the checkout, so that no money is taken from nobody") {
    static struct answer purchase;
    start_playing();
    PLAY_WELL(&answer, TCGBConsole_setSandboxStoreOutcome_delayMilliseconds_completion("APPROVE", 86400000, on_error, &answer));
    fresh(&purchase);
    TCGBPurchase_requestPurchaseWithGamebaseProductId_viewController_completion("gem_100", NULL, on_purchase, &purchase);
    pump_for(300);
    PLAY_WELL(&answer, TCGBGamebase_withdrawWithViewController_completion(NULL, on_error, &answer));
    require(TCGBGamebase_shutdown(2000));
    require_equal(purchase.times, 1);
    require(purchase.code != 0);
    /* The store's own books, as an operator would look at them. */
    char line[64];
    look_up("select outcome from sandbox_orders", line, sizeof line);
    require_text(line, "CANCELLED");
}

PROMISE("a month's limit may be reached and not passed, in its currency alone, and a new month begins anew") {
    static char settings[8192];
    initialize_here();
    snprintf(settings, sizeof settings, "%.*s,\"purchases\":{\"monthlyLimits\":[{\"currency\":\"USD\",\"amount\":\"1.98\"}]}}",
        (int)(sizeof SETTINGS - 2), SETTINGS);
    PLAY_WELL(&answer, TCGBConsole_loadSettings_completion(settings, on_error, &answer));
    log_in();
    for (int month = 0; month < 2; month++) {
        for (int i = 0; i < 2; i++) {
            buy("gem_100", NULL);
            require_equal(answer.code, 0);
        }
        buy("gem_100", NULL);
        require_equal(answer.code, TCGB_ERROR_PURCHASE_LIMIT_EXCEEDED);
        require_equal(not_consumed(), 2 * (size_t)month + 2);
        PLAY_WELL(&answer, TCGBConsole_advanceClockByMilliseconds_completion(32LL * 86400000, on_error, &answer));
        PLAY(&answer, TCGBGamebase_logoutWithViewController_completion(NULL, on_error, &answer)); /* of a session that has expired */
        log_in();
    }
    require(TCGBGamebase_shutdown(2000));
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
