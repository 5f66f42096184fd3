/* What a store tells of players, subscriptions and itself that are not those of the game: nothing is granted for it, and nothing told twice. */
#include "money/stores.h"

#define SHELF_SETTINGS \
    "{\"app\":{\"appId\":\"Contract\",\"typeCode\":\"SANDBOX\"},\"idPs\":{\"guest\":{\"enabled\":true}},\"stores\":[{\"storeCode\":\"SHELF\"}]," \
    "\"products\":[{\"gamebaseProductId\":\"gem\",\"productType\":\"CONSUMABLE\",\"storeCode\":\"SHELF\",\"marketItemId\":\"m.gem\",\"price\":\"0.99\",\"currency\":\"USD\"}," \
    "{\"gamebaseProductId\":\"pass\",\"productType\":\"AUTO_RENEWABLE\",\"storeCode\":\"SHELF\",\"marketItemId\":\"m.pass\",\"price\":\"4.99\",\"currency\":\"USD\"," \
    "\"subscriptionPeriodMilliseconds\":600000}]}"

/* A store that answers and lists what it is told to, and confirms nothing. */
static const char *said, *listed;
static int begun;
static void shelf_begin(const TCGBStoreRequest *request, void *context) {
    (void)context;
    begun++;
    TCGBStoreRequest_succeed(request, said);
}
static void shelf_poll(const TCGBStoreRequest *request, void *context) {
    (void)context;
    TCGBStoreRequest_succeed(request, "{\"status\":\"UNKNOWN\"}");
}
static void shelf_finish(const TCGBStoreRequest *request, void *context) {
    (void)context;
    TCGBStoreRequest_fail(request, NHNCloudHttpErrorRequestTimeout, NULL);
}
static void shelf_open(const TCGBStoreRequest *request, void *context) {
    (void)context;
    TCGBStoreRequest_succeed(request, listed ? listed : "[]");
}
static void stock(const char *code) {
    static const TCGBStoreAdapter shelf = {
        .structSize = sizeof shelf, .begin = shelf_begin, .poll = shelf_poll, .finish = shelf_finish, .open = shelf_open};
    PLAY_WELL(&answer, TCGBConsole_loadSettings_completion(SHELF_SETTINGS, on_error, &answer));
    require(TCGBStoreAdapter_register(code, &shelf));
    TCGBPurchase_setStoreCode(code);
}
static size_t active(void) {
    PLAY_WELL(&payments, NHNCloudIAP_requestActiveSubscriptionsWithCompletionHandler(on_payments, &payments));
    return payments.count;
}

static int updates;
static void hear_update(const TCGBGamebaseEventMessage *message, void *context) {
    (void)context;
    updates += strcmp(TCGBGamebaseEventMessage_category(message), kTCGBPurchaseUpdated) == 0;
}

PROMISE("a sale outside the game is told once in a run, however long its store lists it") {
    listed = "[{\"status\":\"PAID\",\"storeTransactionId\":\"o1\",\"marketItemId\":\"m.gem\",\"price\":\"0.99\",\"currency\":\"USD\"}]";
    for (int run = 0; run < 3; run++) {
        initialize_here();
        stock("SHELF");
        TCGBGamebase_addEventHandler(hear_update, NULL);
        log_in();
        for (int again = 0; again < 2; again++) require_equal(unconsumed(), 1);
        pump_till(updates == 1, 100);
        require_equal(updates, 1);
        require(TCGBGamebase_shutdown(2000));
    }
}

PROMISE("a payment of another player's subscription is 11, and its money stays visible") {
    static struct answer ledger;
    iap_start("A");
    stock("SHELF");
    said =
        "{\"status\":\"PAID\",\"storeTransactionId\":\"t1\",\"originalTransactionId\":\"sub\",\"marketItemId\":\"m.pass\",\"price\":\"4.99\",\"currency\":\"USD\"}";
    iap_buy("m.pass", NULL);
    require_equal(heard.received, 1);
    require_equal(active(), 1);
    NHNCloudSDK_setUserID("B");
    said =
        "{\"status\":\"PAID\",\"storeTransactionId\":\"t2\",\"originalTransactionId\":\"sub\",\"marketItemId\":\"m.pass\",\"price\":\"4.99\",\"currency\":\"USD\"}";
    iap_buy("m.pass", NULL);
    require_equal(heard.failed, 1);
    require_equal(heard.code, NHNCloudIAPErrorVerifyFailed);
    require_equal(active(), 0);
    NHNCloudSDK_setUserID("A");
    require_equal(active(), 1);
    require_text(NHNCloudPurchaseResult_transactionIdentifier(first_payment), "t1");
    PLAY_WELL(&ledger, TCGBConsole_checkLedgerWithCompletion(on_json, &ledger));
    require(strstr(ledger.json, "\"sound\":true") && strstr(ledger.json, "\"CAPTURED\":\"9.98\"") &&
            strstr(ledger.json, "\"GRANTED\":\"4.99\""));
    PLAY_WELL(&answer, TCGBConsole_reportWithCompletion(on_json, &answer));
    require(strstr(answer.json, "\"t2\""));
    require(TCGBGamebase_shutdown(2000));
}

PROMISE("a store that the console does not name sells nothing, and is not asked") {
    initialize_here();
    stock("ELSEWHERE");
    log_in();
    buy("gem");
    require_equal(answer.code, TCGB_ERROR_PURCHASE_EXTERNAL_LIBRARY_ERROR);
    require(strstr(answer.message, "\"ELSEWHERE\" is not one of $.stores"));
    iap_initialize();
    iap_buy("m.gem", NULL);
    require_equal(heard.code, NHNCloudIAPErrorStoreNotAvailable);
    require_equal(begun, 0);
    require_equal(unconsumed(), 0);
    require(TCGBGamebase_shutdown(2000));
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
