/* Calls that need the store itself: restore, retry, the checkout's page, and the same call twice at once. */

#include "accounts/account.h"
#include "screens/desktop.h"

#define ORIGINAL PAID "\"c0\"" CRATE
#define RENEWAL(id) PAID "\"" id "\"" CRATE RENEWS("c0")

static size_t restored_with(int64_t code) {
    PLAY(&payments, NHNCloudIAP_restoreWithCompletionHandler(on_payments, &payments));
    if (payments.code != code) broken_number(__FILE__, __LINE__, payments.message, payments.code, code);
    return payments.count;
}
static void until(const char *transaction, int64_t expiry, char *list) {
    char text[512];
    snprintf(text, sizeof text, "%s,\"expiryTime\":%lld", transaction, (long long)expiry);
    sold(list, text);
}

/* invariant 27 */
PROMISE("a restore books what is new, and revives nothing that was consumed") {
    open_accounts();
    int64_t began = clock_now();
    until(ORIGINAL, began + PERIOD, steam_account.open);
    require_equal(unconsumed_with(0), 1);
    consume_first();
    steam_account.open[0] = 0;
    pass_time(3 * PERIOD);
    until(RENEWAL("c1"), began + 2 * PERIOD, steam_account.restore); /* never told of, and over */
    until(ORIGINAL, began + PERIOD, steam_account.restore);
    for (int again = 0; again < 3; again++) {
        require_equal(restored_with(0), 2);
        require_equal(active_here(), 0);
        require_equal(unconsumed_with(0), 1);
        require_text(NHNCloudPurchaseResult_transactionIdentifier(first_payment), "c1");
    }
    consume_first();
    require_equal(restored_with(0), 2);
    require_equal(unconsumed_with(0), 0);
    PLAY_WELL(&answer, TCGBPurchase_requestRestoreWithCompletion(on_receipts, &answer));
    require_equal(answer.count, 2);
    require_equal(steam_account.restores, 5);
    close_accounts();
}

/* code 7; code 16; invariant 16 */
PROMISE("a restore with another player's payment says 7 and lists one's own") {
    char mine[256];
    open_accounts_for("A");
    sold(steam_account.open, ORIGINAL);
    require_equal(unconsumed_with(0), 1);
    forget_heard();
    NHNCloudIAP_purchaseWithProductIdentifier("1001"); /* and an order of A's that is paid after A has gone */
    await_for(last_order(), PLAY_LIMIT_MILLISECONDS, TCGBRunLoop_runUntil(10));
    close_accounts();
    steam_account.open[0] = 0;
    open_accounts_for("B");
    snprintf(mine, sizeof mine, PAID "\"T\",\"orderNumber\":\"%lld\"" GEM, (long long)last_order()->number);
    sold(steam_account.open, mine);
    require_equal(unconsumed_with(0), 0); /* it waits for A, and is nobody else's business */
    sold(steam_account.restore, ORIGINAL);
    sold(steam_account.restore, PAID "\"p0\"" PASS);
    require_equal(restored_with(NHNCloudIAPErrorUserInvalid), 1);
    require_text(NHNCloudPurchaseResult_transactionIdentifier(first_payment), "p0");
    steam_account.restore[0] = 0;
    sold(steam_account.restore, mine);
    require_equal(restored_with(NHNCloudIAPErrorUserInvalid), 0);
    steam_account.restore[0] = 0;
    sold(steam_account.restore, PAID "\"g\"" GEM);
    sold(steam_account.restore, PAID "\"p0\"" PASS);
    require_equal(restored_with(NHNCloudIAPErrorRestoreFailed), 1);
    require_equal(unconsumed_with(0), 0);
    NHNCloudSDK_setUserID("A");
    require_equal(unconsumed_with(0), 2);
    close_accounts();
}

