/* Two stores, written against the public struct alone, in memory that outlives the process that speaks to them: a store that takes the money
 * last, with the semantics and error numbers of Steam's microtransactions, and a web checkout that is asked and tells by webhooks. */
#ifndef STORES_H
#define STORES_H

#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>

#include "iap.h"

enum { ORDERS_MAX = 32 };
enum status { NONE, INIT, APPROVED, SUCCEEDED, FAILED, REFUNDED, CHARGED_BACK };

struct order {
    int64_t number;
    char item[64], price[40], currency[8], user[128];
    enum status status;
    int captured, capture_asked, finished, begun, polled;
};
/* The store's side of the world. */
static struct world {
    struct order orders[ORDERS_MAX];
    int count;
    int init_error, finalize_error; /* Steam's numbers, for the next order */
    int unanswered_captures;        /* captures whose answer is lost: the money is taken */
    int vain_captures;              /* captures that never arrive, and are not answered either */
    int unreachable_polls;
    int deaths;      /* the process dies here: 1 approved, before capture; 2 captured, before the answer; 3 before finish */
    bool authorizes; /* the player agrees at once */
    int pages;       /* that the host was asked to open */
    char page[256];
    bool products_down;
} *world;

static void make_world(void) {
    world = mmap(NULL, sizeof *world, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    require(world != MAP_FAILED);
}
static struct order *order_of(int64_t number) {
    for (int i = 0; i < world->count; i++)
        if (world->orders[i].number == number) return &world->orders[i];
    return NULL;
}
static struct order *last_order(void) { return world->count ? &world->orders[world->count - 1] : NULL; }
static int captured_in_all(void) {
    int sum = 0;
    for (int i = 0; i < world->count; i++) sum += world->orders[i].captured;
    return sum;
}

static const char *described(const char *store, const struct order *order, char *to, size_t size) {
    static const char *const words[] = {"UNKNOWN", "INIT", "APPROVED", "PAID", "FAILED", "REFUNDED", "REVOKED"};
    int length = snprintf(to, size, "{\"orderNumber\":\"%lld\",\"status\":\"%s\",\"pollAfterMilliseconds\":20", (long long)order->number,
        words[order->status]);
    if (order->status >= SUCCEEDED && order->status != FAILED)
        length += snprintf(to + length, size - (size_t)length,
            ",\"storeTransactionId\":\"%s-T%lld\",\"receipt\":\"r\",\"marketItemId\":\"%s\",\"price\":\"%s\",\"currency\":\"%s\"", store,
            (long long)order->number, order->item, order->price, order->currency);
    snprintf(to + length, size - (size_t)length, "}");
    return to;
}
static struct order *new_order(const TCGBStoreRequest *request) {
    struct order *order = order_of(TCGBStoreRequest_orderNumber(request));
    if (!order) {
        require(world->count < ORDERS_MAX);
        order = &world->orders[world->count++];
        order->number = TCGBStoreRequest_orderNumber(request);
        copy_text(order->item, sizeof order->item, TCGBStoreRequest_marketItemId(request));
        copy_text(order->price, sizeof order->price, TCGBStoreRequest_price(request));
        copy_text(order->currency, sizeof order->currency, TCGBStoreRequest_currency(request));
        copy_text(order->user, sizeof order->user, TCGBStoreRequest_userId(request));
        order->status = INIT;
    }
    order->begun++;
    return order;
}
static void die_here(int where) {
    if (world->deaths != where) return;
    world->deaths = 0;
    kill(getpid(), SIGKILL);
}

/* --- The capture-last store. Its errors, as the purchase layer names them. */
static int64_t steam_code(int error) {
    switch (error) {
    case 7:
    case 9: return NHNCloudIAPErrorStoreNotAvailable;
    case 3:
    case 8: return NHNCloudIAPErrorProductNotAvailable;
    case 10: return NHNCloudIAPErrorPaymentCancelled;
    case 11:
    case 103: return NHNCloudIAPErrorPaymentNotAvailable;
    case 16: return NHNCloudIAPErrorAlreadyOwned;
    case 100:
    case 101:
    case 102:
    case 104:
    case 105: return NHNCloudIAPErrorPaymentFailed;
    case 106: return NHNCloudIAPErrorPurchaseLimitExceeded;
    case 107: return NHNCloudIAPErrorAlreadyInProgress;
    default: return NHNCloudIAPErrorUnknown;
    }
}
static void steam_begin(const TCGBStoreRequest *request, void *context) {
    char json[512];
    require(context == world);
    if (world->init_error) {
        TCGBStoreRequest_fail(request, steam_code(world->init_error), NULL);
        return;
    }
    struct order *order = new_order(request);
    if (world->authorizes) order->status = APPROVED;
    require(TCGBStoreRequest_succeed(request, described("STEAM", order, json, sizeof json)));
    require(!TCGBStoreRequest_succeed(request, json)); /* once */
}
static void steam_poll(const TCGBStoreRequest *request, void *context) {
    char json[512];
    (void)context;
    struct order *order = order_of(TCGBStoreRequest_orderNumber(request));
    if (world->unreachable_polls > 0) {
        world->unreachable_polls--;
        TCGBStoreRequest_fail(request, NHNCloudHttpErrorRequestTimeout, "QueryTxn timed out");
        return;
    }
    if (order) order->polled++;
    TCGBStoreRequest_succeed(request, order ? described("STEAM", order, json, sizeof json) : "{\"status\":\"UNKNOWN\"}");
}
static void steam_capture(const TCGBStoreRequest *request, void *context) {
    char json[512];
    (void)context;
    struct order *order = order_of(TCGBStoreRequest_orderNumber(request));
    require(order);
    order->capture_asked++;
    die_here(1);
    if (world->vain_captures > 0) {
        world->vain_captures--;
        TCGBStoreRequest_fail(request, NHNCloudHttpErrorRequestTimeout, "FinalizeTxn timed out");
        return;
    }
    if (world->finalize_error == 5) { /* not approved: ask again */
        world->finalize_error = 0;
        order->status = INIT;
        TCGBStoreRequest_succeed(request, "{\"status\":\"UNKNOWN\"}");
        return;
    }
    if (world->finalize_error) {
        int error = world->finalize_error;
        world->finalize_error = 0;
        order->status = FAILED;
        snprintf(json, sizeof json, "{\"status\":\"%s\",\"detailCode\":%lld,\"storeErrorCode\":\"%d\"}", error == 10 ? "DENIED" : "FAILED",
            (long long)steam_code(error), error);
        TCGBStoreRequest_succeed(request, json);
        return;
    }
    if (order->status == SUCCEEDED) { /* error 6, already committed: QueryTxn tells */
        TCGBStoreRequest_succeed(request, "{\"status\":\"UNKNOWN\",\"storeErrorCode\":\"6\"}");
        return;
    }
    require_equal(order->status, APPROVED);
    order->status = SUCCEEDED;
    order->captured++;
    die_here(2);
    if (world->unanswered_captures > 0) {
        world->unanswered_captures--;
        TCGBStoreRequest_fail(request, NHNCloudHttpErrorRequestTimeout, "FinalizeTxn timed out");
        return;
    }
    TCGBStoreRequest_succeed(request, described("STEAM", order, json, sizeof json));
}
static void steam_finish(const TCGBStoreRequest *request, void *context) {
    (void)context;
    die_here(3);
    struct order *order = order_of(TCGBStoreRequest_orderNumber(request));
    if (order) order->finished++;
    TCGBStoreRequest_succeed(request, NULL);
}
/* MicroTxnAuthorizationResponse_t, as a client would pass it on. */
static void steam_event(const TCGBStoreRequest *request, void *context) {
    char json[600], one[512];
    long long number = 0;
    int authorized = 0;
    (void)context;
    if (sscanf(TCGBStoreRequest_event(request), "{\"orderid\":\"%lld\",\"authorized\":%d}", &number, &authorized) != 2) {
        TCGBStoreRequest_fail(request, NHNCloudHttpErrorResponseInvalid, "not a callback of ours");
        return;
    }
    struct order *order = order_of(number);
    if (order && order->status == INIT) order->status = authorized ? APPROVED : FAILED;
    snprintf(json, sizeof json, "[%s]", order ? described("STEAM", order, one, sizeof one) : "");
    TCGBStoreRequest_succeed(request, json);
}
/* GetReport: what was given back. */
static void steam_open(const TCGBStoreRequest *request, void *context) {
    char json[8192] = "[", one[512];
    (void)context;
    for (int i = 0; i < world->count; i++) {
        if (world->orders[i].status < REFUNDED) continue;
        if (json[1]) strcat(json, ",");
        strcat(json, described("STEAM", &world->orders[i], one, sizeof one));
    }
    strcat(json, "]");
    TCGBStoreRequest_succeed(request, json);
}
static void steam_products(const TCGBStoreRequest *request, void *context) {
    (void)context;
    if (world->products_down) {
        TCGBStoreRequest_fail(request, NHNCloudHttpErrorNetworkNotAvailable, "no answer from the store");
        return;
    }
    char json[1024] = "[";
    for (size_t i = 0; i < TCGBStoreRequest_marketItemIds_count(request); i++) {
        const char *id = TCGBStoreRequest_marketItemIds_at(request, i);
        if (strcmp(id, "1003") == 0) continue; /* not in this store */
        snprintf(json + strlen(json), sizeof json - strlen(json),
            "%s{\"marketItemId\":\"%s\",\"price\":\"3.000\",\"currency\":\"KWD\",\"localizedPrice\":\"3.000 KD\"}", json[1] ? "," : "", id);
    }
    strcat(json, "]");
    require(!TCGBStoreRequest_marketItemIds_at(request, 99) && !TCGBStoreRequest_orderKey(request));
    TCGBStoreRequest_succeed(request, json);
}
static int closed;
static void store_close(void *context) { (void)context, closed++; }
static bool register_steam(uint64_t more) {
    TCGBStoreAdapter steam = {.structSize = sizeof steam,
        .capabilities = TCGBStoreCapabilityClientUI | TCGBStoreCapabilityCaptureLast | TCGBStoreCapabilityNeedsServer | more,
        .products = steam_products,
        .begin = steam_begin,
        .poll = steam_poll,
        .onEvent = steam_event,
        .capture = steam_capture,
        .finish = steam_finish,
        .open = steam_open,
        .close = store_close,
        .context = world};
    return TCGBStoreAdapter_register("STEAM", &steam);
}

/* --- The web checkout: begin gives a page; how it ends is asked for, or comes as webhooks. */
static void web_begin(const TCGBStoreRequest *request, void *context) {
    char json[512];
    (void)context;
    struct order *order = new_order(request);
    snprintf(json, sizeof json, "{\"status\":\"INIT\",\"url\":\"https://pay.example/session/%lld\",\"pollAfterMilliseconds\":%d}",
        (long long)order->number, world->deaths ? 3600000 : 50);
    TCGBStoreRequest_succeed(request, json);
}
static void web_poll(const TCGBStoreRequest *request, void *context) {
    char json[512];
    (void)context;
    struct order *order = order_of(TCGBStoreRequest_orderNumber(request));
    if (order) order->polled++;
    TCGBStoreRequest_succeed(request, order ? described("WEB", order, json, sizeof json) : "{\"status\":\"UNKNOWN\"}");
}
static void web_event(const TCGBStoreRequest *request, void *context) {
    char json[600], one[512], type[32];
    long long number = 0;
    (void)context;
    if (sscanf(TCGBStoreRequest_event(request), "%31s %lld", type, &number) != 2 || !order_of(number)) {
        TCGBStoreRequest_succeed(request, "[]");
        return;
    }
    /* The event is a hint; what it says of the past must not undo what is true now. So the state is what is passed on, when it says "paid". */
    if (strcmp(type, "paid") == 0) snprintf(json, sizeof json, "[%s]", described("X-WEB", order_of(number), one, sizeof one));
    else
        snprintf(json, sizeof json, "[{\"orderKey\":\"X-WEB-%lld\",\"status\":\"%s\"}]", number,
            strcmp(type, "created") == 0 ? "INIT" : "PENDING");
    TCGBStoreRequest_succeed(request, json);
}
static bool register_web(void) {
    TCGBStoreAdapter web = {.structSize = sizeof web,
        .capabilities = TCGBStoreCapabilityWebURL,
        .begin = web_begin,
        .poll = web_poll,
        .onEvent = web_event,
        .finish = steam_finish,
        .close = store_close,
        .context = world};
    return TCGBStoreAdapter_register("X-WEB", &web);
}
static bool open_page(const char *url, void *context) {
    (void)context;
    world->pages++;
    copy_text(world->page, sizeof world->page, url);
    return true;
}

/* --- A game that sells in both. */
#define STORES \
    "{\"app\":{\"appId\":\"Contract\",\"name\":\"Contract\",\"typeCode\":\"SANDBOX\",\"secretKey\":\"contract-secret\",\"defaultLanguage\":\"en\"}," \
    "\"idPs\":{\"guest\":{\"enabled\":true}},\"stores\":[{\"storeCode\":\"SANDBOX\"},{\"storeCode\":\"STEAM\"},{\"storeCode\":\"X-WEB\"}]," \
    "\"products\":[" \
    "{\"gamebaseProductId\":\"gem\",\"productType\":\"CONSUMABLE\",\"storeCode\":\"STEAM\",\"marketItemId\":\"1001\",\"price\":\"0.99\",\"currency\":\"USD\"}," \
    "{\"gamebaseProductId\":\"none\",\"productType\":\"CONSUMABLE\",\"storeCode\":\"STEAM\",\"marketItemId\":\"1003\",\"price\":\"1\",\"currency\":\"JPY\"}," \
    "{\"gamebaseProductId\":\"webgem\",\"productType\":\"CONSUMABLE\",\"storeCode\":\"X-WEB\",\"marketItemId\":\"w1\",\"price\":\"1.250\",\"currency\":\"KWD\"}]}"

static void open_game(const char *store, uint64_t capabilities) {
    static const TCGBHostDelegate host = {.structSize = sizeof host, .openURL = open_page};
    initialize_here();
    PLAY_WELL(&answer, TCGBConsole_loadSettings_completion(STORES, on_error, &answer));
    require(register_steam(capabilities) && register_web() && TCGBHost_setDelegate(&host));
    TCGBPurchase_setStoreCode(store);
    log_in();
}
static size_t unconsumed(void) {
    static struct answer list;
    PLAY_WELL(&list, TCGBPurchase_requestItemListOfNotConsumedWithCompletion(on_receipts, &list));
    return list.count;
}
static void require_sound_ledger(void) {
    static struct answer ledger;
    PLAY_WELL(&ledger, TCGBConsole_checkLedgerWithCompletion(on_json, &ledger));
    if (!strstr(ledger.json, "\"sound\":true")) broken_text(__FILE__, __LINE__, "the ledger is sound", ledger.json, "");
}
static void buy(const char *product) {
    PLAY(&answer,
        TCGBPurchase_requestPurchaseWithGamebaseProductId_payload_viewController_completion(product, "p", NULL, on_purchase, &answer));
}
/* The game in a process of its own that dies by SIGKILL inside the store. */
static void play_until_death(const char *store, const char *product) {
    pid_t child = fork();
    if (child == 0) {
        open_game(store, 0);
        buy(product);
        pump_for(3000);
        _exit(9); /* it lived on */
    }
    int status = 0;
    require(waitpid(child, &status, 0) == child);
    require(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
}

#endif
