/* A store that pays at once or when it is told to, in memory that outlives the process that speaks to it, and can end that process where a
 * promise wants it. It forgets an order for good when it is told that it may. */
#ifndef MONEY_H
#define MONEY_H

#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>

#include "iap.h"

enum { SALES_MAX = 64, PRICE_MAX = 32 };
enum answer_to_begin { PAYS, WAITS /* for `paid` */, LETS_GO /* of the question, and keeps the order */ };
enum death { LIVES, BEFORE_ORDER, AFTER_ORDER, AFTER_FORGETTING };

struct sale {
    int64_t number;
    char key[160], user[300], item[64], price[PRICE_MAX], currency[8];
    bool paid, denied, forgotten;
    int begun, finished;
};
static struct till {
    struct sale sales[SALES_MAX];
    int count, polled;
    enum answer_to_begin answers;
    enum death death;
    int finishes_to_fail;
    bool unreachable;
    int64_t asked; /* the number of the order that was last put before the player */
    char player[300];
} *till;

static struct sale *sale_of(int64_t number) {
    for (int i = 0; i < till->count; i++)
        if (till->sales[i].number == number) return &till->sales[i];
    return NULL;
}
static struct sale *last_sale(void) { return till->count ? &till->sales[till->count - 1] : NULL; }
static void dies_at(enum death death) {
    if (till->death != death) return;
    till->death = LIVES;
    kill(getpid(), SIGKILL);
}
static void till_say(const TCGBStoreRequest *request, const struct sale *sale) {
    char json[512];
    if (!sale || sale->forgotten) snprintf(json, sizeof json, "{\"status\":\"UNKNOWN\"}");
    else if (sale->denied) snprintf(json, sizeof json, "{\"status\":\"DENIED\"}");
    else if (!sale->paid) snprintf(json, sizeof json, "{\"status\":\"INIT\",\"pollAfterMilliseconds\":20}");
    else
        snprintf(json, sizeof json,
            "{\"status\":\"PAID\",\"storeTransactionId\":\"T%lld\",\"receipt\":\"R%lld\",\"marketItemId\":\"%s\",\"price\":\"%s\",\"currency\":\"%s\"}",
            (long long)sale->number, (long long)sale->number, sale->item, sale->price, sale->currency);
    TCGBStoreRequest_succeed(request, json);
}
static void till_begin(const TCGBStoreRequest *request, void *context) {
    int64_t number = TCGBStoreRequest_orderNumber(request);
    (void)context;
    till->asked = number;
    dies_at(BEFORE_ORDER);
    struct sale *sale = sale_of(number);
    if (!sale) {
        require(till->count < SALES_MAX);
        sale = &till->sales[till->count++];
        sale->number = number;
        copy_text(sale->key, sizeof sale->key, TCGBStoreRequest_orderKey(request));
        copy_text(sale->user, sizeof sale->user, TCGBStoreRequest_userId(request));
        copy_text(sale->item, sizeof sale->item, TCGBStoreRequest_marketItemId(request));
        copy_text(sale->price, sizeof sale->price, TCGBStoreRequest_price(request));
        copy_text(sale->currency, sizeof sale->currency, TCGBStoreRequest_currency(request));
        sale->paid = till->answers == PAYS;
    }
    sale->begun++;
    dies_at(AFTER_ORDER);
    if (till->answers != LETS_GO) till_say(request, sale);
}
static void till_poll(const TCGBStoreRequest *request, void *context) {
    (void)context;
    till->polled++;
    if (till->unreachable) TCGBStoreRequest_fail(request, NHNCloudHttpErrorNetworkNotAvailable, "no answer from the store");
    else till_say(request, sale_of(TCGBStoreRequest_orderNumber(request)));
}
static void till_finish(const TCGBStoreRequest *request, void *context) {
    struct sale *sale = sale_of(TCGBStoreRequest_orderNumber(request));
    (void)context;
    require(sale);
    sale->finished++;
    if (till->finishes_to_fail > 0) {
        till->finishes_to_fail--;
        TCGBStoreRequest_fail(request, NHNCloudHttpErrorRequestTimeout, NULL);
        return;
    }
    sale->forgotten = true;
    dies_at(AFTER_FORGETTING);
    TCGBStoreRequest_succeed(request, NULL);
}
static void make_till(void) {
    till = mmap(NULL, sizeof *till, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    require(till != MAP_FAILED);
}
static void register_till(void) {
    static const TCGBStoreAdapter adapter = {.structSize = sizeof adapter, .begin = till_begin, .poll = till_poll, .finish = till_finish};
    require(TCGBStoreAdapter_register("X-TILL", &adapter));
}

#define TILL_PRODUCT(id, store, price, currency) \
    "{\"gamebaseProductId\":\"" id "\",\"productType\":\"CONSUMABLE\",\"storeCode\":\"" store "\",\"marketItemId\":\"m." id \
    "\",\"price\":\"" price "\",\"currency\":\"" currency "\"}"
#define TILL_SETTINGS \
    "{\"app\":{\"appId\":\"Contract\",\"typeCode\":\"SANDBOX\",\"secretKey\":\"contract-secret\"},\"idPs\":{\"guest\":{\"enabled\":true}}," \
    "\"stores\":[{\"storeCode\":\"SANDBOX\"},{\"storeCode\":\"X-TILL\"}],\"products\":[" TILL_PRODUCT( \
        "gem", "X-TILL", "0.99", "USD") "," TILL_PRODUCT("yen", "X-TILL", "1200", "JPY") "," TILL_PRODUCT("dinar", "X-TILL", "3.125", \
        "KWD") "," TILL_PRODUCT("coin", "SANDBOX", "7", "USD") "]}"

/* Gamebase plays, and sells at the till. */
static void open_till(void) {
    initialize_here();
    PLAY_WELL(&answer, TCGBConsole_loadSettings_completion(TILL_SETTINGS, on_error, &answer));
    register_till();
    TCGBPurchase_setStoreCode("X-TILL");
    log_in();
    copy_text(till->player, sizeof till->player, TCGBGamebase_userID());
}
/* A player of NHN Cloud purchases alone, at the till. */
static void open_iap_till(const char *user) {
    iap_start(user);
    PLAY_WELL(&answer, TCGBConsole_loadSettings_completion(TILL_SETTINGS, on_error, &answer));
    register_till();
    TCGBPurchase_setStoreCode("X-TILL");
}
static struct answer till_list, till_answer;
static size_t till_unconsumed(void) {
    PLAY_WELL(&till_list, TCGBPurchase_requestItemListOfNotConsumedWithCompletion(on_receipts, &till_list));
    return till_list.count;
}
static void till_buy(const char *product) {
    PLAY(&answer,
        TCGBPurchase_requestPurchaseWithGamebaseProductId_payload_viewController_completion(product, "p", NULL, on_purchase, &answer));
}
static void till_is_sound(void) {
    PLAY_WELL(&till_answer, TCGBConsole_checkLedgerWithCompletion(on_json, &till_answer));
    if (!strstr(till_answer.json, "\"sound\":true")) broken_text(__FILE__, __LINE__, "the ledger", till_answer.json, "sound");
}
/* The state of a payment, as the operator sees it; "" when there is none. Needs no player. */
static const char *till_state(const char *user, int64_t number) {
    static char state[64], pattern[64];
    PLAY_WELL(&till_answer, TCGBConsole_paymentsOfUser_completion(user, on_json, &till_answer));
    snprintf(pattern, sizeof pattern, "\"paymentSeq\":\"%lld\"", (long long)number);
    const char *at = strstr(till_answer.json, pattern);
    return at ? json_member(at, "state", state, sizeof state) : "";
}
#define TILL_WAIT(condition) await_for(condition, PLAY_LIMIT_MILLISECONDS, TCGBRunLoop_runUntil(5))

/* The game in a process of its own, which the store ends. */
static void till_play_until_death(const char *product) {
    pid_t child = fork();
    if (child == 0) {
        open_till();
        till_buy(product);
        pump_for(3000);
        _exit(9); /* it lived on */
    }
    int status = 0;
    require(waitpid(child, &status, 0) == child);
    require(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
}

#endif
