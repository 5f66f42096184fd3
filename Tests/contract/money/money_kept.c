/* What the books, the lists and the results say of the same money. */
#include <pthread.h>

#include "money.h"

static char text[65536];

/* The sum of a movement in a currency, from the last report of the ledger; "" when there is none. */
static const char *sum_of(const char *currency, const char *movement) {
    static char pattern[64], sum[64];
    snprintf(pattern, sizeof pattern, "\"currency\":\"%s\"", currency);
    const char *at = strstr(till_answer.json, pattern);
    if (!at) return "";
    char one[2048];
    snprintf(one, sizeof one, "%.*s", (int)strcspn(at, "}"), at);
    return json_member(one, movement, sum, sizeof sum);
}
/* In thousandths. */
static long long thousandths(const char *price) {
    long long whole = 0, part = 0;
    int digits = 0;
    for (; *price && *price != '.'; price++) whole = whole * 10 + (*price - '0');
    if (*price == '.')
        for (price++; *price && digits < 3; price++, digits++) part = part * 10 + (*price - '0');
    while (digits++ < 3) part *= 10;
    return whole * 1000 + part;
}
static void compare_with_the_store(void) {
    static const char *const currencies[] = {"USD", "JPY", "KWD"};
    till_is_sound();
    for (int c = 0; c < 3; c++) {
        long long captured = 0;
        for (int i = 0; i < till->count; i++)
            if (till->sales[i].paid && strcmp(till->sales[i].currency, currencies[c]) == 0) captured += thousandths(till->sales[i].price);
        require_equal(thousandths(sum_of(currencies[c], "CAPTURED")), captured);
    }
    /* Each sale is one payment, and each entry has its sale. */
    static char pattern[64], state[32];
    PLAY_WELL(&till_answer, TCGBConsole_paymentsOfUser_completion(till->player, on_json, &till_answer));
    for (int i = 0; i < till->count; i++) {
        snprintf(pattern, sizeof pattern, "\"paymentSeq\":\"%lld\"", (long long)till->sales[i].number);
        const char *at = strstr(till_answer.json, pattern);
        require(at && !strstr(at + 1, pattern));
        json_member(at, "state", state, sizeof state);
        bool is_granted = strcmp(state, "UNCONSUMED") == 0 || strcmp(state, "CONSUMED") == 0 || strcmp(state, "REFUNDED") == 0;
        if (is_granted != till->sales[i].paid) broken_text(__FILE__, i, "what the store took and what was granted", state, pattern);
    }
}

/* invariant 13; invariant 14 */
PROMISE("the store's money and the grants agree, sale by sale and in sum") {
    static const char *const products[] = {"gem", "yen", "dinar"};
    char transaction_of[64], expected[64];
    make_till();
    open_till();
    size_t open = 0;
    for (int i = 0; i < 18; i++) {
        bool pays = i % 3 != 2;
        till->answers = pays ? PAYS : LETS_GO; /* the rest is asked for, and ends unpaid */
        till->unreachable = !pays;
        till_buy(products[i / 3 % 3]);
        till->unreachable = false;
        require(pays == (answer.code == 0));
        if (!pays) last_sale()->denied = true;
        open += pays;
        require_equal(till_unconsumed(), open);
        for (size_t j = 0; j < open; j++) {
            json_member(till_list.items[j], "paymentSeq", expected + 1, sizeof expected - 1);
            expected[0] = 'T';
            require_text(json_member(till_list.items[j], "paymentId", transaction_of, sizeof transaction_of), expected);
        }
        if (i % 5 == 4) { /* consumed or refunded, it is still money that came in */
            char sequence[64], token[128], body[512];
            json_member(till_list.items[0], "paymentSeq", sequence, sizeof sequence);
            json_member(till_list.items[0], "purchaseToken", token, sizeof token);
            if (i % 2) PLAY_WELL(&answer, TCGBConsole_refundPayment_kind_completion(sequence, "REFUND", on_error, &answer));
            snprintf(body, sizeof body, "{\"paymentSeq\":\"%s\",\"accessToken\":\"%s\"}", sequence, token);
            if (!(i % 2)) serve(&answer, "POST", "/tcgb-inapp/v1.3/apps/Contract/consume", body);
            open--;
        }
        compare_with_the_store();
    }
    require(TCGBGamebase_shutdown(2000));
    open_till();
    require_equal(till_unconsumed(), open);
    compare_with_the_store();
    require(TCGBGamebase_shutdown(2000));
}

static void set_products(const char *products) { PLAY_WELL(&answer, TCGBConsole_setCatalogue_completion(products, on_error, &answer)); }