/* code 16 */
PROMISE("a store that refuses to restore is 16, one out of reach keeps its code") {
    open_accounts();
    sold(steam_account.open, ORIGINAL);
    require_equal(unconsumed_with(0), 1);
    steam_account.open[0] = 0;
    static const struct {
        int64_t says, code, gamebase;
    } ends[] = {
        {NHNCloudIAPErrorUnknown, NHNCloudIAPErrorRestoreFailed, TCGB_ERROR_PURCHASE_EXTERNAL_LIBRARY_ERROR},
        {NHNCloudIAPErrorStoreNotAvailable, NHNCloudIAPErrorRestoreFailed, TCGB_ERROR_PURCHASE_EXTERNAL_LIBRARY_ERROR},
        {NHNCloudIAPErrorUserInvalid, NHNCloudIAPErrorRestoreFailed, TCGB_ERROR_PURCHASE_EXTERNAL_LIBRARY_ERROR},
        {NHNCloudHttpErrorNetworkNotAvailable, NHNCloudHttpErrorNetworkNotAvailable, TCGB_ERROR_SOCKET_ERROR},
        {NHNCloudHttpErrorRequestFailed, NHNCloudHttpErrorRequestFailed, TCGB_ERROR_PURCHASE_EXTERNAL_LIBRARY_ERROR},
        {NHNCloudHttpErrorRequestTimeout, NHNCloudHttpErrorRequestTimeout, TCGB_ERROR_SOCKET_RESPONSE_TIMEOUT},
        {NHNCloudHttpErrorResponseInvalid, NHNCloudHttpErrorResponseInvalid, TCGB_ERROR_PURCHASE_EXTERNAL_LIBRARY_ERROR},
    };
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        /* 0 is no failure for answer_list */
        steam_account.restore_fails = ends[i].says ? ends[i].says : 999;
        require_equal(restored_with(ends[i].code), 0);
        PLAY(&answer, TCGBPurchase_requestRestoreWithCompletion(on_receipts, &answer));
        if (answer.code != ends[i].gamebase) broken_number("restore", (int)ends[i].says, answer.message, answer.code, ends[i].gamebase);
    }
    register_account(&steam_account, false);
    int asked = steam_account.restores;
    pass_time(2 * PERIOD);
    require_equal(restored_with(0), 1);
    require_equal(steam_account.restores, asked);
    TCGBPurchase_setStoreCode("EPIC");
    require_equal(restored_with(NHNCloudIAPErrorStoreNotAvailable), 0);
    close_accounts();
}

static struct answer retried;
static void on_retried(const TCGBPurchasableRetryTransactionResult *result, const TCGBError *error, void *context) {
    note_error(context, error);
    retried.count = TCGBPurchasableRetryTransactionResult_successList_count(result);
    require_equal(TCGBPurchasableRetryTransactionResult_failList_count(result), 0);
    if (retried.count == 1)
        copy_text(retried.json, sizeof retried.json,
            TCGBPurchasableReceipt_jsonString(TCGBPurchasableRetryTransactionResult_successList_at(result, 0)));
    came(context);
}
static size_t retry(void) {
    PLAY(&retried, TCGBPurchase_requestRetryTransactionWithCompletion(on_retried, &retried));
    return retried.count;
}
static struct order *order_begun(const char *product) {
    int before = world->count;
    TCGBPurchase_requestPurchaseWithGamebaseProductId_viewController_completion(product, NULL, on_purchase, fresh(&answer));
    await_for(world->count != before, PLAY_LIMIT_MILLISECONDS, TCGBRunLoop_runUntil(10));
    return last_order();
}

