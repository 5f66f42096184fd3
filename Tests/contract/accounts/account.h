/* Stores whose accounts hold what a test writes into them: payments that no reservation began. On the public struct alone, as the two of
 * stores.h, and sold from beside them. */
#ifndef ACCOUNT_H
#define ACCOUNT_H

#include "money/stores.h"

enum { PERIOD = 600000, FINISHES_MAX = 64, STORE_TEXT_MAX = 16384 };

/* A store as its adapter sees it. Lists are JSON; NULL-like "" is an empty one. */
struct account {
    const char *code;
    char open[STORE_TEXT_MAX], restore[STORE_TEXT_MAX];
    int64_t open_fails, restore_fails; /* answered with this code in place of the list */
    bool hangs;                        /* open keeps the question without an answer */
    const TCGBStoreRequest *kept[16];
    int kept_count;
    bool loses_finishes;
    int opens, restores, finishes;
    char finished[FINISHES_MAX][160];
    int64_t finished_number; /* of the last one */
};
static struct account steam_account = {.code = "STEAM"}, web_account = {.code = "X-WEB"};

static void account_begin(const TCGBStoreRequest *request, void *context) {
    char json[512];
    (void)context;
    TCGBStoreRequest_succeed(request, described(TCGBStoreRequest_storeCode(request), new_order(request), json, sizeof json));
}
static void account_poll(const TCGBStoreRequest *request, void *context) {
    char json[512];
    (void)context;
    struct order *order = order_of(TCGBStoreRequest_orderNumber(request));
    TCGBStoreRequest_succeed(
        request, order ? described(TCGBStoreRequest_storeCode(request), order, json, sizeof json) : "{\"status\":\"UNKNOWN\"}");
}
static void account_finish(const TCGBStoreRequest *request, void *context) {
    struct account *account = context;
    require_text(TCGBStoreRequest_storeCode(request), account->code);
    if (account->loses_finishes) {
        TCGBStoreRequest_fail(request, NHNCloudHttpErrorRequestTimeout, NULL);
        return;
    }
    copy_text(account->finished[account->finishes % FINISHES_MAX], sizeof account->finished[0], TCGBStoreRequest_orderKey(request));
    account->finished_number = TCGBStoreRequest_orderNumber(request);
    account->finishes++;
    TCGBStoreRequest_succeed(request, NULL);
}
static void answer_list(const TCGBStoreRequest *request, const char *list, int64_t fails) {
    require(!TCGBStoreRequest_orderKey(request) && TCGBStoreRequest_orderNumber(request) == 0 && TCGBStoreRequest_userId(request));
    if (fails) TCGBStoreRequest_fail(request, fails, "the store says no");
    else TCGBStoreRequest_succeed(request, list[0] ? list : "[]");
}
static void account_open(const TCGBStoreRequest *request, void *context) {
    struct account *account = context;
    account->opens++;
    if (account->hangs && account->kept_count < 16) account->kept[account->kept_count++] = TCGBRetain(request);
    else answer_list(request, account->open, account->open_fails);
}
static void stop_hanging(struct account *account) {
    account->hangs = false;
    while (account->kept_count) TCGBRelease(account->kept[--account->kept_count]);
}
static void account_restore(const TCGBStoreRequest *request, void *context) {
    struct account *account = context;
    account->restores++;
    answer_list(request, account->restore, account->restore_fails);
}
/* What the store sends says itself what happened. */
static void account_event(const TCGBStoreRequest *request, void *context) {
    (void)context;
    TCGBStoreRequest_succeed(request, TCGBStoreRequest_event(request));
}
static void register_account(struct account *account, bool restores) {
    TCGBStoreAdapter adapter = {.structSize = sizeof adapter,
        .capabilities = TCGBStoreCapabilitySubscriptions | TCGBStoreCapabilityRestore,
        .begin = account_begin,
        .poll = account_poll,
        .onEvent = account_event,
        .finish = account_finish,
        .open = account_open,
        .restore = restores ? account_restore : NULL,
        .context = account};
    require(TCGBStoreAdapter_register(account->code, &adapter));
}
static int finished_as(const struct account *account, const char *key) {
    int times = 0;
    for (int i = 0; i < account->finishes && i < FINISHES_MAX; i++) times += strcmp(account->finished[i], key) == 0;
    return times;
}
static void wait_finished(const struct account *account, const char *key) {
    await_for(finished_as(account, key), PLAY_LIMIT_MILLISECONDS, TCGBRunLoop_runUntil(20));
}

/* Writes a list of what the store sold: each one printf text of a transaction's members. */
static void sold(char *list, const char *transaction) {
    size_t length = strlen(list);
    require(length + strlen(transaction) + 4 < STORE_TEXT_MAX);
    if (length) list[length - 1] = 0;
    snprintf(list + strlen(list), STORE_TEXT_MAX - strlen(list), "%s{%s}]", length ? "," : "[", transaction);
}
#define PAID "\"status\":\"PAID\",\"storeTransactionId\":"
#define CRATE ",\"marketItemId\":\"2001\",\"price\":\"2.50\",\"currency\":\"USD\""
#define PASS ",\"marketItemId\":\"2002\",\"price\":\"4.99\",\"currency\":\"USD\""
#define GEM ",\"marketItemId\":\"1001\",\"price\":\"0.99\",\"currency\":\"USD\""
#define WEBGEM ",\"marketItemId\":\"w1\",\"price\":\"1.250\",\"currency\":\"KWD\""
#define RENEWS(original) ",\"kind\":\"RENEWAL\",\"originalTransactionId\":\"" original "\""