/* invariant 20; code 11 */
PROMISE("a catalogue that changes during a checkout changes nothing of the purchase") {
    static const char *const changes[] = {"[" TILL_PRODUCT("gem", "X-TILL", "1.99", "EUR") "]",
        "[" TILL_PRODUCT("coin", "SANDBOX", "7", "USD") "]",
        "[{\"gamebaseProductId\":\"other\",\"productType\":\"CONSUMABLE\",\"storeCode\":\"X-TILL\",\"marketItemId\":\"m.gem\",\"price\":\"5\",\"currency\":\"USD\",\"active\":false}]"};
    make_till();
    open_iap_till("payer");
    for (int i = 0; i < 6; i++) {
        set_products("[" TILL_PRODUCT("gem", "X-TILL", "0.99", "USD") "]");
        till->answers = WAITS;
        forget_heard();
        int before = till->count;
        NHNCloudIAP_purchaseWithProductIdentifier("m.gem");
        TILL_WAIT(till->count > before);
        set_products(changes[i % 3]);
        if (i >= 3) copy_text(last_sale()->price, PRICE_MAX, "1.99");
        last_sale()->paid = true;
        require(wait_heard(i < 3, i >= 3));
        if (i < 3) {
            require_text(heard.price, "0.99");
            require_text(heard.product, "m.gem");
        } else {
            require_equal(heard.code, NHNCloudIAPErrorVerifyFailed);
        }
        require_equal(iap_unconsumed(), i < 3 ? i + 1 : 3);
        require_text(NHNCloudPurchaseResult_priceString(first_payment), "0.99");
        require_text(NHNCloudPurchaseResult_currency(first_payment), "USD");
        till_is_sound();
    }
    require_equal(thousandths(sum_of("USD", "CAPTURED")), 3 * 990 + 3 * 1990);
    require_equal(thousandths(sum_of("USD", "GRANTED")), 3 * 990);
    PLAY_WELL(&answer, TCGBConsole_reportWithCompletion(on_json, &answer));
    int in_sight = 0;
    for (const char *at = answer.json; (at = strstr(at, "\"capturedAmount\":\"1.99\",\"capturedCurrency\":\"USD\"")); at++) in_sight++;
    require_equal(in_sight, 3);
    require(TCGBGamebase_shutdown(2000));
}

static int told;
static char told_receipt[8192];
static void hear_update(const TCGBGamebaseEventMessage *message, void *context) {
    (void)context;
    if (strcmp(TCGBGamebaseEventMessage_category(message), kTCGBPurchaseUpdated) != 0) return;
    copy_text(told_receipt, sizeof told_receipt, TCGBGamebaseEventMessage_data(message));
    told++;
}
static int labelled;
/* Gamebase's receipts have the flag under one name, NHN Cloud's results under another. */
static void require_label(const char *receipt) {
    char flag[16], test[16];
    json_member(receipt, "sandboxPayment", flag, sizeof flag);
    json_member(receipt, "isTestPurchase", test, sizeof test);
    if (strcmp(flag[0] ? flag : test, "true") != 0) broken_text(__FILE__, __LINE__, "the sandbox's label", receipt, "true");
    labelled++;
}
static void require_labels(const struct answer *list, size_t count) {
    require_equal(list->count, count);
    for (size_t i = 0; i < count; i++) require_label(list->items[i]);
}
#define SANDBOX_SUBSCRIPTIONS \
    "[" TILL_PRODUCT("coin", "SANDBOX", "7", \
        "USD") ",{\"gamebaseProductId\":\"crate\",\"productType\":\"CONSUMABLE_AUTO_RENEWABLE\"," \
               "\"marketItemId\":\"m.crate\",\"price\":\"2.50\",\"currency\":\"USD\",\"subscriptionPeriodMilliseconds\":600000}]"

