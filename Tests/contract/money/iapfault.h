/* Failures of purchases, seen through both surfaces: their codes, domains and what lies below; and a game whose store says what a promise needs. */
#ifndef IAPFAULT_H
#define IAPFAULT_H

#include "stores.h"

/* --- What an error says, and what lies below it. */
static struct fault {
    int times;
    size_t count;
    int64_t code, detail, deepest;
    char domain[64], below[64], deepest_domain[64], message[512];
} fault, other;

static void note_fault(struct fault *into, const TCGBError *error) {
    const TCGBError *below = TCGBError_underlyingError(error);
    into->code = error ? TCGBError_code(error) : -1;
    into->detail = TCGBError_detailErrorCode(error);
    copy_text(into->domain, sizeof into->domain, TCGBError_domain(error));
    copy_text(into->message, sizeof into->message, TCGBError_message(error));
    copy_text(into->below, sizeof into->below, below ? TCGBError_domain(below) : NULL);
    while (below) {
        into->deepest = TCGBError_code(below);
        copy_text(into->deepest_domain, sizeof into->deepest_domain, TCGBError_domain(below));
        below = TCGBError_underlyingError(below);
    }
    into->times++;
}
static void fault_of_error(const TCGBError *error, void *into) { note_fault(into, error); }
static void fault_of_products(const NHNCloudProductsResponse *response, const TCGBError *error, void *into) {
    require(!response == !!error);
    note_fault(into, error);
}
static void fault_of_payments(const NHNCloudPurchaseResult *const *list, size_t count, const TCGBError *error, void *into) {
    (void)list;
    ((struct fault *)into)->count = count;
    note_fault(into, error);
}
static void fault_of_purchase(const TCGBPurchasableReceipt *receipt, const TCGBError *error, void *into) {
    require(!receipt == !!error);
    note_fault(into, error);
}
static void fault_of_items(const TCGBPurchasableItem *const *items, size_t count, const TCGBError *error, void *into) {
    (void)items;
    ((struct fault *)into)->count = count;
    note_fault(into, error);
}
static void fault_of_receipts(const TCGBPurchasableReceipt *const *receipts, size_t count, const TCGBError *error, void *into) {
    (void)receipts;
    ((struct fault *)into)->count = count;
    note_fault(into, error);
}
static void delegate_success(const NHNCloudPurchaseResult *purchase, void *into) { (void)purchase, note_fault(into, NULL); }
static void delegate_failure(const char *product, const TCGBError *error, void *into) { (void)product, note_fault(into, error); }
static const NHNCloudInAppPurchaseDelegate listener = {sizeof listener, delegate_success, delegate_failure, NULL, &fault};

#define AWAIT(into, call) \
    do { \
        memset(into, 0, sizeof *(into)); \
        call; \
        require((into)->times == 0); \
        await_for((into)->times != 0, PLAY_LIMIT_MILLISECONDS, TCGBRunLoop_runUntil(10)); \
        require_equal((into)->times, 1); \
    } while (0)

static const char *domain_of(int64_t code) { return code < 100 ? NHNCloudIAPErrorDomain : NHNCloudHttpErrorDomain; }
/* `fault` is `code`, in its domain and with words. */
static void require_code(const char *where, int64_t code) {
    if (fault.code != code) broken_number(where, (int)code, fault.message, fault.code, code);
    require_text(fault.domain, domain_of(code));
    require(fault.message[0]);
}
/* `other` is what Gamebase's calls make of `code`: 4201 above it, or `gamebase` where the SDK has a code of its own. */
static void require_gamebase(const char *where, int64_t code, int64_t gamebase) {
    if (other.code != gamebase) broken_number(where, (int)code, other.message, other.code, gamebase);
    require(strncmp(other.domain, TCGBDomainGamebase, strlen(TCGBDomainGamebase)) == 0);
    if (gamebase != TCGB_ERROR_PURCHASE_EXTERNAL_LIBRARY_ERROR) return;
    if (other.detail != code) broken_number(where, (int)code, "the detail code", other.detail, code);
    require_text(other.below, domain_of(code));
}
static int64_t usual_gamebase(int64_t code) {
    switch (code) {
    case NHNCloudIAPErrorPaymentCancelled: return TCGB_ERROR_PURCHASE_USER_CANCELED;
    case NHNCloudIAPErrorPurchaseLimitExceeded: return TCGB_ERROR_PURCHASE_LIMIT_EXCEEDED;
    case NHNCloudHttpErrorNetworkNotAvailable: return TCGB_ERROR_SOCKET_ERROR;
    case NHNCloudHttpErrorRequestTimeout: return TCGB_ERROR_SOCKET_RESPONSE_TIMEOUT;
    default: return TCGB_ERROR_PURCHASE_EXTERNAL_LIBRARY_ERROR;
    }
}
static void buy_here(const char *market_item) { AWAIT(&fault, NHNCloudIAP_purchaseWithProductIdentifier(market_item)); }
static void buy_above(const char *product) {
    AWAIT(&other, TCGBPurchase_requestPurchaseWithGamebaseProductId_viewController_completion(product, NULL, fault_of_purchase, &other));
}
/* Buys through both surfaces; the purchase fails in the same way. */
static void require_purchase_fails(const char *where, const char *market_item, const char *product, int64_t code, int64_t gamebase) {
    buy_here(market_item);
    require_code(where, code);
    buy_above(product);
    require_gamebase(where, code, gamebase);
}