/* invariant 25 */
PROMISE("a retry gives the payments that it completed, once, from every store") {
    char first[64], text[64];
    open_accounts();
    TCGBPurchase_setStoreCode("X-WEB");
    require_equal(retry(), 0);
    struct order *order = order_begun("webgem");
    require(TCGBGamebase_shutdown(2000)); /* in the middle of it */
    open_accounts();
    sold(web_account.open, PAID "\"told before\"" WEBGEM);
    require_equal(everywhere(false), 1);
    require_equal(retry(), 0);
    order->status = SUCCEEDED;
    require_equal(retry(), 1);
    require_equal(retried.code, 0);
    json_member(retried.json, "paymentSeq", first, sizeof first);
    require_equal(strtoll(first, NULL, 10), order->number);
    require_equal(retry(), 0);
    sold(steam_account.open, PAID "\"s1\"" GEM);
    sold(steam_account.open, PAID "\"p0\"" PASS); /* a subscription came of it too */
    web_account.open_fails = NHNCloudHttpErrorNetworkNotAvailable;
    require_equal(retry(), 2);
    require_equal(retried.code, TCGB_ERROR_SOCKET_ERROR); /* and not everybody could be asked */
    web_account.open_fails = 0;
    require_equal(retry(), 0);
    require_equal(retried.code, 0);
    require_equal(everywhere(false), 3);
    require_text(json_member(answer.items[0], "storeCode", text, sizeof text), "X-WEB");
    close_accounts();
}

static struct answer first_answer;
/* Two at once: the second is refused, in its turn, and the first brings `count`. */
#define TWICE(call, deliver, wanted) \
    do { \
        fresh(&first_answer); \
        require(TCGBConsole_setServiceSuspended(true)); /* it runs for sure */ \
        call(deliver, &first_answer); \
        PLAY(&answer, call(deliver, &answer)); \
        require_equal(first_answer.times, 0); \
        require(TCGBConsole_setServiceSuspended(false)); \
        require_equal(answer.code, NHNCloudIAPErrorAlreadyInProgress); \
        require_equal(answer.count, 0); \
        require(pump_until(&first_answer.times, PLAY_LIMIT_MILLISECONDS)); \
        require_equal(first_answer.code, 0); \
        require_equal(first_answer.count, wanted); \
        PLAY_WELL(&answer, call(deliver, &answer)); /* and then it may */ \
    } while (0)

static void list_from_within(const NHNCloudPurchaseResult *const *purchases, size_t count, const TCGBError *error, void *context) {
    (void)context;
    on_payments(purchases, count, error, &first_answer);
    NHNCloudIAP_requestConsumablePurchasesWithCompletionHandler(on_payments, &answer);
}