/* invariant 30 */
PROMISE("a sandbox payment says so everywhere, also after a restart") {
    static struct answer list, served;
    char body[512];
    make_till();
    open_till();
    iap_initialize();
    TCGBPurchase_setStoreCode("SANDBOX");
    TCGBGamebase_addEventHandler(hear_update, NULL);
    set_products(SANDBOX_SUBSCRIPTIONS);
    till_buy("coin");
    require_label(answer.json);
    iap_buy("m.crate", NULL);
    require(heard.received == 1 && heard.sandbox);
    PLAY_WELL(&answer, TCGBConsole_advanceClockByMilliseconds_completion(600000, on_error, &answer));
    PLAY_WELL(&answer, TCGBConsole_startPromotionOfProduct_userId_paid_completion("coin", TCGBGamebase_userID(), true, on_error, &answer));
    for (int64_t began = milliseconds(); told < 2; TCGBRunLoop_runUntil(10)) { /* the renewal and what was bought outside */
        require(milliseconds() - began < PLAY_LIMIT_MILLISECONDS);
        (void)till_unconsumed();
    }
    require_label(told_receipt);
    for (int run = 0; run < 2; run++) {
        PLAY_WELL(&list, TCGBPurchase_requestItemListOfNotConsumedWithCompletion(on_receipts, &list));
        require_labels(&list, 4);
        PLAY_WELL(&list, TCGBPurchase_requestActivatedPurchasesWithCompletion(on_receipts, &list));
        require_labels(&list, 1);
        PLAY_WELL(&list, TCGBPurchase_requestRestoreWithCompletion(on_receipts, &list));
        require_labels(&list, 2);
        PLAY_WELL(&list, NHNCloudIAP_requestAllMarketsConsumablePurchasesWithCompletionHandler(on_payments, &list));
        require_labels(&list, 4);
        require(NHNCloudPurchaseResult_isSandboxPayment(first_payment));
        char token[128];
        snprintf(body, sizeof body, "/tcgb-inapp/v1.3/apps/Contract/payment/transaction?accessToken=%s",
            json_member(list.items[0], "accessToken", token, sizeof token));
        PLAY_WELL(&list, NHNCloudIAP_requestActiveSubscriptionsWithCompletionHandler(on_payments, &list));
        require_labels(&list, 1);
        PLAY_WELL(&list, NHNCloudIAP_restoreWithCompletionHandler(on_payments, &list));
        require_labels(&list, 2);
        serve(&served, "GET", body, NULL);
        require_text(json_member(served.json, "isTestPurchase", text, sizeof text), "true");
        if (run) break;
        require(TCGBGamebase_shutdown(2000));
        open_till();
        set_products(SANDBOX_SUBSCRIPTIONS);
        iap_initialize();
        TCGBPurchase_setStoreCode("SANDBOX");
    }
    require_equal(labelled, 1 + 1 + 2 * (4 + 1 + 2 + 4 + 1 + 2));
    require(TCGBGamebase_shutdown(2000));
}

static const TCGBStoreRequest *held;
static void hold_begin(const TCGBStoreRequest *request, void *context) {
    (void)context;
    held = TCGBRetain(request);
    till->answers = LETS_GO;
    till_begin(request, NULL);
    last_sale()->paid = true;
}
static void *answer_too_late(void *context) {
    (void)context;
    usleep(50000);
    return (void *)(intptr_t)TCGBStoreRequest_succeed(held, "{\"status\":\"PAID\",\"storeTransactionId\":\"too late\"}");
}

/* invariant 29; invariant 9 */
PROMISE("a shutdown ends the checkout with an unknown outcome, and the next run has the payment once") {
    static const TCGBStoreAdapter adapter = {.structSize = sizeof adapter, .begin = hold_begin, .poll = till_poll, .finish = till_finish};
    pthread_t thread;
    void *counted = NULL;
    make_till();
    open_iap_till("payer");
    require(TCGBStoreAdapter_register("X-TILL", &adapter));
    forget_heard();
    NHNCloudIAP_purchaseWithProductIdentifier("m.gem");
    TILL_WAIT(held);
    fresh(&payments);
    NHNCloudIAP_requestConsumablePurchasesWithCompletionHandler(on_payments, &payments);
    require(TCGBGamebase_shutdown(2000));
    require_equal(heard.failed, 1);
    require_text(heard.domain, NHNCloudHttpErrorDomain);
    require_equal(payments.times, 1);
    require(pthread_create(&thread, NULL, answer_too_late, NULL) == 0); /* the store's own thread */
    pump_for(300);
    pthread_join(thread, &counted);
    pump_for(100);
    require(!counted);
    require_equal(heard.failed + heard.received, 1);
    require_equal(payments.times, 1);
    require_equal(last_sale()->finished, 0);
    TCGBRelease(held);
    forget_heard();
    open_iap_till("payer");
    NHNCloudIAP_setDelegate(&delegate);
    for (int again = 0; again < 2; again++) require_equal(iap_unconsumed(), 1);
    require_equal(heard.received + heard.failed, 0);
    snprintf(text, sizeof text, "%lld", (long long)last_sale()->number);
    require_text(NHNCloudPurchaseResult_paymentSeq(first_payment), text);
    till_is_sound();
    require(TCGBGamebase_shutdown(2000));
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