/* --- A game that sells in the sandbox and in a store whose adapter says what a promise needs. */
#define CODES \
    "{\"app\":{\"appId\":\"Contract\",\"typeCode\":\"SANDBOX\",\"secretKey\":\"contract-secret\"},\"idPs\":{\"guest\":{\"enabled\":true}}," \
    "\"stores\":[{\"storeCode\":\"SANDBOX\"},{\"storeCode\":\"STEAM\"}],\"products\":[" \
    "{\"gamebaseProductId\":\"gem\",\"productType\":\"CONSUMABLE\",\"storeCode\":\"STEAM\",\"marketItemId\":\"1001\",\"price\":\"0.99\",\"currency\":\"USD\"}," \
    "{\"gamebaseProductId\":\"coin\",\"productType\":\"CONSUMABLE\",\"price\":\"7\",\"currency\":\"USD\"}," \
    "{\"gamebaseProductId\":\"old\",\"productType\":\"CONSUMABLE\",\"price\":\"7\",\"currency\":\"USD\",\"active\":false}," \
    "{\"gamebaseProductId\":\"dear\",\"productType\":\"CONSUMABLE\",\"price\":\"100.01\",\"currency\":\"EUR\"}," \
    "{\"gamebaseProductId\":\"pass\",\"productType\":\"AUTO_RENEWABLE\",\"price\":\"4\",\"currency\":\"USD\",\"subscriptionGroup\":\"vip\"}," \
    "{\"gamebaseProductId\":\"gold\",\"productType\":\"AUTO_RENEWABLE\",\"price\":\"9\",\"currency\":\"USD\",\"subscriptionGroup\":\"vip\"}]" \
    ",\"purchases\":{\"allowed\":%s,\"monthlyLimits\":[{\"currency\":\"EUR\",\"amount\":\"100\"}]}}"

static void load_codes(const char *allowed) {
    char settings[4096];
    snprintf(settings, sizeof settings, CODES, allowed);
    PLAY_WELL(&answer, TCGBConsole_loadSettings_completion(settings, on_error, &answer));
}
static void set_store(const char *outcome) {
    PLAY_WELL(&answer, TCGBConsole_setSandboxStoreOutcome_delayMilliseconds_completion(outcome, 0, on_error, &answer));
}

/* What the adapter answers to a kind of question: a failure with a code, or a text; nothing when it lets the question go. */
static struct {
    bool fails;
    int64_t code;
    const char *text;
} at_products, at_begin, at_poll;
static int begun;
#define ANSWER_AS(what) \
    do { \
        if ((what).fails) TCGBStoreRequest_fail(request, (what).code, (what).text); \
        else if ((what).text) TCGBStoreRequest_succeed(request, (what).text); \
    } while (0)
static void ask_products(const TCGBStoreRequest *request, void *context) {
    (void)context;
    ANSWER_AS(at_products);
}
static void ask_begin(const TCGBStoreRequest *request, void *context) {
    (void)context, begun++;
    ANSWER_AS(at_begin);
}
static void ask_poll(const TCGBStoreRequest *request, void *context) {
    (void)context;
    ANSWER_AS(at_poll);
}
static void ask_finish(const TCGBStoreRequest *request, void *context) { (void)context, TCGBStoreRequest_succeed(request, NULL); }

static void open_codes(void) {
    TCGBStoreAdapter adapter = {
        .structSize = sizeof adapter, .products = ask_products, .begin = ask_begin, .poll = ask_poll, .finish = ask_finish};
    initialize_here();
    load_codes("true");
    require(TCGBStoreAdapter_register("STEAM", &adapter));
    TCGBPurchase_setStoreCode("STEAM");
    log_in();
    iap_initialize();
    NHNCloudIAP_setDelegate(&listener);
}
static void close_codes(size_t entries) {
    require_equal(unconsumed(), entries);
    require_sound_ledger();
    require(TCGBGamebase_shutdown(2000));
}

#endif