#define ACCOUNT_PRODUCT(id, type, store, market, price, currency) \
    "{\"gamebaseProductId\":\"" id "\",\"productType\":\"" type "\",\"storeCode\":\"" store "\",\"marketItemId\":\"" market \
    "\",\"price\":\"" price "\",\"currency\":\"" currency "\",\"subscriptionPeriodMilliseconds\":600000},"
static void load_accounts(void) {
    static const char settings[] = STORES, more[] = ACCOUNT_PRODUCT("crate", "CONSUMABLE_AUTO_RENEWABLE", "STEAM", "2001", "2.50", "USD")
                                               ACCOUNT_PRODUCT("pass", "AUTO_RENEWABLE", "STEAM", "2002", "4.99", "USD")
                                                   ACCOUNT_PRODUCT("webpass", "AUTO_RENEWABLE", "X-WEB", "w2", "3.125", "KWD");
    char text[sizeof settings + sizeof more];
    const char *products = strstr(settings, "\"products\":[") + strlen("\"products\":[");
    snprintf(text, sizeof text, "%.*s%s%s", (int)(products - settings), settings, more, products);
    PLAY_WELL(&answer, TCGBConsole_loadSettings_completion(text, on_error, &answer));
}
static bool steam_is_gone;
static void register_accounts(void) {
    if (!world) make_world();
    if (!steam_is_gone) register_account(&steam_account, true);
    register_account(&web_account, true);
    TCGBPurchase_setStoreCode("STEAM");
}
/* A Gamebase player, and the delegate of the other surface. */
static void open_accounts(void) {
    initialize_here();
    load_accounts();
    register_accounts();
    log_in();
    iap_initialize();
}
/* Players whose names the game gives. */
static void open_accounts_for(const char *user) {
    iap_start(user);
    load_accounts();
    register_accounts();
}
static void close_accounts(void) {
    require_sound_ledger();
    require(TCGBGamebase_shutdown(2000));
}
/* Passes an event on and waits until it was read and its payments were booked. */
static void tell(struct account *account, const char *transactions) {
    char event[4096];
    snprintf(event, sizeof event, "[{%s}]", transactions);
    require(TCGBStoreAdapter_handleEvent(account->code, event));
    pump_for(60);
}

/* A list of all stores, on either surface. */
static size_t everywhere(bool subscriptions) {
    TCGBPurchasableConfiguration *all = TCGBPurchasableConfiguration_create();
    TCGBPurchasableConfiguration_setAllStores(all, true);
    if (subscriptions) PLAY(&answer, TCGBPurchase_requestActivatedPurchasesWithConfiguration_completion(all, on_receipts, &answer));
    else PLAY(&answer, TCGBPurchase_requestItemListOfNotConsumedWithConfiguration_completion(all, on_receipts, &answer));
    TCGBRelease(all);
    return answer.count;
}
/* This store's list, its error with it. */
static size_t unconsumed_with(int64_t code) {
    PLAY(&payments, NHNCloudIAP_requestConsumablePurchasesWithCompletionHandler(on_payments, &payments));
    if (payments.code != code) broken_number(__FILE__, __LINE__, payments.message, payments.code, code);
    return payments.count;
}
static size_t active_here(void) {
    PLAY_WELL(&payments, NHNCloudIAP_requestActiveSubscriptionsWithCompletionHandler(on_payments, &payments));
    return payments.count;
}
static void consume_first(void) {
    const NHNCloudPurchaseResult *mine = TCGBRetain(first_payment);
    PLAY_WELL(&answer, NHNCloudIAP_consumeWithPurchaseResult_completionHandler(mine, on_error, &answer));
    TCGBRelease(mine);
}
/* How often the operator's report has `text` among the money that found no payment. */
static int kept_for_operator(const char *text) {
    static struct answer report;
    int times = 0;
    PLAY_WELL(&report, TCGBConsole_reportWithCompletion(on_json, &report));
    const char *at = strstr(report.json, "\"unmatchedMoney\":");
    require(at);
    while ((at = strstr(at + 1, text))) times++;
    return times;
}
static int64_t clock_now(void) { return (int64_t)time(NULL) * 1000; }
static void pass_time(int64_t milliseconds) {
    PLAY_WELL(&answer, TCGBConsole_advanceClockByMilliseconds_completion(milliseconds, on_error, &answer));
}

static int news;
static void hear_news(const TCGBGamebaseEventMessage *message, void *context) {
    (void)context;
    if (strcmp(TCGBGamebaseEventMessage_category(message), kTCGBPurchaseUpdated) == 0) news++;
}

#endif
