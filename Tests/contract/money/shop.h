/* A shop of every kind of product, with subscriptions whose periods are minutes of the service's clock. */
#ifndef SHOP_H
#define SHOP_H

#include "play.h"

enum { PERIOD = 600000, GRACE = 60000, HOLD = 120000 }; /* milliseconds, as below */

#define SHOP_PRODUCT(id, type, price, currency, more) \
    "{\"gamebaseProductId\":\"" id "\",\"productType\":\"" type "\",\"price\":\"" price "\",\"currency\":\"" currency "\"" more "}"
#define SHOP_SETTINGS \
    "{\"app\":{\"appId\":\"Contract\",\"typeCode\":\"SANDBOX\",\"secretKey\":\"contract-secret\",\"iapAppKey\":\"contract-iap\"}," \
    "\"products\":[" SHOP_PRODUCT("gem", "CONSUMABLE", "0.99", "USD", "") "," SHOP_PRODUCT("coin", "CONSUMABLE", "1200", "JPY", \
        "") "," SHOP_PRODUCT("dinar", "CONSUMABLE", "3.125", "KWD", "") "," SHOP_PRODUCT("pass", "AUTO_RENEWABLE", "4.99", "USD", \
        ",\"subscriptionGroup\":\"vip\",\"subscriptionPeriodMilliseconds\":600000") "," SHOP_PRODUCT("gold", "AUTO_RENEWABLE", "9.99", \
        "USD", ",\"subscriptionGroup\":\"vip\",\"subscriptionPeriodMilliseconds\":600000") "," SHOP_PRODUCT("crate", \
        "CONSUMABLE_AUTO_RENEWABLE", "2.50", "USD", \
        ",\"subscriptionPeriodMilliseconds\":600000") "]," \
                                                      "\"sandboxStore\":{\"gracePeriodMilliseconds\":60000,\"accountHoldMilliseconds\":120000,\"renewalsMax\":5}}"

static struct answer shop_list, shop_answer;
static char shop_text[4096];

__attribute__((unused)) static void open_shop(void) {
    initialize_here();
    PLAY_WELL(&answer, TCGBConsole_loadSettings_completion(SHOP_SETTINGS, on_error, &answer));
    log_in();
}
/* Buys and copies the number of the payment. */
__attribute__((unused)) static void shop_buy(const char *product, char *sequence, size_t size) {
    PLAY_WELL(&answer,
        TCGBPurchase_requestPurchaseWithGamebaseProductId_payload_viewController_completion(product, "p", NULL, on_purchase, &answer));
    json_member(answer.json, "paymentSeq", sequence, size);
    require(sequence[0]);
}
__attribute__((unused)) static size_t shop_unconsumed(void) {
    PLAY_WELL(&shop_list, TCGBPurchase_requestItemListOfNotConsumedWithCompletion(on_receipts, &shop_list));
    return shop_list.count;
}
__attribute__((unused)) static size_t shop_active(void) {
    PLAY_WELL(&shop_list, TCGBPurchase_requestActivatedPurchasesWithCompletion(on_receipts, &shop_list));
    return shop_list.count;
}
__attribute__((unused)) static size_t shop_restored(void) {
    PLAY_WELL(&shop_list, TCGBPurchase_requestRestoreWithCompletion(on_receipts, &shop_list));
    return shop_list.count;
}
__attribute__((unused)) static void shop_change(const char *sequence, const char *action) {
    PLAY_WELL(&answer, TCGBConsole_changeSubscriptionOfPayment_action_completion(sequence, action, on_error, &answer));
}
__attribute__((unused)) static void shop_pass_time(int64_t milliseconds) {
    PLAY_WELL(&answer, TCGBConsole_advanceClockByMilliseconds_completion(milliseconds, on_error, &answer));
}
/* Consumes entry `place` of the last list of unconsumed purchases, as a game server; returns the result code. */
__attribute__((unused)) static long shop_consume(size_t place) {
    char sequence[64], token[256], body[512];
    json_member(shop_list.items[place], "paymentSeq", sequence, sizeof sequence);
    json_member(shop_list.items[place], "purchaseToken", token, sizeof token);
    snprintf(body, sizeof body, "{\"paymentSeq\":\"%s\",\"accessToken\":\"%s\"}", sequence, token);
    serve(&shop_answer, "POST", "/tcgb-inapp/v1.3/apps/Contract/consume", body);
    return strtol(json_member(shop_answer.json, "resultCode", shop_text, sizeof shop_text), NULL, 10);
}
/* The ledger agrees with everything that is shown. The report is in shop_answer. */
__attribute__((unused)) static void shop_is_sound(void) {
    PLAY_WELL(&shop_answer, TCGBConsole_checkLedgerWithCompletion(on_json, &shop_answer));
    if (!strstr(shop_answer.json, "\"sound\":true")) broken_text(__FILE__, __LINE__, "the ledger", shop_answer.json, "sound");
}
/* The state of a payment, as the operator sees it. */
__attribute__((unused)) static const char *shop_state(const char *sequence) {
    PLAY_WELL(&shop_answer, TCGBConsole_paymentsOfUser_completion(TCGBGamebase_userID(), on_json, &shop_answer));
    char pattern[128];
    snprintf(pattern, sizeof pattern, "\"paymentSeq\":\"%s\"", sequence);
    const char *at = strstr(shop_answer.json, pattern);
    require(at);
    return json_member(at, "state", shop_text, sizeof shop_text);
}

#endif