/* code 6 */
PROMISE("lists, restore, products and old purchases are 6 while the same call runs") {
    open_accounts();
    sold(steam_account.open, PAID "\"s1\"" GEM);
    sold(steam_account.open, PAID "\"p0\"" PASS);
    sold(web_account.open, PAID "\"w1\"" WEBGEM);
    sold(steam_account.restore, PAID "\"p0\"" PASS);
    require_equal(everywhere(false), 2);
    TWICE(NHNCloudIAP_requestConsumablePurchasesWithCompletionHandler, on_payments, 1);
    TWICE(NHNCloudIAP_requestAllMarketsConsumablePurchasesWithCompletionHandler, on_payments, 2);
    TWICE(NHNCloudIAP_requestActivePurchasesWithCompletionHandler, on_payments, 1);
    TWICE(NHNCloudIAP_requestActiveSubscriptionsWithCompletionHandler, on_payments, 1);
    TWICE(NHNCloudIAP_requestAllMarketsActiveSubscriptionsWithCompletionHandler, on_payments, 1);
    TWICE(NHNCloudIAP_restoreWithCompletionHandler, on_payments, 1);
    TWICE(NHNCloudIAP_requestProductsWithCompletionHandler, on_products, 0);
    char path[512];
    snprintf(path, sizeof path, "%s/incomplete_purchases.json", directory);
    FILE *file = fopen(path, "w");
    require(file && fputs("[{\"paymentSeq\":\"7001\",\"marketItemId\":\"1001\",\"storeCode\":\"STEAM\"}]", file) >= 0 && fclose(file) == 0);
    TWICE(NHNCloudIAP_processesIncompletePurchasesWithCompletionHandler, on_payments, 1);
    /* Others may run beside it, Gamebase's lists as many as one likes, and the same again as soon as the completion is called. */
    static struct answer beside[3];
    fresh(&first_answer), fresh(&answer);
    for (int i = 0; i < 3; i++) fresh(&beside[i]);
    NHNCloudIAP_requestConsumablePurchasesWithCompletionHandler(list_from_within, NULL);
    NHNCloudIAP_restoreWithCompletionHandler(on_payments, &beside[0]);
    for (int i = 1; i < 3; i++) TCGBPurchase_requestItemListOfNotConsumedWithCompletion(on_receipts, &beside[i]);
    require(pump_until(&answer.times, PLAY_LIMIT_MILLISECONDS));
    for (int i = 0; i < 3; i++) {
        require(pump_until(&beside[i].times, PLAY_LIMIT_MILLISECONDS));
        require_equal(beside[i].code, 0);
    }
    require_equal(first_answer.code, 0);
    require_equal(answer.code, 0);
    /* A call that timed out runs no more. */
    steam_account.hangs = true;
    TCGBRunLoop_setCallTimeout(400);
    TCGBConsole_setServiceSuspended(true);
    PLAY(&answer, NHNCloudIAP_requestProductsWithCompletionHandler(on_products, &answer));
    require_equal(answer.code, NHNCloudHttpErrorRequestTimeout);
    PLAY(&answer, NHNCloudIAP_requestProductsWithCompletionHandler(on_products, &answer));
    require_equal(answer.code, NHNCloudHttpErrorRequestTimeout);
    TCGBConsole_setServiceSuspended(false);
    stop_hanging(&steam_account);
    close_accounts();
}

/* ---- the checkout's page on the desktop */

static bool refuse_page(const char *url, void *context) {
    (void)url, (void)context;
    world->pages++;
    return false;
}

/* code 2 */
PROMISE("without a host a checkout page goes to xdg-open; if nothing opens it the purchase ends with 2") {
    static const TCGBHostDelegate hosts[] = {
        {.structSize = sizeof hosts[0], .openURL = open_page}, {.structSize = sizeof hosts[0], .openURL = refuse_page}};
    char wanted[128];
    const char *record = fake_desktop("");
    open_accounts();
    require(register_web());
    TCGBPurchase_setStoreCode("X-WEB");
    struct order *order = order_begun("webgem");
    wait_for_record(record);
    snprintf(wanted, sizeof wanted, "1 https://pay.example/session/%lld\n", (long long)order->number);
    require_text(recorded, wanted);
    require_equal(answer.times, 0);
    order->status = SUCCEEDED;
    require(pump_until(&answer.times, PLAY_LIMIT_MILLISECONDS));
    require_equal(answer.code, 0);
    /* A host decides alone. */
    require(TCGBHost_setDelegate(&hosts[0]));
    order = order_begun("webgem");
    await_for(world->pages != 0, PLAY_LIMIT_MILLISECONDS, TCGBRunLoop_runUntil(20));
    order->status = SUCCEEDED;
    require(pump_until(&answer.times, PLAY_LIMIT_MILLISECONDS));
    require_equal(answer.code, 0);
    require(TCGBHost_setDelegate(&hosts[1]));
    iap_buy("w1", NULL);
    require_equal(heard.code, NHNCloudIAPErrorStoreNotAvailable);
    require_equal(world->pages, 2);
    require(access(record, F_OK) != 0);
    /* Neither of them. */
    TCGBHost_setDelegate(NULL);
    require(setenv("PATH", directory, 1) == 0);
    iap_buy("w1", NULL);
    require_equal(heard.code, NHNCloudIAPErrorStoreNotAvailable);
    require(strstr(heard.message, "openURL") && strstr(heard.message, "xdg-open"));
    require_equal(unconsumed_with(0), 2);
    close_accounts();
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
